"""What is known of a world: its chart, and the rows of all pairings on it. A cache and no more."""

from collections.abc import Callable
from typing import NamedTuple

from sim.ai.tactician.chart import Chart
from sim.ai.tactician.menace import menace
from sim.ai.tactician.muster import Attacker, Target, attacker_of, fire_arc, target_of
from sim.ai.tactician.outlook import (
    FRONT_FEARED,
    FRONT_HOPED,
    Fear,
    Hope,
    Table,
    feared,
    hoped,
)
from sim.battlefield.world import World
from sim.geometry.vectors import facing_vector
from sim.state.battle import BattleState
from sim.state.profiles import ALL_ROUND

_KEPT_ROWS = 1 << 14
_ARC_STEP = 5
_NEAR = 0.01


class Stand(NamedTuple):
    """Where and as what a unit stands: a cell, and the numbers of its attacker and its target.

    `arc` is the facing in steps of 5 degrees of one that cannot fire all round, else -1.
    """

    cell: int
    attacker: int
    target: int
    arc: int


class Atlas:
    """The chart of a world, and everything that was worked out on it."""

    def __init__(self, world: World):
        self.chart = Chart(world)
        self.attackers: list[Attacker] = []
        self.targets: list[Target] = []
        self._numbers: dict[Attacker | Target, int] = {}
        self._tables: dict[tuple[str, int, int, float | None], Table] = {}
        self._rows: dict[tuple[str, int, int, int, int], int] = {}
        self._arcs: dict[tuple[int, int, float], int] = {}

    def stand(self, state: BattleState, unit: int) -> Stand:
        """Where and as what a unit stands now."""
        base = state.units[unit].footprint
        attacker = attacker_of(state, unit)
        arc = -1
        if fire_arc(attacker) < ALL_ROUND:
            arc = int(base.facing / _ARC_STEP + 0.5) % (360 // _ARC_STEP)
        return Stand(
            self.chart.grid.cell_at(base.x, base.y),
            self._number(attacker, self.attackers),
            self._number(target_of(state, unit), self.targets),
            arc,
        )

    def _number(self, kind: Attacker | Target, numbered: list) -> int:  # type: ignore[type-arg]
        found = self._numbers.get(kind)
        if found is None:
            found = self._numbers[kind] = len(numbered)
            numbered.append(kind)
        return found

    def danger(self, enemy: Stand, target: int) -> int:
        """What an enemy threatens to take from a target, in percent, wherever that stands."""
        key = "danger", enemy.cell, enemy.arc, enemy.attacker, target
        return self._rows.get(key) or self._keep(key, lambda: self._danger(enemy, target))

    def _danger(self, enemy: Stand, target: int) -> int:
        shown = self.chart.lookout(enemy.cell).shown
        row = _lanes(shown, self.table("feared", enemy.attacker, target))
        if enemy.arc < 0:
            return row
        arc = self._arc(enemy.cell, enemy.arc, fire_arc(self.attackers[enemy.attacker]))
        aside = _lanes(shown, self.table("feared_aside", enemy.attacker, target))
        return (row & arc) | (aside & ~arc)

    def promise(self, hope: Hope, attacker: int, enemy: Stand) -> int:
        """What an attacker can hope to take from an enemy, in percent, wherever it stands."""
        key = hope, enemy.cell, -1, attacker, enemy.target
        return self._rows.get(key) or self._keep(
            key,
            lambda: _lanes(
                self.chart.lookout(enemy.cell).showing, self.table(hope, attacker, enemy.target)
            ),
        )

    def _keep(self, key: tuple[str, int, int, int, int], make: Callable[[], int]) -> int:
        found = self._rows.get(key)
        if found is None:
            if len(self._rows) >= _KEPT_ROWS:
                self._rows.clear()
            found = self._rows[key] = make()
        return found

    def table(
        self, name: Hope | Fear, attacker: int, target: int, front: float | None = None
    ) -> Table:
        """A table of one pairing; `front` is the share of fire that meets a vehicle's Front."""
        key = name, attacker, target, front
        found = self._tables.get(key)
        if found is None:
            found = self._tables[key] = self._make_table(name, attacker, target, front)
        return found

    def _make_table(
        self, name: Hope | Fear, attacker: int, target: int, front: float | None
    ) -> Table:
        firer, struck = self.attackers[attacker], self.targets[target]
        if struck.vehicle is None:
            front = 1.0
        if name == "feared" or name == "feared_aside":
            share = FRONT_FEARED if front is None else front
            return feared(name, menace(firer, struck, share), firer.pace)
        return hoped(name, menace(firer, struck, FRONT_HOPED if front is None else front))

    def _arc(self, cell: int, arc: int, half_width: float) -> int:
        """Full lanes for the cells in a field of fire."""
        key = cell, arc, half_width
        found = self._arcs.get(key)
        if found is None:
            grid = self.chart.grid
            x, y = grid.centre(cell)
            ends = []
            for turn in (-half_width, half_width):
                sine, cosine = facing_vector(arc * _ARC_STEP + turn)
                ends.append((x + _NEAR * sine, y + _NEAR * cosine))
            bits = grid.wedge((x, y), *ends)
            found = self._arcs[key] = grid.wide_lanes(bits)
        return found


def _lanes(row: bytes, table: Table) -> int:
    return int.from_bytes(row.translate(table), "little")
