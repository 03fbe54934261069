"""Places: where a unit may go, what draws it there, and the shelter it finds."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

from sim.ai.cover import shelter_of
from sim.ai.goals import Pull
from sim.ai.travel import Places, travel_of
from sim.ai.view import View
from sim.ai.ways import facing_to
from sim.battlefield.paths import Reach
from sim.battlefield.sight import stance_of
from sim.geometry.footprints import Footprint, distance_to_point
from sim.geometry.lattice import Node
from sim.rules.activation import enemies, is_team
from sim.rules.aim import mounts_of
from sim.rules.movement.move import SPRINT_CLEARANCE
from sim.rules.movement.way import mover_of
from sim.state.battle import BattleState
from sim.state.orders import Point

_LEAST_ANTI_TANK = 3
"""Weapons of less are nothing that a vehicle turns its front to."""


class Place(NamedTuple):
    """A node to go to, and the reach that it is in."""

    point: Point
    node: Node
    found: Reach

    @property
    def cost(self) -> float:
        """The inches of movement that it takes."""
        return self.found.cost(self.node)


def best_places(
    view: View, unit: int, pull: Pull | None, inches: float, *, sprint: bool
) -> list[Place]:
    """The places worth an exact look: drawn to, sheltered, or both; for sprints the farther."""
    state = view.state
    travel = travel_of(state.roster.world)
    base = state.units[unit].footprint
    places = travel.places(mover_of(state, unit), (base.x, base.y), inches)
    draws = [0.0] * len(places.cells) if pull is None else pull.by_cells(places.cells)
    shelters = _shelters(view, unit, places)
    both = [draw + shelter for draw, shelter in zip(draws, shelters, strict=True)]
    offered = _Offer(state, unit, places, inches, sprint=sprint)
    by_both, by_shelter, by_draw, sprints = view.temper.looks
    offered.take(both, sprints if sprint else by_both)
    if not sprint:
        offered.take(shelters, by_shelter)
        offered.take(draws, by_draw)
    return [offered.place(number) for number in sorted(offered.taken)]


class _Offer:
    """Places a unit can come to, and those of them taken up for an exact look."""

    def __init__(
        self, state: BattleState, unit: int, places: Places, inches: float, *, sprint: bool
    ):
        clearance = SPRINT_CLEARANCE if sprint else state.rules.standoff
        self._foes = _foes_to_shun(state, unit, clearance, inches / min(1.0, state.rules.road_cost))
        self._least = inches / 2 if sprint else -1.0
        self._found, self._nodes = places.found, places.nodes
        self.taken: list[int] = []

    def take(self, values: Sequence[float], count: int) -> None:
        """Take so many of the greatest value, of equals the nearest, that may be looked at."""
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        for number in order:
            if count == 0:
                break
            if number in self.taken:
                count -= 1
            elif self._may_be_taken(number):
                self.taken.append(number)
                count -= 1

    def _may_be_taken(self, number: int) -> bool:
        node = self._nodes[number]
        if self._found.cost(node) <= self._least:
            return False
        return not _is_shunned(self._found.point(node), self._foes)

    def place(self, number: int) -> Place:
        """The place of that number."""
        node = self._nodes[number]
        return Place(self._found.point(node), node, self._found)


def _shelters(view: View, unit: int, places: Places) -> list[float]:
    """The shelter of places, remembered for every base of that size."""
    base = view.state.units[unit].footprint
    size = base.radius, base.half_length
    found = places.shelters.get(size)
    if found is None:
        reach = places.found
        found = places.shelters[size] = [
            shelter_at(view.state, unit, reach.point(node)) for node in places.nodes
        ]
    return found


def _foes_to_shun(
    state: BattleState, unit: int, clearance: float, farthest: float
) -> list[tuple[float, float, float]]:
    """Where the enemies are, and the square of how near their centres a unit may surely not be.

    Those too far away to matter to a unit that comes at most `farthest` inches are left out.
    """
    base = state.units[unit].footprint
    clearance += _least_radius(base)
    foes = []
    for enemy in enemies(state, unit):
        there = state.units[enemy].footprint
        radius = clearance + _least_radius(there)
        if _is_shunned((base.x, base.y), [(there.x, there.y, (radius + farthest) ** 2)]):
            foes.append((there.x, there.y, radius * radius))
    return foes


def _least_radius(footprint: Footprint) -> float:
    return footprint.radius or min(footprint.half_length, footprint.half_width)


def _is_shunned(point: Point, foes: Iterable[tuple[float, float, float]]) -> bool:
    for x, y, square in foes:
        dx, dy = x - point[0], y - point[1]
        if dx * dx + dy * dy <= square:
            return True
    return False


def shelter_at(state: BattleState, unit: int, point: Point) -> float:
    """What the terrain at a point promises in cover, whoever fires."""
    row, world = state.units[unit], state.roster.world
    there = row.footprint.moved(*point, 0.0)
    return shelter_of(world, stance_of(world, there, row.stance.eye, row.stance.height))


def facing_at(state: BattleState, unit: int, point: Point) -> float:
    """Towards the nearest enemy, for a vehicle the nearest that can hurt it."""
    foes = list(enemies(state, unit))
    if not is_team(state, unit):
        foes = [foe for foe in foes if _is_anti_tank(state, foe)] or foes
    near = [(distance_to_point(state.units[foe].footprint, *point), foe) for foe in foes]
    if not near:
        return state.units[unit].footprint.facing
    return facing_to(point, state.units[min(near)[1]].footprint)


def _is_anti_tank(state: BattleState, unit: int) -> bool:
    return any(m.weapon.anti_tank >= _LEAST_ANTI_TANK for m in mounts_of(state, unit))
