"""Places weighed: by the fields at first, then with the exact sight of the enemies that matter."""

from collections.abc import Sequence
from typing import NamedTuple

from sim.ai.tactician.aims import Draw
from sim.ai.tactician.atlas import Atlas, Stand
from sim.ai.tactician.chart import CONCEALED, HARD, OPEN, SOFT, UNSEEN, VIEWS
from sim.ai.tactician.grid import BANDS, HALF_BASES
from sim.ai.tactician.muster import fire_arc
from sim.ai.tactician.outlook import Hope
from sim.ai.tactician.pressure import FULL
from sim.ai.tactician.survey import Survey
from sim.geometry.vectors import bearing, facing_vector, in_field, in_front_quarter
from sim.rules.activation import is_team
from sim.rules.sight import Exposure, assess_exposure
from sim.state.battle import BattleState
from sim.state.profiles import ALL_ROUND

CAUTION = 100
"""What fear counts beside hope, in percent: the enemy can fire on others as well."""

_LOOKED_AT = 2


class Weighed(NamedTuple):
    """The value of a place in thousandths, and the facing that is best there."""

    value: int
    facing: float


class _Foe(NamedTuple):
    """An enemy: the classes that it sees others in and is seen in, and tables of both doings.

    `mixed` is feared when the facing is open, `front` and `other` by the quarter it is in.
    """

    unit: int
    shown: bytes
    showing: bytes
    mixed: bytes
    front: bytes
    other: bytes
    hope: bytes
    worth: int
    weight: int


class _Contact(NamedTuple):
    """One enemy and a place, by the exact sight; fears in percent, hope in thousandths."""

    dx: float
    dy: float
    front: int
    other: int
    hope: int


class Scales:
    """What one unit has to hope and to fear wherever it goes in one manner."""

    def __init__(self, survey: Survey, stand: Stand, unit: int, hope: Hope):
        side = 1 - survey.state.side_of(unit)
        self._survey = survey
        self._unit = unit
        self._fear = survey.worths[unit] * CAUTION // FULL
        self._arc = fire_arc(survey.atlas.attackers[stand.attacker])
        self._turns = self._arc < ALL_ROUND or not is_team(survey.state, unit)
        self._promise = survey.fields.promise(hope, stand.attacker, side)
        weights = survey.pressure.weights(1 - side, unit)
        self._danger = survey.fields.danger(stand.target, weights)
        self._foes = [
            _foe(survey.atlas, stand, enemy, foe, hope, survey.worths[enemy], weights[enemy])
            for enemy, foe in survey.fields.living(side)
        ]

    def by_fields(self, cell: int) -> int:
        """The value of a cell by the fields alone."""
        return self._promise[cell] - self._danger[cell] * self._fear // 100

    def at(self, cells: Sequence[int], draw: Draw | None) -> list[int]:
        """The values of cells by the fields, what draws there included."""
        promise, danger, fear = self._promise, self._danger, self._fear
        if draw is None:
            return [promise[cell] - danger[cell] * fear // 100 for cell in cells]
        worth, inches = draw.worth, draw.inches
        return [
            promise[cell] - danger[cell] * fear // 100 + worth[inches[cell]] for cell in cells
        ]

    def exactly(self, state: BattleState, cell: int, *, turns: bool = True) -> Weighed:
        """The value of where the unit stands in a state; with `turns` it may face anew."""
        danger = self._danger[cell]
        rough = []
        for number, foe in enumerate(self._foes):
            fear = foe.mixed[foe.shown[2 * cell]] * foe.weight
            hope = foe.hope[foe.showing[2 * cell]] * foe.worth
            if fear or hope:
                rough.append((-fear * self._fear - 100 * hope, number, fear, hope))
        rough.sort()
        contacts = []
        for _, number, fear, hope in rough[:_LOOKED_AT]:
            danger -= fear
            contacts.append(self._contact(state, self._foes[number], fear, hope))
        rest = max((hope for *_, hope in rough[_LOOKED_AT:]), default=0)
        base = state.units[self._unit].footprint
        if not self._turns:
            facing = _to_nearest(contacts) if contacts else base.facing
            return Weighed(self._value(contacts, facing, danger, rest), facing)
        if self._arc < ALL_ROUND:
            rest = 0
        ways = [base.facing]
        if turns:
            ways += [bearing(contact.dx, contact.dy) for contact in contacts]
        return max(
            (Weighed(self._value(contacts, way, danger, rest), way) for way in ways),
            key=lambda weighed: weighed.value,
        )

    def _value(
        self, contacts: Sequence[_Contact], facing: float, danger: int, hope: int
    ) -> int:
        ahead = facing_vector(facing)
        for contact in contacts:
            frontal = in_front_quarter(*ahead, contact.dx, contact.dy)
            danger += contact.front if frontal else contact.other
            if contact.hope > hope and in_field(*ahead, self._arc, contact.dx, contact.dy):
                hope = contact.hope
        return hope - danger * self._fear // 100

    def _contact(self, state: BattleState, foe: _Foe, fear: int, hope: int) -> _Contact:
        here, there = state.units[self._unit].footprint, state.units[foe.unit].footprint
        front = other = fear
        if fear:
            shown = _class(self._exposure(state, foe.unit, self._unit))
            front, other = foe.front[shown] * foe.weight, foe.other[shown] * foe.weight
        if hope:
            hope = foe.hope[_class(self._exposure(state, self._unit, foe.unit))] * foe.worth
        return _Contact(there.x - here.x, there.y - here.y, front, other, hope)

    def _exposure(self, state: BattleState, firer: int, target: int) -> Exposure:
        if state is self._survey.state:
            return self._survey.sightings.of(state, firer, target)
        return assess_exposure(state, firer, target)


def _foe(atlas: Atlas, stand: Stand, enemy: int, foe: Stand, hope: Hope, worth: int, weight: int) -> _Foe:
    look = atlas.chart.lookout(foe.cell)
    return _Foe(
        unit=enemy,
        shown=look.shown,
        showing=look.showing,
        mixed=atlas.table("feared", foe.attacker, stand.target),
        front=atlas.table("feared", foe.attacker, stand.target, 1.0),
        other=atlas.table("feared", foe.attacker, stand.target, 0.0),
        hope=atlas.table(hope, stand.attacker, foe.target),
        worth=worth,
        weight=weight,
    )


def _to_nearest(contacts: Sequence[_Contact]) -> float:
    near = min(contacts, key=lambda c: c.dx * c.dx + c.dy * c.dy)
    return bearing(near.dx, near.dy)


def _class(exposure: Exposure) -> int:
    """The class of a target by its exact exposure."""
    band = 0
    for far in BANDS:
        if exposure.distance + HALF_BASES <= far:
            break
        band += 1
    if not exposure.seen:
        view = UNSEEN
    elif exposure.cover == "hard":
        view = HARD
    elif exposure.cover == "soft":
        view = SOFT
    else:
        view = CONCEALED if exposure.concealed else OPEN
    return band * VIEWS + view
