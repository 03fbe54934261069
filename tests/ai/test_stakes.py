"""What hangs on units besides themselves."""

import pytest

from sim.ai.stakes import Stakes
from sim.ai.temper import Temper
from sim.ai.view import View, view_of
from sim.ai.worth import VICTORY
from sim.state.battle import BattleState
from tests.support.builders import battle, changed, unit

NERVOUS = Temper(nerve=(1.0, 0.5))
FINAL = Temper(end=(1.0, 0.5))
SHARE = {"kind": "destroy", "side": "red", "share": 0.75}
RED = [unit("r", "rifle-team", 12, 20)]
BLUE = [unit(f"b{n}", "rifle-team", 40, 8 + 6 * n) for n in range(4)]


def stakes(state: BattleState, temper: Temper, side: int = 1) -> tuple[float, ...]:
    """What is added to the worth of each of the units of blue."""
    view = view_of(state, temper)
    found = Stakes(view, side).with_stakes(view).units
    return tuple(found[n] - view.units[n] for n in range(1, 5))


def without(state: BattleState, *names: str, fate: str = "destroyed") -> BattleState:
    for name in names:
        state = changed(state, name, fate=fate, fate_round=1)
    return state


@pytest.mark.clause("BB-22")
def test_who_keeps_the_rest_from_the_test_is_worth_what_it_may_cost() -> None:
    """Of four the third loss makes the last one test; regulars fail on 1 to 3."""
    whole = battle(RED, BLUE)
    assert stakes(whole, NERVOUS) == (0.0,) * 4
    assert stakes(without(whole, "b1"), NERVOUS) == (0.0,) * 4
    half = without(whole, "b1", "b2")
    leader, last = (view_of(half).units[n] for n in (1, 4))
    assert stakes(half, NERVOUS) == pytest.approx((last / 2, 0.0, 0.0, leader / 2))
    assert stakes(half, NERVOUS, side=0) == pytest.approx((last / 4, 0.0, 0.0, leader / 4))


@pytest.mark.clause("PR-22")
def test_who_left_the_table_keeps_the_others_from_the_test() -> None:
    half = without(battle(RED, BLUE), "b1", "b2", fate="exited")
    assert stakes(half, NERVOUS) == (0.0,) * 4


def test_nothing_hangs_on_the_last_of_a_formation() -> None:
    assert stakes(without(battle(RED, BLUE), "b1", "b2", "b3"), NERVOUS) == (0.0,) * 4


@pytest.mark.clause("HR-27")
def test_the_nearer_a_share_is_the_more_every_loss_counts() -> None:
    """Three of four, two of three that are left, and the last one."""
    whole = battle(RED, BLUE, victory=[SHARE])
    assert stakes(whole, FINAL) == (0.0,) * 4
    one = VICTORY / 2 - VICTORY / 3
    assert stakes(without(whole, "b1"), FINAL) == pytest.approx((one,) * 4)
    assert stakes(without(whole, "b1"), FINAL, side=0) == pytest.approx((one / 2,) * 4)
    two = VICTORY - VICTORY / 3
    assert stakes(without(whole, "b1", "b2"), FINAL) == pytest.approx((two,) * 4)


def test_one_unit_to_destroy_is_no_share() -> None:
    named = {"kind": "destroy", "side": "red", "unit": "b1"}
    state = battle(RED, BLUE, victory=[named])
    assert stakes(without(state, "b0"), FINAL) == (0.0,) * 4


def test_they_are_found_anew_when_somebody_falls() -> None:
    whole = battle(RED, BLUE, victory=[SHARE])
    view = view_of(whole, FINAL)
    known = Stakes(view, 1)
    seen = [whole, without(whole, "b1"), without(whole, "b1", "b2"), whole]

    def found(state: BattleState) -> View:
        return known.with_stakes(view.of(state))

    assert [found(s).units for s in seen] == [
        Stakes(view, 1).with_stakes(view.of(s)).units for s in seen
    ]


def test_greedy_takes_no_notice() -> None:
    half = without(battle(RED, BLUE, victory=[SHARE]), "b1", "b2")
    assert stakes(half, Temper()) == (0.0,) * 4
