"""Ground: the places that a unit can come to in one move, and how it would stand at each."""

from functools import cached_property

import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from sim.ai.cover import shelter_of
from sim.ai.knowledge import Knowledge
from sim.ai.survey import Standing
from sim.ai.travel import Places, travel_of
from sim.ai.view import View
from sim.battlefield.sight import Stance, stance_of
from sim.battlefield.world import World
from sim.geometry.footprints import Footprint
from sim.geometry.segments import Point
from sim.geometry.vectors import bearing
from sim.rules.movement.way import mover_of
from sim.state.battle import Unit

Numbers = NDArray[np.intp]
"""Places by number."""

FACINGS = 36
"""So many directions are told apart, for what is known of a spot to serve in other battles."""


class Ground:
    """The places that units of one shape can come to with so many inches, one in each cell.

    They go by number. Spots and shelters are worked out when they are asked for.
    """

    def __init__(
        self, known: Knowledge, world: World, places: Places, inches: float, like: Standing
    ):
        self.inches = inches
        self.places = places
        self._known = known
        self._world = world
        self._base = like.row.footprint
        self._heights = like.heights
        self._body = like.is_vehicle, like.has_front
        self._spots: dict[int, int] = {}
        self.cells = np.array(places.cells, np.intp)
        self.all: Numbers = np.arange(len(places.cells))
        self.shelters = self._find_shelters()

    @cached_property
    def farther(self) -> Numbers:
        """The places that take more than half of the inches."""
        costs = np.array([self.cost(number) for number in self.all.tolist()])
        return np.flatnonzero(costs > self.inches / 2)

    def point(self, number: int) -> Point:
        """Where a place is."""
        return self.places.found.point(self.places.numbers[number])

    def cost(self, number: int) -> float:
        """The inches of movement that it takes to come to a place."""
        return self.places.found.cost(self.places.numbers[number])

    def path(self, number: int) -> tuple[Point, ...]:
        """The path to a place, the start left out."""
        return self.places.found.path(self.places.numbers[number])

    def spot(self, number: int, facing: int) -> int:
        """The number of the spot of a unit at a place that faces one of so many directions."""
        key = number * FACINGS + facing
        found = self._spots.get(key)
        if found is None:
            stance = self._stance(self._base_at(number, facing))
            found = self._spots[key] = self._known.spots[stance, *self._body, False]
        return found

    def row(self, row: Unit, number: int, facing: int) -> Unit:
        """The row of a unit that has gone to a place."""
        base = self._base_at(number, facing)
        return replace(row, footprint=base, stance=self._stance(base))

    def shelter(self, number: int) -> float:
        """What the terrain promises in cover at a place."""
        return float(self.shelters[number])

    def _base_at(self, number: int, facing: int) -> Footprint:
        return self._base.moved(*self.point(number), in_degrees(facing))

    def _stance(self, base: Footprint) -> Stance:
        return stance_of(self._world, base, *self._heights)

    def _find_shelters(self) -> NDArray[np.float64]:
        """The shelter at each place; it depends on the node there and the shape of the base."""
        base, places = self._base, self.places
        known = self._known.shelters[base.radius, base.half_length, base.half_width]
        nodes = [places.found.nodes[number] for number in places.numbers]
        for number, node in enumerate(nodes):
            if node not in known:
                known[node] = shelter_of(self._world, self._stance(self._base_at(number, 0)))
        return np.array([known[node] for node in nodes])


def ground_of(view: View, unit: int, inches: float) -> Ground:
    """Where a unit can come to with so many inches."""
    state, known = view.state, view.survey.known
    me = view.survey.standing(state, unit)
    base, world, mover = me.row.footprint, state.roster.world, mover_of(state, unit)
    start = base.x, base.y
    shape = base.radius, base.half_length, base.half_width, *me.heights, me.has_front
    key = mover, start, inches, shape
    found: Ground | None = known.grounds.get(key)
    if found is None:
        places = travel_of(world).places(mover, start, inches)
        found = known.grounds.keep(key, Ground(known, world, places, inches, me))
    return found


def direction(dx: float, dy: float) -> int:
    """The nearest of the directions that are told apart."""
    return int(bearing(dx, dy) * FACINGS / 360.0 + 0.5) % FACINGS


def in_degrees(facing: int) -> float:
    """The compass direction of one of those."""
    return facing * 360.0 / FACINGS
