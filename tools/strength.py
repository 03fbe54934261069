"""Strength of one player against others (`python -m tools.strength`).

The shipped scenarios, each by itself, and random tables on which nobody was tuned: every seed is
fought from both seats with the same dice. A draw is half a win. The interval over tables comes from
resampling whole tables, since battles on one table have much in common.
"""

import argparse
from collections.abc import Iterator, Mapping, Sequence
from statistics import fmean
from typing import NamedTuple

from sim.report.batch.draws import Draws
from sim.report.batch.samples import side_of, worth
from sim.runner.batch.intervals import wilson
from sim.runner.batch.plan import plan_experiment
from sim.scenario.load import Scenario, load_document, load_scenario, shipped_scenarios
from tools.experiments import rows_of
from tools.tables import random_table, varied_plan

_RIVALS = ("random", "null")
_RESAMPLES = 10_000
_TAIL = 0.025

Scores = Sequence[float]
"""What battles were worth to the player: a win 1, a draw a half, a defeat 0."""

Interval = tuple[float, float]


class Plan(NamedTuple):
    """Who fights whom, and how often on each scenario."""

    player: str
    rival: str
    pairs: int
    seed: int
    workers: int


def main() -> None:
    """Fight and print one table for each rival."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rivals", nargs="*", help="random and null when left out")
    parser.add_argument("--player", default="greedy")
    parser.add_argument("-n", type=int, default=67, help="pairs on each shipped scenario")
    parser.add_argument("--tables", type=int, default=100, help="random tables")
    parser.add_argument("--pairs", type=int, default=2, help="pairs on each table")
    parser.add_argument("--seed", type=int, default=1, help="of the dice and of the first table")
    parser.add_argument("--workers", type=int, default=2)
    options = parser.parse_args()
    shipped = {name: load_scenario(path) for name, path in sorted(shipped_scenarios().items())}
    tables = {
        name: load_document(random_table(varied_plan(seed)), name)
        for name, seed in _tables(options.seed, options.tables)
    }
    for rival in options.rivals or _RIVALS:
        plan = Plan(options.player, rival, options.n, options.seed, options.workers)
        print(f"\n{plan.player} against {rival:14}  wins draws losses   score")
        for name, scores in fought(shipped, plan).items():
            print(line(name, scores, wilson(sum(scores), len(scores))))
        if tables:
            found = fought(tables, plan._replace(pairs=options.pairs))
            scores = [score for each in found.values() for score in each]
            print(line(f"{len(tables)} tables", scores, resampled(list(found.values()))))


def _tables(first: int, count: int) -> Iterator[tuple[str, int]]:
    return ((f"table-{seed}", seed) for seed in range(first, first + count))


def fought(scenarios: Mapping[str, Scenario], plan: Plan) -> dict[str, Scores]:
    """The player's scores on each scenario, every pair fought from both seats."""
    experiment = plan_experiment(
        scenarios, (plan.player, plan.rival), (), seed=plan.seed, pairs=plan.pairs
    )
    rows = rows_of(experiment, plan.workers)
    failed = [row for row in rows if row.status != "done"]
    if failed:
        raise RuntimeError(f"battle {failed[0].index} {failed[0].status}: {failed[0].problem}")
    return {
        name: [worth(row, side_of(row, plan.player)) for row in rows if row.scenario == name]
        for name in scenarios
    }


def resampled(tables: Sequence[Scores]) -> Interval:
    """The 95 % interval of the mean score when whole tables are drawn again, with replacement."""
    means = [fmean(scores) for scores in tables]
    drawn = Draws(1).indices(_RESAMPLES * len(means), len(means)).reshape(_RESAMPLES, len(means))
    again = sorted(fmean(means[table] for table in row) for row in drawn.tolist())
    cut = int(_TAIL * _RESAMPLES)
    return again[cut], again[-1 - cut]


def line(name: str, scores: Scores, interval: Interval | None) -> str:
    """One row of the table."""
    wins, draws = scores.count(1.0), scores.count(0.5)
    low, high = interval or (0.0, 1.0)
    counts = f"{wins:4} {draws:5} {len(scores) - wins - draws:6}"
    return f"  {name:24} {counts}   {fmean(scores):6.1%} [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    main()
