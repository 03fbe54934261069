"""Hits on vehicles: to wound, stun or destroy, and the saves (BW-4 to BW-24, BW-29 to BW-40)."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Literal

import msgspec
from msgspec.structs import replace

from sim.battlefield.terrain import Cover
from sim.dice import FACES, Dice, Table, need_table
from sim.rules.hits import Condition, Hit, HitEffect
from sim.rules.modifiers import ModifierRule, gather, suppress
from sim.rules.sight import Exposure
from sim.state.battle import BattleState, Unit
from sim.state.events import Phase
from sim.state.profiles import MeleeWeapon, Vehicle, Weapon
from sim.state.rolls import Modifier, Roll, SuppressedModifier, total

Facing = Literal["front", "other"]

TO_WOUND_BASE = 2
SHOOTING_SAVE_BASE = 3
FIREFIGHT_SAVE_BASE = 5
SPRINTED_SAVE_PENALTY = 2


class ToWound(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """The to-wound side of an attack; `can_wound` is false at 7 or more without double six."""

    base: int = TO_WOUND_BASE
    need: int
    facing: Facing
    armour: int
    anti_tank: int
    can_wound: bool
    modifiers: tuple[Modifier, ...]


class VehicleSave(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A Cover Save, or the melee save of a special profile; `need` None when there is none."""

    kind: Literal["cover", "melee"]
    base: int
    need: int | None
    modifiers: tuple[Modifier, ...] = ()
    suppressed_modifiers: tuple[SuppressedModifier, ...] = ()


