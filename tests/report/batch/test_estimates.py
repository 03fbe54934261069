"""Figures with intervals: what they say of little data, and how they combine."""

import pytest

from sim.report.batch.draws import Draws
from sim.report.batch.estimates import (
    NO_DATA,
    Estimate,
    combined,
    mean_lead,
    mean_of,
    pairs_for,
    share,
)


def test_nothing_fought_is_no_data() -> None:
    assert share(0, 0) == mean_of([]) == mean_lead([]) == NO_DATA
    assert NO_DATA.value is None


def test_five_wins_of_five_are_not_certain() -> None:
    found = share(5, 5)
    assert found.value == 1.0
    assert found.low == pytest.approx(0.566, abs=0.001)


def test_five_pairs_that_went_one_way_are_not_certain() -> None:
    found = mean_lead([1.0] * 5)
    assert found.value == found.high == 1.0
    assert found.low is not None
    assert 0 < found.low < 0.5


def test_many_pairs_that_went_one_way_are_nearly_certain() -> None:
    assert (mean_lead([1.0] * 1000).low or 0) > 0.99


def test_one_value_has_a_mean_and_no_interval() -> None:
    assert mean_of([3.0]) == Estimate(value=3.0)


def test_a_mean_lies_in_its_interval() -> None:
    found = mean_of([1.0, 2.0, 3.0, 4.0])
    assert (found.low, found.value, found.high) == pytest.approx((0.446, 2.5, 4.554), abs=0.01)


@pytest.mark.parametrize("wins", [0.5, 0.8])
@pytest.mark.parametrize("pairs", [50, 200])
def test_intervals_of_leads_cover_the_truth_in_95_of_100(wins: float, pairs: int) -> None:
    met = 0
    for batch in range(1000):
        won = Draws(batch).indices(2 * pairs, 1000) < 1000 * wins
        found = mean_lead([float(one) + float(other) - 1 for one, other in won.reshape(pairs, 2)])
        assert found.low is not None
        assert found.high is not None
        met += found.low <= 2 * wins - 1 <= found.high
    assert 930 <= met <= 970


@pytest.mark.parametrize(
    ("low", "high", "side"), [(0.1, 0.5, 1), (-0.5, -0.1, -1), (-0.1, 0.1, 0), (None, None, 0)]
)
def test_an_interval_lies_on_a_side_of_zero(low: float, high: float, side: int) -> None:
    assert Estimate(value=0.0, low=low, high=high).side == side


def test_halves_of_two_leads_add_up() -> None:
    one = Estimate(value=0.4, low=0.1, high=0.7)
    other = Estimate(value=0.2, low=-0.2, high=0.6)
    total, difference = combined(one, other, 1), combined(one, other, -1)
    assert (total.low, total.value, total.high) == pytest.approx((0.05, 0.3, 0.55))
    assert (difference.low, difference.value, difference.high) == pytest.approx((-0.15, 0.1, 0.35))


def test_a_missing_half_leaves_nothing() -> None:
    assert combined(NO_DATA, Estimate(value=0.2, low=0.0, high=0.4), 1) == NO_DATA
    only_value = combined(Estimate(value=0.4), Estimate(value=0.2), 1)
    assert only_value.value == pytest.approx(0.3)
    assert only_value.low is None


def test_half_the_width_takes_four_times_the_pairs() -> None:
    assert pairs_for(Estimate(value=0.0, low=-0.1, high=0.1), 50, 0.05) == 200
    assert pairs_for(NO_DATA, 50, 0.05) is None
    assert pairs_for(Estimate(value=0.0, low=-0.1, high=0.1), 50, 0.0) is None
