"""Refusals: every reason of Shooting, Firefight and Melee, and which comes first."""

from typing import Any

import pytest

from sim.report.adjudication.blows import BLOW_RULES
from tests.support.adjudging import answer, duel
from tests.support.builders import scenario, unit

WOOD = {"id": "w", "kind": "wood", "rect": {"center": [25, 20], "size": [2, 20]}}
HATCH_GUN = {
    "kind": "vehicle",
    "armour": {"front": 5, "other": 4},
    "footprint": {"rect": [3, 2]},
    "height": 1.5,
    "weapons": [{"weapon": "hmg", "unbuttoned_only": True}],
}


def refusal(*question: Any, **more: Any) -> tuple[str, str]:
    """The code and clause of the refusal of one weapon."""
    found = answer(*question, **more)["refusal"]
    assert found["text"]
    return found["code"], found["clause"]


def placed(profile: str, x: float = 20, **state: bool) -> dict[str, Any]:
    """A unit at (x, 20) with states."""
    return {"profile": profile, "position": [x, 20], "state": state}


def with_friend() -> Any:
    """r and a friend s, both opposite t."""
    return scenario(
        [unit("r", "rifle-team", 20, 20), unit("s", "rifle-team", 20, 22)],
        [unit("t", "rifle-team", 30, 20)],
    )


def engaged() -> Any:
    """r with u two inches off and t far away."""
    return duel("rifle-team", "rifle-team", others=[unit("u", "rifle-team", 20, 23)])


def crewless(target: Any = "rifle-team", **gun: Any) -> Any:
    """r is a gun without a crew, beside a team that may serve it."""
    gun = unit("r", "at-gun-light", 20, 20, 90, state={"crewed": False})
    other = unit("s", "rifle-team", 10, 30)
    return scenario([gun, other], [{"id": "t", "position": [30, 20], "profile": target}])


FIRE = {
    "own_side": (with_friend(), {"target": "s"}, "HR-17"),
    "not_in_sight": (duel("rifle-team", "rifle-team", terrain=[WOOD]), {}, "HR-17"),
    "out_of_range": (duel("rifle-team", placed("rifle-team", 60)), {}, "HR-17"),
    "out_of_arc": (
        duel({"profile": "at-gun-light", "facing": 0}, "rifle-team"),
        {},
        "HR-18",
    ),
    "no_rate": (duel(placed("mg-team", moved=True), "rifle-team"), {}, "BB-12"),
    "wrong_phase": (duel("rifle-team", "rifle-team"), {"weapon": "rifle-butts"}, "BW-35"),
    "gun_not_a_target": (
        scenario(
            [unit("r", "rifle-team", 20, 20)],
            [
                unit("t", "at-gun-light", 30, 20, state={"crewed": False}),
                unit("u", "truck", 50, 40),
            ],
        ),
        {},
        "RU-7",
    ),
    "broken": (duel(placed("rifle-team", broken=True), "rifle-team"), {}, "HR-17"),
    "stunned": (
        duel(placed("armoured-car", stunned=True), "rifle-team"),
        {"weapon": "coaxial-mg"},
        "HR-17",
    ),
    "sprinted": (duel(placed("rifle-team", sprinted=True), "rifle-team"), {}, "BB-10"),
    "uncrewed": (crewless(), {}, "HR-17"),
    "engaged": (engaged(), {}, "HR-17"),
    "unbuttoned_only": (
        duel("scout", "rifle-team", catalogue={"profiles": {"scout": HATCH_GUN}}),
        {},
        "HR-17",
    ),
}


@pytest.mark.clause("HR-17", "HR-18", "BB-10", "BB-12", "RU-7", "BW-35")
@pytest.mark.parametrize("code", FIRE)
def test_fire_is_refused_for_every_reason(code):
    fought, question, clause = FIRE[code]
    assert refusal(fought, **question) == (code, clause)


@pytest.mark.clause("BB-18")
def test_a_firefight_reaches_no_farther_than_twelve_inches():
    fought = duel("rifle-team", placed("rifle-team", 34))
    assert refusal(fought, phase="firefight") == ("beyond_12", "BB-18")


@pytest.mark.clause("BW-8")
def test_indirect_weapons_do_not_fire_in_firefight():
    fought = duel("mortar-team", "rifle-team")
    # A mortar has no rate in Firefight either, which is asked first.
    assert refusal(fought, phase="firefight") == ("no_rate", "BB-12")


