"""How far it is to a goal, and where a unit can come to in one move: by cells, worked out once."""

from array import array
from collections.abc import Iterable
from typing import NamedTuple

from sim.ai.tactician.grid import CELL, Grid
from sim.battlefield.going import MoverClass
from sim.battlefield.paths import Mover, assess_course, barrier_across, reach
from sim.battlefield.world import World
from sim.geometry.lattice import Node, reachable
from sim.geometry.segments import Point

FAR = 250
"""Inches of a way that is not known."""

_STEPS = 10
_KEPT = 4096
_MOVERS: dict[MoverClass, Mover] = {
    "infantry": Mover("infantry", 0.75, 4 / 3, 0.75, 2.0),
    "gun": Mover("gun", 0.75, 2.0, 0.75, 2.0),
    "vehicle": Mover("vehicle", 1.0, 2.0, 0.75, 2.0),
}
"""Movers by the usual numbers; ways over cells are estimates in any case."""


class Places(NamedTuple):
    """The cells that a unit can come to, the nearest first, and a node of the lattice in each."""

    cells: "array[int]"
    nodes: "array[int]"


class Travel:
    """Ways over one world."""

    def __init__(self, world: World, grid: Grid):
        self._world = world
        self._grid = grid
        self._links: dict[tuple[MoverClass, int], tuple[tuple[int, int], ...]] = {}
        self._ways: dict[tuple[MoverClass, tuple[int, ...]], bytes] = {}
        self._places: dict[tuple[Mover, Point, float], Places] = {}

    def inches(self, kind: MoverClass, goal: tuple[int, ...]) -> bytes:
        """Inches of movement from every cell to the nearest of the goal's cells, at most FAR."""
        found = self._ways.get((kind, goal))
        if found is None:
            reached = reachable(
                lambda cell: self._neighbours(kind, cell),
                [(cell, 0) for cell in goal],
                FAR * _STEPS,
            )
            inches = bytearray([FAR]) * self._grid.count
            for cell, cost in reached.costs.items():
                inches[cell] = cost // _STEPS
            found = self._ways[kind, goal] = bytes(inches)
        return found

    def _neighbours(self, kind: MoverClass, cell: int) -> tuple[tuple[int, int], ...]:
        found = self._links.get((kind, cell))
        if found is None:
            found = self._links[kind, cell] = tuple(self._legs(kind, cell))
        return found

    def _legs(self, kind: MoverClass, cell: int) -> Iterable[tuple[int, int]]:
        mover, going, grid = _MOVERS[kind], self._world.goings.of(kind), self._grid
        row, column = divmod(cell, grid.columns)
        here = grid.centre(cell)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                if (dx or dy) and 0 <= row + dy < grid.rows and 0 <= column + dx < grid.columns:
                    other = cell + dy * grid.columns + dx
                    there = grid.centre(other)
                    if not barrier_across(going, mover.radius, here, there):
                        cost = assess_course(going, mover, (here, there)).cost
                        yield other, int(cost * _STEPS + 0.5)

    def places(self, mover: Mover, start: Point, inches: float) -> Places:
        """Where a mover can come from a place with so many inches."""
        key = mover, start, inches
        found = self._places.get(key)
        if found is None:
            if len(self._places) >= _KEPT:
                self._places.clear()
            found = self._places[key] = self._find(mover, start, inches)
        return found

    def _find(self, mover: Mover, start: Point, inches: float) -> Places:
        """Of the nodes in a cell the one in its middle, else the nearest."""
        found = reach(self._world, mover, start, inches)
        best: dict[int, Node] = {}
        for node in found.nodes:
            row, column = divmod(node, found.columns)
            cell = row // CELL * self._grid.columns + column // CELL
            if cell < self._grid.count and (cell not in best or (row % 2 and column % 2)):
                best[cell] = node
        return Places(array("I", best), array("I", best.values()))
