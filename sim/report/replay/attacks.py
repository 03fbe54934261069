"""Attacks and hits of a log explained: the situation, each modifier with its cause, the odds."""

from collections.abc import Iterator, Mapping
from fractions import Fraction
from math import comb

import msgspec

from sim.report.adjudication.answers import answer_to
from sim.report.adjudication.document import Adjudication, RollName
from sim.report.adjudication.phrases import chance_words, wound_words
from sim.report.adjudication.questions import FIGHT_PHASES, Arm, FightPhase, Question
from sim.report.adjudication.text import need_lines, odds_lines, situation_lines
from sim.report.lines import Line
from sim.report.replay.chances import chances_of, roll_chance_words
from sim.report.words import count, modifier_words, need_words
from sim.rules.aim import find_mount
from sim.rules.attack import Attack, ToHit, assess_attack
from sim.rules.melee import assess_blow, assess_vehicle, melee_weapon
from sim.state.battle import BattleState
from sim.state.events import AttackEvent, Event, HitResolved
from sim.state.profiles import MeleeWeapon
from sim.state.rolls import Modifier, Roll

_DETAIL = 4
_CANNOT_WOUND = "BW-12"
_ROLLS: Mapping[str, RollName] = {
    "to_hit": "to_hit",
    "to_wound": "to_wound",
    "team_save": "save",
    "cover_save": "save",
}


class Recollection(msgspec.Struct, frozen=True):
    """An attack of a log, assessed once more on the state before the event."""

    question: Question
    attack: Attack
    answer: Adjudication


def recall(before: BattleState, event: AttackEvent | HitResolved) -> Recollection | None:
    """The attack of an event as the rules here assess it; None where they know no such attack."""
    question = _question(before, event)
    if question is None:
        return None
    attack = _assess(question)
    return Recollection(question, attack, answer_to(question, attack))


def is_explained(before: BattleState, event: Event) -> bool:
    """Whether the lines here say what the numbers of an attack or hit are made of."""
    if isinstance(event, HitResolved):
        return True
    if not isinstance(event, AttackEvent) or _question(before, event) is None:
        return False
    return before.units[before.roster.unit_index[event.target]].alive


def _question(before: BattleState, event: AttackEvent | HitResolved) -> Question | None:
    """What would be asked of the rules to have the attack of an event assessed."""
    phase = next((phase for phase in FIGHT_PHASES if phase == before.phase), None)
    index = before.roster.unit_index
    if phase is None or event.unit not in index or event.target not in index:
        return None
    unit, target = index[event.unit], index[event.target]
    found = _arm(before, phase, unit, event.weapon)
    if found is None or (before.side_of(unit) == before.side_of(target) and phase == "melee"):
        return None
    return Question(before, phase, unit, target, found.arm)


class _Found(msgspec.Struct, frozen=True, gc=False):
    """What an attack was made with."""

    arm: Arm


def _arm(before: BattleState, phase: FightPhase, unit: int, weapon: str) -> _Found | None:
    """What a unit attacked with; None for a weapon that it has not (any more)."""
    if phase == "melee" and before.spec(unit).is_vehicle:
        return None if weapon else _Found(None)
    arm = (
        melee_weapon(before, unit, weapon) if phase == "melee" else find_mount(before, unit, weapon)
    )
    return None if arm is None else _Found(arm)


def _assess(question: Question) -> Attack:
    before, unit, target = question.state, question.attacker, question.target
    if question.arm is None:
        return assess_vehicle(before, unit, target)
    if isinstance(question.arm, MeleeWeapon):
        return assess_blow(before, unit, question.arm, target)
    return assess_attack(before, question.phase, unit, question.arm, target)


def attack_lines(before: BattleState, event: AttackEvent) -> Iterator[Line]:
    """How the target stood, what each die needed and why, and what the odds were.

    Of fire at a target that was lost before there is nothing to tell: no die was thrown (HR-17).
    """
    target = before.roster.unit_index.get(event.target)
    if target is not None and not before.units[target].alive:
        return
    found = recall(before, event)
    if found is None:
        return
    yield from situation_lines(found.question, found.answer)
    yield from need_lines(found.answer)
    yield from _disagreement(found, event)
    yield from odds_lines(found.answer)
    yield from _tally(event)


