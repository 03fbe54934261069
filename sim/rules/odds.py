"""Exact odds of attacks and of exchanges, from the resolution that the battle plays (no dice)."""

from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from types import MappingProxyType

import msgspec

from sim.dice import FACES, Dice, enumerate_outcomes, need_table
from sim.rules.attack import Attack, Defence, next_attack, resolve_hit
from sim.rules.hits import Condition, Hit, condition_of
from sim.rules.team_save import TeamSave
from sim.state.battle import BattleState

_ONE_DIE = FACES**6
"""Every chance of one to-hit die and its hit is a whole number of these: six faces at most."""

_SOME_HIT = Hit("", "", "")

Chances = Mapping[str, Fraction]
"""The chance of each thing that can happen to a unit."""


class Odds(msgspec.Struct, frozen=True):
    """The exact odds of an attack: of one die to hit, of one hit, of the whole attack.

    Teams: destroyed, broken, saved (whole attack: unharmed), gun_destroyed; vehicles: stunned
    (not in Melee), destroyed, unharmed. Each is a change from the condition before; they sum to
    1, gun_destroyed apart.
    """

    hit: Fraction
    per_hit: Chances
    attack: Chances


def attack_odds(attack: Attack, condition: Condition) -> Odds:
    """The exact odds of an attack on a target in that condition."""
    need = None if attack.to_hit is None else attack.to_hit.need
    return _odds(need, attack.dice, attack.defence, condition)


def to_hit_chance(need: int | None) -> Fraction:
    """The chance of one to-hit die; None hits by itself (BB-1 to BB-3, BW-26)."""
    return Fraction(1) if need is None else dict(need_table(need).weights)["pass"]


def exchange_odds(state: BattleState, attacks: Sequence[Attack]) -> dict[str, Chances]:
    """The exact odds of simultaneous attacks in their order, by target, in file order (HR-37).

    All attacks are on the state before, so what becomes of one target tells nothing of another.
    The chances of a target are those of `Odds.attack`.
    """
    index = state.roster.unit_index
    return {
        state.spec(target).id: _target_odds(
            condition_of(state, target),
            [attack for attack in attacks if index[attack.target] == target],
        )
        for target in sorted({index[attack.target] for attack in attacks})
    }


def _target_odds(before: Condition, attacks: Sequence[Attack]) -> Chances:
    """What attacks on one target, one after the other, make of it (RU-13, RU-19)."""
    chances = {before: Fraction(1)}
    for attack in attacks:
        need = None if attack.to_hit is None else attack.to_hit.need
        merged: dict[Condition, Fraction] = {}
        for left, chance in chances.items():
            for after, share in _after_attack(need, attack.dice, attack.defence, left).items():
                found = next_attack(after)
                merged[found] = merged.get(found, Fraction(0)) + chance * share
        chances = merged
    defence = attacks[0].defence
    return _summed(defence, before, chances, (*_names(defence), "unharmed"))


def loser_odds(state: BattleState, odds: Mapping[str, Chances]) -> tuple[Fraction, Fraction]:
    """The chance of each side, by index, to lose the melee of those odds; else nobody (HR-25)."""
    losses: list[list[Fraction]] = []
    for side in (0, 1):
        units = (chances for name, chances in odds.items() if _is_of(state, side, name))
        losses.append(_count_odds(_loss_chance(chances) for chances in units))
    by_both = [
        (mine, other, losses[0][mine] * losses[1][other])
        for mine in range(len(losses[0]))
        for other in range(len(losses[1]))
    ]
    first = sum((chance for mine, other, chance in by_both if mine > other), Fraction(0))
    second = sum((chance for mine, other, chance in by_both if mine < other), Fraction(0))
    return first, second


def _is_of(state: BattleState, side: int, name: str) -> bool:
    return state.side_of(state.roster.unit_index[name]) == side


def _loss_chance(chances: Chances) -> Fraction:
    """The chance that a unit is destroyed or newly broken."""
    return chances["destroyed"] + chances.get("broken", Fraction(0))


def _count_odds(chances: Iterable[Fraction]) -> list[Fraction]:
    """The chances that none, one, two... of independent things come about."""
    counts = [Fraction(1)]
    for chance in chances:
        longer = [(1 - chance) * share for share in counts] + [Fraction(0)]
        for number, share in enumerate(counts):
            longer[number + 1] += chance * share
        counts = longer
    return counts


@lru_cache(maxsize=1 << 14)
def _odds(need: int | None, dice: int, defence: Defence, condition: Condition) -> Odds:
    after_hit = _after_hit(defence, condition)
    names = _names(defence)
    saved = "saved" if isinstance(defence, TeamSave) else "unharmed"
    return Odds(
        hit=to_hit_chance(need),
        per_hit=_summed(defence, condition, after_hit, (*names, saved)),
        attack=_summed(
            defence, condition, _after_attack(need, dice, defence, condition), (*names, "unharmed")
        ),
    )


def _names(defence: Defence) -> tuple[str, ...]:
    """What can happen to the target."""
    if isinstance(defence, TeamSave):
        return ("destroyed", "broken")
    return ("destroyed",) if defence.in_melee else ("stunned", "destroyed")


@lru_cache(maxsize=1 << 14)
def _after_hit(defence: Defence, condition: Condition) -> Mapping[Condition, Fraction]:
    """The chances of what one hit leaves of its target."""

    def left(dice: Dice) -> Condition:
        """What the target is after the hit."""
        return resolve_hit(defence, condition, _SOME_HIT, dice)[0]

    return MappingProxyType(enumerate_outcomes(left))


@lru_cache(maxsize=1 << 14)
def _after_die(
    need: int | None, defence: Defence, condition: Condition
) -> tuple[tuple[Condition, int], ...]:
    """What one to-hit die leaves of its target, in shares of `_ONE_DIE`."""
    hit = to_hit_chance(need)
    shares = {condition: (1 - hit) * _ONE_DIE}
    for after, chance in _after_hit(defence, condition).items():
        shares[after] = shares.get(after, Fraction(0)) + hit * chance * _ONE_DIE
    return tuple((after, int(share)) for after, share in shares.items())


def _after_attack(
    need: int | None, dice: int, defence: Defence, condition: Condition
) -> Mapping[Condition, Fraction]:
    """The chances of what an attack leaves of its target: die by die, equal states merged."""
    shares = {condition: 1}
    for _ in range(dice):
        merged: dict[Condition, int] = {}
        for before, share in shares.items():
            for after, weight in _after_die(need, defence, before):
                merged[after] = merged.get(after, 0) + share * weight
        shares = merged
    return {after: Fraction(share, _ONE_DIE**dice) for after, share in shares.items()}


def _summed(
    defence: Defence,
    before: Condition,
    chances: Mapping[Condition, Fraction],
    names: tuple[str, ...],
) -> Chances:
    """The chances by the name of what happened, the last name for nothing."""
    summed = dict.fromkeys(names, Fraction(0))
    for after, chance in chances.items():
        summed[change_of(before, after, names[-1])] += chance
    if isinstance(defence, TeamSave):
        summed["gun_destroyed"] = sum(
            (chance for after, chance in chances.items() if after.has_lost_gun), Fraction(0)
        )
    return MappingProxyType(summed)


def change_of(before: Condition, after: Condition, unchanged: str = "unharmed") -> str:
    """The name of what happened to a target, as `Odds` has it."""
    if not after.alive:
        return "destroyed"
    if after.broken and not before.broken:
        return "broken"
    if after.stunned and not before.stunned:
        return "stunned"
    return unchanged
