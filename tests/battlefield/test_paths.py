"""What paths cost, what they lead into, and what is in their way; shapely is the oracle."""

import random
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import LineString, MultiLineString, box
from shapely.affinity import affine_transform

from sim.battlefield.paths import (
    _KEPT_REACHES,
    assess_course,
    barrier_across,
    barrier_under,
    point_along,
    reach,
)
from sim.battlefield.terrain import PieceSpec
from sim.geometry.footprints import disc, rectangle
from tests.support.ground import (
    INFANTRY,
    TANK,
    expected_cost,
    forbidden,
    going,
    ground,
    line,
    outline,
    random_grounds,
    world,
)

WOOD = ground("difficult", box(4, 0, 8, 10), "wood")
BOG = ground("very_difficult", box(6, 0, 12, 10), "bog")
ROAD = ground("road", box(0, 4, 20, 6), "road")
RIVER = ground("impassable", box(9, 0, 12, 18), "river")
HEDGE = line("difficult", (5, 0), (5, 10), name="hedge")


def cost(specs, *path, mover=TANK):
    return assess_course(going(*specs), mover, path).cost


def entries(specs, *path):
    course = assess_course(going(*specs), TANK, path)
    return [(entry.piece.id, entry.along) for entry in course.entries]


@pytest.mark.clause("HR-35", "BB-8")
@pytest.mark.parametrize(
    ("specs", "inches"),
    [
        ((), 10),
        ((WOOD,), 10 + 4),
        ((WOOD, BOG), 10 + 7),
        ((ROAD,), 7.5),
        ((WOOD, ROAD), 7.5),
        ((ground("open", box(0, 0, 20, 10)),), 10),
    ],
    ids=["open", "difficult", "overlapping", "road", "road through a wood", "a kind of open"],
)
def test_cost_of_ten_inches(specs, inches):
    assert cost(specs, (1, 5), (11, 5)) == pytest.approx(inches)


@pytest.mark.clause("HR-12")
def test_infantry_pays_eight_sixths_in_difficult_terrain():
    assert cost((WOOD,), (4, 5), (8, 5), mover=INFANTRY) == pytest.approx(4 * 8 / 6)


@pytest.mark.clause("HR-35")
def test_a_leg_along_the_edge_of_a_wood_is_in_it():
    assert cost((WOOD,), (8, 1), (8, 3)) == pytest.approx(4)


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(
    ("path", "inches"),
    [
        (((1, 5), (9, 5)), 8 + 2),
        (((1, 5), (9, 5), (1, 5)), 16 + 4),
        (((1, 5), (5, 5), (9, 5)), 8 + 2),
        (((1, 5), (5, 5)), 4),
        (((5, 1), (5, 9)), 8),
        (((1, 12), (9, 12)), 8),
    ],
    ids=["across", "twice", "in two legs", "up to it", "along it", "past its end"],
)
def test_a_difficult_line_costs_two_inches_to_cross(path, inches):
    assert cost((HEDGE,), *path) == pytest.approx(inches)


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(("movement", "extra"), [("open", 0), ("road", 0), ("very_difficult", 2)])
def test_what_other_lines_cost(movement, extra):
    assert cost((line(movement, (5, 0), (5, 10)),), (1, 5), (9, 5)) == pytest.approx(8 + extra)


@pytest.mark.clause("HR-35")
def test_each_part_of_a_line_is_crossed_for_itself():
    rows = ground("difficult", MultiLineString([[(3, 0), (3, 9)], [(6, 9), (6, 9), (6, 0)]]))
    assert cost((rows,), (1, 5), (9, 5)) == pytest.approx(8 + 4)


@pytest.mark.clause("PR-31")
def test_a_line_over_a_road_is_crossed_all_the_same():
    assert cost((HEDGE, ROAD), (1, 5), (9, 5)) == pytest.approx(6 + 2)
    assert entries((HEDGE, ROAD), (1, 5), (9, 5)) == [("hedge", 4)]


@given(st.integers(0, 400))
def test_cost_is_what_shapely_makes_of_it(seed):
    specs, stream = random_grounds(seed), random.Random(seed)
    path = [(stream.uniform(1, 23), stream.uniform(1, 17)) for _ in range(4)]
    assert cost(specs, *path) == pytest.approx(expected_cost(specs, TANK, path), abs=1e-5)


@given(st.integers(0, 400), st.floats(0, 6), st.booleans())
def test_cost_does_not_depend_on_where_the_table_lies(seed, turn, mirrored):
    specs, stream = random_grounds(seed), random.Random(seed)
    specs = [*specs, line("difficult", (2, 9), (12, 11), (20, 8), name="hedge")]
    path = [(stream.uniform(1, 23), stream.uniform(1, 17)) for _ in range(3)]
    flip = -1.0 if mirrored else 1.0
    length = (1 + turn * turn) ** 0.5
    cosine, sine = 1 / length, turn / length
    matrix = (cosine * flip, -sine, sine * flip, cosine, 31.0, -7.5)
    moved = [replace(spec, geometry=affine_transform(spec.geometry, matrix)) for spec in specs]
    there = affine_transform(LineString(path), matrix).coords
    assert cost(moved, *there) == pytest.approx(cost(specs, *path), abs=1e-5)
    assert cost(specs, *path[::-1]) == pytest.approx(cost(specs, *path), abs=1e-5)


