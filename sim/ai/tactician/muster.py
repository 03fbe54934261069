"""Who fights: what units bring to an attack and set against one, told apart as little as can be.

Units that fight alike are equal here, and share the tables made for them.
"""

from typing import NamedTuple

from sim.rules.activation import movement_rates
from sim.rules.aim import mounts_of, needs_open_hatch, weapons_allowed
from sim.rules.vehicle_damage import counts_as_open
from sim.state.battle import BattleState
from sim.state.profiles import ALL_ROUND, MeleeWeapon, Mount, Vehicle
from sim.state.roster import NOBODY


class Attacker(NamedTuple):
    """What a unit attacks with now; `worse` is added to every to-hit number of its fire.

    `pace` is inches of a move, 0 where it cannot; `can_charge` says that it is infantry that could.
    """

    mounts: tuple[Mount, ...]
    melee: tuple[MeleeWeapon, ...]
    ranged_skill: int
    melee_skill: int
    allowed: int
    worse: int
    pace: float
    can_charge: bool
    is_vehicle: bool


class Target(NamedTuple):
    """What a unit is as a target now; `save` is what quality and sprinting add to its saves."""

    vehicle: Vehicle | None
    ranged_skill: int
    melee_skill: int
    save: int
    cowering: bool
    broken: bool
    shield: bool
    emplaced: bool
    open_top: bool
    helpless: bool
    sprinted: bool


_QUALITY = {"conscript": -1, "regular": 0, "elite": 1}


def attacker_of(state: BattleState, unit: int) -> Attacker:
    """A unit as an attacker, from its row alone."""
    spec, row = state.roster.units[unit], state.units[unit]
    out = row.broken or row.stunned
    serves, vehicle = row.serves != NOBODY, spec.vehicle
    worse = 2 * (row.suppressed or row.cowering)
    if vehicle is not None and not vehicle.sealed and not counts_as_open(vehicle, row):
        worse += 1
    if serves and row.serves != spec.gun:
        worse += 1
    fixed = row.stunned or row.immobilized or row.cowering
    return Attacker(
        mounts=() if out else _usable(state, unit),
        melee=spec.arms.melee,
        ranged_skill=spec.ranged_skill,
        melee_skill=spec.melee_skill,
        allowed=weapons_allowed(state, unit),
        worse=worse,
        pace=0.0 if fixed else movement_rates(state, unit).open,
        can_charge=vehicle is None
        and not (serves or row.broken or row.suppressed or row.cowering)
        and bool(spec.arms.melee),
        is_vehicle=vehicle is not None,
    )


def _usable(state: BattleState, unit: int) -> tuple[Mount, ...]:
    mounts = mounts_of(state, unit)
    if any(needs_open_hatch(state, unit, mount) for mount in mounts):
        return tuple(mount for mount in mounts if not needs_open_hatch(state, unit, mount))
    return mounts


def target_of(state: BattleState, unit: int) -> Target:
    """A unit as a target, from its row alone."""
    spec, row = state.roster.units[unit], state.units[unit]
    gun, vehicle = state.gun_of(unit), spec.vehicle
    open_top = vehicle is not None and counts_as_open(vehicle, row)
    return Target(
        vehicle=vehicle,
        ranged_skill=spec.ranged_skill,
        melee_skill=spec.melee_skill,
        save=_QUALITY[spec.quality] - row.sprinted,
        cowering=row.cowering,
        broken=row.broken,
        shield=gun is not None and gun.shield,
        emplaced=gun is not None and gun.emplacement != NOBODY,
        open_top=open_top,
        helpless=open_top or row.stunned or row.immobilized,
        sprinted=row.sprinted,
    )


def fire_arc(attacker: Attacker) -> float:
    """The half-width of the widest field of fire."""
    return max((mount.field_of_fire for mount in attacker.mounts), default=ALL_ROUND)
