"""Moves along the line of the two centres that flip a distance: range, 12 inches, 2 inches."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from math import sqrt
from typing import Any

import msgspec

from sim.geometry.footprints import Footprint, circumradius, within
from sim.geometry.vectors import EPSILON
from sim.report.adjudication.proposals import Alternatives, Proposal, position_setting
from sim.report.adjudication.questions import Question
from sim.report.words import inches
from sim.rules.activation import are_within
from sim.rules.aim import FIREFIGHT_RANGE
from sim.state.profiles import Mount

GRID = 0.01
"""Moves are found to a hundredth of an inch."""

_PLACES = 6


class Reach(msgspec.Struct, frozen=True):
    """A distance between the two that counts for the attack."""

    step: str
    name: str
    inches: float


def moves(question: Question, document: Mapping[str, Any]) -> Iterator[Alternatives]:
    """The least move that flips each distance that counts: the attacker's, else the target's."""
    for reach in _reaches(question):
        pairs = (question.attacker, question.target), (question.target, question.attacker)
        yield [_move(question, document, reach, mover, other) for mover, other in pairs]


def _reaches(question: Question) -> Iterator[Reach]:
    if isinstance(question.arm, Mount) and question.phase != "melee":
        yield Reach("range", f"range of {question.weapon}", question.arm.weapon.range)
    if question.phase == "firefight":
        yield Reach("within_12", "12 inches of Firefight", FIREFIGHT_RANGE)
    if question.phase == "melee":
        reach = question.state.rules.melee_range
        yield Reach("within_2", f"{inches(reach)} of Melee", reach)


def _move(
    question: Question, document: Mapping[str, Any], reach: Reach, mover: int, other: int
) -> Proposal:
    """The least move of one unit straight away from the other, or straight towards it."""
    own = question.state.units[mover].footprint
    foe = question.state.units[other].footprint
    is_within = within(own, foe, reach.inches)
    apart = sqrt((foe.x - own.x) ** 2 + (foe.y - own.y) ** 2)
    way = -1.0 if is_within else 1.0
    ahead_x, ahead_y = way, 0.0
    if apart > EPSILON:
        ahead_x, ahead_y = way * (foe.x - own.x) / apart, way * (foe.y - own.y) / apart

    def there(number: int) -> Footprint:
        """The base after so many steps of the grid."""
        along = number * GRID
        x, y = round(own.x + along * ahead_x, _PLACES), round(own.y + along * ahead_y, _PLACES)
        return own.moved(x, y, own.facing)

    farthest = reach.inches + circumradius(own) + circumradius(foe) + GRID if is_within else apart
    number = _least(lambda n: within(there(n), foe, reach.inches) != is_within, farthest)
    end, by = there(number), round(number * GRID, 2)
    where = "beyond" if is_within else "within"
    unit = question.state.spec(mover).id
    how = f"{by:g} inches {'farther off' if is_within else 'nearer'}"
    return Proposal(
        step=reach.step,
        by=by,
        measure="inches",
        text=f"{unit} {how}: {where} the {reach.name}",
        settings=(position_setting(document, question, mover, end.x, end.y),),
        reading=partial(_reading, reach),
    )


def _least(flips: Callable[[int], bool], farthest: float) -> int:
    """The least number of steps that flips, which the farthest does."""
    low, high = 0, int(farthest / GRID) + 2
    while high - low > 1:
        middle = (low + high) // 2
        if flips(middle):
            high = middle
        else:
            low = middle
    return high


def _reading(reach: Reach, question: Question) -> bool:
    return are_within(question.state, question.attacker, question.target, reach.inches)
