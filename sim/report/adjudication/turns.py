"""Turns that flip an arc: out of or into the front quarter, front arc or field of fire."""

from collections.abc import Iterator

from sim.geometry.vectors import (
    angle_off,
    facing_vector,
    in_field,
    in_front_arc,
    in_front_quarter,
    quantise_facing,
)
from sim.report.adjudication.proposals import Proposal, Reading, facing_setting
from sim.report.adjudication.questions import Question
from sim.rules.sight import assess_exposure
from sim.state.profiles import ALL_ROUND, Mount

STEP = 0.01
"""The grid of facings, in degrees."""

_QUARTER, _ARC = 45.0, 90.0


def turns(question: Question) -> Iterator[Proposal]:
    """The least turns of the target, or of the attacker, that flip an arc that counts."""
    state, arm = question.state, question.arm
    if question.phase != "melee":
        gun = state.gun_of(question.target)
        if gun is not None and gun.shield:
            yield from _turn(question, question.target, "front_arc", _ARC, _front_arc)
    if question.phase == "shooting" and state.spec(question.target).is_vehicle:
        if isinstance(arm, Mount) and not arm.weapon.indirect:
            yield from _turn(question, question.target, "front_quarter", _QUARTER, _front_quarter)
    if isinstance(arm, Mount) and question.phase != "melee" and arm.field_of_fire < ALL_ROUND:
        width = arm.field_of_fire
        yield from _turn(question, question.attacker, "field_of_fire", width, _field_of_fire)


def _front_arc(question: Question) -> bool:
    return assess_exposure(question.state, question.attacker, question.target).front_arc


def _front_quarter(question: Question) -> bool:
    return assess_exposure(question.state, question.attacker, question.target).front_quarter


def _field_of_fire(question: Question) -> bool:
    assert isinstance(question.arm, Mount)
    facing = question.state.units[question.attacker].footprint.facing
    return _holds("field_of_fire", facing, question.arm.field_of_fire, _towards(question, question.attacker))


