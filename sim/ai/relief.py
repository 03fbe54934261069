"""Relief: what one cell of the table has of every other, at a glance, in whole numbers.

One ray goes from middle to middle over squares of an inch, each of which knows its highest piece.
That is not what the rules say; it serves to find the places that are worth an exact look.
"""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.ai.pairings import COVERS, HIDDEN, Ranges, all_cases, bands_of, cases_of
from sim.ai.survey import Heights
from sim.ai.travel import CELL, travel_of
from sim.battlefield.terrain import Piece
from sim.battlefield.world import Memo, World
from sim.geometry.segments import Edge

_GRAIN = 100
"""Heights are counted in so many parts of an inch."""

_STEPS = 40
"""So many squares are looked at on the way from one cell to another."""

_WHOLE = 2 * _STEPS
"""The way counted in half steps, for squares are looked at in the middle of each step."""

_ODD = np.arange(1, _WHOLE, 2)
"""Those middles."""

_OWN_WALL = 2.0
"""A line so near an eye, in inches, hides nothing from it."""

_BASES = 1.5
"""Inches between two middles that the bases there take up."""

_TALL = 1.25
"""Inches of height from which on half an inch more or less is not told apart."""

_NO_PIECE = _NO_AREA = -1
_KEPT_GLANCES = 1 << 10
_PER_INCH = 4
"""So many points of a line are looked at on each inch of it."""

Row = NDArray[np.signedinteger[Any]]
Marks = NDArray[np.bool_]