@pytest.mark.clause("BB-19")
def test_who_sprinted_may_fire_in_firefight():
    fought = duel(placed("rifle-team", sprinted=True), "rifle-team")
    assert answer(fought, phase="firefight")["refusal"] is None


@pytest.mark.clause("FR-6", "PR-44")
def test_a_gun_that_others_serve_is_no_target():
    gun = unit("t", "at-gun-light", 30, 20, state={"crewed": False})
    crew = {"id": "u", "profile": "rifle-team", "state": {"serves": "t"}}
    fought = scenario([unit("r", "rifle-team", 20, 20)], [gun, crew])
    assert refusal(fought) == ("gun_not_a_target", "FR-6")
    assert answer(fought, target="u")["refusal"] is None


@pytest.mark.clause("HR-33", "PR-44")
def test_a_gun_that_others_serve_does_not_fire_by_its_own_id():
    gun = unit("r", "at-gun-light", 20, 20, 90, state={"crewed": False})
    crew = {"id": "s", "profile": "rifle-team", "state": {"serves": "r"}}
    fought = scenario([gun, crew], [unit("t", "rifle-team", 30, 20)])
    assert refusal(fought) == ("uncrewed", "HR-33")


@pytest.mark.clause("PR-44")
def test_a_gun_without_a_crew_is_measured_where_it_stands():
    found = answer(crewless())
    assert found["distance"] == 8.25
    assert found["geometry"]["attacker"]["facing"] == 90


@pytest.mark.clause("HR-17")
def test_the_first_reason_in_their_order_is_told():
    fought = duel(placed("mg-team", broken=True, moved=True), placed("rifle-team", 60))
    assert refusal(fought)[0] == "out_of_range"
    assert refusal(duel(placed("mg-team", broken=True, moved=True), "rifle-team"))[0] == "no_rate"


def test_a_refusal_leaves_the_numbers_null_and_reports_the_geometry():
    found = answer(duel(placed("rifle-team", broken=True), "rifle-team"), faces=[4, 4])
    for key in ("dice", "to_hit", "to_wound", "save", "odds", "rolled"):
        assert found[key] is None
    assert found["distance"] == 8.5
    assert found["front_quarter"] is True


def test_a_refused_template_touches_nobody():
    assert answer(duel(placed("mortar-team", moved=True), "rifle-team"))["also_attacked"] == []


def close(attacker: Any, target: str = "rifle-team", **state: bool) -> Any:
    """r and t less than two inches apart."""
    return duel(attacker, placed(target, 23, **state))


MELEE = {
    "own_side": (with_friend(), {"target": "s", "weapon": "rifle-butts"}, "RU-23"),
    "wrong_phase": (close("rifle-team"), {"weapon": "rifles"}, "BW-35"),
    "gun_not_a_target": (
        scenario(
            [unit("r", "mg-team", 20, 20)],
            [
                unit("t", "at-gun-light", 22, 20, 270, state={"crewed": False}),
                unit("u", "truck", 50, 40),
            ],
        ),
        {},
        "HR-32",
    ),
    "stunned": (close(placed("medium-tank", stunned=True)), {}, "BB-21"),
    "uncrewed": (crewless(), {"weapon": "rifle-butts"}, "HR-32"),
    "beyond_2": (duel("mg-team", "rifle-team"), {}, "RU-23"),
}


@pytest.mark.clause("RU-22", "RU-23", "BB-21", "BW-35", "HR-32")
@pytest.mark.parametrize("code", MELEE)
def test_melee_is_refused_for_every_reason(code):
    fought, question, clause = MELEE[code]
    assert refusal(fought, phase="melee", **question) == (code, clause)


def test_the_refusals_of_melee_come_in_their_fixed_order():
    assert [rule.__name__ for rule in BLOW_RULES] == list(MELEE)


@pytest.mark.clause("HR-22")
def test_vehicles_do_not_fight_each_other_in_melee():
    fought = duel("medium-tank", placed("medium-tank", 25))
    assert refusal(fought, phase="melee") == ("wrong_phase", "HR-22")


@pytest.mark.clause("BB-21")
def test_a_vehicle_reaches_teams_within_two_inches():
    assert refusal(duel("medium-tank", "rifle-team"), phase="melee") == ("beyond_2", "BB-21")


@pytest.mark.clause("RU-22")
def test_teams_fight_in_melee_whatever_their_state():
    fought = duel(
        placed("mg-team", broken=True, suppressed=True, sprinted=True), placed("rifle-team", 23)
    )
    assert answer(fought, phase="melee")["refusal"] is None
