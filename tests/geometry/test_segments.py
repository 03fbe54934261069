import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, Point

from sim.geometry.segments import point_segment_distance, segments_distance

COORDINATES = st.integers(-40, 40).map(lambda number: number / 8)
POINTS = st.tuples(COORDINATES, COORDINATES)


@given(POINTS, POINTS, POINTS)
def test_the_distance_of_a_point_from_a_segment(
    point: tuple[float, float], a: tuple[float, float], b: tuple[float, float]
) -> None:
    expected = Point(point).distance(LineString([a, b]))
    assert point_segment_distance(*point, *a, *b) == pytest.approx(expected, abs=1e-12)


@given(POINTS, POINTS, POINTS, POINTS)
def test_the_distance_between_two_segments(
    p: tuple[float, float], q: tuple[float, float], r: tuple[float, float], s: tuple[float, float]
) -> None:
    expected = LineString([p, q]).distance(LineString([r, s]))
    assert segments_distance(p, q, r, s) == pytest.approx(expected, abs=1e-12)


def test_segments_that_cross_are_no_distance_apart() -> None:
    assert segments_distance((0, 0), (4, 4), (0, 4), (4, 0)) == 0.0
