"""Menace: what each enemy threatens to take, and is therefore worth beyond its own."""

from msgspec.structs import replace

from sim.ai.duels import assess_duel
from sim.ai.prospects import share_at_risk
from sim.ai.survey import Standing, Threat
from sim.ai.view import View


def with_menace(view: View, side: int) -> View:
    """The view of a side to which an enemy is worth more, the more it threatens to take.

    It threatens the unit of which it can be expected to take most; that is what it may fire at.
    """
    state, survey = view.state, view.survey
    own, worths, known = survey.foes_of(state, 1 - side), list(view.units), survey.threats
    for foe in survey.foes_of(state, side):
        greatest = 0.0
        for unit in own:
            threat = known.get((foe.unit, unit.unit))
            if threat is None or threat.foe is not foe or threat.unit is not unit:
                threat = known[foe.unit, unit.unit] = Threat(
                    foe, unit, _threatened(view, foe, unit)
                )
            greatest = max(greatest, threat.worth)
        worths[foe.unit] += view.temper.menace * greatest
    return replace(view, units=tuple(worths))


def _threatened(view: View, foe: Standing, unit: Standing) -> float:
    """What an enemy can be expected to take of one unit."""
    terms = assess_duel(view.survey, view.state, unit, foe)
    return share_at_risk(view.temper, terms) * view.units[unit.unit]
