"""Whether the rules allow an order as the answer to a request."""

from typing import assert_never

from sim.engine.options import Request, RequestKind
from sim.errors import Refusal
from sim.rules import charge, fire, firefight, melee, start
from sim.rules.movement.move import check_move
from sim.state.battle import BattleState
from sim.state.orders import (
    BreakAway,
    Charge,
    Cower,
    Fire,
    Move,
    NameTargets,
    Order,
    Pass,
    Resolve,
    SetHatch,
)

_WANTED: dict[RequestKind, tuple[type, ...]] = {
    "start": (SetHatch, Cower),
    "movement": (Move,),
    "shooting": (Fire,),
    "firefight_order": (Resolve,),
    "firefight": (NameTargets,),
    "charge": (Charge,),
    "pile_in": (Charge,),
    "melee_order": (Resolve,),
    "melee": (NameTargets,),
    "break_away": (BreakAway,),
}


def check(state: BattleState, request: Request, order: Order) -> Refusal | None:
    """Why the rules forbid an order here, or None when they allow it."""
    if not isinstance(order, (Pass, *_WANTED[request.kind])):
        text = f"{_name(order)} is no answer to a request for {request.kind}"
        return Refusal("wrong_order", "BB-6", text)
    return _check_unit(state, request, order) or _check_rules(state, request, order)


def _name(order: Order) -> str:
    return type(order).__name__


def _check_unit(state: BattleState, request: Request, order: Order) -> Refusal | None:
    """Whether the unit exists, is the side's own, and may still be ordered."""
    if isinstance(order, Pass | Resolve | NameTargets):
        return None
    index = state.roster.unit_index.get(order.unit)
    if index is None:
        return Refusal("unknown_unit", "BB-6", f"there is no unit {order.unit!r}")
    if state.side_of(index) != request.side:
        return Refusal("not_own_unit", "HR-8", f"{order.unit} is not a unit of this side")
    if not state.units[index].alive:
        return Refusal("not_on_table", "HR-32", f"{order.unit} is not on the table any more")
    if state.acted >> index & 1 and request.kind != "break_away":
        return Refusal("acted", "HR-8", f"{order.unit} was ordered in this phase already")
    if request.kind == "break_away" and order.unit not in request.units:
        return Refusal("not_asked", "HR-26", f"{order.unit} is not the unit that breaks away")
    return None


def _check_rules(state: BattleState, request: Request, order: Order) -> Refusal | None:
    match order:
        case Pass():
            return None
        case SetHatch():
            return start.check_hatch(state, state.roster.unit_index[order.unit])
        case Cower():
            return start.check_cower(state, state.roster.unit_index[order.unit])
        case Move():
            return check_move(state, order)
        case Fire():
            return fire.check_fire(state, order)
        case Resolve():
            return _check_resolve(request, order)
        case NameTargets():
            return _check_targets(state, request, order)
        case Charge():
            if request.kind == "pile_in":
                return charge.check_pile_in(state, order)
            return charge.check_charge(state, order)
        case BreakAway():
            return melee.check_break_away(state, order)
        case _:
            assert_never(order)


def _check_resolve(request: Request, order: Resolve) -> Refusal | None:
    if any(order.unit in group for group in request.groups):
        return None
    text = f"{order.unit!r} is in none of the groups still to be resolved"
    return Refusal("no_such_group", "BB-18", text)


def _check_targets(state: BattleState, request: Request, order: NameTargets) -> Refusal | None:
    group = tuple(state.roster.unit_index[unit] for unit in request.groups[0])
    if request.kind == "melee":
        return melee.check_targets(state, request.side, group, order)
    return firefight.check_targets(state, request.side, group, order)
