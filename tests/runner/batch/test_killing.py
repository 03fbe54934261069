"""Whatever is killed midway: nothing is lost, nothing fought twice counts twice, nobody stays."""

import os
import signal
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.support.batches import (
    LoopbackCluster,
    compared,
    experiment,
    fought,
    loopback_cluster,
    skirmish_file,
    start,
    stored_rows,
    until,
)

PLAYERS = ("--player", "random", "--player", "tests.support.players:Plodder")
PAIRS = 8


class Batch:
    """A batch under way on the command line."""

    def __init__(self, folder: Path, *more: Any):
        self.path = folder / "results.sqlite"
        self._words = ["batch", skirmish_file(folder), *PLAYERS, "-n", PAIRS, "--seed", 1]
        self._words += ["--results", self.path, "--quiet", *more]
        self.process = start(*self._words)
        until(lambda: stored_rows(self.path) >= 3)
        assert self.process.poll() is None

    def children(self) -> list[int]:
        """The processes that fight for it."""
        threads = Path(f"/proc/{self.process.pid}/task").glob("*/children")
        return [int(pid) for thread in threads for pid in thread.read_text().split()]

    def end(self) -> tuple[int, str]:
        """Its exit code once it is over, and what it said."""
        _, said = self.process.communicate(timeout=60)
        return self.process.returncode, said

    def resume(self, *more: Any) -> int:
        """The exit code of going on with it."""
        process = start("batch", "--results", self.path, "--resume", "--quiet", *more)
        process.communicate(timeout=60)
        return process.returncode


@pytest.fixture
def expected(tmp_path: Path) -> Any:
    """The rows of the same batch when nothing happens to it."""
    named = [word for word in PLAYERS if word != "--player"]
    return fought(experiment(named, pairs=PAIRS), tmp_path / "expected.sqlite", workers=2)


@pytest.fixture
def cluster(tmp_path: Path) -> Iterator[LoopbackCluster]:
    with loopback_cluster(tmp_path) as started:
        yield started


def is_gone(pid: int) -> bool:
    """Whether a process has ended, waited for or not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text(encoding="ascii").split()[2] == "Z"
    except OSError:
        return True


def nobody_left(pids: list[int]) -> Callable[[], bool]:
    return lambda: all(is_gone(pid) for pid in pids)


def test_ctrl_c_keeps_what_is_over_and_says_how_to_go_on(tmp_path: Path, expected: Any) -> None:
    batch = Batch(tmp_path, "--workers", 2)
    children = batch.children()
    assert len(children) == 2
    os.killpg(batch.process.pid, signal.SIGINT)
    code, said = batch.end()
    assert code == 130
    assert f"skirmish-sim batch --results {batch.path} --resume" in said
    assert "Traceback" not in said
    until(nobody_left(children))
    before = stored_rows(batch.path)
    assert 3 <= before < 2 * PAIRS
    assert batch.resume() == 0
    assert compared(batch.path) == expected


@pytest.mark.slow
def test_a_killed_parent_leaves_nobody_and_loses_nothing(tmp_path: Path, expected: Any) -> None:
    batch = Batch(tmp_path, "--workers", 2)
    children = batch.children()
    batch.process.kill()
    batch.end()
    until(nobody_left(children))
    assert batch.resume() == 0
    assert compared(batch.path) == expected


@pytest.mark.slow
def test_killed_processes_are_replaced(tmp_path: Path, expected: Any) -> None:
    batch = Batch(tmp_path, "--workers", 2)
    for child in batch.children():
        os.kill(child, signal.SIGKILL)
    assert batch.end() == (0, "")
    assert compared(batch.path) == expected


@pytest.mark.slow
def test_a_killed_dask_worker_loses_nothing(
    tmp_path: Path, cluster: LoopbackCluster, expected: Any
) -> None:
    batch = Batch(tmp_path, "--cluster", cluster.address)
    cluster.workers[0].kill()
    assert batch.end() == (0, "")
    assert compared(batch.path) == expected


@pytest.mark.slow
def test_a_killed_scheduler_ends_it_and_it_can_go_on_elsewhere(
    tmp_path: Path, cluster: LoopbackCluster, expected: Any
) -> None:
    batch = Batch(tmp_path, "--cluster", cluster.address)
    cluster.scheduler.kill()
    code, said = batch.end()
    assert code == 1
    hint = f"to resume it: skirmish-sim batch --results {batch.path} --resume --cluster"
    assert said.startswith(hint)
    assert said.splitlines()[1:] == ["the cluster was lost"]
    assert batch.resume("--workers", 2) == 0
    assert compared(batch.path) == expected


@pytest.mark.slow
def test_two_batches_into_one_file_lose_nothing(tmp_path: Path, expected: Any) -> None:
    batch = Batch(tmp_path, "--workers", 2)
    assert batch.resume() == 2
    assert batch.end() == (0, "")
    assert compared(batch.path) == expected
