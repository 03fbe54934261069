"""The compiled table: pieces as plain tuples, ground levels, and what may stand in a line of sight.

All lengths are inches. A world is immutable but for its memo, a cache that may be dropped at any
moment; pickling drops it.
"""

from collections.abc import Hashable, Iterable, Sequence
from math import ceil, sqrt
from typing import Any, NamedTuple

import msgspec

from sim.battlefield.terrain import Piece, PieceSpec, compile_piece, piece_rings
from sim.geometry.footprints import Footprint, segment_distance
from sim.geometry.segments import Edge, Point
from sim.geometry.vectors import EPSILON

CELL = 4.0
"""The side of the square cells for which candidates are listed."""

_NARROW, _WIDE = 1.0, 3.0
_MEMO_LIMIT = 1 << 17


class Memo(dict[Hashable, Any]):
    """A bounded cache of pure functions of a world: emptied when full, and never pickled."""

    def keep[Value](self, key: Hashable, value: Value) -> Value:
        """Store a value and return it."""
        if len(self) >= _MEMO_LIMIT:
            self.clear()
        self[key] = value
        return value

    def __reduce__(self) -> tuple[type["Memo"], tuple[()]]:
        return Memo, ()
