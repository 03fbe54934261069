"""The course of a battle on a stream, while it is fought or from its log."""

from collections import Counter
from collections.abc import Iterator
from typing import TextIO

from sim.errors import LogError
from sim.replay.codec import Header
from sim.replay.log import LogReader
from sim.report.lines import Line, Printer
from sim.report.narrate import Narrator
from sim.report.words import count
from sim.state.battle import BattleState
from sim.state.events import BattleEnded, Event, OrderRefused, PlayerForfeited


class CoursePrinter:
    """Prints a battle as it is fought; use it as a sink.

    `quiet` leaves its end, or its forfeit, and how many orders were refused.

    When the reader of the stream goes away, or its disk is full, the rest is not printed, but the
    battle goes on; `finish` tells of it.
    """

    def __init__(
        self, header: Header, stream: TextIO, *, verbose: bool = False, quiet: bool = False
    ):
        self._narrator = Narrator(header, verbose=verbose)
        self._print = Printer(stream)
        self._quiet = quiet
        self._refused: Counter[str] = Counter()
        self._problem: OSError | None = None
        if not quiet:
            self._say(self._narrator.introduction())

    def __call__(self, event: Event, state: BattleState) -> None:  # noqa: ARG002
        """Print the lines of an event."""
        lines = self._narrator.tell(event)
        if not self._quiet:
            self._say(lines)
        elif isinstance(event, PlayerForfeited):
            self._say([line._replace(indent=0) for line in lines if line.role == "refusal"])
        elif isinstance(event, OrderRefused):
            self._refused[event.by] += 1
        elif isinstance(event, BattleEnded):
            self._say([*self._refusals(), *(line for line in lines if line.text)])

    def _refusals(self) -> Iterator[Line]:
        for side, orders in sorted(self._refused.items()):
            yield Line(f"the rules refused {count(orders, 'order')} of {side}", "refusal")

    def _say(self, lines: list[Line]) -> None:
        if self._problem is None:
            try:
                self._print(lines)
            except OSError as problem:
                self._problem = problem

    def finish(self) -> None:
        """Raise what kept the rest from being printed, if anything did."""
        if self._problem is not None:
            raise self._problem


def course_of(log: LogReader, *, verbose: bool = False) -> Iterator[list[Line]]:
    """The course of a log's battle, in stretches, as far as the log goes.

    Raises `LogError` for damage, also of the scenario in the header.
    """
    try:
        narrator = Narrator(log.header, verbose=verbose)
    except LogError as problem:
        raise LogError(f"{log.path}:1: {problem}") from problem
    yield narrator.introduction()
    for line in log.events():
        yield narrator.tell(line.event)
    yield narrator.finish()
