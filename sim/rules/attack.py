"""One attack with one weapon on one unit: the dice, what they need, and hit by hit what they do.

Shooting and Firefight assess here; Melee builds its own `Attack` and resolves it here as well.
"""

from collections.abc import Iterable, Iterator

import msgspec

from sim.dice import Dice, need_table
from sim.rules.aim import rate_of_fire
from sim.rules.hits import Condition, Hit, HitEffect
from sim.rules.modifiers import ModifierRule, gather
from sim.rules.sight import Exposure, angle_off_facing, assess_exposure
from sim.rules.team_save import TeamSave, assess_save, resolve_save
from sim.rules.vehicle_damage import (
    VehicleDamage,
    assess_damage,
    counts_as_open,
    resolve_damage,
)
from sim.state.battle import BattleState
from sim.state.events import (
    Event,
    GunDestroyed,
    HitResolved,
    Phase,
    UnitBroken,
    UnitDestroyed,
    VehicleStunned,
    WeaponFired,
)
from sim.state.profiles import Mount, Weapon
from sim.state.rolls import Modifier, Roll, total

TO_HIT_BASE = 4
SUPPRESSED_PENALTY = 2

Defence = TeamSave | VehicleDamage


class ToHit(msgspec.Struct, frozen=True, gc=False):
    """The number that a to-hit die needs, and why (BB-13)."""

    base: int
    need: int
    modifiers: tuple[Modifier, ...]


