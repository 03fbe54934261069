"""Whether a side can come to where its victory conditions send it, over the terrain alone."""

from collections.abc import Iterator
from math import sqrt

from sim.battlefield.paths import reach
from sim.geometry.segments import Point
from sim.rules.activation import movement_rates
from sim.rules.movement.way import mover_of
from sim.scenario.faults import FaultLog
from sim.state.battle import BattleState
from sim.state.roster import Condition

_EDGE_BAND = 2.0


def check_access(state: BattleState, log: FaultLog) -> None:
    """Warn of hold and exit conditions whose place no unit of the side can come to."""
    for number, condition in enumerate(state.roster.conditions):
        if condition.kind not in ("hold", "exit") or _is_in_reach(state, condition):
            continue
        if any(_can_move(state, unit) for unit in state.living(condition.side)):
            message = "no unit of the side can move there: the terrain shuts it off"
            log.warning(("victory", number), "shut_off", message)
        else:
            message = "no unit of the side can move, and none stands there"
            log.warning(("victory", number), "immobile", message)


def _can_move(state: BattleState, unit: int) -> bool:
    return movement_rates(state, unit).open > 0.0 and not state.units[unit].immobilized


def _is_in_reach(state: BattleState, condition: Condition) -> bool:
    return any(_is_there(state, condition, *point) for point in _points(state, condition.side))


def _points(state: BattleState, side: int) -> Iterator[Point]:
    """Where the units of a side stand, and every place on the lattice they could come to."""
    world = state.roster.world
    everywhere = 100.0 * (world.width + world.height)
    asked = []
    for unit in state.living(side):
        footprint, mover = state.units[unit].footprint, mover_of(state, unit)
        yield footprint.x, footprint.y
        if _can_move(state, unit) and mover not in asked:
            asked.append(mover)
            found = reach(world, mover, (footprint.x, footprint.y), everywhere)
            yield from map(found.point, found.numbers)


def _is_there(state: BattleState, condition: Condition, x: float, y: float) -> bool:
    """Whether a point is in the circle of the objective, or a base's width from the edge."""
    if condition.kind == "hold":
        objective = state.roster.objectives[condition.objective]
        dx, dy = objective.x - x, objective.y - y
        return sqrt(dx * dx + dy * dy) <= objective.radius + _EDGE_BAND
    world = state.roster.world
    gaps = {"top": world.height - y, "bottom": y, "right": world.width - x, "left": x}
    return gaps[condition.edge or "top"] <= _EDGE_BAND