@pytest.mark.clause("BB-9")
@pytest.mark.parametrize(
    ("specs", "path", "found"),
    [
        ((WOOD,), ((1, 5), (11, 5)), [("wood", 3)]),
        ((BOG, WOOD), ((1, 5), (3, 5), (11, 5)), [("wood", 3), ("bog", 5)]),
        ((WOOD,), ((5, 5), (6, 5)), [("wood", 0)]),
        ((WOOD,), ((1, 5), (11, 5), (1, 5)), [("wood", 3)]),
        ((HEDGE,), ((1, 5), (9, 5), (1, 5)), [("hedge", 4)]),
        ((HEDGE, WOOD), ((1, 5), (9, 5)), [("wood", 3), ("hedge", 4)]),
        ((WOOD, ROAD), ((1, 5), (11, 5)), []),
        ((WOOD, ROAD), ((1, 5), (6, 5), (6, 8)), [("wood", 6)]),
        ((WOOD,), ((2, 12), (10, 12)), []),
        ((WOOD,), ((2, 8), (6, 12)), []),
        ((WOOD,), ((4, 5), (1, 5)), []),
    ],
    ids=[
        "into",
        "into two",
        "already inside",
        "in and out and in",
        "twice across",
        "a line in a wood",
        "by road",
        "off the road",
        "past",
        "touching a corner",
        "away from the edge",
    ],
)
def test_difficult_pieces_are_entered_once_each_in_order(specs, path, found):
    assert entries(specs, *path) == [(name, pytest.approx(along)) for name, along in found]


@pytest.mark.clause("BB-9")
def test_an_entry_says_how_difficult_the_piece_is():
    course = assess_course(going(WOOD, BOG), TANK, ((1, 5), (11, 5)))
    assert [entry.very for entry in course.entries] == [False, True]


@pytest.mark.parametrize(
    ("along", "point", "leg"), [(0, (1, 5), 0), (4, (5, 5), 0), (6, (5, 7), 1), (99, (5, 9), 1)]
)
def test_point_along_a_path(along, point, leg):
    assert point_along(((1, 5), (5, 5), (5, 9)), along) == (point, leg)


def test_point_along_no_path_is_its_start():
    assert point_along(((1, 5),), 3) == ((1, 5), 0)


@pytest.mark.clause("HR-14", "HR-35")
@pytest.mark.parametrize(
    ("path", "blocked"),
    [
        (((4, 2), (8, 2)), False),
        (((4, 2), (8.01, 2)), True),
        (((4, 2), (16, 2)), True),
        (((4, 5), (16, 5)), False),
        (((4, 5.1), (16, 5.1)), True),
        (((10, 2), (11, 2)), True),
    ],
    ids=["flush", "into", "through", "over the bridge", "beside the bridge", "inside"],
)
def test_a_tank_crosses_a_river_by_the_bridge(path, blocked):
    found = barrier_across(going(RIVER, ROAD), TANK.radius, *path)
    assert (found is not None) == blocked


@pytest.mark.clause("HR-35")
def test_a_river_under_a_road_is_no_barrier_at_all():
    assert going(ground("impassable", box(9, 4.5, 12, 5.5)), ROAD).barriers == ()


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(("y", "blocked"), [(10.9, True), (11.0, False), (5.0, True)])
def test_no_part_of_a_base_crosses_an_impassable_line(y, blocked):
    wall = line("impassable", (5, 0), (5, 10))
    assert (barrier_across(going(wall, ROAD), 1.0, (2, y), (9, y)) is not None) == blocked


@given(st.integers(0, 400))
def test_clearance_is_what_shapely_makes_of_it(seed):
    specs, stream = random_grounds(seed), random.Random(seed)
    a, b = [(stream.uniform(1, 23), stream.uniform(1, 17)) for _ in range(2)]
    gap = forbidden(specs).distance(LineString([a, b]))
    found = barrier_across(going(*specs), TANK.radius, a, b)
    assert (found is not None) == (gap < TANK.radius) or abs(gap - TANK.radius) < 1e-5


