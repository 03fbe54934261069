"""What a change did: the same battles before and after it, pair by pair, and how sure that is."""

from collections import Counter
from collections.abc import Iterable
from statistics import median
from typing import Literal

import msgspec

from sim.report.batch.estimates import LEVEL
from sim.report.batch.matching import Matching, Twin
from sim.report.batch.parting import Parting, Refight, farthest, parting_of
from sim.report.batch.quantities import (
    ROUNDS,
    Quantity,
    count_measures,
    primary_measures,
    quantities_of,
)
from sim.rules.clauses import load_clauses
from sim.runner.batch.experiment import Cell

PARTINGS = 3
"""How many of the battles that part most are looked into."""


class Class(msgspec.Struct, frozen=True, kw_only=True):
    """A way for a battle to end, and how many ended so before and after the change."""

    name: str
    base: int
    changed: int


class ClauseChange(Quantity, frozen=True, kw_only=True):
    """A clause that counts in a battle more or less often than before, on average."""

    title: str


class Comparison(msgspec.Struct, frozen=True, kw_only=True):
    """What a change did.

    `identical` battles are the same, turn by turn, in every pair; `differs` is the verdict over
    the `primary` quantities, at 5 % for all of them together. `parted` of the battles differ, by
    the median in player turn `parted_turn`.
    """

    format: Literal["skirmish-sim/comparison"] = "skirmish-sim/comparison"
    format_version: Literal[1] = 1
    base: Cell
    changed: Cell
    camps: tuple[str, str]
    level: float = LEVEL
    pairs: int
    whole_pairs: int
    battles: int
    identical: bool
    differs: bool
    classes: tuple[Class, ...]
    other_winner: int
    primary: tuple[Quantity, ...]
    rounds: Quantity
    clauses: tuple[ClauseChange, ...]
    clauses_tested: int
    parted: int
    parted_turn: float | None
    partings: tuple[Parting, ...] = ()

    @property
    def unfinished(self) -> int:
        """Battles that were forfeited or crashed, under either."""
        return sum(
            entry.base + entry.changed
            for entry in self.classes
            if entry.name in ("forfeited", "crashed")
        )


def comparison_of(
    matching: Matching, refight: Refight | None = None, partings: int = PARTINGS
) -> Comparison:
    """What the change did; `refight` is asked for the battles that part most."""
    twins = list(matching.twins)
    primary = quantities_of(matching, primary_measures(matching))
    tested = quantities_of(matching, count_measures(matching, "clause"))
    parted = [turn for twin in twins if (turn := twin.parted_at) is not None]
    found = (
        parting_of(apart, refight) if refight else None for apart in farthest(matching, partings)
    )
    return Comparison(
        base=matching.cells[0],
        changed=matching.cells[1],
        camps=matching.camps,
        pairs=len(matching.pairs),
        whole_pairs=len(matching.whole),
        battles=len(twins),
        identical=bool(twins) and not parted,
        differs=any(quantity.differs for quantity in primary),
        classes=_classes(matching, twins),
        other_winner=sum(twin.is_done and _winner_changed(twin) for twin in twins),
        primary=primary,
        rounds=quantities_of(matching, [ROUNDS])[0],
        clauses=_clause_changes(tested),
        clauses_tested=len(tested),
        parted=len(parted),
        parted_turn=float(median(parted)) if parted else None,
        partings=tuple(parting for parting in found if parting is not None),
    )


def _winner_changed(twin: Twin) -> bool:
    return twin.base.winner != twin.changed.winner


def _classes(matching: Matching, twins: Iterable[Twin]) -> tuple[Class, ...]:
    """How battles ended: won by either camp, drawn, forfeited, crashed."""
    one, other = matching.camps
    names = (f"won by {one}", "drawn", f"won by {other}", "forfeited", "crashed")
    base: Counter[str] = Counter()
    changed: Counter[str] = Counter()
    for twin in twins:
        first = matching.side(0, twin.seat)
        for counter, row in ((base, twin.base), (changed, twin.changed)):
            match row.status:
                case "forfeit":
                    counter["forfeited"] += 1
                case "crashed":
                    counter["crashed"] += 1
                case _ if row.winner is None:
                    counter["drawn"] += 1
                case _:
                    counter[names[0] if row.winner == first else names[2]] += 1
    return tuple(Class(name=name, base=base[name], changed=changed[name]) for name in names)


def _clause_changes(tested: Iterable[Quantity]) -> tuple[ClauseChange, ...]:
    """The clauses whose counts changed beyond chance, the surest first."""
    titles = {str(clause.id): clause.title for clause in load_clauses().values()}
    changed = [
        ClauseChange(**msgspec.structs.asdict(quantity), title=titles.get(quantity.name, ""))
        for quantity in tested
        if quantity.differs
    ]
    return tuple(sorted(changed, key=lambda change: (change.p, -_ratio(change), change.name)))


def _ratio(change: Quantity) -> float:
    """The size of a change against its interval."""
    width = change.difference.half_width
    return abs(change.difference.value or 0.0) / width if width else 0.0
