import re
from copy import deepcopy
from pathlib import Path
from typing import Any

import pytest

from sim.errors import ScenarioError, UsageError
from sim.scenario.load import Scenario, load_document, load_scenario
from sim.state.ruleset import Ruleset
from tests.scenario.files import text
from tests.support.builders import document, row, unit

PIT = {"id": "pit", "position": [30, 30], "facing": 90}
WOOD = {"id": "wood", "kind": "wood", "circle": {"center": [50, 20], "radius": 4}}
GUN = {"id": "b-gun", "profile": "at-gun-medium", "emplacement": "pit"}


def base() -> dict[str, Any]:
    """A document with something of every sort."""
    return document(
        [unit("r-1", "rifle-team", 10, 10), unit("r-2", "medium-tank", 20, 10)],
        [unit("b-1", "rifle-team", 10, 40), GUN],
        emplacements=[PIT],
        terrain=[WOOD],
        objectives=[{"id": "hut", "position": [40, 40], "radius": 3}],
        victory=[{"kind": "survive", "side": "blue", "round": 8}],
    )


def with_settings(*settings: str) -> Scenario:
    """The scenario of the document with settings."""
    return load_document(base(), settings=settings)


def test_a_key_at_the_top_is_set() -> None:
    assert with_settings("rounds=6", "table.width=60").roster.rounds == 6


def test_a_rule_is_set() -> None:
    assert with_settings("rules.awkward=stacked").roster.rules.awkward == "stacked"
    assert with_settings("rules.leader_range=9.5").roster.rules.leader_range == 9.5


def test_a_state_of_a_unit_is_set() -> None:
    assert row(with_settings("unit.r-1.state.broken=true").start, "r-1").broken


def test_a_position_of_a_unit_is_set() -> None:
    footprint = row(with_settings("unit.r-1.position=[1, 2.5]").start, "r-1").footprint
    assert (footprint.x, footprint.y) == (1.0, 2.5)


def test_a_single_coordinate_is_set_by_its_index() -> None:
    assert row(with_settings("unit.r-1.position.0=5").start, "r-1").footprint.x == 5.0


def test_a_quality_changes_the_skills() -> None:
    assert with_settings("unit.b-gun.quality=elite").roster.units[3].ranged_skill == 3


@pytest.mark.parametrize(
    "setting",
    [
        "emplacement.pit.facing=45",
        "emplacements.pit.facing=45",
        "emplacements.0.facing=45",
    ],
)
def test_entries_go_by_sort_by_id_or_by_index(setting: str) -> None:
    assert with_settings(setting).roster.emplacements[0].facing == 45.0


def test_every_sort_of_entry_can_be_named() -> None:
    settings = (
        "side.red.name=Reds",
        "formation.red-1.leader=r-2",
        "objective.hut.radius=4",
        "piece.wood.circle.radius=3",
        "victory.0.round=7",
    )
    roster = with_settings(*settings).roster
    assert roster.sides[0].name == "Reds"
    assert roster.formations[0].leader == 1
    assert roster.objectives[0].radius == 4.0
    assert roster.world.pieces[0].bounds == (47.0, 17.0, 53.0, 23.0)
    assert roster.conditions[0].at_round == 7


def test_a_number_of_a_shipped_weapon_is_set() -> None:
    loaded = with_settings("catalogue.weapons.rifles.firepower=1")
    weapon = loaded.roster.units[0].arms.mounts[0].weapon
    assert (weapon.firepower, weapon.range) == (1, 24.0)


def test_an_own_entry_of_the_catalogue_is_set_whole() -> None:
    value = "{range: 3, rate_of_fire: {stationary: 1, moved: 1, firefight: 1}}"
    loaded = with_settings(f"catalogue.weapons.rifles={value}")
    assert loaded.roster.units[0].arms.mounts[0].weapon.range == 3.0


