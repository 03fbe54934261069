"""Tables of a report: columns as wide as what stands in them."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from sim.report.lines import Line

_GAP = "  "


def table(head: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 2) -> Iterator[Line]:
    """The lines of a table with a heading; the first column is set left, the others right."""
    widths = [max(cell_len(row[column]) for row in (head, *rows)) for column in range(len(head))]
    for row in (head, *rows):
        cells = [_cell(text, width, left=not n) for n, (text, width) in enumerate(zip(row, widths))]
        yield Line(_GAP.join(cells).rstrip(), "row", indent)


def _cell(text: str, width: int, *, left: bool) -> str:
    padding = " " * (width - cell_len(text))
    return text + padding if left else padding + text
