"""Where two logs part: what their headers differ in, the first event, the states, the ends."""

from collections.abc import Iterator, Mapping
from itertools import zip_longest
from typing import Any

import msgspec

from sim.replay.codec import Header
from sim.replay.fold import Moment, scenario_of, states_along
from sim.replay.log import LogLine, LogReader
from sim.state.battle import BattleState, Gun, Unit
from sim.state.events import BattleEnded, Event, TurnEnded

_UNIT_FIELDS = tuple(name for name in Unit.__struct_fields__ if name not in ("footprint", "stance"))
_CROWDS = ("acted", "fired", "wounded", "fallen")
_TURN_OVER = (TurnEnded, BattleEnded)


class Change(msgspec.Struct, frozen=True):
    """One thing in which two states or headers differ: whose, which, and both values."""

    who: str
    field: str
    a: Any
    b: Any


class Course(msgspec.Struct, frozen=True):
    """One of two logs: its event where they part, the states around it, and its last state.

    `line` is None where the log is at its end; `turn` is the state at the end of the player turn
    in which they part, None where the log does not go so far.
    """

    log: LogReader
    line: LogLine | None
    before: BattleState
    after: BattleState
    turn: BattleState | None
    last: BattleState
    events: int


class Comparison(msgspec.Struct, frozen=True):
    """Two logs compared; `number` is the first event in which they differ, None if none.

    `state` is what differs behind that event, `turn` at the end of its player turn.
    """

    header: tuple[Change, ...]
    number: int | None
    state: tuple[Change, ...]
    turn: tuple[Change, ...]
    a: Course
    b: Course


def compare(a: LogReader, b: LogReader) -> Comparison:
    """Two logs, event by event, and on to the ends of both; raises `LogError` for damage."""
    starts = scenario_of(a).start, scenario_of(b).start
    first, second = _Track(a, starts[0]), _Track(b, starts[1])
    for moments in zip_longest(states_along(a), states_along(b)):
        first.take(moments[0])
        second.take(moments[1])
        if first.parted is None and not _are_same(*moments):
            first.part(moments[0])
            second.part(moments[1])
    number = None if first.parted is None else first.parted.events
    one, other = first.course(), second.course()
    state = state_changes(one.after, other.after) if number else ()
    turn = state_changes(one.turn, other.turn) if one.turn and other.turn else ()
    return Comparison(header_changes(a.header, b.header), number, state, turn, one, other)


class _Track:
    """One log while it is compared."""

    def __init__(self, log: LogReader, start: BattleState):
        self.parted: Course | None = None
        self._log = log
        self._turn: BattleState | None = None
        self._state = start
        self._events = 0
        self._compared = 0

    def take(self, moment: Moment | None) -> None:
        """Go one event on, if there is one."""
        self._compared += self.parted is None
        if moment is not None:
            self._state = moment.after
            self._events += 1
        if self.parted is not None:
            self._note_turn(moment)

    def part(self, moment: Moment | None) -> None:
        """Note that the logs part here."""
        before = self._state if moment is None else moment.before
        line = None if moment is None else moment.line
        self.parted = self._course(line, before)
        self._note_turn(moment)

    def course(self) -> Course:
        """What there is to say of the log at its end."""
        parted = self.parted or self._course(None, self._state)
        return msgspec.structs.replace(
            parted, turn=self._turn, last=self._state, events=self._events
        )

    def _course(self, line: LogLine | None, before: BattleState) -> Course:
        return Course(self._log, line, before, self._state, None, self._state, self._compared)

    def _note_turn(self, moment: Moment | None) -> None:
        """Keep the state behind the first end of a turn that comes."""
        if self._turn is None and moment is not None and isinstance(moment.line.event, _TURN_OVER):
            self._turn = moment.after


def _are_same(a: Moment | None, b: Moment | None) -> bool:
    if a is None or b is None:
        return False
    return a.line.event == b.line.event and a.line.stamp == b.line.stamp


