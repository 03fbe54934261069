"""Adjudications: the example of the format, and the keys of every kind of attack."""

from fractions import Fraction
from typing import Any

import msgspec
import pytest

from sim.report.adjudication.answers import adjudicate
from sim.report.adjudication.document import Adjudication
from tests.support.adjudging import answer, answers, duel, one_question
from tests.support.builders import scenario, unit
from tests.support.shots import team_with, weapon

KEYS = [
    "format",
    "format_version",
    "phase",
    "attacker",
    "target",
    "weapon",
    "distance",
    "refusal",
    "target_seen",
    "higher_ground",
    "front_arc",
    "front_quarter",
    "angle_off_facing",
    "obscured",
    "in_area_terrain",
    "concealed",
    "dice",
    "to_hit",
    "to_wound",
    "save",
    "odds",
    "rolled",
]


def knoll() -> dict[str, Any]:
    """Rifles below a knoll, an elite gun dug in on it behind a hedge that hides a quarter."""
    fought = scenario(
        [unit("a1-r1", "rifle-team", 18.623961865, 24, 90)],
        [{"id": "d1-gun", "profile": "at-gun-medium", "quality": "elite", "emplacement": "pit"}],
        emplacements=[{"id": "pit", "position": [30, 24], "facing": 208.8}],
        terrain=[
            {
                "id": "knoll",
                "kind": "hill",
                "circle": {"center": [30, 24], "radius": 8},
                "elevation": 1,
            },
            {"id": "hedge", "kind": "hedge", "line": [[26, 20], [26, 23.6]]},
        ],
    )
    return answer(fought, "a1-r1", "d1-gun", "rifles")


@pytest.mark.clause("FR-8", "FR-12", "FR-16", "FR-21", "FR-30", "HR-10", "GE-2", "GE-3")
def test_rifles_at_an_elite_gun_dug_in_on_a_knoll_behind_a_hedge():
    found = knoll()
    reasons = [row.pop("reason") for row in found["save"]["suppressed_modifiers"]]
    assert all(reasons)
    assert {key: found[key] for key in KEYS} == {
        "format": "skirmish-sim/adjudication",
        "format_version": 1,
        "phase": "shooting",
        "attacker": "a1-r1",
        "target": "d1-gun",
        "weapon": "rifles",
        "distance": 9.5,
        "refusal": None,
        "target_seen": True,
        "higher_ground": True,
        "front_arc": True,
        "front_quarter": False,
        "angle_off_facing": 61.2,
        "obscured": {"hard": 0.0, "soft": 0.25, "any": 0.25},
        "in_area_terrain": None,
        "concealed": True,
        "dice": 2,
        "to_hit": {
            "base": 4,
            "need": 6,
            "modifiers": [
                {"name": "skill", "value": 1, "clause": "BB-13"},
                {"name": "concealed", "value": 1, "clause": "HR-10"},
            ],
        },
        "to_wound": None,
        "save": {
            "kind": "team",
            "modifier": 5,
            "need": None,
            "modifiers": [
                {"name": "elite", "value": 1, "clause": "FR-12"},
                {"name": "higher_ground", "value": 1, "clause": "FR-16"},
                {"name": "emplaced", "value": 3, "clause": "FR-21"},
            ],
            "suppressed_modifiers": [
                {"name": "soft_cover", "value": 1, "clause": "FR-30"},
                {"name": "gunshield", "value": 2, "clause": "FR-30"},
            ],
        },
        "odds": {
            "hit": "1/6",
            "per_hit": {
                "destroyed": "0",
                "broken": "1/12",
                "saved": "11/12",
                "gun_destroyed": "0",
            },
            "attack": {
                "destroyed": "1/5184",
                "broken": "71/2592",
                "unharmed": "5041/5184",
                "gun_destroyed": "0",
            },
        },
        "rolled": None,
    }


def test_the_keys_come_in_their_order():
    found = knoll()
    assert list(found)[: len(KEYS)] == KEYS
    assert list(found["save"]) == [
        "kind",
        "modifier",
        "need",
        "modifiers",
        "suppressed_modifiers",
    ]


def test_the_geometry_says_what_hides_how_many_rays():
    geometry = knoll()["geometry"]
    assert geometry["hidden_by"] == [{"id": "hedge", "cause": "soft", "rays": 16}]
    assert (geometry["attacker"]["level"], geometry["target"]["level"]) == (0.9, 1.4)