def test_lengths_of_shipped_entries_stay_the_same_in_a_file_in_centimetres() -> None:
    data = {**base(), "length_unit": "cm"}
    data["table"] = {"width": 200, "height": 200}
    loaded = load_document(data, settings=["catalogue.profiles.medium-tank.awkward=3"])
    plain = load_document(data)
    assert loaded.roster.units[1].vehicle != plain.roster.units[1].vehicle
    assert loaded.roster.units[1].body == plain.roster.units[1].body


def test_settings_are_part_of_the_document() -> None:
    loaded = with_settings("rounds=6", "unit.r-1.quality=elite")
    again = load_document(loaded.document)
    assert again.digest == loaded.digest != load_document(base()).digest
    assert again.roster == loaded.roster


def test_a_setting_leaves_the_given_document_alone() -> None:
    data = base()
    before = deepcopy(data)
    load_document(data, settings=["unit.r-1.state.broken=true"])
    assert data == before


def test_a_file_takes_settings_too(tmp_path: Path) -> None:
    path = tmp_path / "battle.yaml"
    path.write_text(text(), encoding="utf-8")
    assert load_scenario(path, ["rounds=3"]).roster.rounds == 3


WRONG = [
    ("rounds", "PATH=VALUE"),
    ("=3", "PATH=VALUE"),
    ("rounds..x=3", "PATH=VALUE"),
    ("rouns=3", "did you mean 'rounds'"),
    ("rules.awkwrd=stacked", "did you mean 'awkward'"),
    ("unit.r-3.quality=elite", "did you mean 'r-2'"),
    ("unit=3", "there is no unit ''"),
    ("unit.r-1=3", "does not say which key"),
    ("unit.r-1.qality=elite", "did you mean 'quality'"),
    ("unit.r-1.orders.first=run", "unknown key 'orders'"),
    ("unit.r-1.quality.x.y=elite", "not a mapping"),
    ("unit.r-1.profile.x=elite", "nothing below a single value"),
    ("objectives.hud.radius=1", "did you mean 'hut'"),
    ("victory.7.round=1", "no entry '7'"),
    ("uint.r-1.quality=elite", r"a scenario has no 'uint' \(did you mean 'unit'\?\)"),
    ("ruels.awkward=stacked", "did you mean 'rules'"),
    ("unit.pit.facing=3", "there is no unit 'pit' .did you mean 'emplacement.pit'"),
    ("unit.r-1.qualty=elite", "the setting unit.r-1.qualty: unknown key 'qualty'"),
    ("rounds=[", "cannot be read"),
    ("catalogue.weapons.rifles.fire=1", "did you mean"),
    (".".join(["a"] * 3000) + "=1", "nothing stands as deep"),
]


@pytest.mark.parametrize(("setting", "message"), WRONG)
def test_a_setting_that_leads_nowhere_is_wrong_usage(setting: str, message: str) -> None:
    with pytest.raises(UsageError, match=message):
        with_settings(setting)


def test_a_value_that_does_not_fit_is_a_fault_of_the_scenario() -> None:
    with pytest.raises(ScenarioError, match="--set rounds: wrong_type"):
        with_settings("rounds=many")


@pytest.mark.parametrize(
    ("setting", "fault"),
    [
        ("rules.leader_range=-1", "--set rules.leader_range: out_of_range: must be at least 0"),
        ("table={width: 9}", "--set table: table.height: missing_key: the key 'height' is missing"),
        ("unit.r-1.position=[1]", "--set unit.r-1.position: wrong_length: entry 2 of the list"),
        ("unit.r-1.position=9,9", "--set unit.r-1.position: wrong_type: must be a list of two n"),
        ("unit.b-gun.emplacement=null", "--set unit.b-gun.emplacement: place: a unit needs a p"),
        ("unit.r-1.quality=elit", "--set unit.r-1.quality: unknown_value: must be one of"),
    ],
)
def test_a_fault_of_a_setting_names_it(setting: str, fault: str) -> None:
    with pytest.raises(ScenarioError, match="(?m)^" + re.escape(fault)):
        with_settings("rounds=6", setting)


def blamed(*settings: str) -> list[str]:
    """The errors that settings bring about."""
    with pytest.raises(ScenarioError) as caught:
        with_settings(*settings)
    return [str(fault) for fault in caught.value.faults if fault.severity == "error"]