def header_changes(a: Header, b: Header) -> tuple[Change, ...]:
    """In what two headers differ, the scenario key by key."""
    fields = [msgspec.to_builtins(header) for header in (a, b)]
    for header in fields:
        header.pop("scenario_digest")
    return tuple(_differing("header", "", *fields))


def _differing(who: str, path: str, a: Any, b: Any) -> Iterator[Change]:
    """The leaves in which two documents differ, by their path."""
    if isinstance(a, Mapping) and isinstance(b, Mapping):
        for key in dict.fromkeys([*a, *b]):
            yield from _differing(who, _joined(path, key), a.get(key), b.get(key))
    elif isinstance(a, list | tuple) and isinstance(b, list | tuple) and len(a) == len(b):
        for number, (one, other) in enumerate(zip(a, b, strict=True)):
            yield from _differing(who, _joined(path, _name_of(one, number)), one, other)
    elif a != b:
        yield Change(who, path, a, b)


def _joined(path: str, key: str) -> str:
    return f"{path}.{key}" if path else key


def _name_of(entry: Any, number: int) -> str:
    """How a list's entry is spoken of: by its id if it has one."""
    return str(entry["id"]) if isinstance(entry, Mapping) and "id" in entry else str(number)


def event_changes(a: Event, b: Event) -> tuple[Change, ...]:
    """In what two events differ, field by field."""
    return tuple(_differing("event", "", msgspec.to_builtins(a), msgspec.to_builtins(b)))


def state_changes(a: BattleState, b: BattleState) -> tuple[Change, ...]:
    """In what two states differ: the clock and the marks, units, guns."""
    return tuple(_row_changes(_rows(a), _rows(b)))


def _row_changes(
    a: Mapping[str, Mapping[str, Any]], b: Mapping[str, Mapping[str, Any]]
) -> Iterator[Change]:
    for who in dict.fromkeys([*a, *b]):
        if who not in a or who not in b:
            yield Change(who, "present", who in a, who in b)
        else:
            yield from _differing(who, "", a[who], b[who])


def _rows(state: BattleState) -> dict[str, dict[str, Any]]:
    """A state as plain fields: the battle's, then each unit's with its marks, and each gun's."""
    specs = state.roster.units
    rows = {"battle": _battle_fields(state)}
    for spec, row in zip(specs, state.units, strict=True):
        rows[str(spec.id)] = _unit_fields(state, row) | _marks(state, spec.index)
    for gun_spec, gun in zip(state.roster.guns, state.guns, strict=True):
        rows[f"gun {gun_spec.id}"] = _gun_fields(state, gun)
    return rows


def _battle_fields(state: BattleState) -> dict[str, Any]:
    sides = state.roster.sides
    return {
        "round": state.round,
        "turn": state.turn,
        "active": str(sides[state.active].id),
        "phase": state.phase,
        "held": list(state.held),
        "outcome": msgspec.to_builtins(state.outcome),
    }


def _unit_fields(state: BattleState, row: Unit) -> dict[str, Any]:
    base = row.footprint
    fields: dict[str, Any] = {"x": base.x, "y": base.y, "facing": base.facing}
    fields |= {name: getattr(row, name) for name in _UNIT_FIELDS}
    fields["serves"] = None if row.serves < 0 else state.roster.guns[row.serves].id
    return fields


def _marks(state: BattleState, unit: int) -> dict[str, Any]:
    """Whether a unit is among those that have acted in the phase, fired, and so on."""
    return {name: bool(getattr(state, name) >> unit & 1) for name in _CROWDS}


def _gun_fields(state: BattleState, gun: Gun) -> dict[str, Any]:
    return {
        "x": gun.footprint.x,
        "y": gun.footprint.y,
        "facing": gun.footprint.facing,
        "fate": gun.fate,
        "crew": None if gun.crew < 0 else state.roster.units[gun.crew].id,
    }
