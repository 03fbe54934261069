"""What all commands share: the application, its options, and how a command ends."""

import json
import sys
from collections.abc import Callable, Iterable, Sequence
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec

import typer

from sim.dice import GREATEST_SEED
from sim.report.terminal import exit_code_of, speak_utf8, tell

if TYPE_CHECKING:
    from sim.scenario.load import Scenario

Parameters = ParamSpec("Parameters")

_EXIT_CODES = (
    "Exit codes: 0 done, 1 the tool itself failed, 2 a command, option or name does not fit, "
    "3 a scenario, a log or a results file is invalid, 4 finished but some battles failed or were "
    "forfeited, 5 a verification found a difference, 130 interrupted."
)

app = typer.Typer(
    name="skirmish-sim",
    help="A turn-based simulator of tabletop skirmish battles.",
    epilog=_EXIT_CODES,
    no_args_is_help=True,
    pretty_exceptions_enable=False,
    context_settings={"help_option_names": ["-h", "--help"]},
)
replay = typer.Typer(help="Look into the logs of battles.", no_args_is_help=True)
app.add_typer(replay, name="replay")

ScenarioArgument = Annotated[
    str,
    typer.Argument(metavar="SCENARIO", help="A scenario file, or the name of a shipped scenario."),
]
SeedOption = Annotated[
    int | None,
    typer.Option(min=0, max=GREATEST_SEED, help="Seed of the dice; drawn when left out."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="PATH=VALUE",
        help="Change the scenario: rounds=10, unit.ID.quality=elite, rules.NAME=VALUE...",
    ),
]
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
QuietOption = Annotated[
    bool,
    typer.Option("--quiet", "-q", help="Print the result only: no course, progress or warnings."),
]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Tell what did not count, and why, as well.")
]


def main() -> None:
    """Run the command line; the console script and `python -m sim` do this.

    Players of modules in the current directory are found, behind all that is installed.
    """
    sys.path.append("")
    speak_utf8()
    raise SystemExit(exit_code_of(app))


def guarded(command: Callable[Parameters, int | None]) -> Callable[Parameters, None]:
    """A command that ends with an exit code, whatever it raises."""

    @wraps(command)
    def run_command(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
        """The command, ended by its exit code."""
        code = exit_code_of(lambda: command(*args, **kwargs), verbose=bool(kwargs.get("verbose")))
        raise typer.Exit(code)

    return run_command


def _print_version(asked: bool) -> None:
    if asked:
        from sim import __version__

        typer.echo(f"skirmish-sim {__version__}")
        raise typer.Exit


@app.callback()
def skirmish_sim(
    version: Annotated[
        bool,
        typer.Option(
            "--version", callback=_print_version, is_eager=True, help="Print the version."
        ),
    ] = False,
) -> None:
    """A turn-based simulator of tabletop skirmish battles."""


def load(scenario: str, settings: Sequence[str] | None, *, quiet: bool) -> "Scenario":
    """A scenario by its file or name, its warnings told."""
    from sim.scenario.load import find_scenario, load_scenario

    loaded = load_scenario(find_scenario(scenario), settings or ())
    for warning in loaded.warnings:
        tell(str(warning), quiet=quiet)
    return loaded


def keep_apart(out: Path | None, scenarios: Iterable[str]) -> None:
    """Refuse to write over a scenario that is read."""
    from sim.errors import UsageError
    from sim.scenario.load import find_scenario

    if out is not None and any(out.resolve() == find_scenario(s).resolve() for s in scenarios):
        raise UsageError(f"{out} is the scenario; give what is written another name")


def draw_seed(*, quiet: bool = False) -> int:
    """A seed by chance, for whoever names none, and told, so that it can be named again."""
    from secrets import randbelow

    seed = randbelow(GREATEST_SEED + 1)
    tell(f"seed {seed}", quiet=quiet)
    return seed


def named_players(
    pairs: Sequence[str], sides: Iterable[str], **short: str | None
) -> dict[str, str]:
    """Players by side from `SIDE=PLAYER` and the short options; `sides` are those that exist."""
    from sim.errors import UsageError

    named = {side: player for side, player in short.items() if player is not None}
    for pair in pairs:
        side, equals, player = pair.partition("=")
        if not (side and equals and player):
            hint = _examples(pair.strip("="), list(sides))
            raise UsageError(f"--player wants SIDE=PLAYER, not {pair!r}: {hint}")
        if side in named:
            raise UsageError(f"side {side!r} is given two players")
        named[side] = player
    return named


def bare_players(players: Iterable[str]) -> list[str]:
    """Players by their names alone, for commands in which each fights on both sides."""
    from sim.errors import UsageError
    from sim.runner.match import DEFAULT_PLAYER

    named = list(players)
    for name in named:
        if "=" in name:
            alone = name.partition("=")[2] or DEFAULT_PLAYER
            raise UsageError(
                f"{name!r}: here every player fights on both sides; name {alone} alone"
            )
    return named


def _examples(word: str, sides: Sequence[str]) -> str:
    """What whoever gave a side or a player alone may have meant."""
    if word in sides:
        return f"--player {word}=greedy"
    return " or ".join(f"--player {side}={word or 'greedy'}" for side in sides)


def print_json(document: Any) -> None:
    """Print one JSON document."""
    typer.echo(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2))
