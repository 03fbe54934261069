"""Movement: the places a unit may go to, the best dozen of them weighed exactly."""

from collections.abc import Iterator

from sim.ai.goals import Pull, draw_at, pull_on
from sim.ai.places import best_places, facing_at
from sim.ai.prospects import prospect
from sim.ai.ways import facing_to, find_exit, find_occupation, reach_of
from sim.ai.worth import VICTORY, View
from sim.engine.options import Request
from sim.errors import Refusal
from sim.geometry.footprints import Footprint, distance_to_point
from sim.rules.activation import enemies, is_infantry_now, is_team
from sim.rules.aim import can_use, mounts_of, targets_of
from sim.rules.movement.move import SPRINT_CLEARANCE, assess_move, check_able, move_allowance
from sim.rules.movement.terrain import terrain_need
from sim.rules.movement.way import Way
from sim.state.battle import BattleState
from sim.state.events import Event, GunOccupied, UnitMoved
from sim.state.orders import Move, Point
from sim.state.roster import NOBODY, Edge

_MARGIN = 0.03
"""How much better than staying a move must be."""

_STUCK = 0.75
"""The share of a vehicle's worth that is lost when terrain holds it fast."""


def best_move(view: View, request: Request, unit: int) -> Move | None:
    """The move of a unit that pays best, or None when it does best to stay."""
    state = view.state
    if check_able(state, unit) is not None:
        return None
    pull = pull_on(state, unit)
    best = prospect(view, unit) + draw_at(pull, _at(state, unit)) + _MARGIN
    chosen: Move | None = None
    for order in _moves(view, request, unit, pull):
        way = assess_move(state, order)
        if isinstance(way, Refusal):
            continue
        value = _value(view, unit, order, way, pull)
        if value > best:
            best, chosen = value, order
    return chosen


def _at(state: BattleState, unit: int) -> Point:
    footprint = state.units[unit].footprint
    return footprint.x, footprint.y


def _value(view: View, unit: int, order: Move, way: Way, pull: Pull | None) -> float:
    """What a move is worth: where it ends, what draws there, and the risk to get stuck."""
    if order.exit is not None:
        return exit_value(view.state, view.state.side_of(unit), order.exit)
    after = view.after(*_outcome(order, way))
    value = prospect(after, unit) + draw_at(pull, way.path[-1])
    return value - _STUCK * view.units[unit] * _stuck_chance(way)


def _outcome(order: Move, way: Way) -> Iterator[Event]:
    """What happens when a move comes off."""
    yield UnitMoved(
        unit=order.unit, manner=way.manner, path=way.path, facing=way.end.facing, cost=way.cost
    )
    if order.occupy is not None:
        yield GunOccupied(unit=order.unit, gun=order.occupy)


def _stuck_chance(way: Way) -> float:
    """The chance that difficult terrain holds a vehicle fast (BB-9)."""
    if way.mover.kind != "vehicle":
        return 0.0
    through = 1.0
    for entry in way.entries:
        through *= (7 - terrain_need(entry)) / 6
    return 1.0 - through


def exit_value(state: BattleState, side: int, edge: Edge) -> float:
    """What one unit more over an edge is worth: its share of the victory it brings (HR-36)."""
    exits = [
        condition.units
        for condition in state.roster.conditions
        if condition.side == side and condition.edge == edge
    ]
    gone = sum(
        row.exit == edge and state.side_of(unit) == side for unit, row in enumerate(state.units)
    )
    within_hope = [units for units in exits if units <= gone + len(state.living(side))]
    return VICTORY / min(within_hope) if within_hope else 0.0


def _moves(view: View, request: Request, unit: int, pull: Pull | None) -> Iterator[Move]:
    """The moves worth weighing."""
    state = view.state
    if state.units[unit].serves != NOBODY:
        yield from _swivels(state, unit)
        return
    yield from _exits(state, request, unit)
    if is_infantry_now(state, unit) and not state.units[unit].broken:
        yield from _occupations(state, request, unit)
    if not is_team(state, unit):
        yield from _turns(state, unit)
    inches = move_allowance(state, unit, sprint=False)
    yield from _to_places(state, unit, pull, inches, sprint=False)
    if _may_sprint(state, unit):
        yield from _to_places(state, unit, pull, 2 * inches, sprint=True)


def _exits(state: BattleState, request: Request, unit: int) -> Iterator[Move]:
    for condition in state.roster.conditions:
        if condition.side == request.side and condition.edge is not None:
            sprints = (False, True) if _may_sprint(state, unit) else (False,)
            for sprint in sprints:
                order = find_exit(state, request, unit, condition.edge, sprint=sprint)
                if order is not None:
                    yield order


def _occupations(state: BattleState, request: Request, unit: int) -> Iterator[Move]:
    for number, gun in enumerate(state.guns):
        if gun.fate == "intact" and gun.crew == NOBODY:
            order = find_occupation(state, request, unit, number, sprint=False)
            if order is not None:
                yield order


def _swivels(state: BattleState, unit: int) -> Iterator[Move]:
    """Turns of a gun that has nobody before it, towards each enemy in range."""
    mounts = [m for m in mounts_of(state, unit) if can_use(state, "shooting", unit, m)]
    if any(targets_of(state, "shooting", unit, mount) for mount in mounts):
        return
    longest = max((mount.weapon.range for mount in mounts), default=0.0)
    here, name = state.units[unit].footprint, state.spec(unit).id
    for enemy in enemies(state, unit):
        there = state.units[enemy].footprint
        if distance_to_point(there, here.x, here.y) <= longest:
            yield Move(name, (), facing_to((here.x, here.y), there))


def _turns(state: BattleState, unit: int) -> Iterator[Move]:
    here = _at(state, unit)
    yield Move(state.spec(unit).id, (), facing_at(state, unit, here))


def _may_sprint(state: BattleState, unit: int) -> bool:
    row = state.units[unit]
    return not row.suppressed and all(
        not _is_near(state.units[enemy].footprint, (row.footprint.x, row.footprint.y))
        for enemy in enemies(state, unit)
    )


def _is_near(footprint: Footprint, point: Point) -> bool:
    return distance_to_point(footprint, *point) <= SPRINT_CLEARANCE


def _to_places(
    state: BattleState, unit: int, pull: Pull | None, inches: float, *, sprint: bool
) -> Iterator[Move]:
    found, name = reach_of(state, unit, inches), state.spec(unit).id
    for place in best_places(state, unit, pull, inches, sprint=sprint):
        facing = facing_at(state, unit, place.point)
        yield Move(name, found.path(place.node), facing, sprint)
