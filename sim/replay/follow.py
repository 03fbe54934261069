"""A battle fought again beside its log: each event of the one held against each line of the other.

Neither is kept: a request comes when all events before it have been compared, so that the next line
of the log holds its answer.
"""

from collections.abc import Iterator

import msgspec

from sim.engine.battle import Battle
from sim.engine.course import Sink
from sim.replay.codec import Stamp, encode_event
from sim.replay.log import LogLine, LogReader
from sim.replay.resimulate import answer_in, give
from sim.replay.seeds import SwitchingDice, seeds_of
from sim.state.battle import BattleState
from sim.state.events import Event


class Difference(msgspec.Struct, frozen=True):
    """Where a log and its battle part: event `number` of both, and the state before it.

    `logged` is None where the log ends and the battle goes on; `replayed` and `after` are None
    where it is over, or waits for an order that the log does not hold.
    """

    number: int
    logged: LogLine | None
    replayed: Event | None
    before: BattleState
    after: BattleState | None


class _NothingLeftError(Exception):
    """There is nothing more to compare."""


class Follower:
    """Fights the battle of a log again, as far as the log agrees.

    `events` counts those that were the same, `unread` those whose lines a lenient reader left out;
    `lost_answer` is the event of an order among those, behind which nothing can be played. Raises
    `LogError` for damage.
    """

    def __init__(self, log: LogReader, start: BattleState, watch: Sink | None = None):
        self.events = 0
        self.unread = 0
        self.difference: Difference | None = None
        self.lost_answer: int | None = None
        self.state = start
        self.battle: Battle | None = None
        self._start = start
        self._log = log
        self._lines = log.events()
        self._next: LogLine | None = None
        self._watch = watch
        self._is_free = False
        self._seeds = list(seeds_of(log.header))
        self._dice = SwitchingDice(self._seeds.pop(0).seed)

    def follow(self, until: int | None = None) -> None:
        """Go on to the end, or to the first request that event `until` or a later one answers."""
        try:
            self.battle = self.battle or Battle(self._start, self._dice, self)
            while self.battle.request is not None:
                if not self._answer(self.battle, until):
                    return
        except _NothingLeftError:
            return
        line = self._peek()
        if line is not None:
            self._part(line, None, None)

    def hand_over(self, seed: int) -> Battle:
        """The battle as it stands before its next request, to be fought on with that seed.

        What is left of the log is no longer compared.
        """
        assert self.battle is not None
        self._is_free = True
        self._dice.reseed(seed)
        return self.battle

    def rest(self) -> Iterator[LogLine]:
        """The lines of the log that have not been compared."""
        if self._next is not None:
            yield self._next
        yield from self._lines

    def _answer(self, battle: Battle, until: int | None) -> bool:
        """Give the answer in the next line, if it is there and wanted."""
        line = self._peek()
        if line is None:
            self._end_of_log(None, None)
            return False
        if until is not None and line.stamp.n >= until:
            return False
        if line.stamp.n > self._number:
            self.lost_answer = self._number
            return False
        answer = answer_in(line.event)
        if answer is None:
            self._part(line, None, None)
            return False
        if self._seeds and self._seeds[0].event <= line.stamp.n:
            self._dice.reseed(self._seeds.pop(0).seed)
        give(battle, answer)
        return True

    @property
    def _number(self) -> int:
        """The number of the next event."""
        return self.events + self.unread + 1

    def __call__(self, event: Event, state: BattleState) -> None:
        """Compare an event of the battle with the next line of the log."""
        if not self._is_free:
            self._compare(event, state)
        self.state = state
        if self._watch is not None:
            self._watch(event, state)

    def _compare(self, event: Event, state: BattleState) -> None:
        line = self._peek()
        if line is None:
            self._end_of_log(event, state)
            raise _NothingLeftError
        if line.stamp.n > self._number:
            self.unread += 1
            return
        if not _is_same(line, self._number, event, state):
            self._part(line, event, state)
            raise _NothingLeftError
        self._next = None
        self.events += 1

    def _end_of_log(self, event: Event | None, state: BattleState | None) -> None:
        """A log with its footer ends with its battle; one that is cut off ends anywhere."""
        if self._log.cut_off is None:
            self._part(None, event, state)

    def _part(self, line: LogLine | None, event: Event | None, state: BattleState | None) -> None:
        self.difference = Difference(self._number, line, event, self.state, state)

    def _peek(self) -> LogLine | None:
        """The next line that has not been compared."""
        while self._next is None or self._next.stamp.n < self._number:
            self._next = next(self._lines, None)
            if self._next is None:
                break
        return self._next


def _is_same(line: LogLine, number: int, event: Event, state: BattleState) -> bool:
    """Whether a line holds that event; it may be written in another way."""
    if line.line == encode_event(number, event, state):
        return True
    side = state.roster.sides[state.active].id
    return line.event == event and line.stamp == Stamp(number, state.round, side, state.phase)
