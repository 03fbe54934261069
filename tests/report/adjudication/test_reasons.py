"""Reasons: each modifier names the measures or states that cause it."""

from typing import Any

import pytest
from msgspec.structs import replace

from sim.report.adjudication.answers import adjudicate
from sim.report.adjudication.reasons import WORDS
from sim.rules.attack import TO_HIT_MODIFIERS
from sim.rules.team_save import TEAM_SAVE_MODIFIERS
from sim.rules.vehicle_damage import COVER_SAVE_MODIFIERS, TO_WOUND_MODIFIERS
from tests.support.adjudging import answer, duel, one_question
from tests.support.builders import changed, scenario, unit
from tests.support.shots import team_with, weapon

WALL = {"id": "wall", "kind": "stone-wall", "line": [[26, 10], [26, 30]], "base": 1}
HEDGE = {"id": "hedge", "kind": "hedge", "line": [[26, 10], [26, 30]], "base": 1}


def area(kind: str) -> dict[str, Any]:
    """Area terrain around the target."""
    return {"id": kind, "kind": kind, "rect": {"center": [30, 20], "size": [6, 6]}}


def because(fought: Any, name: str, **question: Any) -> str:
    """The reason of one modifier."""
    found = answer(fought, **question)["because"]
    (reason,) = (row["because"] for row in found if row["name"] == name)
    return str(reason)


def team(**state: bool) -> dict[str, Any]:
    """A rifle team with states."""
    return {"profile": "rifle-team", "state": state}


def with_gun(**arms: Any) -> dict[str, Any]:
    """A catalogue of a team with a gun of its own."""
    return {"weapons": {"gun": weapon(**arms)}, "profiles": {"gunner": team_with("gun")}}


def pit() -> dict[str, Any]:
    """The emplacement at the target's place."""
    return {"emplacements": [{"id": "pit", "position": [30, 20], "facing": 250}]}


def foreign() -> Any:
    """A team that serves a gun which is not its own."""
    gun = unit("g", "at-gun-light", 20, 20, 90, state={"crewed": False})
    crew = {"id": "r", "profile": "rifle-team", "state": {"serves": "g"}}
    return scenario([crew, gun], [unit("t", "rifle-team", 30, 20)])


TANK = {"profile": "medium-tank", "facing": 258}
ELITE = {"profile": "rifle-team", "quality": "elite"}
TO_HIT: dict[str, tuple[Any, str]] = {
    "skill": (duel("rifle-team", ELITE), "skill 3 of t against 2 of r"),
    "cowering": (duel("rifle-team", team(cowering=True)), "t cowers"),
    "moved": (duel(team(moved=True), "rifle-team"), "r has moved"),
    "heavy_moved": (
        duel(
            {"profile": "gunner", "state": {"moved": True}},
            "rifle-team",
            catalogue=with_gun(heavy=True),
        ),
        "r has moved, and gun is heavy",
    ),
    "concealed": (
        duel("rifle-team", "rifle-team", terrain=[HEDGE]),
        "64 of 64 rays hidden: hedge 64",
    ),
    "suppressed": (duel(team(suppressed=True), "rifle-team"), "r is suppressed"),
    "foreign_crew": (foreign(), "g is not the own gun of r"),
}
SAVES: dict[str, tuple[Any, str]] = {
    "elite": (duel("rifle-team", ELITE), "t is elite"),
    "conscript": (
        duel("rifle-team", {"profile": "rifle-team", "quality": "conscript"}),
        "t is conscript",
    ),
    "soft_cover": (
        duel("rifle-team", "rifle-team", terrain=[HEDGE]),
        "64 of 64 rays hidden: hedge 64",
    ),
    "hard_cover": (
        duel("rifle-team", "rifle-team", terrain=[WALL]),
        "64 of 64 rays hidden: wall 64",
    ),
    "sprinted": (duel("rifle-team", team(sprinted=True)), "t has sprinted"),
    "firepower": (
        duel("gunner", "rifle-team", catalogue=with_gun(firepower=2)),
        "gun has Firepower 2",
    ),
    "gunshield": (
        duel("rifle-team", {"profile": "at-gun-light", "facing": 250}),
        "the shield of t: r is 20° off the facing of t, within 90",
    ),
    "emplaced": (
        duel("rifle-team", {"profile": "at-gun-light", "emplacement": "pit"}, **pit()),
        "t is dug in at pit",
    ),
    "awkward": (duel("at-gun-medium", TANK), "t is Awkward 2"),
    "high_explosive": (duel("at-gun-medium", TANK), "medium-gun has High Explosive 1"),
}


@pytest.mark.parametrize("name", TO_HIT)
def test_the_reason_of_a_modifier_to_hit(name):
    fought, words = TO_HIT[name]
    assert because(fought, name) == words


@pytest.mark.parametrize("name", SAVES)
def test_the_reason_of_a_modifier_of_the_save(name):
    fought, words = SAVES[name]
    assert because(fought, name) == words


def test_every_modifier_has_a_reason():
    rules = {
        "to_hit": TO_HIT_MODIFIERS,
        "to_wound": TO_WOUND_MODIFIERS,
        "save": (*TEAM_SAVE_MODIFIERS, *COVER_SAVE_MODIFIERS),
    }
    names = {(roll, rule.__name__) for roll, found in rules.items() for rule in found}
    assert set(WORDS) == names


@pytest.mark.clause("BB-14")
def test_a_buttoned_firer():
    assert because(duel("medium-tank", "rifle-team"), "buttoned", weapon="coaxial-mg") == (
        "r is buttoned"
    )


