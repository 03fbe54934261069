"""Whole exchanges: the exact odds of the firefight or melee that a unit is in (HR-37)."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Literal, get_args

import msgspec
from msgspec import UNSET, UnsetType

from sim.errors import Refusal, UsageError
from sim.report.adjudication.naming import name_targets
from sim.report.adjudication.numbers import as_text
from sim.report.adjudication.questions import find_unit, question_state
from sim.rules import firefight, melee
from sim.rules.attack import Attack
from sim.rules.odds import Chances, exchange_odds, loser_odds
from sim.state.battle import BattleState

ExchangePhase = Literal["firefight", "melee"]
EXCHANGE_PHASES: tuple[ExchangePhase, ...] = get_args(ExchangePhase)

_TEAM_ODDS = ("destroyed", "broken", "unharmed", "gun_destroyed")
_VEHICLE_ODDS: Mapping[str, Sequence[str]] = {
    "firefight": ("stunned", "destroyed", "unharmed"),
    "melee": ("destroyed", "unharmed"),
}


class NamedAttack(msgspec.Struct, frozen=True):
    """One attack of an exchange, as it was named; a vehicle in Melee has no weapon (BB-21)."""

    attacker: str
    weapon: str | None
    target: str
    dice: int
    need: int | None


class Loser(msgspec.Struct, frozen=True):
    """The chance of each side to lose a melee, and that nobody does (HR-25)."""

    by_side: dict[str, str]
    nobody: str


class Exchange(msgspec.Struct, frozen=True, kw_only=True):
    """The exact odds of a whole exchange, `adjudicate --exchange UNIT --json`.

    `odds` has every unit of it: what becomes of it by the exchange alone, before anybody breaks
    away. `loser` is null in Firefight and after a refusal.
    """

    format: Literal["skirmish-sim/exchange"] = "skirmish-sim/exchange"
    format_version: Literal[1] = 1
    phase: ExchangePhase
    unit: str
    active: str
    refusal: Refusal | None
    units: tuple[str, ...]
    attacks: tuple[NamedAttack, ...]
    odds: dict[str, dict[str, str]]
    loser: Loser | None
    settings: tuple[str, ...] | UnsetType = UNSET


def read_exchange_phase(name: str) -> ExchangePhase:
    """The phase of an exchange; raises UsageError for one in which units attack one by one."""
    for phase in EXCHANGE_PHASES:
        if phase == name:
            return phase
    raise UsageError(f"an exchange is of the phase firefight or melee, not {name!r}")


def assess_exchange(
    start: BattleState, phase: ExchangePhase, unit: str, aims: Sequence[str] = ()
) -> Exchange:
    """The odds of the firefight or melee that a unit is in, that unit's side being active.

    Every unit that may attacks the target with the greatest expected loss by the exact odds,
    unless `aims` (`UNIT=WEAPON@TARGET`) says otherwise. Raises UsageError for a unit that does
    not exist, and for an aim that the rules forbid.
    """
    number = find_unit(start, unit)
    state = question_state(start, phase, number)
    active = str(state.roster.sides[state.active].id)
    groups = firefight.firefights(state) if phase == "firefight" else melee.melees(state)
    group = next((group for group in groups if number in group), ())
    attacks = _attacks(state, phase, group, aims) if group else ()
    odds = _odds(state, group, exchange_odds(state, attacks))
    return Exchange(
        phase=phase,
        unit=unit,
        active=active,
        refusal=None if group else _no_exchange(phase, unit),
        units=tuple(str(state.spec(member).id) for member in group),
        attacks=tuple(_named(attack) for attack in attacks),
        odds={name: as_text(chances) for name, chances in odds.items()},
        loser=_loser(state, odds) if group and phase == "melee" else None,
    )


def _no_exchange(phase: ExchangePhase, unit: str) -> Refusal:
    if phase == "firefight":
        return Refusal("no_exchange", "BB-18", f"{unit} sees no enemy within 12 inches")
    return Refusal("no_exchange", "HR-22", f"{unit} has no enemy to fight within 2 inches")


def _attacks(
    state: BattleState, phase: ExchangePhase, group: Sequence[int], aims: Sequence[str]
) -> tuple[Attack, ...]:
    named = name_targets(state, phase, group, aims)
    if phase == "firefight":
        return tuple(firefight.assess_firefight(state, named))
    return tuple(melee.assess_melee(state, tuple(group), named))


def _odds(
    state: BattleState, group: Sequence[int], found: Mapping[str, Chances]
) -> dict[str, Chances]:
    """The odds of every unit of the group; whom nobody attacks is unharmed."""
    odds = {}
    for unit in group:
        spec = state.spec(unit)
        names = _VEHICLE_ODDS[state.phase] if spec.is_vehicle else _TEAM_ODDS
        untouched = {name: Fraction(name == "unharmed") for name in names}
        odds[str(spec.id)] = found.get(spec.id, untouched)
    return odds


def _named(attack: Attack) -> NamedAttack:
    need = None if attack.to_hit is None else attack.to_hit.need
    return NamedAttack(attack.attacker, attack.weapon or None, attack.target, attack.dice, need)


def _loser(state: BattleState, odds: Mapping[str, Chances]) -> Loser:
    chances = loser_odds(state, odds)
    sides = state.roster.sides
    by_side = {str(side.id): str(chance) for side, chance in zip(sides, chances, strict=True)}
    return Loser(by_side, str(1 - sum(chances)))
