"""Who may fire what at whom: the refusals of Shooting and Firefight, in their fixed order."""

from collections.abc import Callable, Sequence

import msgspec

from sim.errors import Refusal
from sim.geometry.vectors import facing_vector, in_field
from sim.rules.activation import are_within, distance_between, enemies, engaging, is_engaged
from sim.rules.sight import sees
from sim.state.battle import BattleState
from sim.state.events import Phase
from sim.state.orders import Aim
from sim.state.profiles import ALL_ROUND, Mount
from sim.state.roster import NOBODY

FIREFIGHT_RANGE = 12.0
"""Inches within which Firefights are fought (BB-18)."""


class AimedShot(msgspec.Struct, frozen=True, gc=False):
    """One weapon of a unit at one target; `mount` is None for a melee weapon."""

    state: BattleState
    phase: Phase
    firer: int
    mount: Mount | None
    target: int

    @property
    def names(self) -> tuple[str, str]:
        """The ids of firer and target."""
        return self.state.spec(self.firer).id, self.state.spec(self.target).id


AimRule = Callable[[AimedShot], Refusal | None]


def mounts_of(state: BattleState, unit: int) -> tuple[Mount, ...]:
    """The ranged weapons of a unit now: who serves a gun has the gun's only (HR-33)."""
    roster, gun = state.roster, state.units[unit].serves
    spec = roster.units[unit]
    if gun == NOBODY and spec.gun != NOBODY and is_bare_gun(state, unit):
        gun = spec.gun
    return spec.arms.mounts if gun == NOBODY else roster.guns[gun].mounts


def is_bare_gun(state: BattleState, unit: int) -> bool:
    """Whether an id is only the gun's any more: the crew is gone, the gun still there (PR-44)."""
    gun = state.spec(unit).gun
    return gun != NOBODY and not state.units[unit].alive and state.guns[gun].fate == "intact"


def is_crewless(state: BattleState, unit: int) -> bool:
    """Whether an id is only that of a gun which nobody serves."""
    return is_bare_gun(state, unit) and state.guns[state.spec(unit).gun].crew == NOBODY


def own_side(shot: AimedShot) -> Refusal | None:
    """Nobody fires at the own side."""
    if shot.state.side_of(shot.firer) != shot.state.side_of(shot.target):
        return None
    firer, target = shot.names
    return Refusal("own_side", "HR-17", f"{target} is of the same side as {firer}")


def not_in_sight(shot: AimedShot) -> Refusal | None:
    """Fire needs sight; for indirect weapons that of the formation's leader will do (HR-19)."""
    if sees(shot.state, shot.firer, shot.target) or _is_spotted(shot):
        return None
    firer, target = shot.names
    return Refusal("not_in_sight", "HR-17", f"{firer} does not see {target}")


def _is_spotted(shot: AimedShot) -> bool:
    if shot.mount is None or not shot.mount.weapon.indirect:
        return False
    leader = shot.state.formation_of(shot.firer).leader
    return shot.state.units[leader].alive and sees(shot.state, leader, shot.target)


def out_of_range(shot: AimedShot) -> Refusal | None:
    """The target must be in range."""
    if shot.mount is None:
        return None
    reach = shot.mount.weapon.range
    if are_within(shot.state, shot.firer, shot.target, reach):
        return None
    away = distance_between(shot.state, shot.firer, shot.target)
    text = f"{shot.names[1]} is {away:.2f} inches away; {shot.mount.key} reaches {reach:g}"
    return Refusal("out_of_range", "HR-17", text)


def out_of_arc(shot: AimedShot) -> Refusal | None:
    """The target's centre must be in the weapon's field of fire."""
    if shot.mount is None or shot.mount.field_of_fire >= ALL_ROUND:
        return None
    firer = shot.state.units[shot.firer].footprint
    target = shot.state.units[shot.target].footprint
    facing_x, facing_y = facing_vector(firer.facing)
    width = shot.mount.field_of_fire
    if in_field(facing_x, facing_y, width, target.x - firer.x, target.y - firer.y):
        return None
    text = f"{shot.names[1]} is outside the field of fire of {shot.mount.key}"
    return Refusal("out_of_arc", "HR-18", text)


def no_rate(shot: AimedShot) -> Refusal | None:
    """A weapon with a rate of 0 cannot fire so."""
    if shot.mount is None or rate_of_fire(shot.state, shot.phase, shot.firer, shot.mount) > 0:
        return None
    how = "in Firefight" if shot.phase == "firefight" else "as its firer stands or moved"
    return Refusal("no_rate", "BB-12", f"{shot.mount.key} has no rate of fire {how}")


