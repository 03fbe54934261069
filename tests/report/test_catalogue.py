"""What the catalogue shows: every entry, what it resolves to, its clauses and its source."""

import inspect
import json
import re
from typing import Any

import pytest

from sim.errors import UsageError
from sim.report.catalogue import (
    GEOMETRY,
    PROPERTY_CLAUSES,
    RULE_CLAUSES,
    Entry,
    catalogue_document,
    find_entries,
)
from sim.rules.clauses import load_clauses
from sim.scenario.catalogue import shipped
from sim.state import ruleset
from sim.state.ruleset import Ruleset


def entry(name: str, group: str) -> Entry:
    """The entry of a name in a group."""
    (found,) = (held for held in find_entries(name) if held.group == group)
    return found


def properties(name: str, group: str) -> dict[str, Any]:
    """What an entry is."""
    return dict(entry(name, group).properties)


def test_everything_shipped_is_shown_and_clauses_only_when_asked_for() -> None:
    held = shipped()
    shown = {(found.group, found.name) for found in find_entries()}
    assert {("weapons", name) for name in held.weapons} <= shown
    assert {("profiles", name) for name in held.profiles} <= shown
    assert {("terrain", name) for name in held.terrain} <= shown
    assert {("rules", name) for name in Ruleset.__struct_fields__} <= shown
    assert "clauses" not in {group for group, _ in shown}


@pytest.mark.parametrize("group", ["weapons", "profiles", "terrain", "rules", "clauses"])
def test_a_group_is_shown_by_its_name(group: str) -> None:
    assert {found.group for found in find_entries(group)} == {group}


def test_one_name_may_mean_several_things() -> None:
    assert [found.group for found in find_entries("infantry-gun")] == ["weapons", "profiles"]


@pytest.mark.parametrize(("name", "hint"), [("rifle", "rifles"), ("hmgg", "hmg"), ("?", "groups")])
def test_a_name_that_is_none_is_a_usage_error(name: str, hint: str) -> None:
    with pytest.raises(UsageError, match=hint):
        find_entries(name)


@pytest.mark.clause("HR-1", "HR-4", "HR-12")
def test_infantry_has_the_numbers_of_the_rules() -> None:
    team = properties("rifle-team", "profiles")
    assert (team["ranged_skill"], team["melee_skill"], team["leadership"]) == (2, 2, 4)
    assert (team["footprint"], team["height"], team["eye_height"]) == ({"disc": 1.5}, 1.0, 0.9)
    assert team["move"] == {"open": 8.0, "difficult": 6.0}


@pytest.mark.clause("HR-13", "HR-33")
def test_a_gun_is_moved_by_hand_and_its_crew_has_weapons() -> None:
    gun = properties("at-gun-medium", "profiles")
    assert gun["move"] == {"open": 2.0, "difficult": 1.0}
    assert gun["crew_weapons"] == [{"weapon": "rifles"}, {"weapon": "rifle-butts"}]
    assert (gun["height"], gun["eye_height"]) == (0.8, 0.7)


@pytest.mark.clause("BB-8")
def test_a_vehicle_states_its_own_and_overrides_its_weapons() -> None:
    gun = properties("assault-gun", "profiles")
    assert gun["footprint"] == {"rect": [4.0, 2.0]}
    assert gun["move"] == {"open": 12.0, "difficult": 6.0}
    assert gun["weapons"][0] == {"weapon": "medium-tank-gun", "field_of_fire": 15.0}


def test_a_rule_has_its_default_its_choices_and_where_it_comes_from() -> None:
    awkward = entry("awkward", "rules")
    assert awkward.properties == {"value": "included", "choices": ["included", "stacked"]}
    assert (awkward.clauses, awkward.source) == ({"value": "RU-16"}, "ruling")
    assert entry("own_wall", "rules").source == GEOMETRY


def test_a_clause_has_its_title_and_its_origin() -> None:
    found = entry("FR-30", "clauses")
    assert found.properties["title"] == load_clauses()[found.name].title  # type: ignore[index]
    assert (found.properties["built"], found.source) == (True, "Final Round")


def test_every_clause_named_exists() -> None:
    named = {clause for held in find_entries() for clause in held.clauses.values()}
    assert named - {GEOMETRY} <= set(load_clauses())


def test_every_field_of_the_ruleset_has_the_clause_its_source_states() -> None:
    stated = dict(re.findall(r"^    (\w+): .*  # ([A-Z]{2}-\d+)", inspect.getsource(ruleset), re.M))
    named = {field: clause for clause, fields in RULE_CLAUSES.items() for field in fields}
    assert named.pop("own_wall") == GEOMETRY
    assert named == stated


@pytest.mark.parametrize("group", ["weapons", "profiles", "terrain"])
def test_every_property_but_the_sort_has_a_clause(group: str) -> None:
    for held in find_entries(group):
        assert set(held.properties) - set(held.clauses) <= {"melee", "kind"}
        assert set(held.clauses) <= {*PROPERTY_CLAUSES, "move"}


def test_melee_weapons_have_the_clauses_of_melee() -> None:
    assert entry("assault", "weapons").clauses["anti_tank"] == "BW-32"
    assert entry("rifles", "weapons").clauses["anti_tank"] == "BW-10"


def test_the_document_is_by_group_and_name() -> None:
    document = json.loads(
        json.dumps(catalogue_document(find_entries("infantry-gun")), allow_nan=False)
    )
    assert (document["format"], document["format_version"]) == ("skirmish-sim/catalogue", 1)
    assert list(document) == ["format", "format_version", "weapons", "profiles"]
    gun = document["weapons"]["infantry-gun"]
    assert (gun["range"], gun["clauses"]["range"]) == (36.0, "HR-17")
    assert gun["source"] == "shipped catalogue, weapons.yaml"
