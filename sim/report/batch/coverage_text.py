"""What occurred in play, as a page of text."""

from collections.abc import Iterable, Iterator

from sim.report.batch.coverage import SORTS, Coverage, Occurrence, Sort
from sim.report.batch.figures import NOTHING, table
from sim.report.lines import Line
from sim.report.words import count

_NAMES = 56


def coverage_lines(found: Coverage) -> Iterator[Line]:
    """Sort by sort, how often each thing occurred, then those that never did."""
    if not found.battles:
        yield Line(f"{NOTHING}: no battles")
        return
    yield Line(f"What occurred in {count(found.battles, 'battle')}", "title")
    for sort in found.sorts:
        if sort.occurred or sort.never:
            yield Line("")
            yield from _sort(sort)


def _sort(sort: Sort) -> Iterator[Line]:
    total = len(sort.occurred) + len(sort.never)
    yield Line(f"{SORTS[sort.sort].capitalize()}: {len(sort.occurred)} of {total}", "phase")
    if sort.occurred:
        rows = [("", "times", "battles")]
        rows += [(_name(entry), f"{entry.times:,}", str(entry.battles)) for entry in sort.occurred]
        yield from table(rows, names=_NAMES)
    yield from _never(sort.never)


def _name(entry: Occurrence) -> str:
    return f"{entry.name} {entry.title}".strip()


def _never(entries: Iterable[Occurrence]) -> Iterator[Line]:
    """What never occurred; a line each where there are titles."""
    listed = list(entries)
    if not listed:
        return
    if any(entry.title for entry in listed):
        yield Line("never, or without a trace in the events:", "grave", 2)
        yield from (Line(_name(entry), "grave", 4) for entry in listed)
    else:
        yield Line(f"never: {', '.join(entry.name for entry in listed)}", "grave", 2)
