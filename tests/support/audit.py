"""What must hold after every event of every battle, and dice that allow no name twice."""

from sim.dice import Dice, KeyedDice, Table, Throw
from sim.geometry.footprints import Footprint, overlaps, within_table
from sim.state.battle import BattleState
from sim.state.events import (
    AttackEvent,
    Event,
    HitResolved,
    OrderGiven,
    PhaseStarted,
    UnitDestroyed,
    UnitMoved,
)
from sim.state.orders import Fire, Move
from sim.state.roster import NOBODY


class AuditedDice:
    """Keyed dice that fail when a throw is asked for twice by the same name."""

    def __init__(self, inner: Dice, names: set[tuple[object, ...]] | None = None, scene: str = ""):
        self._inner = inner
        self._scene = scene
        self.names = set() if names is None else names

    @classmethod
    def of(cls, seed: int) -> "AuditedDice":
        return cls(KeyedDice(seed))

    def at(self, round_number: int, turn: int, phase: str) -> "AuditedDice":
        scene = f"{round_number}/{turn}/{phase}"
        return AuditedDice(self._inner.at(round_number, turn, phase), self.names, scene)

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,
        unit: str,
        weapon: str = "",
        target: str = "",
        occurrence: int = 0,
    ) -> tuple[Throw, ...]:
        name = (self._scene, purpose, unit, weapon, target, occurrence)
        assert name not in self.names, f"thrown twice: {name}"
        self.names.add(name)
        return self._inner.throw(table, count, purpose, unit, weapon, target, occurrence)


class Watch:
    """A sink that checks every event and every state as they come."""

    def __init__(self, start: BattleState):
        self.before = start
        self.events = 0
        self._ordered: list[str] = []

    def __call__(self, event: Event, state: BattleState) -> None:
        self.events += 1
        self._check_actors(event)
        if isinstance(event, PhaseStarted):
            self._ordered.clear()
        if isinstance(event, OrderGiven) and isinstance(event.order, Move | Fire):
            assert event.order.unit not in self._ordered, f"{event.order.unit} acts twice"
            self._ordered.append(event.order.unit)
        if isinstance(event, UnitMoved):
            check_table(state)
        self.before = state

    def _check_actors(self, event: Event) -> None:
        """Nobody who is destroyed acts, hits, or is destroyed again."""
        if isinstance(event, AttackEvent | UnitMoved | UnitDestroyed):
            assert self._is_alive(event.unit), f"{event.unit} is dead: {event}"
        if isinstance(event, HitResolved) and event.result != "lost":
            assert self._is_alive(event.target), f"{event.target} is dead: {event}"

    def _is_alive(self, unit: str) -> bool:
        return self.before.units[self.before.roster.unit_index[unit]].alive


def bases(state: BattleState) -> list[tuple[str, Footprint]]:
    """Everything that takes room: living units, wrecks, guns without a crew."""
    specs = state.roster.units
    units = [
        (spec.id, row.footprint)
        for spec, row in zip(specs, state.units, strict=True)
        if row.alive or (row.fate == "destroyed" and spec.is_vehicle)
    ]
    guns = [
        (spec.id, gun.footprint)
        for spec, gun in zip(state.roster.guns, state.guns, strict=True)
        if gun.fate == "intact" and gun.crew == NOBODY
    ]
    return units + guns


def check_table(state: BattleState) -> None:
    """No base overlaps another, and none leaves the table (HR-14).

    The crew that just left its gun is still on it until it has moved away.
    """
    world = state.roster.world
    standing = bases(state)
    for number, (name, base) in enumerate(standing):
        assert within_table(base, world.width, world.height), f"{name} is off the table: {base}"
        for other, other_base in standing[:number]:
            assert not overlaps(base, other_base), f"{name} overlaps {other}"
