"""Luck: how often dice served whoever threw them, against what their needs led to expect."""

from collections.abc import Mapping
from fractions import Fraction
from statistics import NormalDist
from typing import Literal

import msgspec

from sim.report.replay.chances import LEADERSHIP_PURPOSES, is_success, success_chance
from sim.state.rolls import Roll

Throw = Literal["to_hit", "to_wound", "save", "leadership", "terrain"]
THROWS: Mapping[str, Throw] = {
    "to_hit": "to_hit",
    "to_wound": "to_wound",
    "team_save": "save",
    "cover_save": "save",
    "melee_save": "save",
    "terrain": "terrain",
    **dict.fromkeys(LEADERSHIP_PURPOSES, "leadership"),
}
"""What each purpose of a roll counts as."""

MOST_EXACT = 1000
"""The rolls up to which the distribution is exact; beyond, a normal one stands for it."""


class Luck(msgspec.Struct, frozen=True, kw_only=True):
    """Rolls of one sort: how many served, how many were to be expected, and how odd that is.

    `p` is the chance of being at least so far from what is expected, to either side, with as many
    rolls of these very needs; `exact` says whether it is computed or approximated.
    """

    rolls: int
    successes: int
    expected: float
    p: float
    exact: bool


class Tally:
    """Counts rolls by their chance to serve."""

    def __init__(self) -> None:
        self.by_chance: dict[Fraction, int] = {}
        self.successes = 0

    def add(self, roll: Roll) -> None:
        """Count a roll; one whose purpose is not known is left out."""
        chance = success_chance(roll)
        if chance is not None:
            self.by_chance[chance] = self.by_chance.get(chance, 0) + 1
            self.successes += is_success(roll)

    def merge(self, other: "Tally") -> None:
        """Count the rolls of another tally as well."""
        for chance, count in other.by_chance.items():
            self.by_chance[chance] = self.by_chance.get(chance, 0) + count
        self.successes += other.successes

    def luck(self) -> Luck:
        """What the rolls come to."""
        rolls = sum(self.by_chance.values())
        expected = sum((chance * count for chance, count in self.by_chance.items()), Fraction(0))
        exact = rolls <= MOST_EXACT
        p = _exact_p(self.by_chance, self.successes) if exact else self._normal_p(float(expected))
        return Luck(
            rolls=rolls,
            successes=self.successes,
            expected=round(float(expected), 4),
            p=p,
            exact=exact,
        )

    def _normal_p(self, expected: float) -> float:
        """The p-value by a normal distribution, corrected for whole numbers."""
        variance = sum(
            float(chance * (1 - chance)) * count for chance, count in self.by_chance.items()
        )
        if variance == 0.0:
            return 1.0
        off = max(0.0, abs(self.successes - expected) - 0.5)
        return _rounded(2 * (1 - NormalDist().cdf(off / variance**0.5)))


def _exact_p(rolls: Mapping[Fraction, int], successes: int) -> float:
    """The two-sided p-value: twice the smaller tail of the sum of all these rolls."""
    shares = _distribution(rolls)
    below, above = sum(shares[: successes + 1]), sum(shares[successes:])
    return _rounded(2 * min(below, above))


def _distribution(rolls: Mapping[Fraction, int]) -> list[float]:
    """The chance of every number of successes (the Poisson binomial distribution)."""
    shares = [1.0]
    for exact, count in rolls.items():
        chance = float(exact)
        for _ in range(count):
            stays = [(1 - chance) * share for share in (*shares, 0.0)]
            grows = [chance * share for share in (0.0, *shares)]
            shares = [stay + grow for stay, grow in zip(stays, grows, strict=True)]
    return shares


def _rounded(p: float) -> float:
    return round(min(1.0, max(0.0, p)), 6)
