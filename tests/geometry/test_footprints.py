import math
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point, Polygon
from shapely.geometry.base import BaseGeometry

from sim.geometry.footprints import (
    Footprint,
    circumradius,
    corners,
    disc,
    distance,
    distance_to_point,
    in_contact,
    inradius,
    is_near_point,
    overlaps,
    penetration,
    rectangle,
    segment_distance,
    within,
    within_table,
)
from sim.geometry.vectors import EPSILON, facing_vector

PLACES = st.floats(-6, 6).map(lambda place: round(place, 9))
"""Rounded, for shapely finds an infinite distance to segments of 1e-257 inches."""

FACINGS = st.integers(0, 35999).map(lambda step: step / 100)
SIZES = st.floats(0.5, 5)
DISCS = st.builds(disc, PLACES, PLACES, SIZES, FACINGS)
RECTANGLES = st.builds(rectangle, PLACES, PLACES, FACINGS, SIZES, SIZES)
FOOTPRINTS = st.one_of(DISCS, RECTANGLES)
MOTIONS = st.tuples(FACINGS, st.floats(-1e3, 1e3), st.floats(-1e3, 1e3))


def core(footprint: Footprint) -> BaseGeometry:
    """What lies a radius inside the edge, as shapely draws it."""
    return Point(footprint.x, footprint.y) if footprint.radius else Polygon(corners(footprint))


def displaced(footprint: Footprint, motion: tuple[float, float, float]) -> Footprint:
    """The footprint after turning the table about its origin and shifting it."""
    turn, dx, dy = motion
    sine, cosine = facing_vector(turn)
    x, y = footprint.x, footprint.y
    return footprint.moved(
        x * cosine + y * sine + dx, y * cosine - x * sine + dy, footprint.facing + turn
    )


def mirrored(footprint: Footprint) -> Footprint:
    """The footprint in a mirror along the table's left edge."""
    return footprint.moved(-footprint.x, footprint.y, -footprint.facing)


@given(FOOTPRINTS, PLACES, PLACES, st.floats(0, 9))
def test_near_a_point_is_within_the_distance(
    footprint: Footprint, x: float, y: float, inches: float
) -> None:
    """Inclusive, with the tolerance of all thresholds."""
    away = distance_to_point(footprint, x, y)
    assert is_near_point(footprint, x, y, inches) is (away <= inches + EPSILON)
    assert is_near_point(footprint, x, y, away)


@given(FOOTPRINTS)
def test_the_inradius_is_the_nearest_point_of_the_edge(footprint: Footprint) -> None:
    edge = core(footprint).boundary.distance(core(footprint).centroid)
    assert inradius(footprint) == pytest.approx(footprint.radius or edge)


@given(FOOTPRINTS, FOOTPRINTS)
def test_distances_run_edge_to_edge(a: Footprint, b: Footprint) -> None:
    expected = max(0.0, core(a).distance(core(b)) - a.radius - b.radius)
    assert distance(a, b) == pytest.approx(expected, abs=1e-9)
    assert distance(b, a) == pytest.approx(expected, abs=1e-9)


@given(FOOTPRINTS, FOOTPRINTS, MOTIONS)
def test_rigid_motions_and_mirrors_change_no_distance(
    a: Footprint, b: Footprint, motion: tuple[float, float, float]
) -> None:
    gap, depth = distance(a, b), penetration(a, b)
    for move in (mirrored, lambda footprint: displaced(footprint, motion)):
        assert distance(move(a), move(b)) == pytest.approx(gap, abs=1e-9)
        assert penetration(move(a), move(b)) == pytest.approx(depth, abs=1e-9)


@given(FOOTPRINTS, FOOTPRINTS)
def test_a_shift_by_the_penetration_parts_two_footprints(a: Footprint, b: Footprint) -> None:
    depth = penetration(a, b)
    shifts = [facing_vector(step / 4) for step in range(1440)]
    clear = [
        b.moved(b.x + (depth + 0.01) * x, b.y + (depth + 0.01) * y, b.facing) for x, y in shifts
    ]
    stuck = [b.moved(b.x + 0.9 * depth * x, b.y + 0.9 * depth * y, b.facing) for x, y in shifts]
    assert not all(overlaps(a, moved) for moved in clear)
    assert depth <= 1e-5 or all(overlaps(a, moved) for moved in stuck)


@pytest.mark.parametrize("turn", range(0, 360, 7))
def test_flush_bases_touch_and_do_not_overlap_however_turned(turn: float) -> None:
    hull = displaced(rectangle(0, 0, 0, 6, 3), (turn, 20, 20))
    for other in (rectangle(3, 1, 0, 6, 3), rectangle(3, 6, 0, 6, 3), disc(2.25, 1, 1.5)):
        neighbour = displaced(other, (turn, 20, 20))
        assert in_contact(hull, neighbour)
        assert not overlaps(hull, neighbour)


