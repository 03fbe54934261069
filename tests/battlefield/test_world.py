import pickle

import pytest
from msgspec.structs import replace
from shapely import LineString, box

from sim.battlefield.sight import masks
from sim.battlefield.world import Memo, World
from sim.geometry.footprints import disc
from tests.support.tables import piece, random_specs, stance, table, tank, team

LOW = piece("hill", box(10, 10, 30, 30), elevation=1.0, name="low")
HIGH = piece("hill", box(15, 15, 20, 20), elevation=3.0, name="high")
WOOD = piece("wood", box(18, 18, 26, 26))


def hilly() -> World:
    """A hill on a hill, and a wood on both."""
    return table(LOW, HIGH, WOOD)


@pytest.mark.clause("GE-3")
@pytest.mark.parametrize(
    ("x", "y", "level"), [(9.9, 12, 0), (10, 12, 1), (12, 12, 1), (15, 17, 3), (31, 31, 0)]
)
def test_the_ground_is_that_of_the_highest_hill(x: float, y: float, level: float) -> None:
    assert hilly().ground(x, y) == level


def test_elevations_are_absolute_whichever_hill_comes_first() -> None:
    assert table(HIGH, LOW).ground(17, 17) == 3.0


def test_what_contains_a_point_is_told_in_file_order() -> None:
    assert hilly().hills_at(19, 19) == (0, 1)
    assert hilly().area_pieces_at(19, 19) == (2,)
    assert hilly().area_pieces_at(40, 40) == ()


def test_a_piece_stands_on_the_lowest_ground_under_its_vertices() -> None:
    wall = piece("stone-wall", LineString([(16, 16), (29, 29), (29, 12)]))
    assert table(LOW, HIGH, wall).pieces[2].base == 1.0
    assert table(LOW, HIGH, replace(wall, base=2.5)).pieces[2].top == 3.4


def test_points_off_the_table_are_on_the_ground() -> None:
    assert hilly().ground(-5, 200) == 0.0


def test_the_lines_within_reach_of_a_footprint() -> None:
    walls = [piece("stone-wall", LineString([(x, 10), (x, 20)])) for x in (5.0, 6.75, 7.76)]
    assert table(WOOD, *walls).lines_within(disc(5, 15, 1.5), 1.0) == (1, 2)


def test_rays_that_stray_far_are_tried_against_every_screen() -> None:
    world = hilly()
    assert world.screens_between((40, 40), (44, 40), 3.5) == world.screens
    assert world.screens_between((40, 40), (44, 40), 3.0) == ()


def test_a_world_survives_pickling_without_its_memo() -> None:
    world = table(*random_specs(1))
    expected = masks(world, stance(world, team(10, 10)), stance(world, tank(60, 40)))
    copy = pickle.loads(pickle.dumps(world))
    assert world.memo
    assert not copy.memo
    assert copy == world
    assert masks(copy, stance(copy, team(10, 10)), stance(copy, tank(60, 40))) == expected


def test_a_memo_is_emptied_when_full() -> None:
    memo = Memo(2)
    assert [memo.keep(key, key * key) for key in (1, 2, 3)] == [1, 4, 9]
    assert list(memo) == [3]
