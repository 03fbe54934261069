"""Places: where a unit may go, what draws it there, and the shelter it finds."""

from collections.abc import Iterable
from typing import NamedTuple

from sim.ai.goals import Pull, draw_at
from sim.ai.ways import facing_to, reach_of
from sim.battlefield.sight import Stance, stance_of
from sim.battlefield.terrain import Cover
from sim.battlefield.world import World
from sim.geometry.footprints import Footprint, distance_to_point
from sim.geometry.lattice import Node
from sim.rules.activation import enemies, is_team
from sim.rules.aim import mounts_of
from sim.rules.movement.move import SPRINT_CLEARANCE
from sim.state.battle import BattleState
from sim.state.orders import Point

_SHELTER: dict[Cover, float] = {"none": 0.0, "soft": 0.25, "hard": 0.4}
"""What cover is worth before anybody is known to fire at it."""

_SPACING = 2.0
"""Places nearer to one another, across and along, are as good as one."""

_DRAWN, _SHELTERED, _FORWARD, _SPRINTS = 4, 3, 2, 3
"""How many places of each sort are worth an exact look."""

_LEAST_ANTI_TANK = 3
"""Weapons of less are nothing that a vehicle turns its front to."""


class Place(NamedTuple):
    """A node to go to, what draws there, and the shelter it gives."""

    point: Point
    node: Node
    cost: float
    draw: float
    shelter: float


def best_places(
    state: BattleState, unit: int, pull: Pull | None, inches: float, *, sprint: bool
) -> list[Place]:
    """The places worth an exact look: drawn to, sheltered, or both."""
    places = _places(state, unit, pull, inches, sprint=sprint)
    both = sorted(places, key=lambda p: (-p.draw - p.shelter, p.cost, p.node))
    if sprint:
        return _spaced(both, _SPRINTS)
    hidden = sorted(places, key=lambda p: (-p.shelter, p.cost, p.node))
    drawn = sorted(places, key=lambda p: (-p.draw, p.cost, p.node))
    chosen = [*_spaced(both, _DRAWN), *_spaced(hidden, _SHELTERED), *_spaced(drawn, _FORWARD)]
    return sorted(set(chosen), key=lambda p: p.node)


def _places(
    state: BattleState, unit: int, pull: Pull | None, inches: float, *, sprint: bool
) -> list[Place]:
    """The nodes in reach that are not too near an enemy; for sprints the farther, every other."""
    found = reach_of(state, unit, inches)
    clearance = SPRINT_CLEARANCE if sprint else state.rules.standoff
    foes = _foes_to_shun(state, unit, clearance, inches / min(1.0, state.rules.road_cost))
    places = []
    for node in found.nodes:
        cost, point = found.cost(node), found.point(node)
        if sprint and (cost <= inches / 2 or node & 1):
            continue
        if not _is_shunned(point, foes):
            shelter = shelter_at(state, unit, point)
            places.append(Place(point, node, cost, draw_at(pull, point), shelter))
    return places


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


def _spaced(places: Iterable[Place], count: int) -> list[Place]:
    """The first so many of the places that are not next to one another."""
    chosen: list[Place] = []
    for place in places:
        if len(chosen) == count:
            break
        if all(_apart(place.point, other.point) for other in chosen):
            chosen.append(place)
    return chosen


def _apart(a: Point, b: Point) -> bool:
    return abs(a[0] - b[0]) + abs(a[1] - b[1]) >= _SPACING


def shelter_at(state: BattleState, unit: int, point: Point) -> float:
    """What the terrain at a point promises in cover, whoever fires; memoised."""
    row, world = state.units[unit], state.roster.world
    base = row.footprint
    key = ("shelter", point, base.radius, base.half_length, base.half_width)
    known: float | None = world.memo.get(key)
    if known is not None:
        return known
    stance = stance_of(world, base.moved(*point, 0.0), row.stance.eye, row.stance.height)
    return world.memo.keep(key, _shelter(world, stance))


def _shelter(world: World, stance: Stance) -> float:
    bits, best = stance.inside | stance.beside, 0.0
    while bits:
        piece = world.pieces[(bits & -bits).bit_length() - 1]
        if not piece.is_hill:
            best = max(best, _SHELTER[piece.kind.cover])
        bits &= bits - 1
    return best


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
