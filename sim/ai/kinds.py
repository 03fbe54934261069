"""What counts of a unit in an exchange, as attacker and as target; who fights alike is equal.

Whatever the odds of an attack depend on, the places of the two apart, stands here.
"""

from typing import NamedTuple

from sim.rules.activation import is_infantry_now
from sim.rules.aim import mounts_of, needs_open_hatch, weapons_allowed
from sim.rules.charge import CHARGE_MOVE
from sim.state.battle import BattleState, Unit
from sim.state.profiles import ALL_ROUND, MeleeWeapon, Mount, Quality, Vehicle
from sim.state.roster import NOBODY


class Attacker(NamedTuple):
    """What a unit attacks with now; `mounts` are those that it can use, none if it may not fire.

    `handicaps` are the states that make its fire worse, `may_charge` is BB-20 but for the place.
    """

    mounts: tuple[Mount, ...]
    allowed: int
    ranged_skill: int
    melee: tuple[MeleeWeapon, ...]
    melee_skill: int
    vehicle: Vehicle | None
    handicaps: tuple[bool, ...]
    may_charge: bool

    @property
    def reach(self) -> float:
        """How far it can do anything, in inches from its base."""
        charge = CHARGE_MOVE if self.may_charge else 0.0
        return max((charge, *(mount.weapon.range for mount in self.mounts)))

    @property
    def is_all_round(self) -> bool:
        """Whether it fires in every direction."""
        return all(mount.field_of_fire >= ALL_ROUND for mount in self.mounts)

    @property
    def is_indirect(self) -> bool:
        """Whether its leader may see for it (HR-19)."""
        return any(mount.weapon.indirect for mount in self.mounts)


class Target(NamedTuple):
    """What a unit is as a target now; `states` are those that its saves depend on.

    `gun` says whether it serves a gun, with a shield or not, emplaced or not.
    """

    vehicle: Vehicle | None
    quality: Quality
    ranged_skill: int
    melee_skill: int
    states: tuple[bool, ...]
    gun: tuple[bool, bool] | None

    @property
    def has_front(self) -> bool:
        """Whether it matters from where it is fired at: a vehicle, or behind a gunshield."""
        return self.vehicle is not None or (self.gun is not None and self.gun[0])


def attacker_of(state: BattleState, unit: int) -> Attacker:
    """A unit as an attacker, wherever it stands."""
    spec, row = state.roster.units[unit], state.units[unit]
    return Attacker(
        mounts=() if row.broken or row.stunned else _usable(state, unit),
        allowed=weapons_allowed(state, unit),
        ranged_skill=spec.ranged_skill,
        melee=spec.arms.melee,
        melee_skill=spec.melee_skill,
        vehicle=spec.vehicle,
        handicaps=(
            row.suppressed or row.cowering,
            row.buttoned,
            row.stunned,
            row.serves not in (NOBODY, spec.gun),
        ),
        may_charge=is_infantry_now(state, unit)
        and not (row.broken or row.suppressed or row.cowering),
    )


def _usable(state: BattleState, unit: int) -> tuple[Mount, ...]:
    mounts = mounts_of(state, unit)
    return tuple(mount for mount in mounts if not needs_open_hatch(state, unit, mount))


def states_of(row: Unit) -> tuple[bool, ...]:
    """The states of a unit that matter to an exchange (HR-2), its own moving apart."""
    return (
        row.broken,
        row.suppressed,
        row.cowering,
        row.sprinted,
        row.stunned,
        row.immobilized,
        row.buttoned,
    )


def target_of(state: BattleState, unit: int) -> Target:
    """A unit as a target, wherever it stands."""
    spec, row, gun = state.roster.units[unit], state.units[unit], state.gun_of(unit)
    return Target(
        vehicle=spec.vehicle,
        quality=spec.quality,
        ranged_skill=spec.ranged_skill,
        melee_skill=spec.melee_skill,
        states=states_of(row),
        gun=None if gun is None else (gun.shield, gun.emplacement != NOBODY),
    )
