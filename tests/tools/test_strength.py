"""Strength of players: who fights whom, and intervals over tables."""

import pytest

from tests.support.batches import BLUE, RED, SKIRMISH
from tests.support.builders import scenario
from tools.strength import Plan, fought, line, resampled


def test_every_pair_is_fought_from_both_seats() -> None:
    table = scenario(RED, BLUE, **SKIRMISH)
    scores = fought({"one": table, "two": table}, Plan("random", "null", 2, 1, 1))
    assert list(scores) == ["one", "two"]
    assert [len(found) for found in scores.values()] == [4, 4]
    assert scores["one"] == scores["two"]


def test_players_that_fail_are_told() -> None:
    table = scenario(RED, BLUE, **SKIRMISH)
    plan = Plan("tests.support.players:Sulker", "null", 1, 1, 1)
    with pytest.raises(RuntimeError, match="battle 0 forfeit"):
        fought({"one": table}, plan)


def test_tables_that_agree_leave_no_doubt() -> None:
    assert resampled([[1.0, 0.0], [0.5, 0.5]]) == (0.5, 0.5)


def test_whole_tables_are_drawn_again() -> None:
    low, high = resampled([[1.0, 1.0], [0.0, 0.0]] * 50)
    assert low == pytest.approx(0.4, abs=0.02)
    assert high == pytest.approx(0.6, abs=0.02)


def test_a_line_counts_draws_as_halves() -> None:
    assert line("one", [1.0, 0.5, 0.0, 0.0], (0.1, 0.7)).split() == [
        *("one", "1", "1", "2", "37.5%", "[10.0%,", "70.0%]")
    ]
