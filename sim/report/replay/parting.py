"""What shows where two courses of a battle part: the event of each, and what differs after it."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from sim.replay.diff import Change
from sim.report.lines import Line, printable
from sim.report.replay.why import explain, headline
from sim.report.tables import table
from sim.report.words import PHASES
from sim.state.battle import BattleState
from sim.state.events import Event

_LONGEST = 24
_LEAD = 6
_MOST_ROWS = 40
_SINGLE = ("header", "event", "")


class Differing(msgspec.Struct, frozen=True):
    """One thing in which two battles differ: whose and which it is, and both values."""

    who: str
    field: str
    a: Any
    b: Any


def differing(changes: Iterable[Change]) -> tuple[Differing, ...]:
    """Changes as a document has them."""
    return tuple(Differing(change.who, change.field, change.a, change.b) for change in changes)


def place_words(state: BattleState) -> str:
    """When a state is: `round 2, Shooting of red`."""
    side = state.roster.sides[state.active].id
    return f"round {state.round}, {PHASES[state.phase]} of {side}"


def event_lines(
    head: str, before: BattleState, event: Event | None, nothing: str
) -> Iterator[Line]:
    """One of two events that should be the same, in words."""
    yield Line(f"{head}:", indent=2)
    if event is None:
        yield Line(nothing, "detail", 4)
        return
    for line in tuple(headline(before, event)) or explain(before, event):
        yield line._replace(indent=line.indent + 4)


def difference_lines(changes: Sequence[Change], heads: tuple[str, str]) -> Iterator[Line]:
    """A table of what differs, a row each; of very many the first."""
    if not changes:
        return
    rows = [(_name(change), *_values(change.a, change.b)) for change in changes[:_MOST_ROWS]]
    yield from table(("", *heads), rows)
    if len(changes) > _MOST_ROWS:
        yield Line(f"and {len(changes) - _MOST_ROWS} more (--json has all)", "detail", 2)


def _name(change: Change) -> str:
    """Whose and what it is; of a long path the end."""
    text = change.field if change.who in _SINGLE else f"{change.who} {change.field}"
    text = printable(text)
    return text if len(text) <= _LONGEST else f"…{text[1 - _LONGEST :]}"


def _values(a: Any, b: Any) -> tuple[str, str]:
    """Two values in short; of long ones from a little before where they differ."""
    first, second = _value(a), _value(b)
    shown = _shortened(first), _shortened(second)
    if first == second or shown[0] != shown[1]:
        return shown
    pairs = enumerate(zip_longest(first, second))
    start = next(place for place, (one, other) in pairs if one != other) - _LEAD
    return _shortened(f"…{first[start:]}"), _shortened(f"…{second[start:]}")


def _value(value: Any) -> str:
    """A value as the log writes it."""
    if isinstance(value, str):
        return printable(value) or "none"
    if value is None or isinstance(value, bool):
        return {None: "none", True: "yes", False: "no"}[value]
    if isinstance(value, float):
        return f"{value:.8g}"
    return printable(msgspec.json.encode(value).decode())


def _shortened(text: str) -> str:
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"
