"""Taking down a battle from its log, event by event, as a page embeds it."""

from collections.abc import Hashable, Iterator, Mapping
from typing import Any, Generic, TypeVar

from sim.replay.fold import kind_of, scenario_of, states_along
from sim.replay.log import LogReader
from sim.report.cast import read_cast
from sim.report.lines import Line
from sim.report.page.document import Chapter, Document, EventEntry, Step, Throw
from sim.report.page.patches import Rows, changes, rows_of
from sim.report.page.scenery import scenery_of
from sim.report.page.shots import Shot, shot_of
from sim.report.replay.why import explain
from sim.report.words import count
from sim.rules.clauses import load_clauses
from sim.state.battle import BattleState
from sim.state.events import (
    AttackEvent,
    Event,
    HitResolved,
    LeadershipTested,
    TerrainTested,
    UnitMoved,
)
from sim.state.orders import NameTargets
from sim.state.rolls import Roll

Value = TypeVar("Value", bound=Hashable)
Attack = tuple[str, str, str]

_NAMES = ("unit", "target", "by", "gun")


class Pool(Generic[Value]):
    """Values numbered in the order in which they first come."""

    def __init__(self) -> None:
        self._numbers: dict[Value, int] = {}

    def number(self, value: Value) -> int:
        """The number of a value."""
        return self._numbers.setdefault(value, len(self._numbers))

    def values(self) -> tuple[Value, ...]:
        """All values in their order."""
        return tuple(self._numbers)


class Scribe:
    """Takes down a battle event by event, from its first state on."""

    def __init__(self, start: BattleState):
        self._start = start
        self._lines: Pool[Line] = Pool()
        self._shots: Pool[Shot] = Pool()
        self._events: list[EventEntry] = []
        self._chapters: list[Chapter] = []
        self._lost: list[Step] = []
        self._points: list[Step] = []
        self._aimed: dict[Attack, int] = {}
        self._drawn: dict[Hashable, int] = {}

    def take(self, event: Event, before: BattleState, after: BattleState) -> None:
        """Take down an event with the states around it."""
        patch, inverse = changes(before, after)
        self._events.append(
            EventEntry(
                kind=kind_of(event),
                lines=tuple(self._lines.number(line) for line in explain(before, event)),
                units=tuple(dict.fromkeys(units_of(event, self._start.roster.unit_index))),
                patch=patch,
                inverse=inverse,
                throws=tuple(_throw(roll) for roll in getattr(event, "rolls", ())),
                shot=self._shot(event, before),
                path=event.path if isinstance(event, UnitMoved) else (),
                result=result_of(event),
            )
        )
        self._keep_time(after)
        self._keep_score(patch)

    def _shot(self, event: Event, before: BattleState) -> int | None:
        """The attack that an event is part of; hits belong to the one that made them."""
        match event:
            case AttackEvent():
                number = self._attack(event, before)
                self._aimed[event.unit, event.weapon, event.target] = number
                return number
            case HitResolved():
                return self._aimed.get((event.unit, event.weapon, event.target))
            case _:
                return None

    def _attack(self, event: AttackEvent, before: BattleState) -> int:
        """The number of an attack's shot; the same two in the same places are looked at once."""
        units, index = before.units, before.roster.unit_index
        stances = units[index[event.unit]].stance, units[index[event.target]].stance
        key = (type(event), event.unit, event.weapon, event.target, *stances, before.obstacles)
        if key not in self._drawn:
            self._drawn[key] = self._shots.number(shot_of(before, event))
        return self._drawn[key]

    def _keep_time(self, after: BattleState) -> None:
        now = (after.round, after.active, after.phase)
        if not self._chapters or self._chapters[-1][1:] != now:
            self._chapters.append((len(self._events), *now))
            self._aimed.clear()

    def _keep_score(self, patch: Rows) -> None:
        battle = patch.get("battle", {})
        for name, steps in (("lost", self._lost), ("points", self._points)):
            if name in battle:
                steps.append((len(self._events), *battle[name]))

    def document(self, log: LogReader) -> Document:
        """All that was taken down, once the log has been read."""
        cast = read_cast(log.header.scenario)
        return Document(
            name=cast.name,
            description=cast.description or "",
            program_version=log.header.program_version,
            seed=log.header.seed,
            rounds=cast.rounds,
            warnings=(*log.skipped, *filter(None, [log.cut_off])),
            scenery=scenery_of(self._start, log.header.players),
            start=rows_of(self._start),
            events=tuple(self._events),
            chapters=tuple(self._chapters),
            lost=tuple(self._lost),
            points=tuple(self._points),
            lines=self._lines.values(),
            shots=self._shots.values(),
            clauses={str(clause.id): clause.title for clause in load_clauses().values()},
        )


def document_of(log: LogReader) -> Document:
    """All of a log's battle, as far as the log goes; raises `LogError` for damage."""
    scribe = Scribe(scenario_of(log).start)
    for line, before, after in states_along(log):
        scribe.take(line.event, before, after)
    return scribe.document(log)


def units_of(event: Event, index: Mapping[str, int]) -> Iterator[int]:
    """The units that take part in an event; a gun stands for its own crew."""
    names: list[Any] = [getattr(event, name, None) for name in _NAMES]
    names += getattr(event, "units", ())
    order = getattr(event, "order", None)
    if isinstance(order, NameTargets):
        names += [named.unit for named in order.units]
    elif order is not None:
        names += [getattr(order, "unit", None), getattr(order, "target", None)]
    return (index[name] for name in names if name in index)


def result_of(event: Event) -> str:
    """What came of the dice of an event, in a word; nothing for one without."""
    match event:
        case AttackEvent():
            return count(event.hits, "hit")
        case HitResolved():
            return event.result
        case LeadershipTested() | TerrainTested():
            return "passed" if event.passed else "failed"
        case _:
            return ""


def _throw(roll: Roll) -> Throw:
    return Throw(roll.purpose, roll.faces, roll.result, roll.need)
