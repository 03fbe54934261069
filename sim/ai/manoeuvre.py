"""Movement: the places a unit may go to, the most promising of them weighed exactly."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from sim.ai.goals import Pull, draw_at, pull_on
from sim.ai.ground import Ground, ground_of, in_degrees
from sim.ai.outlook import Outlook
from sim.ai.places import best_places, facings_at
from sim.ai.prospects import prospect
from sim.ai.survey import Standing
from sim.ai.view import View
from sim.ai.ways import facing_to, find_exit, find_occupation
from sim.ai.worth import VICTORY
from sim.battlefield.sight import stance_of
from sim.engine.options import Request
from sim.errors import Refusal
from sim.geometry.footprints import Footprint, distance_to_point
from sim.rules.activation import enemies, is_infantry_now, is_team
from sim.rules.aim import can_use, mounts_of, targets_of
from sim.rules.movement.move import SPRINT_CLEARANCE, assess_move, check_able, move_allowance
from sim.rules.movement.terrain import terrain_need
from sim.rules.movement.way import Way
from sim.state.battle import BattleState
from sim.state.events import GunOccupied, UnitMoved
from sim.state.orders import Move, Point
from sim.state.roster import NOBODY, Edge

_MARGIN = 0.03
"""How much better than staying a move must be."""

_DOUBT = 0.05
"""So much more than it promises at a glance a place may well be worth."""


class Choice(msgspec.Struct, frozen=True, gc=False):
    """Something to do in Movement: what it is worth when it comes off, and the order for it.

    Whether the order is allowed is for the rules.
    """

    worth: float
    order: Callable[[], Move]


def best_move(view: View, request: Request, unit: int) -> Move | None:
    """The move of a unit that pays best, or None when it does best to stay."""
    state = view.state
    if check_able(state, unit) is not None:
        return None
    pull = pull_on(view, unit)
    best = prospect(view, unit) + draw_at(pull, _at(state, unit)) + _MARGIN
    chosen: Move | None = None
    found = sorted(choices(view, request, unit, pull, best), key=lambda choice: -choice.worth)
    for choice in found:
        if choice.worth <= best:
            break
        order = choice.order()
        way = assess_move(state, order)
        if not isinstance(way, Refusal):
            worth = choice.worth - view.temper.stuck * view.units[unit] * _stuck_chance(way)
            if worth > best:
                best, chosen = worth, order
    return chosen


def _at(state: BattleState, unit: int) -> Point:
    footprint = state.units[unit].footprint
    return footprint.x, footprint.y


def _stuck_chance(way: Way) -> float:
    """The chance that difficult terrain holds a vehicle fast (BB-9)."""
    if way.mover.kind != "vehicle":
        return 0.0
    through = 1.0
    for entry in way.entries:
        through *= (7 - terrain_need(entry)) / 6
    return 1.0 - through


def choices(
    view: View, request: Request, unit: int, pull: Pull | None, least: float
) -> Iterator[Choice]:
    """What may be worth more than so much; who is where it is drawn to has no need to sprint."""
    state, here = view.state, _at(view.state, unit)
    if state.units[unit].serves != NOBODY:
        yield from _swivels(view, unit)
        return
    yield from _exits(state, request, unit)
    if is_infantry_now(state, unit) and not state.units[unit].broken:
        yield from _occupations(view, request, unit, pull)
    if not is_team(state, unit):
        for facing in facings_at(view, unit, here):
            yield _turn(view, unit, in_degrees(facing), draw_at(pull, here))
    inches = move_allowance(state, unit, sprint=False)
    yield from _to_places(view, unit, pull, inches, least, sprint=False)
    if draw_at(pull, here) < 0.0 and _may_sprint(state, unit):
        yield from _to_places(view, unit, pull, 2 * inches, least, sprint=True)


def _ordered(worth: float, order: Move) -> Choice:
    return Choice(worth, lambda: order)


def _exits(state: BattleState, request: Request, unit: int) -> Iterator[Choice]:
    for condition in state.roster.conditions:
        if condition.side == request.side and condition.edge is not None:
            worth = exit_value(state, request.side, condition.edge)
            sprints = (False, True) if _may_sprint(state, unit) else (False,)
            for sprint in sprints:
                order = find_exit(state, request, unit, condition.edge, sprint=sprint)
                if order is not None:
                    yield _ordered(worth, order)


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


def _occupations(view: View, request: Request, unit: int, pull: Pull | None) -> Iterator[Choice]:
    state = view.state
    for number, gun in enumerate(state.guns):
        if gun.fate == "intact" and gun.crew == NOBODY:
            order = find_occupation(state, request, unit, number, sprint=False)
            if order is not None:
                occupied = view.after(*_occupied(state, unit, order, state.roster.guns[number].id))
                worth = prospect(occupied, unit) + draw_at(pull, order.path[-1])
                yield _ordered(worth, order)


def _occupied(
    state: BattleState, unit: int, order: Move, gun: str
) -> tuple[UnitMoved, GunOccupied]:
    """What happens when a team comes onto a gun."""
    path = (_at(state, unit), *order.path)
    moved = UnitMoved(unit=order.unit, manner="move", path=path, facing=order.facing, cost=0.0)
    return moved, GunOccupied(unit=order.unit, gun=gun)


def _swivels(view: View, unit: int) -> Iterator[Choice]:
    """Turns of a gun that has nobody before it, towards each enemy in range."""
    state = view.state
    mounts = [m for m in mounts_of(state, unit) if can_use(state, "shooting", unit, m)]
    if any(targets_of(state, "shooting", unit, mount) for mount in mounts):
        return
    longest = max((mount.weapon.range for mount in mounts), default=0.0)
    here = _at(state, unit)
    for enemy in enemies(state, unit):
        there = state.units[enemy].footprint
        if distance_to_point(there, *here) <= longest:
            yield _turn(view, unit, facing_to(here, there), 0.0)


def _turn(view: View, unit: int, facing: float, draw: float) -> Choice:
    """Turning where it stands."""
    row, world = view.state.units[unit], view.state.roster.world
    base = row.footprint.moved(row.footprint.x, row.footprint.y, facing)
    turned = replace(
        row,
        footprint=base,
        stance=stance_of(world, base, row.stance.eye, row.stance.height),
        moved=row.moved or facing != row.footprint.facing,
    )
    order = Move(view.state.spec(unit).id, (), facing, sprint=False)
    return _ordered(prospect(view, unit, turned) + draw, order)


def _may_sprint(state: BattleState, unit: int) -> bool:
    row = state.units[unit]
    return not row.suppressed and all(
        not _is_near(state.units[enemy].footprint, (row.footprint.x, row.footprint.y))
        for enemy in enemies(state, unit)
    )


def _is_near(footprint: Footprint, point: Point) -> bool:
    return distance_to_point(footprint, *point) <= SPRINT_CLEARANCE


def _to_places(
    view: View, unit: int, pull: Pull | None, inches: float, least: float, *, sprint: bool
) -> Iterator[Choice]:
    """Going to the places that promise most, as long as they may be worth more than the best."""
    ground = ground_of(view, unit, inches)
    row = replace(view.state.units[unit], moved=True, sprinted=sprint, dug_in=False)
    roam = inches / min(1.0, view.state.rules.road_cost)
    outlook = Outlook(view, view.survey.as_if(view.state, unit, row), roam)
    turns = not is_team(view.state, unit)
    for promise in best_places(outlook, pull, ground):
        if promise.worth + _DOUBT < least:
            break
        facings = facings_at(view, unit, ground.point(promise.place)) if turns else [0]
        for facing in facings:
            choice = _going(outlook, pull, ground, promise.place, facing)
            least = max(least, choice.worth)
            yield choice


def _going(outlook: Outlook, pull: Pull | None, ground: Ground, place: int, facing: int) -> Choice:
    """Going to a place, to face one of the directions there."""
    view, me, at = outlook.view, outlook.me, ground.point(place)

    def there() -> Standing:
        """As what it would stand there."""
        return view.survey.moved(me, ground.row(me.row, place, facing))

    def order() -> Move:
        """How a team faces does not matter until it goes."""
        turned = facing if me.is_vehicle else facings_at(view, me.unit, at)[0]
        path = ground.path(place)
        return Move(view.state.spec(me.unit).id, path, in_degrees(turned), me.row.sprinted)

    worth = outlook.balance(ground.spot(place, facing), at, ground.shelter(place), there)
    return Choice(worth + draw_at(pull, at), order)
