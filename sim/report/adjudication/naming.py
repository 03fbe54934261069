"""Who attacks whom in an exchange: at the greatest expected loss, unless told otherwise."""

from collections.abc import Iterable, Sequence
from fractions import Fraction
from typing import NamedTuple

from sim.errors import UsageError
from sim.report.adjudication.questions import find_unit
from sim.rules import firefight, melee
from sim.rules.activation import are_within, enemies
from sim.rules.aim import can_use, mounts_of, weapons_allowed
from sim.rules.attack import Attack, assess_attack
from sim.rules.hits import condition_of
from sim.rules.odds import attack_odds
from sim.state.battle import BattleState
from sim.state.orders import Aim, NameTargets, UnitAims

_HALF = Fraction(1, 2)


class Option(NamedTuple):
    """One attack that a unit may name, and its expected loss."""

    aim: Aim
    loss: Fraction


def expected_loss(state: BattleState, attack: Attack) -> Fraction:
    """The chance to destroy the target, and half the chance to break or stun it."""
    target = state.roster.unit_index[attack.target]
    chances = attack_odds(attack, condition_of(state, target)).attack
    shaken = chances.get("broken", Fraction(0)) + chances.get("stunned", Fraction(0))
    return chances["destroyed"] + _HALF * shaken


def name_targets(
    state: BattleState, phase: str, group: Sequence[int], told: Sequence[str]
) -> firefight.Named:
    """What the units of each side attack; `told` are aims of the form UNIT=WEAPON@TARGET.

    A unit that is told nothing attacks where its expected loss is greatest, the first target of
    equals; one that is told `UNIT=` attacks nobody. Raises UsageError for an aim that is
    malformed or that the rules forbid.
    """
    orders = _read_aims(state, told)
    choose = _best_shots if phase == "firefight" else _best_blow
    sides: list[list[UnitAims]] = [[], []]
    for unit in group:
        spec = state.spec(unit)
        aims = orders.pop(spec.id) if spec.id in orders else choose(state, unit)
        if aims:
            sides[spec.side].append(UnitAims(spec.id, tuple(aims)))
    for name in orders:
        raise UsageError(f"{name} is not in this exchange")
    for side, named in enumerate(sides):
        _check(state, phase, side, group, NameTargets(tuple(named)))
    return tuple(sides[0]), tuple(sides[1])


def _check(
    state: BattleState, phase: str, side: int, group: Sequence[int], order: NameTargets
) -> None:
    if phase == "firefight":
        refusal = firefight.check_targets(state, side, group, order)
    else:
        refusal = melee.check_targets(state, side, tuple(group), order)
    if refusal is not None:
        raise UsageError(f"{refusal.text} ({refusal.clause})")


def _read_aims(state: BattleState, told: Iterable[str]) -> dict[str, list[Aim]]:
    orders: dict[str, list[Aim]] = {}
    for text in told:
        unit, equals, aim = text.partition("=")
        weapon, at, target = aim.partition("@")
        if not (unit and equals) or (aim and not (weapon and at and target)):
            raise UsageError(f"an aim is UNIT=WEAPON@TARGET, or UNIT= for none, not {text!r}")
        find_unit(state, unit)
        aims = orders.setdefault(unit, [])
        if aim:
            find_unit(state, target)
            aims.append(Aim(weapon, target))
    return orders


def _best_shots(state: BattleState, unit: int) -> list[Aim]:
    """The best target of each weapon, of as many weapons as the unit may fire (HR-17)."""
    if not firefight.may_fire_in(state, unit):
        return []
    shots = []
    for mount in mounts_of(state, unit):
        if can_use(state, "firefight", unit, mount):
            targets = firefight.targets(state, unit, mount)
            attacks = (assess_attack(state, "firefight", unit, mount, t) for t in targets)
            shots += _best(state, attacks)
    shots.sort(key=lambda option: -option.loss)
    return [shot.aim for shot in shots[: weapons_allowed(state, unit)]]


def _best_blow(state: BattleState, unit: int) -> list[Aim]:
    """The best weapon of a team at its best target within 2 inches (RU-23)."""
    if melee.check_fighter(state, unit) is not None:
        return []
    reach = state.rules.melee_range
    near = [enemy for enemy in enemies(state, unit) if are_within(state, unit, enemy, reach)]
    weapons = state.spec(unit).arms.melee
    blows = (melee.assess_blow(state, unit, weapon, enemy) for enemy in near for weapon in weapons)
    return [blow.aim for blow in _best(state, blows)]


def _best(state: BattleState, attacks: Iterable[Attack]) -> list[Option]:
    """The attack with the greatest expected loss, the first of equals; none of none."""
    options = [Option(Aim(a.weapon, a.target), expected_loss(state, a)) for a in attacks]
    return [max(options, key=lambda option: option.loss)] if options else []
