"""One order of one unit: refused with a reason, or given and resolved completely (HR-8)."""

from typing import Literal, NamedTuple, assert_never

from sim.dice import Dice
from sim.engine.check import check
from sim.engine.options import Request
from sim.errors import Refusal
from sim.rules import charge, fire, melee
from sim.rules.movement.move import resolve_move
from sim.state.battle import BattleState
from sim.state.events import (
    Event,
    HatchChanged,
    OrderGiven,
    OrderRefused,
    UnitCowered,
)
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


class Step(NamedTuple):
    """What came of an order: its events, and the refusal if the rules forbid it."""

    events: tuple[Event, ...]
    refusal: Refusal | None


def step(state: BattleState, request: Request, order: Order, dice: Dice) -> Step:
    """Check an order, and resolve it if it is allowed; a refused order throws no die.

    Orders that only choose (`Resolve`, `NameTargets`) are given here and carried out by the turn
    loop, once both sides have answered.
    """
    side = state.roster.sides[request.side].id
    refusal = check(state, request, order)
    if refusal is not None:
        refused = OrderRefused(
            by=side, order=order, code=refusal.code, clause=refusal.clause, text=refusal.text
        )
        return Step((refused,), refusal)
    given = OrderGiven(by=side, order=order)
    return Step((given, *_resolve(state, request, order, dice)), None)


def _resolve(state: BattleState, request: Request, order: Order, dice: Dice) -> list[Event]:
    match order:
        case Pass() | Resolve() | NameTargets():
            return []
        case SetHatch():
            return _change_hatch(state, order)
        case Cower():
            return [UnitCowered(unit=order.unit)]
        case Move():
            return resolve_move(state, order, dice)
        case Fire():
            return fire.resolve_fire(state, order, dice)
        case Charge():
            return charge.resolve_charge(state, order, _manner(request), dice)
        case BreakAway():
            return melee.resolve_break_away(state, order, dice)
        case _:
            assert_never(order)


def _manner(request: Request) -> Literal["charge", "pile_in"]:
    return "pile_in" if request.kind == "pile_in" else "charge"


def _change_hatch(state: BattleState, order: SetHatch) -> list[Event]:
    row = state.units[state.roster.unit_index[order.unit]]
    if row.buttoned == order.buttoned:
        return []
    return [HatchChanged(unit=order.unit, buttoned=order.buttoned)]
