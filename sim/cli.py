"""The command line: parse, call, print. Each command imports what it needs when it runs."""

import json
import sys
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from functools import wraps
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, ParamSpec

import typer

from sim.report.terminal import FORFEITED, INVALID, exit_code_of, speak_utf8, tell

if TYPE_CHECKING:
    from sim.scenario.load import Scenario

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
ForceOption = Annotated[bool, typer.Option("--force", help="Overwrite the file if it exists.")]
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
def adjudicate(
    scenario: ScenarioArgument,
    attacker: Annotated[str | None, typer.Argument(help="The id of the unit that attacks.")] = None,
    target: Annotated[str | None, typer.Argument(help="The id of the unit attacked.")] = None,
    weapon: Annotated[str | None, typer.Option(help="One weapon; else all of the phase.")] = None,
    phase: Annotated[
        str | None, typer.Option(help="shooting (when left out), firefight or melee.")
    ] = None,
    dice: Annotated[
        str | None, typer.Option(metavar="4,6,..", help="Faces, in the order of the resolution.")
    ] = None,
    seed: Annotated[
        int | None,
        typer.Option(min=0, max=GREATEST_SEED, help="Throw once with this seed, without --dice."),
    ] = None,
    what_if: Annotated[
        bool, typer.Option("--what-if", help="Tell what would change it, in JSON and of many too.")
    ] = False,
    exchange: Annotated[
        str | None,
        typer.Option(metavar="UNIT", help="The odds of the whole firefight or melee of a unit."),
    ] = None,
    aim: Annotated[
        list[str] | None,
        typer.Option(metavar="UNIT=WEAPON@TARGET", help="Whom a unit of the exchange attacks."),
    ] = None,
    settings: SetOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Tell what an attack would do and why: numbers, reasons, exact odds, given dice."""
    import msgspec

    from sim.report.adjudication.inquiry import Inquiry, inquire
    from sim.report.lines import Printer

    inquiry = Inquiry(
        attacker=attacker,
        target=target,
        weapon=weapon,
        phase=phase,
        faces=dice,
        seed=seed,
        what_if=what_if,
        exchange=exchange,
        aims=tuple(aim or ()),
        settings=tuple(settings or ()),
        in_words=not as_json,
    )
    found = inquire(_load(scenario, settings, quiet=quiet), inquiry)
    if as_json:
        for document in found.documents:
            typer.echo(msgspec.json.encode(document).decode())
    else:
        Printer(sys.stdout)(found.lines)
    if found.remark:
        tell(found.remark, quiet=quiet)


@app.command()
@guarded
def sight(
    scenario: ScenarioArgument,
    a: Annotated[str, typer.Argument(metavar="A", help="The id of a unit.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The id of another.")],
    svg: Annotated[Path | None, typer.Option(help="Draw what A has of B to a file.")] = None,
    force: ForceOption = False,
    settings: SetOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Tell whether two units see each other, what hides how much of them, and why."""
    from sim.report.files import write_text
    from sim.report.lines import Printer
    from sim.report.sight import assess_mutual_sight, sight_document
    from sim.report.sight_picture import sight_picture
    from sim.report.sight_text import sight_lines

    found = assess_mutual_sight(_load(scenario, settings, quiet=quiet).start, a, b)
    if svg is not None:
        write_text(svg, sight_picture(found), force=force)
    if as_json:
        _print_json(sight_document(found))
    else:
        Printer(sys.stdout)(sight_lines(found))


@app.command()
@guarded
def draw(
    scenario: ScenarioArgument,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The file; stdout when left out.")
    ] = None,
    force: ForceOption = False,
    settings: SetOption = None,
    quiet: QuietOption = False,
) -> None:
    """Draw the table of a scenario as SVG."""
    from sim.report.draw.picture import draw_table
    from sim.report.files import write_text

    loaded = _load(scenario, settings, quiet=quiet)
    picture = draw_table(loaded.start, loaded.name)
    if out is None:
        typer.echo(picture, nl=False)
    else:
        write_text(out, picture, force=force)


@app.command()
@guarded
def catalogue(
    name: Annotated[
        str | None,
        typer.Argument(help="weapons, profiles, terrain, rules, clauses, or one of their names."),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the shipped weapons, profiles, kinds of terrain and rules, with their clauses."""
    from sim.report.catalogue import catalogue_document, find_entries
    from sim.report.catalogue_text import print_catalogue

    found = find_entries(name)
    if as_json:
        _print_json(catalogue_document(found))
    else:
        print_catalogue(found, sys.stdout)


def _load(scenario: str, settings: Sequence[str] | None, *, quiet: bool) -> "Scenario":
    """A scenario by its file or name, its warnings told."""
    from sim.scenario.load import find_scenario, load_scenario

    loaded = load_scenario(find_scenario(scenario), settings or ())
    for warning in loaded.warnings:
        tell(str(warning), quiet=quiet)
    return loaded


@app.command()
@guarded
def validate(
    files: Annotated[list[str], typer.Argument(help="Scenario files, or names of shipped ones.")],
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Check scenario files, and print every fault of every file with its place."""
    from sim.report.words import count
    from sim.scenario.faults import faults_document, sorted_faults
    from sim.scenario.load import examine_scenario, find_scenario

    paths = [find_scenario(file) for file in files]
    faults = [fault for path in paths for fault in examine_scenario(path, thorough=True)[1]]
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
    from sim.report.schemas import schema_text

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
