"""Fields: what a unit has to hope and to fear in many cells at once, at a glance.

They propose places for an exact look, which decides.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.ai.duels import Standoff
from sim.ai.outlook import Line, Outlook
from sim.ai.pairings import AHEAD
from sim.ai.relief import Relief, Row
from sim.ai.survey import CASES
from sim.ai.view import View

_PARTS = 1000
"""Shares and worths are counted in so many parts."""

_UNKNOWN = -1
_GREATEST = 32_767


class Field(NamedTuple):
    """By cells: the worth that a unit's fire can be expected to take, and that it would lose."""

    hopes: NDArray[np.float64]
    fears: NDArray[np.float64]


def field_of(outlook: Outlook, cells: NDArray[np.intp]) -> Field:
    """What a unit has to hope and to fear in cells, of the enemies in its outlook."""
    lines, count = outlook.lines, len(cells)
    if not lines or not count:
        nothing = np.zeros(count)
        return Field(nothing, nothing)
    relief, me = relief_of(outlook.view), outlook.me
    shown_then_seen = np.concatenate((cells, cells + relief.count))
    fears_then_hopes = np.zeros(2 * count, np.intp)
    fears_then_hopes[count:] = len(relief.cases)
    shares = np.empty((len(lines), 2 * count), np.int16)
    places = []
    for line, row in zip(lines, shares, strict=True):
        foe = line.foe
        glance = relief.glance(foe.cell, foe.heights, me.heights, max(me.reach, foe.reach))
        places.append(glance.take(shown_then_seen) + fears_then_hopes)
        _scale_of(line.between, relief).take(places[-1], out=row, mode="clip")
    if shares.min() < 0:
        for line, there, row in zip(lines, places, shares, strict=True):
            scale = _scale_of(line.between, relief)
            for place in np.unique(there[row < 0]).tolist():
                scale[place] = _share(outlook, line, relief, place)
            scale.take(there, out=row)
    worths = np.array([[round(line.worth * _PARTS)] for line in lines])
    risk = np.add.reduce(shares[:, :count]) * (outlook.worth / _PARTS)
    return Field(np.maximum.reduce(shares[:, count:] * worths) / _PARTS**2, risk)


def relief_of(view: View) -> Relief:
    """The relief of the world of a battle."""
    known = view.survey.known
    if known.relief is None:
        known.relief = Relief(view.state.roster.world, known.ranges)
    found: Relief = known.relief
    return found


def _scale_of(between: Standoff, relief: Relief) -> Row:
    """What a unit fears in every case that it may be to an enemy, then what it hopes in others.

    Those are the cases that the enemy may be to it, as the relief numbers them; what was not asked
    for yet is `_UNKNOWN`.
    """
    if between.scale is None:
        between.scale = np.full(2 * len(relief.cases), _UNKNOWN, np.int16)
    found: Row = between.scale
    return found


def _share(outlook: Outlook, line: Line, relief: Relief, place: int) -> int:
    """What a scale has at a place: every front is turned to who has it to fear."""
    me, foe = outlook.me, line.foe
    is_hope, number = divmod(place, len(relief.cases))
    case = relief.cases[number]
    pair = case | AHEAD * foe.has_front | (case | AHEAD * me.has_front) * CASES
    terms = line.between[pair]
    share = terms.hoped if is_hope else terms.at_risk
    return min(round(max(share, 0.0) * _PARTS), _GREATEST)
