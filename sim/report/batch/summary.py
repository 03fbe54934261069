"""What a batch has come to, in short: the document and the table that `batch` prints."""

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import Literal

import msgspec

from sim.report.batch.estimates import LEVEL
from sim.report.batch.figures import percent, share_interval, table
from sim.report.batch.matchups import Matchup, Tally, matchup_of
from sim.report.batch.samples import samples_of
from sim.report.batch.stats_text import title_of
from sim.report.lines import Line
from sim.report.words import count
from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.store import Results

_PROBLEMS = 5
"""So many reasons are told; the results file has all."""


class Score(msgspec.Struct, frozen=True, kw_only=True):
    """The battles of a cell, and who won them: players, or sides where a player fights itself."""

    cell: Cell
    battles: int
    forfeited: int
    crashed: int
    tallies: tuple[Tally, ...]


class Problem(msgspec.Struct, frozen=True, kw_only=True):
    """Why battles were forfeited or crashed, and how many for that reason."""

    problem: str
    battles: int


class Summary(msgspec.Struct, frozen=True, kw_only=True):
    """The battles of a batch by cells; `complete` once none of those planned is missing.

    `results` is the file with the rows, None if there is none; `problems` are those of battles that
    were not fought out, the most frequent first.
    """

    format: Literal["skirmish-sim/batch"] = "skirmish-sim/batch"
    format_version: Literal[1] = 1
    results: str | None
    seed: int
    pairs: int
    planned: int
    battles: int
    forfeited: int
    crashed: int
    complete: bool
    problems: tuple[Problem, ...]
    level: float = LEVEL
    scores: tuple[Score, ...]


def summary_of(results: Results, path: str | None) -> Summary:
    """The summary of a results file that is known by that path."""
    rows = results.rows()
    samples = samples_of(results.cells, rows)
    scores = tuple(_score(matchup_of(sample)) for sample in samples)
    battles = sum(score.battles for score in scores)
    return Summary(
        results=path,
        seed=results.experiment.seed,
        pairs=results.experiment.pairs,
        planned=results.planned,
        battles=battles,
        forfeited=sum(score.forfeited for score in scores),
        crashed=sum(score.crashed for score in scores),
        complete=battles == results.planned,
        problems=_problems(rows),
        scores=scores,
    )


def _problems(rows: Iterable[BattleRow]) -> tuple[Problem, ...]:
    times = Counter(row.problem for row in rows if row.problem)
    found = (Problem(problem=problem, battles=battles) for problem, battles in times.items())
    return tuple(sorted(found, key=lambda each: (-each.battles, each.problem)))


def _score(matchup: Matchup) -> Score:
    return Score(
        cell=matchup.cell,
        battles=matchup.battles,
        forfeited=sum(matchup.forfeits.values()),
        crashed=matchup.crashed,
        tallies=matchup.players or matchup.sides,
    )


def summary_lines(summary: Summary) -> Iterator[Line]:
    """The summary as a table for each cell, and what is missing or went wrong."""
    for score in summary.scores:
        yield Line(title_of(score.cell), "title")
        yield from (Line(f"with {p}={v}", indent=2) for p, v in score.cell.settings.items())
        yield from table(_rows(score))
    yield Line("Intervals are 95 %; a draw counts half a win for either side.", "detail")
    if not summary.complete:
        missing = summary.planned - summary.battles
        yield Line(f"{count(missing, 'battle')} of {summary.planned:,} not fought.", "grave")
    for number, fate in ((summary.forfeited, "forfeited"), (summary.crashed, "crashed")):
        if number:
            yield Line(f"{count(number, 'battle')} {fate}; the rates leave them out.", "grave")
    for each in summary.problems[:_PROBLEMS]:
        yield Line(f"{count(each.battles, 'time')}: {each.problem}", "detail", 2)


def _rows(score: Score) -> Iterator[tuple[str, ...]]:
    yield ("", "wins", "draws", "losses", "win rate", "95 % interval")
    for tally in score.tallies:
        yield (
            tally.name,
            str(tally.wins),
            str(tally.draws),
            str(tally.losses),
            percent(tally.rate.value),
            share_interval(tally.rate),
        )
