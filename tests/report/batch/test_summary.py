from pathlib import Path

from msgspec.structs import replace

from sim.report.batch.summary import Summary, summary_lines, summary_of
from sim.runner.batch.experiment import Cell, Experiment
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.store import Results
from tests.support.rows import CELL, MIRROR, pairs, row, sides


def summary(rows: list[BattleRow], cell: Cell = CELL, planned_pairs: int = 2) -> Summary:
    experiment = Experiment(
        program_version="1", rules_digest="r", seed=7, pairs=planned_pairs, grounds=(),
        cells=(cell,), until_width=None, battle_time=60.0,
    )  # fmt: skip
    stored = {number: replace(each, index=number) for number, each in enumerate(rows)}
    return summary_of(Results(Path("results.sqlite"), experiment, stored), "results.sqlite")


def text(found: Summary) -> str:
    return "\n".join(line.text for line in summary_lines(found))


def test_players_are_counted_over_both_seats() -> None:
    found = summary(pairs(["able", "baker"]))
    (score,) = found.scores
    assert [(tally.name, tally.wins, tally.losses) for tally in score.tallies] == [
        ("able", 2, 2),
        ("baker", 2, 2),
    ]
    assert (found.battles, found.planned, found.complete) == (4, 4, True)
    assert "able" in text(found)


def test_a_player_against_itself_has_its_sides_counted() -> None:
    found = summary(sides(["red", None]), MIRROR)
    assert [tally.name for tally in found.scores[0].tallies] == ["red", "blue"]
    assert "the ford: able against itself" in text(found)


def test_what_is_missing_is_said() -> None:
    assert "2 battles of 4 not fought." in text(summary(pairs(["able"])))
    assert "no data" in text(summary([]))


def test_failed_battles_stand_apart() -> None:
    failed = [row("red", status="forfeit"), row(seat=1, status="crashed")]
    found = summary(failed, planned_pairs=1)
    assert (found.forfeited, found.crashed) == (1, 1)
    assert "1 battle forfeited; the rates leave them out." in text(found)
    assert "1 battle crashed; the rates leave them out." in text(found)


def test_settings_are_named() -> None:
    found = summary([], replace(CELL, settings={"rounds": "6"}))
    assert "with rounds=6" in text(found)


def test_why_battles_failed_is_said_the_most_frequent_reason_first() -> None:
    rows = [
        row("red", status="forfeit", problem=why) for why in ("b", "a", "c", "a", "d", "e", "f")
    ]
    found = summary(rows, planned_pairs=4)
    assert [(each.problem, each.battles) for each in found.problems][:2] == [("a", 2), ("b", 1)]
    assert "2 times: a" in text(found)
    assert "1 time: e" in text(found)
    assert "1 time: f" not in text(found)
