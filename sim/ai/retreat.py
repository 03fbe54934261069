"""Breaking away: the place out of reach of every enemy where a unit has least to fear."""

from sim.ai.places import shelter_at
from sim.ai.prospects import fear
from sim.ai.view import View
from sim.ai.ways import reach_of
from sim.engine.check import check
from sim.engine.options import Request
from sim.geometry.footprints import distance_to_point
from sim.rules.activation import enemies
from sim.rules.movement.move import move_allowance
from sim.state.battle import BattleState
from sim.state.events import UnitMoved
from sim.state.orders import BreakAway, Point

_LOOKED_AT, _TRIED = 8, 80
"""The places weighed exactly, and the most that are tried to find them."""

_FAR_ENOUGH, _PER_INCH = 8.0, 0.03
"""Room to the nearest enemy counts up to so many inches, each so much."""


def best_retreat(view: View, request: Request, unit: int) -> BreakAway | None:
    """The way to break away to the safest of the likely places, if there is any (HR-26)."""
    state = view.state
    found = reach_of(state, unit, move_allowance(state, unit, sprint=False))
    promise = sorted((-_promise(state, unit, found.point(n)), n) for n in found.numbers)
    allowed: list[tuple[float, int, BreakAway]] = []
    for rank, (_, number) in enumerate(promise[:_TRIED]):
        facing = state.units[unit].footprint.facing
        order = BreakAway(state.spec(unit).id, found.path(number), facing)
        if order.path and check(state, request, order) is None:
            allowed.append((_fear_there(view, unit, order), rank, order))
        if len(allowed) == _LOOKED_AT:
            break
    return min(allowed)[2] if allowed else None


def _promise(state: BattleState, unit: int, point: Point) -> float:
    """What speaks for a place at first sight: shelter, and room to the nearest enemy."""
    room = min(
        (distance_to_point(state.units[foe].footprint, *point) for foe in enemies(state, unit)),
        default=_FAR_ENOUGH,
    )
    base = state.units[unit].footprint
    if room <= state.rules.engaged_range + (base.radius or base.half_width):
        return -1.0
    return shelter_at(state, unit, point) + _PER_INCH * min(room, _FAR_ENOUGH)


def _fear_there(view: View, unit: int, order: BreakAway) -> float:
    at = view.state.units[unit].footprint
    path = ((at.x, at.y), *order.path)
    moved = UnitMoved(
        unit=order.unit, manner="break_away", path=path, facing=order.facing, cost=0.0
    )
    return fear(view.after(moved), unit)
