"""Battles and actions a second: on new seeds, on the same again, with their log, and from it."""

from collections.abc import Iterator, Sequence
from tempfile import TemporaryFile
from typing import Any, NamedTuple

from sim.dice import KeyedDice
from sim.replay.log import LogWriter
from sim.replay.resimulate import Answer, answers_in, resimulate
from sim.runner.match import Sink, header_of, play
from sim.scenario.load import Scenario
from sim.state.battle import BattleState
from sim.state.digest import digest_of
from sim.state.events import Event, OrderGiven
from sim.state.orders import Pass
from tools.bench.figures import Figures, measured
from tools.bench.setups import Setup, load

EARLY = 4
"""A battle that ends before this round is a short one."""


class Course(NamedTuple):
    """What happened in one battle: enough to count it, and to fight it again."""

    seed: int
    events: tuple[Event, ...]
    rounds: int
    winner: int | None

    @property
    def actions(self) -> int:
        """The accepted orders that are not passes."""
        return sum(
            isinstance(event, OrderGiven) and not isinstance(event.order, Pass)
            for event in self.events
        )


def sides_of(scenario: Scenario) -> list[str]:
    """The ids of the sides."""
    return [side.id for side in scenario.roster.sides]


class Arena:
    """A scenario in a world of its own, fought over by one kind of player on both sides."""

    def __init__(self, setup: Setup, player: str):
        self.name = setup.name
        self.scenario: Scenario = load(setup)
        self.players = dict.fromkeys(sides_of(self.scenario), player)

    def fight(self, seed: int, sink: Sink = lambda _event, _state: None) -> BattleState:
        """One battle to its end."""
        return play(self.scenario, self.players, seed, sink)

    def fight_all(self, seeds: Sequence[int]) -> None:
        """Battles without a log."""
        for seed in seeds:
            self.fight(seed)

    def fight_logged(self, seeds: Sequence[int], *, written: bool) -> None:
        """Battles with a log, digested and, if asked, written to a file."""
        for seed in seeds:
            header = header_of(self.scenario, self.players, seed)
            with TemporaryFile() as out:
                writer = LogWriter(header, out if written else None)
                self.fight(seed, writer)
                writer.close()

    def record(self, seed: int) -> Course:
        """One battle with all its events."""
        events: list[Event] = []
        state = self.fight(seed, lambda event, _: events.append(event))
        assert state.outcome is not None
        return Course(seed, tuple(events), state.outcome.round, state.outcome.winner)

    def fight_again(self, seed: int, answers: Sequence[Answer], sink: Sink) -> BattleState:
        """One battle from the answers in its log, through the rules."""
        return resimulate(self.scenario.start, KeyedDice(seed), answers, sink)


class Campaign:
    """The battles of one set-up, a few a round; seeds are never used by two rounds."""

    def __init__(self, setup: Setup, player: str, *, before: int, a_round: int):
        self._arena = Arena(setup, player)
        self._replayed = Arena(setup, player)
        self._a_round = a_round
        self._next_seed = 1 + before
        self._courses: list[Course] = []
        self._arena.fight_all(range(1, 1 + before))

    def measure(self, figures: Figures) -> None:
        """Fight the battles of one round in every manner, on the same seeds."""
        arena, name = self._arena, self._arena.name
        seeds = range(self._next_seed, self._next_seed + self._a_round)
        self._next_seed += self._a_round
        with measured() as new:
            arena.fight_all(seeds)
        with measured() as again:
            arena.fight_all(seeds)
        with measured() as digested:
            arena.fight_logged(seeds, written=False)
        with measured() as written:
            arena.fight_logged(seeds, written=True)
        courses = [arena.record(seed) for seed in seeds]
        self._courses += courses
        count, actions = len(seeds), sum(course.actions for course in courses)
        figures.add(f"{name}, new seeds", count / new.seconds, "battles/s")
        figures.add(f"{name}, same seeds again", count / again.seconds, "battles/s")
        figures.add(f"{name}, actions, new seeds", actions / new.seconds, "actions/s")
        figures.add(f"{name}, actions, same seeds again", actions / again.seconds, "actions/s")
        for what, span in (("digested", digested), ("written", written)):
            added = 100 * (span.seconds / again.seconds - 1)
            figures.add(f"{name}, time added by the {what} log", added, "%")
        self._fight_again(courses, figures)

    def _fight_again(self, courses: Sequence[Course], figures: Figures) -> None:
        """From the logs, in a world that has not seen these battles."""
        answered = [(course.seed, tuple(answers_in(course.events))) for course in courses]
        with measured() as replayed:
            for seed, answers in answered:
                self._replayed.fight_again(seed, answers, lambda _event, _state: None)
        name, events = self._arena.name, sum(len(course.events) for course in courses)
        rate = len(courses) / replayed.seconds
        figures.add(f"{name}, fought again from the log", rate, "battles/s")
        figures.add(f"{name}, events from the log", events / replayed.seconds, "events/s")

    def lines(self) -> Iterator[str]:
        """What a battle of this set-up is like."""
        courses = self._courses
        count = len(courses)
        actions = sum(course.actions for course in courses) / count
        events = sum(len(course.events) for course in courses) / count
        rounds = sum(course.rounds for course in courses) / count
        early = sum(course.rounds < EARLY for course in courses) / count
        yield (
            f"{self._arena.name}: {count} battles, each {actions:.0f} actions, {events:.0f} events,"
            f" {rounds:.1f} rounds; {early:.0%} ended before round {EARLY}"
        )

    def document(self) -> dict[str, Any]:
        """The same as plain data, with a digest of the outcomes."""
        return {
            "scenario_digest": self._arena.scenario.digest,
            "battles": len(self._courses),
            "actions": sum(course.actions for course in self._courses),
            "events": sum(len(course.events) for course in self._courses),
            "rounds": [course.rounds for course in self._courses],
            "outcomes": outcomes_digest(self._courses),
        }


def outcomes_digest(courses: Sequence[Course]) -> str:
    """A digest of how battles went."""
    rows = [(c.seed, len(c.events), c.rounds, c.winner) for c in courses]
    return digest_of(repr(rows).encode())
