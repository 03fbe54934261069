"""What is known of a table whatever battle is fought on it: spots, kinds, what they are to others.

It lies in the world's memo and may be lost at any moment. A battle keeps what it has begun with,
for the numbers of spots hold in one of them alone.
"""

from collections import defaultdict
from collections.abc import Hashable
from typing import Any, TypeVar

from sim.ai.kinds import Attacker, Target
from sim.ai.pairings import Pairing, Ranges, ranges_of
from sim.battlefield.sight import Stance
from sim.battlefield.world import Memo
from sim.state.roster import Roster

_KEPT_SPOTS, _KEPT_PAIRS, _KEPT_DUELS, _KEPT_GROUNDS = 1 << 15, 170_000, 1 << 17, 1 << 10
_KEPT_STANDOFFS = 1 << 13
Spot = tuple[Stance, bool, bool, bool]
"""How a unit stands, whether it is a vehicle, has a front that matters, and is dug in."""

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
    """What holds in every battle on a table with those weapons; it lies in the world's memo.

    There are as many attackers, targets and pairings as kinds of units meet in it. Pairs of cases
    are few and kept once, for very many pairs of spots are the same to each other. Shelters go by
    the shape of the base and the node of the lattice it is on.
    """

    def __init__(self, ranges: Ranges):
        self.ranges = ranges
        self.spots: Numbers[Spot] = Numbers()
        self.attackers: Numbers[Attacker] = Numbers()
        self.targets: Numbers[Target] = Numbers()
        self.parts: dict[tuple[int, int], int] = {}
        self.pairs = Memo(_KEPT_PAIRS)
        self._cases: dict[int, int] = {}
        self.pairings: dict[int, Pairing] = {}
        self.standoffs = Memo(_KEPT_STANDOFFS)
        self.duels: defaultdict[Hashable, dict[int, Any]] = defaultdict(dict)
        self._kept_duels = 0
        self.grounds = Memo(_KEPT_GROUNDS)
        self.shelters: defaultdict[Hashable, dict[int, float]] = defaultdict(dict)
        self.relief: Any = None

    def keep_pair(self, spots: int, pair: int) -> int:
        """Remember the cases that two spots are to each other; all are forgotten when too many."""
        return self.pairs.keep(spots, self._cases.setdefault(pair, pair))

    def keep_duel(self, known: dict[int, Any], spots: int, terms: Any) -> None:
        """Remember the terms of a duel between two spots; all are forgotten when too many."""
        self._kept_duels += 1
        if self._kept_duels > _KEPT_DUELS:
            self._kept_duels = 1
            for each in self.duels.values():
                each.clear()
        known[spots] = terms


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
