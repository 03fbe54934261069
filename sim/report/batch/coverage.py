"""How often the things of the game occurred in the battles of a results file, and which never."""

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import Literal

import msgspec

from sim.report.batch.known import known
from sim.runner.batch.rows import BattleRow

SORTS: Mapping[str, str] = {
    "clause": "clauses",
    "table": "rows of tables",
    "switch": "switches",
    "refusal": "refusals",
    "terrain": "kinds of terrain",
    "profile": "profiles",
    "event": "events",
}
"""What is counted, and what it is called."""


class Occurrence(msgspec.Struct, frozen=True, kw_only=True):
    """How often a thing occurred in all battles, and in how many of them."""

    name: str
    title: str
    times: int
    battles: int


class Sort(msgspec.Struct, frozen=True, kw_only=True):
    """The things of a sort: those that occurred, the most frequent first, and those that never did.

    `never` are those that could occur as far as the rules and the shipped catalogue go.
    """

    sort: str
    occurred: tuple[Occurrence, ...]
    never: tuple[Occurrence, ...]


class Coverage(msgspec.Struct, frozen=True, kw_only=True):
    """What occurred in the battles of a results file."""

    format: Literal["skirmish-sim/coverage"] = "skirmish-sim/coverage"
    format_version: Literal[1] = 1
    battles: int
    sorts: tuple[Sort, ...]


def coverage_of(rows: Sequence[BattleRow]) -> Coverage:
    """What occurred in these battles, sort by sort."""
    times: Counter[str] = Counter()
    battles: Counter[str] = Counter()
    for row in rows:
        times.update(row.counts)
        battles.update(key for key, number in row.counts.items() if number)
    return Coverage(battles=len(rows), sorts=tuple(_sort(sort, times, battles) for sort in SORTS))


def _sort(sort: str, times: Mapping[str, int], battles: Mapping[str, int]) -> Sort:
    titles = known(sort)
    met = [key.partition(":")[2] for key in battles if key.partition(":")[0] == sort]
    occurred = [
        Occurrence(
            name=name,
            title=titles.get(name, ""),
            times=times[f"{sort}:{name}"],
            battles=battles[f"{sort}:{name}"],
        )
        for name in met
    ]
    return Sort(
        sort=sort,
        occurred=tuple(sorted(occurred, key=lambda entry: (-entry.times, entry.name))),
        never=tuple(
            Occurrence(name=name, title=title, times=0, battles=0)
            for name, title in titles.items()
            if name not in met
        ),
    )
