"""Corridors: what lies between two squares of the table, and which segments may meet it."""

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

import numpy as np

from sim.geometry.segments import Edge, Point


class Corridor(NamedTuple):
    """The hull of two upright squares, widened by a margin: an upright box and a slanted strip.

    The strip runs through (x, y) along (dx, dy); `reach` is its half width times their length.
    """

    left: float
    bottom: float
    right: float
    top: float
    x: float
    y: float
    dx: float
    dy: float
    reach: float


def corridor(p: Point, q: Point, half_side: float, margin: float) -> Corridor:
    """The corridor between the squares about two points."""
    extent = half_side + margin
    dx, dy = q[0] - p[0], q[1] - p[1]
    return Corridor(
        left=min(p[0], q[0]) - extent,
        bottom=min(p[1], q[1]) - extent,
        right=max(p[0], q[0]) + extent,
        top=max(p[1], q[1]) + extent,
        x=p[0],
        y=p[1],
        dx=dx,
        dy=dy,
        reach=half_side * (abs(dx) + abs(dy)) + margin * sqrt(dx * dx + dy * dy),
    )


class Edges:
    """Edges by number, to be looked through all at once."""

    def __init__(self, edges: Sequence[Edge]):
        ends = np.array(edges, np.float64).reshape(len(edges), 4).T
        self._ax, self._ay, self._bx, self._by = ends
        self._left, self._bottom = np.minimum(ends[:2], ends[2:])
        self._right, self._top = np.maximum(ends[:2], ends[2:])

    def near(self, between: Corridor) -> list[int]:
        """The numbers of the edges that may meet a corridor; none that does is left out."""
        left, bottom, right, top, x, y, dx, dy, reach = between
        across = (self._right >= left) & (self._left <= right)
        found = np.flatnonzero(across & (self._top >= bottom) & (self._bottom <= top))
        side_a = (self._ay[found] - y) * dx - (self._ax[found] - x) * dy
        side_b = (self._by[found] - y) * dx - (self._bx[found] - x) * dy
        is_met = (np.minimum(side_a, side_b) <= reach) & (np.maximum(side_a, side_b) >= -reach)
        numbers: list[int] = found[is_met].tolist()
        return numbers
