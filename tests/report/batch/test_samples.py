"""Rows sorted into matchups and pairs."""

from msgspec.structs import replace

from sim.report.batch.samples import mean_worth, samples_of, side_of, worth
from tests.support.rows import CELL, pairs, row


def test_the_order_of_the_rows_is_of_no_account() -> None:
    rows = pairs(["able", "baker", None])
    assert samples_of([CELL], rows) == samples_of([CELL], rows[::-1])


def test_a_half_pair_is_no_pair() -> None:
    (sample,) = samples_of([CELL], pairs(["able", "baker"])[:3])
    assert (len(sample.done), len(sample.pairs)) == (3, 1)


def test_battles_without_an_end_stand_apart() -> None:
    rows = [*pairs(["able"]), row("red", pair=1, status="forfeit"), row(pair=2, status="crashed")]
    (sample,) = samples_of([CELL], rows)
    assert (len(sample.done), len(sample.forfeited), len(sample.crashed)) == (2, 1, 1)
    assert sample.battles == 4


def test_a_cell_without_battles_is_a_matchup_all_the_same() -> None:
    second = replace(CELL, index=1)
    assert [sample.battles for sample in samples_of([CELL, second], pairs(["able"]))] == [2, 0]


def test_a_draw_is_worth_half_a_win() -> None:
    assert [worth(row(winner), "red") for winner in ("red", None, "blue")] == [1.0, 0.5, 0.0]


def test_players_change_sides_within_a_pair() -> None:
    pair = (row("red"), row("red", seat=1))
    assert [side_of(battle, "able") for battle in pair] == ["red", "blue"]
    assert mean_worth(pair, "able", by_player=True) == 0.5
    assert mean_worth(pair, "red", by_player=False) == 1.0
