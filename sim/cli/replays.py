"""Commands that look into the logs of battles, verify them, and fight on from them."""

import sys
from collections.abc import Iterable
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.base import (
    ForceOption,
    JsonOption,
    QuietOption,
    SeedOption,
    VerboseOption,
    app,
    draw_seed,
    guarded,
    named_players,
    print_json,
    replay,
)
from sim.report.terminal import FORFEITED, INVALID, tell

if TYPE_CHECKING:
    from sim.replay.log import LogReader
    from sim.report.replay.selection import Selection
    from sim.runner.fork import Change, Continuation, ForkPoint

LogArgument = Annotated[
    Path, typer.Argument(readable=False, metavar="LOG", help="The log of a battle.")
]
LogsArgument = Annotated[
    list[Path], typer.Argument(readable=False, metavar="LOG", help="Logs of battles.")
]
LenientOption = Annotated[bool, typer.Option("--lenient", help="Leave out damaged lines.")]
RoundsOption = Annotated[
    list[int] | None, typer.Option("--round", min=1, help="Only events of this round.")
]
PhasesOption = Annotated[
    list[str] | None, typer.Option("--phase", help="Only events of this phase: shooting...")
]
UnitsOption = Annotated[
    list[str] | None, typer.Option("--unit", help="Only events that name this unit.")
]
KindsOption = Annotated[
    list[str] | None, typer.Option("--kind", help="Only events of this kind: unit_moved...")
]
BriefOption = Annotated[
    bool, typer.Option("--brief", help="Only what changes the course of the battle.")
]
NumbersOption = Annotated[
    bool, typer.Option("--numbers", help="Tell the number of every event, for why and fork.")
]
AtOption = Annotated[
    int,
    typer.Option(
        metavar="N",
        min=1,
        help="An event, by its number in `replay show --numbers`; the first order from there on "
        "is given anew.",
    ),
]
OrderOption = Annotated[
    Path | None, typer.Option(help="A file with the order to give instead, as JSON.")
]
PlayerOption = Annotated[
    list[str] | None, typer.Option(metavar="SIDE=PLAYER", help="Who plays a side from there on.")
]
DiceOption = Annotated[
    str, typer.Option(metavar="same|new", help="The dice of the log from there on, or new.")
]
NumberOption = Annotated[int, typer.Option("-n", min=1, help="How many continuations.")]
ChildOption = Annotated[
    Path | None, typer.Option("--log", help="Write the log of the one continuation.")
]


