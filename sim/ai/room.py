"""Room: who and what stands where a unit would go (HR-14)."""

from collections.abc import Callable, Sequence
from itertools import pairwise

from sim.ai.view import View
from sim.geometry.boxes import box_about, may_reach
from sim.geometry.footprints import inradius, is_near_point, overlaps, segment_distance
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON
from sim.rules.activation import Base, bases, is_team
from sim.rules.movement.move import move_allowance
from sim.rules.movement.way import may_pass
from sim.state.battle import BattleState
from sim.state.roster import NOBODY

_DETOUR = 3.0
"""So many inches aside of the straight line to a place the way there is thought to stay."""


class Room:
    """The bases about a unit that it may come to in one move or sprint.

    It stands for the widest disc within its own; what is refused to that is refused to it.
    """

    def __init__(self, state: BattleState, unit: int):
        start = state.units[unit].footprint
        self._start = start.x, start.y
        self._reach = inradius(start) - EPSILON
        farthest = move_allowance(state, unit, sprint=True) / min(1.0, state.rules.road_cost)
        around = box_about((self._start,), farthest + self._reach)
        others = [base for base in bases(state, around) if base.unit != unit]
        self._taken = [base.footprint for base in others]
        self._barring = [
            base.footprint
            for base in others
            if _bars(state, unit, base) and not overlaps(base.footprint, start)
        ]

    def has_place_at(self, point: Point) -> bool:
        """Whether nothing stands at a point."""
        depth = self._reach - EPSILON
        return not any(is_near_point(base, *point, depth) for base in self._taken)

    def has_way_to(self, point: Point, path: Callable[[], Sequence[Point]]) -> bool:
        """Whether nothing bars the path to a point, which is asked for if anything may."""
        around = box_about((self._start, point), self._reach + _DETOUR)
        barring = [base for base in self._barring if may_reach(base, around)]
        if not barring:
            return True
        legs, reach = tuple(pairwise((self._start, *path()))), self._reach
        return all(segment_distance(base, *a, *b) >= reach for base in barring for a, b in legs)


def _bars(state: BattleState, unit: int, base: Base) -> bool:
    """Whether a unit cannot go through a base; teams keep away from enemies as it is."""
    if base.unit != NOBODY and is_team(state, unit) and state.units[base.unit].alive:
        return False
    return not may_pass(state, unit, base)


def room_of(view: View, unit: int) -> Room:
    """The room about a unit, worked out once while a state is looked at."""
    state = view.state
    return view.survey.note(state, ("room", unit), lambda: Room(state, unit))
