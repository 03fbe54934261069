"""Assault: what charges, pile-ins and blows can be expected to bring, by the exact odds."""

from typing import NamedTuple

from sim.ai.fates import Fate, blows, fate_of
from sim.ai.gunnery import Shares
from sim.ai.view import View
from sim.ai.worth import BROKEN, STUNNED, loss_of
from sim.rules.activation import is_team
from sim.rules.melee import opponents
from sim.rules.nerve import leadership_modifiers
from sim.state.battle import BattleState
from sim.state.orders import Aim
from sim.state.rolls import total


class Blow(NamedTuple):
    """One unit's attack in Melee: the worth it can be expected to take, the chance to destroy."""

    gain: float
    destroyed: float
    target: int
    aim: Aim


def best_blow(view: View, unit: int, shares: Shares) -> Blow | None:
    """The melee weapon and the enemy within 2 inches that serve a team best (RU-23)."""
    best: Blow | None = None
    for target in opponents(view.state, unit):
        for attack in blows(view.state, unit, target):
            loss = loss_of(view.state, attack, target)
            gain = view.worth_of(target, loss) * shares[target]
            if best is None or gain > best.gain:
                best = Blow(gain, loss.destroyed, target, Aim(attack.weapon, attack.target))
    return best


def duel_gain(view: View, unit: int, enemy: int, beside: int = 0) -> float:
    """What a melee of a team with one enemy can be expected to bring: its loss less the own.

    Who loses must pass a test to break away, or is destroyed; a vehicle always loses (HR-25).
    With friends beside it, the team is the one that is struck only now and then.
    """
    mine, yours = fate_of(view.state, enemy, unit), fate_of(view.state, unit, enemy)
    gain = view.units[enemy] * _cost(view.state, enemy, yours, mine)
    return gain - view.units[unit] * _cost(view.state, unit, mine, yours) / (1 + beside)


def melee_risk(view: View, attacker: int, unit: int) -> float:
    """The worth that a charge by one enemy can be expected to take from a unit."""
    return view.units[unit] * fate_of(view.state, attacker, unit).lost


def _cost(state: BattleState, unit: int, own: Fate, other: Fate) -> float:
    """The share of a unit that a melee can be expected to cost it."""
    fails = 1.0 - rally_chance(state, unit)
    if not is_team(state, unit):
        return own.destroyed + (1.0 - own.destroyed) * fails * STUNNED
    routed = own.broken * (1.0 - other.lost) * fails
    return own.destroyed + routed + (own.broken - routed) * BROKEN


def rally_chance(state: BattleState, unit: int) -> float:
    """The chance of a unit's Leadership test (BB-5, HR-3)."""
    return chance_to_pass(state.spec(unit).leadership - total(leadership_modifiers(state, unit)))


def chance_to_pass(need: int) -> float:
    """The chance of a Leadership test that needs so much (BB-5)."""
    return min(max(7 - need, 0), 6) / 6
