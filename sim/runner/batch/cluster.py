"""Battles on the workers of a dask cluster, once these are found to be of this very program."""

import logging
import socket
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any
from urllib.parse import urlsplit

import sim
from sim.errors import UsageError
from sim.replay.codec import rules_digest, versions
from sim.runner.batch.contain import fight_contained
from sim.runner.batch.engines import Engine
from sim.runner.batch.sources import sources_of
from sim.runner.extras import extra

_PATIENCE = 30.0
"""Seconds in which a scheduler and its workers have to answer."""

_LOGGERS = ("distributed", "distributed.client", "distributed.core", "tornado.application")
"""Who would tell on stderr, at length, what this program says in a line."""

Found = Mapping[str, Any]


@contextmanager
def cluster_engine(
    address: str, players: Iterable[str] = (), patience: float = _PATIENCE
) -> Iterator[Engine]:
    """The workers of the scheduler at an address such as `tcp://host:8786`.

    Raises `UsageError` if there are none, if they are of another version than this program, or
    lack one of the players.
    """
    distributed = extra("distributed", "cluster")
    for logger in _LOGGERS:
        logging.getLogger(logger).setLevel(logging.CRITICAL)
    _knock(address, patience)
    client: Any = distributed.Client(address, timeout=patience, set_as_default=False)
    try:
        workers = _check_workers(client, address, tuple(players), patience)
        yield Engine(
            client.get_executor(pure=False),
            fight_contained,
            workers,
            left=lambda: _workers_left(client, patience),
        )
    finally:
        client.close(timeout=1)


def _knock(address: str, patience: float) -> None:
    """Raise `UsageError` unless somebody listens there; a client that fails is hard to end."""
    try:
        place = urlsplit(address)
        socket.create_connection((place.hostname or "", place.port or 0), patience).close()
    except (OSError, ValueError) as problem:
        hint = "an address is tcp://HOST:PORT"
        raise UsageError(f"no scheduler can be reached at {address} ({hint})") from problem


def _check_workers(client: Any, address: str, players: Sequence[str], patience: float) -> int:
    """The number of workers, once all are known to be fit."""
    try:
        client.wait_for_workers(1, timeout=patience)
        found: dict[str, Found] = _within(patience, lambda: client.run(_inspection(players)))
    except TimeoutError as problem:
        raise UsageError(f"the cluster at {address} has no workers that answer") from problem
    wanted = _own(players)
    for worker, answer in sorted(found.items()):
        refuse_unfit(worker, answer, wanted)
    return len(found)


def _workers_left(client: Any, patience: float) -> int:
    """The workers that the scheduler knows of now; none if it does not answer."""
    try:
        return len(_within(patience, client.nthreads))
    except (OSError, TimeoutError):
        return 0


def _within(seconds: float, call: Callable[[], Any]) -> Any:
    """What a call returns, if it does in time; raises `TimeoutError`."""
    executor = ThreadPoolExecutor(1)
    try:
        return executor.submit(call).result(timeout=seconds)
    finally:
        executor.shutdown(wait=False)


def _own(players: Sequence[str]) -> Found:
    return {
        "version": sim.__version__,
        "rules": rules_digest(),
        "players": sources_of(players),
        "libraries": {name: number for name, number in versions().items() if name != "python"},
        "threads": 1,
    }


def _inspection(players: Sequence[str]) -> Callable[..., Found]:
    """What a worker is asked to do: it travels as a whole, since the worker may not know us."""

    def inspect(dask_worker: Any) -> dict[str, Any]:
        """What a worker has of this program, or its problem."""
        try:
            import sim
            from sim.replay.codec import rules_digest, versions
            from sim.runner.batch.sources import sources_of

            sources = sources_of(players)
        except Exception as problem:
            return {"problem": f"{type(problem).__name__}: {problem}"}
        libraries = {name: number for name, number in versions().items() if name != "python"}
        return {
            "version": sim.__version__,
            "rules": rules_digest(),
            "players": sources,
            "libraries": libraries,
            "threads": dask_worker.state.nthreads,
        }

    return inspect


def refuse_unfit(worker: str, found: Found, wanted: Found) -> None:
    """Raise `UsageError` for a worker that would not fight the same battles, or several at once."""
    if "problem" in found:
        raise UsageError(f"worker {worker} lacks skirmish-sim or a player: {found['problem']}")
    if found["version"] != wanted["version"]:
        raise UsageError(
            f"worker {worker} has skirmish-sim {found['version']}, not {wanted['version']}"
        )
    if found["rules"] != wanted["rules"]:
        raise UsageError(f"worker {worker} has skirmish-sim with other rules than these")
    for player, digest in wanted["players"].items():
        if found["players"].get(player) != digest:
            raise UsageError(f"worker {worker} has other code of player {player!r}")
    for name, number in wanted["libraries"].items():
        if found["libraries"].get(name) != number:
            raise UsageError(
                f"worker {worker} has {name} {found['libraries'].get(name)}, not {number}"
            )
    if found["threads"] != wanted["threads"]:
        raise UsageError(
            f"worker {worker} does {found['threads']} tasks at a time; "
            "start it with `dask worker --nthreads 1`"
        )
