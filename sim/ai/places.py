"""Places: where a unit may go, what draws it there, and the shelter it finds."""

from collections.abc import Iterable
from math import inf

import msgspec
import numpy as np
from numpy.typing import NDArray

from sim.ai.cover import shelter_of
from sim.ai.fields import field_of
from sim.ai.goals import Pull
from sim.ai.ground import Ground, Numbers, direction
from sim.ai.outlook import Outlook
from sim.ai.room import Room, room_of
from sim.ai.view import View
from sim.battlefield.sight import stance_of
from sim.geometry.footprints import Footprint, inradius
from sim.geometry.vectors import facing_vector
from sim.rules.activation import enemies, is_team
from sim.rules.aim import mounts_of
from sim.rules.movement.move import SPRINT_CLEARANCE
from sim.state.battle import BattleState
from sim.state.orders import Point

_LEAST_ANTI_TANK = 3
"""Weapons of less are nothing that a vehicle turns its front to."""

_FACED = 3
"""So many of those that can hurt a vehicle it may turn to, the nearest ones."""


class Promise(msgspec.Struct, frozen=True, gc=False):
    """A place by its number, and what it is worth at a glance; without glances nobody knows."""

    place: int
    worth: float


def best_places(outlook: Outlook, pull: Pull | None, ground: Ground) -> list[Promise]:
    """The places worth an exact look, for sprints the farther ones; who promises most is first.

    They promise most by all that is known of them, by shelter alone or by draw alone; a temper says
    how many of each. With glances that is by what these show as well.
    """
    temper, sprint = outlook.view.temper, outlook.me.row.sprinted
    numbers = ground.farther if sprint else ground.all
    cells, shelters = ground.cells[numbers], ground.shelters[numbers]
    draws = np.zeros(len(shelters)) if pull is None else pull.by_cells(cells)
    promise = draws + shelters
    if temper.glances:
        field = field_of(outlook, cells)
        promise = draws + temper.shelter * shelters + field.hopes - temper.caution * field.fears
    offered = _Offer(outlook, ground, numbers)
    by_promise, by_shelter, by_draw, sprints = temper.looks
    if sprint:
        offered.take(promise, sprints)
    else:
        offered.take(promise, by_promise)
        offered.take(shelters, by_shelter)
        offered.take(draws, by_draw)
    if not temper.glances:
        return [Promise(place, inf) for place in sorted(numbers[offered.taken].tolist())]
    found = [Promise(int(numbers[row]), float(promise[row])) for row in offered.taken]
    return sorted(found, key=lambda promised: (-promised.worth, promised.place))


class _Offer:
    """Some places of a ground by number, and the rows of those taken up for an exact look."""

    def __init__(self, outlook: Outlook, ground: Ground, numbers: Numbers):
        state = outlook.view.state
        clearance = SPRINT_CLEARANCE if outlook.me.row.sprinted else state.rules.standoff
        self._foes = _foes_to_shun(state, outlook.me.unit, clearance, outlook.roam)
        self._room: Room | None = None
        if outlook.view.temper.glances:
            self._room = room_of(outlook.view, outlook.me.unit)
        self._ground = ground
        self._numbers = numbers
        self._refused: set[int] = set()
        self.taken: list[int] = []

    def take(self, values: NDArray[np.float64], count: int) -> None:
        """Take so many of the greatest value, of equals the first, that may be looked at."""
        for row in map(int, (-values).argsort(kind="stable") if count else ()):
            if row in self._refused:
                continue
            if row not in self.taken:
                if not self._may_be_taken(int(self._numbers[row])):
                    self._refused.add(row)
                    continue
                self.taken.append(row)
            count -= 1
            if count == 0:
                break

    def _may_be_taken(self, number: int) -> bool:
        """Whether nobody is seen to be at a place, too near it, or in the way there."""
        ground, room = self._ground, self._room
        point = ground.point(number)
        if _is_shunned(point, self._foes):
            return False
        if room is None:
            return True
        return room.has_place_at(point) and room.has_way_to(point, lambda: ground.path(number))


def _foes_to_shun(
    state: BattleState, unit: int, clearance: float, farthest: float
) -> list[tuple[float, float, float]]:
    """Where the enemies are, and the square of how near their centres a unit may surely not be.

    Those too far away to matter to a unit that comes at most `farthest` inches are left out.
    """
    base = state.units[unit].footprint
    clearance += inradius(base)
    foes = []
    for enemy in enemies(state, unit):
        there = state.units[enemy].footprint
        radius = clearance + inradius(there)
        if _is_shunned((base.x, base.y), [(there.x, there.y, (radius + farthest) ** 2)]):
            foes.append((there.x, there.y, radius * radius))
    return foes


def _is_shunned(point: Point, foes: Iterable[tuple[float, float, float]]) -> bool:
    for x, y, square in foes:
        dx, dy = x - point[0], y - point[1]
        if dx * dx + dy * dy <= square:
            return True
    return False


def shelter_at(state: BattleState, unit: int, point: Point) -> float:
    """What the terrain at a point promises in cover, whoever fires."""
    row, world = state.units[unit], state.roster.world
    there = row.footprint.moved(*point, 0.0)
    return shelter_of(world, stance_of(world, there, row.stance.eye, row.stance.height))


def facings_at(view: View, unit: int, point: Point) -> list[int]:
    """The directions that it may pay to face in at a point, the first of them for a team.

    That is towards the nearest enemy; for a vehicle also towards the nearest that can hurt it.
    """
    state = view.state
    foes = [state.units[foe].footprint for foe in enemies(state, unit)]
    faced = _nearest(foes, point, 1)
    if not is_team(state, unit):
        key = "anti-tank", state.side_of(unit)
        guns = view.survey.note(state, key, lambda: _anti_tank(state, unit))
        faced += _nearest(guns, point, _FACED)
    facings = dict.fromkeys(direction(foe.x - point[0], foe.y - point[1]) for foe in faced)
    return list(facings) or [direction(*facing_vector(state.units[unit].footprint.facing))]


def _nearest(footprints: Iterable[Footprint], point: Point, count: int) -> list[Footprint]:
    """So many of them, by how far their centres are, of equals the first."""
    return sorted(footprints, key=lambda footprint: _square(footprint, point))[:count]


def _square(footprint: Footprint, point: Point) -> float:
    """The square of the distance from a point to the centre of a footprint."""
    dx, dy = footprint.x - point[0], footprint.y - point[1]
    return dx * dx + dy * dy


def _anti_tank(state: BattleState, unit: int) -> list[Footprint]:
    """Where the enemies are that a vehicle turns its front to."""
    return [
        state.units[foe].footprint
        for foe in enemies(state, unit)
        if any(mount.weapon.anti_tank >= _LEAST_ANTI_TANK for mount in mounts_of(state, foe))
    ]
