"""Charges and pile-ins: when they pay, and only then."""

import pytest

from sim.ai.rush import hoped_rush
from sim.ai.view import view_of
from sim.state.battle import BattleState
from sim.state.orders import Charge, Pass
from tests.support.asking import answer
from tests.support.builders import battle, changed, unit


def before(mine: str, yours: str, **more: object) -> BattleState:
    """A team five inches from an enemy, about to charge."""
    red = [unit("r", mine, 20, 20, quality="elite")]
    return battle(red, [unit("b", yours, 27, 20, **more)], phase="melee")


def test_a_charge_that_pays_is_made() -> None:
    order = answer(before("assault-team", "mortar-team", quality="conscript"), "charge", "r")
    assert isinstance(order, Charge)
    assert order.target == "b"


def test_a_charge_that_does_not_pay_is_not_made() -> None:
    state = before("mortar-team", "assault-team", quality="elite")
    assert answer(state, "charge", "r") == Pass()


def test_no_charge_among_many_that_strike_back() -> None:
    blue = [unit("b", "mortar-team", 27, 20, quality="conscript")]
    blue += [unit(f"c{n}", "assault-team", 26.8, 18.2 + 3.6 * n, quality="elite") for n in (0, 1)]
    red = [unit("r", "rifle-team", 20, 20)]
    assert answer(battle(red, blue, phase="melee"), "charge", "r") == Pass()


def test_no_charge_through_what_nobody_can_cross() -> None:
    river = {"id": "river", "kind": "moat", "rect": {"center": [23.5, 24], "size": [1, 48]}}
    moat = {"sight": "clear", "cover": "none", "area": False, "height": 0}
    classes = dict.fromkeys(("infantry", "gun", "vehicle"), "impassable")
    state = battle(
        [unit("r", "assault-team", 20, 20, quality="elite")],
        [unit("b", "mortar-team", 27, 20, quality="conscript")],
        phase="melee",
        terrain=[river],
        catalogue={"terrain": {"moat": {**moat, "movement": classes}}},
    )
    assert answer(state, "charge", "r") == Pass()


@pytest.mark.clause("HR-21")
def test_a_pile_in_helps_a_mate() -> None:
    red = [unit("r", "rifle-team", 20, 20), unit("s", "assault-team", 20, 24, quality="elite")]
    state = battle(red, [unit("b", "rifle-team", 22, 20)], phase="melee", active=1)
    order = answer(state, "pile_in", "s")
    assert isinstance(order, Charge)
    assert order.unit == "s"


@pytest.mark.clause("BB-20")
def test_who_may_not_charge_hopes_for_nothing() -> None:
    state = before("assault-team", "mortar-team", quality="conscript")
    assert hoped_rush(view_of(state), 0) > 0.0
    assert hoped_rush(view_of(changed(state, "r", suppressed=True)), 0) == 0.0
