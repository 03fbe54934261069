"""Adjudications: questions about a scenario, answered."""

from collections.abc import Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from sim.errors import UsageError
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


NO_THROW = Throw()


def ask(
    start: BattleState, phase: FightPhase, attacker: str, target: str, weapon: str | None = None
) -> tuple[Question, ...]:
    """One question for the weapon of that name, or for each that the attacker has for the phase.

    Raises UsageError for a unit or weapon that does not exist, and for a unit at itself.
    """
    unit = find_unit(start, attacker)
    state = question_state(start, phase, unit)
    enemy = find_unit(state, target)
    if unit == enemy:
        raise UsageError(f"an attack is between two units, not between {attacker} and itself")
    arms = find_arms(state, phase, unit, weapon)
    return tuple(Question(state, phase, unit, enemy, arm) for arm in arms)


def adjudicate(question: Question, throw: Throw = NO_THROW) -> doc.Adjudication:
    """The answer to a question; raises UsageError for faces that are too few or too many."""
    refusal = find_refusal(question)
    if refusal is None:
        return _allowed(question, throw)
    exposure = assess_exposure(question.state, question.attacker, question.target)
    return doc.Adjudication(
        **_measures(question, exposure),
        refusal=refusal,
        dice=None,
        also_attacked=() if question.is_template else UNSET,
        to_hit=None,
        to_wound=None,
        save=None,
        odds=None,
        rolled=None,
        geometry=geometry_of(question),
        because=(),
    )


def _allowed(question: Question, throw: Throw) -> doc.Adjudication:
    attacks = assess(question)
    answer = answer_to(question, attacks[0])
    rolled = _roll(question, attacks, throw)
    if not question.is_template:
        return replace(answer, rolled=rolled)
    index = question.state.roster.unit_index
    also = {
        attack.target: numbers_of(attack, condition_of(question.state, index[attack.target]))
        for attack in attacks[1:]
    }
    return replace(answer, also_attacked=tuple(also), rolled=rolled, also=also)


def answer_to(question: Question, attack: Attack) -> doc.Adjudication:
    """The answer for one assessed attack, whether or not the rules allow it; no dice are thrown."""
    numbers = numbers_of(attack, condition_of(question.state, question.target))
    geometry = geometry_of(question)
    return doc.Adjudication(
        **_measures(question, attack.exposure),
        refusal=None,
        dice=attack.dice,
        to_hit=numbers.to_hit,
        to_wound=numbers.to_wound,
        save=numbers.save,
        odds=numbers.odds,
        rolled=None,
        geometry=geometry,
        because=reasons_of(Case(question, attack, numbers, geometry)),
    )


def _measures(question: Question, exposure: Exposure) -> dict[str, Any]:
    """What is reported of every question, allowed or not."""
    attacker, target = question.names
    pieces, rays = question.state.roster.world.pieces, exposure.rays
    angle = angle_off_facing(question.state, question.attacker, question.target)
    return {
        "phase": question.phase,
        "attacker": attacker,
        "target": target,
        "weapon": question.weapon,
        "distance": rounded(exposure.distance),
        "target_seen": exposure.seen,
        "higher_ground": exposure.higher_ground,
        "front_arc": exposure.front_arc,
        "front_quarter": exposure.front_quarter,
        "angle_off_facing": rounded(angle),
        "obscured": doc.Obscured(rays.hard / RAYS, rays.soft / RAYS, rays.any / RAYS),
        "in_area_terrain": None if exposure.area == NOBODY else pieces[exposure.area].id,
        "concealed": exposure.concealed,
    }


def _roll(question: Question, attacks: Sequence[Attack], throw: Throw) -> doc.Rolled | None:
    if throw.faces is not None:
        return roll_faces(question, attacks, throw.faces)
    return None if throw.seed is None else roll_seed(question, attacks, throw.seed)
