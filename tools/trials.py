"""Battles by the hundred for the tools: two processes, the same battles whatever their order."""

from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import lru_cache
from math import sqrt
from multiprocessing import get_context
from typing import NamedTuple

from sim.runner.match import play
from sim.scenario.load import Scenario, load_scenario, shipped_scenarios
from sim.state.battle import BattleState
from sim.state.events import Event, OrderRefused

WORKERS = 2
_Z = 1.959963984540054


class Trial(NamedTuple):
    """One battle to fight: the players in the order of the sides."""

    scenario: str
    players: tuple[str, str]
    seed: int


class Verdict(NamedTuple):
    """How a battle ended: the winning seat or None, the last round, refused orders."""

    winner: int | None
    round: int
    termination: str
    refusals: int


def run_trials(trials: Sequence[Trial]) -> list[Verdict]:
    """The verdicts, in the order of the trials."""
    pool = ProcessPoolExecutor(WORKERS, mp_context=get_context("spawn"))
    with pool:
        return list(pool.map(run_trial, trials, chunksize=4))


def run_trial(trial: Trial) -> Verdict:
    """Fight one battle."""
    scenario = _scenario(trial.scenario)
    refusals = 0

    def count(event: Event, state: BattleState) -> None:  # noqa: ARG001
        nonlocal refusals
        refusals += isinstance(event, OrderRefused)

    sides: list[str] = [side.id for side in scenario.roster.sides]
    players = dict(zip(sides, trial.players, strict=True))
    outcome = play(scenario, players, trial.seed, count).outcome
    if outcome is None:
        raise RuntimeError(f"{trial} did not end")
    return Verdict(outcome.winner, outcome.round, outcome.termination, refusals)


@lru_cache(maxsize=8)
def _scenario(name: str) -> Scenario:
    return load_scenario(shipped_scenarios()[name])


def wilson(successes: float, count: int) -> tuple[float, float]:
    """The 95 % score interval of a share (Wilson 1927)."""
    if count == 0:
        return 0.0, 1.0
    share, z2 = successes / count, _Z * _Z
    centre = (share + z2 / (2 * count)) / (1 + z2 / count)
    spread = _Z * sqrt(share * (1 - share) / count + z2 / (4 * count * count)) / (1 + z2 / count)
    return max(0.0, centre - spread), min(1.0, centre + spread)
