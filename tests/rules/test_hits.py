"""Hits: the name of their dice, and the condition they find their target in."""

import pytest

from sim.dice import RecordingDice, ScriptedDice, need_table
from sim.rules.hits import Condition, Hit, condition_of
from tests.support.builders import battle, changed, index, unit


def test_a_hit_names_its_throw_by_the_die_that_hit():
    dice = RecordingDice(ScriptedDice([4]))
    Hit("r", "rifles", "g", 3).throw(dice, need_table(4), "team_save")
    assert dice.record[0][:5] == ("team_save", "r", "rifles", "g", 3)


@pytest.mark.clause("RU-13")
@pytest.mark.parametrize(
    ("gun", "lost"), [("none", False), ("intact", False), ("lost", True), ("lost_before", True)]
)
def test_a_gun_is_lost_in_this_attack_or_in_one_before(gun, lost):
    assert Condition(gun=gun).has_lost_gun == lost


def test_the_condition_of_a_unit_is_that_of_its_row():
    state = battle(
        [unit("r", "rifle-team", 10, 10, state={"broken": True})],
        [unit("g", "at-gun-light", 20, 10), unit("t", "truck", 30, 10, state={"stunned": True})],
    )
    state = changed(state, "t", fate="destroyed")
    found = [condition_of(state, index(state, name)) for name in ("r", "g", "t")]
    assert found == [
        Condition(broken=True),
        Condition(gun="intact"),
        Condition(alive=False, stunned=True),
    ]
