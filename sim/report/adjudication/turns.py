"""Turns that flip an arc: out of or into the front quarter, front arc or field of fire."""

from collections.abc import Callable, Iterator
from functools import partial

import msgspec

from sim.geometry.vectors import (
    angle_off,
    facing_vector,
    in_field,
    in_front_arc,
    in_front_quarter,
    quantise_facing,
)
from sim.report.adjudication.proposals import Proposal, facing_setting
from sim.report.adjudication.questions import Question
from sim.state.profiles import ALL_ROUND, Mount

GRID = 0.01
"""The grid of facings, in degrees."""


class Arc(msgspec.Struct, frozen=True):
    """An arc about the facing of a unit, in which the other one lies or not."""

    step: str
    name: str
    unit: int
    other: int
    half_width: float
    holds: Callable[[float, float, float, float], bool]


def turns(question: Question) -> Iterator[Proposal]:
    """The least turn that flips each arc that counts for the attack."""
    for arc in _arcs(question):
        proposal = _turn(question, arc)
        if proposal is not None:
            yield proposal


def _arcs(question: Question) -> Iterator[Arc]:
    """The arcs that count: a shield's, a vehicle's front quarter, a weapon's field of fire."""
    state, arm, phase = question.state, question.arm, question.phase
    attacker, target = question.attacker, question.target
    if not isinstance(arm, Mount) or phase == "melee":
        return
    gun = state.gun_of(target)
    if gun is not None and gun.shield and not arm.weapon.negates_cover:
        yield Arc("front_arc", "front arc", target, attacker, 90.0, in_front_arc)
    if phase == "shooting" and state.spec(target).is_vehicle and not arm.weapon.indirect:
        yield Arc("front_quarter", "front quarter", target, attacker, 45.0, in_front_quarter)
    width = arm.field_of_fire
    if width < ALL_ROUND:
        holds = partial(_in_field, width)
        yield Arc("field_of_fire", "field of fire", attacker, target, width, holds)


def _in_field(width: float, fx: float, fy: float, vx: float, vy: float) -> bool:
    return in_field(fx, fy, width, vx, vy)


def _turn(question: Question, arc: Arc) -> Proposal | None:
    """The turn of the arc's unit, away from the other if the arc holds it, else towards it."""
    facing = question.state.units[arc.unit].footprint.facing
    is_inside = _holds(arc, question, facing)
    clockwise = _is_clockwise(arc, question, facing) != is_inside
    steps = max(1, int(abs(arc.half_width - _angle(arc, question, facing)) / GRID) - 1)
    for number in range(steps, steps + 4):
        turned = quantise_facing(facing + (number if clockwise else -number) * GRID)
        if _holds(arc, question, turned) != is_inside:
            unit = question.state.spec(arc.unit).id
            how = "clockwise" if clockwise else "anticlockwise"
            where = "out of" if is_inside else "into"
            by = round(number * GRID, 2)
            return Proposal(
                step=arc.step,
                by=by,
                measure="degrees",
                text=f"{unit} turned {by:g}° {how}: {where} the {arc.name}",
                settings=(facing_setting(question, arc.unit, turned),),
                reading=partial(_reading, arc),
            )
    return None


def _reading(arc: Arc, question: Question) -> bool:
    return _holds(arc, question, question.state.units[arc.unit].footprint.facing)


def _holds(arc: Arc, question: Question, facing: float) -> bool:
    return arc.holds(*facing_vector(facing), *_towards(arc, question))


def _angle(arc: Arc, question: Question, facing: float) -> float:
    return angle_off(*facing_vector(facing), *_towards(arc, question))


def _is_clockwise(arc: Arc, question: Question, facing: float) -> bool:
    """Whether the other unit lies clockwise of the facing."""
    (ahead_x, ahead_y), (dx, dy) = facing_vector(facing), _towards(arc, question)
    return dx * ahead_y - dy * ahead_x > 0.0


def _towards(arc: Arc, question: Question) -> tuple[float, float]:
    units = question.state.units
    own, other = units[arc.unit].footprint, units[arc.other].footprint
    return other.x - own.x, other.y - own.y