def wrong_phase(shot: AimedShot) -> Refusal | None:
    """Melee weapons are for Melee; templates and indirect weapons for Shooting (BW-8)."""
    if shot.mount is None:
        return Refusal("wrong_phase", "BW-35", "melee weapons fight in Melee only")
    if is_for_phase(shot.mount, shot.phase):
        return None
    return Refusal("wrong_phase", "BW-8", f"{shot.mount.key} does not fire in Firefight")


def gun_not_a_target(shot: AimedShot) -> Refusal | None:
    """A gun cannot be fired at, only its crew."""
    if not is_bare_gun(shot.state, shot.target):
        return None
    gun = shot.names[1]
    if is_crewless(shot.state, shot.target):
        return Refusal("gun_not_a_target", "RU-7", f"{gun} is a gun without a crew")
    return Refusal("gun_not_a_target", "FR-6", f"{gun} is a gun; name the team that serves it")


def broken(shot: AimedShot) -> Refusal | None:
    """Broken units do not fire."""
    if not shot.state.units[shot.firer].broken:
        return None
    return Refusal("broken", "HR-17", f"{shot.names[0]} is broken")


def stunned(shot: AimedShot) -> Refusal | None:
    """Stunned units do not fire."""
    if not shot.state.units[shot.firer].stunned:
        return None
    return Refusal("stunned", "HR-17", f"{shot.names[0]} is stunned")


def sprinted(shot: AimedShot) -> Refusal | None:
    """Units that sprinted do not fire in Shooting; in Firefight they do (BB-19)."""
    if shot.phase != "shooting" or not shot.state.units[shot.firer].sprinted:
        return None
    return Refusal("sprinted", "BB-10", f"{shot.names[0]} sprinted")


def uncrewed(shot: AimedShot) -> Refusal | None:
    """A gun without a crew does not fire; one that others serve fires by their id (PR-44)."""
    if not is_bare_gun(shot.state, shot.firer):
        return None
    gun = shot.names[0]
    if is_crewless(shot.state, shot.firer):
        return Refusal("uncrewed", "HR-17", f"{gun} has no crew")
    return Refusal(
        "uncrewed", "HR-33", f"{gun} has lost its own crew; name the team that serves it"
    )


def engaged(shot: AimedShot) -> Refusal | None:
    """An engaged unit may name only an enemy within 2 inches."""
    reach = shot.state.rules.engaged_range
    if are_within(shot.state, shot.firer, shot.target, reach):
        return None
    if not is_engaged(shot.state, shot.firer):
        return None
    text = f"{shot.names[0]} is engaged and {shot.names[1]} is farther than {reach:g} inches"
    return Refusal("engaged", "HR-17", text)


def unbuttoned_only(shot: AimedShot) -> Refusal | None:
    """Some weapons are served from the open hatch."""
    if shot.mount is None or not needs_open_hatch(shot.state, shot.firer, shot.mount):
        return None
    text = f"{shot.names[0]} is buttoned; {shot.mount.key} is used unbuttoned only"
    return Refusal("unbuttoned_only", "HR-17", text)


def beyond_12(shot: AimedShot) -> Refusal | None:
    """Firefights reach no farther than 12 inches."""
    if shot.phase != "firefight":
        return None
    if are_within(shot.state, shot.firer, shot.target, FIREFIGHT_RANGE):
        return None
    away = distance_between(shot.state, shot.firer, shot.target)
    text = f"{shot.names[1]} is {away:.2f} inches away; Firefight reaches 12"
    return Refusal("beyond_12", "BB-18", text)


AIM_RULES: tuple[AimRule, ...] = (
    own_side,
    not_in_sight,
    out_of_range,
    out_of_arc,
    no_rate,
    wrong_phase,
    gun_not_a_target,
    broken,
    stunned,
    sprinted,
    uncrewed,
    engaged,
    unbuttoned_only,
    beyond_12,
)
_RULES_OF_A_TARGET: tuple[AimRule, ...] = (beyond_12, out_of_range, out_of_arc, not_in_sight)


def rate_of_fire(state: BattleState, phase: Phase, unit: int, mount: Mount) -> int:
    """The dice a weapon throws for a unit now (BB-12)."""
    rates = mount.weapon.rate_of_fire
    if phase == "firefight":
        return rates.firefight
    return rates.moved if state.units[unit].moved else rates.stationary


