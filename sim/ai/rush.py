"""Charges and pile-ins: onto whom a team can get, and whether that pays."""

from typing import NamedTuple

from sim.ai.assault import duel_gain, melee_risk
from sim.ai.prospects import fear
from sim.ai.view import View
from sim.ai.ways import find_rush
from sim.engine.options import Request
from sim.rules.activation import are_within, enemies, engaging
from sim.rules.charge import CHARGE_MOVE, check_charger
from sim.state.battle import BattleState
from sim.state.events import UnitMoved
from sim.state.orders import Charge

_LEAST_GAIN = 0.1
"""What a rush must promise at least."""

_TARGETS = 3
"""So many enemies are looked at, the most promising ones."""

_IN_THE_OPEN, _BYSTANDERS = 0.5, 0.5
"""What the fire a rush comes under counts, and the blows of enemies beside its target."""


class Rush(NamedTuple):
    """A charge or pile-in, and what it can be expected to bring."""

    gain: float
    order: Charge


def best_rush(view: View, request: Request, unit: int) -> Rush | None:
    """The charge or pile-in of a team that pays best, if one does."""
    best: Rush | None = None
    for _, target in _promising(view, unit)[:_TARGETS]:
        order = find_rush(view.state, request, unit, target)
        if order is not None:
            gain = _gain(view, unit, target, order)
            if gain > (_LEAST_GAIN if best is None else best.gain):
                best = Rush(gain, order)
    return best


def hoped_rush(view: View, unit: int) -> float:
    """What a charge of a team in this turn promises, its way not yet looked for."""
    if check_charger(view.state, unit) is not None:
        return 0.0
    return max((-loss for loss, _ in _promising(view, unit)), default=0.0)


def _promising(view: View, unit: int) -> list[tuple[float, int]]:
    """The enemies that may be in reach and worth it, the best first, each with minus its gain."""
    found = []
    for enemy in enemies(view.state, unit):
        if are_within(view.state, unit, enemy, CHARGE_MOVE):
            gain = duel_gain(view, unit, enemy, _beside(view.state, unit, enemy))
            if gain > _LEAST_GAIN:
                found.append((-gain, enemy))
    return sorted(found)


def _beside(state: BattleState, unit: int, enemy: int) -> int:
    """How many will fight an enemy beside a unit: those that engage it already."""
    return sum(mate != unit for mate in engaging(state, enemy))


def _gain(view: View, unit: int, target: int, order: Charge) -> float:
    """What the rush brings: the duel, less the blows of others and the fire it comes under."""
    at = view.state.units[unit].footprint
    path = ((at.x, at.y), *order.path)
    after = view.after(
        UnitMoved(unit=order.unit, manner="charge", path=path, facing=at.facing, cost=0.0)
    )
    gain = duel_gain(after, unit, target, _beside(after.state, unit, target))
    for other in _others(after.state, unit, target):
        gain -= _BYSTANDERS * melee_risk(after, other, unit)
    return gain - _IN_THE_OPEN * view.temper.caution * max(
        fear(after, unit) - fear(view, unit), 0.0
    )


def _others(state: BattleState, unit: int, target: int) -> list[int]:
    return [enemy for enemy in engaging(state, unit) if enemy != target]