@given(st.integers(0, 400))
def test_a_base_fits_where_shapely_says_so(seed):
    specs, stream = random_grounds(seed), random.Random(seed)
    x, y, facing = stream.uniform(3, 21), stream.uniform(3, 15), stream.uniform(0, 360)
    base = rectangle(x, y, facing, 4, 2)
    overlap = forbidden(specs).intersection(outline(base)).area
    assert (barrier_under(going(*specs), base) is not None) == (overlap > 0) or 0 < overlap < 1e-5


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(
    ("base", "stands"),
    [
        (disc(8.25, 12, 1.5), True),
        (disc(8.26, 12, 1.5), False),
        (disc(10.5, 12, 1.5), False),
        (rectangle(8, 12, 0, 4, 2), True),
        (rectangle(8, 12, 10, 4, 2), False),
    ],
)
def test_a_base_may_touch_what_it_may_not_enter(base, stands):
    assert (barrier_under(going(RIVER), base) is None) == stands


def test_each_class_of_movers_has_its_own_going():
    spec = ground("impassable", box(9, 0, 12, 18))
    movement = replace(spec.kind.movement, infantry="difficult", gun="road")
    river = PieceSpec("river", replace(spec.kind, movement=movement), spec.geometry)
    assert [area.piece.id for area in going(river, mover="infantry").areas] == ["river"]
    assert [road.id for road in going(river, mover="gun").roads] == ["river"]
    assert [barrier.id for barrier in going(river, mover="vehicle").barriers] == ["river"]


def reached(specs, mover, start, allowance):
    return reach(world(*specs), mover, start, allowance)


@settings(max_examples=15)
@given(st.integers(0, 60), st.sampled_from([(9.0, 9.0), (9.3, 8.6)]))
def test_a_reach_never_promises_too_much(seed, start):
    specs = [*random_grounds(seed), line("difficult", (0, 9), (12, 9), (18, 12), name="hedge")]
    found = reached(specs, INFANTRY, start, 6.0)
    for node in found.numbers:
        path = (start, *found.path(node))
        exact = cost(specs, *path, mover=INFANTRY) if len(path) > 1 else 0.0
        assert exact <= found.cost(node) + 1e-6 <= 6.0 + 2e-6
        for a, b in pairwise(path):
            assert barrier_across(going(*specs), 0.75, a, b) is None


@pytest.mark.clause("HR-35")
def test_a_reach_goes_as_far_as_the_going_lets_it():
    found = reached((WOOD, HEDGE), INFANTRY, (3.0, 5.0), 4.0)
    east = [found.point(node)[0] for node in found.numbers if found.point(node)[1] == 5.0]
    assert (min(east), max(east)) == (1.0, 5.0)


def test_a_reach_keeps_the_base_on_the_table():
    found = reached((), INFANTRY, (1.0, 1.0), 3.0)
    assert min(found.point(node) for node in found.numbers) == (1.0, 1.0)


def test_paths_of_a_reach_begin_behind_the_start_and_have_no_needless_turns():
    found = reached((), INFANTRY, (3.0, 5.0), 4.0)
    node = next(node for node in found.numbers if found.point(node) == (6.0, 5.0))
    assert found.path(node) == ((6.0, 5.0),)
    assert found.path(0) == ()


def test_a_start_between_the_nodes_is_joined_to_those_around_it():
    found = reached((RIVER,), TANK, (7.5, 5.5), 3.0)
    node = next(node for node in found.numbers if found.point(node) == (7.0, 6.0))
    assert found.path(node) == ((7.0, 6.0),)
    assert max(found.point(node)[0] for node in found.numbers) == 8.0


STARTS = st.tuples(st.integers(0, 8), st.integers(0, 8), st.sampled_from([0.0, 0.5]))


@given(
    st.integers(0, 50), st.lists(STARTS, min_size=2, max_size=6), st.sampled_from([0.75, 1.0, 2.0])
)
def test_no_reach_depends_on_those_asked_for_before(seed, starts, radius):
    """Also where the base of one that starts near the edge has hardly room on the table."""
    grounds = random_grounds(seed)
    mover, shared = replace(TANK, radius=radius), world(*grounds)
    for x, y, off in starts:
        start = x + off, y + off
        assert reach(shared, mover, start, 4.0) == reach(world(*grounds), mover, start, 4.0)


def test_a_reach_is_remembered_and_may_be_forgotten():
    table = world(WOOD)
    first = reach(table, TANK, (3.0, 5.0), 9.0)
    assert reach(table, TANK, (3.0, 5.0), 9.0) is first
    table.memo.clear()
    again = reach(table, TANK, (3.0, 5.0), 9.0)
    assert again == first


def test_only_so_many_reaches_are_remembered():
    table = world()
    first = reach(table, TANK, (3.0, 5.0), 1.0)
    for n in range(_KEPT_REACHES):
        reach(table, TANK, (4.0, 5.0), 1.0 + n / 1000)
    again = reach(table, TANK, (3.0, 5.0), 1.0)
    assert again is not first
    assert again == first


def test_a_reach_does_not_depend_on_those_asked_for_before():
    table = world(WOOD, HEDGE)
    reach(table, TANK, (3.0, 5.0), 9.0)
    fresh = reach(world(WOOD, HEDGE), TANK, (4.0, 8.0), 7.0)
    assert reach(table, TANK, (4.0, 8.0), 7.0) == fresh
