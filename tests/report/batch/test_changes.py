"""What is asked to be compared, the experiment that makes of it, and where its battles part."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sim.errors import ScenarioError, UsageError
from sim.replay.log import LogReader
from sim.report.batch.changes import (
    Change,
    Refighter,
    change_of,
    experiment_of,
    two_cells,
    with_catalogue,
)
from sim.report.batch.comparing import Comparison, comparison_of
from sim.report.batch.comparison_text import comparison_lines
from sim.report.batch.matching import Twin, match_cells
from sim.report.batch.parting import Apart, Told, parting_of
from sim.runner.batch.battles import assignment_of, fight_battle
from sim.runner.batch.experiment import Experiment
from sim.runner.batch.rows import BattleRow
from tests.support.batches import BLUE, RED, SKIRMISH
from tests.support.builders import scenario

ONE = ("skirmish", scenario(RED, BLUE, **SKIRMISH))
OTHER = ("long skirmish", scenario(RED, BLUE, **SKIRMISH | {"rounds": 3}))


def asked(
    *settings: str, players: Any = (), scenarios: Any = (ONE,), against: Any = None
) -> Change:
    """What is compared."""
    return change_of(scenarios, players, settings, against)


def experiment(change: Change, pairs: int = 2) -> Experiment:
    """The experiment of a change."""
    return experiment_of(change, seed=1, pairs=pairs, battle_time=60.0)


def compared(wanted: Experiment, folder: Path | None = None) -> Comparison:
    """What the change of an experiment did, its battles fought here."""
    rows = [fight_battle(assignment_of(wanted, each, "never")).row for each in wanted.battles()]
    found = match_cells(*two_cells(wanted.cells, None), rows)
    return comparison_of(found, Refighter(wanted, folder))


def test_two_values_of_a_setting_are_two_cells() -> None:
    base, changed = experiment(asked("rounds=2,3", "rules.standoff=1", players=["null"])).cells
    assert base.settings == {"rounds": "2", "rules.standoff": "1"}
    assert changed.settings == {"rounds": "3", "rules.standoff": "1"}
    assert (base.players, changed.players) == (("null", "null"), ("null", "null"))


def test_without_players_greedy_fights_itself() -> None:
    assert asked("rounds=2,3").players == (("greedy",), ("greedy",))


def test_two_players_fight_each_other_under_both_settings() -> None:
    found = experiment(asked("rounds=2,3", players=["null", "random"]))
    assert [cell.players for cell in found.cells] == [("null", "random"), ("null", "random")]


def test_two_players_are_compared_against_a_third() -> None:
    found = experiment(asked(players=["null", "random"], against="random"))
    assert [cell.players for cell in found.cells] == [("null", "random"), ("random", "random")]


def test_two_players_are_compared_against_greedy() -> None:
    assert asked(players=["null", "random"]).players == (("null", "greedy"), ("random", "greedy"))


def test_two_scenarios_are_two_grounds() -> None:
    found = experiment(asked(players=["null"], scenarios=(ONE, OTHER)))
    assert [ground.name for ground in found.grounds] == ["skirmish", "long skirmish"]
    assert [cell.scenario for cell in found.cells] == ["skirmish", "long skirmish"]


def test_scenarios_of_one_name_are_told_apart() -> None:
    change = asked(players=["null"], scenarios=(ONE, ("skirmish", OTHER[1])))
    found = experiment(change)
    assert [cell.scenario for cell in found.cells] == ["skirmish", "skirmish (changed)"]
    assert compared(found).parted == 2


def test_who_goes_first_is_the_same_before_and_after() -> None:
    found = experiment(asked("unit.b-1.quality=regular,elite", players=["random"]), pairs=4)
    for pair in range(4):
        assert len({cell.first_side_of(pair) for cell in found.cells}) == 1
    mirrored = experiment(asked("rounds=2,3", players=["random"]))
    assert [cell.first_side_of(1) for cell in mirrored.cells] == ["blue", "blue"]


@pytest.mark.parametrize(
    ("words", "message"),
    [
        ({"settings": ()}, "compare wants one change"),
        ({"settings": ("rounds=2",)}, "compare wants one change"),
        ({"settings": ("rounds=2,3,4",)}, "PATH=BASE,CHANGED, not 'rounds=2,3,4'"),
        ({"settings": (), "players": ("a", "b", "c")}, "two players at most"),
        ({"settings": ("rounds=2,3",), "against": "null"}, "--against is for two players"),
    ],
)
def test_what_is_no_change_is_refused(words: Any, message: str) -> None:
    settings = words.pop("settings")
    with pytest.raises(UsageError, match=message):
        asked(*settings, **words)


def test_a_catalogue_changes_a_scenario(tmp_path: Path) -> None:
    path = tmp_path / "better.yaml"
    path.write_text(
        "weapons:\n  rifles: {range: 30, rate_of_fire: {stationary: 2, moved: 1, firefight: 1}}\n",
        "utf-8",
    )
    name, changed = with_catalogue(*ONE, path)
    assert name == "skirmish with better.yaml"
    assert changed.document["catalogue"]["weapons"]["rifles"]["range"] == 30


def test_wrong_entries_of_a_catalogue_are_faults(tmp_path: Path) -> None:
    path = tmp_path / "worse.yaml"
    path.write_text("weapons:\n  rifles: {reach: 30}\n", "utf-8")
    with pytest.raises(ScenarioError, match=r"worse\.yaml.*reach"):
        with_catalogue(*ONE, path)


@pytest.mark.parametrize("text", ["- 1\n", "weapons: 3\n", "weapons: [\n"])
def test_what_is_no_catalogue_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "none.yaml"
    path.write_text(text, "utf-8")
    with pytest.raises(UsageError, match=r"none\.yaml: "):
        with_catalogue(*ONE, path)


def test_cells_are_the_only_two_or_those_named() -> None:
    cells = experiment(asked("rounds=2,3", players=["null"])).cells
    assert two_cells(cells, None) == cells
    assert two_cells(cells, "1,0") == cells[::-1]
    for wanted in ("0", "0,2", "a,b"):
        with pytest.raises(UsageError, match=r"0 skirmish: null against itself \(rounds=2\); 1 "):
            two_cells(cells, wanted)


def test_battles_part_at_an_event_told_in_words(tmp_path: Path) -> None:
    found = compared(experiment(asked("catalogue.weapons.hmg.firepower=0,6", players=["greedy"])))
    parting = found.partings[0]
    assert parting.event > 0
    assert parting.base.event != parting.changed.event
    assert parting.base.words
    text = [line.text for line in comparison_lines(found)]
    assert any(line.startswith("base: ") for line in text)
    assert any(f"parts in player turn {parting.turn}" in line for line in text)


def test_a_battle_that_ends_where_another_goes_on_is_told_in_one_sentence() -> None:
    found = compared(experiment(asked("rounds=2,3", players=["null"])))
    (base, *_) = (line.text for line in comparison_lines(found) if line.text.startswith("base: A "))
    assert base.startswith("base: A draw on points (HR-28); Points: ")


def test_logs_of_battles_that_part_are_kept(tmp_path: Path) -> None:
    wanted = experiment(asked("rounds=1,2", players=["null"]), pairs=1)
    found = compared(wanted, tmp_path / "logs")
    (parting,) = found.partings
    assert f"log {parting.logs[0]}" in [line.text for line in comparison_lines(found)]
    base, changed = (LogReader(Path(log)) for log in parting.logs if log)
    assert base.header.scenario["rounds"] == 1
    assert changed.header.scenario["rounds"] == 2
    with pytest.raises(UsageError, match="exists already"):
        compared(wanted, tmp_path / "logs")


def test_a_battle_that_goes_on_parts_where_the_other_ends() -> None:
    (parting,) = compared(experiment(asked("rounds=1,2", players=["null"]), pairs=1)).partings
    assert parting.turn == 2
    assert (parting.base.event or {})["kind"] == "battle_ended"
    assert (parting.changed.event or {})["kind"] == "turn_started"


def test_a_battle_that_cannot_be_fought_again_is_refused() -> None:
    wanted = experiment(asked("rounds=1,2", players=["null"]), pairs=1)
    row = fight_battle(assignment_of(wanted, next(wanted.battles()), "never")).row
    gone = replace(wanted, cells=tuple(replace(c, players=("gone", "gone")) for c in wanted.cells))
    with pytest.raises(UsageError, match=r"battle 0 cannot be fought again: .*'gone'"):
        Refighter(gone)(row)


def test_a_player_that_exits_takes_no_comparison_down() -> None:
    wanted = experiment(asked("rounds=2,3", players=["tests.support.players:Deserter"]), pairs=1)
    row = BattleRow(
        index=0, cell=0, pair=0, seat=0, seed=0, scenario="skirmish", settings={}, players={},
        first_side="red", status="done",
    )  # fmt: skip
    with pytest.raises(UsageError, match="cannot be fought again: its process exited"):
        Refighter(wanted)(row)


def test_the_code_of_all_players_is_remembered() -> None:
    found = experiment(asked(players=["null", "random"], against="greedy"))
    assert sorted(found.sources) == ["greedy", "null", "random"]


def test_the_end_of_a_battle_is_told_where_the_other_goes_on() -> None:
    wanted = experiment(asked("rounds=1,2", players=["null"]), pairs=1)
    rows = [fight_battle(assignment_of(wanted, each, "never")).row for each in wanted.battles()]
    refight = Refighter(wanted)
    whole = refight(rows[0])
    cut = replace(whole, lines=whole.lines[:-1])
    apart = Apart(Twin(0, rows[0], rows[0]), 1.0)
    fights = iter([cut, whole])
    found = parting_of(apart, lambda _row: next(fights))
    assert found is not None
    assert found.base == Told(event=None, words=("the battle was over",))


def test_equal_battles_part_nowhere() -> None:
    wanted = experiment(asked("rounds=1,2", players=["null"]), pairs=1)
    row = fight_battle(assignment_of(wanted, next(wanted.battles()), "never")).row
    assert parting_of(Apart(Twin(0, row, row), 0.0), Refighter(wanted)) is None


def test_equal_scenarios_part_nowhere() -> None:
    found = compared(experiment(asked(players=["random"], scenarios=(ONE, ("copy", ONE[1])))))
    assert found.identical
    assert found.partings == ()
