"""Events: made, encoded and digested; and the state changed by them, with 96 units on the table."""

from collections.abc import Callable
from statistics import median
from time import perf_counter_ns
from typing import Any

import msgspec

from sim.replay.log import LogWriter
from sim.runner.match import header_of
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event
from tools.bench.battles import Arena
from tools.bench.figures import Figures, best_of
from tools.bench.setups import MANY

REPEATS = 5


class EventTrial:
    """The events of one battle of many units at random, with the states after them."""

    def __init__(self) -> None:
        arena = Arena(MANY, "random")
        self._start = arena.scenario.start
        self._header = header_of(arena.scenario, arena.players, 1)
        self._course: list[tuple[Event, BattleState]] = []
        arena.fight(1, lambda event, state: self._course.append((event, state)))
        self._makers = [(type(e), msgspec.structs.asdict(e)) for e, _ in self._course]

    def measure(self, figures: Figures) -> None:
        """One round: microseconds an event."""
        steps: dict[str, Callable[[], object]] = {
            "made": self._make,
            "encoded and digested": self._log,
        }
        each = {name: best_of(REPEATS, step) for name, step in steps.items()}
        each["made, encoded and digested"] = sum(each.values())
        for name, seconds in each.items():
            figures.add(f"an event {name}", seconds / len(self._course) * 1e6, "us")
        figures.add("events made, encoded and digested", len(self._course) / seconds, "events/s")
        times = [min(ns) for ns in zip(*(self._apply() for _ in range(REPEATS)), strict=True)]
        figures.add("apply, median", median(times) / 1000, "us")
        figures.add("apply, mean", sum(times) / len(times) / 1000, "us")

    def _make(self) -> list[Any]:
        return [kind(**fields) for kind, fields in self._makers]

    def _log(self) -> None:
        writer = LogWriter(self._header)
        for event, state in self._course:
            writer(event, state)

    def _apply(self) -> list[int]:
        """The nanoseconds that each event takes to be applied."""
        state, times = self._start, []
        for event, _ in self._course:
            start = perf_counter_ns()
            state = apply(state, event)
            times.append(perf_counter_ns() - start)
        return times
