"""What a narrator remembers while it tells a battle."""

from collections.abc import Iterable, Mapping
from typing import Any

from sim.report.cast import Cast
from sim.report.words import condition_words, listed
from sim.state.orders import Order

Attack = tuple[str, str, str]
"""Unit, weapon, target."""


class Story:
    """The memory of one telling: who was introduced, what was told ahead, who was lost.

    Where attacks are `explained` behind it, what their numbers are made of is left to that.
    """

    def __init__(self, cast: Cast, *, verbose: bool, explained: bool = False):
        self.cast = cast
        self.verbose = verbose
        self.explained = explained
        self.round = 0
        self.attack: Attack | None = None
        self.order: Order | None = None
        self.losses: dict[str, list[str]] = {side.id: [] for side in cast.sides}
        self._profiles: Mapping[str, str] = cast.profiles
        self._side_of: Mapping[str, str] = cast.side_of
        self._introduced: set[str] = set()
        self._told: set[tuple[type, str]] = set()
        self._said: set[str] = set()

    def begin_turn(self, round_number: int) -> None:
        """A player turn in which everybody is introduced anew."""
        self.round = round_number
        self._introduced.clear()
        self.begin_scene()

    def begin_scene(self) -> None:
        """A stretch of the battle that shares no attack with the one before."""
        self.attack = None
        self._told.clear()
        self._said.clear()

    def name(self, unit: str) -> str:
        """A unit's id, with its profile when it is named first in a player turn."""
        if unit in self._introduced or unit not in self._profiles:
            return unit
        self._introduced.add(unit)
        return f"{unit} ({self._profiles[unit]})"

    def victim(self, unit: str, name: str) -> str:
        """What is destroyed with a unit called so: of a gun's own only the crew (HR-33)."""
        return f"the crew of {name}" if unit in self.cast.guns else name

    def opponents(self, units: Iterable[str]) -> str:
        """The units of a fight, side against side."""
        camps: dict[str, list[str]] = {}
        for unit in units:
            camps.setdefault(self._side_of.get(unit, ""), []).append(self.name(unit))
        return " against ".join(listed(camp) for camp in camps.values())

    def goal(self, index: int) -> str:
        """A victory condition in words: whose it is, and by what it wins."""
        conditions = self.cast.victory or ()
        if not 0 <= index < len(conditions):
            return f"condition {index}"
        return f"{conditions[index].side} wins by {condition_words(conditions[index])}"

    def tell_ahead(self, event_type: type, unit: str) -> None:
        """Note that an event still to come has been told."""
        self._told.add((event_type, unit))

    def was_told(self, event: Any) -> bool:
        """Whether an event of a unit was told ahead; it is told ahead once."""
        told = (type(event), event.unit)
        if told not in self._told:
            return False
        self._told.remove(told)
        return True

    def is_new(self, remark: str) -> bool:
        """Whether a remark has not been made in this scene yet; it has been then."""
        if remark in self._said:
            return False
        self._said.add(remark)
        return True

    def lose(self, unit: str, how: str = "") -> None:
        """Enter a unit among the losses of its side; a gun's own is its crew (HR-33)."""
        side = self._side_of.get(unit)
        if not how and unit in self.cast.guns:
            how = "the crew, "
        if side is not None:
            self.losses[side].append(f"{unit} ({how}round {self.round})")