class Relief:
    """The squares of a world, and the glances over them that were asked for.

    A glance has, for every one of the `count` cells, the case that a unit there is to one in a
    given cell, and then, for every cell, the case that this one is to a unit there. They go by
    their places in `cases`.
    """

    def __init__(self, world: World, ranges: Ranges):
        travel = travel_of(world)
        cells = np.arange(travel.columns * travel.rows)
        self._x, self._y = travel.centres(cells)
        self._columns, self._rows = travel.columns * CELL, travel.rows * CELL
        self._ranges = ranges
        self.cases = all_cases(ranges)
        self._numbers = _numbered(self.cases)
        self._pieces = _pieces(world.pieces)
        self._squares = self._survey(world.pieces)
        self._under = self._squares[self._y * self._columns + self._x]
        ground = map(world.ground, self._x.tolist(), self._y.tolist())
        self._ground = np.array([_grains(level) for level in ground])
        self.count = len(cells)
        self._way = np.empty(self.count * _STEPS, np.intp)
        self._met = np.empty(self.count * _STEPS, np.int32)
        self._glances = Memo(_KEPT_GLANCES)

    def _survey(self, pieces: Sequence[Piece]) -> Row:
        """The highest piece of each square, row by row; lines are where they pass."""
        squares = np.full(self._columns * self._rows, _NO_PIECE, np.int32)
        for piece in sorted(pieces, key=lambda piece: piece.top):
            for column, row in _squares_of(piece):
                if 0 <= column < self._columns and 0 <= row < self._rows:
                    squares[row * self._columns + column] = piece.index
        return squares

    def glance(self, cell: int, own: Heights, other: Heights, reach: float) -> Row:
        """The glance between a unit in a cell and others that so many inches matter to.

        `own` and `other` are their heights. Whatever is farther away is out of sight.
        """
        key, cells = (cell, _alike(own), _alike(other)), int((reach + _BASES) / CELL) + 2
        found: _Glance | None = self._glances.get(key)
        if found is None or found.reach < cells:
            found = self._glances.keep(key, _Glance(cells, self._look(*key, cells)))
        return found.row

    def _look(self, cell: int, own: Heights, other: Heights, reach: int) -> Row:
        around = self._around(cell, reach)
        met = self._meet(cell, around)
        bands = bands_of(self._ranges, np.maximum(around.away - _BASES, 0.0))
        areas, area = self._pieces.areas[around.under], self._pieces.areas[self._under[cell]]
        here, there = self._ground[cell], self._ground[around.cells]
        out = _Sight(here + _grains(own[0]), there, other[1], areas)
        seen = self._seen(met, met.steps, out)
        back = _Sight(there + _grains(other[0]), here, own[1], area)
        shown = self._seen(met, _WHOLE - met.steps, back)
        glance = np.full(2 * self.count, self._numbers[HIDDEN | len(self._ranges.inches)])
        glance[around.cells] = self._numbers[cases_of(bands, *seen, there > here)]
        glance[around.cells + self.count] = self._numbers[cases_of(bands, *shown, here > there)]
        return glance

    def _around(self, cell: int, reach: int) -> "_Around":
        """The square of cells that are so many cells from one, as far as it is on the table."""
        across, up = self._columns // CELL, self._rows // CELL
        row, column = divmod(cell, across)
        columns, rows = _span(column, reach, across), _span(row, reach, up)
        cells = (rows[:, None] * across + columns).ravel()
        dx, dy = self._x[cells] - self._x[cell], self._y[cells] - self._y[cell]
        away = np.sqrt((dx * dx + dy * dy).astype(np.float64))
        return _Around(columns, rows, cells, self._under[cells], away)

    def _meet(self, cell: int, around: "_Around") -> "_Met":
        """The pieces on the ways to the cells around, but for those that either end lies on."""
        x, y = self._x[cell], self._y[cell]
        columns = x + (around.columns * CELL + CELL // 2 - x)[:, None] * _ODD // _WHOLE
        rows = y + (around.rows * CELL + CELL // 2 - y)[:, None] * _ODD // _WHOLE
        count = len(around.cells) * _STEPS
        way, met = self._way[:count], self._met[:count]
        shape = len(around.rows), len(around.columns), _STEPS
        np.add((rows * self._columns)[:, None], columns, out=way.reshape(shape))
        self._squares.take(way, out=met, mode="clip")
        places = np.flatnonzero(met != _NO_PIECE)
        pieces, cells = met[places], places // _STEPS
        is_apart = (pieces != self._under[cell]) & (pieces != around.under[cells])
        places, cells = places[is_apart], cells[is_apart]
        return _Met(pieces[is_apart], cells, _ODD[places - cells * _STEPS], around.away)

    def _seen(self, met: "_Met", steps: Row, sight: "_Sight") -> tuple[Marks, Row, Marks]:
        """Whether targets are concealed, what cover they have, whether they are out of sight.

        The steps are those from the eye to what is met.
        """
        pieces, count = self._pieces, len(met.away)
        eye = np.broadcast_to(sight.eye, count)[met.cells]
        target = np.broadcast_to(sight.ground, count)[met.cells] - eye
        is_own = pieces.lines[met.pieces] & (met.away[met.cells] * steps < _OWN_WALL * _WHOLE)
        tops = (pieces.tops[met.pieces] - eye) * _WHOLE
        over = ~is_own & (tops > (target + _grains(sight.height / 2)) * steps)
        hides = over & pieces.blocks[met.pieces]
        hides &= tops > (target + _grains(sight.height)) * steps
        concealed, hidden = np.zeros((2, count), np.bool_)
        concealed[met.cells[over]] = hidden[met.cells[hides]] = True
        cover = np.zeros(count, np.int64)
        np.maximum.at(cover, met.cells[over], pieces.covers[met.pieces[over]])
        return concealed | (sight.area != _NO_AREA), np.maximum(cover, sight.area), hidden


class _Glance(NamedTuple):
    """A glance so many cells far."""

    reach: int
    row: Row


class _Around(NamedTuple):
    """Cells of some columns and rows: what lies under their middles, how far away those are."""

    columns: Row
    rows: Row
    cells: Row
    under: Row
    away: NDArray[np.float64]


class _Met(NamedTuple):
    """The pieces met, on the way to which of the cells, at which step; `away` is of all cells."""

    pieces: Row
    cells: Row
    steps: Row
    away: NDArray[np.float64]


class _Sight(NamedTuple):
    """A sight from some level to targets of a height on their ground, and the areas they are in."""

    eye: Row
    ground: Row
    height: float
    area: Row


class _Pieces(NamedTuple):
    """What pieces are to sight, by index; the last stands for no piece at all."""

    tops: Row
    covers: Row
    areas: Row
    blocks: Marks
    lines: Marks


def _pieces(pieces: Sequence[Piece]) -> _Pieces:
    covers = [COVERS.index(piece.kind.cover) for piece in pieces]
    areas = [
        cover if piece.kind.area else _NO_AREA for cover, piece in zip(covers, pieces, strict=True)
    ]
    return _Pieces(
        tops=np.array([*map(_top, pieces), 0]),
        covers=np.array([*covers, 0]),
        areas=np.array([*areas, _NO_AREA]),
        blocks=np.array([*(piece.kind.sight == "blocks" for piece in pieces), False]),
        lines=np.array([*(piece.is_line for piece in pieces), False]),
    )


def _top(piece: Piece) -> int:
    return 0 if piece.kind.sight == "clear" else _grains(piece.top)


def _numbered(cases: Sequence[int]) -> Row:
    """The place in a list of cases that each number of a case has; the others have none."""
    numbers = np.full(HIDDEN << 1, -1, np.int16)
    numbers[list(cases)] = range(len(cases))
    return numbers


def _span(middle: int, reach: int, count: int) -> Row:
    """The numbers from so many before one to as many after it, of so many there are."""
    return np.arange(max(middle - reach, 0), min(middle + reach + 1, count))


@lru_cache(64)
def _alike(heights: Heights) -> Heights:
    """The heights that are taken for those at a glance: what is tall is so to half an inch."""
    if heights[1] < _TALL:
        return heights
    eye, top = (round(2 * inches) / 2 for inches in heights)
    return eye, top


def _grains(inches: float) -> int:
    return round(inches * _GRAIN)


def _squares_of(piece: Piece) -> Iterator[tuple[int, int]]:
    """The squares whose middles a polygon covers, or through which a line passes."""
    if piece.is_line:
        for edge in piece.edges:
            yield from _squares_along(edge)
        return
    left, bottom, right, top = piece.bounds
    for row in range(int(bottom), int(top) + 1):
        for column in range(int(left), int(right) + 1):
            if piece.contains(column + 0.5, row + 0.5):
                yield column, row


def _squares_along(edge: Edge) -> Iterator[tuple[int, int]]:
    ax, ay, bx, by = edge
    count = int(_PER_INCH * max(abs(bx - ax), abs(by - ay))) + 1
    for number in range(count + 1):
        share = number / count
        yield int(ax + (bx - ax) * share), int(ay + (by - ay) * share)
