"""What pictures of a batch show, as plain numbers: rates, losses over rounds, places, sweeps."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from sim.report.batch.estimates import Estimate, share
from sim.report.batch.samples import Sample, is_mirror, side_of, worth
from sim.report.batch.stats_text import title_of
from sim.runner.batch.experiment import Cell

CELL = 2.0
"""The side of a square of a heat map, in inches."""


class Bar(msgspec.Struct, frozen=True):
    """A win rate: whose, and in which matchup."""

    matchup: str
    name: str
    rate: Estimate


class Curve(msgspec.Struct, frozen=True):
    """A line of a picture; `low` and `high` are empty where it has no intervals."""

    name: str
    xs: tuple[float, ...]
    ys: tuple[float, ...]
    low: tuple[float, ...] = ()
    high: tuple[float, ...] = ()


class Sweep(msgspec.Struct, frozen=True):
    """Win rates over the values of one setting, a curve for each matchup that has it."""

    path: str
    values: tuple[str, ...]
    curves: tuple[Curve, ...]


def cell_text(cell: Cell) -> str:
    """A matchup with its settings, in one line."""
    settings = ", ".join(f"{path}={value}" for path, value in cell.settings.items())
    return title_of(cell) + (f" ({settings})" if settings else "")


def numbered(cell: Cell) -> str:
    """A matchup with its settings and the number of its cell."""
    return f"cell {cell.index}, {cell_text(cell)}"


def bars_of(sample: Sample) -> list[Bar]:
    """The win rates of the players of a matchup; of its sides where a player fights itself."""
    return [
        Bar(numbered(sample.cell), name, share(sum(worths), len(worths)))
        for name, worths in _worths(sample).items()
        if worths
    ]


def _worths(sample: Sample) -> dict[str, list[float]]:
    """What the battles were worth to each player, or each side."""
    if is_mirror(sample.cell):
        return {s: [worth(row, s) for row in sample.done] for s in sample.cell.sides}
    return {p: [worth(row, side_of(row, p)) for row in sample.done] for p in sample.cell.players}


def losses_over_rounds(sample: Sample) -> list[Curve]:
    """The units that each side has lost by the end of each round, on average of a battle."""
    last = max((row.round for row in sample.done), default=0)
    curves = []
    for side in sample.cell.sides:
        fell = Counter(death[5] for row in sample.done for death in row.deaths if death[1] == side)
        lost, ys = 0, []
        for number in range(last + 1):
            lost += fell[number]
            ys.append(lost / len(sample.done))
        curves.append(Curve(side, tuple(map(float, range(last + 1))), tuple(ys)))
    return curves


def heat(
    places: Iterable[Sequence[Any]], battles: int, size: tuple[float, float]
) -> list[list[float]]:
    """How many units per battle each square of a table saw, row by row from the bottom.

    Places are rows of (unit, side, kind, x, y, ...), in inches.
    """
    columns, rows = (max(1, -int(-length // CELL)) for length in size)
    squares = [[0.0] * columns for _ in range(rows)]
    for _, _, _, x, y, *_ in places:
        column, row = int(x // CELL), int(y // CELL)
        squares[min(max(row, 0), rows - 1)][min(max(column, 0), columns - 1)] += 1 / battles
    return squares


def sweeps_of(samples: Sequence[Sample]) -> list[Sweep]:
    """A sweep for each setting that took several values."""
    paths = sorted({path for sample in samples for path in sample.cell.settings})
    return [sweep for path in paths if (sweep := _sweep(path, samples)) is not None]


def _sweep(path: str, samples: Iterable[Sample]) -> Sweep | None:
    swept = [sample for sample in samples if path in sample.cell.settings and sample.done]
    values = sorted({sample.cell.settings[path]: None for sample in swept}, key=_as_number)
    by_rest: dict[str, list[Sample]] = {}
    for sample in swept:
        by_rest.setdefault(cell_text(_without(sample.cell, path)), []).append(sample)
    curves = [_curve(name, path, values, found) for name, found in by_rest.items()]
    long = tuple(curve for curve in curves if len(curve.xs) > 1)
    return Sweep(path, tuple(values), long) if long else None


def _without(cell: Cell, path: str) -> Cell:
    rest = {name: value for name, value in cell.settings.items() if name != path}
    return msgspec.structs.replace(cell, settings=rest)


def _as_number(value: str) -> tuple[float, str]:
    """Numbers in their order, words behind them."""
    try:
        return float(value), value
    except ValueError:
        return float("inf"), value


def _curve(name: str, path: str, values: Sequence[str], samples: Iterable[Sample]) -> Curve:
    """The win rate of the first player, or the first side, at each value."""
    found: Mapping[str, tuple[str, Estimate]] = {
        sample.cell.settings[path]: (bar.name, bar.rate)
        for sample in samples
        for bar in bars_of(sample)[:1]
    }
    met = [(float(place), *found[value]) for place, value in enumerate(values) if value in found]
    who = met[0][1]
    return Curve(
        name=f"{who} in {name}",
        xs=tuple(place for place, _, _ in met),
        ys=tuple(rate.value or 0.0 for _, _, rate in met),
        low=tuple(rate.low or 0.0 for _, _, rate in met),
        high=tuple(rate.high or 0.0 for _, _, rate in met),
    )
