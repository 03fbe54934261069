"""What a change did, as a page of text."""

from collections.abc import Iterable, Iterator

from msgspec.structs import replace

from sim.report.batch.comparing import Comparison
from sim.report.batch.curves import cell_text
from sim.report.batch.estimates import Estimate
from sim.report.batch.figures import (
    NOTHING,
    decimal,
    percent,
    points,
    points_interval,
    table,
)
from sim.report.batch.parting import Parting, Told
from sim.report.batch.quantities import Quantity
from sim.report.batch.sentences import FEW, few_pairs
from sim.report.lines import Line
from sim.report.words import count, listed, number

_MOST_CLAUSES = 12


def comparison_lines(found: Comparison) -> Iterator[Line]:
    """The page of a comparison: what changed, the verdict, the figures, where battles part."""
    yield Line("What the change did", "title")
    yield from _change(found)
    yield Line("")
    if not found.battles:
        yield Line(f"{NOTHING}: no battle was fought under both")
        return
    yield from _verdict(found)
    yield Line("")
    yield from table(_classes(found))
    yield Line("")
    if found.whole_pairs and not found.identical:
        yield from table(_quantities([*found.primary, found.rounds]), names=32)
        yield Line("")
    yield from _clauses(found)
    yield from _limits(found)
    yield from _partings(found)


def _change(found: Comparison) -> Iterator[Line]:
    base, changed = found.base, found.changed
    shared = {
        path: value for path, value in base.settings.items() if changed.settings.get(path) == value
    }
    for name, cell in (("base", base), ("changed", changed)):
        own = {path: value for path, value in cell.settings.items() if path not in shared}
        yield Line(f"{name}: {cell_text(replace(cell, settings=own))}", indent=2)
    if shared:
        common = (f"{path}={value}" for path, value in shared.items())
        yield Line(f"both with {', '.join(common)}", indent=2)


def _verdict(found: Comparison) -> Iterator[Line]:
    battles = f"{count(found.pairs, 'pair')}, {count(found.battles, 'battle')} under each"
    if found.identical:
        yield Line(f"No difference: 0 in every pair. The battles are the same ({battles}).", "good")
        return
    changed = [quantity for quantity in found.primary if quantity.differs]
    if changed:
        what = listed(f"{quantity.name} ({_p(quantity.p)})" for quantity in changed)
        yield Line(f"Different, in {what}. {battles}.", "grave")
    else:
        yield Line(f"No difference was found, which is not to say that there is none. {battles}.")


def _p(p: float) -> str:
    return f"p {p:.3f}" if p >= 0.001 else "p < 0.001"


def _classes(found: Comparison) -> Iterator[tuple[str, ...]]:
    yield ("battles", "base", "changed")
    for entry in found.classes:
        if entry.base or entry.changed or entry.name not in ("forfeited", "crashed"):
            yield (entry.name, str(entry.base), str(entry.changed))
    yield ("with another winner", "", str(found.other_winner))


def _quantities(quantities: Iterable[Quantity]) -> Iterator[tuple[str, ...]]:
    yield ("", "base", "changed", "change", "95 % interval")
    for quantity in quantities:
        show = percent if quantity.unit == "share" else decimal
        yield (
            quantity.name,
            show(quantity.base),
            show(quantity.changed),
            _change_of(quantity),
            _interval_of(quantity),
        )


def _change_of(quantity: Quantity) -> str:
    if quantity.unit == "share":
        return points(quantity.difference.value)
    return _signed(quantity.difference.value)


def _interval_of(quantity: Quantity) -> str:
    if quantity.unit == "share":
        return points_interval(quantity.difference)
    return _signed_interval(quantity.difference)


def _signed(value: float | None) -> str:
    return NOTHING if value is None else f"{value + 0.0:+.2f}"


def _signed_interval(estimate: Estimate) -> str:
    if estimate.low is None or estimate.high is None:
        return ""
    return f"{_signed(estimate.low)} to {_signed(estimate.high)}"


def _clauses(found: Comparison) -> Iterator[Line]:
    """The clauses that fire more or less often, beyond what chance does among so many."""
    if not found.clauses:
        if found.clauses_tested and not found.identical:
            of_all = count(found.clauses_tested, "clause")
            yield Line(f"No clause fires more or less often beyond chance, of {of_all}.")
            yield Line("")
        return
    rows = [("clauses that fire more or less often", "base", "changed")]
    rows += [
        (f"{change.name} {change.title}", decimal(change.base), decimal(change.changed))
        for change in found.clauses[:_MOST_CLAUSES]
    ]
    yield from table(rows, names=56)
    rest = len(found.clauses) - _MOST_CLAUSES
    more = f"{rest} more, and " if rest > 0 else ""
    yield Line(
        f"per battle; {more}{found.clauses_tested} clauses tested together at 5 %.",
        "detail",
        2,
    )
    yield Line("")


def _limits(found: Comparison) -> Iterator[Line]:
    """What could not have been seen, and what pairing was worth."""
    if found.identical or all(quantity.detectable is None for quantity in found.primary):
        return
    head = ("what these pairs can show", "smallest change", "variance")
    yield from table([head, *map(_limit, found.primary)], names=32)
    yield Line("A smaller change is missed more often than once in five.", "detail", 2)
    yield Line(
        "variance: that of the change, as a share of what it would be without common dice; the "
        "smaller, the more these pairs show.",
        "detail",
        2,
    )
    if found.whole_pairs < FEW:
        yield Line(few_pairs(found.whole_pairs), indent=2)
    yield Line(
        "Units lost early: those lost by the end of a round, on average of the rounds. The verdict "
        "tests wins and losses together (Westfall and Young's maxT, whole pairs), so that chance "
        "alone says different in 5 of 100 comparisons.",
        "detail",
        2,
    )


def _limit(quantity: Quantity) -> tuple[str, str, str]:
    size, spread = quantity.detectable, quantity.spread
    if size is None:
        return quantity.name, "-", "-"
    smallest = f"{100 * size:.1f} points" if quantity.unit == "share" else decimal(size)
    return quantity.name, smallest, "-" if spread is None else percent(spread)


def _partings(found: Comparison) -> Iterator[Line]:
    if found.parted_turn is None:
        return
    yield Line("")
    yield Line(
        f"{count(found.parted, 'battle')} of {found.battles} part, by the median in player turn "
        f"{number(found.parted_turn)}.",
    )
    for parting in found.partings:
        yield from _parting(parting)


def _parting(parting: Parting) -> Iterator[Line]:
    yield Line(
        f"Pair {parting.pair}, seat {parting.seat} (seed {parting.seed}) parts in player turn "
        f"{parting.turn}, event {parting.event}:",
        indent=2,
    )
    yield from _told("base", parting.base)
    yield from _told("changed", parting.changed)
    for log in parting.logs:
        if log is not None:
            yield Line(f"log {log}", "detail", 4)


def _told(name: str, told: Told) -> Iterator[Line]:
    words = "; ".join(word.removesuffix(".") for word in told.words)
    words = words or str((told.event or {}).get("kind", ""))
    yield Line(f"{name}: {words}", indent=4)