def test_a_list_without_brackets_is_shown_with_them() -> None:
    (fault,) = blamed("unit.r-1.position=9,9")
    assert fault.endswith("not '9,9' (did you mean [9,9]?)")
    (fault,) = blamed("piece.wood.circle=null", "piece.wood.polygon=POLYGON((1 2, 3 4))")
    assert fault.endswith("not 'POLYGON((1 2, 3 4))'")


def test_a_fault_elsewhere_is_that_of_the_setting_that_brings_it_about() -> None:
    (fault,) = blamed("rounds=6", "unit.r-1.position=[20, 10]", "name=x")
    place = "sides[0].formations[0].units[1].position"
    assert fault == f"--set unit.r-1.position: {place}: overlap: 'r-2' overlaps 'r-1'"


def test_a_fault_of_two_settings_is_that_of_the_one_it_stands_in() -> None:
    (fault,) = blamed("unit.r-1.position=[30, 20]", "unit.r-2.position=[30, 20]")
    assert fault.startswith("--set unit.r-2.position: overlap: ")


def test_a_setting_on_which_another_leans_is_not_blamed_for_it() -> None:
    (fault,) = blamed("unit.r-1.id=one", "unit.one.position=[20, 10]")
    assert fault.startswith("--set unit.one.position: ")


def test_settings_of_which_each_suffices_are_blamed_together() -> None:
    faults = blamed("table.width=10", "table.height=9")
    both = [fault for fault in faults if fault.startswith("--set table.width --set table.height: ")]
    assert both
    assert not any(fault.startswith("<document>") for fault in faults)


@pytest.mark.parametrize(
    "again", ["unit.r-1.quality=elite", "sides.0.formations.0.units.r-1.quality=elite"]
)
def test_what_is_set_twice_is_wrong_usage(again: str) -> None:
    with pytest.raises(UsageError, match=r"sets what 'unit\.r-1\.quality=regular' has set"):
        with_settings("unit.r-1.quality=regular", again)


def test_within_what_is_set_more_can_be_set() -> None:
    faults = blamed("table={width: 60, height: 60}", "table.width=10")
    assert all(fault.startswith("--set table.width: ") for fault in faults)


def test_of_very_many_settings_the_first_are_named() -> None:
    rules = Ruleset()
    names = [name for name in rules.__struct_fields__ if type(getattr(rules, name)) is float]
    others = [f"rules.{name}={getattr(rules, name)}" for name in names]
    assert len(others) >= 12
    faults = blamed("table.width=30", *others)
    start = f"--set table.width --set rules.{names[0]} --set rules.{names[1]} …: "
    assert faults
    assert all(fault.startswith(start) for fault in faults)


def test_what_a_setting_reveals_in_a_file_is_not_blamed_on_it() -> None:
    data = {**base(), "format_version": 2, "first_side": "green"}
    with pytest.raises(ScenarioError, match=r"^<document>: first_side: unknown_side"):
        load_document(data, settings=["format_version=1"])


def test_a_fault_of_the_file_itself_is_blamed_on_no_setting() -> None:
    data = {**base(), "first_side": "green"}
    with pytest.raises(ScenarioError, match=r"^<document>: first_side: unknown_side"):
        load_document(data, settings=["unit.r-1.quality=elite"])


def test_a_fault_of_a_setting_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    path = tmp_path / "battle.yaml"
    path.write_text(text(), encoding="utf-8")
    with pytest.raises(ScenarioError) as caught:
        load_scenario(path, ["unit.r-1.quality=elit"])
    assert "battle.yaml" not in str(caught.value)
    assert str(caught.value).endswith("(did you mean 'elite'?)")


def test_an_unknown_key_of_the_file_itself_stays_a_fault() -> None:
    data = {**base(), "weather": {"rain": 1}}
    with pytest.raises(ScenarioError, match="unknown key 'weather'"):
        load_document(data, settings=["weather.rain=2"])
