"""Outlook: what a unit before its enemies has to hope and to fear, wherever it might go."""

from collections.abc import Callable
from typing import Any

import msgspec

from sim.ai.duels import NOTHING, Standoff, Terms, assess_duel, standoff
from sim.ai.survey import Standing
from sim.ai.view import View
from sim.geometry.footprints import distance_to_point
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON
from sim.state.battle import Unit


class Prospect(msgspec.Struct, frozen=True, gc=False):
    """The worth that a unit's fire can be expected to take, and what it can be expected to lose."""

    hope: float
    fear: float


class Outlook:
    """A unit before its enemies, in the states that it stands in, to be weighed wherever it goes.

    Hope is of the one enemy whom its fire would cost most: now, in the next turn, in Firefight.
    Fear is of every enemy as it stands: what it would do to this unit if it chose it. Enemies that
    can do nothing to it, nor it to them, within so many inches of where it stands are left out.
    """

    def __init__(self, view: View, me: Standing, roam: float = 0.0):
        self.view = view
        self.me = me
        self.roam = roam
        self.worth = view.units[me.unit]
        foes = view.survey.foes_of(view.state, view.state.side_of(me.unit))
        self.lines = [_line(view, me, foe) for foe in foes if _may_reach(me, foe, me.x, me.y, roam)]
        self._company = _company(view, me)

    def weigh(self, spot: int, at: Point, there: Callable[[], Standing]) -> Prospect:
        """Hope and fear at a spot; `there` is asked for the unit's standing if that is needed."""
        temper, spots = self.view.temper, spot << 24
        now = later = near = risk = 0.0
        for line in self.lines:
            found = line.known.get(spots | line.spot)
            if found is None:
                terms = self._look(line, at, there)
            else:
                terms = line.between[found] if line.is_all_round else found
            if terms is not NOTHING:
                now = max(now, terms.now * line.worth)
                later = max(later, terms.later * line.worth)
                near = max(near, terms.near * line.worth)
                risk += terms.at_risk
        hope = now + temper.later * later + temper.firefight * near
        return Prospect(hope, risk * self.worth)

    def _look(self, line: "Line", at: Point, there: Callable[[], Standing]) -> Terms:
        """The terms of a duel that is not known yet; it is then."""
        if not _may_reach(self.me, line.foe, *at):
            return NOTHING
        here, survey = there(), self.view.survey
        terms = assess_duel(self.view, here, line.foe)
        if not line.is_all_round:
            survey.known.keep_duel(line.known, here.spot << 24 | line.spot, terms)
        return terms

    def balance(self, spot: int, at: Point, shelter: float, there: Callable[[], Standing]) -> float:
        """What it can be expected to take from a spot, less what it risks, and its comfort there.

        That is the worth of shelter, and of having the leader near.
        """
        found, temper = self.weigh(spot, at, there), self.view.temper
        comfort = temper.shelter * shelter
        if self._company is not None and self._company.reaches(at):
            comfort += self._company.worth
        return found.hope - temper.caution * found.fear + comfort


def may_matter(me: Standing, foe: Standing) -> bool:
    """Whether two units may be in each other's reach where they stand."""
    return _may_reach(me, foe, me.x, me.y)


def _may_reach(me: Standing, foe: Standing, x: float, y: float, roam: float = 0.0) -> bool:
    """Whether two units may be in each other's reach with the first so near a point."""
    reach = max(me.reach, foe.reach) + me.extent + foe.extent + EPSILON + roam
    dx, dy = foe.x - x, foe.y - y
    return dx * dx + dy * dy <= reach * reach


class Line(msgspec.Struct, frozen=True, gc=False):
    """An enemy in an outlook, and what is known of duels with it, by both spots.

    That is the pair of cases that the spots are to each other, to be looked up in `between`, or
    where weapons do not bear all round, the terms themselves.
    """

    known: dict[Any, Any]
    between: Standoff
    is_all_round: bool
    spot: int
    worth: float
    foe: Standing


def _line(view: View, me: Standing, foe: Standing) -> Line:
    known, is_all_round = view.survey.known, me.is_all_round and foe.is_all_round
    between = standoff(view, me, foe, me.attacker, foe.attacker)
    table = known.pairs if is_all_round else known.duels[between.key]
    return Line(table, between, is_all_round, foe.spot, view.units[foe.unit], foe)


class _Company(msgspec.Struct, frozen=True, gc=False):
    """The leader of a unit, and what having him within so many inches is worth."""

    leader: Unit
    inches: float
    worth: float

    def reaches(self, at: Point) -> bool:
        """Whether the unit has him near at a point."""
        return distance_to_point(self.leader.footprint, *at) <= self.inches


def _company(view: View, me: Standing) -> _Company | None:
    """Company counts more for a unit in trouble (HR-3)."""
    state = view.state
    leader = state.formation_of(me.unit).leader
    other, base = state.units[leader], me.row.footprint
    if leader == me.unit or not other.alive or other.broken:
        return None
    reach = state.rules.leader_range + (base.radius or base.half_width)
    return _Company(other, reach, view.temper.company * (1 + me.row.suppressed + me.row.broken))
