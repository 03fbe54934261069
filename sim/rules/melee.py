"""Melee: who fights whom, the blows, who lost, and breaking away (chapter 8)."""

from collections.abc import Iterator, Sequence

from sim.dice import Dice
from sim.errors import Refusal
from sim.rules.activation import are_within, enemies, engaging, is_team, movement_rates
from sim.rules.attack import Attack, Defence, Strike, ToHit
from sim.rules.chains import chains
from sim.rules.exchange import resolve_exchange
from sim.rules.modifiers import ModifierRule, gather
from sim.rules.movement.advance import check_advance, resolve_advance
from sim.rules.sight import assess_exposure
from sim.rules.team_save import TeamSave, assess_save
from sim.rules.vehicle_damage import assess_melee_damage
from sim.state.battle import BattleState
from sim.state.events import (
    Event,
    MeleeDecided,
    MeleeFought,
    UnitDestroyed,
    UnitSuppressed,
    VehicleStunned,
)
from sim.state.orders import BreakAway, NameTargets, UnitAims
from sim.state.profiles import MeleeWeapon
from sim.state.rolls import Modifier, total

VEHICLE_NEED = 6
"""What a vehicle needs to hit a team in Melee (BB-21)."""

Group = tuple[int, ...]


def melees(state: BattleState) -> tuple[Group, ...]:
    """The separate melees: chains of enemies within 2 inches, by their least unit (HR-22)."""
    return chains((unit, enemy) for unit in state.living(0) for enemy in opponents(state, unit))


def opponents(state: BattleState, unit: int) -> Iterator[int]:
    """The enemies a unit fights: within 2 inches, and not both vehicles (HR-22)."""
    reach = state.rules.melee_range
    for enemy in enemies(state, unit):
        has_team = is_team(state, unit) or is_team(state, enemy)
        if has_team and are_within(state, unit, enemy, reach):
            yield enemy


def check_fighter(state: BattleState, unit: int) -> Refusal | None:
    """Why a unit does not name a target in Melee, or None (RU-22)."""
    spec = state.spec(unit)
    if spec.is_vehicle:
        return Refusal("vehicle", "BB-21", f"{spec.id} is a vehicle and attacks every team near it")
    if not spec.arms.melee:
        return Refusal("no_melee_weapon", "RU-22", f"{spec.id} has no melee weapon")
    return None


def check_targets(
    state: BattleState, side: int, group: Group, order: NameTargets
) -> Refusal | None:
    """Whether one side's teams may fight as named: one weapon, one enemy each (RU-23)."""
    seen: list[str] = []
    for named in order.units:
        if named.unit in seen:
            return Refusal("acted", "RU-23", f"{named.unit} is named twice")
        seen.append(named.unit)
        unit = state.roster.unit_index.get(named.unit)
        if unit is None or unit not in group or state.side_of(unit) != side:
            text = f"{named.unit!r} is no unit of this side in this melee"
            return Refusal("unknown_unit", "HR-22", text)
        refusal = check_fighter(state, unit) or _check_blow(state, unit, group, named)
        if refusal is not None:
            return refusal
    return None


def _check_blow(state: BattleState, unit: int, group: Group, named: UnitAims) -> Refusal | None:
    if len(named.aims) > 1:
        return Refusal("too_many_weapons", "RU-23", f"{named.unit} may use one melee weapon only")
    for aim in named.aims:
        if melee_weapon(state, unit, aim.weapon) is None:
            return Refusal(
                "unknown_weapon", "BW-35", f"{named.unit} has no melee weapon {aim.weapon!r}"
            )
        target = state.roster.unit_index.get(aim.target)
        if target is None or target not in group:
            return Refusal("unknown_unit", "RU-23", f"{aim.target!r} is not in this melee")
        if state.side_of(target) == state.side_of(unit):
            return Refusal("own_side", "RU-23", f"{aim.target} is of the own side")
        if not are_within(state, unit, target, state.rules.melee_range):
            return Refusal("beyond_2", "RU-23", f"{aim.target} is not within 2 inches")
    return None


def melee_weapon(state: BattleState, unit: int, name: str) -> MeleeWeapon | None:
    """The melee weapon of that name that a unit has, if any (HR-33, BW-35)."""
    return next((weapon for weapon in state.spec(unit).arms.melee if weapon.name == name), None)


class Duel:
    """What the to-hit number of a team against a team depends on."""

    __slots__ = ("attacker", "state", "target")

    def __init__(self, state: BattleState, attacker: int, target: int):
        self.state = state
        self.attacker = attacker
        self.target = target


def skill(duel: Duel) -> Modifier:
    """The melee skill of the target over that of the attacker."""
    specs = duel.state.roster.units
    surplus = specs[duel.target].melee_skill - specs[duel.attacker].melee_skill
    return Modifier("skill", surplus, "HR-23")


MELEE_MODIFIERS: tuple[ModifierRule[Duel], ...] = (skill,)


def assess_blow(state: BattleState, attacker: int, weapon: MeleeWeapon, target: int) -> Attack:
    """The attack of a team with a melee weapon (HR-23, BW-26 to BW-40)."""
    if state.spec(target).is_vehicle:
        damage = assess_melee_damage(state, target, weapon)
        return _attack(state, attacker, weapon.name, target, weapon.rate_of_attacks, None, damage)
    modifiers = gather(MELEE_MODIFIERS, Duel(state, attacker, target))
    base = state.rules.melee_to_hit
    to_hit = ToHit(base, base + total(modifiers), modifiers)
    save = _melee_save(state, attacker, target, weapon.firepower)
    return _attack(state, attacker, weapon.name, target, weapon.rate_of_attacks, to_hit, save)


