"""Upright boxes pass over what is not near, and nothing else."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from shapely import Polygon, box

from sim.geometry.boxes import EVERYWHERE, apart, box_about, may_reach
from sim.geometry.footprints import corners, disc, rectangle

lengths = st.floats(0, 20)


def test_a_box_is_wider_than_its_points_by_the_margin() -> None:
    assert box_about([(3, 8), (5, 2)], 1.0) == pytest.approx((2, 1, 6, 9), abs=1e-5)


@pytest.mark.parametrize("other", [(5, 0, 6, 1), (-3, 0, -1, 1), (0, 5, 1, 6), (0, -3, 1, -1)])
def test_boxes_with_a_gap_between_them_are_apart(other: tuple[float, ...]) -> None:
    assert apart((0, 0, 4, 4), other)  # type: ignore[arg-type]


def test_boxes_that_meet_are_not_apart() -> None:
    assert not apart((0, 0, 4, 4), (4, 1, 5, 2))
    assert not apart((0, 0, 4, 4), EVERYWHERE)


@given(lengths, lengths, st.floats(0, 360))
def test_a_footprint_that_meets_a_box_is_never_passed_over(x: float, y: float, facing: float):
    bounds = (4.0, 5.0, 12.0, 9.0)
    tank = rectangle(x, y, facing, 4.0, 2.0)
    assert may_reach(tank, bounds) or not Polygon(corners(tank)).intersects(box(*bounds))
    assert may_reach(tank, EVERYWHERE)


def test_a_footprint_far_from_a_box_is_passed_over() -> None:
    assert not may_reach(disc(20, 7, 1.5), (4.0, 5.0, 12.0, 9.0))
    assert not may_reach(disc(8, 20, 1.5), (4.0, 5.0, 12.0, 9.0))
