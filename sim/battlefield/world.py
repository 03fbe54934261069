"""The compiled table: pieces as plain tuples, ground levels, and what may stand between two points.

All lengths are inches. A world is immutable but for its memos, caches that may be dropped at any
moment; pickling drops them.
"""

from collections.abc import Hashable, Sequence
from typing import Any, NamedTuple, TypeVar

import msgspec

from sim.battlefield.going import Goings, compile_goings
from sim.battlefield.terrain import Cause, Cover, Piece, PieceSpec, compile_piece, piece_rings
from sim.geometry.boxes import box_about, may_reach
from sim.geometry.corridors import Edges, corridor
from sim.geometry.footprints import Footprint, circumradius, segment_distance
from sim.geometry.segments import Edge, Point
from sim.geometry.vectors import EPSILON

CELL = 4.0
"""The side of the square cells for which candidates are listed."""

_NARROW, _WIDE = 1.0, 3.0
"""The spreads of rays, those past a team and past a tank, for which screens are listed."""

_KEPT, _KEPT_SCREENS = 1 << 14, 1 << 12
"""So many answers a world remembers, and what screens lie between so many pairs of cells."""

_CAUSES: dict[Cover, Cause] = {"hard": "hard", "soft": "soft", "none": "bare"}
_Value = TypeVar("_Value")


class Memo(dict[Hashable, Any]):
    """A bounded cache of pure functions of a world; emptied when full, never compared or kept.

    `lasting` is for the few things with bounds of their own, as lattices; it outlives emptying.
    """

    def __init__(self, limit: int = _KEPT) -> None:
        super().__init__()
        self._limit = limit
        self.lasting: dict[Hashable, Any] = {}

    def keep(self, key: Hashable, value: _Value) -> _Value:
        """Store a value and return it."""
        if len(self) >= self._limit:
            self.clear()
        self[key] = value
        return value

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Memo)

    def __reduce__(self) -> tuple[type["Memo"], tuple[int]]:
        return Memo, (self._limit,)


class Screen(NamedTuple):
    """What sight needs of a piece: the bit of its index, what it does, its top and its edges.

    `edges` are those that may cross the rays in question; `outline` is all of them for a polygon
    and empty for a line; `may_hold_eye` says whether the eye may lie in the polygon.
    """

    bit: int
    cause: Cause
    blocks: bool
    top: float
    edges: tuple[Edge, ...]
    outline: tuple[Edge, ...]
    may_hold_eye: bool


class _EdgeTable(NamedTuple):
    """The edges of all screens, and by their numbers the number of the screen that each is of.

    `screens` has the numbers of the screens by the indices of their pieces.
    """

    edges: Edges
    owned: list[tuple[int, Edge]]
    screens: dict[int, int]


_Cells = tuple[tuple[Piece, ...], ...]


class World(msgspec.Struct, frozen=True, gc=False):
    """A table with its terrain; `pieces` in file order, in `cells` the polygons near each cell.

    `lines` are the line pieces near each, `goings` is the terrain as movers find it. `between`
    remembers the screens between cells.
    """

    width: float
    height: float
    own_wall: float
    pieces: tuple[Piece, ...]
    screens: tuple[Screen, ...]
    columns: int
    rows: int
    cells: _Cells
    lines: _Cells
    goings: Goings
    memo: Memo = msgspec.field(default_factory=Memo)
    between: Memo = msgspec.field(default_factory=lambda: Memo(_KEPT_SCREENS))

    def ground(self, x: float, y: float) -> float:
        """The ground level at a point: the highest of the hills containing it, else 0."""
        return _ground(self._polygons_near(x, y), x, y)

    def hills_at(self, x: float, y: float) -> tuple[int, ...]:
        """The indices of the hills that contain a point, edge included."""
        near = self._polygons_near(x, y)
        return tuple(piece.index for piece in near if piece.is_hill and piece.contains(x, y))

    def area_pieces_at(self, x: float, y: float) -> tuple[int, ...]:
        """The indices of the area terrain that contains a point, edge included (RU-3)."""
        near = self._polygons_near(x, y)
        return tuple(piece.index for piece in near if piece.kind.area and piece.contains(x, y))

    def lines_within(self, footprint: Footprint, inches: float) -> tuple[int, ...]:
        """The indices of the line pieces at most so far from a footprint."""
        reach = inches + EPSILON
        left, bottom, right, top = box_about(
            ((footprint.x, footprint.y),), reach + circumradius(footprint)
        )
        near = {
            piece.index
            for row in _places(bottom, top, self.rows)
            for column in _places(left, right, self.columns)
            for piece in self.lines[row * self.columns + column]
        }
        return tuple(i for i in sorted(near) if _is_within(self.pieces[i], footprint, reach))

    def screens_between(self, eye: Point, centre: Point, spread: float) -> tuple[Screen, ...]:
        """The screens that rays straying so far from the line eye - centre can meet."""
        if spread > _WIDE:
            return self.screens
        margin = _NARROW if spread <= _NARROW else _WIDE
        key = (self._cell(*eye), self._cell(*centre), margin)
        found: tuple[Screen, ...] | None = self.between.get(key)
        return self.between.keep(key, self._cull(*key)) if found is None else found

    def _cull(self, eye_cell: int, target_cell: int, margin: float) -> tuple[Screen, ...]:
        ends = self._cell_centre(eye_cell), self._cell_centre(target_cell)
        between = corridor(*ends, CELL / 2, margin)
        table = self._edge_table()
        own = (table.screens.get(piece.index) for piece in self.cells[eye_cell])
        holding = {number for number in own if number is not None}
        near: dict[int, list[Edge]] = {}
        for number in table.edges.near(between):
            owner, edge = table.owned[number]
            near.setdefault(owner, []).append(edge)
        return tuple(
            self.screens[number]._replace(
                edges=tuple(near.get(number, ())), may_hold_eye=number in holding
            )
            for number in sorted(holding | near.keys())
        )

    def _edge_table(self) -> "_EdgeTable":
        found: _EdgeTable | None = self.memo.lasting.get("edges")
        if found is None:
            owned = [(n, edge) for n, screen in enumerate(self.screens) for edge in screen.edges]
            numbers = {screen.bit.bit_length() - 1: n for n, screen in enumerate(self.screens)}
            found = _EdgeTable(Edges([edge for _, edge in owned]), owned, numbers)
            self.memo.lasting["edges"] = found
        return found

    def _polygons_near(self, x: float, y: float) -> tuple[Piece, ...]:
        return self.cells[self._cell(x, y)]

    def _cell(self, x: float, y: float) -> int:
        """The cell of a point; the nearest one for a point off the table."""
        return _place(y, self.rows) * self.columns + _place(x, self.columns)

    def _cell_centre(self, cell: int) -> Point:
        row, column = divmod(cell, self.columns)
        return (column + 0.5) * CELL, (row + 0.5) * CELL


