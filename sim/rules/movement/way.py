"""Ways: paths as a unit of the battle takes them, and whether anything is in the way (HR-14)."""

from collections.abc import Iterator, Sequence
from itertools import pairwise
from math import isfinite

import msgspec

from sim.battlefield.paths import (
    Entry,
    Mover,
    barrier_across,
    barrier_under,
    course_of,
)
from sim.errors import Refusal
from sim.geometry.boxes import box_about
from sim.geometry.footprints import (
    Footprint,
    circumradius,
    overlaps,
    segment_distance,
    within_table,
)
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON
from sim.rules.activation import Base, bases, is_infantry_now, movement_rates, mover_class
from sim.state.battle import BattleState
from sim.state.events import Manner
from sim.state.roster import NOBODY

LONGEST_PATH = 64
"""PR-23: the legs a path may have."""

_NO_STEP = 1e-9
_RATE_CLAUSES = {"infantry": "HR-12", "gun": "HR-13", "vehicle": "BB-8"}


class Way(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A path of a unit, its start included, with what it costs and leads into.

    `end` is the base at its end; cost and allowance in inches of open ground.
    """

    unit: int
    manner: Manner
    path: tuple[Point, ...]
    end: Footprint
    mover: Mover
    cost: float
    allowance: float
    entries: tuple[Entry, ...]

    @property
    def legs(self) -> Iterator[tuple[Point, Point]]:
        """The straight legs, from and to."""
        return pairwise(self.path)


def mover_of(state: BattleState, unit: int) -> Mover:
    """How a unit moves over terrain (HR-12, HR-35); a disc of half its width is kept clear."""
    rates, rules = movement_rates(state, unit), state.rules
    footprint = state.units[unit].footprint
    return Mover(
        kind=mover_class(state, unit),
        radius=footprint.radius or footprint.half_width,
        difficult=rates.open / rates.difficult if rates.open else 1.0,
        road=rules.road_cost,
        crossing=rules.line_crossing_cost,
    )


def lay_way(
    state: BattleState,
    unit: int,
    path: Sequence[Point],
    facing: float,
    manner: Manner,
    allowance: float,
) -> Way | Refusal:
    """The way along a path, or why it cannot be one or is too far (BB-8, HR-12, HR-13)."""
    footprint, mover = state.units[unit].footprint, mover_of(state, unit)
    refusal = _check_points(state, mover.radius, path, facing)
    if refusal is not None:
        return refusal
    points = _without_repeats(((footprint.x, footprint.y), *path))
    course = course_of(state.roster.world, mover, points)
    if course.cost > allowance + EPSILON:
        text = f"the path costs {course.cost:.2f} inches of {allowance:g}"
        return Refusal("too_far", _RATE_CLAUSES[mover.kind], text)
    return Way(
        unit=unit,
        manner=manner,
        path=points,
        end=footprint.moved(*points[-1], facing),
        mover=mover,
        cost=course.cost,
        allowance=allowance,
        entries=course.entries,
    )


def _check_points(
    state: BattleState, radius: float, path: Sequence[Point], facing: float
) -> Refusal | None:
    if not (isfinite(facing) and all(isfinite(x) and isfinite(y) for x, y in path)):
        return Refusal("not_finite", "HR-14", "a path needs finite numbers")
    if len(path) > LONGEST_PATH:
        return Refusal("path_too_long", "PR-23", f"a path has at most {LONGEST_PATH} legs")
    world, margin = state.roster.world, radius - EPSILON
    for x, y in path:
        if not (margin <= x <= world.width - margin and margin <= y <= world.height - margin):
            return Refusal("off_table", "HR-14", f"at ({x:g}, {y:g}) the base leaves the table")
    return None


def _without_repeats(path: Sequence[Point]) -> tuple[Point, ...]:
    """The path without points that are no step away from the one before."""
    kept = [path[0]]
    for x, y in path[1:]:
        if abs(x - kept[-1][0]) > _NO_STEP or abs(y - kept[-1][1]) > _NO_STEP:
            kept.append((float(x), float(y)))
    return tuple(kept)


def check_clear(state: BattleState, way: Way) -> Refusal | None:
    """What is in the way along the path or at its end, terrain first (HR-14)."""
    return (
        _check_terrain(state, way)
        or _check_bases(state, way)
        or check_place(state, way.unit, way.mover, way.end)
    )


def check_place(
    state: BattleState, unit: int, mover: Mover, footprint: Footprint
) -> Refusal | None:
    """Why a unit's base may not stand there: the table's edge, terrain, another base (HR-14)."""
    world = state.roster.world
    if not within_table(footprint, world.width, world.height):
        return Refusal("off_table", "HR-14", "the base would end over the edge of the table")
    barrier = barrier_under(world.goings.of(mover.kind), footprint)
    if barrier is not None:
        return Refusal("impassable", "HR-14", f"the base would end in {barrier.id}")
    near = box_about([(footprint.x, footprint.y)], circumradius(footprint))
    for base in bases(state, near):
        if base.unit != unit and overlaps(base.footprint, footprint):
            return Refusal("overlap", "HR-14", f"the base would end on that of {base.id}")
    return None


def _check_terrain(state: BattleState, way: Way) -> Refusal | None:
    going = state.roster.world.goings.of(way.mover.kind)
    for a, b in way.legs:
        barrier = barrier_across(going, way.mover.radius, a, b)
        if barrier is not None:
            return Refusal("impassable", "HR-14", f"{barrier.id} is in the way")
    return None


def _check_bases(state: BattleState, way: Way) -> Refusal | None:
    """PR-24: a base that the unit stands on at its start is not in its way (RU-14)."""
    start = state.units[way.unit].footprint
    for base in bases(state, box_about(way.path, way.mover.radius)):
        breaks_away = way.manner == "break_away"
        if base.unit == way.unit or may_pass(state, way.unit, base, breaks_away=breaks_away):
            continue
        if any(
            segment_distance(base.footprint, *a, *b) < way.mover.radius - EPSILON
            for a, b in way.legs
        ) and not overlaps(base.footprint, start):
            return Refusal("blocked", "HR-14", f"{base.id} is in the way")
    return None


def may_pass(state: BattleState, unit: int, base: Base, *, breaks_away: bool = False) -> bool:
    """Whether a unit may go through a base, though not end on it.

    Infantry goes through friends (HR-14). PR-25: who breaks away goes through enemies (HR-26).
    """
    if base.unit == NOBODY or not state.units[base.unit].alive:
        return False
    if state.side_of(base.unit) == state.side_of(unit):
        return is_infantry_now(state, unit)
    return breaks_away
