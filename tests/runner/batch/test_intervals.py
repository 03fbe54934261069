from random import Random

import pytest
from scipy.stats import binomtest, t

from sim.runner.batch.intervals import battles_for, paired_interval, student_quantile, wilson

BATCHES = 1000


@pytest.mark.parametrize(("won", "n"), [(55, 100), (0, 10), (5, 5), (1, 1), (1234, 4000)])
def test_a_share_has_the_score_interval(won: int, n: int) -> None:
    other = binomtest(won, n).proportion_ci(0.95, "wilson")
    assert wilson(won, n) == pytest.approx((other.low, other.high), abs=1e-12)


def test_nothing_says_nothing() -> None:
    assert wilson(0, 0) is None
    assert paired_interval([]) is None
    assert paired_interval([0.5]) is None


def test_five_of_five_is_not_everything() -> None:
    assert wilson(5, 5) == (pytest.approx(0.566, abs=0.001), 1.0)
    assert wilson(0, 5) == (0.0, pytest.approx(0.434, abs=0.001))


def test_draws_are_half_wins() -> None:
    interval = wilson(0.5, 1)
    assert interval is not None
    assert sum(interval) == pytest.approx(1.0)


@pytest.mark.parametrize("freedom", [1, 2, 3, 4, 5, 10, 30, 1000])
def test_the_quantile_is_that_of_student(freedom: int) -> None:
    assert student_quantile(freedom) == pytest.approx(t.ppf(0.975, freedom), abs=0.005)


def test_equal_pairs_leave_no_doubt() -> None:
    assert paired_interval([0.0] * 10) == (0.0, 0.0)


def test_pairs_have_the_interval_of_student() -> None:
    values = [1.0, 0.0, 0.5, 0.5, -1.0, 1.0]
    low, high = t.interval(0.95, 5, loc=1 / 3, scale=(0.5666666666666667 / 6) ** 0.5)
    assert paired_interval(values) == pytest.approx((low, high), abs=1e-3)


@pytest.mark.parametrize(("half_width", "n"), [(0.05, 381), (0.02, 2398), (0.01, 9600), (0.9, 1)])
def test_a_sharper_answer_takes_more_battles(half_width: float, n: int) -> None:
    assert battles_for(half_width) == n


@pytest.mark.parametrize("share", [0.0, 0.2, 0.5, 0.99])
def test_one_battle_fewer_would_not_do(share: float) -> None:
    n = battles_for(0.03, share)
    for battles, is_enough in ((n, True), (n - 1, False)):
        interval = wilson(share * battles, battles)
        assert interval is not None
        assert (interval[1] - interval[0] <= 0.06) is is_enough


def test_certainty_takes_no_number_of_battles() -> None:
    with pytest.raises(ValueError, match="above 0"):
        battles_for(0.0)


@pytest.mark.parametrize("n", [100, 400])
@pytest.mark.parametrize("p", [0.5, 0.8])
def test_intervals_hold_the_truth_as_often_as_they_say(p: float, n: int) -> None:
    chance = Random(f"{p} {n}")
    held = 0
    for _ in range(BATCHES):
        interval = wilson(sum(chance.random() < p for _ in range(n)), n)
        assert interval is not None
        held += interval[0] <= p <= interval[1]
    assert 0.93 * BATCHES <= held <= 0.97 * BATCHES