@pytest.mark.clause("BB-10", "BB-17")
@pytest.mark.parametrize(
    ("state", "words"), [("cowering", "r cowers"), ("sprinted", "r has sprinted")]
)
def test_who_fires_as_if_suppressed(state, words):
    fought = duel(team(**{state: True}), "rifle-team")
    assert because(fought, "suppressed", phase="firefight") == words


@pytest.mark.clause("HR-23")
def test_the_skill_of_a_melee():
    fought = duel("mg-team", {**ELITE, "position": [23, 20]})
    assert because(fought, "skill", phase="melee") == "skill 3 of t against 2 of r"


@pytest.mark.clause("HR-24")
def test_the_firepower_of_a_vehicle_in_melee():
    fought = duel("truck", {"profile": "rifle-team", "position": [23, 20]})
    assert because(fought, "firepower", phase="melee") == "a vehicle in Melee (HR-24)"


@pytest.mark.clause("FR-16")
def test_higher_ground_gives_both_levels():
    hill = {
        "id": "hill",
        "kind": "hill",
        "rect": {"center": [30, 20], "size": [6, 6]},
        "elevation": 2,
    }
    fought = duel("rifle-team", "rifle-team", terrain=[hill])
    assert because(fought, "higher_ground") == 'ground level 2" under t, 0" under r'


FACINGS: dict[str, tuple[Any, dict[str, Any], str]] = {
    "the front": (
        duel("at-gun-medium", TANK),
        {},
        "armour 8 on Front: r is 12° off the facing of t, within the front quarter of 45",
    ),
    "the side": (
        duel("at-gun-medium", {**TANK, "facing": 0}),
        {},
        "armour 6 on Other: r is 90° off the facing of t, beyond the front quarter of 45",
    ),
    "a firefight": (
        duel("at-gun-medium", TANK),
        {"phase": "firefight"},
        "armour 6 on Other: in Firefight always (BW-8)",
    ),
    "indirect fire": (
        duel("mortar-team", TANK),
        {},
        "armour 6 on Other: indirect fire always (HR-19)",
    ),
    "a melee": (
        duel("mg-team", {**TANK, "position": [23, 20]}),
        {"phase": "melee"},
        "armour 6 on Other: in Melee always (BW-30)",
    ),
}


@pytest.mark.clause("BW-6", "BW-7", "BW-8", "BW-30", "HR-19")
@pytest.mark.parametrize("name", FACINGS)
def test_the_facing_that_is_hit(name):
    fought, question, words = FACINGS[name]
    assert because(fought, "armour", **question) == words


@pytest.mark.clause("BW-10", "RU-15")
def test_surplus_anti_tank_is_told():
    assert because(duel("at-gun-heavy", "truck"), "anti_tank") == (
        "heavy-gun has Anti-Tank 8, of which 2 count"
    )
    assert because(duel("at-gun-medium", TANK), "anti_tank") == "medium-gun has Anti-Tank 6"


@pytest.mark.clause("RU-16")
def test_awkward_counted_twice_says_so():
    fought = duel("at-gun-medium", TANK, rules={"awkward": "stacked"})
    assert because(fought, "awkward") == "t is Awkward 2, counted twice"


COVERS: dict[str, tuple[Any, str, str]] = {
    "a team in a wood": (
        duel("rifle-team", "rifle-team", terrain=[area("wood")]),
        "soft",
        "in wood",
    ),
    "a team in a ruin": (
        duel("rifle-team", "rifle-team", terrain=[area("rubble")]),
        "hard",
        "in rubble",
    ),
    "a team in a wood behind a wall": (
        duel("rifle-team", "rifle-team", terrain=[area("wood"), WALL]),
        "soft",
        "in wood",
    ),
    "a tank behind a wall": (
        duel("at-gun-medium", TANK, terrain=[WALL]),
        "hard",
        "64 of 64 rays hidden: wall 64",
    ),
    "a tank in a ruin": (
        duel("at-gun-medium", TANK, terrain=[area("rubble")]),
        "soft",
        "in rubble",
    ),
    "a tank in a wood": (
        duel("at-gun-medium", TANK, terrain=[area("wood"), HEDGE]),
        "soft",
        "in wood, 64 of 64 rays hidden: hedge 64",
    ),
    "a tank partly behind a wall": (
        duel(
            "at-gun-medium",
            {**TANK, "facing": 0},
            terrain=[{**WALL, "line": [[26, 10], [26, 19.5]]}],
        ),
        "soft",
        "20 of 64 rays hidden: wall 20",
    ),
}


@pytest.mark.clause("HR-11", "BW-22", "BW-23", "BW-24", "RU-2", "RU-4")
@pytest.mark.parametrize("name", COVERS)
def test_the_reason_of_cover(name):
    fought, sort, words = COVERS[name]
    assert because(fought, f"{sort}_cover") == words


def test_what_does_not_count_has_a_reason_too():
    fought = duel(
        "rifle-team",
        {"profile": "at-gun-light", "emplacement": "pit"},
        terrain=[HEDGE],
        **pit(),
    )
    assert because(fought, "soft_cover") == "64 of 64 rays hidden: hedge 64"


@pytest.mark.clause("RU-13")
def test_a_crew_that_stays_where_its_gun_was_dug_in():
    fought = duel("rifle-team", "rifle-team")
    question = one_question(fought)
    stayed = replace(question, state=changed(question.state, "t", dug_in=True))
    reasons = {row.name: row.because for row in adjudicate(stayed).because}
    assert reasons["hard_cover"] == "t stays in the emplacement of its lost gun"
