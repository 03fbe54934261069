"""A few battles in hand at a time, from whatever executor, until all have been fought."""

from collections.abc import Iterable, Iterator
from concurrent.futures import FIRST_COMPLETED, CancelledError, Future, wait
from time import monotonic

from sim.runner.batch.battles import Assignment, Report, crashed
from sim.runner.batch.contain import TRIES
from sim.runner.batch.engines import Engine, EngineLostError

AHEAD = 2
"""Battles in hand for each worker, so that none is idle."""

_GRACE = 60.0
_GLANCE = 15.0
"""Seconds after which it is asked whether there are workers at all."""

_GLANCES = 3
"""How often in turn there may be none; workers that a nanny starts anew are back before that."""

_LOST = "the cluster was lost"
_SILENT = "no worker has answered for a long time"
_DESERTED = "no worker is left"

InHand = dict["Future[Report]", Assignment]
"""Battles that have been handed to an executor, and what came of them."""


def fought(engine: Engine, assignments: Iterator[Assignment], in_hand: InHand) -> Iterator[Report]:
    """The reports of battles as they come in; assignments are drawn as there is room.

    A battle whose worker is lost is suspected of it, together with those in hand: before any
    other is drawn, suspects are fought alone, three times, and then count as crashed. Raises
    `EngineLostError` if nobody answers any more. `in_hand` holds what is not yet handed out.
    """
    while True:
        _fill(engine, assignments, in_hand)
        if not in_hand:
            return
        suspects: list[Assignment] = []
        yield from _collect(engine, in_hand, suspects)
        while suspects and in_hand:
            yield from _collect(engine, in_hand, suspects)
        for suspect in suspects:
            yield _alone(engine, suspect)


def leave(in_hand: InHand) -> list[Report]:
    """Give up what is in hand, and return the reports of battles that are over nevertheless."""
    over = [future for future in in_hand if not future.cancel() and future.done()]
    return [future.result() for future in over if future.exception() is None]


def _fill(engine: Engine, assignments: Iterator[Assignment], in_hand: InHand) -> None:
    while len(in_hand) < AHEAD * engine.workers:
        assignment = next(assignments, None)
        if assignment is None:
            return
        in_hand[_submit(engine, assignment)] = assignment


def _submit(engine: Engine, assignment: Assignment) -> "Future[Report]":
    try:
        return engine.executor.submit(engine.fight, assignment)
    except Exception as problem:
        raise EngineLostError(_LOST) from problem


def _collect(engine: Engine, in_hand: InHand, suspects: list[Assignment]) -> Iterator[Report]:
    """Wait for the next battles, take them out of hand, and add the failed ones to the suspects."""
    limit = max(assignment.limit for assignment in in_hand.values())
    done = _over(engine, in_hand, limit)
    for future in sorted(done, key=lambda future: in_hand[future].index):
        assignment = in_hand.pop(future)
        report = _report_of(future)
        if report is None:
            suspects.append(assignment)
        else:
            yield report


def _alone(engine: Engine, assignment: Assignment) -> Report:
    """The report of a suspect that is fought while nothing else is."""
    for _ in range(TRIES):
        future = _submit(engine, assignment)
        _over(engine, [future], assignment.limit)
        report = _report_of(future)
        if report is not None:
            return report
    return crashed(assignment, f"its worker was lost, {TRIES} times")


def _over(
    engine: Engine, futures: "Iterable[Future[Report]]", limit: float
) -> "set[Future[Report]]":
    """Those of some battles that are over, once there are any.

    Raises `EngineLostError` where no worker is left, or none answers.
    """
    end, deserted = monotonic() + _longest(limit), 0
    while True:
        done, _ = wait(futures, min(_GLANCE, max(0.0, end - monotonic())), FIRST_COMPLETED)
        if done:
            return done
        if monotonic() >= end:
            raise EngineLostError(_SILENT)
        deserted = 0 if engine.left() else deserted + 1
        if deserted == _GLANCES:
            raise EngineLostError(_DESERTED)


def _longest(limit: float) -> float:
    """How long a worker may take for a battle with all its tries, in seconds."""
    return AHEAD * TRIES * limit + _GRACE


def _report_of(future: "Future[Report]") -> Report | None:
    """What came of a battle, or None if its worker was lost."""
    try:
        return future.result()
    except CancelledError as problem:
        raise EngineLostError(_LOST) from problem
    except Exception:
        return None
