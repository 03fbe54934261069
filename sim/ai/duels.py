"""Duels: what two opposed units can do to one another, by how they show themselves."""

from collections.abc import Iterable
from typing import NamedTuple

from sim.ai.pairings import BAND, CLOSE, HIDDEN, Pairing, manner_of
from sim.ai.survey import CASES, NO_ARMS, Standing, Survey
from sim.ai.temper import Temper
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

    def hoped(self, temper: Temper) -> float:
        """The share of the enemy that fire can be expected to take, now and in the next turn."""
        return self.now + temper.later * self.later + temper.firefight * self.near

    def at_risk(self, temper: Temper) -> float:
        """The share of the unit that the enemy can be expected to take in its next turn."""
        return self.fired_at + temper.firefight * self.fired_at_near + temper.charge * self.charged


NOTHING = Terms(0.0, 0.0, 0.0, 0.0, 0.0, 0.0)


class StandoffKey(NamedTuple):
    """The kinds of two units, how the first has moved, and what of each bears on the other.

    `is_spotted` says that the leader of the first sees the enemy for it.
    """

    mine: int
    yours: int
    my_kinds: int
    your_kinds: int
    manner: int
    is_spotted: bool


class Standoff(dict[int, Terms]):
    """The terms between two units by the number of the pair of cases that they are to each other.

    They are the same for all units of those kinds, the first having moved so, with those weapons
    bearing; `key` tells all that apart.
    """

    def __init__(
        self, survey: Survey, state: BattleState, me: Standing, foe: Standing, key: StandoffKey
    ):
        super().__init__()
        self.key = key
        self._fire = _pairing(survey, state, key.mine, me, foe)
        self._return_fire = _pairing(survey, state, key.yours, foe, me)
        self._charged = survey.melee(state, foe, me).lost if foe.arms.may_charge else 0.0
        self._manner, self._is_spotted = key.manner, key.is_spotted
        self._sprinted = me.row.sprinted
        self._ranges = survey.known.ranges

    def __missing__(self, pair: int) -> Terms:
        """Ask the pairings, and they the rules."""
        terms = self[pair] = self._terms(pair % CASES, pair // CASES)
        return terms

    def _terms(self, seen: int, shown: int) -> Terms:
        """The terms when the enemy is one case to the unit, and the unit another to the enemy."""
        now = later = near = fired_at = fired_at_near = 0.0
        is_close, case = seen & BAND <= self._ranges.firefight, seen & ~HIDDEN
        if self._fire is not None and (self._is_spotted or not seen & HIDDEN):
            later = self._fire[case].share
            now = 0.0 if self._sprinted else self._fire[self._manner | case].share
            near = self._fire[CLOSE | self._manner | case].share if is_close else 0.0
        if self._return_fire is not None and not shown & HIDDEN:
            fired_at = self._return_fire[shown].share
            fired_at_near = self._return_fire[CLOSE | shown].share if is_close else 0.0
        charged = self._charged if seen & BAND <= self._ranges.charge else 0.0
        if now or later or near or fired_at or fired_at_near or charged:
            return Terms(now, later, near, fired_at, fired_at_near, charged)
        return NOTHING


def _pairing(
    survey: Survey, state: BattleState, number: int, firer: Standing, target: Standing
) -> Pairing | None:
    """What a kind of attacker can do to a target; None if nothing bears on it."""
    if number == NO_ARMS or not survey.known.attackers.things[number].mounts:
        return None
    return survey.pairing(state, number, firer, target)


def standoffs(
    survey: Survey, state: BattleState, me: Standing, foes: Iterable[Standing]
) -> list[Standoff]:
    """The standoffs of a unit with enemies if all weapons bore, on both sides."""
    return [_standoff(survey, state, me, foe, me.attacker, foe.attacker) for foe in foes]


def assess_duel(survey: Survey, state: BattleState, me: Standing, foe: Standing) -> Terms:
    """What two opposed units can do to one another where they stand."""
    mine, yours = survey.bearing(me, foe), survey.bearing(foe, me)
    return _standoff(survey, state, me, foe, mine, yours)[survey.pair(state, me, foe)]


def _standoff(
    survey: Survey, state: BattleState, me: Standing, foe: Standing, mine: int, yours: int
) -> Standoff:
    """The standoff of two units of which these parts bear on each other."""
    is_spotted = me.is_indirect and _is_spotted(survey, state, me, foe)
    manner = manner_of(me.row, "shooting")
    key = StandoffKey(mine, yours, me.kinds, foe.kinds, manner, is_spotted)
    found: Standoff | None = survey.known.standoffs.get(key)
    if found is None:
        found = survey.known.standoffs[key] = Standoff(survey, state, me, foe, key)
    return found


def _is_spotted(survey: Survey, state: BattleState, me: Standing, foe: Standing) -> bool:
    """Whether the leader sees an enemy for a weapon that does not need to (HR-19)."""
    leader = state.formation_of(me.unit).leader
    if leader == me.unit or not state.units[leader].alive:
        return False
    return not survey.pair(state, survey.standing(state, leader), foe) & HIDDEN
