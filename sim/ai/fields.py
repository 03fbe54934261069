"""Fields: what a unit has to hope and to fear in many cells at once, at a glance.

They propose places for an exact look, which decides.
"""

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.ai.bank import Bank, Row
from sim.ai.outlook import Outlook
from sim.ai.pairings import AHEAD, HIDDEN
from sim.ai.relief import Relief
from sim.ai.survey import CASES
from sim.ai.travel import travel_of
from sim.ai.view import View

_PARTS = 1000
"""Shares and worths are counted in so many parts."""

_GLANCED = HIDDEN << 1
"""The cases that are told apart at a glance."""

_UNKNOWN = -1
_GREATEST = 32_767
_KEPT_SCALES = 2048


class Field(NamedTuple):
    """By cells: the worth that a unit's fire can be expected to take, and that it would lose."""

    hopes: NDArray[np.float64]
    fears: NDArray[np.float64]


class Fields:
    """The glances over one world, and the scales by which they are read.

    A scale has, for every case that an enemy may be to a unit, what that hopes, and then, for every
    case that it may be to the enemy, what it fears.
    """

    def __init__(self, relief: Relief):
        self.relief = relief
        self.scales = Bank(2 * _GLANCED, _KEPT_SCALES)


def field_of(outlook: Outlook, cells: NDArray[np.intp]) -> Field:
    """What a unit has to hope and to fear in cells, of the enemies in its outlook."""
    view, me, foes = outlook.view, outlook.me, outlook.foes
    if not foes or not len(cells):
        nothing = np.zeros(len(cells))
        return Field(nothing, nothing)
    fields, travel = fields_of(view), travel_of(view.state.roster.world)
    glances, scales = fields.relief.glances, fields.scales
    glances.make_room(len(foes))
    scales.make_room(len(foes))
    seen_from = [
        fields.relief.glance(travel.cell_at(foe.x, foe.y), foe.heights, me.heights) for foe in foes
    ]
    read_by = [
        scales.number((between.key, view.temper), lambda: np.full(2 * _GLANCED, _UNKNOWN))
        for between in outlook.standoffs
    ]
    rows, columns = np.array(seen_from)[:, None], np.array(read_by)[:, None]
    count = travel.columns * travel.rows
    shown, seen = glances.rows[rows, cells], glances.rows[rows, cells + count]
    hopes = _read(scales, columns, seen, outlook)
    fears = _read(scales, columns, shown + _GLANCED, outlook)
    worths = np.array([round(view.units[foe.unit] * _PARTS) for foe in foes])[:, None]
    risk = np.add.reduce(fears) * (view.units[me.unit] / _PARTS)
    return Field(np.maximum.reduce(hopes * worths) / _PARTS**2, risk)


def fields_of(view: View) -> Fields:
    """The fields of the world of a battle."""
    known = view.survey.known
    if known.fields is None:
        known.fields = Fields(Relief(view.state.roster.world, known.ranges))
    found: Fields = known.fields
    return found


def _read(scales: Bank, columns: Row, places: Row, outlook: Outlook) -> Row:
    """The values at places of the scales, one of which belongs to each enemy."""
    values = scales.rows[columns, places]
    lacking = np.minimum.reduce(values, axis=1) < 0
    if np.logical_or.reduce(lacking):
        for number in np.flatnonzero(lacking).tolist():
            scale = scales.rows[columns[number, 0]]
            for place in np.unique(places[number]).tolist():
                share = _share(outlook, number, place)
                scale[place] = min(round(max(share, 0.0) * _PARTS), _GREATEST)
        values = scales.rows[columns, places]
    return values


def _share(outlook: Outlook, number: int, place: int) -> float:
    """What a scale has at a place: every front is turned to who has it to fear."""
    me, foe, temper = outlook.me, outlook.foes[number], outlook.view.temper
    case = place % _GLANCED
    pair = case | AHEAD * foe.has_front | (case | AHEAD * me.has_front) * CASES
    terms = outlook.standoffs[number][pair]
    return terms.at_risk(temper) if place >= _GLANCED else terms.hoped(temper)
