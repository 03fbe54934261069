"""Charges and pile-ins: how infantry comes into contact (BB-20, HR-20, HR-21)."""

from typing import Literal

from sim.dice import Dice
from sim.errors import Refusal
from sim.geometry.vectors import bearing
from sim.rules.activation import is_engaged, is_serving, is_team
from sim.rules.movement.advance import check_advance, resolve_advance
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Charge

CHARGE_MOVE = 8.0
"""Inches of a charge (BB-20)."""


def check_charger(state: BattleState, unit: int) -> Refusal | None:
    """Why a unit may not charge, or None (BB-20, HR-20)."""
    name, row = state.spec(unit).id, state.units[unit]
    if state.fired >> unit & 1:
        return Refusal("fired", "BB-20", f"{name} fired in this turn's Firefight")
    if row.sprinted:
        return Refusal("sprinted", "BB-20", f"{name} sprinted")
    return _check_rusher(state, unit)


def check_reserve(state: BattleState, unit: int) -> Refusal | None:
    """Why a unit may not pile in, or None (HR-20, HR-21)."""
    refusal = _check_rusher(state, unit)
    if refusal is not None:
        return refusal
    mates = state.formation_of(unit).members
    if not any(state.units[mate].alive and is_engaged(state, mate) for mate in mates):
        return Refusal(
            "formation_not_engaged", "HR-21", f"nobody in {state.spec(unit).id}'s formation fights"
        )
    return None


def _check_rusher(state: BattleState, unit: int) -> Refusal | None:
    """What charges and pile-ins ask alike (BB-17, BB-20, HR-20, HR-21)."""
    name, row = state.spec(unit).id, state.units[unit]
    if not is_team(state, unit):
        return Refusal("not_infantry", "BB-20", f"{name} is no infantry team")
    if is_serving(state, unit):
        return Refusal("serves_gun", "HR-20", f"{name} serves a gun")
    if row.broken:
        return Refusal("broken", "BB-20", f"{name} is broken")
    if row.suppressed:
        return Refusal("suppressed", "BB-17", f"{name} is suppressed")
    if row.cowering:
        return Refusal("cowering", "BB-20", f"{name} cowers")
    if is_engaged(state, unit):
        return Refusal("engaged", "BB-20", f"{name} is engaged already")
    return None


def check_charge(state: BattleState, order: Charge) -> Refusal | None:
    """Whether a charge is allowed: the team, the enemy it names, and its path (BB-20)."""
    unit = state.roster.unit_index[order.unit]
    return (
        check_charger(state, unit)
        or _check_enemy(state, unit, order.target)
        or _check_rush(state, unit, order, "charge", CHARGE_MOVE)
    )


def check_pile_in(state: BattleState, order: Charge) -> Refusal | None:
    """Whether a pile-in is allowed: onto an engaged enemy (HR-21)."""
    unit = state.roster.unit_index[order.unit]
    refusal = check_reserve(state, unit) or _check_enemy(state, unit, order.target)
    if refusal is not None:
        return refusal
    if not is_engaged(state, state.roster.unit_index[order.target]):
        return Refusal("target_not_engaged", "HR-21", f"{order.target} is not engaged")
    return _check_rush(state, unit, order, "pile_in", state.rules.pile_in_move)


def _check_enemy(state: BattleState, unit: int, target: str) -> Refusal | None:
    number = state.roster.unit_index.get(target)
    if number is None:
        return Refusal("unknown_unit", "BB-20", f"there is no unit {target!r}")
    if state.side_of(number) == state.side_of(unit):
        return Refusal("own_side", "BB-20", f"{target} is of the own side")
    if not state.units[number].alive:
        return Refusal("not_on_table", "HR-32", f"{target} is not on the table any more")
    return None


def _check_rush(
    state: BattleState,
    unit: int,
    order: Charge,
    manner: Literal["charge", "pile_in"],
    allowance: float,
) -> Refusal | None:
    target = state.roster.unit_index[order.target]
    return check_advance(state, unit, order.path, manner=manner, allowance=allowance, target=target)


def resolve_charge(
    state: BattleState, order: Charge, manner: Literal["charge", "pile_in"], dice: Dice
) -> list[Event]:
    """A charge or pile-in; the team ends facing its enemy (BB-20, HR-21)."""
    unit = state.roster.unit_index[order.unit]
    enemy = state.units[state.roster.unit_index[order.target]].footprint
    x, y = order.path[-1]
    facing = bearing(enemy.x - x, enemy.y - y)
    return resolve_advance(state, unit, order.path, manner, facing, dice)