def compile_world(
    width: float, height: float, specs: Sequence[PieceSpec], own_wall: float = 1.0
) -> World:
    """The world of a table of that size; `own_wall` is the reach of geometry.md's exemption."""
    hills = [
        compile_piece(spec, index, 0.0)
        for index, spec in enumerate(specs)
        if spec.elevation is not None
    ]
    pieces = tuple(
        compile_piece(spec, index, _base(spec, hills)) for index, spec in enumerate(specs)
    )
    screens = tuple(_screen(piece) for piece in pieces if piece.kind.sight != "clear")
    columns, rows = int(width // CELL) + 1, int(height // CELL) + 1
    return World(
        width=width,
        height=height,
        own_wall=own_wall,
        pieces=pieces,
        screens=screens,
        columns=columns,
        rows=rows,
        cells=_list_cells(columns, rows, [piece for piece in pieces if not piece.is_line]),
        lines=_list_cells(columns, rows, [piece for piece in pieces if piece.is_line]),
        goings=compile_goings(specs),
    )


def _base(spec: PieceSpec, hills: Sequence[Piece]) -> float:
    """The level a piece stands on: as stated, else the lowest ground under its vertices."""
    if spec.base is not None:
        return spec.base
    return min(_ground(hills, x, y) for ring in piece_rings(spec.geometry) for x, y in ring)


def _ground(pieces: Sequence[Piece], x: float, y: float) -> float:
    return max((hill.top for hill in pieces if hill.is_hill and hill.contains(x, y)), default=0.0)


def _screen(piece: Piece) -> Screen:
    return Screen(
        bit=1 << piece.index,
        cause=_CAUSES[piece.kind.cover],
        blocks=piece.kind.sight == "blocks",
        top=piece.top,
        edges=piece.edges,
        outline=() if piece.is_line else piece.edges,
        may_hold_eye=not piece.is_line,
    )


def _list_cells(columns: int, rows: int, pieces: Sequence[Piece]) -> _Cells:
    """The pieces near each cell, row by row."""
    cells: list[list[Piece]] = [[] for _ in range(columns * rows)]
    for piece in pieces:
        left, bottom, right, top = piece.bounds
        for row in _places(bottom, top, rows):
            for column in _places(left, right, columns):
                cells[row * columns + column].append(piece)
    return tuple(tuple(cell) for cell in cells)


def _places(low: float, high: float, count: int) -> range:
    return range(_place(low - EPSILON, count), _place(high + EPSILON, count) + 1)


def _place(position: float, count: int) -> int:
    """The row or column of a position among so many."""
    place = int(position / CELL)
    return place if 0 <= place < count else 0 if place < 0 else count - 1


def _is_within(piece: Piece, footprint: Footprint, inches: float) -> bool:
    left, bottom, right, top = piece.bounds
    if not may_reach(footprint, (left - inches, bottom - inches, right + inches, top + inches)):
        return False
    return any(segment_distance(footprint, *edge) <= inches for edge in piece.edges)
