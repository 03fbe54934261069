"""Footprints of bases, and the distances between them, edge to edge, in inches."""

from math import isfinite, sqrt

import msgspec

from sim.geometry.segments import Point, point_segment_distance
from sim.geometry.vectors import EPSILON, facing_vector, quantise_facing


class Footprint(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A disc (radius > 0, no halves) or a rectangle (radius 0) on the table, with its facing."""

    x: float
    y: float
    facing: float
    radius: float
    half_length: float
    half_width: float

    def moved(self, x: float, y: float, facing: float) -> "Footprint":
        """The same base elsewhere; raises ValueError for a number that is not finite."""
        return _placed(x, y, facing, self.radius, self.half_length, self.half_width)


def disc(x: float, y: float, diameter: float, facing: float = 0.0) -> Footprint:
    """A round base; raises ValueError for a number that is not finite."""
    return _placed(x, y, facing, diameter / 2, 0.0, 0.0)


def rectangle(x: float, y: float, facing: float, length: float, width: float) -> Footprint:
    """A base of some length along its facing; raises ValueError for a number not finite."""
    return _placed(x, y, facing, 0.0, length / 2, width / 2)


def _placed(
    x: float, y: float, facing: float, radius: float, half_length: float, half_width: float
) -> Footprint:
    if not (isfinite(x) and isfinite(y) and isfinite(facing)):
        raise ValueError(f"a pose needs finite numbers, not ({x}, {y}, {facing})")
    facing = quantise_facing(facing)
    return Footprint(float(x), float(y), facing, radius, half_length, half_width)


def corners(footprint: Footprint) -> tuple[Point, ...]:
    """The corners of a rectangle: front right, back right, back left, front left."""
    sine, cosine = facing_vector(footprint.facing)
    x, y = footprint.x, footprint.y
    ahead_x, ahead_y = footprint.half_length * sine, footprint.half_length * cosine
    right_x, right_y = footprint.half_width * cosine, -footprint.half_width * sine
    return (
        (x + ahead_x + right_x, y + ahead_y + right_y),
        (x - ahead_x + right_x, y - ahead_y + right_y),
        (x - ahead_x - right_x, y - ahead_y - right_y),
        (x + ahead_x - right_x, y + ahead_y - right_y),
    )


def circumradius(footprint: Footprint) -> float:
    """The distance from the centre to the farthest point of the edge."""
    if footprint.radius:
        return footprint.radius
    length, width = footprint.half_length, footprint.half_width
    return sqrt(length * length + width * width)


def inradius(footprint: Footprint) -> float:
    """The radius of the widest disc about the centre that is within a footprint."""
    return footprint.radius or min(footprint.half_length, footprint.half_width)


def distance(a: Footprint, b: Footprint) -> float:
    """The distance between two footprints, 0.0 when they overlap."""
    return max(0.0, separation(a, b))


def penetration(a: Footprint, b: Footprint) -> float:
    """The least shift that parts two footprints, 0.0 when they do not overlap."""
    return max(0.0, -separation(a, b))


def in_contact(a: Footprint, b: Footprint) -> bool:
    """Whether two footprints touch or overlap."""
    return within(a, b, 0.0)


def within(a: Footprint, b: Footprint, inches: float) -> bool:
    """Whether two footprints are at most so many inches apart."""
    reach = inches + EPSILON
    dx, dy = b.x - a.x, b.y - a.y
    outreach = reach + a.radius + a.half_length + a.half_width
    outreach += b.radius + b.half_length + b.half_width
    return dx * dx + dy * dy <= outreach * outreach and separation(a, b) <= reach


def is_near_point(footprint: Footprint, x: float, y: float, inches: float) -> bool:
    """Whether a footprint is at most so many inches from a point."""
    reach = inches + EPSILON
    dx, dy = footprint.x - x, footprint.y - y
    outreach = reach + footprint.radius + footprint.half_length + footprint.half_width
    near = dx * dx + dy * dy <= outreach * outreach
    return near and distance_to_point(footprint, x, y) <= reach


def overlaps(a: Footprint, b: Footprint) -> bool:
    """Whether two footprints overlap by more than the tolerance."""
    return separation(a, b) < -EPSILON


def separation(a: Footprint, b: Footprint) -> float:
    """The gap between two footprints; negative, the depth to which they overlap."""
    if a.radius:
        return _point_gap(b, a.x, a.y) - a.radius
    if b.radius:
        return _point_gap(a, b.x, b.y) - b.radius
    gap = max(_axis_gap(a, b), _axis_gap(b, a))
    if gap <= 0.0:
        return gap
    return min(
        min(_point_gap(b, x, y) for x, y in corners(a)),
        min(_point_gap(a, x, y) for x, y in corners(b)),
    )


def distance_to_point(footprint: Footprint, x: float, y: float) -> float:
    """The distance from a footprint to a point, 0.0 inside."""
    return max(0.0, _point_gap(footprint, x, y))


def segment_distance(footprint: Footprint, x0: float, y0: float, x1: float, y1: float) -> float:
    """The distance from a footprint to a segment, 0.0 where they meet.

    A disc of radius r swept along the segment stays clear when this is >= r - EPSILON.
    """
    if footprint.radius:
        gap = point_segment_distance(footprint.x, footprint.y, x0, y0, x1, y1)
        return max(0.0, gap - footprint.radius)
    if _segment_meets(footprint, x0, y0, x1, y1):
        return 0.0
    return min(
        distance_to_point(footprint, x0, y0),
        distance_to_point(footprint, x1, y1),
        *(point_segment_distance(x, y, x0, y0, x1, y1) for x, y in corners(footprint)),
    )


def within_table(footprint: Footprint, width: float, height: float) -> bool:
    """Whether no part of a footprint is over the edge of a table of that size."""
    sine, cosine = (abs(part) for part in facing_vector(footprint.facing))
    length, breadth, radius = footprint.half_length, footprint.half_width, footprint.radius
    reach_x = radius + length * sine + breadth * cosine - EPSILON
    reach_y = radius + length * cosine + breadth * sine - EPSILON
    return reach_x <= footprint.x <= width - reach_x and reach_y <= footprint.y <= height - reach_y


def _point_gap(footprint: Footprint, x: float, y: float) -> float:
    """The signed distance of a point from the edge, negative inside."""
    dx, dy = x - footprint.x, y - footprint.y
    if footprint.radius:
        return sqrt(dx * dx + dy * dy) - footprint.radius
    sine, cosine = facing_vector(footprint.facing)
    ahead = abs(dx * sine + dy * cosine) - footprint.half_length
    aside = abs(dx * cosine - dy * sine) - footprint.half_width
    if ahead > 0.0 and aside > 0.0:
        return sqrt(ahead * ahead + aside * aside)
    return max(ahead, aside)


def _axis_gap(a: Footprint, b: Footprint) -> float:
    """The wider of the gaps between two rectangles along the two axes of a."""
    sine, cosine = facing_vector(a.facing)
    other_sine, other_cosine = facing_vector(b.facing)
    dx, dy = b.x - a.x, b.y - a.y
    aligned = abs(sine * other_sine + cosine * other_cosine)
    turned = abs(sine * other_cosine - cosine * other_sine)
    ahead = a.half_length + b.half_length * aligned + b.half_width * turned
    aside = a.half_width + b.half_length * turned + b.half_width * aligned
    return max(abs(dx * sine + dy * cosine) - ahead, abs(dx * cosine - dy * sine) - aside)


def _segment_meets(footprint: Footprint, x0: float, y0: float, x1: float, y1: float) -> bool:
    """Whether a segment meets a rectangle: no axis of the two keeps them apart."""
    sine, cosine = facing_vector(footprint.facing)
    x0, y0, x1, y1 = x0 - footprint.x, y0 - footprint.y, x1 - footprint.x, y1 - footprint.y
    ahead0, aside0 = x0 * sine + y0 * cosine, x0 * cosine - y0 * sine
    ahead1, aside1 = x1 * sine + y1 * cosine, x1 * cosine - y1 * sine
    length, width = footprint.half_length, footprint.half_width
    if min(ahead0, ahead1) > length or max(ahead0, ahead1) < -length:
        return False
    if min(aside0, aside1) > width or max(aside0, aside1) < -width:
        return False
    run, drift = ahead1 - ahead0, aside1 - aside0
    return abs(ahead0 * drift - aside0 * run) <= length * abs(drift) + width * abs(run)
