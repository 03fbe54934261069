"""Battles on a dask cluster of this machine, whose processes the test starts."""

import sys
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from sim.errors import UsageError
from sim.runner.batch import cluster
from sim.runner.batch.cluster import cluster_engine, refuse_unfit
from tests.support.batches import (
    LoopbackCluster,
    experiment,
    fought,
    fought_by,
    loopback_cluster,
    until,
)

FIT = {
    "version": "1",
    "rules": "r",
    "players": {"able": "d"},
    "libraries": {"shapely": "2.1"},
    "threads": 1,
}


@pytest.fixture
def started(tmp_path: Path) -> Iterator[LoopbackCluster]:
    with loopback_cluster(tmp_path) as made:
        yield made


def test_a_worker_like_this_program_is_fit() -> None:
    refuse_unfit("w", FIT, FIT)


@pytest.mark.parametrize(
    ("differs", "message"),
    [
        (
            {"problem": "No module named 'sim'"},
            "worker w lacks skirmish-sim or a player: No module",
        ),
        ({"version": "0"}, "worker w has skirmish-sim 0, not 1"),
        ({"rules": "s"}, "other rules"),
        ({"players": {"able": "e"}}, "has other code of player 'able'"),
        ({"libraries": {"shapely": "2.0"}}, "has shapely 2.0, not 2.1"),
        ({"libraries": {}}, "has shapely None, not 2.1"),
        ({"threads": 4}, "does 4 tasks at a time; start it with `dask worker --nthreads 1`"),
    ],
)
def test_other_workers_are_refused(differs: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        refuse_unfit("w", FIT | differs, FIT)


def test_a_worker_is_asked_what_it_is() -> None:
    worker = SimpleNamespace(state=SimpleNamespace(nthreads=1))
    assert cluster._inspection(["null"])(worker) == cluster._own(["null"])


def test_a_worker_without_the_package_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "sim.replay.codec", None)
    assert list(cluster._inspection([])(None)) == ["problem"]


def test_a_worker_without_a_player_says_so() -> None:
    assert "no player" in cluster._inspection(["nobody"])(None)["problem"]


def test_without_dask_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with (
        pytest.raises(UsageError, match=r"[.]\[cluster\]"),
        cluster_engine("tcp://127.0.0.1:1"),
    ):
        pass


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nowhere at all", "tcp://127.0.0.1:many"])
def test_a_scheduler_that_is_not_there_is_told(address: str) -> None:
    with (
        pytest.raises(UsageError, match="no scheduler can be reached"),
        cluster_engine(address, patience=0.5),
    ):
        pass


def test_rows_of_a_cluster_are_those_of_one_process(
    tmp_path: Path, started: LoopbackCluster
) -> None:
    wanted = experiment(pairs=20)
    with cluster_engine(started.address) as engine:
        assert engine.workers == 2
        rows = fought_by(engine, wanted, tmp_path / "cluster.sqlite")
    assert len(rows) == 40
    assert rows == fought(wanted, tmp_path / "local.sqlite")


def test_a_cluster_without_workers_is_told(tmp_path: Path) -> None:
    with (
        loopback_cluster(tmp_path, workers=0) as empty,
        pytest.raises(UsageError, match="has no workers that answer"),
        cluster_engine(empty.address, patience=1.0),
    ):
        pass


@pytest.mark.slow
def test_a_worker_of_many_threads_ends_it_before_it_begins(tmp_path: Path) -> None:
    with loopback_cluster(tmp_path, workers=0) as empty:
        empty.add_worker(threads=2)
        expected = pytest.raises(UsageError, match="does 2 tasks at a time")
        with expected, cluster_engine(empty.address):
            pass


@pytest.mark.slow
def test_a_worker_without_the_package_ends_it_before_it_begins(tmp_path: Path) -> None:
    shadow = tmp_path / "elsewhere" / "sim.py"
    shadow.parent.mkdir()
    shadow.write_text("raise ModuleNotFoundError(name='sim')")
    with loopback_cluster(tmp_path, workers=0) as empty:
        empty.add_worker(path=str(shadow.parent))
        expected = pytest.raises(UsageError, match="lacks skirmish-sim")
        with expected, cluster_engine(empty.address):
            pass


def test_workers_that_are_left_are_counted(tmp_path: Path, started: LoopbackCluster) -> None:
    with cluster_engine(started.address) as engine:
        assert engine.left() == 2
        for worker in started.workers:
            worker.kill()
        until(lambda: engine.left() == 0)


def test_a_scheduler_that_does_not_answer_has_no_workers() -> None:
    def refuse() -> None:
        raise OSError

    assert cluster._workers_left(SimpleNamespace(nthreads=refuse), 1.0) == 0


@pytest.mark.slow
@pytest.mark.parametrize(
    ("player", "seconds"), [("Deserter", 120), ("Dozer", 8), ("Sulker", 120), ("Babbler", 120)]
)
def test_bad_players_harm_no_worker(
    tmp_path: Path, started: LoopbackCluster, player: str, seconds: float
) -> None:
    """Only the one that never answers comes to the end of its time, on a slow machine too."""
    players = f"tests.support.players:{player}", "null"
    wanted = experiment(players, pairs=1, battle_time=seconds)
    with cluster_engine(started.address) as engine:
        rows = fought_by(engine, wanted, tmp_path / "cluster.sqlite")
    assert {row.status for row in rows} <= {"crashed", "forfeit"}
    assert rows == fought(wanted, tmp_path / "local.sqlite", workers=1)
    assert all(worker.poll() is None for worker in started.workers)