@app.command()
@guarded
def verify(
    logs: LogsArgument,
    lenient: LenientOption = False,
    svg: Annotated[
        Path | None, typer.Option(help="Draw the first difference of the first log to a file.")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> int:
    """Play logs again, orders and dice, and say whether every event is true.

    Else it is cut off; damaged; edited: its digest no longer fits; rewritten:
    a new digest, but dice or states deny it; fought under other rules; or
    different: whole and consistent, yet not what these rules make of it.
    """
    import msgspec

    from sim.report.files import check_ending, write_text
    from sim.report.lines import Printer
    from sim.report.replay.verification import Examined, examine, exit_code_of

    check_ending(svg, ".svg")
    found: list[Examined] = []
    for log in logs:
        one = examine(log, lenient=lenient)
        found.append(one)
        if as_json:
            typer.echo(msgspec.json.encode(one.document).decode())
        else:
            Printer(sys.stdout)(one.lines)
    pictures = (one.picture() for one in found)
    picture = next((picture for picture in pictures if picture is not None), None)
    if svg is not None and picture is not None:
        write_text(svg, picture, force=force)
        tell(f"wrote {svg}")
    elif svg is not None:
        tell("nothing differs, so nothing is drawn")
    return exit_code_of(one.document.verdict for one in found)


@replay.command()
@guarded
def show(
    log: LogArgument,
    rounds: RoundsOption = None,
    phases: PhasesOption = None,
    units: UnitsOption = None,
    kinds: KindsOption = None,
    brief: BriefOption = False,
    numbers: NumbersOption = False,
    lenient: LenientOption = False,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int | None:
    """Tell a battle from its log, as it was told when it was fought.

    Filters are combined: an event has to fit each; of one that is given more
    than once any value will do.
    """
    from sim.errors import UsageError
    from sim.replay.log import LogReader
    from sim.report.lines import Printer
    from sim.report.replay.selection import Selection, check_selection, selected_course

    if brief and as_json:
        raise UsageError("--brief is for words; choose events for --json by --kind")
    selection = Selection(
        rounds=tuple(rounds or ()),
        phases=tuple(phases or ()),
        units=tuple(units or ()),
        kinds=tuple(kinds or ()),
        brief=brief,
        numbers=numbers,
    )
    check_selection(selection, LogReader(log, lenient=lenient))
    reader = LogReader(log, lenient=lenient)
    if as_json:
        _print_lines(reader, selection)
    else:
        Printer(sys.stdout)(selected_course(reader, selection, verbose=verbose))
    sys.stdout.flush()
    return _warned([*reader.skipped, *([reader.cut_off] if reader.cut_off else [])])


def _print_lines(reader: "LogReader", selection: "Selection") -> None:
    """The lines of a log that are wanted, as it has them; its footer with the whole of it."""
    from sim.replay.codec import encode

    typer.echo(reader.first_line.decode())
    for line in reader.events():
        if selection.wants(line):
            typer.echo(line.line.decode())
    if reader.footer is not None and selection.is_whole:
        typer.echo(encode(reader.footer).decode())


def _warned(problems: Iterable[str]) -> int | None:
    """The exit code of a command that went on in spite of these problems."""
    told = list(problems)
    for problem in told:
        tell(f"warning: {problem}")
    return INVALID if told else None


@replay.command()
@guarded
def why(
    log: LogArgument,
    event: Annotated[int, typer.Argument(metavar="N", min=1, help="The number of an event.")],
    lenient: LenientOption = False,
    as_json: JsonOption = False,
) -> None:
    """Explain an event: each modifier, clause, die and piece of terrain, and the odds."""
    import msgspec

    from sim.report.lines import Printer
    from sim.report.replay.reasons import find_event, why_document, why_lines

    moment = find_event(log, event, lenient=lenient)
    if as_json:
        print_json(msgspec.to_builtins(why_document(log, moment)))
    else:
        Printer(sys.stdout)(why_lines(moment))


@replay.command()
@guarded
def stats(
    logs: LogsArgument, lenient: LenientOption = False, as_json: JsonOption = False
) -> int | None:
    """Count losses, fire by weapon, moves and suppression, and tell luck from chance."""
    import msgspec

    from sim.report.lines import Printer
    from sim.report.replay.counting import Counting
    from sim.report.replay.counting_text import stats_lines

    counting = Counting()
    for log in logs:
        counting.read(log, lenient=lenient)
    counted = counting.stats()
    if as_json:
        print_json(msgspec.to_builtins(counted))
    else:
        Printer(sys.stdout)(stats_lines(counted))
    return _warned(counted.warnings)


@replay.command()
@guarded
def diff(
    a: Annotated[Path, typer.Argument(readable=False, metavar="A", help="The log of a battle.")],
    b: Annotated[Path, typer.Argument(readable=False, metavar="B", help="Another.")],
    lenient: LenientOption = False,
    svg: Annotated[
        Path | None, typer.Option(help="Draw both states where they part to a file.")
    ] = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
) -> int | None:
    """Find the first event where two battles part, and tell how differently they end."""
    import msgspec

    from sim.replay.diff import compare
    from sim.replay.log import LogReader
    from sim.report.files import check_ending, write_text
    from sim.report.lines import Printer
    from sim.report.replay.comparison import diff_document, diff_lines, diff_picture, warnings_of

    check_ending(svg, ".svg")
    found = compare(LogReader(a, lenient=lenient), LogReader(b, lenient=lenient))
    if svg is not None:
        write_text(svg, diff_picture(found), force=force)
        tell(f"wrote {svg}")
    if as_json:
        print_json(msgspec.to_builtins(diff_document(found)))
    else:
        Printer(sys.stdout)(diff_lines(found))
    return _warned(warnings_of(found))


@replay.command()
@guarded
def fork(
    log: LogArgument,
    at: AtOption,
    order: OrderOption = None,
    player: PlayerOption = None,
    dice: DiceOption = "new",
    number: NumberOption = 1,
    seed: SeedOption = None,
    out: ChildOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Fight a battle on from the middle of its log: what if?

    New dice are for judging a decision, the same ones for what would have
    happened.
    """
    import msgspec

    from sim.report.lines import Printer
    from sim.report.replay.forks import fork_document, fork_lines
    from sim.runner.fork import Change, find_point, read_dice, read_order_file

    kept = read_dice(dice)
    _check_fork(kept, number=number, seed=seed)
    _check_child(log, out, number)
    given = None if order is None else read_order_file(order)
    point = find_point(log, at)
    players = named_players(player or [], point.header.players)
    first = _first_seed(point, kept, seed, quiet=quiet)
    made = _continued(point, Change(order=given, players=players, seed=first), number, out, force)
    document = fork_document(point, given, kept, made)
    if as_json:
        print_json(msgspec.to_builtins(document))
    else:
        Printer(sys.stdout)(fork_lines(document, point, given))
    forfeited = any(one.result.outcome.termination == "forfeit" for one in made)
    return FORFEITED if forfeited else None


def _first_seed(point: "ForkPoint", dice: str, seed: int | None, *, quiet: bool) -> int:
    """The seed of the first continuation: the log's own, the one that is named, or a new one."""
    from sim.runner.fork import same_seed

    if dice == "same":
        return same_seed(point)
    return draw_seed(quiet=quiet) if seed is None else seed


def _continued(
    point: "ForkPoint", change: "Change", number: int, out: Path | None, force: bool
) -> "list[Continuation]":
    """The continuations; nothing is written before the change is known to be possible."""
    from sim.replay.log import open_log
    from sim.runner.fork import check_change, continue_from, several

    with ExitStack() as stack:
        stack.enter_context(redirect_stdout(sys.stderr))
        check_change(point, change)
        file = open_log(out, stack, force=force) if out else None
        return [continue_from(point, one, file) for one in several(change, number)]


def _check_fork(dice: str, *, number: int, seed: int | None) -> None:
    """Raise `UsageError` for options that do not go together."""
    from sim.errors import UsageError

    if dice == "same" and seed is not None:
        raise UsageError("--seed is for new dice; --dice same throws those of the log")
    if dice == "same" and number > 1:
        raise UsageError("with --dice same every continuation is the same one; leave -n out")


def _check_child(log: Path, out: Path | None, number: int) -> None:
    """Raise `UsageError` for a log of several continuations, or one in place of its parent."""
    from sim.errors import UsageError

    if out is None:
        return
    if number > 1:
        raise UsageError("--log keeps one continuation; leave -n out and name it by --seed")
    if out.resolve() == log.resolve():
        raise UsageError(f"{out} is the log that is forked; give the child another name")
