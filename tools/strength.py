"""Strength of greedy against other players, seats swapped (`python -m tools.strength`)."""

import argparse
from collections.abc import Sequence

from sim.scenario.load import shipped_scenarios
from tools.trials import Trial, Verdict, run_trials, wilson

_RIVALS = ("random", "null")


def main() -> None:
    """Fight and print one table for each rival: each seed is fought from both seats."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("rivals", nargs="*", help="random and null when left out")
    parser.add_argument("-n", type=int, default=34, help="seeds for each scenario")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--player", default="greedy")
    options = parser.parse_args()
    seeds = range(options.seed, options.seed + options.n)
    print(f"{options.player}, seeds {seeds[0]} to {seeds[-1]}, both seats of every scenario")
    for rival in options.rivals or _RIVALS:
        print(f"\nagainst {rival:18}  wins draws losses   score (a draw is half a win)")
        everything: list[tuple[int, Verdict]] = []
        for name in sorted(shipped_scenarios()):
            fought = _fight(name, options.player, rival, seeds)
            everything += fought
            for seat in (0, 1):
                print(_line(f"{name} seat {seat}", [f for f in fought if f[0] == seat]))
        print(_line("overall", everything))


def _fight(name: str, player: str, rival: str, seeds: Sequence[int]) -> list[tuple[int, Verdict]]:
    """The verdicts with the seat of the player in question."""
    seats = [seat for _ in seeds for seat in (0, 1)]
    trials = [
        Trial(name, (player, rival) if seat == 0 else (rival, player), seed)
        for seed in seeds
        for seat in (0, 1)
    ]
    return list(zip(seats, run_trials(trials), strict=True))


def _line(label: str, fought: Sequence[tuple[int, Verdict]]) -> str:
    wins = sum(verdict.winner == seat for seat, verdict in fought)
    draws = sum(verdict.winner is None for _, verdict in fought)
    score = wins + draws / 2
    low, high = wilson(score, len(fought))
    losses = len(fought) - wins - draws
    share = score / max(len(fought), 1)
    return f"  {label:26} {wins:4} {draws:5} {losses:6}   {share:6.1%} [{low:.1%}, {high:.1%}]"


if __name__ == "__main__":
    main()
