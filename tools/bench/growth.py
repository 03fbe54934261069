"""How the time of a battle grows with its units and with the pieces of terrain."""

from collections.abc import Sequence
from math import log

from tools.bench.battles import Arena
from tools.bench.figures import Figures, measured
from tools.bench.setups import BY_PIECES, BY_UNITS, Setup


class GrowthTrial:
    """Arenas of growing size, some battles old each; a battle a round is fought in all of them.

    What the first battle took in each is kept, for small tables are soon known by heart, and large
    ones are not.
    """

    def __init__(self, player: str, *, before: int):
        self._by_units = [Arena(setup, player) for setup in BY_UNITS]
        self._by_pieces = [Arena(setup, player) for setup in BY_PIECES]
        self._seed = 2 + before
        self._first = {arena.name: _seconds(arena, 1) for arena in self._arenas}
        for arena in self._arenas:
            arena.fight_all(range(2, 2 + before))

    @property
    def _arenas(self) -> list[Arena]:
        return [*self._by_units, *self._by_pieces]

    def measure(self, figures: Figures) -> None:
        """One battle of each size, on a new seed, and the exponents of the growth."""
        seed, self._seed = self._seed, self._seed + 1
        series = (("units", BY_UNITS, self._by_units), ("pieces", BY_PIECES, self._by_pieces))
        for what, setups, arenas in series:
            sizes, seconds = _sizes(what, setups), []
            for arena in arenas:
                seconds.append(_seconds(arena, seed))
                figures.add(f"a battle, {arena.name}", seconds[-1], "s")
            figures.add(f"growth with {what}, exponent", exponent(sizes, seconds), "")
            first = exponent(sizes, [self._first[arena.name] for arena in arenas])
            figures.add(f"growth with {what}, first battles", first, "")


def _seconds(arena: Arena, seed: int) -> float:
    with measured() as span:
        arena.fight(seed)
    return span.seconds


def _sizes(what: str, setups: Sequence[Setup]) -> list[int]:
    return [getattr(setup.plan, what) for setup in setups]


def exponent(sizes: Sequence[float], seconds: Sequence[float]) -> float:
    """The slope of the line of least squares through the logarithms."""
    xs, ys = [log(size) for size in sizes], [log(second) for second in seconds]
    middle_x, middle_y = sum(xs) / len(xs), sum(ys) / len(ys)
    across = sum((x - middle_x) * (y - middle_y) for x, y in zip(xs, ys, strict=True))
    return across / sum((x - middle_x) * (x - middle_x) for x in xs)
