"""Prospects: what a unit has to hope and to fear where it stands, by exact odds remembered."""

from sim.ai.cover import shelter_of
from sim.ai.outlook import Outlook, Prospect
from sim.ai.view import View
from sim.state.battle import Unit


def prospect(view: View, unit: int, row: Unit | None = None) -> float:
    """The worth that a unit can be expected to take from where it stands, less what it risks.

    With a row, as if it had come to that by moving.
    """
    survey, state = view.survey, view.state
    me = survey.standing(state, unit) if row is None else survey.as_if(state, unit, row)
    shelter = shelter_of(state.roster.world, me.row.stance)
    return Outlook(view, me).balance(me.spot, (me.x, me.y), shelter, lambda: me)


def hope(view: View, unit: int) -> float:
    """The worth that a unit's fire can be expected to take, in this turn and the next."""
    return _weigh(view, unit).hope


def fear(view: View, unit: int) -> float:
    """The worth of a unit that the enemy can be expected to take in its next turn."""
    return _weigh(view, unit).fear


def _weigh(view: View, unit: int) -> Prospect:
    me = view.survey.standing(view.state, unit)
    return Outlook(view, me).weigh(me.spot, (me.x, me.y), lambda: me)
