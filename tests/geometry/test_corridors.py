from hypothesis import given
from hypothesis import strategies as st
from shapely import LineString, MultiPoint, box

from sim.geometry.corridors import Edges, corridor

COORDINATES = st.floats(-30, 30)
POINTS = st.tuples(COORDINATES, COORDINATES)


@given(POINTS, POINTS, POINTS, POINTS)
def test_no_edge_that_meets_the_corridor_is_left_out(
    p: tuple[float, float], q: tuple[float, float], a: tuple[float, float], b: tuple[float, float]
) -> None:
    squares = [box(x - 2, y - 2, x + 2, y + 2) for x, y in (p, q)]
    corners = [xy for square in squares for xy in square.exterior.coords]
    hull = MultiPoint(corners).convex_hull
    edge = (*a, *b)
    if hull.distance(LineString([a, b])) < 1.0 - 1e-9:
        assert Edges([edge]).near(corridor(p, q, 2.0, 1.0)) == [0]


def test_edges_off_every_side_of_the_corridor_are_left_out() -> None:
    between = corridor((0.0, 0.0), (10.0, 10.0), 2.0, 1.0)
    off = [(-9, 0, -4, 9), (14, 0, 19, 9), (0, -9, 9, -4), (0, 14, 9, 19), (0, 9, 2, 12)]
    off += [(9, 0, 12, 2)]
    assert Edges([*off, (4.0, 6.0, 6.0, 4.0)]).near(between) == [len(off)]
    assert Edges([]).near(between) == []
