"""What the benchmark has found: a value a round for each figure, and the marks it is held to."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from statistics import median
from time import process_time
from typing import Any, NamedTuple


class Mark(NamedTuple):
    """What a figure must reach and what it aims at; `at_most` where less is better."""

    must: float
    aim: float
    at_most: bool = False

    def verdict(self, value: float) -> str:
        """Which of the two the value reaches."""
        sign = -1.0 if self.at_most else 1.0
        if sign * value >= sign * self.aim:
            return "aim"
        return "must" if sign * value >= sign * self.must else "MISSED"


MARKS: dict[str, Mark] = {
    "small, new seeds": Mark(40, 100),
    "small, same seeds again": Mark(80, 300),
    "large, new seeds": Mark(6, 15),
    "large, same seeds again": Mark(12, 40),
    "first small battle": Mark(0.4, 0.2, at_most=True),
    "small, fought again from the log": Mark(80, 300),
    "apply, median": Mark(3, 1, at_most=True),
    "an event made, encoded and digested": Mark(3, 1.5, at_most=True),
    "small, time added by the written log": Mark(15, 5, at_most=True),
    "large, time added by the written log": Mark(15, 5, at_most=True),
    "peak memory, small": Mark(200, 150, at_most=True),
    "peak memory, large": Mark(200, 150, at_most=True),
    "growth with units, exponent": Mark(1.5, 1.25, at_most=True),
}


class Figure(NamedTuple):
    """One figure: its median over the rounds, and how far these lie apart as a share of it.

    Where the figure is a percentage itself they lie so many points apart.
    """

    name: str
    value: float
    spread: float
    unit: str
    mark: Mark | None


class Figures:
    """The values of all rounds, by figure, in the order in which they first came."""

    def __init__(self) -> None:
        self._values: dict[str, list[float]] = {}
        self._units: dict[str, str] = {}

    def add(self, name: str, value: float, unit: str) -> None:
        """Keep the value of one round."""
        self._values.setdefault(name, []).append(value)
        self._units[name] = unit

    def __iter__(self) -> Iterator[Figure]:
        for name, values in self._values.items():
            middle = median(values)
            whole = 100.0 if self._units[name] == "%" else middle
            spread = (max(values) - min(values)) / whole if whole else 0.0
            yield Figure(name, middle, spread, self._units[name], MARKS.get(name))

    def lines(self) -> Iterator[str]:
        """A table with a heading."""
        yield f"{'':42}{'median':>12}  {'unit':12}{'spread':>7}{'must':>8}{'aim':>8}"
        for name, value, spread, unit, mark in self:
            line = f"{name:42}{_short(value):>12}  {unit:12}{spread:>6.0%}"
            if mark is not None:
                line += f" {mark.must:>8g}{mark.aim:>8g}  {mark.verdict(value)}"
            yield line

    def document(self) -> dict[str, Any]:
        """The same as plain data, the values of the rounds included."""
        return {
            name: {
                "median": value,
                "unit": unit,
                "rounds": self._values[name],
                "mark": mark and mark._asdict() | {"reached": mark.verdict(value)},
            }
            for name, value, _, unit, mark in self
        }


def _short(value: float) -> str:
    return f"{value:,.0f}" if abs(value) >= 1000 else f"{value:.4g}"


class Span:
    """Processor seconds between the start and the end of something."""

    seconds = 0.0


@contextmanager
def measured() -> Iterator[Span]:
    """Measure what is done inside; other processes count nothing."""
    span = Span()
    start = process_time()
    yield span
    span.seconds = process_time() - start


def best_of(repeats: int, action: Callable[[], object]) -> float:
    """The least seconds that an action takes, over some repeats."""
    seconds = []
    for _ in range(repeats):
        with measured() as span:
            action()
        seconds.append(span.seconds)
    return min(seconds)


def calibrate() -> float:
    """The seconds of a fixed loop of plain Python: how fast the machine is just now."""
    with measured() as span:
        total = 0
        for n in range(3_000_000):
            total = (total * 31 + n) & 0xFFFFFFFF
    return span.seconds
