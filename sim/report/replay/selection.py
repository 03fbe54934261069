"""`replay show`: the course of a battle, or the events of it that are asked for."""

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

import msgspec

from sim.errors import LogError, UsageError
from sim.replay.fold import kind_of
from sim.replay.log import LogLine, LogReader
from sim.report.cast import Cast, read_cast
from sim.report.lines import Line, Role
from sim.report.narrate import Narrator
from sim.report.words import PHASES, count
from sim.scenario.faults import nearest
from sim.state.apply import EVENT_TYPES
from sim.state.events import Event, PhaseStarted, TurnStarted

KINDS = tuple(kind_of(kind) for kind in EVENT_TYPES)

_NAMES = ("unit", "target", "by", "gun", "occupy")
_BRIEF: tuple[Role, ...] = ("title", "turn", "phase", "good", "grave", "loss", "refusal")


class Selection(msgspec.Struct, frozen=True, kw_only=True):
    """Which events are wanted: all that fit every filter; of the values of one filter any will do.

    `brief` leaves only what changes the course of a battle; `numbers` tells that of every event.
    """

    rounds: tuple[int, ...] = ()
    phases: tuple[str, ...] = ()
    units: tuple[str, ...] = ()
    kinds: tuple[str, ...] = ()
    brief: bool = False
    numbers: bool = False

    @property
    def is_whole(self) -> bool:
        """Whether every event is wanted."""
        return not (self.rounds or self.phases or self.units or self.kinds)

    def wants(self, line: LogLine) -> bool:
        """Whether an event is wanted."""
        return (
            _fits(self.rounds, line.stamp.round)
            and _fits(self.phases, line.stamp.phase)
            and _fits(self.kinds, kind_of(line.event))
            and (not self.units or any(name in self.units for name in names_in(line.event)))
        )


def _fits(wanted: tuple[Any, ...], value: Any) -> bool:
    return not wanted or value in wanted


def check_selection(selection: Selection, log: LogReader) -> None:
    """Raise `UsageError` for a filter that names what does not exist.

    The log is read as far as to the last of the rounds that are wanted.
    """
    _check_names("phase", selection.phases, PHASES)
    _check_names("kind of event", selection.kinds, KINDS)
    _check_names("unit", selection.units, _cast_of(log).profiles)
    if selection.rounds:
        _check_rounds(selection.rounds, log)


def _check_rounds(rounds: Sequence[int], log: LogReader) -> None:
    last = 0
    for line in log.events():
        last = line.stamp.round
        if last >= max(rounds):
            return
    beyond = [number for number in rounds if number > last]
    if beyond:
        end = ", where it is cut off" if log.cut_off else ""
        has = f"the log has {count(last, 'round')}{end}"
        raise UsageError(f"{log.path}: there is no round {beyond[0]}; {has}")


def _check_names(what: str, asked: Iterable[str], known: Iterable[str]) -> None:
    names = list(known)
    for name in asked:
        if name not in names:
            hint = nearest(name, names) or f"there are {', '.join(names)}"
            raise UsageError(f"there is no {what} {name!r} ({hint})")


def _cast_of(log: LogReader) -> Cast:
    try:
        return read_cast(log.header.scenario)
    except LogError as problem:
        raise LogError(f"{log.path}:1: {problem}") from problem


def names_in(event: Event) -> Iterator[str]:
    """The units and guns that an event names, those of its order included."""
    yield from _names(msgspec.to_builtins(event))


def _names(value: Any) -> Iterator[str]:
    if isinstance(value, dict):
        for key, inner in value.items():
            if key in _NAMES and isinstance(inner, str):
                yield inner
            elif key == "units" and all(isinstance(name, str) for name in inner):
                yield from inner
            else:
                yield from _names(inner)
    elif isinstance(value, list | tuple):
        for inner in value:
            yield from _names(inner)


def selected_course(
    log: LogReader, selection: Selection, *, verbose: bool = False
) -> Iterator[Line]:
    """The course of a log's battle, as far as it is wanted and as far as the log goes.

    Raises `LogError` for damage, also of the scenario in the header.
    """
    _cast_of(log)
    told = _told(log, selection, Narrator(log.header, verbose=verbose))
    return _brief(told) if selection.brief else told


def _told(log: LogReader, selection: Selection, narrator: Narrator) -> Iterator[Line]:
    """The lines of wanted events under the headings that they belong to."""
    yield from narrator.introduction()
    headings: list[Event] = []
    for line in log.events():
        event = line.event
        if isinstance(event, TurnStarted):
            headings.clear()
        elif isinstance(event, PhaseStarted):
            headings[:] = [head for head in headings if isinstance(head, TurnStarted)]
        if selection.wants(line):
            for heading in headings:
                yield from narrator.tell(heading)
            headings.clear()
            told = narrator.tell(event)
            if selection.numbers:
                told = _numbered([*told, *narrator.finish()], line.stamp.n)
            yield from told
            continue
        narrator.note(event)
        if isinstance(event, TurnStarted | PhaseStarted):
            headings.append(event)
    yield from narrator.finish()


def _numbered(lines: Iterable[Line], number: int) -> list[Line]:
    """The lines of an event, its number behind the first that is no heading."""
    numbered = list(lines)
    for place, line in enumerate(numbered):
        if line.indent:
            numbered[place] = line._replace(text=f"{line.text} #{number}")
            break
    return numbered


def _brief(lines: Iterable[Line]) -> Iterator[Line]:
    """The lines that matter, under the headings and the attacks that they belong to."""
    headings: list[Line] = []
    for line in lines:
        if line.role == "turn":
            headings = [Line(""), line]
        elif line.role == "phase":
            headings = [head for head in headings if head.role == "turn" or not head.text] + [line]
        elif line.role in _BRIEF:
            yield from _above(headings, line)
            headings = []
            yield line
        elif line.role == "plain" and line.indent:
            headings = [*_above(headings, line), line]


def _above(headings: Iterable[Line], line: Line) -> list[Line]:
    """The headings under which a line stands: those that are less indented."""
    return [head for head in headings if head.indent < line.indent or not head.indent]
