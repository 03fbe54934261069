"""The strengths of players as a page of text."""

from collections.abc import Iterator

from sim.report.batch.estimates import Estimate
from sim.report.batch.figures import percent, table
from sim.report.batch.rating import Rating, Ratings
from sim.report.lines import Line
from sim.report.words import count


def rating_lines(found: Ratings) -> Iterator[Line]:
    """The players by strength, and how to read it."""
    battles = f"{count(found.battles, 'battle')}, {count(found.pairs, 'pair')}"
    yield Line(f"Strength of players, {battles}", "title")
    head = ("", "battles", "win rate", "Elo", "95 % interval")
    yield from table([head, *map(_row, found.ratings)])
    yield Line("")
    yield Line(
        "Bradley-Terry: 0 is the mean of these players, 100 points more win about 64 % of battles "
        f"between two. Intervals from {found.resamples:,} batches drawn from these pairs; those of "
        "two players may overlap although one is stronger, so see stats for their difference.",
        "detail",
    )


def _row(rating: Rating) -> tuple[str, ...]:
    elo = rating.elo
    battles = str(rating.battles)
    return rating.player, battles, percent(rating.rate), _elo(elo.value), _interval(elo)


def _elo(value: float | None) -> str:
    return "" if value is None else f"{value + 0.0:+.0f}"


def _interval(elo: Estimate) -> str:
    return f"{_elo(elo.low)} to {_elo(elo.high)}"
