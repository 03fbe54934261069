from typing import Any

import pytest

from sim.errors import Fault
from tests.scenario.files import faults_of
from tests.support.builders import document, scenario, unit

BLUE = [unit("b", "rifle-team", 68, 44)]
POND = {"id": "pond", "kind": "building", "polygon": [[20, 20], [30, 20], [30, 30], [20, 30]]}


def errors(*red: Any, **more: Any) -> list[str]:
    """The codes of the errors with those red units."""
    return [fault.code for fault in all_errors(*red, **more)]


def all_errors(*red: Any, **more: Any) -> list[Fault]:
    """The errors with those red units."""
    return faults_of(document(red, BLUE, **more))


def plays(*red: Any, **more: Any) -> bool:
    """Whether the scenario with those red units has no faults."""
    return scenario(red, BLUE, score={"unit": 1}, **more).warnings == ()


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("x", "y"), [(0.75, 10), (10, 0.75), (71.25, 10), (10, 47.25)])
def test_a_base_may_touch_the_edge_of_the_table(x: float, y: float) -> None:
    assert plays(unit("r", "rifle-team", x, y))


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("x", "y"), [(0.74, 10), (10, -5), (71.26, 10), (10, 47.26)])
def test_a_base_over_the_edge_of_the_table_is_refused(x: float, y: float) -> None:
    assert errors(unit("r", "rifle-team", x, y)) == ["off_table"]


def test_a_turned_base_reaches_farther() -> None:
    assert plays(unit("r", "medium-tank", 1, 20, 0))
    assert errors(unit("r", "medium-tank", 1, 20, 45)) == ["off_table"]


@pytest.mark.clause("HR-14")
def test_bases_may_touch_but_not_overlap() -> None:
    tank = unit("tank", "medium-tank", 10, 10, 90)
    assert plays(tank, unit("r", "rifle-team", 12.75, 10))
    (fault,) = all_errors(tank, unit("r", "rifle-team", 12.74, 10))
    assert fault.message == "'r' overlaps 'tank'"


def test_every_overlapping_pair_is_reported() -> None:
    row = [unit(f"r-{i}", "rifle-team", 10 + i, 10) for i in range(4)]
    assert errors(*row) == ["overlap", "overlap", "overlap"]


def test_a_gun_without_a_crew_still_takes_its_place() -> None:
    gun = unit("gun", "at-gun-light", 10, 10, state={"crewed": False})
    assert errors(gun, unit("r", "rifle-team", 11, 10)) == ["overlap"]


def test_two_guns_of_one_emplacement_overlap_nobody_else() -> None:
    pit = {"id": "pit", "position": [10, 10]}
    gun = {"id": "gun", "profile": "at-gun-light", "emplacement": "pit"}
    (fault,) = all_errors(gun, unit("r", "rifle-team", 10, 11), emplacements=[pit])
    assert fault.code == "overlap"
    (fault,) = all_errors(unit("r", "rifle-team", 10, 11), gun, emplacements=[pit])
    assert fault.path.endswith("units[1].emplacement")


@pytest.mark.clause("HR-14")
def test_a_vehicle_may_not_stand_in_impassable_terrain_nor_reach_into_it() -> None:
    inside = unit("r", "medium-tank", 25, 25)
    reaching = unit("r", "medium-tank", 19.1, 25)
    assert [f.message for f in all_errors(inside, terrain=[POND])] == [
        "'r' stands in 'pond': building is impassable to a vehicle"
    ]
    assert errors(reaching, terrain=[POND]) == ["impassable"]


def test_a_base_may_touch_impassable_terrain() -> None:
    assert plays(unit("r", "medium-tank", 19, 25), terrain=[POND])
    assert plays(unit("r", "rifle-team", 25, 25), terrain=[POND])


def test_the_disc_of_infantry_counts_at_a_corner() -> None:
    wall = {**POND, "kind": "cliff"}
    cliff = {
        "sight": "blocks",
        "height": 5,
        "movement": {"infantry": "impassable", "gun": "impassable", "vehicle": "impassable"},
    }
    catalogue = {"terrain": {"cliff": cliff}}
    corner = 20 - 0.75 * 0.5**0.5
    assert plays(unit("r", "rifle-team", corner, corner), terrain=[wall], catalogue=catalogue)
    near = unit("r", "rifle-team", corner + 0.01, corner + 0.01)
    assert errors(near, terrain=[wall], catalogue=catalogue) == ["impassable"]


@pytest.mark.clause("HR-35")
def test_a_road_over_impassable_terrain_can_be_stood_on() -> None:
    river = {"id": "river", "kind": "river", "line": [[0, 20], [72, 20]], "width": 6}
    bridge = {"id": "bridge", "kind": "road", "line": [[30, 16], [30, 24]], "width": 3}
    assert plays(unit("r", "medium-tank", 30, 20), terrain=[river, bridge])
    beside = unit("r", "medium-tank", 31, 20)
    assert errors(beside, terrain=[river, bridge]) == ["impassable"]


@pytest.mark.clause("HR-35")
def test_a_gun_may_not_stand_across_bocage() -> None:
    bocage = {"id": "bocage", "kind": "bocage", "line": [[0, 20], [72, 20]]}
    assert errors(unit("r", "at-gun-light", 30, 20.5), terrain=[bocage]) == ["impassable"]
    assert plays(unit("r", "at-gun-light", 30, 21), terrain=[bocage])
    assert plays(unit("r", "rifle-team", 30, 20), terrain=[bocage])


def test_a_table_has_a_greatest_size() -> None:
    assert plays(unit("r", "rifle-team", 10, 10), size=(240, 240))
    assert errors(unit("r", "rifle-team", 10, 10), size=(241, 300)) == ["table_too_large"] * 2


def test_a_table_in_centimetres_is_measured_in_inches() -> None:
    red = unit("r", "rifle-team", 10, 10)
    assert plays(red, size=(600, 600), length_unit="cm")
    assert errors(red, size=(610, 600), length_unit="cm") == ["table_too_large"]


@pytest.mark.parametrize("group", ["emplacements", "objectives"])
def test_places_are_on_the_table(group: str) -> None:
    place = {"id": "place", "position": [10, 49]}
    if group == "objectives":
        place["radius"] = 3
    found = errors(unit("r", "rifle-team", 10, 10), **{group: [place]})
    assert found == ["off_table"]
