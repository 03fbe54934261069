"""Where a unit could go: places and paths for players, which `check` then decides on.

Only the terrain and the ends are looked at here; a base in the way is found by the check.
"""

from collections.abc import Iterator
from math import sqrt
from typing import NamedTuple

from sim.battlefield.paths import Reach, reach
from sim.geometry.footprints import Footprint, circumradius, distance_to_point
from sim.geometry.lattice import Node
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON, facing_vector
from sim.rules.activation import bases, enemies, is_emplaced, is_team, movement_rates
from sim.rules.movement import SPRINT_CLEARANCE, check_able, may_sprint, move_allowance
from sim.rules.movement_advance import check_advance
from sim.rules.movement_way import mover_of
from sim.state.battle import BattleState
from sim.state.events import Manner

_TRIED_CONTACTS = 12


class Place(NamedTuple):
    """A place to end at, the inches of movement it takes at most, and the way there."""

    x: float
    y: float
    cost: float
    node: Node
    reach: Reach

    @property
    def path(self) -> tuple[Point, ...]:
        """The path there, its start left out."""
        return self.reach.path(self.node)


def end_places(state: BattleState, unit: int, *, sprint: bool = False) -> tuple[Place, ...]:
    """The places on the 1-inch lattice where a move or sprint of a unit may end, cheapest first."""
    allowance = move_allowance(state, unit, sprint=sprint)
    if allowance <= 0.0 or check_able(state, unit) is not None or is_emplaced(state, unit):
        return ()
    if sprint:
        return _places(state, unit, allowance, SPRINT_CLEARANCE) if may_sprint(state, unit) else ()
    return _places(state, unit, allowance, state.rules.standoff if is_team(state, unit) else 0.0)


def refuges(state: BattleState, unit: int) -> tuple[Place, ...]:
    """The places on the lattice where a unit could break away to, cheapest first (HR-26)."""
    return _places(state, unit, movement_rates(state, unit).open, state.rules.engaged_range)


def contact_path(
    state: BattleState, unit: int, target: int, *, manner: Manner, allowance: float
) -> tuple[Point, ...] | None:
    """A path into first contact with an enemy that the rules allow, if one is found (BB-20)."""
    enemy = state.units[target].footprint
    for way in _approaches(state, unit, enemy, allowance):
        path = (*way[1:], contact_point(way[-1], state.units[unit].footprint.radius, enemy))
        if (
            check_advance(state, unit, path, manner=manner, allowance=allowance, target=target)
            is None
        ):
            return path
    return None


def contact_point(start: Point, radius: float, target: Footprint) -> Point:
    """Where a disc that goes straight at a footprint, from outside it, first touches it."""
    x, y = start
    near_x, near_y = _nearest_point(target, x, y)
    dx, dy = near_x - x, near_y - y
    gap = sqrt(dx * dx + dy * dy)
    share = (gap - (radius + target.radius)) / gap
    return x + dx * share, y + dy * share


def _nearest_point(footprint: Footprint, x: float, y: float) -> Point:
    """The centre of a disc; the point of a rectangle that is nearest to (x, y)."""
    if footprint.radius:
        return footprint.x, footprint.y
    sine, cosine = facing_vector(footprint.facing)
    dx, dy = x - footprint.x, y - footprint.y
    length, width = footprint.half_length, footprint.half_width
    ahead = min(max(dx * sine + dy * cosine, -length), length)
    aside = min(max(dx * cosine - dy * sine, -width), width)
    return (
        footprint.x + ahead * sine + aside * cosine,
        footprint.y + ahead * cosine - aside * sine,
    )


def _approaches(
    state: BattleState, unit: int, enemy: Footprint, allowance: float
) -> Iterator[tuple[Point, ...]]:
    """Ways from which a unit might go straight at an enemy: from where it is, and from nodes."""
    footprint = state.units[unit].footprint
    start = (footprint.x, footprint.y)
    yield (start,)
    around = reach(state.roster.world, mover_of(state, unit), start, allowance)
    tried = 0
    for node in around.nodes:
        gap = distance_to_point(enemy, *around.point(node)) - footprint.radius
        if 0.0 < gap <= 2.0 and around.cost(node) + gap <= allowance:
            yield (start, *around.path(node))
            tried += 1
        if tried == _TRIED_CONTACTS:
            return


def _places(state: BattleState, unit: int, allowance: float, keep_off: float) -> tuple[Place, ...]:
    footprint, mover = state.units[unit].footprint, mover_of(state, unit)
    around = reach(state.roster.world, mover, (footprint.x, footprint.y), allowance)
    barred = _barred(state, unit, around, mover.radius, keep_off)
    return tuple(
        Place(*around.point(node), around.cost(node), node, around)
        for node in around.nodes
        if node not in barred
    )


def _barred(
    state: BattleState, unit: int, around: Reach, radius: float, keep_off: float
) -> frozenset[Node]:
    """The nodes reached that are on a base, or not farther than `keep_off` from an enemy."""
    barred: set[Node] = set()
    for base in bases(state):
        if base.unit != unit:
            barred.update(_nodes_near(around, base.footprint, radius - 2 * EPSILON))
    if keep_off:
        for enemy in enemies(state, unit):
            barred.update(_nodes_near(around, state.units[enemy].footprint, radius + keep_off))
    return frozenset(barred)


def _nodes_near(around: Reach, footprint: Footprint, inches: float) -> Iterator[Node]:
    """The nodes reached that are at most so far from a footprint."""
    costs, columns = around.reached.costs, around.columns
    far = inches + circumradius(footprint)
    first, last = max(0, int(footprint.x - far)), min(columns - 1, int(footprint.x + far))
    for row in range(int(footprint.y - far), int(footprint.y + far) + 1):
        for column in range(first, last + 1):
            node = row * columns + column
            if node in costs and (distance_to_point(footprint, column, row) <= inches + EPSILON):
                yield node
