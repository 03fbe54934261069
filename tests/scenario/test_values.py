from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.scenario.catalogue_models import RangedModel, VehicleModel
from sim.scenario.load import load_document
from sim.scenario.values import per_inch, to_file_unit, to_inches
from tests.scenario.files import faults_of
from tests.support.builders import document, unit

RATE = {"stationary": 1, "moved": 1, "firefight": 1}
TANK: dict[str, Any] = {
    "kind": "vehicle",
    "height": 2,
    "footprint": {"rect": [4, 2]},
    "armour": {"front": 1, "other": 1},
}


@given(st.integers(0, 100_000).map(lambda hundredths: hundredths / 100))
def test_a_length_survives_the_way_to_the_files_unit_and_back(length: float) -> None:
    assert to_inches(to_file_unit(length, 2.54), 2.54) == length


def test_inches_are_left_alone() -> None:
    assert to_file_unit(1 / 3, per_inch("inch")) == 1 / 3
    assert per_inch("cm") == 2.54
    assert per_inch(None) == 1.0


@pytest.mark.parametrize(("given_as", "half_width"), [("all", 180.0), (15, 15.0), (None, None)])
def test_a_field_of_fire_is_a_half_width_or_all(given_as: object, half_width: object) -> None:
    weapon = RangedModel.model_validate(
        {"range": 9, "rate_of_fire": RATE, "field_of_fire": given_as}
    )
    assert weapon.field_of_fire == half_width


@pytest.mark.clause("BW-40")
@pytest.mark.parametrize(("given_as", "need"), [("none", 0), (5, 5)])
def test_a_melee_save_is_a_number_or_none(given_as: object, need: int) -> None:
    assert VehicleModel.model_validate({**TANK, "melee_save": given_as}).melee_save == need


@pytest.mark.parametrize(
    ("key", "value", "message"),
    [
        ("melee_save", "5+", "must be a whole number, not '5+'"),
        ("height", None, "must be a number, not nothing"),
        ("height", True, "must be a number, not true"),
        ("height", {"in": 2}, "must be a number, not a mapping"),
        ("height", [2], "must be a number, not a list"),
        ("height", "x" * 99, "must be a number, not '" + "x" * 36 + "..."),
        ("height", 0, "must be above 0, not 0"),
        ("height", 1e-9, "a length above 0 is at least 0.001 inches"),
        ("move", {"open": 1, "difficult": 1e-9}, "a length above 0 is at least 0.001 inches"),
        ("footprint", {"rect": [4, 2, 1]}, "must have at most 2 entries, not 3"),
        ("weapons", ["lmg"] * 31, "must have at most 30 entries, not 31"),
        ("weapons", ["lmg" * 34], "must have at most 100 characters, not 102"),
        ("awkward", 101, "must be at most 100, not 101"),
        ("awkward", 2.5, "must be a whole number, not 2.5"),
        ("sealed", 1, "must be true or false, not 1"),
        ("quality", 3, "must be one of 'conscript', 'regular' or 'elite', not 3"),
        ("armour", 3, "must be a mapping, not 3"),
        ("footprint", {"rect": 3}, "must be a list of two numbers, not 3"),
        ("weapons", {"lmg": 1}, "must be a list, not a mapping"),
        ("weapons", [3], "must be a mapping, not 3"),
    ],
)
def test_a_value_of_another_type_is_shown(key: str, value: object, message: str) -> None:
    catalogue = {"profiles": {"tank": {**TANK, key: value}}}
    red, blue = [unit("r", "rifle-team", 9, 9)], [unit("b", "rifle-team", 40, 40)]
    assert [fault.message for fault in faults_of(document(red, blue, catalogue=catalogue))] == [
        message
    ]


def test_a_size_too_small_to_measure_is_too_small_in_any_unit() -> None:
    red, blue = [unit("r", "rifle-team", 9, 9)], [unit("b", "rifle-team", 40, 40)]
    rules = {"infantry_height": 0.002, "standoff": 0}
    assert load_document(document(red, blue, rules=rules)).roster.rules.infantry_height == 0.002
    (fault,) = faults_of(document(red, blue, rules=rules, length_unit="cm"))
    assert (fault.path, fault.code) == ("rules.infantry_height", "out_of_range")


def test_a_list_that_is_too_short_is_told_in_words() -> None:
    red, blue = [unit("r", "rifle-team", 9, 9)], [unit("b", "rifle-team", 40, 40)]
    data = document(red, blue)
    data["sides"][0]["formations"] = []
    (fault,) = faults_of(data)
    assert (fault.code, fault.message) == ("wrong_length", "must have at least 1 entry, not 0")


def test_a_value_without_a_choice_is_told_as_such() -> None:
    red, blue = [unit("r", "rifle-team", 9, 9)], [unit("b", "rifle-team", 40, 40)]
    (fault,) = faults_of(document(red, blue, format_version=2))
    assert (fault.path, fault.message) == ("format_version", "must be 1, not 2")


def test_text_is_no_number_however_it_looks() -> None:
    red, blue = [unit("r", "rifle-team", 9, 9)], [unit("b", "rifle-team", 40, 40)]
    (fault,) = faults_of(document(red, blue, rounds="8"))
    assert (fault.path, fault.message) == ("rounds", "must be a whole number, not '8'")
