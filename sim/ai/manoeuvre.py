"""Movement: the places a unit may go to, the best dozen of them weighed exactly."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sim.ai.goals import Pull, pull_on
from sim.ai.prospects import prospect
from sim.ai.ways import facing_to, find_exit, find_occupation, reach_of
from sim.ai.worth import VICTORY, View
from sim.battlefield.paths import Reach
from sim.battlefield.sight import Stance, stance_of
from sim.battlefield.terrain import Cover
from sim.battlefield.world import World
from sim.engine.options import Request
from sim.errors import Refusal
from sim.geometry.footprints import Footprint, distance_to_point
from sim.geometry.lattice import Node
from sim.rules.activation import enemies, is_infantry_now, is_team
from sim.rules.aim import can_use, mounts_of, targets_of
from sim.rules.movement.move import SPRINT_CLEARANCE, assess_move, check_able, move_allowance
from sim.rules.movement.terrain import terrain_need
from sim.rules.movement.way import Way
from sim.state.battle import BattleState
from sim.state.events import Event, GunOccupied, UnitMoved
from sim.state.orders import Move, Point
from sim.state.roster import NOBODY

_MARGIN = 0.03
_SHELTER: dict[Cover, float] = {"none": 0.0, "soft": 0.25, "hard": 0.4}
_SPACING = 2.0
_DRAWN, _SHELTERED, _FORWARD, _SPRINTS = 4, 3, 2, 3
_STUCK = 1.5
_AT_LEAST_ANTI_TANK = 3


class Place(NamedTuple):
    """A node to go to, what draws there, and the shelter it gives."""

    point: Point
    node: Node
    cost: float
    draw: float
    shelter: float


def best_move(view: View, request: Request, unit: int) -> Move | None:
    """The move of a unit that pays best, or None when it does best to stay."""
    state = view.state
    if check_able(state, unit) is not None:
        return None
    pull = None if state.units[unit].broken else pull_on(state, unit)
    stay = prospect(view, unit) + _draw(pull, _at(state, unit))
    best, chosen = stay + _MARGIN, None
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


def _draw(pull: Pull | None, point: Point) -> float:
    return 0.0 if pull is None else pull.at(point)


def _value(view: View, unit: int, order: Move, way: Way, pull: Pull | None) -> float:
    """What a move is worth: where it ends, what draws there, and the risk to get stuck."""
    if order.exit is not None:
        return exit_value(view.state, unit, order)
    after = view.after(*_outcome(order, way))
    value = prospect(after, unit) + _draw(pull, way.path[-1])
    return value - _STUCK * (view.units[unit] / 2) * _stuck_chance(way)


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


def exit_value(state: BattleState, unit: int, order: Move) -> float:
    """What leaving the table is worth: the share of the victory that it brings (HR-36)."""
    side = state.side_of(unit)
    wanted = [
        condition.units
        for condition in state.roster.conditions
        if condition.side == side and condition.edge == order.exit
    ]
    return VICTORY / max(min(wanted), 1)


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
    yield Move(state.spec(unit).id, (), _facing(state, unit, here))


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
    found = reach_of(state, unit, inches)
    name = state.spec(unit).id
    for place in _best_places(state, unit, pull, found, inches, sprint=sprint):
        facing = _facing(state, unit, place.point)
        yield Move(name, found.path(place.node), facing, sprint)


def _best_places(
    state: BattleState, unit: int, pull: Pull | None, found: Reach, inches: float, *, sprint: bool
) -> list[Place]:
    """The places worth an exact look: drawn to, sheltered, or both."""
    places = _places(state, unit, pull, found, inches, sprint=sprint)
    both = sorted(places, key=lambda p: (-p.draw - p.shelter, p.cost, p.node))
    if sprint:
        return _spaced(both, _SPRINTS)
    hidden = sorted(places, key=lambda p: (-p.shelter, p.cost, p.node))
    drawn = sorted(places, key=lambda p: (-p.draw, p.cost, p.node))
    chosen = [*_spaced(both, _DRAWN), *_spaced(hidden, _SHELTERED), *_spaced(drawn, _FORWARD)]
    return sorted(set(chosen), key=lambda p: p.node)


def _places(
    state: BattleState, unit: int, pull: Pull | None, found: Reach, inches: float, *, sprint: bool
) -> list[Place]:
    """The nodes in reach that are not too near an enemy; for sprints the farther, every other."""
    foes = _foes_to_shun(state, unit, SPRINT_CLEARANCE if sprint else state.rules.standoff)
    places = []
    for node in found.nodes:
        cost, point = found.cost(node), found.point(node)
        if sprint and (cost <= inches / 2 or node & 1):
            continue
        if not _is_shunned(point, foes):
            shelter = shelter_at(state, unit, point)
            places.append(Place(point, node, cost, _draw(pull, point), shelter))
    return places


def _foes_to_shun(
    state: BattleState, unit: int, clearance: float
) -> list[tuple[float, float, float]]:
    """Where the enemies are, and the square of how near their centres a unit may surely not be."""
    clearance += _least_radius(state.units[unit].footprint)
    foes = []
    for enemy in enemies(state, unit):
        there = state.units[enemy].footprint
        radius = clearance + _least_radius(there)
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


def _facing(state: BattleState, unit: int, point: Point) -> float:
    """Towards the nearest enemy, for a vehicle the nearest that can hurt it."""
    foes = list(enemies(state, unit))
    if not is_team(state, unit):
        foes = [foe for foe in foes if _is_anti_tank(state, foe)] or foes
    near = [(distance_to_point(state.units[foe].footprint, *point), foe) for foe in foes]
    if not near:
        return state.units[unit].footprint.facing
    return facing_to(point, state.units[min(near)[1]].footprint)


def _is_anti_tank(state: BattleState, unit: int) -> bool:
    return any(m.weapon.anti_tank >= _AT_LEAST_ANTI_TANK for m in mounts_of(state, unit))
