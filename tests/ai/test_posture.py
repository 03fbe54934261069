"""Hatches and cowering: when they pay."""

import pytest

from sim.state.battle import BattleState
from sim.state.orders import Cower, Pass, SetHatch
from tests.support.asking import answer
from tests.support.builders import battle, unit


def tank(hatch: str, *blue: object, terrain: object = ()) -> BattleState:
    """A tank with its hatch so, against these."""
    red = [unit("t", "medium-tank", 20, 20, 90, state={"hatch": hatch})]
    return battle(red, blue, phase="start", terrain=terrain)


def test_it_unbuttons_to_fire_the_better() -> None:
    state = tank("buttoned", unit("b", "rifle-team", 40, 20))
    assert answer(state, "start", "t") == SetHatch("t", buttoned=False)


def test_it_buttons_up_before_infantry_that_may_charge() -> None:
    foes = [unit(f"b{n}", "rifle-team", 26, 14 + 4 * n) for n in range(3)]
    state = tank("unbuttoned", *foes)
    assert answer(state, "start", "t") == SetHatch("t", buttoned=True)


@pytest.mark.clause("HR-5")
def test_a_stunned_tank_is_left_alone() -> None:
    red = [unit("t", "medium-tank", 20, 20, 90, state={"stunned": True})]
    state = battle(red, [unit("b", "rifle-team", 40, 20)], phase="start")
    assert answer(state, "start", "t") == Pass()


@pytest.mark.clause("HR-7")
def test_a_suppressed_crew_cowers_for_it_loses_nothing() -> None:
    red = [unit("g", "at-gun-light", 20, 20, 90, state={"suppressed": True})]
    state = battle(red, [unit("b", "mg-team", 40, 20)], phase="start")
    assert answer(state, "start", "g") == Cower("g")


def test_who_cowers_already_is_left_alone() -> None:
    red = [unit("g", "at-gun-light", 20, 20, 90, state={"suppressed": True, "cowering": True})]
    state = battle(red, [unit("b", "mg-team", 40, 20)], phase="start")
    assert answer(state, "start", "g") == Pass()


def test_a_team_that_can_fight_does_not_cower() -> None:
    red = [unit("g", "at-gun-light", 20, 20, 90)]
    state = battle(red, [unit("b", "mg-team", 40, 20)], phase="start")
    assert answer(state, "start", "g") == Pass()


def test_a_broken_team_cowers_in_cover_and_runs_in_the_open() -> None:
    red = [unit("r", "rifle-team", 20, 20, state={"broken": True})]
    blue = [unit("b", "mg-team", 40, 20)]
    hole = {"id": "hole", "kind": "crater", "circle": {"center": [20, 20], "radius": 2}}
    assert answer(battle(red, blue, phase="start", terrain=[hole]), "start", "r") == Cower("r")
    assert answer(battle(red, blue, phase="start"), "start", "r") == Pass()


def test_who_has_a_goal_to_reach_does_not_cower() -> None:
    red = [unit("r", "mortar-team", 20, 20, state={"suppressed": True})]
    hole = {"id": "hole", "kind": "crater", "circle": {"center": [20, 20], "radius": 2}}
    state = battle(
        red,
        [unit("b", "mg-team", 40, 20)],
        phase="start",
        terrain=[hole],
        objectives=[{"id": "hill", "position": [10, 40], "radius": 3}],
        victory=[{"kind": "hold", "side": "red", "objective": "hill", "at_round": 8}],
    )
    assert answer(state, "start", "r") == Pass()


def test_a_hatch_that_is_right_stays_as_it_is() -> None:
    state = tank("unbuttoned", unit("b", "rifle-team", 40, 20))
    assert answer(state, "start", "t") == Pass()
