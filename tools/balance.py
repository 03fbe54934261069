"""Balance of the shipped scenarios: greedy against itself (`python -m tools.balance`)."""

import argparse
from collections import Counter
from collections.abc import Mapping, Sequence
from statistics import median
from typing import Any

from sim.scenario.load import load_scenario, shipped_scenarios
from tools.trials import Trial, Verdict, run_trials, wilson


def main() -> None:
    """Fight and print one table; the seeds are `--seed` and those that follow it."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scenarios", nargs="*", help="stems; all that are shipped when left out")
    parser.add_argument("-n", type=int, default=200, help="battles of each scenario")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="greedy")
    options = parser.parse_args()
    print(
        f"{options.player} against itself, seeds {options.seed} to {options.seed + options.n - 1}"
    )
    for name in options.scenarios or sorted(shipped_scenarios()):
        seeds = range(options.seed, options.seed + options.n)
        trials = [Trial(name, (options.player, options.player), seed) for seed in seeds]
        print(f"\n{name}")
        print("\n".join(_lines(name, run_trials(trials))))


def _lines(name: str, verdicts: Sequence[Verdict]) -> list[str]:
    sides = load_scenario(shipped_scenarios()[name]).roster.sides
    decided = sum(verdict.winner is not None for verdict in verdicts)
    lines = []
    for seat, side in enumerate(sides):
        wins = sum(verdict.winner == seat for verdict in verdicts)
        low, high = wilson(wins, decided)
        share = wins / max(decided, 1)
        lines.append(
            f"  {side.id:12} {wins:4} wins  {share:6.1%} of decided  [{low:.1%}, {high:.1%}]"
        )
    lines.append(f"  {'draws':12} {len(verdicts) - decided:4}")
    rounds = [verdict.round for verdict in verdicts]
    lines.append(f"  rounds: median {median(rounds)}, {_shares(Counter(rounds), len(rounds))}")
    terminations = Counter(verdict.termination for verdict in verdicts)
    lines.append(f"  ended by: {_shares(terminations, len(verdicts))}")
    lines.append(f"  refused orders: {sum(verdict.refusals for verdict in verdicts)}")
    return lines


def _shares(counts: Mapping[Any, int], total: int) -> str:
    return ", ".join(f"{key} {counts[key] / total:.1%}" for key in sorted(counts))


if __name__ == "__main__":
    main()
