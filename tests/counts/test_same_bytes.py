"""What is remembered changes how fast a battle is fought, and no byte of its log."""

from concurrent.futures import ProcessPoolExecutor
from multiprocessing import get_context

import pytest

from tests.counts.battles import (
    CROWDED,
    PLAYERS,
    SMALL,
    CountingMemo,
    log_in_a_process,
    log_of,
    table,
)
from tests.support.asking import reloaded


@pytest.mark.parametrize("player", PLAYERS)
def test_a_warm_world_gives_the_bytes_of_a_cold_one(player: str) -> None:
    warm = table(CROWDED)
    logs = [log_of(warm, player, seed) for seed in (1, 2, 1)]
    assert logs[0] == logs[2] == log_of(table(CROWDED), player)


@pytest.mark.parametrize("kept", [0, 1 << 17])
@pytest.mark.parametrize("player", ["greedy", "tactician"])
def test_a_world_that_many_battles_have_warmed_gives_the_bytes_of_a_cold_one(
    player: str, kept: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What was learnt of units on a hill, say, is not taken for what holds below.

    Nor is what was decided in one position taken for the answer in another.
    """
    monkeypatch.setattr("sim.ai.positions._KEPT_ROWS", kept)
    warm = reloaded("causeway-gun")
    logs = [log_of(warm, player, seed) for seed in range(1, 9)]
    for seed in (7, 8):
        assert logs[seed - 1] == log_of(reloaded("causeway-gun"), player, seed)


@pytest.mark.parametrize("player", PLAYERS)
def test_a_world_that_forgets_before_every_request_gives_the_same_bytes(player: str) -> None:
    forgetful = table(CROWDED)
    world = forgetful.roster.world

    def forget() -> None:
        for memory in (world.memo, world.memo.lasting, world.between):
            memory.clear()

    assert log_of(forgetful, player, before_each=forget) == log_of(table(CROWDED), player)


def test_a_memo_is_bounded_and_a_small_one_gives_the_same_bytes() -> None:
    large, small = CountingMemo(), CountingMemo(20)
    log = log_of(table(CROWDED, large), "random")
    assert log_of(table(CROWDED, small), "random") == log
    assert small.most == 20 < large.most


def test_two_processes_give_the_bytes_of_one() -> None:
    jobs = [(SMALL, "random", seed) for seed in (1, 2, 3)]
    with ProcessPoolExecutor(2, mp_context=get_context("spawn")) as pool:
        assert list(pool.map(log_in_a_process, jobs)) == [log_in_a_process(job) for job in jobs]
