"""Which battles count: whole pairs in the order of the index, until the answer is sharp enough."""

from collections.abc import Mapping
from math import sqrt
from statistics import fmean

from sim.runner.batch.experiment import Battle, Cell, Experiment

LEAST_PAIRS = 40
PAIRS_BETWEEN_LOOKS = 20
CRITICAL_VALUE = 2.05
PRIOR = 4.0

DRAW = 0.5


class Stopping:
    """Decides when the win rate of a cell is known to within a half-width.

    It looks after every 20 pairs, first after 40. The rule is that of Frey (2010, The American
    Statistician 64) for intervals of fixed width: the estimate is drawn to one half by four wins
    and four defeats, and the critical value is raised, which makes up for looking more than once.
    Where pairs differ more than battles apart would, their variance counts, as in Chow and Robbins
    (1965).
    """

    def __init__(self, half_width: float, seats: int):
        self._half_width = half_width
        self._seats = seats
        self._pairs = 0
        self._sum = 0.0
        self._squares = 0.0

    def add(self, worth: float) -> bool:
        """Take in what the next pair was worth, 0 to 1; whether that is enough."""
        self._pairs += 1
        self._sum += worth
        self._squares += worth * worth
        if self._pairs < LEAST_PAIRS or self._pairs % PAIRS_BETWEEN_LOOKS:
            return False
        return CRITICAL_VALUE * sqrt(self._variance() / self._pairs) <= self._half_width

    def _variance(self) -> float:
        """The variance of what a pair is worth."""
        battles = self._pairs * self._seats
        share = (self._sum * self._seats + PRIOR) / (battles + 2 * PRIOR)
        apart = share * (1 - share) / self._seats
        spread = self._squares - self._sum * self._sum / self._pairs
        return max(apart, spread / (self._pairs - 1))


def worth_of(cell: Cell, seat: int, status: str, winner: str | None) -> float | None:
    """What a battle was worth to the first player of its cell, or None if it says nothing.

    Where a player fights itself, the first side takes its place. A draw is a half.
    """
    if status != "done":
        return None
    if winner is None:
        return DRAW
    return 1.0 if winner == cell.sides[seat] else 0.0


class Progress:
    """How far an experiment has come, and which of its battles are wanted.

    What a cell decides follows from its own pairs in their order, whatever is over first.
    """

    def __init__(self, experiment: Experiment, worths: Mapping[int, float | None]):
        self._experiment = experiment
        self._cells = [_CellProgress(experiment, cell) for cell in experiment.cells]
        self.known = set[int]()
        battles = experiment.battles() if worths else iter(())
        for battle in battles:
            if battle.index in worths:
                self.add(battle, worths[battle.index])
                if len(self.known) == len(worths):
                    break

    def add(self, battle: Battle, worth: float | None) -> None:
        """Take in a battle that is over."""
        self.known.add(battle.index)
        self._cells[battle.cell].add(battle, worth)

    def wants(self, battle: Battle) -> bool:
        """Whether a battle counts, as far as is known."""
        return battle.pair < self._cells[battle.cell].pairs

    @property
    def pairs(self) -> dict[int, int]:
        """The pairs that count of each cell, as far as is known."""
        return {number: cell.pairs for number, cell in enumerate(self._cells)}

    @property
    def planned(self) -> int:
        """The battles that there are to be, as far as is known."""
        cells = self._experiment.cells
        return sum(pairs * cells[number].seats for number, pairs in self.pairs.items())

    @property
    def over(self) -> int:
        """The battles that are over, and wanted."""
        return sum(cell.over for cell in self._cells)

    def standing(self, cell: int) -> tuple[float, int]:
        """What the battles of a cell were worth together, and how many say anything."""
        found = self._cells[cell]
        return found.worth, found.telling

    def counted(self) -> tuple[int, ...]:
        """The wanted battles up to the first that is missing, in the order of the index."""
        indices: list[int] = []
        for battle in self._experiment.battles():
            if not self.wants(battle):
                continue
            if battle.index not in self.known:
                break
            indices.append(battle.index)
        return tuple(indices)


class _CellProgress:
    """The pairs of a cell: those that are over, and how many there are to be."""

    def __init__(self, experiment: Experiment, cell: Cell):
        self.pairs = experiment.pairs
        self._seats = cell.seats
        width = experiment.until_width
        self._stopping = None if width is None else Stopping(width, cell.seats)
        self._waiting: dict[int, list[float | None]] = {}
        self._next = 0
        self.over = 0
        self.worth = 0.0
        self.telling = 0

    def add(self, battle: Battle, worth: float | None) -> None:
        """Take in a battle that is over, and every pair that is whole and next."""
        self.over += battle.pair < self.pairs
        if worth is not None:
            self.worth += worth
            self.telling += 1
        if self._stopping is None:
            return
        self._waiting.setdefault(battle.pair, []).append(worth)
        while self._next < self.pairs and len(self._waiting.get(self._next, ())) == self._seats:
            worths = self._waiting.pop(self._next)
            self._next += 1
            known = [worth for worth in worths if worth is not None]
            if len(known) == self._seats and self._stopping.add(fmean(known)):
                self.pairs = self._next
                self.over = self.pairs * self._seats
