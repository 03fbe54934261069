from typing import Any

from sim.scenario.naming import declared, names
from tests.scenario.files import faults_of
from tests.support.builders import document, unit

RED, BLUE = [unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 20, 10)]


def twins(**more: Any) -> list[str]:
    """The messages about ids that stand for two things."""
    found = faults_of(document(RED, BLUE, **more))
    return [fault.message for fault in found if fault.code == "duplicate_id"]


def test_every_sort_of_entry_declares_an_id() -> None:
    found = declared(document(RED, BLUE, objectives=[{"id": "hut"}, {"id": 3}, "x"]))
    assert [(item.sort, item.id) for item in found] == [
        ("objective", "hut"),
        ("side", "red"),
        ("formation", "red-1"),
        ("unit", "r"),
        ("side", "blue"),
        ("formation", "blue-1"),
        ("unit", "b"),
    ]
    assert names(found, "unit") == ("r", "b")


def test_what_is_no_list_declares_nothing() -> None:
    assert declared({"sides": {"id": "red"}, "terrain": None, "objectives": "hut"}) == ()


def test_an_id_stands_for_one_thing_whatever_its_sort_and_case() -> None:
    hut = {"id": "RED", "position": [30, 30], "radius": 3}
    assert twins(objectives=[hut]) == [
        "the id 'red' is that of the objective 'RED' at objectives[0]"
    ]


def test_a_twin_without_a_line_of_its_own_has_a_path() -> None:
    pits = [{"id": "pit", "position": [x, 30], "facing": 0} for x in (20, 30)]
    assert twins(emplacements=pits) == [
        "the id 'pit' is that of the emplacement at emplacements[0]"
    ]


def test_names_of_the_catalogue_are_apart() -> None:
    wood = {"id": "wood", "kind": "wood", "circle": {"center": [40, 30], "radius": 3}}
    red = [unit("rifle-team", "rifle-team", 10, 10)]
    data = document(red, BLUE, terrain=[wood], victory=[{"kind": "survive"}])
    assert [fault.code for fault in faults_of(data)] == ["missing_key", "missing_key"]


def test_twins_of_entries_with_faults_are_found_too() -> None:
    red = [*RED, {"id": "B", "profile": "rifle-team"}]
    codes = [fault.code for fault in faults_of(document(red, BLUE))]
    assert codes == ["place", "duplicate_id"]
