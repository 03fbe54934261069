"""Duels: what two opposed units can do to one another where they stand, remembered by place."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sim.ai.pairings import BAND, CLOSE, HIDDEN, manner_of
from sim.ai.survey import Standing, Survey
from sim.state.battle import BattleState


class Terms(NamedTuple):
    """Shares of an enemy, then of the unit itself, that can be expected to be lost.

    The enemy's by the unit's fire in this turn's Shooting, in the next one and in Firefight; its
    own in the enemy's turn, by fire in Shooting and in Firefight, and by the blows of a charge.
    """

    now: float
    later: float
    near: float
    fired_at: float
    fired_at_near: float
    charged: float


NOTHING = Terms(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


def duels(
    survey: Survey, state: BattleState, me: Standing, foes: Sequence[Standing]
) -> Iterator[tuple[Standing, Terms]]:
    """A unit's duel with each enemy, as all of them stand.

    Those of a unit for which its leader may see are worked out each time, for it sees elsewhere.
    """
    manner = manner_of(me.row, "shooting")
    by_kinds, spot = survey.known.duels(me.kinds, manner), me.spot << 24
    for foe in foes:
        if me.is_indirect or not (me.is_placed and foe.is_placed):
            yield foe, assess_duel(survey, state, me, foe)
            continue
        known = by_kinds[foe.kinds]
        terms = known.get(spot | foe.spot)
        if terms is None:
            terms = survey.known.keep(known, spot | foe.spot, assess_duel(survey, state, me, foe))
        yield foe, terms


def assess_duel(survey: Survey, state: BattleState, me: Standing, foe: Standing) -> Terms:
    """What two opposed units can do to one another."""
    seen, ranges = survey.case(state, me, foe), survey.known.ranges
    is_close, is_hidden = seen & BAND <= ranges.firefight, bool(seen & HIDDEN)
    now = later = near = fired_at = fired_at_near = charged = 0.0
    if me.arms.mounts and (not is_hidden or _is_spotted(survey, state, me, foe)):
        volleys = survey.pairing(state, me, foe)
        if volleys is not None:
            case = seen & ~HIDDEN
            later = volleys[case].share
            if not me.row.sprinted:
                now = volleys[manner_of(me.row, "shooting") | case].share
            if is_close:
                near = volleys[manner_of(me.row, "firefight") | case].share
    if foe.arms.mounts and not is_hidden:
        volleys = survey.pairing(state, foe, me)
        if volleys is not None:
            shown = survey.case(state, foe, me)
            fired_at = volleys[shown].share
            fired_at_near = volleys[CLOSE | shown].share if is_close else 0.0
    if foe.arms.may_charge and seen & BAND <= ranges.charge:
        charged = survey.melee(state, foe, me).lost
    if now or later or near or fired_at or fired_at_near or charged:
        return Terms(now, later, near, fired_at, fired_at_near, charged)
    return NOTHING


def _is_spotted(survey: Survey, state: BattleState, me: Standing, foe: Standing) -> bool:
    """Whether the leader sees an enemy for a weapon that does not need to (HR-19)."""
    leader = state.formation_of(me.unit).leader
    if not me.is_indirect or leader == me.unit or not state.units[leader].alive:
        return False
    return not survey.case(state, survey.standing(state, leader), foe) & HIDDEN
