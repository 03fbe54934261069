from msgspec.structs import replace

from sim.runner.batch.experiment import players_of, seed_of
from tests.support.batches import experiment
from tests.support.rows import CELL, MIRROR


def test_battles_go_pair_by_pair_over_all_cells() -> None:
    wanted = experiment(settings=["rounds=1,2"])
    places = [(battle.pair, battle.cell, battle.seat) for battle in wanted.battles()]
    assert places == sorted(places)
    assert len(places) == wanted.size == 8
    assert [battle.index for battle in wanted.battles()] == list(range(8))


def test_players_change_sides_within_a_pair() -> None:
    assert CELL.seats == 2
    assert CELL.players_at(0) == {"red": "able", "blue": "baker"}
    assert CELL.players_at(1) == {"red": "baker", "blue": "able"}


def test_a_player_against_itself_has_one_seat() -> None:
    assert MIRROR.seats == 1


def test_on_a_mirrored_table_sides_go_first_in_turn() -> None:
    assert [MIRROR.first_side_of(pair) for pair in range(3)] == ["red", "blue", "red"]
    assert [CELL.first_side_of(pair) for pair in range(3)] == ["red", "red", "red"]
    turned = replace(MIRROR, first_side="blue")
    assert turned.first_side_of(1) == "red"


def test_players_are_named_once() -> None:
    assert players_of(experiment(("null", "random"), ["rounds=1,2"])) == ["null", "random"]


def test_seeds_of_pairs_differ_and_stay() -> None:
    seeds = [seed_of(5, pair) for pair in range(1000)]
    assert len(set(seeds)) == 1000
    assert max(seeds) < 2**53
    assert seed_of(5, 0) != seed_of(6, 0)
    assert seeds[:2] == [2902979981854738, 1136109267052967]
