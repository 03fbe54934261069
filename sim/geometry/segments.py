"""Distances between points and straight segments, in inches."""

from math import sqrt

Point = tuple[float, float]
Edge = tuple[float, float, float, float]
"""A segment from (ax, ay) to (bx, by)."""


def point_segment_distance(x: float, y: float, ax: float, ay: float, bx: float, by: float) -> float:
    """The distance from a point to the segment a-b; a segment may be a single point."""
    dx, dy = bx - ax, by - ay
    px, py = x - ax, y - ay
    square = dx * dx + dy * dy
    along = px * dx + py * dy
    if along <= 0.0:
        return sqrt(px * px + py * py)
    if along >= square:
        px, py = x - bx, y - by
        return sqrt(px * px + py * py)
    return abs(px * dy - py * dx) / sqrt(square)


def segments_distance(p: Point, q: Point, r: Point, s: Point) -> float:
    """The distance between the segments p-q and r-s, 0 where they meet."""
    if segments_meet(p, q, r, s):
        return 0.0
    return min(
        point_segment_distance(*p, *r, *s),
        point_segment_distance(*q, *r, *s),
        point_segment_distance(*r, *p, *q),
        point_segment_distance(*s, *p, *q),
    )


def segments_meet(p: Point, q: Point, r: Point, s: Point) -> bool:
    """Whether each segment has its ends on both sides of, or on, the line of the other."""
    from_p, from_q = _side(r, s, p), _side(r, s, q)
    from_r, from_s = _side(p, q, r), _side(p, q, s)
    if from_p == from_q == 0.0 or from_r == from_s == 0.0:
        return False
    return from_p * from_q <= 0.0 and from_r * from_s <= 0.0


def _side(a: Point, b: Point, point: Point) -> float:
    return (b[0] - a[0]) * (point[1] - a[1]) - (b[1] - a[1]) * (point[0] - a[0])
