"""Ways that players propose: into contact, onto a gun, over an edge. The rules decide on them."""

from collections.abc import Iterator
from itertools import islice

from msgspec.structs import replace

from sim.battlefield.paths import Reach, reach
from sim.engine.check import check
from sim.engine.options import Request
from sim.geometry.footprints import Footprint, distance_to_point, separation
from sim.geometry.vectors import bearing
from sim.rules.charge import CHARGE_MOVE
from sim.rules.movement.move import move_allowance
from sim.rules.movement.way import mover_of
from sim.state.battle import BattleState
from sim.state.orders import Charge, Move, Order, Point
from sim.state.roster import Edge

_TRIES = 24
"""How many ways to one place are tried before it counts as out of reach."""

_HALVINGS = 45
_LAST_LEG = 4.0
_OUTWARDS: dict[Edge, float] = {"top": 0.0, "right": 90.0, "bottom": 180.0, "left": 270.0}


def reach_of(state: BattleState, unit: int, inches: float) -> Reach:
    """The nodes of the lattice that a unit can come to over the terrain."""
    at = state.units[unit].footprint
    return reach(state.roster.world, mover_of(state, unit), (at.x, at.y), inches)


def find_rush(state: BattleState, request: Request, unit: int, target: int) -> Charge | None:
    """A charge or pile-in of a team onto an enemy that the rules allow (BB-20, HR-21)."""
    inches = state.rules.pile_in_move if request.kind == "pile_in" else CHARGE_MOVE
    names = state.spec(unit).id, state.spec(target).id
    paths = _paths_to_contact(state, unit, state.units[target].footprint, inches)
    orders = (Charge(*names, path) for path in paths)
    return next((order for order in orders if _is_allowed(state, request, order)), None)


def find_occupation(
    state: BattleState, request: Request, unit: int, gun: int, *, sprint: bool
) -> Move | None:
    """A move of a team onto an uncrewed gun that the rules allow (HR-16)."""
    footprint, gun_id = state.guns[gun].footprint, state.roster.guns[gun].id
    inches = move_allowance(state, unit, sprint=sprint)
    orders = (
        Move(state.spec(unit).id, path, footprint.facing, sprint, occupy=gun_id)
        for path in _paths_to_contact(state, unit, footprint, inches)
    )
    return next((order for order in orders if _is_allowed(state, request, order)), None)


def find_exit(
    state: BattleState, request: Request, unit: int, edge: Edge, *, sprint: bool
) -> Move | None:
    """A move of a unit off the table over an edge that the rules allow (HR-36)."""
    base = state.units[unit].footprint
    inches = move_allowance(state, unit, sprint=sprint)
    orders = (
        Move(state.spec(unit).id, path, _OUTWARDS[edge], sprint, exit=edge)
        for path in _pathsto_edge(state, unit, edge, base.radius or base.half_length, inches)
    )
    return next((order for order in orders if _is_allowed(state, request, order)), None)


def _is_allowed(state: BattleState, request: Request, order: Order) -> bool:
    return check(state, request, order) is None


def _paths_to_contact(
    state: BattleState, unit: int, goal: Footprint, inches: float
) -> Iterator[tuple[Point, ...]]:
    """The straight path into contact, then paths by way of nodes near the goal."""
    base = state.units[unit].footprint
    if _gap(goal, (base.x, base.y), base.radius) > inches:
        return
    yield (first_contact(base, (base.x, base.y), goal),)
    found = reach_of(state, unit, inches)
    near: list[tuple[float, int]] = []
    for number in found.numbers:
        gap = _gap(goal, found.point(number), base.radius)
        if 0.0 < gap <= _LAST_LEG and found.cost(number) + gap <= inches:
            near.append((found.cost(number) + gap, number))
    for _, number in islice(sorted(near), _TRIES):
        yield (*found.path(number), first_contact(base, found.point(number), goal))


def _gap(goal: Footprint, point: Point, radius: float) -> float:
    return distance_to_point(goal, *point) - radius


def first_contact(base: Footprint, start: Point, goal: Footprint) -> Point:
    """Where a base going straight from a point to the centre of another first touches it."""
    dx, dy = goal.x - start[0], goal.y - start[1]
    apart, over = 0.0, 1.0
    for _ in range(_HALVINGS):
        middle = (apart + over) / 2
        there = replace(base, x=start[0] + dx * middle, y=start[1] + dy * middle)
        if separation(there, goal) >= 0.0:
            apart = middle
        else:
            over = middle
    return start[0] + dx * apart, start[1] + dy * apart


def _pathsto_edge(
    state: BattleState, unit: int, edge: Edge, depth: float, inches: float
) -> Iterator[tuple[Point, ...]]:
    """Paths that end square to an edge and touching it, the cheapest first."""
    base = state.units[unit].footprint
    if to_edge(state, (base.x, base.y), edge) - depth > inches:
        return
    yield (_on_edge(state, (base.x, base.y), edge, depth),)
    found = reach_of(state, unit, inches)
    ends = []
    for number in found.numbers:
        last = to_edge(state, found.point(number), edge) - depth
        if 0.0 <= last <= _LAST_LEG and found.cost(number) + last <= inches:
            ends.append((found.cost(number) + last, number))
    for _, number in islice(sorted(ends), _TRIES):
        yield (*found.path(number), _on_edge(state, found.point(number), edge, depth))


def to_edge(state: BattleState, point: Point, edge: Edge) -> float:
    """Inches from a point to an edge of the table."""
    world, (x, y) = state.roster.world, point
    away: dict[Edge, float] = {
        "top": world.height - y,
        "right": world.width - x,
        "bottom": y,
        "left": x,
    }
    return away[edge]


def _on_edge(state: BattleState, point: Point, edge: Edge, depth: float) -> Point:
    """The place straight ahead of a point where a base of that depth touches an edge."""
    world, (x, y) = state.roster.world, point
    ends: dict[Edge, Point] = {
        "top": (x, world.height - depth),
        "right": (world.width - depth, y),
        "bottom": (x, depth),
        "left": (depth, y),
    }
    return ends[edge]


def facing_to(at: Point, other: Footprint) -> float:
    """The compass direction from a point to a footprint's centre."""
    return bearing(other.x - at[0], other.y - at[1])
