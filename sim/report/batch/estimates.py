"""Figures with their 95 % intervals: shares, means over pairs, and sums of independent ones."""

from collections.abc import Sequence
from math import ceil, sqrt

import msgspec

from sim.runner.batch.intervals import LEVEL, paired_interval, wilson

__all__ = ["LEVEL", "NO_DATA", "Estimate", "combined", "mean_lead", "mean_of", "pairs_for", "share"]

_HALF = sqrt(0.5)


class Estimate(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A figure with the interval that covers the truth in 95 of 100 such batches.

    All are None where there is no data; the bounds alone where there is too little for them.
    """

    value: float | None = None
    low: float | None = None
    high: float | None = None

    @property
    def side(self) -> int:
        """1 if the whole interval lies above zero, -1 if below, else 0."""
        if self.low is not None and self.low > 0:
            return 1
        return -1 if self.high is not None and self.high < 0 else 0

    @property
    def half_width(self) -> float | None:
        """Half the length of the interval."""
        if self.low is None or self.high is None:
            return None
        return (self.high - self.low) / 2


NO_DATA = Estimate()


def share(successes: float, battles: int) -> Estimate:
    """A share of battles with its score interval (Wilson 1927); halves are allowed."""
    interval = wilson(successes, battles)
    if interval is None:
        return NO_DATA
    return Estimate(value=successes / battles, low=interval[0], high=interval[1])


def mean_of(differences: Sequence[float]) -> Estimate:
    """The mean of a figure that each pair of battles has one of, with its interval."""
    if not differences:
        return NO_DATA
    value = sum(differences) / len(differences)
    interval = paired_interval(differences)
    if interval is None:
        return Estimate(value=value)
    return Estimate(value=value, low=min(interval[0], value), high=max(interval[1], value))


def mean_lead(leads: Sequence[float]) -> Estimate:
    """The mean difference of win rates over pairs, each from -1 to 1, with its interval.

    As if two more pairs had gone half to either (Agresti and Min 2005), so that a few pairs that
    all went one way do not pass for certain.
    """
    if not leads:
        return NO_DATA
    value = sum(leads) / len(leads)
    low, high = paired_interval([*leads, _HALF, -_HALF]) or (-1.0, 1.0)
    return Estimate(value=value, low=max(-1.0, min(low, value)), high=min(1.0, max(high, value)))


def combined(first: Estimate, second: Estimate, sign: int) -> Estimate:
    """Half the sum (sign 1) or half the difference (sign -1) of two independent leads.

    The interval joins those of the two by the method of variance estimates recovery (Zou and
    Donner 2008).
    """
    if first.value is None or second.value is None:
        return NO_DATA
    value = (first.value + sign * second.value) / 2
    if first.low is None or first.high is None or second.low is None or second.high is None:
        return Estimate(value=value)
    below = second.value - second.low if sign > 0 else second.high - second.value
    above = second.high - second.value if sign > 0 else second.value - second.low
    return Estimate(
        value=value,
        low=max(-1.0, value - sqrt((first.value - first.low) ** 2 + below**2) / 2),
        high=min(1.0, value + sqrt((first.high - first.value) ** 2 + above**2) / 2),
    )


def pairs_for(estimate: Estimate, pairs: int, half_width: float) -> int | None:
    """The pairs after which the interval of a figure is as narrow as that, going by `pairs`."""
    now = estimate.half_width
    if not now or half_width <= 0:
        return None
    return ceil(pairs * (now / half_width) ** 2)
