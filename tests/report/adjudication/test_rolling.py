"""Dice of an adjudication: given ones in the written order, or one throw of a seed."""

from typing import Any

import pytest

from sim.errors import UsageError
from sim.report.adjudication.rolling import read_faces
from tests.support.adjudging import answer, duel
from tests.support.builders import unit
from tests.support.shots import team_with, weapon


def rolled(fought: Any, *faces: int, **question: Any) -> tuple[list[Any], dict[str, Any]]:
    """The dice as purpose and faces, and the outcome."""
    found = answer(fought, faces=faces, **question)["rolled"]
    return [(die["purpose"], die["faces"]) for die in found["dice"]], found["outcome"]


def gunner(**arms: Any) -> dict[str, Any]:
    """The catalogue of a team with a gun of two dice."""
    return {"weapons": {"gun": weapon(dice=2, **arms)}, "profiles": {"gunner": team_with("gun")}}


@pytest.mark.clause("BB-13", "FR-8")
def test_all_to_hit_dice_come_first_then_hit_by_hit_its_save():
    dice, outcome = rolled(duel("rifle-team", "rifle-team"), 4, 6, 3, 3, 6, 6)
    assert dice == [
        ("to_hit", [4]),
        ("to_hit", [6]),
        ("team_save", [3, 3]),
        ("team_save", [6, 6]),
    ]
    assert outcome == {"hits": 2, "target": "broken", "gun_destroyed": False}


@pytest.mark.clause("RU-13")
def test_nothing_is_rolled_for_hits_that_are_lost():
    dice, outcome = rolled(duel("rifle-team", "rifle-team"), 4, 4, 1, 1)
    assert [purpose for purpose, _ in dice] == ["to_hit", "to_hit", "team_save"]
    assert outcome == {"hits": 2, "target": "destroyed", "gun_destroyed": False}


@pytest.mark.clause("BB-3", "BB-4")
def test_a_re_roll_follows_its_die_at_once():
    hidden = {"profile": "rifle-team", "quality": "elite", "state": {"cowering": True}}
    fought = duel({"profile": "rifle-team", "quality": "conscript"}, hidden)
    dice, outcome = rolled(fought, 6, 5, 6, 6, 1, 1)
    assert dice == [("to_hit", [6, 5]), ("to_hit", [6, 6]), ("team_save", [1, 1])]
    assert outcome["hits"] == 1


@pytest.mark.clause("BW-16", "BW-18")
def test_a_vehicle_rolls_to_wound_and_its_save_only_after_a_wound():
    fought = duel("gunner", "medium-tank", catalogue=gunner(anti_tank=6))
    dice, outcome = rolled(fought, 4, 4, 3, 4, 1)
    assert [purpose for purpose, _ in dice] == [
        "to_hit",
        "to_hit",
        "to_wound",
        "to_wound",
        "cover_save",
    ]
    assert outcome == {"hits": 2, "target": "stunned", "gun_destroyed": False}


@pytest.mark.clause("BW-12")
def test_nothing_is_rolled_for_a_wound_that_is_impossible():
    dice, outcome = rolled(duel("rifle-team", "medium-tank"), 4, 4)
    assert [purpose for purpose, _ in dice] == ["to_hit", "to_hit"]
    assert outcome == {"hits": 2, "target": "unharmed", "gun_destroyed": False}


@pytest.mark.clause("BW-36")
def test_an_automatic_destruction_needs_no_dice():
    fought = duel("mg-team", {"profile": "truck", "position": [23, 20]})
    dice, outcome = rolled(fought, phase="melee")
    assert dice == []
    assert outcome == {"hits": 1, "target": "destroyed", "gun_destroyed": False}


@pytest.mark.clause("FR-32")
def test_a_gun_may_be_destroyed_with_its_crew():
    fought = duel("gunner", "at-gun-light", catalogue=gunner(firepower=1))
    _, outcome = rolled(fought, 4, 1, 1, 1)
    assert outcome == {"hits": 1, "target": "destroyed", "gun_destroyed": True}


@pytest.mark.clause("FR-34", "RU-13")
def test_a_gun_may_be_destroyed_and_its_crew_live():
    fought = duel("gunner", "at-gun-light", catalogue=gunner(gun_class="heavy"))
    _, outcome = rolled(fought, 4, 1, 3, 3)
    assert outcome == {"hits": 1, "target": "broken", "gun_destroyed": True}


@pytest.mark.clause("RU-9")
def test_a_broken_team_that_stays_so_is_unharmed():
    fought = duel("rifle-team", {"profile": "rifle-team", "state": {"broken": True}})
    assert rolled(fought, 4, 1, 6, 6)[1]["target"] == "unharmed"
    assert rolled(fought, 4, 1, 3, 3)[1]["target"] == "destroyed"


def under_mortar() -> Any:
    """A mortar's target t, with u touched and v not."""
    near = [unit("u", "rifle-team", 42, 20), unit("v", "rifle-team", 46, 20)]
    return duel("mortar-team", {"profile": "rifle-team", "position": [40, 20]}, others=near)


@pytest.mark.clause("BB-15")
def test_dice_of_a_template_go_unit_by_unit():
    dice, outcome = rolled(under_mortar(), 4, 4, 4, 5, 1, 1)
    assert [purpose for purpose, _ in dice] == ["to_hit", "team_save", "to_hit", "team_save"]
    assert outcome == {
        "hits": 1,
        "target": "broken",
        "gun_destroyed": False,
        "also": {"u": "destroyed"},
    }


@pytest.mark.clause("BB-15")
def test_a_template_that_touches_nobody_else_says_so():
    fought = duel("mortar-team", "rifle-team")
    assert rolled(fought, 1)[1]["also"] == {}


@pytest.mark.parametrize(
    ("faces", "message"),
    [
        ((4,), "too few dice: after 1, expected 1 for to_hit"),
        ((4, 1), "expected 2 for team_save"),
        ((1, 1, 6), "too many dice: 2 were used, 1 left over"),
    ],
)
def test_too_few_or_too_many_faces_say_what_was_expected(faces, message):
    with pytest.raises(UsageError, match=message):
        rolled(duel("rifle-team", "rifle-team"), *faces)


@pytest.mark.parametrize("text", ["7", "0", "4,x", "4,,5", "-1", "4;5", "²", "4.0", "1" * 5000])
def test_malformed_faces_are_refused(text):
    with pytest.raises(UsageError, match="dice are faces from 1 to 6"):
        read_faces(text)


def test_faces_are_read_with_blanks_and_without_any():
    assert read_faces("4, 6,1") == (4, 6, 1)
    assert read_faces("") == ()


def test_a_seed_throws_once_and_always_the_same():
    fought = duel("rifle-team", "rifle-team")
    assert answer(fought, seed=5)["rolled"] == answer(fought, seed=5)["rolled"]
    thrown = {str(answer(fought, seed=seed)["rolled"]) for seed in range(20)}
    assert len(thrown) > 10


def test_without_dice_and_seed_nothing_is_rolled():
    assert answer(duel("rifle-team", "rifle-team"))["rolled"] is None
