"""Going a way to its end, or to where difficult terrain holds a vehicle fast (BB-9)."""

from collections.abc import Iterator

from sim.battlefield.paths import Entry, course_of, point_along
from sim.dice import Dice, need_table
from sim.geometry.footprints import Footprint
from sim.geometry.segments import Point
from sim.geometry.vectors import bearing
from sim.rules.movement.way import Way, check_place
from sim.state.battle import BattleState
from sim.state.events import Event, TerrainTested, UnitImmobilized, UnitMoved
from sim.state.rolls import Roll

DIFFICULT_NEED, VERY_DIFFICULT_NEED = 2, 4
"""The least face that keeps a vehicle going (BB-9)."""

_BACKWARDS = 0.25


def go(state: BattleState, way: Way, dice: Dice) -> list[Event]:
    """The events of going a way, terrain tests first.

    PR-27: every piece entered is tested, overlapping ones each, in the order of entry; turning on
    the spot enters nothing. Whoever has to move tests, also to break away.
    """
    events: list[Event] = []
    if way.mover.kind == "vehicle":
        for ordinal, entry in enumerate(way.entries):
            tested = _test_terrain(state, way.unit, entry, ordinal, dice)
            events.append(tested)
            if not tested.passed:
                name = state.spec(way.unit).id
                return [
                    *events,
                    _stopped(state, way, entry),
                    UnitImmobilized(unit=name, piece=entry.piece.id),
                ]
    events.append(_moved(state, way, way.path, way.end.facing, way.cost))
    return events


def terrain_need(entry: Entry) -> int:
    """The least face with which a vehicle gets through a piece (BB-9)."""
    return VERY_DIFFICULT_NEED if entry.very else DIFFICULT_NEED


def _test_terrain(
    state: BattleState, unit: int, entry: Entry, ordinal: int, dice: Dice
) -> TerrainTested:
    need, name, piece = terrain_need(entry), state.spec(unit).id, entry.piece.id
    (throw,) = dice.throw(need_table(need), 1, "terrain", name, target=piece, occurrence=ordinal)
    roll = Roll(purpose="terrain", faces=throw.faces, result=throw.result, need=need)
    return TerrainTested(unit=name, piece=piece, passed=throw.result == "pass", rolls=(roll,))


def _stopped(state: BattleState, way: Way, entry: Entry) -> UnitMoved:
    """The move as far as the vehicle came.

    PR-28: it faces along the leg on which it stopped. If its base does not fit in there, it stands
    at the last place before on its path where it does, by quarters of an inch.
    """
    for place in _places_back(way, entry.along):
        (x, y), leg = place
        (ax, ay), (bx, by) = way.path[leg], way.path[leg + 1]
        facing = bearing(bx - ax, by - ay)
        if check_place(state, way.unit, way.mover, way.end.moved(x, y, facing)) is None:
            path = way.path[: leg + 1] if (x, y) == (ax, ay) else (*way.path[: leg + 1], (x, y))
            cost = course_of(state.roster.world, way.mover, path).cost
            return _moved(state, way, path, facing, cost)
    return _moved(state, way, way.path[:1], _start(state, way).facing, 0.0)


def _places_back(way: Way, along: float) -> Iterator[tuple[Point, int]]:
    """Points of a path and their legs, from so many inches along back to its start, exclusive."""
    while along > 0.0:
        yield point_along(way.path, along)
        along -= _BACKWARDS


def _start(state: BattleState, way: Way) -> Footprint:
    return state.units[way.unit].footprint


def _moved(
    state: BattleState, way: Way, path: tuple[Point, ...], facing: float, cost: float
) -> UnitMoved:
    name = state.spec(way.unit).id
    return UnitMoved(unit=name, manner=way.manner, path=path, facing=facing, cost=cost)
