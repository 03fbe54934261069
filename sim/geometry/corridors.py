"""Corridors: what lies between two squares of the table, and which segments may meet it."""

from collections.abc import Iterable
from math import sqrt
from typing import NamedTuple

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


def edges_near(between: Corridor, edges: Iterable[Edge]) -> tuple[Edge, ...]:
    """The edges that may meet a corridor; none that does is left out."""
    left, bottom, right, top, x, y, dx, dy, reach = between
    near = []
    for edge in edges:
        ax, ay, bx, by = edge
        if (ax < left and bx < left) or (ax > right and bx > right):
            continue
        if (ay < bottom and by < bottom) or (ay > top and by > top):
            continue
        side_a = (ay - y) * dx - (ax - x) * dy
        side_b = (by - y) * dx - (bx - x) * dy
        if (side_a > reach and side_b > reach) or (side_a < -reach and side_b < -reach):
            continue
        near.append(edge)
    return tuple(near)
