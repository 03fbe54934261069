"""Tables of a report: columns as wide as what stands in them."""

from collections.abc import Iterator, Sequence

from rich.cells import cell_len

from sim.report.lines import Line

_GAP = "  "


def table(head: Sequence[str], rows: Sequence[Sequence[str]], indent: int = 2) -> Iterator[Line]:
    """The lines of a table with a heading; the first column is set left, the others right."""
    columns = zip(head, *rows, strict=True)
    first, *others = [max(map(cell_len, column)) for column in columns]
    for name, *cells in (head, *rows):
        filled = [name + _blanks(name, first)]
        filled += [_blanks(cell, width) + cell for cell, width in zip(cells, others, strict=True)]
        yield Line(_GAP.join(filled).rstrip(), "row", indent)


def _blanks(text: str, width: int) -> str:
    return " " * (width - cell_len(text))
