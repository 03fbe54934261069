"""Counting over a battle: losses, fire by weapon, inches moved, turns spent suppressed, luck."""

from collections import Counter
from pathlib import Path
from typing import Literal

import msgspec

from sim.replay.fold import Moment, states_along
from sim.replay.log import LogReader
from sim.report.replay.luck import THROWS, Luck, Tally, Throw
from sim.report.words import path_length
from sim.rules.victory import started
from sim.state.battle import BattleState
from sim.state.events import (
    AttackEvent,
    Event,
    GunDestroyed,
    HitResolved,
    TurnEnded,
    UnitMoved,
)

_STATES = ("suppressed", "broken", "stunned")
_EFFECTS = ("destroyed", "broken", "stunned")
_ORDER: tuple[Throw, ...] = ("to_hit", "to_wound", "save", "leadership", "terrain")


class WeaponStats(msgspec.Struct, frozen=True, kw_only=True):
    """What one kind of weapon of a side did; `expected` hits by the needs of its dice.

    A vehicle in Melee has no weapon: the empty name.
    """

    weapon: str
    attacks: int
    dice: int
    hits: int
    expected: float
    destroyed: int
    broken: int
    stunned: int


class UnitStats(msgspec.Struct, frozen=True, kw_only=True):
    """A unit: inches moved, dice, hits, what it destroyed, player turns that ended in a state."""

    side: str
    profile: str
    battles: int
    alive: int
    inches: float
    dice: int
    hits: int
    expected: float
    destroyed: int
    turns: int
    suppressed: int
    broken: int
    stunned: int


class SideStats(msgspec.Struct, frozen=True, kw_only=True):
    """A side: what became of its units, what it moved, its weapons, and its luck.

    `all` of the luck counts every die that served whoever threw it.
    """

    players: tuple[str, ...]
    battles: int
    unfinished: int
    won: int
    units: int
    destroyed: int
    routed: int
    exited: int
    guns_destroyed: int
    inches: float
    suppressed: int
    weapons: tuple[WeaponStats, ...]
    luck: dict[str, Luck]


class ReplayStats(msgspec.Struct, frozen=True, kw_only=True):
    """The document of `replay stats --json`: all logs counted together, by side and by unit."""

    format: Literal["skirmish-sim/replay-stats"] = "skirmish-sim/replay-stats"
    format_version: Literal[1] = 1
    logs: tuple[str, ...]
    events: int
    comparisons: int
    sides: dict[str, SideStats]
    units: dict[str, UnitStats]
    warnings: tuple[str, ...]


class _Side:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.players: dict[str, None] = {}
        self.inches = 0.0
        self.luck: dict[Throw, Tally] = {}
        self.weapons: dict[str, _Arm] = {}


class _Arm:
    def __init__(self) -> None:
        self.counts: Counter[str] = Counter()
        self.dice = Tally()


class _Unit:
    def __init__(self, side: str, profile: str) -> None:
        self.side, self.profile = side, profile
        self.counts: Counter[str] = Counter()
        self.inches = 0.0
        self.dice = Tally()


