"""A table as its cells see one another: what each shows of itself to the others.

One ray from middle to middle stands for the 64 of the rules, so that a chart only proposes; what
is chosen by it is weighed again with the exact sight.
"""

from collections.abc import Callable, Iterator
from typing import NamedTuple

from sim.ai.tactician.grid import BANDS, Grid
from sim.battlefield.terrain import Cover, Piece
from sim.battlefield.world import World
from sim.geometry.segments import Point, point_segment_distance

OPEN, CONCEALED, SOFT, HARD, UNSEEN = range(5)
"""The views of a target: in the open, concealed without cover, in cover, or hidden."""

VIEWS = 5
CLASSES = VIEWS * (len(BANDS) + 1)
"""A class is band * VIEWS + view."""

FILLER = 255
"""What stands between the classes of a row, so that rows have the two-byte lanes of fields."""

_VIEW_OF: dict[Cover, int] = {"none": CONCEALED, "soft": SOFT, "hard": HARD}
_EYE = 0.9
_AT_A_LINE = 1.75
_KEPT = 4096


class Lookout(NamedTuple):
    """The classes of all cells as one cell sees them, and of that cell as they see it."""

    shown: bytes
    showing: bytes


class Chart:
    """The cells of a world, and what they see of one another; worked out when asked for."""

    def __init__(self, world: World):
        self.grid = Grid(world.width, world.height)
        middles = [self.grid.centre(cell) for cell in range(self.grid.count)]
        self._ground = [world.ground(x, y) for x, y in middles]
        self._veils = [
            _Veil(self.grid, piece) for piece in world.pieces if piece.kind.sight != "clear"
        ]
        self._shelter = [0] * VIEWS
        for piece in world.pieces:
            if piece.kind.area:
                self._shelter[_VIEW_OF[piece.kind.cover]] |= _cells_in(self.grid, piece)
        self._lookouts: dict[int, Lookout] = {}

    def lookout(self, cell: int) -> Lookout:
        """What can be seen from a cell, and what can be seen of it."""
        found = self._lookouts.get(cell)
        if found is None:
            if len(self._lookouts) >= _KEPT:
                self._lookouts.clear()
            found = self._lookouts[cell] = self._look(cell)
        return found

    def _look(self, cell: int) -> Lookout:
        """Rows of both directions: the same rays, but each firer has walls of its own."""
        here, ground = 1 << cell, self._ground[cell]
        shown, showing = list(self._shelter), [0] * VIEWS
        for view, cells in enumerate(self._shelter):
            if cells & here:
                showing[view] = -1
        eye = self.grid.centre(cell)
        for veil in self._veils:
            at_home = bool(veil.home & here)
            if veil.top <= ground or (at_home and not veil.is_line):
                continue
            shadow = veil.shadow(self.grid, eye)
            beyond = shadow & veil.home if at_home else shadow
            towards = shadow & ~veil.home if veil.is_line and not at_home else shadow
            shown[veil.view] |= beyond
            showing[veil.view] |= towards
            if veil.blocks:
                hidden = beyond & towards
                shown[UNSEEN] |= hidden
                showing[UNSEEN] |= hidden
        bands = self.grid.bands(cell)
        return Lookout(self._row(bands, shown), self._row(bands, showing))

    def _row(self, bands: bytes, seen: list[int]) -> bytes:
        """Classes with fillers, of the strongest view that a cell is in."""
        classes, above = int.from_bytes(bands, "little") * VIEWS, 0
        for view in (UNSEEN, HARD, SOFT, CONCEALED):
            classes += view * self.grid.lanes(seen[view] & self.grid.all & ~above)
            above |= seen[view]
        row = bytearray([FILLER]) * (2 * self.grid.count)
        row[::2] = classes.to_bytes(self.grid.count, "little")
        return bytes(row)


class _Veil:
    """A piece that hides; `home` are the cells in it, or at it where it is a line."""

    def __init__(self, grid: Grid, piece: Piece):
        self.blocks = piece.kind.sight == "blocks"
        self.view = _VIEW_OF[piece.kind.cover]
        self.top = piece.top
        self.is_line = piece.is_line
        self.home = _cells_at(grid, piece) if piece.is_line else _cells_in(grid, piece)
        self._edges = piece.edges if piece.is_line else ()
        self._corners = tuple(dict.fromkeys(point for ring in piece.rings for point in ring))

    def shadow(self, grid: Grid, eye: Point) -> int:
        """The cells behind the piece, as seen from outside it."""
        if not self.is_line:
            return grid.wedge(eye, *self._outermost(eye)) & ~self.home
        bits = 0
        for ax, ay, bx, by in self._edges:
            bits |= grid.wedge(eye, (ax, ay), (bx, by))
        return bits

    def _outermost(self, eye: Point) -> tuple[Point, Point]:
        """The corners farthest to the left and to the right."""
        left = right = self._corners[0]
        for corner in self._corners:
            x, y = corner[0] - eye[0], corner[1] - eye[1]
            if (left[0] - eye[0]) * y > (left[1] - eye[1]) * x:
                left = corner
            elif (right[0] - eye[0]) * y < (right[1] - eye[1]) * x:
                right = corner
        return left, right


def _cells_in(grid: Grid, piece: Piece) -> int:
    return _cells_where(grid, piece, 0.0, piece.contains)


def _cells_at(grid: Grid, piece: Piece) -> int:
    def is_at(x: float, y: float) -> bool:
        return any(point_segment_distance(x, y, *edge) <= _AT_A_LINE for edge in piece.edges)

    return _cells_where(grid, piece, _AT_A_LINE, is_at)


def _cells_where(
    grid: Grid, piece: Piece, margin: float, holds: Callable[[float, float], bool]
) -> int:
    bits = 0
    for cell in _cells_about(grid, piece, margin):
        if holds(*grid.centre(cell)):
            bits |= 1 << cell
    return bits


def _cells_about(grid: Grid, piece: Piece, margin: float) -> Iterator[int]:
    """The cells that a piece's bounds, wider by a margin, meet."""
    left, bottom, right, top = piece.bounds
    first = grid.cell_at(left - margin, bottom - margin)
    last = grid.cell_at(right + margin, top + margin)
    for row in range(first // grid.columns, last // grid.columns + 1):
        for column in range(first % grid.columns, last % grid.columns + 1):
            yield row * grid.columns + column