def is_for_phase(mount: Mount, phase: Phase) -> bool:
    """Whether a weapon fires in that phase at all (BW-8)."""
    weapon = mount.weapon
    return phase != "firefight" or (weapon.template == "none" and not weapon.indirect)


def needs_open_hatch(state: BattleState, unit: int, mount: Mount) -> bool:
    """Whether the hatch must first be opened to use a weapon (HR-17)."""
    return mount.unbuttoned_only and state.units[unit].buttoned


def can_fire(state: BattleState, phase: Phase, unit: int) -> bool:
    """Whether a unit may fire one of its weapons in that phase, a target given (HR-17)."""
    row = state.units[unit]
    if not row.alive or row.broken or row.stunned or (row.sprinted and phase == "shooting"):
        return False
    return any(can_use(state, phase, unit, mount) for mount in mounts_of(state, unit))


def can_use(state: BattleState, phase: Phase, unit: int, mount: Mount) -> bool:
    """Whether the rules let a unit use a weapon in that phase, a target given."""
    return (
        rate_of_fire(state, phase, unit, mount) > 0
        and is_for_phase(mount, phase)
        and not needs_open_hatch(state, unit, mount)
    )


def targets_of(state: BattleState, phase: Phase, unit: int, mount: Mount) -> tuple[int, ...]:
    """The enemies that a unit may name for a weapon that it can use, in file order."""
    near = engaging(state, unit) or enemies(state, unit)
    return tuple(enemy for enemy in near if can_aim_at(state, phase, unit, mount, enemy))


def can_aim_at(state: BattleState, phase: Phase, unit: int, mount: Mount, enemy: int) -> bool:
    """Whether an enemy is in range, field of fire and sight of a weapon that a unit can use."""
    shot = AimedShot(state, phase, unit, mount, enemy)
    return all(rule(shot) is None for rule in _RULES_OF_A_TARGET)


def weapons_allowed(state: BattleState, unit: int) -> int:
    """How many of its ranged weapons a unit may fire in one phase (HR-17)."""
    vehicle = state.spec(unit).vehicle
    return len(mounts_of(state, unit)) if vehicle is None else vehicle.weapons_per_phase


def check_aims(state: BattleState, phase: Phase, unit: int, aims: Sequence[Aim]) -> Refusal | None:
    """The first reason that a unit may not fire so, if there is one."""
    name = state.spec(unit).id
    if not state.units[unit].alive and not is_bare_gun(state, unit):
        return Refusal("not_on_table", "HR-17", f"{name} is not on the table")
    shots = []
    for number, aim in enumerate(aims):
        if any(aim.weapon == other.weapon for other in aims[:number]):
            return Refusal("weapon_twice", "HR-17", f"{name} names {aim.weapon} twice")
        shot = _aimed(state, phase, unit, aim)
        if isinstance(shot, Refusal):
            return shot
        shots.append(shot)
    allowed = weapons_allowed(state, unit)
    if len(shots) > allowed:
        text = f"{name} may fire {allowed} weapons a phase, not {len(shots)}"
        return Refusal("too_many_weapons", "HR-17", text)
    refusals = (rule(shot) for shot in shots for rule in AIM_RULES)
    return next((refusal for refusal in refusals if refusal is not None), None)


def _aimed(state: BattleState, phase: Phase, unit: int, aim: Aim) -> AimedShot | Refusal:
    """The shot that an aim means, or what of it does not exist."""
    spec = state.spec(unit)
    mount = find_mount(state, unit, aim.weapon)
    if mount is None and all(weapon.name != aim.weapon for weapon in spec.arms.melee):
        return Refusal("unknown_weapon", "HR-17", f"{spec.id} has no weapon {aim.weapon}")
    target = state.roster.unit_index.get(aim.target)
    if target is None:
        return Refusal("unknown_unit", "HR-17", f"there is no unit {aim.target}")
    if not state.units[target].alive and not is_bare_gun(state, target):
        return Refusal("not_on_table", "HR-32", f"{aim.target} is not on the table")
    return AimedShot(state, phase, unit, mount, target)


def find_mount(state: BattleState, unit: int, key: str) -> Mount | None:
    """The ranged weapon of a unit by that key."""
    return next((mount for mount in mounts_of(state, unit) if mount.key == key), None)
