import json
import os
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from sim.errors import ScenarioError, UsageError
from sim.scenario.load import (
    examine_scenario,
    find_scenario,
    load_document,
    load_scenario,
    shipped_scenarios,
)
from tests.scenario.files import faults_of, text
from tests.support.builders import document, unit

RED = [unit("r-1", "rifle-team", 10, 10), unit("r-2", "medium-tank", 20, 10)]
BLUE = [unit("b-1", "rifle-team", 10, 40)]


@pytest.mark.parametrize("name", shipped_scenarios())
def test_a_shipped_scenario_has_no_faults(name: str) -> None:
    scenario, faults = examine_scenario(find_scenario(name))
    assert scenario is not None
    assert [fault for fault in faults if fault.severity == "error"] == []


@pytest.mark.parametrize("name", shipped_scenarios())
def test_the_document_of_a_scenario_loads_into_the_same_scenario(name: str) -> None:
    scenario = load_scenario(find_scenario(name))
    embedded = json.loads(json.dumps(scenario.document, allow_nan=False))
    again = load_document(embedded)
    assert again.digest == scenario.digest
    assert again.roster == scenario.roster
    assert again.start == scenario.start


def test_a_scenario_keeps_its_texts() -> None:
    loaded = load_document(document(RED, BLUE, description="Früh am Morgen", source="a book"))
    assert (loaded.name, loaded.description, loaded.source) == ("test", "Früh am Morgen", "a book")


def test_the_digest_is_of_the_data_not_of_how_it_is_written() -> None:
    data = document(RED, BLUE)
    turned = dict(reversed(data.items()))
    turned["rounds"], turned["table"] = 8, {"height": 48.0, "width": 72.0}
    assert load_document(turned).digest == load_document(data).digest
    assert load_document({**data, "rounds": 7}).digest != load_document(data).digest


def test_all_faults_are_reported_at_once() -> None:
    red = [
        unit("r-1", "rifle-teem", float("nan"), 10),
        unit("r-1", "rifle-team", 100, 10, quality="good"),
        unit("r-3", "truck", 30, 10, state={"cowering": True}),
    ]
    terrain = [{"id": "w", "kind": "would", "polygon": [[0, 0], [1, 1], [0, 1], [1, 0]]}]
    found = faults_of(document(red, BLUE, terrain=terrain, rules={"awkward": 1}, rounds=0))
    assert sorted(fault.code for fault in found) == [
        "duplicate_id",
        "foreign_state",
        "invalid_ring",
        "not_finite",
        "off_table",
        "out_of_range",
        "unknown_kind",
        "unknown_profile",
        "unknown_value",
        "unknown_value",
    ]


def test_faults_of_a_document_name_their_paths() -> None:
    (fault,) = faults_of(document([unit("r", "rifle-team", 100, 10)], BLUE))
    assert str(fault) == (
        "<document>: sides[0].formations[0].units[0].position: off_table:"
        " 'r' is not wholly on the table"
    )


@pytest.mark.parametrize(
    ("key", "value"), [("format", "other/file"), ("format_version", 2), ("format_version", True)]
)
def test_of_a_foreign_file_only_that_is_said(key: str, value: object) -> None:
    data = {**document(RED, BLUE), key: value, "rounds": "many"}
    (fault,) = faults_of(data)
    assert (fault.path, fault.code) == (key, "unknown_value")


def test_a_missing_format_is_all_that_is_said() -> None:
    data = document(RED, BLUE)
    del data["format"]
    assert [(fault.path, fault.code) for fault in faults_of({**data, "x": 1})] == [
        ("format", "missing_key")
    ]


@pytest.mark.parametrize("key", ["name", "table", "rounds", "sides"])
def test_a_required_key_is_missed(key: str) -> None:
    data = document(RED, BLUE)
    del data[key]
    assert [(fault.path, fault.code) for fault in faults_of(data)] == [(key, "missing_key")]


@pytest.mark.parametrize("sides", [0, 1, 3])
def test_there_are_exactly_two_sides(sides: int) -> None:
    data = document(RED, BLUE)
    third = {"id": "c", "formations": [{"id": "d", "units": [unit("c-1", "truck", 60, 10)]}]}
    data["sides"] = [*data["sides"], third][:sides]
    assert [(fault.path, fault.code) for fault in faults_of(data)] == [("sides", "wrong_length")]