def assess_vehicle(state: BattleState, vehicle: int, target: int) -> Attack:
    """The one die of a vehicle against a team within 2 inches of it (BB-21, HR-24)."""
    to_hit = ToHit(VEHICLE_NEED, VEHICLE_NEED, ())
    save = _melee_save(state, vehicle, target, state.rules.vehicle_melee_firepower)
    return _attack(state, vehicle, "", target, 1, to_hit, save)


def _melee_save(state: BattleState, attacker: int, target: int, firepower: int) -> TeamSave:
    exposure = assess_exposure(state, attacker, target)
    return assess_save(state, target, exposure, firepower=firepower, negates_cover=True)


def _attack(
    state: BattleState,
    attacker: int,
    weapon: str,
    target: int,
    dice: int,
    to_hit: ToHit | None,
    defence: Defence,
) -> Attack:
    gun = state.gun_of(target)
    return Attack(
        attacker=state.spec(attacker).id,
        weapon=weapon,
        target=state.spec(target).id,
        gun=None if gun is None else gun.id,
        dice=dice,
        to_hit=to_hit,
        defence=defence,
        exposure=assess_exposure(state, attacker, target),
    )


def _attacks(
    state: BattleState, side: int, group: Group, named: Sequence[UnitAims]
) -> Iterator[Attack]:
    """One side's attacks, in file order of the attackers (HR-37)."""
    aims = {aim.unit: aim.aims for aim in named}
    for unit in group:
        if state.side_of(unit) != side:
            continue
        if not is_team(state, unit):
            if not state.units[unit].stunned:
                for enemy in opponents(state, unit):
                    yield assess_vehicle(state, unit, enemy)
            continue
        weapons = {weapon.name: weapon for weapon in state.spec(unit).arms.melee}
        for aim in aims.get(state.spec(unit).id, ()):
            target = state.roster.unit_index[aim.target]
            yield assess_blow(state, unit, weapons[aim.weapon], target)


def fought_event(attack: Attack, strike: Strike) -> MeleeFought:
    """The blows of an attack (HR-23, BW-26, BB-21)."""
    return MeleeFought(
        unit=attack.attacker,
        weapon=attack.weapon,
        target=attack.target,
        distance=attack.exposure.distance,
        dice=attack.dice,
        hits=len(strike.hits),
        rolls=strike.rolls,
    )


def resolve_melee(
    state: BattleState, group: Group, named: Sequence[Sequence[UnitAims]], dice: Dice
) -> list[Event]:
    """All blows of one melee, assessed on the state before it (HR-22, HR-37)."""
    attacks = tuple(assess_melee(state, group, named))
    return resolve_exchange(state, attacks, dice, fought_event)


def assess_melee(
    state: BattleState, group: Group, named: Sequence[Sequence[UnitAims]]
) -> Iterator[Attack]:
    """The attacks on the state before: active side first, in file order (HR-37)."""
    for side in (state.active, 1 - state.active):
        yield from _attacks(state, side, group, named[side])


def decide(before: BattleState, after: BattleState, group: Group) -> MeleeDecided:
    """Who lost a melee: the side with more units destroyed or newly broken (HR-25)."""
    losses = [0, 0]
    for unit in group:
        was, now = before.units[unit], after.units[unit]
        if not now.alive or (now.broken and not was.broken):
            losses[before.side_of(unit)] += 1
    loser = None
    if losses[0] != losses[1]:
        loser = before.roster.sides[0 if losses[0] > losses[1] else 1].id
    return MeleeDecided(loser=loser, losses=(losses[0], losses[1]))


def must_break_away(state: BattleState, group: Group, loser: str | None) -> tuple[int, ...]:
    """Who has to attempt to break away, in order: vehicles, and the losers (BW-41, HR-26)."""
    sides = state.roster.sides
    return tuple(
        unit
        for side in (state.active, 1 - state.active)
        for unit in group
        if state.side_of(unit) == side
        and state.units[unit].alive
        and (not is_team(state, unit) or sides[side].id == loser)
    )


def still_must_break_away(state: BattleState, unit: int) -> bool:
    """Whether a unit that has to break away is not away already (HR-26, RU-21)."""
    near = engaging(state, unit)
    if is_team(state, unit):
        return bool(near)
    return any(is_team(state, enemy) for enemy in near)


def check_break_away(state: BattleState, order: BreakAway) -> Refusal | None:
    """Whether the place is in reach and more than 2 inches from every enemy (HR-26)."""
    unit = state.roster.unit_index[order.unit]
    return check_advance(
        state,
        unit,
        order.path,
        manner="break_away",
        allowance=movement_rates(state, unit).open,
        facing=order.facing,
        target=None,
    )


def resolve_break_away(state: BattleState, order: BreakAway, dice: Dice) -> list[Event]:
    """The move away; the unit is suppressed (HR-26).

    PR-46: also a vehicle that terrain holds fast before it is away; it has not failed.
    """
    unit = state.roster.unit_index[order.unit]
    moved = resolve_advance(state, unit, order.path, "break_away", order.facing, dice)
    return [*moved, UnitSuppressed(unit=order.unit, clause="HR-26")]


def fail_to_break_away(state: BattleState, unit: int) -> list[Event]:
    """A team is destroyed; a vehicle stays, stunned or destroyed by the ruleset (HR-26)."""
    name = state.spec(unit).id
    if is_team(state, unit) or state.rules.break_away_failed == "destroyed":
        return [UnitDestroyed(unit=name, clause="HR-26")]
    if state.units[unit].stunned:
        return []
    return [VehicleStunned(unit=name, clause="HR-26")]
