from typing import Any

import pytest

from sim.errors import ScenarioError
from sim.scenario.load import load_document
from tests.scenario.files import faults_of
from tests.support.builders import document, scenario, unit

RED = [unit("r-1", "rifle-team", 10, 10)]
EMPTY_GUN = unit("b-gun", "at-gun-light", 20, 40, state={"crewed": False})
BLUE = [unit("b-1", "rifle-team", 10, 40), EMPTY_GUN]
HUT = {"id": "hut", "position": [30, 20], "radius": 6}


def warnings(*victory: dict[str, Any], **more: Any) -> list[str]:
    """The codes of the warnings about those conditions."""
    loaded = scenario(RED, BLUE, victory=victory, objectives=[HUT], **more)
    return [fault.code for fault in loaded.warnings]


def errors(*victory: dict[str, Any]) -> list[str]:
    """The codes of the errors in those conditions."""
    return [fault.code for fault in faults_of(document(RED, BLUE, victory=victory))]


@pytest.mark.clause("HR-28")
@pytest.mark.parametrize("score", [{}, {"score": {"unit": 0}}])
def test_neither_a_condition_nor_a_score_is_a_warning(score: dict[str, Any]) -> None:
    assert warnings(**score) == ["no_victory"]


def test_that_there_is_no_condition_is_not_said_of_conditions_with_faults() -> None:
    with pytest.raises(ScenarioError) as caught:
        load_document(document(RED, BLUE, victory=[{"kind": "survive", "sides": "red"}]))
    assert "no_victory" not in [fault.code for fault in caught.value.faults]


@pytest.mark.parametrize("score", [{"unit": 1}, {"unit": 0, "gun": 1}, {"objective": 2}])
def test_a_score_is_enough(score: dict[str, int]) -> None:
    assert warnings(score=score) == []


@pytest.mark.parametrize(
    "condition",
    [
        {"kind": "hold", "side": "red", "objective": "hut", "at_round": 9},
        {"kind": "hold", "side": "red", "objective": "hut", "rounds": 9},
        {"kind": "survive", "side": "red", "round": 9},
        {"kind": "exit", "side": "red", "edge": "left", "units": 2},
    ],
)
def test_a_condition_that_cannot_come_true_is_a_warning(condition: dict[str, Any]) -> None:
    assert warnings(condition) == ["unreachable"]


@pytest.mark.parametrize(
    "condition",
    [
        {"kind": "hold", "side": "red", "objective": "hut", "at_round": 8},
        {"kind": "destroy", "side": "red", "share": 1},
        {"kind": "destroy", "side": "red", "gun": "b-gun"},
        {"kind": "exit", "side": "red", "edge": "left", "units": 1, "rank": 1},
        {"kind": "survive", "side": "blue", "round": 8},
    ],
)
def test_a_condition_that_can_come_true_is_accepted(condition: dict[str, Any]) -> None:
    assert warnings(condition) == []


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize(
    ("condition", "code"),
    [
        ({"kind": "hold", "side": "red", "objective": "hat", "rounds": 2}, "unknown_objective"),
        ({"kind": "survive", "side": "green", "round": 2}, "unknown_side"),
        ({"kind": "destroy", "side": "red", "unit": "b-2"}, "unknown_unit"),
        ({"kind": "destroy", "side": "red", "unit": "r-1"}, "own_unit"),
        ({"kind": "destroy", "side": "red", "unit": "b-gun"}, "crewless"),
        ({"kind": "destroy", "side": "red", "gun": "b-1"}, "not_a_gun"),
        ({"kind": "destroy", "side": "red", "share": 1.5}, "out_of_range"),
        ({"kind": "destroy", "side": "red", "share": 0.5, "unit": "b-1"}, "condition"),
        ({"kind": "hold", "side": "red", "objective": "hut"}, "condition"),
        ({"kind": "exit", "side": "red", "edge": "north"}, "unknown_value"),
        ({"kind": "exit", "side": "red", "edge": "top", "round": 3}, "unknown_key"),
    ],
)
def test_a_wrong_condition_is_an_error(condition: dict[str, Any], code: str) -> None:
    assert code in errors(condition)


def test_a_victim_of_an_unknown_profile_is_one_fault() -> None:
    blue = [unit("b-1", "rifle-teem", 10, 40)]
    aim = {"kind": "destroy", "side": "red", "unit": "b-1"}
    found = faults_of(document(RED, blue, victory=[aim]))
    assert [fault.code for fault in found] == ["unknown_profile"]


def test_without_the_number_of_rounds_none_is_too_late() -> None:
    hold = {"kind": "hold", "side": "red", "objective": "hut", "at_round": 6}
    with pytest.raises(ScenarioError) as caught:
        load_document(document(RED, BLUE, victory=[hold], objectives=[HUT], rounds="six"))
    assert [fault.code for fault in caught.value.faults] == ["wrong_type"]
