"""Where straight legs are cut by edges, and where a path passes through a chain of segments.

A path and a chain are rows of points, no two neighbours alike. Places are inches along the path.
"""

from collections.abc import Iterable, Sequence
from itertools import accumulate, pairwise
from math import sqrt
from typing import NamedTuple

from sim.geometry.segments import Edge, Point
from sim.geometry.vectors import EPSILON


class Leg(NamedTuple):
    """A straight leg: where it begins, the unit vector along it, its length."""

    x: float
    y: float
    ux: float
    uy: float
    length: float

    def at(self, along: float) -> Point:
        """The point so many inches along."""
        return self.x + self.ux * along, self.y + self.uy * along


class _Contact(NamedTuple):
    """A stretch of a path that lies on a chain, and the segments at its two ends."""

    start: float
    end: float
    first: int
    last: int


def leg_between(a: Point, b: Point) -> Leg:
    """The leg from a to b, two different points."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    length = sqrt(dx * dx + dy * dy)
    return Leg(a[0], a[1], dx / length, dy / length, length)


def cuts(leg: Leg, edges: Iterable[Edge]) -> list[float]:
    """The inches along a leg, in no order, at which it may pass into or out of an outline."""
    found = []
    for ax, ay, bx, by in edges:
        start, end = _overlap(leg, ax, ay, bx, by)
        if start <= end:
            found.append(start)
            if end > start:
                found.append(end)
    return found


def crossings(path: Sequence[Point], chain: Sequence[Point]) -> list[float]:
    """Where a path passes from one side of a chain to the other.

    A path that only touches the chain, runs along it, begins or ends on it, or passes through
    one of its ends does not cross it there.
    """
    legs = [leg_between(a, b) for a, b in pairwise(path)]
    marks = list(accumulate((leg.length for leg in legs), initial=0.0))
    return [
        contact.start
        for contact in _contacts(legs, marks, chain)
        if contact.start > EPSILON
        and contact.end < marks[-1] - EPSILON
        and _passes(legs, marks, chain, contact)
    ]


def _overlap(leg: Leg, ax: float, ay: float, bx: float, by: float) -> tuple[float, float]:
    """The stretch of a leg that lies on a segment; its end is before its start if there is none."""
    ax, ay, bx, by = ax - leg.x, ay - leg.y, bx - leg.x, by - leg.y
    aside_a, aside_b = ay * leg.ux - ax * leg.uy, by * leg.ux - bx * leg.uy
    if (aside_a > EPSILON and aside_b > EPSILON) or (aside_a < -EPSILON and aside_b < -EPSILON):
        return 1.0, 0.0
    start, end = ax * leg.ux + ay * leg.uy, bx * leg.ux + by * leg.uy
    if abs(aside_a) > EPSILON or abs(aside_b) > EPSILON:
        share = min(max(aside_a / (aside_a - aside_b), 0.0), 1.0)
        start = end = start + share * (end - start)
    elif start > end:
        start, end = end, start
    if end < -EPSILON or start > leg.length + EPSILON:
        return 1.0, 0.0
    return min(max(start, 0.0), leg.length), min(max(end, 0.0), leg.length)


def _contacts(
    legs: Sequence[Leg], marks: Sequence[float], chain: Sequence[Point]
) -> list[_Contact]:
    """The stretches of the path on the chain, in order, those that meet made one."""
    found = []
    for leg, mark in zip(legs, marks, strict=False):
        for index, (a, b) in enumerate(pairwise(chain)):
            start, end = _overlap(leg, *a, *b)
            if start <= end:
                found.append(_Contact(mark + start, mark + end, index, index))
    merged: list[_Contact] = []
    for contact in sorted(found):
        if merged and contact.start <= merged[-1].end + EPSILON:
            if contact.end > merged[-1].end:
                merged[-1] = merged[-1]._replace(end=contact.end, last=contact.last)
        else:
            merged.append(contact)
    return merged


def _passes(
    legs: Sequence[Leg], marks: Sequence[float], chain: Sequence[Point], contact: _Contact
) -> bool:
    """Whether the path comes to a contact from one side of the chain and leaves to the other."""
    arriving = max(i for i, mark in enumerate(marks[:-1]) if mark < contact.start - EPSILON)
    leaving = min(i for i, mark in enumerate(marks[1:]) if mark > contact.end + EPSILON)
    into, out = legs[arriving], legs[leaving]
    came_from = _side(
        chain, contact.first, into.at(contact.start - marks[arriving]), -into.ux, -into.uy
    )
    goes_to = _side(chain, contact.last, out.at(contact.end - marks[leaving]), out.ux, out.uy)
    return came_from * goes_to < 0


def _side(chain: Sequence[Point], segment: int, point: Point, ux: float, uy: float) -> int:
    """The side of the chain, 1 left or -1 right, of a direction from a point on a segment of it.

    0 at the end of a chain, which has no sides.
    """
    before = after = segment
    last = len(chain) - 2
    closed = chain[0] == chain[-1]
    if _is_at(point, chain[segment]):
        before = last if segment == 0 and closed else segment - 1
    elif _is_at(point, chain[segment + 1]):
        after = 0 if segment == last and closed else segment + 1
    if before < 0 or after > last:
        return 0
    px, py = _direction(chain, before)
    qx, qy = _direction(chain, after)
    left_of_both = min(px * uy - py * ux, qx * uy - qy * ux) > 0.0
    left_of_one = max(px * uy - py * ux, qx * uy - qy * ux) > 0.0
    turns_left = px * qy - py * qx >= 0.0
    return 1 if (left_of_both if turns_left else left_of_one) else -1


def _direction(chain: Sequence[Point], segment: int) -> Point:
    (ax, ay), (bx, by) = chain[segment], chain[segment + 1]
    return bx - ax, by - ay


def _is_at(point: Point, vertex: Point) -> bool:
    return abs(point[0] - vertex[0]) <= 2 * EPSILON and abs(point[1] - vertex[1]) <= 2 * EPSILON
