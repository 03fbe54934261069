"""A path crosses a chain where it passes from one side to the other, and nowhere else."""

from itertools import pairwise

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st
from shapely import LineString, Point

from sim.geometry.crossings import crossings, cuts, leg_between

WALL = [(5.0, 0.0), (5.0, 10.0)]
BENT = [(5.0, 0.0), (5.0, 5.0), (9.0, 5.0)]
BENT_BACK = [(5.0, 0.0), (5.0, 5.0), (1.0, 5.0)]
PEN = [(2.0, 2.0), (8.0, 2.0), (8.0, 8.0), (2.0, 8.0), (2.0, 2.0)]

CROSSING = {
    "straight through": ([(0, 3), (10, 3)], WALL, [5]),
    "there and back": ([(0, 3), (10, 3), (0, 4)], WALL, [5, 10 + 101**0.5 / 2]),
    "a leg ends on it, the next goes on": ([(0, 3), (5, 3), (10, 3)], WALL, [5]),
    "along it, out on the other side": ([(0, 3), (5, 3), (5, 7), (10, 7)], WALL, [5]),
    "through a corner from inside": ([(7, 3), (3, 7)], BENT, [8**0.5]),
    "through a corner that turns left": ([(7, 7), (3, 3)], BENT_BACK, [8**0.5]),
    "along a part of it, out on the other side": ([(4, 0), (5, 2), (5, 7)], BENT_BACK, [5**0.5]),
    "into a pen through its first corner": ([(1, 1), (5, 5)], PEN, [2**0.5]),
    "out of a pen through its last corner": ([(5, 5), (1, 1)], PEN, [18**0.5]),
    "two walls of a pen": ([(0, 4), (10, 4)], PEN, [2, 8]),
}
TOUCHING = {
    "beside it": ([(0, 3), (4, 3)], WALL),
    "beyond its end": ([(0, 11), (10, 11)], WALL),
    "ends on it": ([(0, 3), (5, 3)], WALL),
    "begins on it": ([(5, 3), (10, 3)], WALL),
    "along it": ([(5, 2), (5, 8)], WALL),
    "along it, back to the same side": ([(0, 3), (5, 3), (5, 7), (0, 7)], WALL),
    "touches and turns back": ([(0, 3), (5, 4), (0, 5)], WALL),
    "along a part of it, out on the same side": ([(4, 0), (5, 2), (5, 7)], BENT),
    "through its end": ([(0, 10), (10, 10)], WALL),
    "past a corner": ([(3, 3), (7, 7)], [(1, 9), (5, 5), (9, 9)]),
    "past a corner of a pen": ([(0, 4), (4, 0)], PEN),
    "along a side of a pen": ([(0, 2), (10, 2)], PEN),
}


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(("path", "chain", "places"), CROSSING.values(), ids=CROSSING)
def test_crosses(path, chain, places):
    assert crossings(path, chain) == pytest.approx(places)


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(("path", "chain", "places"), CROSSING.values(), ids=CROSSING)
def test_crosses_both_ways(path, chain, places):
    assert len(crossings(path[::-1], chain)) == len(places)
    assert crossings(path, chain[::-1]) == pytest.approx(places)


@pytest.mark.clause("HR-35", "PR-30")
@pytest.mark.parametrize(("path", "chain"), TOUCHING.values(), ids=TOUCHING)
def test_only_touches(path, chain):
    assert crossings(path, chain) == []
    assert crossings(path[::-1], chain[::-1]) == []


places = st.integers(0, 20_000).map(lambda step: step / 1000)
spots = st.tuples(places, places)


@given(st.lists(spots, min_size=2, max_size=4), st.lists(spots, min_size=2, max_size=5))
def test_counts_the_crossings_that_shapely_counts(path, chain):
    assume(all(a != b for points in (path, chain) for a, b in pairwise(points)))
    walked, line = LineString(path), LineString(chain)
    clear_of_corners = all(Point(p).distance(line) > 0.01 for p in path) and all(
        Point(p).distance(walked) > 0.01 for p in chain
    )
    assume(clear_of_corners and line.is_simple)
    expected = sum(
        LineString(leg).intersects(LineString(segment))
        for leg in pairwise(path)
        for segment in pairwise(chain)
    )
    assert len(crossings(path, chain)) == expected


def test_cuts_are_where_an_edge_meets_the_leg():
    leg = leg_between((0.0, 0.0), (10.0, 0.0))
    assert cuts(leg, [(4.0, -1.0, 6.0, 1.0), (2.0, 1.0, 2.0, 3.0)]) == [5.0]


def test_an_edge_along_the_leg_cuts_it_twice():
    leg = leg_between((0.0, 0.0), (10.0, 0.0))
    assert cuts(leg, [(7.0, 0.0, 3.0, 0.0), (12.0, 0.0, 14.0, 0.0)]) == [3.0, 7.0]
