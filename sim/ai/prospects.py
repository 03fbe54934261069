"""Look-ahead: what a unit has to hope and to fear where it stands, by exact odds remembered."""

from collections.abc import Sequence
from typing import NamedTuple

from sim.ai.cover import shelter_of
from sim.ai.duels import NOTHING, Terms, duels
from sim.ai.survey import Standing
from sim.ai.temper import Temper
from sim.ai.view import View
from sim.geometry.footprints import within
from sim.state.battle import Unit


class Prospect(NamedTuple):
    """The worth that a unit's fire can be expected to take, and what it can be expected to lose."""

    hope: float
    fear: float


def prospect(view: View, unit: int, row: Unit | None = None) -> float:
    """The worth that a unit can be expected to take from where it stands, less what it risks.

    With a row, as if it had come to that by moving.
    """
    state, survey = view.state, view.survey
    me = survey.standing(state, unit)
    if row is not None:
        same_states = row.sprinted == me.row.sprinted
        me = survey.moved(me, row) if same_states else survey.as_if(state, unit, row)
    foes = survey.foes_of(state, state.side_of(unit))
    return _balance(view, weigh(view, me, foes)) + _comfort(view, me)


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
    worths, temper = view.units, view.temper
    now = later = near = risk = 0.0
    for foe, terms in duels(view.survey, view.state, me, foes):
        if terms is not NOTHING:
            worth = worths[foe.unit]
            now = max(now, terms.now * worth)
            later = max(later, terms.later * worth)
            near = max(near, terms.near * worth)
            risk += share_at_risk(temper, terms)
    hope = now + temper.later * later + temper.firefight * near
    return Prospect(hope, risk * worths[me.unit])


def share_at_risk(temper: Temper, terms: Terms) -> float:
    """The share of a unit that an enemy can be expected to take in its next turn."""
    return terms.fired_at + temper.firefight * terms.fired_at_near + temper.charge * terms.charged


def _balance(view: View, found: Prospect) -> float:
    return found.hope - view.temper.caution * found.fear


def _comfort(view: View, me: Standing) -> float:
    """The worth of shelter, and of having the leader near, more for a unit in trouble (HR-3)."""
    state, temper = view.state, view.temper
    comfort = temper.shelter * shelter_of(state.roster.world, me.row.stance)
    leader = state.formation_of(me.unit).leader
    other = state.units[leader]
    if leader == me.unit or not other.alive or other.broken:
        return comfort
    if not within(me.row.footprint, other.footprint, state.rules.leader_range):
        return comfort
    return comfort + temper.company * (1 + me.row.suppressed + me.row.broken)
