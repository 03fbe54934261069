"""Figures as text for tables of 80 columns: shares, points, intervals, and rows that line up."""

from collections.abc import Iterable, Sequence

from rich.cells import cell_len, set_cell_size

from sim.report import tables
from sim.report.batch.estimates import Estimate
from sim.report.lines import Line, printable

NOTHING = "no data"


def percent(value: float | None) -> str:
    """A share: `73.8 %`."""
    return NOTHING if value is None else f"{100 * value:.1f} %"


def points(value: float | None) -> str:
    """A difference of shares in percentage points: `+47.5`."""
    return NOTHING if value is None else f"{100 * value + 0.0:+.1f}"


def share_interval(estimate: Estimate) -> str:
    """The interval of a share: `69.2 to 77.8 %`."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{100 * estimate.low:.1f} to {100 * estimate.high:.1f} %"


def points_interval(estimate: Estimate) -> str:
    """The interval of a difference: `+40.1 to +54.2`."""
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{points(estimate.low)} to {points(estimate.high)}"


def decimal(value: float | None) -> str:
    """A mean: `4.25`."""
    return NOTHING if value is None else f"{value:.2f}"


def shortened(text: str, width: int) -> str:
    """A text of at most so many columns, its end cut off if need be."""
    text = printable(text)
    if cell_len(text) <= width:
        return text
    return set_cell_size(text, width - 1).rstrip() + "…"


def table(rows: Iterable[Sequence[str]], *, names: int = 26, indent: int = 2) -> Iterable[Line]:
    """Rows that line up: the first column to the left, the others to the right.

    The first column is cut to `names` columns.
    """
    head, *others = [(shortened(row[0], names), *row[1:]) for row in rows]
    return tables.table(head, others, indent)