def test_a_side_needs_formations_and_a_formation_units() -> None:
    data = document(RED, [])
    data["sides"][0]["formations"] = []
    assert [fault.path for fault in faults_of(data)] == [
        "sides[0].formations",
        "sides[1].formations[0].units",
    ]


@pytest.mark.parametrize("name", ["causeway-gun", "scenarios/causeway-gun.yaml"])
def test_a_scenario_is_found_by_stem_or_path(name: str) -> None:
    root = Path(__file__).parents[2]
    wanted = name if "/" not in name else str(root / name)
    assert find_scenario(wanted).name == "causeway-gun.yaml"


def test_a_file_without_a_suffix_goes_before_a_shipped_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "causeway-gun").write_text(text(), encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    assert load_scenario(find_scenario("causeway-gun")).name == "Test"


@pytest.mark.parametrize("name", ["causeway-gum", "causeway-gum.yaml", "dir/causeway-gum.yaml"])
def test_an_unknown_scenario_comes_with_the_nearest(name: str) -> None:
    with pytest.raises(UsageError, match="did you mean 'causeway-gun'"):
        find_scenario(name)


@pytest.mark.parametrize("name", ["zzz", "a\0b", "x" * 5000])
def test_a_name_like_none_comes_with_the_list(name: str) -> None:
    with pytest.raises(UsageError, match=r"shipped are .*causeway-gun"):
        find_scenario(name)


def test_a_directory_is_no_scenario(tmp_path: Path) -> None:
    with pytest.raises(ScenarioError, match="unreadable"):
        load_scenario(tmp_path)


def test_file_names_may_have_any_letters(tmp_path: Path) -> None:
    path = tmp_path / "der Übergang 橋.yaml"
    path.write_text(text(), encoding="utf-8")
    assert load_scenario(os.fspath(path)).name == "Test"


GARBAGE = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.text(max_size=8)
    | st.sampled_from(["wood", "rifle-team", "red", "hold", "vehicle", "all", 10**400, b"x"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(st.text(max_size=5) | st.integers(), inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["id", "kind", "profile", "position", "polygon", "state", "units"]),
            inner,
            max_size=4,
        )
    ),
    max_leaves=12,
)


def _paths(data: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The paths of all values below the top."""
    items = data.items() if isinstance(data, dict) else enumerate(data)
    found = []
    for key, value in items:
        found.append((*path, key))
        if isinstance(value, dict | list):
            found += _paths(value, (*path, key))
    return found


SAMPLE = load_scenario(find_scenario("causeway-gun")).document
SAMPLE_PATHS = _paths(SAMPLE)


@settings(deadline=None, max_examples=150)
@given(st.lists(st.tuples(st.sampled_from(SAMPLE_PATHS), GARBAGE), min_size=1, max_size=3))
def test_garbage_anywhere_in_a_document_is_a_fault_or_harmless(
    changes: list[tuple[tuple[Any, ...], Any]],
) -> None:
    data = json.loads(json.dumps(SAMPLE))
    for path, value in changes:
        node = data
        for part in path[:-1]:
            node = node[part] if _holds(node, part) else {}
        if isinstance(node, dict) or _holds(node, path[-1]):
            node[path[-1]] = value
    try:
        loaded = load_document(data)
    except ScenarioError as error:
        codes = [fault.code for fault in error.faults if fault.severity == "error"]
    else:
        codes = [json.dumps(loaded.document, allow_nan=False)]
    assert codes


def _holds(node: Any, part: Any) -> bool:
    if isinstance(node, list):
        return isinstance(part, int) and part < len(node)
    return isinstance(node, dict) and part in node


@settings(deadline=None, max_examples=100)
@given(GARBAGE)
def test_garbage_instead_of_a_document_is_a_fault(garbage: Any) -> None:
    with pytest.raises(ScenarioError):
        load_document(garbage)


def test_a_document_nested_too_deeply_is_a_fault() -> None:
    deep: list[Any] = []
    for _ in range(2000):
        deep = [deep]
    assert [fault.code for fault in faults_of({"name": deep})] == ["too_deep"]
