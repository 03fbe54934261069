from typing import Any

import pytest

from tests.scenario.files import faults_of
from tests.support.builders import document, scenario, unit

RED = [unit("r-1", "rifle-team", 10, 10), unit("r-2", "rifle-team", 14, 10)]
BLUE = [unit("b-1", "rifle-team", 10, 40)]
PIT = {"id": "pit", "position": [30, 30]}
EMPTY_GUN = unit("gun", "at-gun-light", 20, 10, state={"crewed": False})


def led_by(leader: str, *red: Any) -> dict[str, Any]:
    """A document whose red formation names that leader."""
    data = document(red or RED, BLUE)
    data["sides"][0]["formations"][0]["leader"] = leader
    return data


def crew(unit_id: str, gun: str) -> dict[str, Any]:
    """A rifle team that serves a gun."""
    return {"id": unit_id, "profile": "rifle-team", "state": {"serves": gun}}


def test_a_leader_must_be_there() -> None:
    (fault,) = faults_of(led_by("r-3"))
    assert (fault.code, fault.suggestion) == ("unknown_unit", "did you mean 'r-2'?")


def test_a_leader_must_be_of_the_formation() -> None:
    (fault,) = faults_of(led_by("b-1"))
    assert (fault.code, fault.path) == ("foreign_leader", "sides[0].formations[0].leader")


def test_a_gun_without_a_crew_cannot_lead() -> None:
    assert [f.code for f in faults_of(led_by("gun", *RED, EMPTY_GUN))] == ["crewless_leader"]


def test_a_leader_with_faults_of_its_own_is_no_unknown_one() -> None:
    faulty = {"id": "r-0", "position": [1]}
    codes = [fault.code for fault in faults_of(led_by("r-0", faulty, *RED))]
    assert codes == ["wrong_length", "missing_key"]


@pytest.mark.clause("FR-27")
def test_only_guns_are_emplaced() -> None:
    team = {"id": "r-3", "profile": "rifle-team", "emplacement": "pit"}
    found = faults_of(document([*RED, team], BLUE, emplacements=[PIT]))
    assert [fault.code for fault in found] == ["not_a_gun"]


@pytest.mark.clause("FR-27")
def test_an_emplacement_holds_one_gun() -> None:
    guns = [{"id": f"g-{i}", "profile": "at-gun-light", "emplacement": "pit"} for i in (1, 2)]
    found = faults_of(document([*RED, *guns], BLUE, emplacements=[PIT]))
    assert [fault.code for fault in found] == ["emplacement_taken", "overlap"]
    assert found[0].message == "'g-1' is in the emplacement 'pit' already"


def test_an_emplacement_of_no_gun_is_a_warning() -> None:
    loaded = scenario(RED, BLUE, emplacements=[PIT], score={"unit": 1})
    assert [fault.code for fault in loaded.warnings] == ["unused_emplacement"]


def test_an_emplacement_whose_gun_has_faults_is_not_called_unused() -> None:
    gun = {"id": "gün", "profile": "at-gun-light", "emplacement": "pit"}
    found = faults_of(document([*RED, gun], BLUE, emplacements=[PIT]))
    assert [fault.code for fault in found] == ["bad_id"]


@pytest.mark.clause("HR-16")
def test_only_a_gun_without_its_crew_can_be_served() -> None:
    manned = unit("gun", "at-gun-light", 20, 10)
    found = faults_of(document([*RED, manned, crew("c", "gun")], BLUE))
    assert [fault.code for fault in found] == ["cannot_serve"]


@pytest.mark.clause("HR-16")
def test_a_gun_is_served_by_one_team() -> None:
    found = faults_of(document([*RED, EMPTY_GUN, crew("c", "gun"), crew("d", "gun")], BLUE))
    assert [fault.message for fault in found] == ["'c' serves 'gun' already"]


def test_the_gun_of_an_unknown_profile_is_one_fault() -> None:
    gun = unit("gun", "at-gum-light", 20, 10, state={"crewed": False})
    found = faults_of(document([*RED, gun, crew("c", "gun")], BLUE))
    assert [fault.code for fault in found] == ["unknown_profile"]


def test_a_name_like_no_other_is_told_where_names_are() -> None:
    (fault,) = faults_of(document([unit("r-1", "berserker", 10, 10)], BLUE))
    assert fault.suggestion == "`skirmish-sim catalogue profiles` lists them"
    (fault,) = faults_of(led_by("zz"))
    assert fault.suggestion == "there are r-1, r-2, b-1"
    hold = {"kind": "hold", "side": "red", "objective": "hill", "rounds": 2}
    (fault,) = faults_of(document(RED, BLUE, victory=[hold]))
    assert fault.suggestion is None


def test_weapons_of_crews_must_be_there() -> None:
    gun: dict[str, Any] = {"kind": "gun", "footprint": {"rect": [2, 2]}, "weapons": ["light-gun"]}
    gun["crew_weapons"] = ["rifles", "knifes"]
    found = faults_of(document(RED, BLUE, catalogue={"profiles": {"cannon": gun}}))
    assert [fault.path for fault in found] == ["catalogue.profiles.cannon.crew_weapons[1].weapon"]


def test_a_weapon_with_faults_of_its_own_is_no_unknown_one() -> None:
    catalogue = {
        "weapons": {"bow": {"range": -1}},
        "profiles": {"archers": {"kind": "infantry", "weapons": ["bow"]}},
    }
    red = [unit("r", "archers", 20, 20)]
    codes = sorted(fault.code for fault in faults_of(document(red, BLUE, catalogue=catalogue)))
    assert codes == ["missing_key", "out_of_range"]


def test_own_entries_of_the_catalogue_can_be_named() -> None:
    bow = {"range": 20, "rate_of_fire": {"stationary": 1, "moved": 0, "firefight": 1}}
    catalogue = {
        "weapons": {"bow": bow},
        "profiles": {"archers": {"kind": "infantry", "weapons": ["bow"]}},
    }
    loaded = scenario([unit("r", "archers", 20, 20)], BLUE, catalogue=catalogue)
    assert loaded.roster.units[0].arms.mounts[0].weapon.range == 20.0
