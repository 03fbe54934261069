"""What is known of a table whatever battle is fought on it: cases, pairings and duels by number.

It lies in the world's memo and may be lost at any moment. A battle keeps what it has begun with,
for the numbers of spots hold in one of them alone.
"""

from collections import defaultdict
from collections.abc import Hashable
from typing import Any, TypeVar

from sim.ai.kinds import Attacker, Target
from sim.ai.pairings import Pairing, Ranges, ranges_of
from sim.battlefield.sight import Stance
from sim.state.roster import Roster

_KEPT_SPOTS, _KEPT_CASES, _KEPT_DUELS = 1 << 15, 1 << 18, 1 << 18
_Terms = TypeVar("_Terms")
_Thing = TypeVar("_Thing", bound=Hashable)


class Numbers(dict[_Thing, int]):
    """Things by number, in the order in which they were first asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.things: list[_Thing] = []

    def __missing__(self, thing: _Thing) -> int:
        number = self[thing] = len(self.things)
        self.things.append(thing)
        return number


class Knowledge:
    """What holds in every battle on a table with those weapons; it lies in the world's memo."""

    def __init__(self, ranges: Ranges):
        self.ranges = ranges
        self.spots: Numbers[tuple[Stance, bool, bool]] = Numbers()
        self.attackers: Numbers[Attacker] = Numbers()
        self.targets: Numbers[Target] = Numbers()
        self.parts: dict[tuple[int, int], int] = {}
        self.cases: dict[int, int] = {}
        self.pairings: dict[int, Pairing] = {}
        self._duels: dict[tuple[int, int], defaultdict[int, dict[int, Any]]] = {}
        self._kept = 0

    def duels(self, kinds: int, manner: int) -> defaultdict[int, dict[int, Any]]:
        """What is known of duels of units of those kinds that have moved so.

        By the kinds of the enemy, then by the spots of both.
        """
        found = self._duels.get((kinds, manner))
        if found is None:
            found = self._duels[kinds, manner] = defaultdict(dict)
        return found

    def keep(self, known: dict[int, _Terms], spots: int, terms: _Terms) -> _Terms:
        """Remember a duel; all are forgotten when there are too many."""
        self._kept += 1
        if self._kept > _KEPT_DUELS:
            self._kept = 0
            for by_kinds in self._duels.values():
                for each in by_kinds.values():
                    each.clear()
        known[spots] = terms
        return terms

    def keep_case(self, spots: int, case: int) -> int:
        """Remember the case that one spot is to another; all are forgotten when too many."""
        if len(self.cases) >= _KEPT_CASES:
            self.cases.clear()
        self.cases[spots] = case
        return case


def knowledge_of(roster: Roster) -> Knowledge:
    """What is known of the roster's world, by the numbers that it depends on.

    When there are too many spots the next battle begins anew.
    """
    ranges = ranges_of(roster)
    key = ("knowledge", roster.rules, ranges)
    lasting = roster.world.memo.lasting
    found: Knowledge | None = lasting.get(key)
    if found is None or len(found.spots) > _KEPT_SPOTS:
        found = lasting[key] = Knowledge(ranges)
    return found
