"""Melee: what the best attack of one unit makes of another, by the exact odds."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec.structs import replace

from sim.ai.worth import BROKEN
from sim.battlefield.sight import Stance
from sim.rules.activation import is_team
from sim.rules.attack import Attack
from sim.rules.hits import condition_of
from sim.rules.melee import assess_blow, assess_vehicle
from sim.rules.odds import attack_odds
from sim.state.battle import BattleState


class Fate(NamedTuple):
    """The chances that a unit is destroyed, broken or left as it was by an attack."""

    destroyed: float
    broken: float

    @property
    def lost(self) -> float:
        """The chance that it fights no more."""
        return self.destroyed + self.broken


UNHARMED = Fate(0.0, 0.0)

_BEFORE = 3.0
"""So many inches before its target an attacker is thought to stand."""


def fate_of(state: BattleState, attacker: int, target: int) -> Fate:
    """What the best attack of one unit makes of another in Melee, from where the two stand."""
    best = UNHARMED
    for attack in _melee_attacks(state, attacker, target):
        odds = attack_odds(attack, condition_of(state, target)).attack
        fate = Fate(float(odds["destroyed"]), float(odds.get("broken", 0)))
        if fate.destroyed + BROKEN * fate.broken > best.destroyed + BROKEN * best.broken:
            best = fate
    return best


def fate_of_kind(state: BattleState, attacker: int, target: int) -> Fate:
    """The same wherever they stand: as if on level ground, the attacker before the target."""
    world, units = state.roster.world, list(state.units)
    for unit, ahead in ((target, 0.0), (attacker, _BEFORE)):
        row = units[unit]
        base = row.footprint.moved(world.width / 2, world.height / 2 + ahead, 0.0)
        stance = Stance(base, 0.0, row.stance.eye, row.stance.height, 0, 0)
        units[unit] = replace(row, footprint=base, stance=stance)
    return fate_of(replace(state, units=tuple(units)), attacker, target)


def _melee_attacks(state: BattleState, attacker: int, target: int) -> Iterator[Attack]:
    if is_team(state, attacker):
        yield from blows(state, attacker, target)
    elif is_team(state, target) and not state.units[attacker].stunned:
        yield assess_vehicle(state, attacker, target)


def blows(state: BattleState, unit: int, target: int) -> Iterator[Attack]:
    """A team's attacks on a target with each of its melee weapons (RU-23)."""
    for weapon in state.spec(unit).arms.melee:
        yield assess_blow(state, unit, weapon, target)
