"""What is measured of a pair of battles, and how sure its change is."""

from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist, variance
from typing import Literal, NamedTuple

import msgspec

from sim.report.batch.estimates import LEVEL, Estimate, mean_lead, mean_of
from sim.report.batch.matching import Matching
from sim.report.batch.resampling import adjusted_p
from sim.report.batch.samples import worth
from sim.runner.batch.intervals import critical_value
from sim.runner.batch.rows import BattleRow

POWER = 0.8
"""The chance with which the least detectable difference would have been seen."""

Unit = Literal["share", "units", "rounds", "times"]


Figure = Callable[[BattleRow, int], float]
"""What is measured of a battle in which the first camp has that seat."""


class Measure(NamedTuple):
    """A figure of battles: its name, what it counts, and how."""

    name: str
    unit: Unit
    of: Figure


class Quantity(msgspec.Struct, frozen=True, kw_only=True):
    """A mean figure before and after, and its change over whole pairs.

    `p` is adjusted for the quantities tested together; `detectable` is the change that would have
    been found with a chance of 80 %, `spread` the variance of the change over what it would be
    without common dice.
    """

    name: str
    unit: Unit
    base: float | None
    changed: float | None
    difference: Estimate
    p: float
    detectable: float | None
    spread: float | None

    @property
    def differs(self) -> bool:
        """Whether it changed, as far as the test can tell."""
        return self.p < 1 - LEVEL


def primary_measures(matching: Matching) -> list[Measure]:
    """What the verdict goes by: wins of the first camp, and the losses of both, late and early.

    Units lost early are those lost by the end of a round, on average of all rounds: battles with
    common dice have drifted apart less by then, so that smaller changes show.
    """
    side = matching.side
    rounds = max((max(t.base.round, t.changed.round) for t in matching.twins), default=0)
    measures = [
        Measure(
            f"win rate of {matching.camps[0]}", "share", lambda row, seat: worth(row, side(0, seat))
        )
    ]
    for camp, name in enumerate(matching.camps):
        measures += [
            Measure(f"units lost by {name}", "units", _lost(matching, camp)),
            Measure(f"units lost early by {name}", "units", _lost_early(matching, camp, rounds)),
        ]
    return measures


def _lost(matching: Matching, camp: int) -> Figure:
    return lambda row, seat: float(sum(row.lost[matching.side(camp, seat)].values()))


def _lost_early(matching: Matching, camp: int, rounds: int) -> Figure:
    """The units lost by the end of a round, on average of so many rounds."""

    def lost(row: BattleRow, seat: int) -> float:
        """Each unit counts for the rounds it was already lost in."""
        side = matching.side(camp, seat)
        return sum(rounds - death[5] + 1 for death in row.deaths if death[1] == side) / rounds

    return lost


ROUNDS = Measure("rounds", "rounds", lambda row, _seat: float(row.round))
"""The length of a battle."""


def count_measures(matching: Matching, sort: str) -> list[Measure]:
    """How often each thing of a sort (`clause`) occurred in a battle."""
    rows = [row for twin in matching.twins for row in (twin.base, twin.changed)]
    keys = sorted({key for row in rows for key in row.counts if key.startswith(f"{sort}:")})
    return [_count(key) for key in keys]


def _count(key: str) -> Measure:
    name = key.partition(":")[2]
    return Measure(name, "times", lambda row, _seat: float(row.counts.get(key, 0)))


def quantities_of(matching: Matching, measures: Sequence[Measure]) -> tuple[Quantity, ...]:
    """The quantities of whole pairs, tested together."""
    found = [values_of(matching, measure) for measure in measures]
    changes = [[after - before for before, after in pairs] for pairs in found]
    chances = adjusted_p(changes)
    return tuple(
        _quantity(measure, pairs, p, len(measures))
        for measure, pairs, p in zip(measures, found, chances, strict=True)
    )


def values_of(matching: Matching, measure: Measure) -> list[tuple[float, float]]:
    """A figure of each whole pair, before and after: the mean over its seats."""
    return [
        (
            _mean(measure.of(twin.base, twin.seat) for twin in pair),
            _mean(measure.of(twin.changed, twin.seat) for twin in pair),
        )
        for pair in matching.whole
    ]


def _mean(values: Iterable[float]) -> float:
    listed = list(values)
    return sum(listed) / len(listed)


def _quantity(
    measure: Measure, pairs: Sequence[tuple[float, float]], p: float, tested: int
) -> Quantity:
    changes = [after - before for before, after in pairs]
    difference = mean_lead(changes) if measure.unit == "share" else mean_of(changes)
    return Quantity(
        name=measure.name,
        unit=measure.unit,
        base=_mean(before for before, _ in pairs) if pairs else None,
        changed=_mean(after for _, after in pairs) if pairs else None,
        difference=difference,
        p=p,
        detectable=_detectable(difference, tested, measure.unit),
        spread=_spread(pairs, changes),
    )


def _detectable(difference: Estimate, tested: int, unit: Unit) -> float | None:
    """The least true change that such pairs show four times in five (level shared by all)."""
    if not difference.half_width:
        return None
    error = difference.half_width / critical_value(LEVEL)
    reach = critical_value(1 - (1 - LEVEL) / tested) + NormalDist().inv_cdf(POWER)
    return min(1.0, reach * error) if unit == "share" else reach * error


def _spread(pairs: Sequence[tuple[float, float]], changes: Sequence[float]) -> float | None:
    """The variance of the change against that of two batches with dice of their own."""
    if len(pairs) < 2:
        return None
    apart = variance([before for before, _ in pairs]) + variance([after for _, after in pairs])
    return variance(changes) / apart if apart else None
