"""Luck: the p-values of rolls with these very needs."""

from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.report.replay.luck import MOST_EXACT, Luck, Tally
from sim.state.rolls import Roll


def die(need: int, *, hits: bool) -> Roll:
    return Roll(purpose="to_hit", faces=(1,), result="pass" if hits else "fail", need=need)


def luck(*rolls: tuple[int, bool]) -> Luck:
    tally = Tally()
    for need, hits in rolls:
        tally.add(die(need, hits=hits))
    return tally.luck()


def test_without_rolls_there_is_no_luck() -> None:
    assert luck() == Luck(rolls=0, successes=0, expected=0.0, p=1.0, exact=True)


def test_expectations_add_up_over_the_needs() -> None:
    found = luck((4, True), (6, False), (5, False))
    assert (found.rolls, found.successes, found.expected) == (3, 1, 1.0)


def test_ten_hits_of_ten_at_even_odds_are_one_in_512() -> None:
    assert luck(*[(4, True)] * 10).p == pytest.approx(2 / 1024, abs=1e-6)


def test_one_hit_alone_proves_nothing() -> None:
    assert luck((4, True)).p == 1.0


def test_the_same_share_is_odder_with_more_rolls() -> None:
    few, many = (luck(*[(4, n % 4 > 0) for n in range(rolls)]) for rolls in (8, 80))
    assert many.p < 0.001 < few.p


@given(st.lists(st.tuples(st.integers(2, 6), st.booleans()), max_size=6))
def test_the_p_value_is_twice_the_smaller_tail_by_enumeration(
    rolls: list[tuple[int, bool]],
) -> None:
    hits = sum(hit for _, hit in rolls)
    below = above = 0.0
    for outcome in product((True, False), repeat=len(rolls)):
        weight = 1.0
        for (need, _), hit in zip(rolls, outcome, strict=True):
            weight *= (7 - need) / 6 if hit else (need - 1) / 6
        below += weight * (sum(outcome) <= hits)
        above += weight * (sum(outcome) >= hits)
    assert luck(*rolls).p == pytest.approx(min(1.0, 2 * min(below, above)), abs=2e-6)


@pytest.mark.parametrize("share", [2, 3, 4])
def test_beyond_the_exact_a_normal_distribution_stands_in(share: int) -> None:
    exact = luck(*[(5, n % share == 0) for n in range(MOST_EXACT)])
    approximate = luck(*[(5, n % share == 0) for n in range(MOST_EXACT + share)])
    assert exact.exact
    assert not approximate.exact
    assert approximate.p == pytest.approx(exact.p, abs=0.02)


def test_certain_rolls_are_no_luck_however_many() -> None:
    certain = Roll(purpose="rally_broken", faces=(1,), result="pass", need=1)
    tally = Tally()
    for _ in range(MOST_EXACT + 1):
        tally.add(certain)
    assert tally.luck().p == 1.0


def test_more_successes_than_can_be_are_impossible() -> None:
    assert luck((7, True), (7, True)).p == pytest.approx(2 / 36**2, abs=1e-6)
    impossible = Roll(purpose="rally_broken", faces=(1,), result="pass", need=7)
    tally = Tally()
    tally.add(impossible)
    assert tally.luck().p == 0.0


def test_tallies_are_counted_together() -> None:
    first, second = Tally(), Tally()
    first.add(die(4, hits=True))
    second.add(die(4, hits=False))
    second.add(die(6, hits=True))
    first.merge(second)
    assert first.luck() == luck((4, True), (4, False), (6, True))


def test_a_roll_of_an_unknown_purpose_is_not_counted() -> None:
    tally = Tally()
    tally.add(Roll(purpose="to_dance", faces=(6,), result="pass", need=2))
    assert tally.luck().rolls == 0
