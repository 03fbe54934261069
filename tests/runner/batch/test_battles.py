import gzip
from pathlib import Path

import pytest
from msgspec.structs import replace

from sim.replay.log import LogReader
from sim.runner.batch.battles import (
    Report,
    assignment_of,
    fight_battle,
    going_first,
)
from sim.runner.batch.experiment import Battle, Experiment, seed_of
from sim.runner.fight import fight
from sim.runner.match import header_of
from tests.support.batches import BLUE, RED, SKIRMISH, experiment
from tests.support.builders import scenario

BATTLE = Battle(0, 0, 0, 0)


def report(wanted: Experiment, battle: Battle = BATTLE, keep_log: str = "never") -> Report:
    return fight_battle(assignment_of(wanted, battle, keep_log))  # type: ignore[arg-type]


def problem_of(player: str) -> str | None:
    return report(experiment((f"tests.support.players:{player}", "null"))).row.problem


def test_a_row_says_what_a_single_battle_would() -> None:
    row = report(experiment()).row
    loaded = scenario(RED, BLUE, **SKIRMISH)
    header = header_of(loaded, {"red": "random", "blue": "null"}, seed_of(1, 0))
    result = fight(loaded, header, None, lambda _event, _state: None)
    assert (row.digest, row.events) == (result.digest, result.events)
    assert (row.termination, row.winner) == (result.outcome.termination, result.outcome.winner)
    assert row.score == result.score


def test_a_battle_follows_from_its_assignment_alone() -> None:
    assert report(experiment()) == report(experiment())


def test_the_players_of_a_pair_change_seats_under_the_same_seed() -> None:
    wanted = experiment()
    one, other = (report(wanted, Battle(seat, 0, 0, seat)).row for seat in (0, 1))
    assert one.players == {"red": "random", "blue": "null"}
    assert other.players == {"red": "null", "blue": "random"}
    assert one.seed == other.seed


def test_units_are_counted_as_they_started_and_fell() -> None:
    row = report(experiment(("greedy",), ["rounds=8"])).row
    assert row.started == {"red": {"infantry": 2}, "blue": {"infantry": 2}}
    lost = [len([death for death in row.deaths if death[1] == side]) for side in ("red", "blue")]
    assert [sum(row.lost[side].values()) for side in ("red", "blue")] == lost
    assert sum(row.causes.values()) == sum(lost) == 4 - len(row.ends) > 0
    assert len(row.turns) == row.counts["event:turn_ended"]


def test_settings_of_the_cell_are_played() -> None:
    wanted = experiment(settings=["rounds=1,2"])
    assert [report(wanted, Battle(0, cell, 0, 0)).row.round for cell in (0, 1)] == [1, 2]


def test_on_a_mirrored_table_the_other_side_goes_first_in_the_second_pair() -> None:
    rows = [report(experiment(), Battle(2 * pair, 0, pair, 0), "always") for pair in (0, 1)]
    assert [each.row.first_side for each in rows] == ["red", "blue"]
    assert b'"by":"blue"' in gzip.decompress(rows[1].log).splitlines()[1]


def test_going_first_is_all_that_changes() -> None:
    loaded = scenario(RED, BLUE, **SKIRMISH)
    turned = going_first(loaded, "blue")
    expected = scenario(RED, BLUE, **SKIRMISH, first_side="blue")
    assert turned.digest == expected.digest
    assert turned.start == expected.start
    assert turned.start.roster.world is loaded.roster.world
    assert going_first(loaded, "red") is loaded


def test_a_log_that_is_kept_reads_as_a_log(tmp_path: Path) -> None:
    path = tmp_path / "battle.jsonl.gz"
    made = report(experiment(), keep_log="always")
    path.write_bytes(made.log)
    reader = LogReader(path)
    assert len(list(reader.events())) == made.row.events
    assert reader.footer is not None
    assert reader.footer.digest == made.row.digest


@pytest.mark.parametrize(("player", "kept"), [("Sulker", True), ("Talker", False)])
def test_logs_of_failed_battles_are_kept_where_only_those_are_wanted(
    player: str, kept: bool
) -> None:
    wanted = experiment((f"tests.support.players:{player}", "null"))
    assert bool(report(wanted, keep_log="failed").log) is kept


def test_a_player_that_raises_forfeits_with_its_reason() -> None:
    row = report(experiment(("tests.support.players:Sulker", "null"))).row
    assert (row.status, row.termination, row.winner) == ("forfeit", "forfeit", "blue")
    assert row.problem is not None
    assert row.problem.startswith("RuntimeError: no more")


@pytest.mark.parametrize(
    ("player", "problem"),
    [("Babbler", "the answer is no order but of type int"), ("Leaver", "SystemExit")],
)
def test_players_that_answer_badly_forfeit(player: str, problem: str) -> None:
    assert (problem_of(player) or "").startswith(problem)


def test_a_player_that_interrupts_crashes_its_battle() -> None:
    row = report(experiment(("tests.support.players:Interrupter", "null"))).row
    assert (row.status, row.digest) == ("crashed", "")
    blamed = "tests.support.players:Interrupter (red)"
    assert row.problem == f"KeyboardInterrupt; it was for {blamed} to answer"


def test_a_fault_of_the_program_crashes_the_battle() -> None:
    wanted = experiment()
    broken = replace(assignment_of(wanted, BATTLE, "never"), first_side="green")
    row = fight_battle(broken).row
    assert row.status == "crashed"
    assert "green" in (row.problem or "")
