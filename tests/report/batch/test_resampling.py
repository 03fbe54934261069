"""The test over several quantities keeps its level over all of them, and finds what is there."""

from sim.report.batch.draws import Draws
from sim.report.batch.resampling import adjusted_p


def normals(seed: int, size: int) -> list[float]:
    """Numbers about zero, nearly normal."""
    draws = Draws(seed).indices(12 * size, 1000).reshape(size, 12)
    return [float(value) for value in draws.sum(axis=1) / 1000 - 6]


def test_draws_follow_from_their_seed() -> None:
    assert list(Draws(7).indices(6, 10)) == list(Draws(7).indices(6, 10)) == [6, 8, 7, 2, 3, 8]


def test_draws_are_even() -> None:
    drawn = list(Draws(1).indices(60_000, 6))
    assert all(9_500 < drawn.count(face) < 10_500 for face in range(6))


def test_signs_are_even_and_of_one() -> None:
    signs = Draws(1).signs(100, 101)
    assert signs.shape == (100, 101)
    assert sorted({float(sign) for sign in signs.ravel()}) == [-1.0, 1.0]
    assert abs(float(signs.mean())) < 0.05


def test_nothing_that_differs_is_certain_to_be_chance() -> None:
    assert adjusted_p([[0.0] * 10, [0.0] * 10]) == [1.0, 1.0]
    assert adjusted_p([]) == []
    assert adjusted_p([[]]) == [1.0]


def test_a_constant_change_is_no_chance() -> None:
    assert adjusted_p([[1.0] * 40])[0] == 0.0005


def test_one_pair_that_differs_may_be_chance() -> None:
    assert adjusted_p([[1.0] + [0.0] * 39])[0] == 1.0


def test_a_change_is_found_among_others_that_are_none() -> None:
    changes = [[value + 0.3 for value in normals(1, 400)], normals(2, 400), normals(3, 400)]
    chances = adjusted_p(changes)
    assert chances[0] < 0.01
    assert min(chances[1:]) > 0.05


def test_more_quantities_ask_for_more() -> None:
    change = [value + 0.11 for value in normals(1, 400)]
    others = [normals(seed, 400) for seed in range(2, 30)]
    assert adjusted_p([change])[0] < adjusted_p([change, *others])[0]


def test_the_level_is_kept_over_correlated_quantities() -> None:
    found = 0
    for seed in range(1000):
        one = normals(seed, 60)
        mixed = [(a + b) / 2 for a, b in zip(one, normals(5_000 + seed, 60), strict=True)]
        found += min(adjusted_p([one, mixed], flips=199)) < 0.05
    assert 25 <= found <= 75
