"""How far it is to a goal, and where a unit can come to in one move: by cells, worked out once.

A cell is a square of 2 inches; ways over cells are estimates, and the rules decide on the path.
"""

from array import array
from collections.abc import Iterable, Sequence
from math import ceil
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.battlefield.paths import Mover, Reach, assess_course, barrier_across, going_near, reach
from sim.battlefield.world import Memo, World
from sim.geometry.boxes import box_about
from sim.geometry.lattice import reachable
from sim.geometry.segments import Point
from sim.state.roster import Edge

CELL = 2
"""The side of a cell in inches."""

FAR = 250
"""Inches of a way that is not known."""

_STEPS = 10
_KEPT_WAYS = 4096


class Places(NamedTuple):
    """The cells that a unit can come to, by their nearest nodes, and a node in each."""

    cells: Sequence[int]
    numbers: Sequence[int]
    found: Reach


class Travel:
    """Ways over one world, by cells row by row from its bottom left."""

    def __init__(self, world: World):
        self.columns = max(ceil(world.width / CELL), 1)
        self.rows = max(ceil(world.height / CELL), 1)
        self.world = world
        self._links: dict[Mover, _Links] = {}
        self._ways = Memo(_KEPT_WAYS)

    def cell_at(self, x: float, y: float) -> int:
        """The cell of a point; the nearest one for a point off the table."""
        column = min(max(int(x) // CELL, 0), self.columns - 1)
        return min(max(int(y) // CELL, 0), self.rows - 1) * self.columns + column

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        row, column = divmod(cell, self.columns)
        return column * CELL + CELL / 2, row * CELL + CELL / 2

    def centres(self, cells: NDArray[np.intp]) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
        """The middles of many cells, their places across and up."""
        return cells % self.columns * CELL + CELL // 2, cells // self.columns * CELL + CELL // 2

    def cells_along(self, edge: Edge) -> tuple[int, ...]:
        """The cells along an edge of the table."""
        count = self.columns * self.rows
        cells = {
            "bottom": range(self.columns),
            "top": range(count - self.columns, count),
            "left": range(0, count, self.columns),
            "right": range(self.columns - 1, count, self.columns),
        }
        return tuple(cells[edge])

    def inches(self, mover: Mover, goal: tuple[int, ...]) -> bytes:
        """Inches of movement from every cell to the nearest of the goal's cells, at most FAR."""
        key = mover, goal
        found: bytes | None = self._ways.get(key)
        if found is None:
            if mover not in self._links:
                self._links[mover] = _Links(self, mover)
            links = self._links[mover]
            seeds = [(cell, 0) for cell in goal]
            reached = reachable(links.__getitem__, seeds, (FAR - 1) * _STEPS)
            inches = bytearray([FAR]) * (self.columns * self.rows)
            for cell, cost in reached.costs.items():
                inches[cell] = cost // _STEPS
            found = self._ways.keep(key, bytes(inches))
        return found

    def places(self, mover: Mover, start: Point, inches: float) -> Places:
        """Where a mover can come from a place with so many inches.

        Of the nodes in a cell that is the one in its middle, else the nearest.
        """
        found = reach(self.world, mover, start, inches)
        rows, columns = np.divmod(np.array(found.nodes, np.intp), found.columns)
        is_on = (rows < self.rows * CELL) & (columns < self.columns * CELL)
        numbers = np.flatnonzero(is_on)
        cells = (rows // CELL * self.columns + columns // CELL)[numbers]
        reached = cells[np.sort(np.unique(cells, return_index=True)[1])]
        best = np.zeros(self.columns * self.rows, np.intp)
        best[cells[::-1]] = numbers[::-1]
        in_middle = ((rows % CELL > 0) & (columns % CELL > 0))[numbers]
        best[cells[in_middle]] = numbers[in_middle]
        return Places(array("i", reached.tolist()), array("i", best[reached].tolist()), found)


class _Links(dict[int, tuple[tuple[int, int], ...]]):
    """The cells beside each that a mover can go to, with their costs in parts of an inch."""

    def __init__(self, travel: Travel, mover: Mover):
        super().__init__()
        self._travel = travel
        self._mover = mover

    def __missing__(self, cell: int) -> tuple[tuple[int, int], ...]:
        links = self[cell] = tuple(self._legs(cell))
        return links

    def _legs(self, cell: int) -> Iterable[tuple[int, int]]:
        travel, mover = self._travel, self._mover
        row, column = divmod(cell, travel.columns)
        here = travel.centre(cell)
        around = box_about((here,), CELL + mover.radius)
        going = going_near(travel.world.goings.of(mover.kind), around)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                is_on = 0 <= row + dy < travel.rows and 0 <= column + dx < travel.columns
                if (dx or dy) and is_on:
                    other = cell + dy * travel.columns + dx
                    there = travel.centre(other)
                    if not barrier_across(going, mover.radius, here, there):
                        cost = assess_course(going, mover, (here, there)).cost
                        yield other, int(cost * _STEPS + 0.5)


def travel_of(world: World) -> Travel:
    """The ways over a world; they lie in its memo."""
    found: Travel | None = world.memo.lasting.get("travel")
    if found is None:
        found = world.memo.lasting["travel"] = Travel(world)
    return found
