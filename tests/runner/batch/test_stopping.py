from random import Random

import pytest

from sim.runner.batch.experiment import Battle, Cell, Experiment
from sim.runner.batch.intervals import wilson
from sim.runner.batch.stopping import LEAST_PAIRS, Progress, Stopping, worth_of
from tests.support.batches import experiment
from tests.support.rows import CELL, MIRROR

BATCHES = 1000
WIDTHS = {100: 0.1, 400: 0.05}
"""Half-widths that are reached after about so many battles."""


def plan(*cells: Cell, pairs: int = 200, until_width: float | None = 0.1) -> Experiment:
    return Experiment(
        program_version="1",
        rules_digest="r",
        seed=1,
        pairs=pairs,
        grounds=(),
        cells=cells or (CELL,),
        until_width=until_width,
        battle_time=1.0,
    )


def worths(wanted: Experiment, seed: int = 1, p: float = 0.5) -> dict[int, float]:
    """What every battle was worth, by chance."""
    chance = Random(seed)
    return {battle.index: float(chance.random() < p) for battle in wanted.battles()}


@pytest.mark.parametrize("seats", [1, 2])
@pytest.mark.parametrize("n", [100, 400])
@pytest.mark.parametrize("p", [0.5, 0.8])
def test_stopping_early_costs_no_coverage(p: float, n: int, seats: int) -> None:
    chance = Random(f"{p} {n} {seats}")
    held = 0
    for _ in range(BATCHES):
        stopping, won, battles = Stopping(WIDTHS[n], seats), 0, 0
        stopped = False
        while not stopped:
            pair = [chance.random() < p for _ in range(seats)]
            won, battles = won + sum(pair), battles + seats
            stopped = stopping.add(sum(pair) / seats)
        interval = wilson(won, battles)
        assert interval is not None
        assert interval[1] - interval[0] <= 2 * WIDTHS[n]
        held += interval[0] <= p <= interval[1]
    assert held >= 0.93 * BATCHES


def test_it_never_stops_after_a_few_pairs() -> None:
    stopping = Stopping(0.5, 2)
    assert [stopping.add(1.0) for _ in range(LEAST_PAIRS)].index(True) == LEAST_PAIRS - 1


def test_pairs_that_go_together_count_for_less() -> None:
    apart, together = Stopping(0.1, 2), Stopping(0.1, 2)
    values = [float(number % 2) for number in range(200)]
    first = [apart.add(0.5) for _ in values].index(True)
    assert [together.add(value) for value in values].index(True) > first


def test_what_is_over_first_decides_nothing() -> None:
    wanted = plan()
    found = worths(wanted)
    forwards, backwards = Progress(wanted, found), Progress(wanted, {})
    for battle in reversed(list(wanted.battles())):
        backwards.add(battle, found[battle.index])
    assert forwards.counted() == backwards.counted()
    assert forwards.planned < wanted.size


def test_each_cell_stops_by_itself() -> None:
    other = Cell(**{name: getattr(CELL, name) for name in CELL.__struct_fields__} | {"index": 1})
    wanted = plan(CELL, other, until_width=0.08)
    found = {b.index: 1.0 if b.cell else float(b.pair % 2) for b in wanted.battles()}
    progress = Progress(wanted, found)
    assert progress.pairs[1] < progress.pairs[0]
    assert len(progress.counted()) == progress.planned == progress.over


def test_battles_behind_a_missing_one_do_not_count_yet() -> None:
    wanted = plan(pairs=3, until_width=None)
    progress = Progress(wanted, dict.fromkeys((0, 1, 2, 4, 5), 1.0))
    assert progress.counted() == (0, 1, 2)
    assert (progress.over, progress.planned) == (5, 6)


def test_pairs_with_a_failed_battle_do_not_sway_the_rule() -> None:
    wanted = plan(pairs=60)
    found: dict[int, float | None] = dict.fromkeys(range(120), 1.0)
    found |= dict.fromkeys(range(0, 120, 2), None)
    assert Progress(wanted, found).planned == 120


@pytest.mark.parametrize(
    ("seat", "status", "winner", "worth"),
    [
        (0, "done", "red", 1.0),
        (1, "done", "red", 0.0),
        (1, "done", "blue", 1.0),
        (0, "done", None, 0.5),
        (0, "forfeit", "red", None),
        (0, "crashed", None, None),
    ],
)
def test_worth_is_that_of_the_first_player(
    seat: int, status: str, winner: str | None, worth: float | None
) -> None:
    assert worth_of(CELL, seat, status, winner) == worth


def test_a_player_against_itself_has_sides_compared() -> None:
    assert worth_of(MIRROR, 0, "done", "red") == 1.0


def test_a_battle_that_is_known_is_remembered() -> None:
    wanted = plan(until_width=None)
    progress = Progress(wanted, {})
    progress.add(Battle(0, 0, 0, 0), 1.0)
    assert progress.known == {0}
    assert progress.wants(Battle(1, 0, 0, 1))


def test_battles_that_nobody_has_fought_are_not_gone_through() -> None:
    progress = Progress(experiment(pairs=10**15), {0: 1.0, 1: 0.0})
    assert progress.over == 2
    assert progress.counted() == (0, 1)