class VehicleDamage(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What each hit of an attack on a vehicle has to overcome.

    `to_wound` is None where a hit destroys automatically, by the clause `automatic`.
    """

    to_wound: ToWound | None
    save: VehicleSave | None
    in_melee: bool = False
    automatic: str = ""


class Plating(msgspec.Struct, frozen=True, gc=False):
    """What the to-wound number depends on."""

    armour: int
    anti_tank: int
    in_melee: bool


class Shelter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What the Cover Save depends on."""

    awkward: int
    high_explosive: int
    sprinted: bool
    cover: Cover
    soft_clause: str
    soft_alone: bool


def armour(plating: Plating) -> Modifier:
    """Armour on the facing that is hit."""
    return Modifier("armour", plating.armour, "BW-31" if plating.in_melee else "BW-9")


def anti_tank(plating: Plating) -> Modifier:
    """Anti-Tank, as far as it cancels armour (RU-15)."""
    cancelled = min(plating.anti_tank, plating.armour)
    return Modifier("anti_tank", -cancelled, "BW-32" if plating.in_melee else "BW-10")


def awkward(shelter: Shelter) -> Modifier:
    """An awkward target (RU-16)."""
    return Modifier("awkward", shelter.awkward, "BW-19")


def high_explosive(shelter: Shelter) -> Modifier:
    """High Explosive makes the save worse."""
    return Modifier("high_explosive", shelter.high_explosive, "BW-18")


def sprinted(shelter: Shelter) -> Modifier:
    """A vehicle that sprinted saves worse."""
    return Modifier("sprinted", SPRINTED_SAVE_PENALTY * shelter.sprinted, "BB-10")


def soft_cover(shelter: Shelter) -> Modifier:
    """Soft cover; beside hard cover where it would be there without it (RU-4)."""
    counts = shelter.cover == "soft" or shelter.soft_alone
    return Modifier("soft_cover", -int(counts), shelter.soft_clause)


def hard_cover(shelter: Shelter) -> Modifier:
    """Hard cover."""
    return Modifier("hard_cover", -2 * (shelter.cover == "hard"), "BW-22")


TO_WOUND_MODIFIERS: tuple[ModifierRule[Plating], ...] = (armour, anti_tank)
COVER_SAVE_MODIFIERS: tuple[ModifierRule[Shelter], ...] = (
    awkward,
    high_explosive,
    sprinted,
    soft_cover,
    hard_cover,
)
_COVERS = ("soft_cover", "hard_cover")


def assess_damage(
    state: BattleState, phase: Phase, target: int, exposure: Exposure, weapon: Weapon
) -> VehicleDamage:
    """What a hit by fire on a vehicle has to overcome, in Shooting or Firefight."""
    vehicle = vehicle_of(state, target)
    facing: Facing = "other"
    if phase == "shooting" and exposure.front_quarter and not weapon.indirect:
        facing = "front"
    return VehicleDamage(
        to_wound=_to_wound(
            vehicle,
            facing,
            weapon.anti_tank,
            double_six=counts_as_open(vehicle, state.units[target]),
        ),
        save=_cover_save(state, phase, target, exposure, weapon),
    )


def assess_melee_damage(state: BattleState, target: int, weapon: MeleeWeapon) -> VehicleDamage:
    """What a hit in Melee on a vehicle has to overcome (BW-29 to BW-40)."""
    vehicle, row = vehicle_of(state, target), state.units[target]
    automatic = _automatic_clause(vehicle, row)
    save = None
    if vehicle.melee_save:
        save = VehicleSave(kind="melee", base=vehicle.melee_save, need=vehicle.melee_save)
    to_wound = None
    if not automatic:
        to_wound = _to_wound(vehicle, "other", weapon.anti_tank, double_six=True, in_melee=True)
    return VehicleDamage(to_wound=to_wound, save=save, in_melee=True, automatic=automatic)


def vehicle_of(state: BattleState, unit: int) -> Vehicle:
    """The vehicle numbers of a unit; raises ValueError for a team."""
    vehicle = state.spec(unit).vehicle
    if vehicle is None:
        raise ValueError(f"{state.spec(unit).id} is no vehicle")
    return vehicle


def counts_as_open(vehicle: Vehicle, row: Unit) -> bool:
    """Whether a vehicle is open-topped or unbuttoned (BW-a, BW-b)."""
    return vehicle.open_topped or not (vehicle.sealed or row.buttoned)


def _to_wound(
    vehicle: Vehicle,
    facing: Facing,
    strength: int,
    *,
    double_six: bool,
    in_melee: bool = False,
) -> ToWound:
    """The needed number and its reasons (BW-4, BW-9 to BW-14, BW-29 to BW-33)."""
    plate = vehicle.armour.front if facing == "front" else vehicle.armour.other
    modifiers = gather(TO_WOUND_MODIFIERS, Plating(plate, strength, in_melee))
    need = TO_WOUND_BASE + total(modifiers)
    return ToWound(
        need=need,
        facing=facing,
        armour=plate,
        anti_tank=strength,
        can_wound=double_six or need <= FACES,
        modifiers=modifiers,
    )


def _automatic_clause(vehicle: Vehicle, row: Unit) -> str:
    """The clause by which any hit in Melee destroys the vehicle, or nothing."""
    if counts_as_open(vehicle, row):
        return "BW-36"
    if row.immobilized:
        return "BW-37"
    return "BW-38" if row.stunned else ""


def _cover_save(
    state: BattleState, phase: Phase, target: int, exposure: Exposure, weapon: Weapon
) -> VehicleSave:
    """The Cover Save and its reasons (BW-18 to BW-24, RU-16 to RU-18)."""
    rules = state.rules
    stacked = 2 if rules.awkward == "stacked" else 1
    shelter = Shelter(
        awkward=stacked * vehicle_of(state, target).awkward,
        high_explosive=weapon.high_explosive,
        sprinted=state.units[target].sprinted,
        cover=exposure.cover,
        soft_clause=exposure.cover_clause,
        soft_alone=exposure.soft_alone,
    )
    gathered = gather(COVER_SAVE_MODIFIERS, shelter)
    no_cover = ""
    if weapon.negates_cover:
        no_cover = "the attack negates cover"
    elif phase == "firefight" and rules.firefight_cover == "none":
        no_cover = "cover counts nothing in Firefight"
    suppressed = _suppressed_covers(gathered, no_cover)
    silent = [modifier.name for modifier in suppressed]
    modifiers = tuple(modifier for modifier in gathered if modifier.name not in silent)
    base = FIREFIGHT_SAVE_BASE if phase == "firefight" else SHOOTING_SAVE_BASE
    number = base + total(modifiers)
    is_beyond_six = rules.save_beyond_six == "none" and number > FACES
    return VehicleSave(
        kind="cover",
        base=base,
        need=None if weapon.negates_cover or is_beyond_six else number,
        modifiers=modifiers,
        suppressed_modifiers=suppressed,
    )


def _suppressed_covers(
    gathered: Sequence[Modifier], no_cover: str
) -> tuple[SuppressedModifier, ...]:
    covers = [modifier for modifier in gathered if modifier.name in _COVERS]
    if no_cover:
        return tuple(suppress(cover, "RU-18", no_cover) for cover in covers)
    return tuple(suppress(cover, "RU-4", "hard cover counts instead") for cover in covers[:-1])


@lru_cache(maxsize=64)
def wound_table(need: int) -> Table:
    """A to-wound die: below, equal or above the number, or a double six (BW-16, BW-17, RU-24)."""
    if need > FACES:
        return Table(lambda faces: "double_six" if faces == (6, 6) else "below", reroll=FACES)

    def classify(faces: tuple[int, ...]) -> str:
        """Where the face is beside the number needed."""
        if faces[0] < need:
            return "below"
        return "equal" if faces[0] == need else "above"

    return Table(classify)


def resolve_damage(
    damage: VehicleDamage, condition: Condition, hit: Hit, dice: Dice
) -> tuple[Condition, HitEffect]:
    """One hit on a living vehicle: to wound, then its save (BW-15 to BW-18, RU-19, PR-43)."""
    rolls: tuple[Roll, ...] = ()
    score = "automatic"
    if damage.to_wound is not None:
        if not damage.to_wound.can_wound:
            return condition, HitEffect(wound=False, result="unharmed", clause="BW-12")
        rolls = (_throw_to_wound(damage.to_wound, hit, dice),)
        score = rolls[0].result
    if score == "below":
        clause = "BW-29" if damage.in_melee else "BW-4"
        return condition, HitEffect(wound=False, result="unharmed", clause=clause, rolls=rolls)
    if damage.save is not None and damage.save.need is not None:
        rolls = (*rolls, _throw_save(damage.save, damage.save.need, hit, dice))
        if rolls[-1].result == "pass":
            clause = "BW-40" if damage.in_melee else "BW-18"
            return condition, HitEffect(wound=True, result="saved", clause=clause, rolls=rolls)
    result, clause = _verdict(damage, score)
    if result == "stunned" and condition.stunned:
        return condition, HitEffect(wound=True, result="unharmed", clause="RU-19", rolls=rolls)
    after = replace(
        condition,
        alive=result != "destroyed",
        stunned=condition.stunned or result == "stunned",
    )
    return after, HitEffect(wound=True, result=result, clause=clause, rolls=rolls)


def _throw_to_wound(to_wound: ToWound, hit: Hit, dice: Dice) -> Roll:
    throw = hit.throw(dice, wound_table(to_wound.need), "to_wound")
    return Roll(
        purpose="to_wound",
        faces=throw.faces,
        result=throw.result,
        need=to_wound.need,
        modifiers=to_wound.modifiers,
    )


def _throw_save(save: VehicleSave, need: int, hit: Hit, dice: Dice) -> Roll:
    purpose = f"{save.kind}_save"
    throw = hit.throw(dice, need_table(need), purpose)
    return Roll(
        purpose=purpose,
        faces=throw.faces,
        result=throw.result,
        need=need,
        modifiers=save.modifiers,
        suppressed_modifiers=save.suppressed_modifiers,
    )


def _verdict(damage: VehicleDamage, score: str) -> tuple[str, str]:
    """What an unsaved wound does, and by which clause."""
    if score == "automatic":
        return "destroyed", damage.automatic
    if damage.in_melee:
        return "destroyed", "RU-20" if score == "above" else "BW-34"
    return ("destroyed", "BW-17") if score == "above" else ("stunned", "BW-16")
