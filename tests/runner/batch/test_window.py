"""Battles in hand: a few at a time, suspects alone, and nothing lost with a worker."""

import time
from collections.abc import Callable
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from typing import Any

import pytest

from sim.runner.batch.battles import Assignment, Report, assignment_of, fight_battle
from sim.runner.batch.engines import Engine, EngineLostError
from sim.runner.batch.window import AHEAD, InHand, fought, leave
from tests.support.batches import experiment

WANTED = experiment(pairs=4)
ASSIGNMENTS = [assignment_of(WANTED, battle, "never") for battle in WANTED.battles()]


class Fake(Executor):
    """Fights a battle when it is submitted; `fate` may settle the future otherwise."""

    def __init__(self, fate: Callable[[int, int, "Future[Report]"], bool]):
        self._fate = fate
        self.submitted: list[int] = []

    def submit(self, fn: Any, assignment: Assignment, /, **_: Any) -> "Future[Any]":  # type: ignore[override]
        future: Future[Report] = Future()
        index = assignment.index
        self.submitted.append(index)
        if not self._fate(index, self.submitted.count(index), future):
            future.set_result(fn(assignment))
        return future


def fighting(fate: Callable[[int, int, "Future[Report]"], bool]) -> tuple[Fake, list[Report]]:
    executor = Fake(fate)
    engine = Engine(executor, fight_battle, 2)
    return executor, list(fought(engine, iter(ASSIGNMENTS), {}))


def lose(times: int, *indices: int) -> Callable[[int, int, "Future[Report]"], bool]:
    """Lose the workers of these battles so many times."""

    def fate(index: int, tries: int, future: "Future[Report]") -> bool:
        if index not in indices or tries > times:
            return False
        future.set_exception(RuntimeError("killed worker"))
        return True

    return fate


def test_every_battle_is_fought_once() -> None:
    executor, reports = fighting(lose(0))
    assert sorted(executor.submitted) == list(range(8))
    assert sorted(report.row.index for report in reports) == list(range(8))


def test_no_more_are_in_hand_than_the_window_holds() -> None:
    in_hand: InHand = {}
    reports = fought(Engine(Fake(lose(0)), fight_battle, 2), iter(ASSIGNMENTS), in_hand)
    next(reports)
    assert len(in_hand) == 2 * AHEAD - 1


def test_a_battle_whose_worker_was_lost_is_fought_again() -> None:
    executor, reports = fighting(lose(2, 1))
    assert executor.submitted.count(1) == 3
    assert {report.row.status for report in reports} == {"done"}
    assert len(reports) == 8


def test_suspects_are_fought_before_any_other_is_drawn() -> None:
    executor, _ = fighting(lose(1, 0, 3))
    assert executor.submitted == [0, 1, 2, 3, 0, 3, 4, 5, 6, 7]


def test_suspects_wait_for_what_else_is_in_hand() -> None:
    begun: list[int] = []

    def fight(assignment: Assignment) -> Report:
        begun.append(assignment.index)
        if begun == [0]:
            raise RuntimeError("killed worker")
        time.sleep(0.05)
        return fight_battle(assignment)

    with ThreadPoolExecutor(1) as executor:
        reports = list(fought(Engine(executor, fight, 2), iter(ASSIGNMENTS), {}))
    assert begun == [0, 1, 2, 3, 0, 4, 5, 6, 7]
    assert len(reports) == 8


def test_a_battle_that_always_loses_its_worker_crashed_after_three_tries_alone() -> None:
    executor, reports = fighting(lose(9, 2))
    assert executor.submitted.count(2) == 4
    crashed = [report.row for report in reports if report.row.status == "crashed"]
    assert [(row.index, row.problem) for row in crashed] == [(2, "its worker was lost, 3 times")]
    assert len(reports) == 8


def test_a_lost_cluster_ends_it() -> None:
    def fate(index: int, _: int, future: "Future[Report]") -> bool:
        if index != 5:
            return False
        future.cancel()
        future.set_running_or_notify_cancel()
        return True

    with pytest.raises(EngineLostError, match="the cluster was lost"):
        fighting(fate)


@pytest.mark.parametrize("tries", [1, 2])
def test_silence_ends_it(monkeypatch: pytest.MonkeyPatch, tries: int) -> None:
    monkeypatch.setattr("sim.runner.batch.window._longest", lambda _: 0.01)

    def fate(_index: int, tried: int, future: "Future[Report]") -> bool:
        if tried < tries:
            future.set_exception(RuntimeError("killed worker"))
        return True

    with pytest.raises(EngineLostError, match="no worker has answered"):
        fighting(fate)


@pytest.mark.parametrize(("left", "glances"), [([0, 0, 0], 3), ([0, 0, 2, 0, 0, 0], 6)])
def test_nobody_left_ends_it(
    monkeypatch: pytest.MonkeyPatch, left: list[int], glances: int
) -> None:
    monkeypatch.setattr("sim.runner.batch.window._GLANCE", 0.01)
    counts = iter(left)
    engine = Engine(Fake(lambda *_: True), fight_battle, 2, left=lambda: next(counts))
    with pytest.raises(EngineLostError, match="no worker is left"):
        list(fought(engine, iter(ASSIGNMENTS), {}))
    assert len(left) == glances
    assert list(counts) == []


def test_an_executor_that_takes_nothing_ends_it() -> None:
    def refuse(*_: Any) -> bool:
        raise RuntimeError("cannot schedule new futures after shutdown")

    with pytest.raises(EngineLostError, match="the cluster was lost"):
        fighting(refuse)


def test_what_is_over_when_it_is_left_is_handed_out() -> None:
    over, failed, waiting, running = (Future[Report]() for _ in range(4))
    report = fight_battle(ASSIGNMENTS[0])
    over.set_result(report)
    failed.set_exception(RuntimeError("killed worker"))
    running.set_running_or_notify_cancel()
    in_hand = dict(zip((over, failed, waiting, running), ASSIGNMENTS, strict=False))
    assert leave(in_hand) == [report]
    assert waiting.cancelled()
    assert not running.done()
