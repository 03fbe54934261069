"""Adjudications: questions about a scenario, answered."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET

from sim.battlefield.terrain import Piece
from sim.errors import Refusal, UsageError
from sim.geometry.masks import RAYS
from sim.report.adjudication import document as doc
from sim.report.adjudication.geometry import geometry_of, rounded
from sim.report.adjudication.numbers import numbers_of
from sim.report.adjudication.questions import (
    FightPhase,
    Question,
    assess,
    find_arms,
    find_refusal,
    find_unit,
    question_state,
)
from sim.report.adjudication.reasons import Case, reasons_of
from sim.report.adjudication.rolling import roll_faces, roll_seed
from sim.rules.attack import Attack
from sim.rules.hits import condition_of
from sim.rules.sight import Exposure, angle_off_facing, assess_exposure
from sim.state.battle import BattleState
from sim.state.roster import NOBODY


class Throw(msgspec.Struct, frozen=True):
    """How the dice of an adjudication fall: as given, else by a seed, else not at all."""

    faces: tuple[int, ...] | None = None
    seed: int | None = None


def ask(
    start: BattleState, phase: FightPhase, attacker: str, target: str, weapon: str | None = None
) -> tuple[Question, ...]:
    """One question for the weapon of that name, or for each that the attacker has for the phase.

    Raises UsageError for a unit or weapon that does not exist.
    """
    unit = find_unit(start, attacker)
    state = question_state(start, phase, unit)
    enemy = find_unit(state, target)
    arms = find_arms(state, phase, unit, weapon)
    return tuple(Question(state, phase, unit, enemy, arm) for arm in arms)


def adjudicate(question: Question, throw: Throw = Throw()) -> doc.Adjudication:
    """The answer to a question; raises UsageError for faces that are too few or too many."""
    refusal = find_refusal(question)
    if refusal is not None:
        exposure = assess_exposure(question.state, question.attacker, question.target)
        return _answer(question, exposure, refusal)
    attacks = assess(question)
    return _allowed(question, attacks, _roll(question, attacks, throw))


def check_throw(questions: Sequence[Question], throw: Throw) -> None:
    """Raise UsageError when faces are given for more than one weapon."""
    if throw.faces is not None and len(questions) > 1:
        names = ", ".join(str(question.weapon) for question in questions)
        raise UsageError(f"--dice are those of one weapon; name it by --weapon ({names})")


def _roll(question: Question, attacks: Sequence[Attack], throw: Throw) -> doc.Rolled | None:
    if throw.faces is not None:
        return roll_faces(question, attacks, throw.faces)
    return None if throw.seed is None else roll_seed(question, attacks, throw.seed)