def _disagreement(found: Recollection, event: AttackEvent) -> Iterator[Line]:
    """Where the log has other numbers than the rules here."""
    to_hit = found.answer.to_hit
    if not event.rolls or _made_of(event.rolls[0]) == (to_hit and _made_of(to_hit)):
        return
    logged = need_words(event.rolls[0]) or "nothing"
    here = "nothing" if to_hit is None else f"{to_hit.need}+"
    if to_hit is not None and to_hit.modifiers:
        here += f" ({to_hit.base} {modifier_words(to_hit.modifiers)})"
    yield Line(f"the log says {logged} to hit; by the rules here it is {here}", "refusal", 2)


def _made_of(need: Roll | ToHit) -> tuple[int | None, list[tuple[str, int]]]:
    """A number to hit, and its modifiers that count."""
    return need.need, [(modifier.name, modifier.value) for modifier in need.modifiers]


def _tally(event: AttackEvent) -> Iterator[Line]:
    """How likely so many hits were."""
    dice = len(event.rolls)
    chance = chances_of(event.rolls[0]).get("pass") if event.rolls else None
    if chance is None or not 0 <= event.hits <= dice:
        return
    told = count(event.hits, "hit")
    exactly = chance_words(str(_binomial(dice, event.hits, chance)))
    least = sum((_binomial(dice, hits, chance) for hits in range(event.hits, dice + 1)), Fraction())
    words = f"{told} of {count(dice, 'die', 'dice')}: {exactly}"
    if 0 < event.hits < dice:
        words += f"; so many or more: {chance_words(str(least))}"
    yield Line(words, indent=2)


def _binomial(dice: int, hits: int, chance: Fraction) -> Fraction:
    return comb(dice, hits) * chance**hits * (1 - chance) ** (dice - hits)


def hit_lines(before: BattleState, event: HitResolved) -> Iterator[Line]:
    """Each roll of a hit: its modifiers with what caused them, and what it could have come to."""
    found = recall(before, event) if event.rolls else None
    because = _causes(found)
    if event.clause == _CANNOT_WOUND:
        yield from _impossible_wound(before, event)
    for roll in event.rolls:
        name = _ROLLS.get(roll.purpose)
        yield Line(f"{roll.purpose.replace('_', ' ')}: {roll_chance_words(roll)}", indent=2)
        yield from _modifier_lines(roll, because.get(name, {}) if name else {})


def _impossible_wound(before: BattleState, event: HitResolved) -> Iterator[Line]:
    """The number that no die reaches, and what it is made of (BW-12)."""
    found = recall(before, event)
    if found is None or found.answer.to_wound is None:
        return
    to_wound, because = found.answer.to_wound, _causes(found).get("to_wound", {})
    yield Line(f"to wound {wound_words(to_wound)}", indent=2)
    for modifier in to_wound.modifiers:
        yield Line(_modifier_words(modifier, because), "detail", _DETAIL)


def _causes(found: Recollection | None) -> dict[RollName, dict[str, str]]:
    """What on the table causes each modifier, by roll and name."""
    causes: dict[RollName, dict[str, str]] = {}
    for reason in found.answer.because if found else ():
        causes.setdefault(reason.roll, {})[reason.name] = reason.because
    return causes


def _modifier_lines(roll: Roll, because: Mapping[str, str]) -> Iterator[Line]:
    for modifier in roll.modifiers:
        yield Line(_modifier_words(modifier, because), "detail", _DETAIL)
    for left_out in roll.suppressed_modifiers:
        name = left_out.name.replace("_", " ")
        text = f"not {name}, {left_out.value:+d} ({left_out.clause}): {left_out.reason}"
        yield Line(text, "detail", _DETAIL)


def _modifier_words(modifier: Modifier, because: Mapping[str, str]) -> str:
    text = f"{modifier.value:+d} {modifier.name.replace('_', ' ')} ({modifier.clause})"
    reason = because.get(modifier.name)
    return f"{text}: {reason}" if reason else text
