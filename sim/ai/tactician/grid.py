"""Cells of 2 inches over the table, and sets of them as bits of one whole number.

A row has one byte for each cell, a field two: whole numbers of that many lanes are added,
compared and translated at once. All lengths are inches.
"""

from math import ceil, floor
from struct import unpack

from sim.geometry.segments import Point

CELL = 2
"""The side of a cell."""

BANDS = (9.5, 13.5, 17.5, 25.5, 33.5, 37.5, 49.5, 61.5)
"""The greatest distances, centre to centre, of the bands of range; the last band has no end.

They are the reaches of charges, Firefights, charges after a move, and the usual weapons, each
with the half of two bases.
"""


HALF_BASES = 1.5
"""What distances from middle to middle are taken to have more than those from edge to edge."""


class Grid:
    """The cells of a table, row by row from its bottom left."""

    def __init__(self, width: float, height: float):
        self.columns = max(ceil(width / CELL), 1)
        self.rows = max(ceil(height / CELL), 1)
        self.count = self.columns * self.rows
        self.all = (1 << self.count) - 1
        self._tops = int.from_bytes(b"\x00\x80" * self.count, "little")
        self._format = f"<{self.count}H"
        self._zeros = int.from_bytes(b"0" * self.count, "big")
        self._bands = tuple(
            bytes(_band_of(dx, dy) for dx in range(1 - self.columns, self.columns))
            for dy in range(1 - self.rows, self.rows)
        )

    def cell_at(self, x: float, y: float) -> int:
        """The cell of a point; the nearest one for a point off the table."""
        column = min(max(int(x) // CELL, 0), self.columns - 1)
        return min(max(int(y) // CELL, 0), self.rows - 1) * self.columns + column

    def centre(self, cell: int) -> Point:
        """The middle of a cell."""
        row, column = divmod(cell, self.columns)
        return column * CELL + CELL / 2, row * CELL + CELL / 2

    def lanes(self, bits: int) -> int:
        """The bits as lanes of one byte: 1 for each cell of the set."""
        return int.from_bytes(f"{bits:0{self.count}b}".encode(), "big") - self._zeros

    def wide_lanes(self, bits: int) -> int:
        """The bits as full lanes of two bytes."""
        row = bytearray(2 * self.count)
        row[::2] = self.lanes(bits).to_bytes(self.count, "little")
        return int.from_bytes(row, "little") * 0xFFFF

    def greater(self, a: int, b: int) -> int:
        """Lane by lane the greater of two fields whose values are below 2 ** 15."""
        above = ((a | self._tops) - b) & self._tops
        chosen = (above << 1) - (above >> 15)
        return (a & chosen) | (b & ~chosen)

    def values(self, field: int) -> tuple[int, ...]:
        """The values of a field, by cell."""
        return unpack(self._format, field.to_bytes(2 * self.count, "little"))

    def bands(self, cell: int) -> bytes:
        """The band of range of every cell, from one of them."""
        row, column = divmod(cell, self.columns)
        left = self.columns - 1 - column
        bottom = self.rows - 1 - row
        rows = self._bands[bottom : bottom + self.rows]
        return b"".join(bands[left : left + self.columns] for bands in rows)

    def wedge(self, eye: Point, a: Point, b: Point) -> int:
        """The cells whose middles lie behind the segment a-b as seen from the eye."""
        ax, ay, bx, by = a[0] - eye[0], a[1] - eye[1], b[0] - eye[0], b[1] - eye[1]
        turn = ax * by - ay * bx
        if turn == 0.0:
            return 0
        if turn < 0.0:
            ax, ay, bx, by = bx, by, ax, ay
        run, rise = bx - ax, by - ay
        left, right = 0.5 - eye[0] / CELL, (self.columns - 1) * 1.0
        bits = 0
        for row in self._rows_behind(eye[1], ay, by):
            y = row * CELL + CELL / 2 - eye[1]
            least, most = _overlap(
                ((-ay, ax * y), (by, -bx * y), (rise, -rise * ax - run * (y - ay)))
            )
            first = max(ceil(least / CELL - left - 1e-9), 0) if least > -1e9 else 0
            last = floor(min(most / CELL - left + 1e-9, right))
            if first <= last:
                bits |= ((1 << (last - first + 1)) - 1) << (row * self.columns + first)
        return bits

    def _rows_behind(self, eye_y: float, ay: float, by: float) -> range:
        """The rows in which something can lie behind two points at those heights."""
        if ay >= 0.0 and by >= 0.0:
            return range(max(ceil((eye_y + min(ay, by)) / CELL - 0.5 - 1e-9), 0), self.rows)
        if ay <= 0.0 and by <= 0.0:
            return range(min(floor((eye_y + max(ay, by)) / CELL - 0.5 + 1e-9) + 1, self.rows))
        return range(self.rows)


def _overlap(bounds: tuple[tuple[float, float], ...]) -> tuple[float, float]:
    """The least and the greatest x for which slope * x + offset >= 0 holds for all bounds."""
    least, most = -1e9, 1e9
    for slope, offset in bounds:
        if slope > 0.0:
            least = max(least, -offset / slope)
        elif slope < 0.0:
            most = min(most, -offset / slope)
        elif offset < 0.0:
            return 1e9, -1e9
    return least, most


def _band_of(dx: int, dy: int) -> int:
    square = (dx * dx + dy * dy) * CELL * CELL
    return sum(square > far * far for far in BANDS)
