"""Duels: what two opposed units can do to one another, by how they show themselves."""

from typing import Any, NamedTuple

from sim.ai.pairings import BAND, CLOSE, HIDDEN, Pairing
from sim.ai.survey import CASES, NO_ARMS, Standing, Survey
from sim.ai.temper import Temper
from sim.ai.view import View
from sim.state.battle import BattleState


class Terms(NamedTuple):
    """Shares of an enemy, then of the unit itself, that can be expected to be lost.

    The enemy's by the unit's fire in this turn's Shooting, in the next one, in Firefight, and in
    all of them as a temper weighs it; its own in the enemy's next turn, weighed likewise.
    """

    now: float
    later: float
    near: float
    hoped: float
    at_risk: float


NOTHING = Terms(0.0, 0.0, 0.0, 0.0, 0.0)

StandoffKey = tuple[int, int, int, int, int, bool, Temper]
"""What of each of two units bears on the other, their kinds, and how the first has moved.

Then whether the leader of the first sees the enemy for it, and by which numbers it weighs.
"""


class Standoff(dict[int, Terms]):
    """The terms between two units by the number of the pair of cases that they are to each other.

    They are the same for all units of those kinds, the first having moved so, with those weapons
    bearing, that are weighed alike; `key` tells all that apart. `scale` is the same at a glance.
    """

    def __init__(
        self, survey: Survey, state: BattleState, me: Standing, foe: Standing, key: StandoffKey
    ):
        super().__init__()
        self.key = key
        self.scale: Any = None
        mine, yours, _, _, self._manner, self._is_spotted, self._temper = key
        self._fire = _pairing(survey, state, mine, me, foe)
        self._return_fire = _pairing(survey, state, yours, foe, me)
        self._charged = survey.melee(state, foe, me).lost if foe.arms.may_charge else 0.0
        self._sprinted = me.row.sprinted
        self._ranges = survey.known.ranges

    def __missing__(self, pair: int) -> Terms:
        """Ask the pairings, and they the rules."""
        terms = self[pair] = self._terms(pair % CASES, pair // CASES)
        return terms

    def _terms(self, seen: int, shown: int) -> Terms:
        """The terms when the enemy is one case to the unit, and the unit another to the enemy."""
        now = later = near = at_risk = 0.0
        temper = self._temper
        is_close, case = seen & BAND <= self._ranges.firefight, seen & ~HIDDEN
        if self._fire is not None and (self._is_spotted or not seen & HIDDEN):
            later = self._fire[case].share
            now = 0.0 if self._sprinted else self._fire[self._manner | case].share
            near = self._fire[CLOSE | self._manner | case].share if is_close else 0.0
        if self._return_fire is not None and not shown & HIDDEN:
            at_risk = self._return_fire[shown].share
            if is_close:
                at_risk += temper.firefight * self._return_fire[CLOSE | shown].share
        if seen & BAND <= self._ranges.charge:
            at_risk += temper.charge * self._charged
        hoped = now + temper.later * later + temper.firefight * near
        if now or later or near or at_risk:
            return Terms(now, later, near, hoped, at_risk)
        return NOTHING


def _pairing(
    survey: Survey, state: BattleState, number: int, firer: Standing, target: Standing
) -> Pairing | None:
    """What a kind of attacker can do to a target; None if nothing bears on it."""
    if number == NO_ARMS or not survey.known.attackers.things[number].mounts:
        return None
    return survey.pairing(state, number, firer, target)


def assess_duel(view: View, me: Standing, foe: Standing) -> Terms:
    """What two opposed units can do to one another where they stand."""
    survey = view.survey
    mine, yours = survey.bearing(me, foe), survey.bearing(foe, me)
    return standoff(view, me, foe, mine, yours)[survey.pair(view.state, me, foe)]


def standoff(view: View, me: Standing, foe: Standing, mine: int, yours: int) -> Standoff:
    """The standoff of two units of which these parts bear on each other, by their numbers."""
    is_spotted = me.is_indirect and _is_spotted(view.survey, view.state, me, foe)
    key = mine, yours, me.kinds, foe.kinds, me.manner, is_spotted, view.temper
    known = view.survey.known
    found: Standoff | None = known.standoffs.get(key)
    if found is None:
        found = known.standoffs.keep(key, Standoff(view.survey, view.state, me, foe, key))
    return found


def _is_spotted(survey: Survey, state: BattleState, me: Standing, foe: Standing) -> bool:
    """Whether the leader sees an enemy for a weapon that does not need to (HR-19)."""
    leader = state.formation_of(me.unit).leader
    if leader == me.unit or not state.units[leader].alive:
        return False
    return not survey.pair(state, survey.standing(state, leader), foe) & HIDDEN
