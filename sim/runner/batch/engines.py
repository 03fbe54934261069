"""Who fights the battles: processes of this machine, or the workers of a dask cluster."""

from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ThreadPoolExecutor
from contextlib import contextmanager
from typing import NamedTuple

from sim.runner.batch.battles import Assignment, Report
from sim.runner.batch.contain import Keeper


class Engine(NamedTuple):
    """An executor, what it is to be asked to do, and how many battles it fights at once.

    `left` says how many of its workers there are now.
    """

    executor: Executor
    fight: Callable[[Assignment], Report]
    workers: int
    left: Callable[[], int] = lambda: 1


class EngineLostError(OSError):
    """There is nobody left to fight battles."""


@contextmanager
def local_engine(workers: int) -> Iterator[Engine]:
    """So many processes of this machine, each watched by a thread of this one.

    They are ended on the way out, whatever they are about.
    """
    keeper = Keeper()
    executor = ThreadPoolExecutor(workers)
    try:
        yield Engine(executor, keeper.fight, workers)
    finally:
        keeper.close()
        executor.shutdown(cancel_futures=True)
        keeper.clear()
