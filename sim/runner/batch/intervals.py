"""Intervals for shares and for differences within pairs, and the battles that they take."""

from collections.abc import Sequence
from functools import lru_cache
from math import ceil, pi, sqrt, tan
from statistics import NormalDist, fmean, variance

LEVEL = 0.95


@lru_cache
def critical_value(level: float = LEVEL) -> float:
    """The normal quantile of a two-sided interval."""
    return NormalDist().inv_cdf((1 + level) / 2)


def wilson(successes: float, n: int, level: float = LEVEL) -> tuple[float, float] | None:
    """The score interval of a share (Wilson 1927); None without data.

    Successes may be halves, as a draw counts.
    """
    if n <= 0:
        return None
    z = critical_value(level)
    share = successes / n
    centre = (share + z * z / (2 * n)) / (1 + z * z / n)
    half = z / (1 + z * z / n) * sqrt(share * (1 - share) / n + z * z / (4 * n * n))
    low = 0.0 if successes <= 0 else max(0.0, centre - half)
    high = 1.0 if successes >= n else min(1.0, centre + half)
    return low, high


def paired_interval(
    differences: Sequence[float], level: float = LEVEL
) -> tuple[float, float] | None:
    """The interval of the mean of differences within pairs; None for fewer than two.

    Student's t, its quantile by the expansion of Cornish and Fisher (1938).
    """
    n = len(differences)
    if n < 2:
        return None
    mean = fmean(differences)
    half = student_quantile(n - 1, level) * sqrt(variance(differences, mean) / n)
    return mean - half, mean + half


def student_quantile(freedom: int, level: float = LEVEL) -> float:
    """The quantile of Student's t for a two-sided interval.

    Exact for one and two degrees of freedom, within 0.005 from there on.
    """
    p = (1 + level) / 2
    if freedom == 2:
        return (2 * p - 1) * sqrt(2 / (4 * p * (1 - p)))
    z = critical_value(level)
    if freedom == 1:
        return tan(pi * (p - 0.5))
    terms = (
        (z**3 + z) / 4,
        (5 * z**5 + 16 * z**3 + 3 * z) / 96,
        (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / 384,
        (79 * z**9 + 776 * z**7 + 1482 * z**5 - 1920 * z**3 - 945 * z) / 92160,
    )
    return z + sum(term / float(freedom) ** power for power, term in enumerate(terms, 1))


def battles_for(half_width: float, share: float = 0.5, level: float = LEVEL) -> int:
    """The battles after which the interval of a share is as narrow as that.

    Raises ValueError for a half-width of nothing or less.
    """
    if half_width <= 0:
        raise ValueError("a half-width is above 0")
    n = max(1, ceil(critical_value(level) ** 2 * share * (1 - share) / half_width**2))
    while n > 1 and _half(share, n - 1, level) <= half_width:
        n -= 1
    while _half(share, n, level) > half_width:
        n += 1
    return n


def _half(share: float, n: int, level: float) -> float:
    interval = wilson(share * n, n, level)
    assert interval is not None
    return (interval[1] - interval[0]) / 2
