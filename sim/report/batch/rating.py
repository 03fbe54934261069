"""How strong players are: Bradley-Terry strengths from all battles at once, with intervals."""

from collections.abc import Iterable, Sequence
from math import exp, log, sqrt
from typing import TYPE_CHECKING, Literal

import msgspec

from sim.errors import UsageError
from sim.report.batch.draws import Draws
from sim.report.batch.estimates import LEVEL, Estimate
from sim.report.batch.samples import Sample, is_mirror, samples_of, side_of, worth
from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow
from sim.runner.extras import extra

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

RESAMPLES = 1000

_SEED = 1_952
_PRIOR = 0.05
_NEARLY = (1 + sqrt(0.5)) / 2
_ELO = 400 / log(10)


class Rating(msgspec.Struct, frozen=True, kw_only=True):
    """The strength of a player on the scale of Elo, 0 the mean of all players.

    `expected` is its win rate against a player of mean strength.
    """

    player: str
    battles: int
    rate: float
    elo: Estimate
    expected: float


class Ratings(msgspec.Struct, frozen=True, kw_only=True):
    """The strengths of all players, the strongest first."""

    format: Literal["skirmish-sim/ratings"] = "skirmish-sim/ratings"
    format_version: Literal[1] = 1
    level: float = LEVEL
    battles: int
    pairs: int
    resamples: int
    ratings: tuple[Rating, ...]


Games = tuple[tuple[int, int, float], ...]
"""The battles of a pair: the numbers of two players, and what it was worth to the first."""


def ratings_of(cells: Iterable[Cell], rows: Iterable[BattleRow]) -> Ratings:
    """The strengths of the players of a results file (Bradley and Terry 1952).

    A draw is half a win for either; a player against itself tells nothing. Every two players that
    met have a small part of a draw added, so that an unbeaten one has a finite strength.
    Intervals come from pairs drawn again within each matchup. Raises UsageError where fewer than
    two players met, or some never met the others even by way of third ones.
    """
    samples = [sample for sample in samples_of(cells, rows) if not is_mirror(sample.cell)]
    players = sorted({name for sample in samples if sample.done for name in sample.cell.players})
    if len(players) < 2:
        raise UsageError("rate needs battles of two or more players against each other")
    strata = [_games(sample, players) for sample in samples if sample.done]
    _refuse_islands(players, strata)
    strengths = _elo(_table(_all(strata), len(players)))
    drawn = _resampled(strata, len(players))
    ratings = [
        _rating(player, number, strata, float(strengths[number]), drawn[:, number])
        for number, player in enumerate(players)
    ]
    return Ratings(
        battles=sum(len(games) for games in _all(strata)),
        pairs=sum(map(len, strata)),
        resamples=RESAMPLES,
        ratings=tuple(sorted(ratings, key=lambda found: (-(found.elo.value or 0.0), found.player))),
    )


def _games(sample: Sample, players: Sequence[str]) -> list[Games]:
    """The battles of a matchup, pair by pair; halves of pairs stand alone."""
    one, other = sample.cell.players
    numbers = players.index(one), players.index(other)
    pairs: dict[int, list[tuple[int, int, float]]] = {}
    for row in sample.done:
        pairs.setdefault(row.pair, []).append((*numbers, worth(row, side_of(row, one))))
    return [tuple(pairs[pair]) for pair in sorted(pairs)]


def _all(strata: Iterable[Iterable[Games]]) -> list[Games]:
    return [games for pairs in strata for games in pairs]


def _refuse_islands(players: Sequence[str], strata: Iterable[Sequence[Games]]) -> None:
    """Nothing compares players whom no chain of battles joins."""
    reached, grew = {0}, True
    links = sorted({game[:2] for games in _all(strata) for game in games})
    while grew:
        joined = {player for link in links if reached & {*link} for player in link}
        grew = not joined <= reached
        reached |= joined
    apart = [name for number, name in enumerate(players) if number not in reached]
    if apart:
        raise UsageError(
            f"no battles join {', '.join(apart)} to {players[0]}, so they cannot be rated together"
        )


def _table(pairs: Iterable[Games], players: int) -> "NDArray[np.float64]":
    """How often each player beat each other one, halves for draws."""
    import numpy as np

    wins = np.zeros((players, players))
    for games in pairs:
        for one, other, value in games:
            wins[one, other] += value
            wins[other, one] += 1 - value
    return wins


def _elo(wins: "NDArray[np.float64]") -> "NDArray[np.float64]":
    """The strengths that make a table of wins, with the prior, the likeliest; their mean is 0."""
    choix = extra("choix", "stats")
    met = (wins + wins.T) > 0
    found: NDArray[np.float64] = choix.ilsr_pairwise_dense(wins + _PRIOR * met, alpha=0.0)
    found -= found.mean()
    found *= _ELO
    return found


def _resampled(strata: Sequence[Sequence[Games]], players: int) -> "NDArray[np.float64]":
    """Strengths of batches that are drawn from the pairs, each matchup by itself."""
    import numpy as np

    draws = Draws(_SEED)
    tables = [
        np.array([_table([games], players) for games in (*pairs, *_made_up(pairs[0]))])
        for pairs in strata
    ]
    found = np.zeros((RESAMPLES, players))
    for number in range(RESAMPLES):
        wins = np.zeros((players, players))
        for pairs in tables:
            wins += pairs[draws.indices(len(pairs), len(pairs))].sum(axis=0)
        found[number] = _elo(wins)
    return found


def _made_up(games: Games) -> tuple[Games, Games]:
    """A pair that went nearly all to one player, and one to the other.

    With them a few pairs that all went one way do not pass for certain (as in `mean_lead`).
    """
    one = tuple((first, second, _NEARLY) for first, second, _ in games)
    other = tuple((first, second, 1 - _NEARLY) for first, second, _ in games)
    return one, other


def _rating(
    player: str,
    number: int,
    strata: Iterable[Sequence[Games]],
    elo: float,
    drawn: "NDArray[np.float64]",
) -> Rating:
    import numpy as np

    values = [
        value if number == one else 1 - value
        for games in _all(strata)
        for one, other, value in games
        if number in (one, other)
    ]
    low, high = np.quantile(drawn, [(1 - LEVEL) / 2, (1 + LEVEL) / 2])
    return Rating(
        player=player,
        battles=len(values),
        rate=sum(values) / len(values),
        elo=Estimate(value=elo, low=min(float(low), elo), high=max(float(high), elo)),
        expected=1 / (1 + exp(-elo / _ELO)),
    )