@pytest.mark.clause("BW-6", "BW-9", "BW-10", "BW-18", "BW-19")
def test_a_gun_at_the_front_of_a_tank():
    found = answer(duel("at-gun-medium", "medium-tank"))
    assert found["to_wound"] == {
        "base": 2,
        "need": 4,
        "facing": "front",
        "armour": 8,
        "anti_tank": 6,
        "can_wound": True,
        "modifiers": [
            {"name": "armour", "value": 8, "clause": "BW-9"},
            {"name": "anti_tank", "value": -6, "clause": "BW-10"},
        ],
    }
    assert found["save"] == {
        "kind": "cover",
        "base": 3,
        "need": 6,
        "modifiers": [
            {"name": "awkward", "value": 2, "clause": "BW-19"},
            {"name": "high_explosive", "value": 1, "clause": "BW-18"},
        ],
        "suppressed_modifiers": [],
    }
    assert list(found["odds"]["attack"]) == ["stunned", "destroyed", "unharmed"]


@pytest.mark.clause("BW-11", "BW-12")
def test_what_cannot_wound_says_so():
    found = answer(duel("rifle-team", "medium-tank"))
    assert found["to_wound"]["need"] == 10
    assert found["to_wound"]["can_wound"] is False
    assert found["odds"]["attack"] == {"stunned": "0", "destroyed": "0", "unharmed": "1"}


@pytest.mark.clause("BW-21", "RU-17")
def test_no_cover_save_is_null_with_its_modifiers():
    save = answer(duel("at-gun-medium", "medium-tank"), phase="firefight")["save"]
    assert (save["base"], save["need"]) == (5, None)
    assert [modifier["name"] for modifier in save["modifiers"]] == ["awkward", "high_explosive"]


@pytest.mark.clause("FR-25", "FR-31")
def test_negated_cover_is_among_what_does_not_count():
    fought = duel(
        {"profile": "flamethrower-team", "position": [25, 20]},
        {"profile": "at-gun-light", "emplacement": "pit"},
        emplacements=[{"id": "pit", "position": [30, 20], "facing": 270}],
    )
    save = answer(fought)["save"]
    assert [(row["name"], row["clause"]) for row in save["suppressed_modifiers"]] == [
        ("gunshield", "FR-25"),
        ("emplaced", "FR-31"),
    ]


@pytest.mark.clause("RU-18")
def test_cover_that_counts_nothing_in_firefight_is_listed():
    fought = duel(
        "at-gun-medium",
        {"profile": "medium-tank", "position": [28, 20]},
        terrain=[{"id": "w", "kind": "stone-wall", "line": [[25, 10], [25, 30]], "base": 1}],
        rules={"firefight_cover": "none"},
    )
    (row,) = answer(fought, phase="firefight")["save"]["suppressed_modifiers"]
    assert (row["name"], row["value"], row["clause"]) == ("hard_cover", -2, "RU-18")


@pytest.mark.clause("HR-23", "FR-8")
def test_a_team_in_melee_with_a_team():
    found = answer(duel("assault-team", near("rifle-team")), weapon="assault", phase="melee")
    assert (found["dice"], found["to_hit"]["base"], found["to_wound"]) == (2, 4, None)
    assert found["save"]["kind"] == "team"
    assert [row["name"] for row in found["save"]["modifiers"]] == ["firepower"]


@pytest.mark.clause("HR-23")
def test_the_skill_of_a_melee_has_a_clause_of_its_own():
    fought = duel({"profile": "rifle-team", "quality": "elite"}, near("rifle-team"))
    (skill,) = answers(fought, phase="melee")[0]["to_hit"]["modifiers"]
    assert skill == {"name": "skill", "value": -1, "clause": "HR-23"}


@pytest.mark.clause("BW-26", "BW-29", "BW-30", "BW-31", "BW-32")
def test_a_team_in_melee_with_a_buttoned_tank():
    found = answer(duel("rifle-team", near("medium-tank")), weapon="grenade-bundle", phase="melee")
    assert (found["dice"], found["to_hit"], found["save"]) == (1, None, None)
    assert [row["clause"] for row in found["to_wound"]["modifiers"]] == ["BW-31", "BW-32"]
    assert (found["to_wound"]["facing"], found["to_wound"]["need"]) == ("other", 5)
    assert found["odds"]["hit"] == "1"
    assert found["odds"]["attack"] == {"destroyed": "1/3", "unharmed": "2/3"}


@pytest.mark.clause("BW-36")
def test_an_open_topped_vehicle_is_destroyed_without_a_to_wound_roll():
    found = answer(duel("mg-team", near("truck")), weapon="rifle-butts", phase="melee")
    assert found["to_wound"] is None
    assert found["odds"]["per_hit"] == {"destroyed": "1", "unharmed": "0"}


