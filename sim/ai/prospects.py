"""Look-ahead: what a unit has to hope and to fear where it stands, by exact odds remembered."""

from collections.abc import Sequence
from typing import NamedTuple

from sim.ai.pairings import BAND, CLOSE, HIDDEN, manner_of
from sim.ai.survey import Standing
from sim.ai.view import View
from sim.geometry.footprints import within
from sim.state.battle import BattleState, Unit

LATER = 0.6
"""What the next turn's fire counts beside this turn's."""

CAUTION = 0.6
"""What the enemy's fire counts: it can fall on others as well."""

_FIREFIGHT, _CHARGE = 1.3, 0.5
"""What Firefights count, for there are two in a round, and charges that may come."""

_COMPANY = 0.12
"""The worth of a leader near by."""


class Prospect(NamedTuple):
    """The worth that a unit's fire can be expected to take, and what it can be expected to lose."""

    hope: float
    fear: float

    @property
    def balance(self) -> float:
        """What speaks for the place."""
        return self.hope - CAUTION * self.fear


def prospect(view: View, unit: int, row: Unit | None = None) -> float:
    """The worth that a unit can be expected to take from where it stands, less what it risks.

    With a row, as if that were its own.
    """
    state, survey = view.state, view.survey
    me = survey.standing(state, unit) if row is None else survey.as_if(state, unit, row)
    foes = survey.foes_of(state, state.side_of(unit))
    return weigh(view, me, foes).balance + _company(state, me)


def hope(view: View, unit: int) -> float:
    """The worth that a unit's fire can be expected to take, in this turn and the next."""
    return _weigh_now(view, unit).hope


def fear(view: View, unit: int) -> float:
    """The worth of a unit that the enemy can be expected to take in its next turn."""
    return _weigh_now(view, unit).fear


def _weigh_now(view: View, unit: int) -> Prospect:
    state, survey = view.state, view.survey
    foes = survey.foes_of(state, state.side_of(unit))
    return weigh(view, survey.standing(state, unit), foes)


def weigh(view: View, me: Standing, foes: Sequence[Standing]) -> Prospect:
    """Hope and fear of a unit where it stands, of all its enemies.

    Hope is of the one enemy whom its fire would cost most: now, in the next turn, in Firefight.
    Fear is of every enemy as it stands: what it would do to this unit if it chose it.
    """
    state, survey, worths = view.state, view.survey, view.units
    close, reach = survey.known.ranges.firefight, survey.known.ranges.charge
    manner, close_manner = manner_of(me.row, "shooting"), manner_of(me.row, "firefight")
    fires = bool(me.arms.mounts)
    now = later = near = risk = 0.0
    for foe in foes:
        seen = survey.case(state, me, foe)
        band, is_hidden = seen & BAND, seen & HIDDEN
        if fires and (not is_hidden or _is_spotted(view, me, foe)):
            volleys = survey.pairing(state, me, foe)
            if volleys is not None:
                seen &= ~HIDDEN
                worth = worths[foe.unit]
                now = max(now, volleys[manner | seen].share * worth)
                later = max(later, volleys[seen].share * worth)
                if band <= close:
                    near = max(near, volleys[close_manner | seen].share * worth)
        if foe.arms.mounts and not is_hidden:
            volleys = survey.pairing(state, foe, me)
            if volleys is not None:
                shown = survey.case(state, foe, me) & ~HIDDEN
                risk += volleys[shown].share
                if band <= close:
                    risk += _FIREFIGHT * volleys[CLOSE | shown].share
        if band <= reach and foe.arms.may_charge:
            risk += _CHARGE * survey.melee(state, foe, me).lost
    if me.row.sprinted:
        now = 0.0
    return Prospect(now + LATER * later + _FIREFIGHT * near, risk * worths[me.unit])


def _is_spotted(view: View, me: Standing, foe: Standing) -> bool:
    """Whether the leader sees an enemy for a weapon that does not need to (HR-19)."""
    if not me.arms.is_indirect:
        return False
    state, survey = view.state, view.survey
    leader = state.formation_of(me.unit).leader
    if leader == me.unit or not state.units[leader].alive:
        return False
    return not survey.case(state, survey.standing(state, leader), foe) & HIDDEN


def _company(state: BattleState, me: Standing) -> float:
    """The worth of having the leader near, more for a unit in trouble (HR-3)."""
    leader = state.formation_of(me.unit).leader
    other = state.units[leader]
    if leader == me.unit or not other.alive or other.broken:
        return 0.0
    if not within(me.row.footprint, other.footprint, state.rules.leader_range):
        return 0.0
    return _COMPANY * (1 + me.row.suppressed + me.row.broken)
