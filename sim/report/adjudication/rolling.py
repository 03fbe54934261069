"""The dice of one attack: given faces or thrown ones, and what they do."""

from collections.abc import Sequence

from msgspec import UNSET

from sim.dice import FACES, Dice, KeyedDice, ScriptedDice
from sim.errors import UsageError
from sim.report.adjudication import document as doc
from sim.report.adjudication.questions import Question
from sim.rules.attack import Attack, AttackResult, resolve_attack
from sim.rules.hits import Condition, condition_of
from sim.rules.odds import change_of

_FACES = tuple(str(face) for face in range(1, FACES + 1))


def read_faces(text: str) -> tuple[int, ...]:
    """The faces of `4,6,1`; raises UsageError for anything but faces of a die."""
    words = [word.strip() for word in text.split(",")] if text.strip() else []
    for word in words:
        if word not in _FACES:
            raise UsageError(f"dice are faces from 1 to {FACES} such as 4,6,1, not {word[:20]!r}")
    return tuple(int(word) for word in words)


def roll_faces(question: Question, attacks: Sequence[Attack], faces: Sequence[int]) -> doc.Rolled:
    """What given faces do; raises UsageError when they are too few or too many."""
    dice = ScriptedDice(faces)
    rolled = _roll(question, attacks, dice)
    dice.finish()
    return rolled


def roll_seed(question: Question, attacks: Sequence[Attack], seed: int) -> doc.Rolled:
    """What the dice of a seed do: those of the first player turn of a battle with that seed."""
    dice = KeyedDice(seed).at(question.state.round, question.state.turn, question.phase)
    return _roll(question, attacks, dice)


def _roll(question: Question, attacks: Sequence[Attack], dice: Dice) -> doc.Rolled:
    """The attack on the target, then unit by unit those on whom a template touches (BB-15)."""
    index = question.state.roster.unit_index
    befores = [condition_of(question.state, index[attack.target]) for attack in attacks]
    results = [
        resolve_attack(attack, before, dice)
        for attack, before in zip(attacks, befores, strict=True)
    ]
    changes = [
        change_of(before, result.condition) for before, result in zip(befores, results, strict=True)
    ]
    others = {
        attack.target: change for attack, change in zip(attacks[1:], changes[1:], strict=True)
    }
    return doc.Rolled(
        dice=tuple(die for result in results for die in _dice(result)),
        outcome=doc.Outcome(
            hits=len(results[0].strike.hits),
            target=changes[0],
            gun_destroyed=_lost_gun(befores[0], results[0].condition),
            also=others if question.is_template else UNSET,
        ),
    )


def _dice(result: AttackResult) -> list[doc.RolledDie]:
    rolls = [*result.strike.rolls, *(roll for effect in result.effects for roll in effect.rolls)]
    return [doc.RolledDie(roll.purpose, roll.faces) for roll in rolls]


def _lost_gun(before: Condition, after: Condition) -> bool:
    return after.has_lost_gun and not before.has_lost_gun