@pytest.mark.clause("BW-40")
def test_a_melee_save_is_named():
    profile = {
        "kind": "vehicle",
        "armour": {"front": 5, "other": 4},
        "footprint": {"rect": [4, 2]},
        "height": 1.5,
        "melee_save": 4,
    }
    fought = duel("mg-team", near("crab"), catalogue={"profiles": {"crab": profile}})
    assert answer(fought, phase="melee")["save"] == {"kind": "melee", "need": 4}


@pytest.mark.clause("BB-21", "HR-24")
def test_a_vehicle_in_melee_has_one_line_without_a_weapon():
    (found,) = answers(duel("medium-tank", near("rifle-team")), phase="melee")
    assert (found["weapon"], found["dice"]) == (None, 1)
    assert found["to_hit"] == {"base": 6, "need": 6, "modifiers": []}
    assert found["save"]["modifiers"] == [{"name": "firepower", "value": -2, "clause": "FR-19"}]


def near(profile: str, x: float = 23) -> dict[str, Any]:
    """A unit a little way off the one that fights it."""
    return {"profile": profile, "position": [x, 20]}


def mortar() -> Any:
    """A mortar at t, with u beside t and v farther off."""
    return duel(
        {"profile": "mortar-team", "position": [20, 20]},
        {"profile": "rifle-team", "position": [40, 20]},
        others=[unit("u", "rifle-team", 42, 20, quality="conscript"), unit("v", "truck", 40, 30)],
    )


@pytest.mark.clause("BB-15")
def test_a_template_names_the_others_that_it_touches():
    found = answer(mortar())
    assert (found["dice"], found["also_attacked"]) == (1, ["u"])
    assert found["also"]["u"]["to_hit"]["need"] == 3
    assert found["also"]["u"]["odds"] != found["odds"]


@pytest.mark.clause("HR-18", "HR-33")
def test_weapons_come_in_the_order_of_the_profile():
    tank = duel("medium-tank", "rifle-team")
    assert [found["weapon"] for found in answers(tank)] == [
        "medium-tank-gun",
        "coaxial-mg",
        "hull-mg",
    ]
    rifles = duel("rifle-team", "rifle-team")
    assert [found["weapon"] for found in answers(rifles, phase="melee")] == [
        "rifle-butts",
        "grenade-bundle",
    ]


@pytest.mark.clause("HR-33", "BB-11")
def test_who_serves_a_gun_has_its_weapons():
    gun = unit("g", "at-gun-light", 20, 20, 90, state={"crewed": False})
    crew = {"id": "r", "profile": "rifle-team", "state": {"serves": "g"}}
    fought = scenario([crew, gun], [unit("t", "rifle-team", 30, 20)])
    (found,) = answers(fought)
    assert found["weapon"] == "light-gun"
    assert "foreign_crew" in [row["name"] for row in found["to_hit"]["modifiers"]]


@pytest.mark.clause("GE-2", "RU-3")
def test_the_area_terrain_with_the_best_cover_is_named():
    woods = [
        {"id": "wood", "kind": "wood", "rect": {"center": [30, 20], "size": [6, 6]}},
        {"id": "ruin", "kind": "rubble", "rect": {"center": [30, 20], "size": [4, 4]}},
        {"id": "heap", "kind": "rubble", "rect": {"center": [30, 20], "size": [5, 5]}},
    ]
    assert answer(duel("rifle-team", "rifle-team", terrain=woods))["in_area_terrain"] == "ruin"


@pytest.mark.clause("HR-19")
def test_a_spotted_target_is_not_seen_by_the_firer_but_may_be_fired_at():
    wood = {"id": "w", "kind": "wood", "rect": {"center": [25, 20], "size": [2, 20]}}
    fought = scenario(
        [unit("hq", "command-team", 30, 30), unit("r", "mortar-team", 20, 20)],
        [unit("t", "rifle-team", 32, 20)],
        terrain=[wood],
    )
    found = answer(fought)
    assert (found["target_seen"], found["refusal"]) == (False, None)


def test_ten_dice_are_exact():
    catalogue = {
        "weapons": {"gun": weapon(dice=10)},
        "profiles": {"gunner": team_with("gun")},
    }
    odds = answer(duel("gunner", "rifle-team", catalogue=catalogue))["odds"]["attack"]
    assert sum(Fraction(odds[key]) for key in ("destroyed", "broken", "unharmed")) == 1
    saved = Fraction(1, 2) + Fraction(1, 2) * Fraction(10, 36)
    assert Fraction(odds["unharmed"]) == saved**10


def test_the_document_reads_back():
    question = one_question(mortar())
    text = msgspec.json.encode(adjudicate(question))
    assert msgspec.json.encode(msgspec.json.decode(text, type=Adjudication)) == text
