"""Assault: what charges, pile-ins and blows can be expected to bring, by the exact odds."""

from collections.abc import Iterator
from typing import NamedTuple

from sim.ai.gunnery import Shares
from sim.ai.worth import View, expected_loss
from sim.rules.activation import is_team
from sim.rules.attack import Attack
from sim.rules.hits import condition_of
from sim.rules.melee import assess_blow, assess_vehicle, opponents
from sim.rules.nerve import leadership_modifiers
from sim.rules.odds import attack_odds
from sim.state.battle import BattleState
from sim.state.orders import Aim
from sim.state.rolls import total

_FLIGHT, _STUN = 0.5, 0.4
"""The share of a unit's worth that breaking, and a stun, take from it."""


class Blow(NamedTuple):
    """One unit's attack in Melee: the worth it can be expected to take, the chance to destroy."""

    gain: float
    destroyed: float
    target: int
    aim: Aim


class _Fate(NamedTuple):
    """The chances that a unit is destroyed, broken or left as it was by an attack."""

    destroyed: float
    broken: float

    @property
    def lost(self) -> float:
        """The chance that it fights no more."""
        return self.destroyed + self.broken


_UNHARMED = _Fate(0.0, 0.0)


def best_blow(view: View, unit: int, shares: Shares) -> Blow | None:
    """The melee weapon and the enemy within 2 inches that serve a team best (RU-23)."""
    best: Blow | None = None
    for target in opponents(view.state, unit):
        for attack in _blows(view.state, unit, target):
            loss = expected_loss(view, attack)
            gain = loss.worth * shares[target]
            if best is None or gain > best.gain:
                best = Blow(gain, loss.destroyed, target, Aim(attack.weapon, attack.target))
    return best


def _blows(state: BattleState, unit: int, target: int) -> Iterator[Attack]:
    for weapon in state.spec(unit).arms.melee:
        yield assess_blow(state, unit, weapon, target)


def duel_gain(view: View, unit: int, enemy: int, beside: int = 0) -> float:
    """What a melee of a team with one enemy can be expected to bring: its loss less the own.

    Who loses must pass a test to break away, or is destroyed; a vehicle always loses (HR-25).
    With friends beside it, the team is the one that is struck only now and then.
    """
    mine, yours = _fate(view, enemy, unit), _fate(view, unit, enemy)
    gain = view.units[enemy] * _cost(view.state, enemy, yours, mine)
    return gain - view.units[unit] * _cost(view.state, unit, mine, yours) / (1 + beside)


def melee_risk(view: View, attacker: int, unit: int) -> float:
    """The worth that a charge by one enemy can be expected to take from a unit."""
    return view.units[unit] * _fate(view, attacker, unit).lost


def _fate(view: View, attacker: int, target: int) -> _Fate:
    """What the best attack of one unit makes of another in Melee."""
    state = view.state
    best = _UNHARMED
    for attack in _melee_attacks(state, attacker, target):
        odds = attack_odds(attack, condition_of(state, target)).attack
        fate = _Fate(float(odds["destroyed"]), float(odds.get("broken", 0)))
        if fate.destroyed + _FLIGHT * fate.broken > best.destroyed + _FLIGHT * best.broken:
            best = fate
    return best


def _melee_attacks(state: BattleState, attacker: int, target: int) -> Iterator[Attack]:
    if is_team(state, attacker):
        yield from _blows(state, attacker, target)
    elif is_team(state, target) and not state.units[attacker].stunned:
        yield assess_vehicle(state, attacker, target)


def _cost(state: BattleState, unit: int, own: _Fate, other: _Fate) -> float:
    """The share of a unit that a melee can be expected to cost it."""
    fails = 1.0 - rally_chance(state, unit)
    if not is_team(state, unit):
        return own.destroyed + (1.0 - own.destroyed) * fails * _STUN
    routed = own.broken * (1.0 - other.lost) * fails
    return own.destroyed + routed + (own.broken - routed) * _FLIGHT


def rally_chance(state: BattleState, unit: int) -> float:
    """The chance of a unit's Leadership test (BB-5, HR-3)."""
    need = state.spec(unit).leadership - total(leadership_modifiers(state, unit))
    return min(max(7 - need, 0), 6) / 6
