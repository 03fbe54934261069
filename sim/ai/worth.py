"""What units are worth, and how much of that an attack can be expected to take: exact odds."""

from collections.abc import Iterable
from typing import NamedTuple

from sim.rules.attack import Attack
from sim.rules.hits import condition_of
from sim.rules.odds import Odds, attack_odds
from sim.rules.victory import started
from sim.state.battle import BattleState
from sim.state.profiles import Kind
from sim.state.roster import NOBODY, Condition

VICTORY = 8.0
"""What a battle is worth, where the fighting power of a team is 1."""

_POWER: dict[Kind, float] = {"infantry": 1.0, "gun": 1.5, "vehicle": 2.0}
_UNARMED_POWER = 0.6
_LEADER_POWER = 0.3

BROKEN, STUNNED, _SUPPRESSED = 0.5, 0.4, 0.12
"""The share of a unit's worth that each of these takes from it."""


def worths_of(state: BattleState) -> tuple[tuple[float, ...], tuple[float, ...]]:
    """What the loss of each unit and of each gun is worth, to either side.

    Its power, the score, and what the victory conditions want destroyed.
    """
    roster = state.roster
    units = [_power(state, unit) + roster.score.unit for unit in range(len(roster.units))]
    guns = [roster.score.gun for _ in roster.guns]
    for condition in roster.conditions:
        if destroys_share(condition):
            wanted = wanted_by(state, condition)
            for unit in wanted:
                units[unit] += VICTORY / max(1.0, condition.share * len(wanted))
        elif condition.kind == "destroy":
            if condition.gun != NOBODY:
                guns[condition.gun] += VICTORY
            else:
                units[condition.unit] += VICTORY
    return tuple(units), tuple(guns)


def _power(state: BattleState, unit: int) -> float:
    spec = state.spec(unit)
    if spec.is_vehicle and not spec.arms.mounts:
        return _UNARMED_POWER
    leads = state.formation_of(unit).leader == unit
    return _POWER[spec.kind] + (_LEADER_POWER if leads else 0.0)


def destroys_share(condition: Condition) -> bool:
    """Whether a condition is to destroy a share of the enemy, not one unit or gun."""
    return condition.kind == "destroy" and condition.unit == condition.gun == NOBODY


def wanted_by(state: BattleState, condition: Condition) -> list[int]:
    """The units that count for a condition to destroy a share of the enemy."""
    return [
        spec.index
        for spec in state.roster.units
        if spec.side != condition.side and started(state, spec.index)
    ]


class Loss(NamedTuple):
    """What an attack can be expected to take, as a share of its target's worth.

    `destroyed` and `gun_destroyed` are the chances that target and gun are lost.
    """

    share: float
    destroyed: float
    gun_destroyed: float


def loss_of(state: BattleState, attack: Attack, target: int) -> Loss:
    """The loss of an attack's target by the exact odds."""
    odds = attack_odds(attack, condition_of(state, target))
    destroyed = float(odds.attack["destroyed"])
    share = destroyed
    if "broken" in odds.attack:
        share += BROKEN * float(odds.attack["broken"])
        if not state.units[target].suppressed:
            share += _SUPPRESSED * _any_hit(odds, attack.dice)
    share += STUNNED * float(odds.attack.get("stunned", 0))
    return Loss(min(share, 1.0), destroyed, float(odds.attack.get("gun_destroyed", 0)))


def _any_hit(odds: Odds, dice: int) -> float:
    """The chance that one of so many dice hits."""
    miss, none = 1.0 - float(odds.hit), 1.0
    for _ in range(dice):
        none *= miss
    return 1.0 - none


def added(values: Iterable[float]) -> float:
    """The sum from left to right, the same in every version of Python."""
    total = 0.0
    for value in values:
        total += value
    return total
