"""Fire: the better target, the better weapon, nothing wasted and no friend hit."""

import pytest

from sim.ai.gunnery import best_shots, total_gain, whole
from sim.ai.view import view_of
from sim.state.battle import BattleState
from tests.support.asking import answer
from tests.support.builders import battle, index, unit


def targets(state: BattleState, unit_id: str) -> dict[str, str]:
    """What a unit fires at, by its weapons."""
    order = answer(state, "shooting", unit_id)
    return {aim.weapon: aim.target for aim in order.aims}


def test_the_target_in_the_open_before_the_one_in_cover() -> None:
    blue = [unit("b", "rifle-team", 30, 16), unit("c", "rifle-team", 30, 24)]
    ruin = {"id": "ruin", "kind": "rubble", "rect": {"center": [30, 16], "size": [4, 4]}}
    state = battle([unit("r", "rifle-team", 12, 20)], blue, terrain=[ruin])
    assert targets(state, "r") == {"rifles": "c"}


def test_the_target_of_the_condition_before_its_equal() -> None:
    blue = [unit("b", "rifle-team", 30, 16), unit("c", "rifle-team", 30, 24)]
    state = battle(
        [unit("r", "rifle-team", 12, 20)],
        blue,
        victory=[{"kind": "destroy", "side": "red", "unit": "c"}],
    )
    assert targets(state, "r") == {"rifles": "c"}


def test_of_equal_targets_the_first_in_the_file() -> None:
    blue = [unit("x", "rifle-team", 50, 20), unit("b", "mg-team", 30, 16)]
    blue.append(unit("c", "mg-team", 30, 24))
    state = battle([unit("r", "rifle-team", 12, 20)], blue)
    assert targets(state, "r") == {"rifles": "b"}


@pytest.mark.clause("HR-17")
def test_of_its_three_weapons_a_tank_fires_the_two_that_tell() -> None:
    blue = [unit("b", "rifle-team", 20, 20)]
    state = battle([unit("t", "medium-tank", 12, 20, 90)], blue)
    assert targets(state, "t") == {"coaxial-mg": "b", "hull-mg": "b"}


def test_no_fire_that_cannot_harm() -> None:
    state = battle([unit("r", "rifle-team", 12, 20)], [unit("t", "heavy-tank", 20, 20, 270)])
    view = view_of(state)
    assert best_shots(view, "shooting", 0, whole(view)) == ()


def test_no_template_on_friends() -> None:
    red = [unit("m", "mortar-team", 10, 20), unit("r", "rifle-team", 34, 20)]
    red.append(unit("s", "command-team", 36, 21.8))
    state = battle(red, [unit("b", "rifle-team", 36, 20)])
    view = view_of(state)
    assert best_shots(view, "shooting", 0, whole(view)) == ()


def test_what_is_as_good_as_dead_counts_for_little() -> None:
    blue = [unit("b", "rifle-team", 30, 16), unit("c", "rifle-team", 30, 24)]
    state = battle([unit("r", "rifle-team", 12, 20)], blue)
    view, shares = view_of(state), [1.0, 0.1, 1.0]
    assert [shot.target for shot in best_shots(view, "shooting", 0, shares)] == [2]


def test_a_gun_worth_points_draws_fire_that_destroys_it() -> None:
    state = battle([unit("t", "medium-tank", 12, 20, 90)], [unit("g", "at-gun-light", 30, 20, 0)])
    worth = {"victory": [{"kind": "destroy", "side": "red", "gun": "g"}]}
    dear = battle(
        [unit("t", "medium-tank", 12, 20, 90)], [unit("g", "at-gun-light", 30, 20, 0)], **worth
    )
    plain, wanted = (
        total_gain(best_shots(view_of(s), "shooting", index(s, "t"), whole(view_of(s))))
        for s in (state, dear)
    )
    assert wanted > plain + 1.0
