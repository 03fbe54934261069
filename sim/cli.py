"""The command line: parse, call, print. Each command imports what it needs when it runs."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import Annotated, Any, ParamSpec

import typer

from sim.report.terminal import FORFEITED, INVALID, exit_code_of, speak_utf8, tell

Parameters = ParamSpec("Parameters")

GREATEST_SEED = 2**53 - 1

_EXIT_CODES = (
    "Exit codes: 0 done, 1 the tool itself failed, 2 usage, 3 a scenario or log is invalid, "
    "4 finished but some battles failed or were forfeited, 5 verify found a difference, "
    "130 interrupted."
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
    str, typer.Argument(help="A scenario file, or the name of a shipped scenario.")
]
SeedOption = Annotated[
    int | None,
    typer.Option(min=0, max=GREATEST_SEED, help="Seed of the dice; drawn when left out."),
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=VALUE", help="Change anything in the scenario."),
]
JsonOption = Annotated[bool, typer.Option("--json", help="Print JSON, and nothing else.")]
QuietOption = Annotated[bool, typer.Option("--quiet", "-q", help="Print no more than needed.")]
VerboseOption = Annotated[
    bool, typer.Option("--verbose", "-v", help="Tell what did not count, and why, as well.")
]


def main() -> None:
    """Run the command line; the console script and `python -m sim` do this."""
    speak_utf8()
    app()


def guarded(command: Callable[Parameters, int | None]) -> Callable[Parameters, None]:
    """A command that ends with an exit code, whatever it raises."""

    @wraps(command)
    def run_command(*args: Parameters.args, **kwargs: Parameters.kwargs) -> None:
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


@app.command()
@guarded
def run(
    scenario: ScenarioArgument,
    seed: SeedOption = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=PLAYER", help="Who plays a side; greedy when left out."),
    ] = None,
    red: Annotated[str | None, typer.Option(help="Short for --player red=PLAYER.")] = None,
    blue: Annotated[str | None, typer.Option(help="Short for --player blue=PLAYER.")] = None,
    settings: SetOption = None,
    log: Annotated[
        Path | None, typer.Option(help="Write the log of the battle (.jsonl or .jsonl.gz).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the log if it exists.")] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> int | None:
    """Fight one battle, and print its course and its outcome."""
    from sim.ai.registry import make_player
    from sim.replay.log import open_log
    from sim.report.course import CoursePrinter
    from sim.runner.fight import fight
    from sim.runner.match import header_of, players_by_side
    from sim.scenario.load import find_scenario, load_scenario

    named = _named_players(player or [], red=red, blue=blue)
    loaded = load_scenario(find_scenario(scenario), settings or ())
    players = players_by_side(loaded, named)
    for name in players.values():
        make_player(name)
    for warning in loaded.warnings:
        tell(str(warning), quiet=quiet)
    if seed is None:
        seed = _draw_seed()
        tell(f"seed {seed}")
    header = header_of(loaded, players, seed)
    with ExitStack() as stack:
        out = open_log(log, stack, force=force) if log else None
        watch = (
            (lambda _event, _state: None)
            if as_json
            else CoursePrinter(header, sys.stdout, verbose=verbose, quiet=quiet)
        )
        try:
            result = fight(loaded, header, out, watch)
        except Exception as problem:
            problem.add_note(_how_to_repeat(scenario, players, settings or (), seed))
            raise
    if as_json:
        import msgspec

        _print_json(msgspec.to_builtins(result))
    return FORFEITED if result.outcome.termination == "forfeit" else None


def _named_players(pairs: Sequence[str], **short: str | None) -> dict[str, str]:
    """Players by side from `SIDE=PLAYER` and the short options."""
    from sim.errors import UsageError

    named = {side: player for side, player in short.items() if player is not None}
    for pair in pairs:
        side, equals, player = pair.partition("=")
        if not (side and equals and player):
            raise UsageError(f"--player wants SIDE=PLAYER, not {pair!r}")
        if side in named:
            raise UsageError(f"side {side!r} is given two players")
        named[side] = player
    return named


def _draw_seed() -> int:
    from secrets import randbelow

    return randbelow(GREATEST_SEED + 1)


def _how_to_repeat(
    scenario: str, players: dict[str, str], settings: Sequence[str], seed: int
) -> str:
    from shlex import join

    words = ["skirmish-sim", "run", scenario, "--seed", str(seed)]
    for side, player in players.items():
        words += ["--player", f"{side}={player}"]
    for setting in settings:
        words += ["--set", setting]
    return f"to repeat it: {join(words)}"


@replay.command()
@guarded
def show(
    log: Annotated[Path, typer.Argument(help="The log of a battle.")],
    lenient: Annotated[bool, typer.Option("--lenient", help="Leave out damaged lines.")] = False,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int | None:
    """Tell a battle from its log, as it was told when it was fought."""
    from sim.replay.codec import encode
    from sim.replay.log import LogReader
    from sim.report.course import course_of
    from sim.report.lines import Printer

    reader = LogReader(log, lenient=lenient)
    if as_json:
        typer.echo(reader.first_line.decode())
        for line in reader.events():
            typer.echo(line.line.decode())
        if reader.footer is not None:
            typer.echo(encode(reader.footer).decode())
    else:
        printer = Printer(sys.stdout)
        for lines in course_of(reader, verbose=verbose):
            printer(lines)
    sys.stdout.flush()
    problems = [*reader.skipped, *([reader.cut_off] if reader.cut_off else [])]
    for problem in problems:
        tell(f"warning: {problem}")
    return INVALID if problems else None


@app.command()
@guarded
def validate(
    files: Annotated[list[str], typer.Argument(help="Scenario files, or names of shipped ones.")],
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Check scenario files, and print every fault of every file with its place."""
    from sim.errors import Fault, ScenarioError
    from sim.report.words import count
    from sim.scenario.faults import faults_document, sorted_faults
    from sim.scenario.load import find_scenario, load_scenario

    faults: list[Fault] = []
    for path in [find_scenario(file) for file in files]:
        try:
            faults += load_scenario(path).warnings
        except ScenarioError as problem:
            faults += problem.faults
    errors = sum(fault.severity == "error" for fault in faults)
    if as_json:
        _print_json(faults_document(faults))
    else:
        for fault in sorted_faults(faults):
            typer.echo(fault)
        counts = [
            count(len(files), "file"),
            count(errors, "error"),
            count(len(faults) - errors, "warning"),
        ]
        tell(", ".join(counts), quiet=quiet)
    return INVALID if errors else None


@app.command()
@guarded
def schema(
    name: Annotated[str, typer.Argument(help="scenario, event, result, faults...")],
) -> None:
    """Print the JSON Schema of a format."""
    from sim.runner.schemas import schema_text

    typer.echo(schema_text(name), nl=False)


@app.command()
@guarded
def players(as_json: JsonOption = False) -> None:
    """List the players that can be named."""
    from sim.ai.registry import list_players

    listed = list_players()
    if as_json:
        rows = [listing._asdict() for listing in listed]
        _print_json({"format": "skirmish-sim/players", "format_version": 1, "players": rows})
        return
    width = max(len(listing.name) for listing in listed)
    for listing in listed:
        about = listing.problem or listing.summary
        typer.echo(f"{listing.name:{width}}  {about} ({listing.origin})")


def _print_json(document: Any) -> None:
    typer.echo(json.dumps(document, ensure_ascii=False, allow_nan=False, indent=2))