class Attack(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One attack, assessed. Units, the gun the target serves and the weapon go by their names.

    `to_hit` is None where every die hits by itself (BW-26).
    """

    attacker: str
    weapon: str
    target: str
    gun: str | None
    dice: int
    to_hit: ToHit | None
    defence: Defence
    exposure: Exposure


class Strike(msgspec.Struct, frozen=True, gc=False):
    """The to-hit dice of an attack; `hits` are the indices of those that hit."""

    rolls: tuple[Roll, ...]
    hits: tuple[int, ...]


class AttackResult(msgspec.Struct, frozen=True, gc=False):
    """A whole attack: its to-hit dice, the effect of each hit, what is left of the target."""

    strike: Strike
    effects: tuple[HitEffect, ...]
    condition: Condition


class Shot(msgspec.Struct, frozen=True, gc=False):
    """What the to-hit number of fire depends on."""

    state: BattleState
    phase: Phase
    firer: int
    weapon: Weapon
    target: int
    exposure: Exposure


def skill(shot: Shot) -> Modifier:
    """The ranged skill of the target over that of the firer."""
    specs = shot.state.roster.units
    surplus = specs[shot.target].ranged_skill - specs[shot.firer].ranged_skill
    return Modifier("skill", surplus, "BB-13")


def cowering(shot: Shot) -> Modifier:
    """A target that cowers."""
    return Modifier("cowering", int(shot.state.units[shot.target].cowering), "BB-13")


def moved(shot: Shot) -> Modifier:
    """A firer that moved."""
    counts = shot.state.units[shot.firer].moved and not shot.weapon.heavy
    return Modifier("moved", int(counts), "BB-13")


def heavy_moved(shot: Shot) -> Modifier:
    """A firer that moved, with a heavy weapon."""
    counts = shot.state.units[shot.firer].moved and shot.weapon.heavy
    return Modifier("heavy_moved", 2 * counts, "BB-13")


def concealed(shot: Shot) -> Modifier:
    """A concealed target."""
    return Modifier("concealed", int(shot.exposure.concealed), shot.exposure.concealed_clause)


def suppressed(shot: Shot) -> Modifier:
    """A firer that is suppressed or cowers, or sprinted before a Firefight (BB-10); once."""
    firer = shot.state.units[shot.firer]
    hurried = shot.phase == "firefight" and firer.sprinted
    counts = firer.suppressed or firer.cowering or hurried
    return Modifier("suppressed", SUPPRESSED_PENALTY * counts, "BB-17")


def buttoned(shot: Shot) -> Modifier:
    """A firing vehicle that is buttoned and not sealed."""
    vehicle = shot.state.spec(shot.firer).vehicle
    counts = (
        vehicle is not None
        and not vehicle.sealed
        and not counts_as_open(vehicle, shot.state.units[shot.firer])
    )
    return Modifier("buttoned", int(counts), "BB-14")


def foreign_crew(shot: Shot) -> Modifier:
    """A gun fired by a crew that was not its own."""
    gun = shot.state.gun_of(shot.firer)
    return Modifier("foreign_crew", int(gun is not None and gun.crew != shot.firer), "BB-11")


TO_HIT_MODIFIERS: tuple[ModifierRule[Shot], ...] = (
    skill,
    cowering,
    moved,
    heavy_moved,
    concealed,
    suppressed,
    buttoned,
    foreign_crew,
)


def assess_attack(
    state: BattleState, phase: Phase, attacker: int, mount: Mount, target: int
) -> Attack:
    """An attack by fire, whether the rules allow it or not (BB-11 to BB-14, BW-1 to BW-3)."""
    exposure = assess_exposure(state, attacker, target)
    return assess_exposed(state, phase, attacker, mount, target, exposure)


def assess_exposed(
    state: BattleState,
    phase: Phase,
    attacker: int,
    mount: Mount,
    target: int,
    exposure: Exposure,
) -> Attack:
    """An attack by fire on a target that shows itself so, wherever the two may stand."""
    weapon = mount.weapon
    modifiers = gather(TO_HIT_MODIFIERS, Shot(state, phase, attacker, weapon, target, exposure))
    gun = state.gun_of(target)
    return Attack(
        attacker=state.spec(attacker).id,
        weapon=mount.key,
        target=state.spec(target).id,
        gun=None if gun is None else gun.id,
        dice=rate_of_fire(state, phase, attacker, mount),
        to_hit=ToHit(TO_HIT_BASE, TO_HIT_BASE + total(modifiers), modifiers),
        defence=_assess_defence(state, phase, target, exposure, weapon),
        exposure=exposure,
    )


def _assess_defence(
    state: BattleState, phase: Phase, target: int, exposure: Exposure, weapon: Weapon
) -> Defence:
    if state.spec(target).is_vehicle:
        return assess_damage(state, phase, target, exposure, weapon)
    return assess_save(
        state,
        target,
        exposure,
        firepower=weapon.firepower,
        gun_class=weapon.gun_class,
        negates_cover=weapon.negates_cover,
    )


def roll_to_hit(attack: Attack, dice: Dice) -> Strike:
    """All the to-hit dice of an attack; without a number to reach every one hits, unthrown."""
    if attack.to_hit is None:
        return Strike((), tuple(range(attack.dice)))
    need, modifiers = attack.to_hit.need, attack.to_hit.modifiers
    throws = dice.throw(
        need_table(need), attack.dice, "to_hit", attack.attacker, attack.weapon, attack.target
    )
    rolls = tuple(
        Roll(
            purpose="to_hit",
            faces=throw.faces,
            result=throw.result,
            need=need,
            modifiers=modifiers,
        )
        for throw in throws
    )
    hits = tuple(index for index, throw in enumerate(throws) if throw.result == "pass")
    return Strike(rolls, hits)


def resolve_hit(
    defence: Defence, condition: Condition, hit: Hit, dice: Dice
) -> tuple[Condition, HitEffect]:
    """One hit against what is left of its target; lost, without dice, on a destroyed one."""
    is_team = isinstance(defence, TeamSave)
    if not condition.alive:
        clause = "RU-13" if is_team else "RU-19"
        return condition, HitEffect(wound=False, result="lost", clause=clause)
    if isinstance(defence, TeamSave):
        return resolve_save(defence, condition, hit, dice)
    return resolve_damage(defence, condition, hit, dice)


def resolve_hits(
    attack: Attack, hits: Iterable[int], condition: Condition, dice: Dice
) -> tuple[Condition, tuple[HitEffect, ...]]:
    """The hits of an attack, one after the other (RU-13, RU-19)."""
    effects = []
    for number in hits:
        hit = Hit(attack.attacker, attack.weapon, attack.target, number)
        condition, effect = resolve_hit(attack.defence, condition, hit, dice)
        effects.append(effect)
    return condition, tuple(effects)


def resolve_attack(attack: Attack, condition: Condition, dice: Dice) -> AttackResult:
    """A whole attack: all to-hit dice, then hit by hit what it does."""
    strike = roll_to_hit(attack, dice)
    after, effects = resolve_hits(attack, strike.hits, condition, dice)
    return AttackResult(strike, effects, after)


def next_attack(condition: Condition) -> Condition:
    """The condition as the next attack finds it: a gun is lost before it, not in it (RU-13)."""
    if condition.gun != "lost":
        return condition
    return msgspec.structs.replace(condition, gun="lost_before")


def fired_event(
    state: BattleState,
    attack: Attack,
    strike: Strike,
    place: int | None = None,
) -> WeaponFired:
    """The shot of an attack; `place` is the target's among those under a template (BB-15)."""
    exposure = attack.exposure
    ids = state.roster.unit_index
    return WeaponFired(
        unit=attack.attacker,
        weapon=attack.weapon,
        target=attack.target,
        distance=exposure.distance,
        dice=len(strike.rolls),
        hits=len(strike.hits),
        rolls=strike.rolls,
        obscured=(exposure.rays.hard, exposure.rays.soft, exposure.rays.any),
        concealed=exposure.concealed,
        angle_off_facing=angle_off_facing(state, ids[attack.attacker], ids[attack.target]),
        front_arc=exposure.front_arc,
        front_quarter=exposure.front_quarter,
        template=place,
    )


def hit_events(attack: Attack, hits: Iterable[int], effects: Iterable[HitEffect]) -> list[Event]:
    """The hits of an attack as events, each followed by what it changed."""
    events: list[Event] = []
    for number, effect in zip(hits, effects, strict=True):
        events.append(
            HitResolved(
                unit=attack.attacker,
                weapon=attack.weapon,
                target=attack.target,
                hit=number,
                wound=effect.wound,
                result=effect.result,
                clause=effect.clause,
                rolls=effect.rolls,
            )
        )
        events.extend(_changes(attack, effect))
    return events


def _changes(attack: Attack, effect: HitEffect) -> Iterator[Event]:
    match effect.result:
        case "broken":
            yield UnitBroken(unit=attack.target, clause=effect.clause)
        case "stunned":
            yield VehicleStunned(unit=attack.target, clause=effect.clause)
        case "destroyed":
            yield UnitDestroyed(unit=attack.target, clause=effect.clause, by=attack.attacker)
        case _:
            pass
    if effect.gun_clause and attack.gun is not None:
        yield GunDestroyed(gun=attack.gun, clause=effect.gun_clause, by=attack.attacker)
