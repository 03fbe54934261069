"""Battles in processes of their own, so that a player can take down nothing but its battle."""

import os
import signal
import subprocess
import sys
from collections.abc import Mapping
from contextlib import suppress
from platform import node
from threading import Event, Lock, Timer, local
from time import perf_counter

import msgspec
from msgspec.structs import replace

from sim.runner.batch.battles import Assignment, Report, crashed
from sim.runner.batch.frames import read_frame, write_frame

TRIES = 3
"""How often a battle is tried whose process ended."""

_COMMAND = "from sim.runner.batch.child import serve; serve()"
_THREADS = ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS")
_REPORTS = msgspec.msgpack.Decoder(Report)


class ChildLostError(Exception):
    """The process of a battle ended before the battle did."""


class ClosedError(Exception):
    """The processes are being ended."""


class Child:
    """A process that fights one battle after the other, out of reach of the terminal's Ctrl-C."""

    def __init__(self) -> None:
        self._process = subprocess.Popen(
            [sys.executable, "-P", "-c", _COMMAND],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env=_environment(),
            start_new_session=True,
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._stdin, self._stdout = self._process.stdin, self._process.stdout
        self._timed_out = False
        self.asked: int | None = None

    @property
    def name(self) -> str:
        """The machine and the number of the process."""
        return f"{node()}:{self._process.pid}"

    def fight(self, assignment: Assignment) -> Report:
        """The report of a battle; raises `ChildLostError` if its process ends on the way.

        Raises `TimeoutError` after the limit of the battle. `asked` is then the side that was to
        answer, if one had been asked.
        """
        self.asked = None
        timer = Timer(assignment.limit, self._time_out)
        timer.start()
        try:
            with suppress(BrokenPipeError):
                write_frame(self._stdin, msgspec.msgpack.encode(assignment))
            frame = self._answer()
        finally:
            timer.cancel()
            timer.join()
        if self._timed_out:
            raise TimeoutError
        if frame is None:
            raise ChildLostError(_ending(self._process.wait()))
        return _sound(frame, assignment)

    def _answer(self) -> bytes | None:
        """The next frame that is a report, or None where the process ends."""
        while (frame := read_frame(self._stdout)) is not None and len(frame) == 1:
            self.asked = frame[0]
        return frame

    def _time_out(self) -> None:
        self._timed_out = True
        self.end()

    def end(self) -> None:
        """End the process at once, with those that players started from it; from any thread."""
        self._process.kill()
        with suppress(AttributeError, OSError):
            os.killpg(self._process.pid, signal.SIGKILL)

    def close(self) -> None:
        """End the process and let go of it."""
        self.end()
        with suppress(BrokenPipeError):
            self._stdin.close()
        self._process.wait()
        self._stdout.close()


def _environment() -> Mapping[str, str]:
    """That of this process, its module path included, and one thread for every library."""
    path = os.pathsep.join(entry or os.getcwd() for entry in sys.path)
    return os.environ | {"PYTHONPATH": path} | dict.fromkeys(_THREADS, "1")


def _sound(frame: bytes, assignment: Assignment) -> Report:
    """The report of that battle; raises `ChildLostError` for what players put in its place."""
    try:
        report = _REPORTS.decode(frame)
    except msgspec.DecodeError as problem:
        raise ChildLostError("answered nonsense") from problem
    if report.row.index != assignment.index:
        raise ChildLostError("answered for another battle")
    return report


def _ending(code: int) -> str:
    return f"was killed by signal {-code}" if code < 0 else f"exited with code {code}"


class Keeper:
    """Keeps a child for each thread that has battles fought."""

    def __init__(self) -> None:
        self._own = local()
        self._children: list[Child] = []
        self._lock = Lock()
        self._closed = Event()

    def fight(self, assignment: Assignment) -> Report:
        """The report of a battle, fought in the child of this thread.

        A battle whose process ends is tried anew, as a process can be killed from outside, then
        counts as crashed; one beyond its limit crashed at once. Raises `ClosedError` after `close`.
        """
        for _ in range(TRIES):
            child = self._child()
            begun = perf_counter()
            try:
                report = child.fight(assignment)
            except TimeoutError:
                self._discard(child)
                return crashed(assignment, f"not over after {assignment.limit:g} s", child.asked)
            except ChildLostError as loss:
                self._discard(child)
                problem, asked = f"its process {loss}, {TRIES} times", child.asked
            else:
                seconds = perf_counter() - begun
                return replace(report, row=replace(report.row, seconds=seconds, worker=child.name))
        return crashed(assignment, problem, asked)

    def _child(self) -> Child:
        with self._lock:
            if self._closed.is_set():
                raise ClosedError
            child: Child | None = getattr(self._own, "child", None)
            if child is None:
                child = self._own.child = Child()
                self._children.append(child)
            return child

    def _discard(self, child: Child) -> None:
        with self._lock:
            child.close()
            self._own.child = None
            self._children.remove(child)

    def close(self) -> None:
        """End all children at once; battles under way are given up."""
        with self._lock:
            self._closed.set()
            for child in self._children:
                child.end()

    def clear(self) -> None:
        """Let go of the children, once no thread uses them any more."""
        with self._lock:
            for child in self._children:
                child.close()
            self._children.clear()


_KEEPER = Keeper()
_ONE_AT_A_TIME = Lock()


def fight_contained(assignment: Assignment) -> Report:
    """The report of a battle, fought in the one child of this process: what a worker runs."""
    with _ONE_AT_A_TIME:
        return _KEEPER.fight(assignment)
