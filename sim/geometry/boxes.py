"""Upright boxes: what certainly is not near is passed over before anything exact is asked."""

from collections.abc import Iterable
from math import inf

from sim.geometry.footprints import Footprint
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON

Bounds = tuple[float, float, float, float]
"""Least x, least y, greatest x, greatest y."""

EVERYWHERE: Bounds = (-inf, -inf, inf, inf)


def box_about(points: Iterable[Point], margin: float) -> Bounds:
    """The box of some points, wider by a margin and the tolerance on every side."""
    xs, ys = zip(*points, strict=True)
    margin += EPSILON
    return min(xs) - margin, min(ys) - margin, max(xs) + margin, max(ys) + margin


def apart(a: Bounds, b: Bounds) -> bool:
    """Whether two boxes have no point in common."""
    return a[2] < b[0] or b[2] < a[0] or a[3] < b[1] or b[3] < a[1]


def may_reach(footprint: Footprint, box: Bounds) -> bool:
    """Whether a footprint may reach into a box; where it does not, it is clear of it."""
    left, bottom, right, top = box
    extent = footprint.radius + footprint.half_length + footprint.half_width
    return (
        left - extent <= footprint.x <= right + extent
        and bottom - extent <= footprint.y <= top + extent
    )