def test_discs_touch_by_the_distance_of_their_centres() -> None:
    assert distance(disc(0, 0, 1.5), disc(3, 4, 1.5)) == 3.5
    assert in_contact(disc(0, 0, 1.5), disc(1.5, 0, 1.5))
    assert not in_contact(disc(0, 0, 1.5), disc(1.5 + 2e-6, 0, 1.5))


@pytest.mark.clause("BW-26")
@pytest.mark.parametrize(("gap", "is_near"), [(0, True), (1.9, True), (2.0, True), (2.1, False)])
@pytest.mark.parametrize("turn", [0, 33.3])
def test_two_inches_run_from_the_edges_along_a_side_and_off_a_corner(
    gap: float, is_near: bool, turn: float
) -> None:
    tank = displaced(rectangle(10, 10, 0, 6, 3), (turn, 0, 0))
    beside = displaced(disc(11.5 + gap + 0.5, 11, 1), (turn, 0, 0))
    diagonal = (gap + 0.5) / math.sqrt(2)
    off_corner = displaced(disc(11.5 + diagonal, 13 + diagonal, 1), (turn, 0, 0))
    assert within(tank, beside, 2) is is_near
    assert within(tank, off_corner, 2) is is_near


def test_crossed_rectangles_overlap_though_no_corner_lies_in_the_other() -> None:
    across, along = rectangle(0, 0, 90, 8, 1), rectangle(0, 0, 0, 8, 1)
    assert distance(across, along) == 0.0
    assert penetration(across, along) == pytest.approx(4.5)
    assert overlaps(across, along)


def test_a_disc_inside_a_rectangle_is_as_deep_as_its_way_out() -> None:
    assert penetration(rectangle(0, 0, 0, 6, 4), disc(1, 0, 1)) == 1.5


@given(FOOTPRINTS, PLACES, PLACES)
def test_the_distance_to_a_point(footprint: Footprint, x: float, y: float) -> None:
    expected = max(0.0, core(footprint).distance(Point(x, y)) - footprint.radius)
    assert distance_to_point(footprint, x, y) == pytest.approx(expected, abs=1e-9)


@given(FOOTPRINTS, PLACES, PLACES, PLACES, PLACES)
def test_the_distance_to_a_segment(
    footprint: Footprint, x0: float, y0: float, x1: float, y1: float
) -> None:
    segment = LineString([(x0, y0), (x1, y1)])
    expected = max(0.0, core(footprint).distance(segment) - footprint.radius)
    assert segment_distance(footprint, x0, y0, x1, y1) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize(
    ("place", "is_inside"),
    [((1, 2), True), ((47, 34), True), ((0.99, 2), False), ((1, 34.01), False), ((1, 1.9), False)],
)
def test_a_base_may_touch_the_edge_of_the_table(
    place: tuple[float, float], is_inside: bool
) -> None:
    assert within_table(rectangle(*place, 180, 4, 2), 48, 36) is is_inside


def test_a_turned_base_reaches_farther() -> None:
    assert within_table(disc(0.75, 0.75, 1.5, 45), 48, 36)
    assert not within_table(rectangle(1, 5, 10, 4, 2), 48, 36)


def test_the_length_of_a_rectangle_runs_along_its_facing() -> None:
    assert corners(rectangle(0, 0, 90, 4, 2)) == ((2, -1), (-2, -1), (-2, 1), (2, 1))


def test_the_circumradius_reaches_the_farthest_point() -> None:
    assert circumradius(rectangle(9, 9, 30, 4, 3)) == 2.5
    assert circumradius(disc(9, 9, 3)) == 1.5


def test_a_moved_base_keeps_its_shape_and_stores_its_facing_on_the_grid() -> None:
    moved = rectangle(0, 0, 0, 4, 2).moved(3, 4, -0.999)
    assert moved == rectangle(3, 4, 359, 4, 2)


@pytest.mark.parametrize("bad", [math.nan, math.inf])
@pytest.mark.parametrize(
    "place",
    [
        lambda bad: disc(bad, 0, 1),
        lambda bad: rectangle(0, bad, 0, 1, 1),
        lambda bad: disc(0, 0, 1).moved(0, 0, bad),
    ],
)
def test_a_pose_is_finite(bad: float, place: Callable[[float], Footprint]) -> None:
    with pytest.raises(ValueError, match="finite"):
        place(bad)
