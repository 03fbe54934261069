"""What melees can be expected to bring."""

import pytest

from sim.ai.assault import best_blow, duel_gain, melee_risk, rally_chance
from sim.ai.gunnery import whole
from sim.ai.view import view_of
from sim.state.battle import BattleState
from tests.support.asking import answer
from tests.support.builders import battle, changed, rules, unit


def met(mine: str, yours: str, **more: object) -> BattleState:
    """Two units in contact, or near to it."""
    return battle(
        [unit("r", mine, 20, 20, 90)], [unit("b", yours, 22.5, 20, 0, **more)], phase="melee"
    )


def test_the_stronger_team_gains_by_a_duel() -> None:
    view = view_of(met("assault-team", "mortar-team", quality="conscript"))
    assert duel_gain(view, 0, 1) > 0.0 > duel_gain(view, 1, 0)


def test_friends_beside_a_team_share_the_blows() -> None:
    view = view_of(met("rifle-team", "command-team"))
    assert duel_gain(view, 0, 1, beside=1) > duel_gain(view, 0, 1)


@pytest.mark.clause("BW-36")
def test_an_open_tank_is_a_better_prey_than_a_buttoned_one() -> None:
    state = met("rifle-team", "medium-tank")
    opened = changed(state, "b", buttoned=False)
    assert duel_gain(view_of(opened), 0, 1) > duel_gain(view_of(state), 0, 1)


@pytest.mark.clause("BB-21")
def test_a_stunned_tank_harms_nobody() -> None:
    state = met("rifle-team", "medium-tank")
    assert melee_risk(view_of(state), 1, 0) > 0.0
    assert melee_risk(view_of(changed(state, "b", stunned=True)), 1, 0) == 0.0


def test_tanks_do_not_fight_tanks() -> None:
    blue = [unit("b", "medium-tank", 25, 20)]
    state = battle([unit("r", "medium-tank", 20, 20, 90)], blue, phase="melee")
    assert melee_risk(view_of(state), 1, 0) == 0.0


def test_the_satchel_charge_is_for_tanks() -> None:
    for prey, weapon in (("medium-tank", "satchel-charge"), ("rifle-team", "assault")):
        state = met("assault-team", prey)
        order = answer(state, "melee", "r", groups=[("r", "b")])
        assert order.units[0].aims[0].weapon == weapon


@pytest.mark.clause("HR-22")
def test_a_blow_reaches_as_far_as_melee_goes() -> None:
    red, blue = [unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 24.5, 20)]
    for melee_range, strikes in ((4, True), (2, False)):
        view = view_of(battle(red, blue, **rules(melee_range=melee_range, engaged_range=3)))
        assert (best_blow(view, 0, whole(view)) is not None) == strikes


def test_nobody_near_no_blow() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 40, 20)])
    assert best_blow(view_of(state), 0, whole(view_of(state))) is None


@pytest.mark.clause("HR-3")
def test_a_leader_near_helps_to_rally() -> None:
    near = [unit("hq", "command-team", 20, 20), unit("r", "rifle-team", 20, 25)]
    blue = [unit("b", "rifle-team", 60, 20)]
    assert rally_chance(battle(near, blue), 1) == 4 / 6
    assert rally_chance(battle(near[::-1], blue), 0) == 3 / 6
