import pytest

from sim.scenario.load import load_document
from tests.scenario.files import faults_of
from tests.support.builders import document, row, scenario, unit

BLUE = [unit("b", "rifle-team", 40, 40)]
SEALED = {
    "kind": "vehicle",
    "height": 2,
    "footprint": {"rect": [4, 2]},
    "armour": {"front": 1, "other": 1},
    "sealed": True,
}


@pytest.mark.clause("HR-2", "BW-2")
@pytest.mark.parametrize(
    ("profile", "state"),
    [
        ("rifle-team", "stunned"),
        ("rifle-team", "immobilized"),
        ("at-gun-light", "stunned"),
        ("at-gun-light", "immobilized"),
        ("medium-tank", "broken"),
        ("medium-tank", "cowering"),
    ],
)
def test_a_unit_has_no_state_of_another_kind(profile: str, state: str) -> None:
    red = [unit("r", profile, 10, 10, state={state: True})]
    (fault,) = faults_of(document(red, BLUE))
    assert fault.code == "foreign_state"
    assert fault.path == f"sides[0].formations[0].units[0].state.{state}"


@pytest.mark.clause("HR-2")
@pytest.mark.parametrize(
    ("profile", "states"),
    [
        ("rifle-team", ["broken", "suppressed", "cowering", "moved", "sprinted"]),
        ("at-gun-light", ["broken", "suppressed", "cowering", "moved", "sprinted"]),
        ("medium-tank", ["suppressed", "moved", "sprinted", "stunned", "immobilized"]),
    ],
)
def test_a_unit_begins_in_the_states_of_its_kind(profile: str, states: list[str]) -> None:
    red = [unit("r", profile, 10, 10, state=dict.fromkeys(states, True))]
    begun = row(scenario(red, BLUE).start, "r")
    assert all(getattr(begun, state) for state in states)


def test_a_state_that_is_false_is_none() -> None:
    red = [unit("r", "medium-tank", 10, 10, state={"cowering": False})]
    assert not row(scenario(red, BLUE).start, "r").cowering


@pytest.mark.parametrize("value", [True, False])
def test_only_guns_are_crewed(value: bool) -> None:
    red = [unit("r", "rifle-team", 10, 10, state={"crewed": value})]
    assert [fault.path[-6:] for fault in faults_of(document(red, BLUE))] == ["crewed"]


@pytest.mark.clause("HR-16")
def test_only_infantry_serves_a_foreign_gun() -> None:
    gun = unit("r-gun", "at-gun-light", 20, 10, state={"crewed": False})
    red = [gun, unit("r", "medium-tank", 10, 10, state={"serves": "r-gun"})]
    assert [fault.code for fault in faults_of(document(red, BLUE))] == ["foreign_state"]


@pytest.mark.clause("HR-5", "BW-a")
@pytest.mark.parametrize(
    ("profile", "state", "buttoned"),
    [
        ("medium-tank", {}, True),
        ("medium-tank", {"hatch": "unbuttoned"}, False),
        ("medium-tank", {"hatch": "buttoned"}, True),
        ("half-track", {}, False),
        ("pillbox", {}, True),
    ],
)
def test_closed_topped_vehicles_begin_buttoned_unless_the_file_says_otherwise(
    profile: str, state: dict[str, str], buttoned: bool
) -> None:
    red = [unit("r", profile, 10, 10, state=state)]
    loaded = scenario(red, BLUE, catalogue={"profiles": {"pillbox": SEALED}})
    assert row(loaded.start, "r").buttoned is buttoned


@pytest.mark.clause("BW-a")
@pytest.mark.parametrize(("profile", "reason"), [("half-track", "open-topped"), ("box", "sealed")])
def test_what_has_no_hatch_cannot_open_or_close_it(profile: str, reason: str) -> None:
    red = [unit("r", profile, 10, 10, state={"hatch": "buttoned"})]
    (fault,) = faults_of(document(red, BLUE, catalogue={"profiles": {"box": SEALED}}))
    assert reason in fault.message


@pytest.mark.parametrize("state", ["broken", "suppressed", "cowering", "moved", "sprinted"])
def test_a_gun_without_a_crew_has_no_states(state: str) -> None:
    gun = unit("r-gun", "at-gun-light", 20, 10, state={"crewed": False, state: True})
    red = [unit("r", "rifle-team", 10, 10), gun]
    assert [fault.code for fault in faults_of(document(red, BLUE))] == ["foreign_state"]


def test_a_side_of_crewless_guns_is_a_warning() -> None:
    red = [unit("r-gun", "at-gun-light", 20, 10, state={"crewed": False})]
    loaded = load_document(document(red, BLUE, score={"unit": 1}))
    assert [fault.code for fault in loaded.warnings] == ["nobody_to_fight"]
