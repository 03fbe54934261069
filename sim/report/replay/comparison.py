"""`replay diff`: two logs compared, as document and as lines."""

from collections.abc import Iterator
from typing import Any, Literal

import msgspec

from sim.errors import UsageError
from sim.replay.diff import Change, Comparison, Course, event_changes
from sim.replay.log import LogReader
from sim.report.lines import Line
from sim.report.replay.parting import (
    Differing,
    difference_lines,
    differing,
    event_lines,
    place_words,
)
from sim.report.replay.picture import parting_picture
from sim.report.words import ENDINGS, count, listed
from sim.rules.victory import is_lost, score_of
from sim.state.battle import BattleState


class End(msgspec.Struct, frozen=True, kw_only=True):
    """How a log ends: the winner null for a draw and while the battle is not over."""

    log: str
    events: int
    complete: bool
    round: int
    termination: str | None
    winner: str | None
    score: dict[str, float]
    lost: dict[str, tuple[str, ...]]


class Diff(msgspec.Struct, frozen=True, kw_only=True):
    """The document of `replay diff --json`; a is the first log, b the second.

    `event` is the first in which they differ, null if they are the same to the end; null among
    the events stands for a log that is at its end there. `state` is what differs behind that event,
    `turn` at the end of its player turn.
    """

    format: Literal["skirmish-sim/diff"] = "skirmish-sim/diff"
    format_version: Literal[1] = 1
    same: bool
    header: tuple[Differing, ...]
    event: int | None
    when: str | None
    a: dict[str, Any] | None
    b: dict[str, Any] | None
    events: tuple[Differing, ...]
    state: tuple[Differing, ...]
    turn: tuple[Differing, ...]
    ends: tuple[End, End]
    warnings: tuple[str, ...]


def diff_document(found: Comparison) -> Diff:
    """The document of a comparison."""
    return Diff(
        same=found.number is None and not found.header,
        header=differing(found.header),
        event=found.number,
        when=None if found.number is None else place_words(found.a.before),
        a=_event(found.a),
        b=_event(found.b),
        events=differing(_event_changes(found)),
        state=differing(found.state),
        turn=differing(found.turn),
        ends=(_end(found.a), _end(found.b)),
        warnings=tuple(warnings_of(found)),
    )


def warnings_of(found: Comparison) -> Iterator[str]:
    """What is wrong with the logs themselves."""
    for log in (found.a.log, found.b.log):
        yield from log.skipped
        if log.cut_off is not None:
            yield log.cut_off


def _event(course: Course) -> dict[str, Any] | None:
    if course.line is None:
        return None
    line: dict[str, Any] = msgspec.json.decode(course.line.line)
    return line


def _event_changes(found: Comparison) -> tuple[Change, ...]:
    if found.a.line is None or found.b.line is None:
        return ()
    return event_changes(found.a.line.event, found.b.line.event)


def _end(course: Course) -> End:
    state = course.last
    sides, outcome = [str(side.id) for side in state.roster.sides], state.outcome
    winner = None if outcome is None or outcome.winner is None else sides[outcome.winner]
    return End(
        log=str(course.log.path),
        events=course.events,
        complete=outcome is not None,
        round=state.round,
        termination=None if outcome is None else outcome.termination,
        winner=winner,
        score=dict(zip(sides, score_of(state), strict=True)),
        lost={name: _lost(state, number) for number, name in enumerate(sides)},
    )


def _lost(state: BattleState, side: int) -> tuple[str, ...]:
    forces = state.roster.forces[side]
    return tuple(str(state.spec(unit).id) for unit in forces if is_lost(state, unit))


def diff_lines(found: Comparison) -> Iterator[Line]:
    """What two logs differ in: their headers, the event where they part, the ends."""
    a, b = found.a, found.b
    heads = _names(a.log, b.log)
    if found.header:
        yield Line("the headers differ", "phase")
        yield from difference_lines(found.header, heads)
        yield Line("")
    if found.number is None:
        yield Line(f"the same battle: {count(a.events, 'event')}, each alike", "good")
        return
    yield Line(f"they part at event {found.number}, {place_words(a.before)}", "title")
    for head, course in zip(heads, (a, b), strict=True):
        event = None if course.line is None else course.line.event
        yield from event_lines(head, course.before, event, _ending(course))
    yield from difference_lines((*_event_changes(found), *found.state), heads)
    if found.turn and found.turn != found.state:
        yield Line("")
        yield Line("what differs at the end of that player turn", "phase")
        yield from difference_lines(found.turn, heads)
    yield Line("")
    yield Line("how they end", "phase")
    for head, course in zip(heads, (a, b), strict=True):
        yield from _end_lines(head, _end(course))
    yield from difference_lines(tuple(_fates(a.last, b.last)), heads)


def diff_picture(found: Comparison) -> str:
    """The table of the second log where they part, and marked what the first has elsewhere.

    Raises `UsageError` for logs that do not part, or are of other forces.
    """
    a, b = found.a.after, found.b.after
    if found.number is None:
        raise UsageError("the logs do not part, so there is nothing to draw")
    if [spec.id for spec in a.roster.units] != [spec.id for spec in b.roster.units]:
        raise UsageError("the logs are of other forces, and have no common picture")
    first, second = _names(found.a.log, found.b.log)
    title = f"{b.roster.name}: {second} parts from {first} at event {found.number}"
    return parting_picture(b, a, title, first)


def _names(a: LogReader, b: LogReader) -> tuple[str, str]:
    """What the two logs are called: by their files' names, where those tell them apart."""
    if a.path.name != b.path.name:
        return a.path.name, b.path.name
    return f"a: {a.path.name}", f"b: {b.path.name}"


def _end_lines(head: str, end: End) -> Iterator[Line]:
    verdict = f"not over in round {end.round}"
    if end.termination is not None:
        verdict = f"{end.winner} wins" if end.winner else "a draw"
        verdict += f" in round {end.round} ({ENDINGS[end.termination]})"
    score = listed(f"{side} {points:g}" for side, points in end.score.items())
    lost = listed(f"{side} lost {len(names)}" for side, names in end.lost.items())
    yield Line(f"{head}: {verdict}; points: {score}; {lost}", indent=2)


def _ending(course: Course) -> str:
    """What is said of a log that has no event where the other has one."""
    return "the log is at its end" if course.log.cut_off is None else "the log is cut off here"


def _fates(a: BattleState, b: BattleState) -> Iterator[Change]:
    """Which units and guns fared otherwise, a row each."""
    first, second = dict(_fates_of(a)), dict(_fates_of(b))
    for who in dict.fromkeys([*first, *second]):
        if first.get(who) != second.get(who):
            yield Change("", who, first.get(who), second.get(who))


def _fates_of(state: BattleState) -> Iterator[tuple[str, str]]:
    """What became of each unit and gun, and when."""
    for spec, unit in zip(state.roster.units, state.units, strict=True):
        when = f" in round {unit.fate_round}" if unit.fate_round else ""
        yield spec.id, f"{unit.fate}{when}"
    for gun_spec, gun in zip(state.roster.guns, state.guns, strict=True):
        yield f"gun {gun_spec.id}", gun.fate
