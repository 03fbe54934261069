"""Strengths of players from all their battles."""

from math import log
from typing import Any

import pytest
from msgspec.structs import replace

from sim.errors import UsageError
from sim.report.batch.rating import Ratings, ratings_of
from sim.report.batch.rating_text import rating_lines
from sim.report.lines import fold
from tests.support.rows import CELL, MIRROR, pairs, sides


def meeting(number: int, one: str, other: str, won: Any) -> tuple[Any, list[Any]]:
    """A cell in which two players met, and its rows."""
    cell = replace(CELL, index=number, players=(one, other))
    names = {"able": one, "baker": other}
    rows = [
        replace(
            battle,
            cell=number,
            index=1000 * number + battle.index,
            players={side: names[name] for side, name in battle.players.items()},
        )
        for battle in pairs(won)
    ]
    return cell, rows


def rated(*meetings: tuple[Any, list[Any]]) -> Ratings:
    """The strengths from some meetings."""
    return ratings_of([cell for cell, _ in meetings], [row for _, rows in meetings for row in rows])


def test_three_of_four_wins_are_191_points() -> None:
    first, second = rated(meeting(0, "able", "baker", ["able"] * 300 + ["baker"] * 100)).ratings
    assert (first.player, second.player) == ("able", "baker")
    gap = (first.elo.value or 0) - (second.elo.value or 0)
    assert gap == pytest.approx(400 * log(3) / log(10), abs=0.2)


def test_the_mean_strength_is_zero_and_draws_are_half_wins() -> None:
    ratings = rated(meeting(0, "able", "baker", [None] * 20)).ratings
    assert [rating.elo.value for rating in ratings] == pytest.approx([0.0, 0.0])
    assert [rating.expected for rating in ratings] == pytest.approx([0.5, 0.5])


def test_an_unbeaten_player_has_a_finite_strength() -> None:
    best = rated(meeting(0, "able", "baker", ["able"] * 30)).ratings[0]
    assert best.rate == 1.0
    assert 300 < (best.elo.value or 0) < 1000


def test_the_order_of_rows_is_of_no_account() -> None:
    cell, rows = meeting(0, "able", "baker", ["able", "baker", "able", None])
    assert ratings_of([cell], rows) == ratings_of([cell], rows[::-1])


def test_strength_passes_on_by_third_players() -> None:
    ratings = rated(
        meeting(0, "able", "baker", ["able"] * 30 + ["baker"] * 10),
        meeting(1, "baker", "carol", ["able"] * 30 + ["baker"] * 10),
    ).ratings
    assert [rating.player for rating in ratings] == ["able", "baker", "carol"]
    assert ratings[1].elo.value == pytest.approx(0.0, abs=1.0)


def test_an_interval_holds_the_strength() -> None:
    best = rated(meeting(0, "able", "baker", ["able"] * 30 + ["baker"] * 20)).ratings[0]
    assert best.elo.low is not None
    assert best.elo.high is not None
    assert best.elo.low < (best.elo.value or 0) < best.elo.high


def test_players_that_nothing_joins_are_not_rated_together() -> None:
    islands = meeting(0, "able", "baker", ["able"]), meeting(1, "carol", "dave", ["able"])
    with pytest.raises(UsageError, match="no battles join carol, dave to able"):
        rated(*islands)


def test_a_player_against_itself_is_not_rated() -> None:
    with pytest.raises(UsageError, match="two or more players"):
        ratings_of([MIRROR], sides(["red", "blue"]))


def test_the_page_has_the_strongest_first() -> None:
    found = rated(meeting(0, "able", "baker", ["baker"] * 10 + ["able"] * 5))
    text = [row for line in rating_lines(found) for row in fold(line)]
    assert text[0] == "Strength of players, 30 battles, 15 pairs"
    assert text[2].split()[:2] == ["baker", "30"]
    assert max(map(len, text)) <= 80
