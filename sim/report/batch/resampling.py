"""Which of several mean differences are not zero: a test that keeps its level over all of them."""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from sim.report.batch.draws import Draws

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

FLIPS = 1999
_SEED = 20_011


def adjusted_p(differences: Sequence[Sequence[float]], flips: int = FLIPS) -> list[float]:
    """The probability of each quantity's mean if all were zero, adjusted for how many there are.

    Step-down maxT of Westfall and Young (1993): whole pairs change their sign at random, the same
    for all quantities, so the correlation between these is kept. Of true zeros one or more fall
    below 0.05 in at most 5 of 100 comparisons. All sequences have one length, a value for each
    pair. A quantity that differs in no pair has 1.
    """
    import numpy as np

    table = np.array(differences, dtype=np.float64)
    if table.size == 0:
        return [1.0] * len(differences)
    seen = _statistics(table, np.ones((1, table.shape[1])))[0]
    drawn = _statistics(table, Draws(_SEED).signs(flips, table.shape[1]))
    order = sorted(range(len(table)), key=lambda place: -seen[place])
    found = [1.0] * len(table)
    least = 0.0
    for step, place in enumerate(order):
        rivals = drawn[:, order[step:]].max(axis=1)
        exceeding = int((rivals >= seen[place] * (1 - 1e-9)).sum())
        least = max(least, (1 + exceeding) / (1 + flips))
        found[place] = least
    return found


def _statistics(
    table: "NDArray[np.float64]", signs: "NDArray[np.float64]"
) -> "NDArray[np.float64]":
    """The size of each quantity's t statistic under each choice of signs, 0 for one of zeros."""
    import numpy as np

    pairs = table.shape[1]
    means = signs @ table.T / pairs
    squares = (table * table).mean(axis=1)
    spread = np.sqrt(np.maximum(squares - means * means, squares * 1e-12))
    found: NDArray[np.float64] = np.zeros_like(means)
    np.divide(np.abs(means), spread, out=found, where=squares > 0)
    return found
