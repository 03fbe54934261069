import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.geometry.vectors import (
    angle_off,
    bearing,
    facing_vector,
    in_field,
    in_front_arc,
    in_front_quarter,
    quantise_facing,
)

STEPS = st.integers(0, 35999)
FACINGS = STEPS.map(lambda step: step / 100)
TWO_DECIMALS = st.floats(-100, 100).map(lambda number: round(number, 2) + 0.0)


def offset(centre: float, degrees: float, inches: float = 12.0) -> tuple[float, float]:
    """The way to a point at a bearing, between two far-off places on the table."""
    x, y = facing_vector(degrees)
    return (centre + inches * x) - centre, (centre + inches * y) - centre


@pytest.mark.parametrize(("degrees", "facing"), [(719, 359), (-1, 359), (360, 0), (-1e-20, 0)])
def test_facings_are_stored_from_0_to_360(degrees: float, facing: float) -> None:
    assert quantise_facing(degrees) == facing


def test_a_facing_is_kept_to_a_hundredth_of_a_degree() -> None:
    assert quantise_facing(12.346) == 12.35


@pytest.mark.parametrize("degrees", [math.nan, math.inf, -math.inf])
def test_a_facing_is_finite(degrees: float) -> None:
    with pytest.raises(ValueError, match="NaN"):
        quantise_facing(degrees)


@pytest.mark.parametrize(
    ("facing", "vector"), [(0, (0, 1)), (90, (1, 0)), (180, (0, -1)), (270, (-1, 0))]
)
def test_the_compass_starts_at_the_top_and_runs_clockwise(
    facing: float, vector: tuple[float, float]
) -> None:
    assert facing_vector(facing) == vector


@given(FACINGS)
def test_a_facing_vector_is_the_sine_and_cosine(facing: float) -> None:
    angle = math.radians(facing)
    assert facing_vector(facing) == pytest.approx((math.sin(angle), math.cos(angle)), abs=2e-15)


@given(STEPS)
def test_facing_vectors_mirror_exactly(step: int) -> None:
    x, y = facing_vector(step / 100)
    assert facing_vector((36000 - step) / 100) == (-x, y)
    assert facing_vector((18000 - step) / 100) == (x, -y)
    assert facing_vector((9000 - step) / 100) == (y, x)


@given(FACINGS)
def test_a_bearing_undoes_a_facing_vector(facing: float) -> None:
    assert bearing(*facing_vector(facing)) == facing


def test_the_bearing_to_where_one_stands_is_0() -> None:
    assert bearing(0.0, 0.0) == 0.0


@given(TWO_DECIMALS, TWO_DECIMALS)
def test_the_angle_off_a_facing_is_the_arctangent(x: float, y: float) -> None:
    expected = abs(math.degrees(math.atan2(x, y)))
    assert angle_off(0.0, 1.0, x, y) == pytest.approx(expected, abs=1e-12)


@pytest.mark.parametrize("degrees", [0, 45, 90, 135, 180])
def test_whole_angles_off_the_top_are_exact(degrees: float) -> None:
    assert angle_off(0.0, 1.0, *facing_vector(degrees)) == degrees
    assert angle_off(0.0, 1.0, *facing_vector(-degrees)) == degrees


@pytest.mark.clause("GE-1")
@pytest.mark.parametrize("turn", [0, 37, 123.4])
@pytest.mark.parametrize("centre", [24, 1e4])
@pytest.mark.parametrize(
    ("degrees", "is_front"), [(0, True), (180, True), (0.1, True), (179.9, True), (-0.1, False)]
)
def test_the_line_of_the_front_arc_belongs_to_it(
    turn: float, centre: float, degrees: float, is_front: bool
) -> None:
    facing = facing_vector(90 + turn)
    assert in_front_arc(*facing, *offset(centre, degrees + turn)) is is_front


@pytest.mark.clause("GE-1")
@pytest.mark.parametrize("turn", [0, 37, 123.4])
@pytest.mark.parametrize("facing", [359, -1, 719])
@pytest.mark.parametrize(("degrees", "is_front"), [(1, True), (44, True), (46, False)])
def test_the_line_of_the_front_quarter_belongs_to_it(
    turn: float, facing: float, degrees: float, is_front: bool
) -> None:
    vector = facing_vector(quantise_facing(facing + turn))
    assert in_front_quarter(*vector, *offset(24, degrees + turn)) is is_front


@pytest.mark.clause("HR-18")
@given(FACINGS, st.integers(0, 18000), st.sampled_from((-1, 1)))
def test_the_edge_of_a_field_of_fire_belongs_to_it(facing: float, step: int, hand: int) -> None:
    half_width = step / 100
    edge = facing_vector(facing + hand * half_width)
    assert in_field(*facing_vector(facing), half_width, *edge)


@pytest.mark.clause("HR-18")
@given(FACINGS, st.integers(0, 17999), st.sampled_from((-1, 1)))
def test_nothing_beyond_the_edge_is_in_the_field_of_fire(
    facing: float, step: int, hand: int
) -> None:
    beyond = facing_vector(facing + hand * (step + 1) / 100)
    assert not in_field(*facing_vector(facing), step / 100, *beyond)


@pytest.mark.clause("HR-18")
def test_a_field_of_fire_of_no_width_does_not_reach_backwards() -> None:
    assert in_field(0.0, 1.0, 0.0, 0.0, 5.0)
    assert not in_field(0.0, 1.0, 0.0, 0.0, -5.0)


@pytest.mark.clause("GE-1", "HR-18")
@given(FACINGS)
def test_every_arc_holds_a_unit_on_the_same_point(facing: float) -> None:
    vector = facing_vector(facing)
    assert in_front_arc(*vector, 0.0, 0.0)
    assert in_front_quarter(*vector, 0.0, 0.0)
    assert in_field(*vector, 0.0, 0.0, 0.0)
