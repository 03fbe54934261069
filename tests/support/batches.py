"""Small experiments for tests, and how to have them fought."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, contextmanager
from pathlib import Path
from typing import Any

import sim
from sim.runner.batch.battles import fight_battle
from sim.runner.batch.engines import Engine, local_engine
from sim.runner.batch.experiment import Experiment
from sim.runner.batch.plan import plan_experiment
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.run import run_batch
from sim.runner.batch.store import open_results, open_store
from tests.support.builders import Document, document, scenario, unit

ROOT = Path(sim.__file__).parent.parent

RED = (unit("r-1", "rifle-team", 10, 10, 90), unit("r-2", "mg-team", 10, 14, 90))
BLUE = (unit("b-1", "rifle-team", 30, 14, 270), unit("b-2", "mg-team", 30, 10, 270))
"""Two teams each; a half turn of the table exchanges them."""

SKIRMISH: dict[str, Any] = {"size": (40, 24), "rounds": 2, "score": {"unit": 1}}


def skirmish(**more: Any) -> Document:
    """The document of a battle that takes some ten milliseconds."""
    return document(RED, BLUE, **SKIRMISH | more)


def skirmish_file(folder: Path, **more: Any) -> Path:
    """A file of `skirmish`."""
    path = folder / "skirmish.json"
    path.write_text(json.dumps(skirmish(**more)), encoding="utf-8")
    return path


def experiment(
    players: Sequence[str] = ("random", "null"), settings: Sequence[str] = (), **more: Any
) -> Experiment:
    """An experiment of small battles: two pairs with seed 1, unless the keywords say otherwise."""
    plan = {"seed": 1, "pairs": 2, "battle_time": 60.0} | more
    return plan_experiment({"skirmish": scenario(RED, BLUE, **SKIRMISH)}, players, settings, **plan)


def fought_by(engine: Engine, wanted: Experiment, path: Path, **how: Any) -> tuple[BattleRow, ...]:
    """The rows of an experiment, what can be compared of them, once what is missing is fought."""
    with open_store(path, wanted, resume=True) as store:
        run_batch(store, engine, **how)
    return compared(path)


def compared(path: Path) -> tuple[BattleRow, ...]:
    """The rows of a results file without what differs from run to run."""
    return tuple(row.compared for row in open_results(path).rows())


@contextmanager
def inline_engine(workers: int = 1) -> Iterator[Engine]:
    """Battles fought by threads of this process, which is quicker to start."""
    with ThreadPoolExecutor(workers) as executor:
        yield Engine(executor, fight_battle, workers)


def fought(wanted: Experiment, path: Path, *, workers: int = 0, **how: Any) -> Any:
    """The rows of an experiment fought by so many processes, 0 for a thread of this one."""
    with local_engine(workers) if workers else inline_engine() as engine:
        return fought_by(engine, wanted, path, **how)


def start(*words: Any, **how: Any) -> subprocess.Popen[str]:
    """A command line under way, as the leader of processes of its own, that Ctrl-C can reach.

    Whoever runs the tests in the background may have had them ignore it.
    """
    command = [sys.executable, "-m", "sim", *map(str, words)]
    pipes = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "text": True}
    variables = os.environ | {"PYTHONPATH": str(ROOT)}
    return subprocess.Popen(
        command,
        env=variables,
        start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.default_int_handler),
        **pipes | how,
    )


def until(met: Callable[[], bool], seconds: float = 30.0) -> None:
    """Wait for something to become true, and fail if it does not."""
    end = time.monotonic() + seconds
    while not met():
        assert time.monotonic() < end, "it never came to that"
        time.sleep(0.02)


def stored_rows(path: Path) -> int:
    """The rows of a results file, which may not be there yet."""
    try:
        return len(open_results(path).stored)
    except sim.errors.LogError:
        return 0


class LoopbackCluster:
    """A dask scheduler and its workers on this machine, as processes that a test may kill."""

    def __init__(self, folder: Path, stack: ExitStack):
        self._stack = stack
        self._file = folder / "scheduler.json"
        self.workers: list[subprocess.Popen[bytes]] = []
        self.scheduler = self._start("scheduler", "--port", "0", "--no-dashboard")
        until(self._file.exists)
        self.address: str = json.loads(self._file.read_text())["address"]

    def add_worker(self, threads: int = 1, path: str = str(ROOT)) -> None:
        """One more worker; `path` is where it finds modules."""
        words = ("--nthreads", str(threads), "--no-nanny", "--no-dashboard")
        self.workers.append(self._start("worker", *words, path=path))

    def _start(self, what: str, *words: str, path: str = str(ROOT)) -> subprocess.Popen[bytes]:
        process = subprocess.Popen(
            [sys.executable, "-P", "-m", f"distributed.cli.dask_{what}",
             "--scheduler-file", str(self._file), "--host", "127.0.0.1", *words],
            env=os.environ | {"PYTHONPATH": path},
            cwd=self._file.parent,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._stack.callback(process.wait)
        self._stack.callback(process.kill)
        return process


@contextmanager
def loopback_cluster(folder: Path, workers: int = 2) -> Iterator[LoopbackCluster]:
    """A cluster of so many workers."""
    from distributed import Client

    with ExitStack() as stack:
        cluster = LoopbackCluster(folder, stack)
        for _ in range(workers):
            cluster.add_worker()
        if workers:
            with Client(cluster.address, set_as_default=False) as client:  # type: ignore[no-untyped-call]
                client.wait_for_workers(workers, timeout=30)
        yield cluster
