import pytest
from msgspec.structs import replace

from sim.errors import ScenarioError, UsageError
from sim.runner.batch.plan import (
    pairings,
    refuse_other_version,
    setting_choices,
    split_values,
)
from tests.support.batches import experiment


def test_cells_are_settings_times_pairings() -> None:
    wanted = experiment(("null", "random", "greedy"), ["rounds=1,2", "rules.awkward=stacked"])
    assert [cell.index for cell in wanted.cells] == list(range(6))
    assert {cell.settings["rounds"] for cell in wanted.cells} == {"1", "2"}
    assert wanted.cells[1].players == ("null", "greedy")


def test_a_cell_knows_its_scenario_with_settings() -> None:
    one, other = experiment(settings=["rounds=1,2"]).cells
    assert one.digest != other.digest
    assert (one.sides, one.first_side, one.mirrored) == (("red", "blue"), "red", True)


def test_a_single_player_fights_itself() -> None:
    assert pairings(["able"]) == [("able", "able")]
    assert pairings(["able", "able"]) == [("able", "able")]
    assert pairings(["a", "a", "b"]) == [("a", "a"), ("a", "b")]
    assert pairings(["a", "b", "c"]) == [("a", "b"), ("a", "c"), ("b", "c")]


def test_every_choice_of_values_is_made() -> None:
    assert setting_choices([]) == [{}]
    assert setting_choices(["a=1,2", "b=x"]) == [{"a": "1", "b": "x"}, {"a": "2", "b": "x"}]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("1,2", ["1", "2"]),
        ("[1, 2],[3, 4]", ["[1, 2]", "[3, 4]"]),
        ("{x: [1, 2], y: 3}", ["{x: [1, 2], y: 3}"]),
        ("'a,b',c", ["'a,b'", "c"]),
        ("'a[',b", ["'a['", "b"]),
        ("", [""]),
    ],
)
def test_commas_part_values_but_in_brackets_and_quotes(text: str, values: list[str]) -> None:
    assert split_values(text) == values


@pytest.mark.parametrize("settings", [["rounds"], ["rounds=1", "rounds=2"], ["nothing.at.all=1"]])
def test_settings_that_make_no_sense_are_refused(settings: list[str]) -> None:
    with pytest.raises(UsageError):
        experiment(settings=settings)


def test_a_cell_that_cannot_be_played_is_refused_with_its_faults() -> None:
    with pytest.raises(ScenarioError, match="rounds"):
        experiment(settings=["rounds=2,0"])


def test_a_player_that_cannot_be_had_is_refused() -> None:
    with pytest.raises(UsageError, match="did you mean 'random'"):
        experiment(("randon",))


@pytest.mark.parametrize("field", ["program_version", "rules_digest"])
def test_experiments_of_other_programs_are_refused(field: str) -> None:
    refuse_other_version(experiment())
    with pytest.raises(UsageError, match="the results were made"):
        refuse_other_version(replace(experiment(), **{field: "other"}))