class Counting:
    """Counts over any number of battles; sides and units of one name are counted together."""

    def __init__(self) -> None:
        self._sides: dict[str, _Side] = {}
        self._units: dict[str, _Unit] = {}
        self._logs: list[str] = []
        self._events = 0
        self._warnings: list[str] = []

    def read(self, path: Path, *, lenient: bool = False) -> None:
        """Count a log; raises `LogError` for damage."""
        log = LogReader(path, lenient=lenient)
        last: Moment | None = None
        for moment in states_along(log):
            if last is None:
                self._begin(moment.before, log)
            last = moment
            self._take(moment)
        self._logs.append(str(path))
        self._warnings += [*log.skipped, *([log.cut_off] if log.cut_off else [])]
        if last is not None:
            self._end(last.after)

    def _begin(self, start: BattleState, log: LogReader) -> None:
        for side in start.roster.sides:
            entry = self._sides.setdefault(side.id, _Side())
            entry.players[log.header.players.get(side.id, "nobody")] = None
            entry.counts["battles"] += 1
        for spec in start.roster.units:
            side_id = start.roster.sides[spec.side].id
            unit = self._units.setdefault(spec.id, _Unit(side_id, spec.profile))
            unit.counts["battles"] += 1

    def _end(self, state: BattleState) -> None:
        for spec, row in zip(state.roster.units, state.units, strict=True):
            side = self._sides[state.roster.sides[spec.side].id]
            if started(state, spec.index):
                side.counts["units"] += 1
                side.counts[row.fate] += 1
            self._units[spec.id].counts["alive"] += row.alive
        for number, name in enumerate(state.roster.sides):
            counts = self._sides[name.id].counts
            counts["unfinished"] += state.outcome is None
            counts["won"] += state.outcome is not None and state.outcome.winner == number

    def _take(self, moment: Moment) -> None:
        self._events += 1
        event, state = moment.line.event, moment.before
        match event:
            case AttackEvent():
                self._attack(event)
            case HitResolved():
                self._hit(event)
            case UnitMoved():
                length = path_length(event.path)
                self._units[event.unit].inches += length
                self._side_of(event.unit).inches += length
            case GunDestroyed():
                spec = state.roster.guns[state.roster.gun_index[event.gun]]
                self._sides[state.roster.sides[spec.side].id].counts["guns"] += 1
            case TurnEnded():
                self._turn(moment.after)
            case _:
                pass
        self._count_rolls(event)

    def _side_of(self, unit: str) -> _Side:
        return self._sides[self._units[unit].side]

    def _attack(self, event: AttackEvent) -> None:
        arm = self._side_of(event.unit).weapons.setdefault(event.weapon, _Arm())
        unit = self._units[event.unit]
        arm.counts["attacks"] += 1
        for counts in (arm.counts, unit.counts):
            counts["dice"] += event.dice
            counts["hits"] += event.hits
        for roll in event.rolls:
            arm.dice.add(roll)
            unit.dice.add(roll)

    def _hit(self, event: HitResolved) -> None:
        arm = self._side_of(event.unit).weapons.setdefault(event.weapon, _Arm())
        if event.result in _EFFECTS:
            arm.counts[event.result] += 1
            self._units[event.unit].counts[f"made_{event.result}"] += 1

    def _turn(self, state: BattleState) -> None:
        """The end of a player turn: who lives through it in which state."""
        for spec, row in zip(state.roster.units, state.units, strict=True):
            if row.alive:
                unit = self._units[spec.id]
                unit.counts["turns"] += 1
                for name in _STATES:
                    unit.counts[name] += getattr(row, name)
                self._sides[unit.side].counts["suppressed"] += row.suppressed

    def _count_rolls(self, event: Event) -> None:
        """The rolls of an event, for the side that throws them: who is hit throws its saves."""
        for roll in getattr(event, "rolls", ()):
            throw = THROWS.get(roll.purpose)
            if throw is not None:
                is_save = throw == "save" and isinstance(event, HitResolved)
                thrower: str = getattr(event, "target" if is_save else "unit")
                self._side_of(thrower).luck.setdefault(throw, Tally()).add(roll)

    def stats(self) -> ReplayStats:
        """Everything that was counted."""
        sides = {name: _side_stats(side) for name, side in self._sides.items()}
        return ReplayStats(
            logs=tuple(self._logs),
            events=self._events,
            comparisons=sum(len(side.luck) for side in sides.values()),
            sides=sides,
            units={name: _unit_stats(unit) for name, unit in self._units.items()},
            warnings=tuple(self._warnings),
        )


def _side_stats(side: _Side) -> SideStats:
    counts = side.counts
    return SideStats(
        players=tuple(side.players),
        battles=counts["battles"],
        unfinished=counts["unfinished"],
        won=counts["won"],
        units=counts["units"],
        destroyed=counts["destroyed"],
        routed=counts["routed"],
        exited=counts["exited"],
        guns_destroyed=counts["guns"],
        inches=round(side.inches, 3),
        suppressed=counts["suppressed"],
        weapons=tuple(_weapon_stats(name, arm) for name, arm in sorted(side.weapons.items())),
        luck=_luck(side),
    )


def _luck(side: _Side) -> dict[str, Luck]:
    """The luck of a side by sort of throw, and of all its dice; nothing without dice."""
    every = Tally()
    for tally in side.luck.values():
        every.merge(tally)
    luck: dict[str, Luck] = {name: side.luck[name].luck() for name in _ORDER if name in side.luck}
    return luck | {"all": every.luck()} if luck else {}


def _weapon_stats(name: str, arm: _Arm) -> WeaponStats:
    counts = arm.counts
    return WeaponStats(
        weapon=name,
        attacks=counts["attacks"],
        dice=counts["dice"],
        hits=counts["hits"],
        expected=_expected_hits(arm.dice, counts),
        destroyed=counts["destroyed"],
        broken=counts["broken"],
        stunned=counts["stunned"],
    )


def _expected_hits(dice: Tally, counts: Counter[str]) -> float:
    """The hits to be expected; blows that hit by themselves are certain (BW-26)."""
    luck = dice.luck()
    return round(luck.expected + counts["dice"] - luck.rolls, 4)


def _unit_stats(unit: _Unit) -> UnitStats:
    counts = unit.counts
    return UnitStats(
        side=unit.side,
        profile=unit.profile,
        battles=counts["battles"],
        alive=counts["alive"],
        inches=round(unit.inches, 3),
        dice=counts["dice"],
        hits=counts["hits"],
        expected=_expected_hits(unit.dice, counts),
        destroyed=counts["made_destroyed"],
        turns=counts["turns"],
        suppressed=counts["suppressed"],
        broken=counts["broken"],
        stunned=counts["stunned"],
    )
