"""What occurred in play, and what never did."""

from sim.report.batch.coverage import SORTS, Sort, coverage_of
from sim.report.batch.coverage_text import coverage_lines
from sim.report.lines import fold
from tests.support.rows import row

ROWS = [
    row(counts={"clause:FR-12": 2, "terrain:wood": 1}),
    row(pair=1, counts={"clause:FR-12": 3, "clause:BB-5": 1, "refusal:acted": 4}),
]


def sort(name: str) -> Sort:
    """What occurred of a sort in these battles."""
    return next(found for found in coverage_of(ROWS).sorts if found.sort == name)


def test_occurrences_are_counted_over_battles() -> None:
    first, second = sort("clause").occurred
    assert (first.name, first.times, first.battles) == ("FR-12", 5, 2)
    assert (second.name, second.times, second.battles) == ("BB-5", 1, 1)
    assert first.title


def test_what_never_occurred_is_listed() -> None:
    never = [entry.name for entry in sort("clause").never]
    assert "FR-13" in never
    assert "FR-12" not in never


def test_what_occurs_need_not_be_known() -> None:
    (refused,) = sort("refusal").occurred
    assert (refused.name, refused.title, refused.times) == ("acted", "", 4)


def test_every_sort_has_its_place() -> None:
    assert [found.sort for found in coverage_of(ROWS).sorts] == list(SORTS)


def test_the_page_tells_both() -> None:
    text = [line for told in coverage_lines(coverage_of(ROWS)) for line in fold(told)]
    assert "What occurred in 2 battles" in text
    assert any(line.split()[-2:] == ["5", "2"] for line in text if "FR-12" in line)
    assert "  never, or without a trace in the events:" in text
    assert any(line.startswith("  never: orchard, crops") for line in text)
    assert max(map(len, text)) <= 80


def test_no_battles_have_no_data() -> None:
    assert [line.text for line in coverage_lines(coverage_of([]))] == ["no data: no battles"]
