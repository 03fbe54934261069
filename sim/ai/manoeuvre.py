"""Movement: the places a unit may go to, the most promising of them weighed exactly."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sim.ai.goals import Pull, draw_at, pull_on
from sim.ai.places import Place, best_places, facing_at
from sim.ai.prospects import prospect
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
from sim.state.battle import BattleState, Unit
from sim.state.events import GunOccupied, UnitMoved
from sim.state.orders import Move, Point
from sim.state.roster import NOBODY, Edge

_MARGIN = 0.03
"""How much better than staying a move must be."""


class Choice(NamedTuple):
    """Somewhere to go and a way to face there; `place` is None for who only turns.

    Infantry, to whom it does not matter, leaves the facing open until it goes there. `order` is
    given where more is to be done than to go.
    """

    at: Point
    facing: float | None
    sprint: bool = False
    place: Place | None = None
    order: Move | None = None


def best_move(view: View, request: Request, unit: int) -> Move | None:
    """The move of a unit that pays best, or None when it does best to stay."""
    state = view.state
    if check_able(state, unit) is not None:
        return None
    pull = pull_on(view, unit)
    best = prospect(view, unit) + draw_at(pull, _at(state, unit)) + _MARGIN
    chosen: Move | None = None
    for value, choice in weighed(view, unit, choices(view, request, unit, pull), pull):
        if value <= best:
            break
        order = order_for(state, unit, choice)
        way = assess_move(state, order)
        if not isinstance(way, Refusal):
            value -= view.temper.stuck * view.units[unit] * _stuck_chance(way)
            if value > best:
                best, chosen = value, order
    return chosen


def weighed(
    view: View, unit: int, found: Iterable[Choice], pull: Pull | None
) -> list[tuple[float, Choice]]:
    """Choices with what they promise if they come off, the best first."""
    values = [(_value(view, unit, choice, pull), choice) for choice in found]
    return sorted(values, key=lambda pair: -pair[0])


def order_for(state: BattleState, unit: int, choice: Choice) -> Move:
    """The order that a choice comes to; whether it is allowed is for the rules."""
    if choice.order is not None:
        return choice.order
    path: tuple[Point, ...] = ()
    if choice.place is not None:
        path = choice.place.found.path(choice.place.node)
    facing = facing_at(state, unit, choice.at) if choice.facing is None else choice.facing
    return Move(state.spec(unit).id, path, facing, choice.sprint)


def _at(state: BattleState, unit: int) -> Point:
    footprint = state.units[unit].footprint
    return footprint.x, footprint.y


def _value(view: View, unit: int, choice: Choice, pull: Pull | None) -> float:
    """What a choice is worth when it comes off: where it ends, and what draws there."""
    order = choice.order
    if order is not None and order.exit is not None:
        return exit_value(view.state, view.state.side_of(unit), order.exit)
    if order is not None and order.occupy is not None:
        occupied = view.after(*_occupied(view.state, unit, order, order.occupy))
        return prospect(occupied, unit) + draw_at(pull, choice.at)
    return prospect(view, unit, _row_after(view.state, unit, choice)) + draw_at(pull, choice.at)


def _occupied(
    state: BattleState, unit: int, order: Move, gun: str
) -> tuple[UnitMoved, GunOccupied]:
    """What happens when a team comes onto a gun."""
    path = (_at(state, unit), *order.path)
    moved = UnitMoved(unit=order.unit, manner="move", path=path, facing=order.facing, cost=0.0)
    return moved, GunOccupied(unit=order.unit, gun=gun)


def _row_after(state: BattleState, unit: int, choice: Choice) -> Unit:
    """The row of a unit that has gone there."""
    row = state.units[unit]
    facing = row.footprint.facing if choice.facing is None else choice.facing
    base = row.footprint.moved(*choice.at, facing)
    turned = facing != row.footprint.facing
    return replace(
        row,
        footprint=base,
        stance=stance_of(state.roster.world, base, row.stance.eye, row.stance.height),
        moved=choice.place is not None or turned,
        sprinted=choice.sprint,
        dug_in=row.dug_in and choice.place is None,
    )


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


def choices(view: View, request: Request, unit: int, pull: Pull | None) -> Iterator[Choice]:
    """What is worth weighing."""
    state = view.state
    if state.units[unit].serves != NOBODY:
        yield from _swivels(state, unit)
        return
    yield from _exits(state, request, unit)
    if is_infantry_now(state, unit) and not state.units[unit].broken:
        yield from _occupations(state, request, unit)
    if not is_team(state, unit):
        here = _at(state, unit)
        yield Choice(here, facing_at(state, unit, here))
    inches = move_allowance(state, unit, sprint=False)
    yield from _to_places(view, unit, pull, inches, sprint=False)
    if _may_sprint(state, unit):
        yield from _to_places(view, unit, pull, 2 * inches, sprint=True)


def _exits(state: BattleState, request: Request, unit: int) -> Iterator[Choice]:
    for condition in state.roster.conditions:
        if condition.side == request.side and condition.edge is not None:
            sprints = (False, True) if _may_sprint(state, unit) else (False,)
            for sprint in sprints:
                order = find_exit(state, request, unit, condition.edge, sprint=sprint)
                if order is not None:
                    yield _as_ordered(order)


def _occupations(state: BattleState, request: Request, unit: int) -> Iterator[Choice]:
    for number, gun in enumerate(state.guns):
        if gun.fate == "intact" and gun.crew == NOBODY:
            order = find_occupation(state, request, unit, number, sprint=False)
            if order is not None:
                yield _as_ordered(order)


def _as_ordered(order: Move) -> Choice:
    return Choice(order.path[-1], order.facing, order.sprint, order=order)


def _swivels(state: BattleState, unit: int) -> Iterator[Choice]:
    """Turns of a gun that has nobody before it, towards each enemy in range."""
    mounts = [m for m in mounts_of(state, unit) if can_use(state, "shooting", unit, m)]
    if any(targets_of(state, "shooting", unit, mount) for mount in mounts):
        return
    longest = max((mount.weapon.range for mount in mounts), default=0.0)
    here = _at(state, unit)
    for enemy in enemies(state, unit):
        there = state.units[enemy].footprint
        if distance_to_point(there, *here) <= longest:
            yield Choice(here, facing_to(here, there))


def _may_sprint(state: BattleState, unit: int) -> bool:
    row = state.units[unit]
    return not row.suppressed and all(
        not _is_near(state.units[enemy].footprint, (row.footprint.x, row.footprint.y))
        for enemy in enemies(state, unit)
    )


def _is_near(footprint: Footprint, point: Point) -> bool:
    return distance_to_point(footprint, *point) <= SPRINT_CLEARANCE


def _to_places(
    view: View, unit: int, pull: Pull | None, inches: float, *, sprint: bool
) -> Iterator[Choice]:
    state = view.state
    for place in best_places(view, unit, pull, inches, sprint=sprint):
        facing = None if is_team(state, unit) else facing_at(state, unit, place.point)
        yield Choice(place.point, facing, sprint, place)
