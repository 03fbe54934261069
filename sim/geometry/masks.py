"""Which of 64 rays from an eye to a silhouette are hidden by upright prisms.

In the frame of a view x runs from the eye to the centre looked at and y to its left; a ray is the
set of points with one image coordinate u = y / x. A mask is a 64-bit integer, bit k for the ray
at u0 + (k + 1/2)(u1 - u0)/64; a run of hidden rays is half-open, its lower end belongs to it.
"""

from collections.abc import Iterable
from math import ceil, sqrt
from typing import NamedTuple

from sim.geometry.footprints import Footprint, corners
from sim.geometry.segments import Edge
from sim.geometry.vectors import EPSILON

RAYS = 64
ALL_RAYS = (1 << RAYS) - 1
NEAREST = 1e-9
"""The depth at which rays begin, in inches from the eye."""

_FIRST_RAY = 0.5 + 1e-9
"""Where the first ray lies, in steps from one to the next; rays on an end lie clearly above it."""

Window = tuple[float, float]
"""The depths, least and greatest, at which a prism is higher than the line of sight."""


class View(NamedTuple):
    """The frame of a view and the silhouette [u0, u1] in it.

    `spread` is how far the rays stray from the line between eye and centre, in inches.
    """

    eye_x: float
    eye_y: float
    cosine: float
    sine: float
    depth: float
    u0: float
    u1: float
    spread: float


def view(eye_x: float, eye_y: float, target: Footprint) -> View | None:
    """The view of a footprint from a point; None where the point is level with a part of it."""
    dx, dy = target.x - eye_x, target.y - eye_y
    depth = sqrt(dx * dx + dy * dy)
    if depth <= target.radius or depth <= NEAREST:
        return None
    cosine, sine = dx / depth, dy / depth
    if target.radius:
        u1 = target.radius / sqrt(depth * depth - target.radius * target.radius)
        return View(eye_x, eye_y, cosine, sine, depth, -u1, u1, u1 * depth)
    slopes = []
    for px, py in corners(target):
        px, py = px - eye_x, py - eye_y
        x = px * cosine + py * sine
        if x <= NEAREST:
            return None
        slopes.append((py * cosine - px * sine) / x)
    u0, u1 = min(slopes), max(slopes)
    return View(eye_x, eye_y, cosine, sine, depth, u0, u1, max(abs(u0), abs(u1)) * depth)


def window(top: float, eye_level: float, aim_level: float, depth: float) -> Window | None:
    """Where a prism of that top is above the line from the eye to the aim point, if anywhere."""
    near, far = NEAREST, depth + EPSILON
    rise = aim_level - eye_level
    if abs(rise) <= EPSILON:
        return (near, far) if top > eye_level + EPSILON else None
    level_at = (top - eye_level) * depth / rise
    if rise > 0.0:
        far = min(far, level_at - NEAREST)
    else:
        near = max(near, level_at + NEAREST)
    return (near, far) if near < min(far, depth) else None


def among_rays(sight: View, footprints: Iterable[Footprint]) -> list[int]:
    """The numbers of the footprints that are not clear of all rays, up to the centre's depth.

    A few that are clear may be among them.
    """
    eye_x, eye_y, cosine, sine, depth, _, _, spread = sight
    found = []
    for number, footprint in enumerate(footprints):
        extent = footprint.radius + footprint.half_length + footprint.half_width
        dx, dy = footprint.x - eye_x, footprint.y - eye_y
        along, aside = dx * cosine + dy * sine, abs(dy * cosine - dx * sine)
        if -extent < along < depth + extent and aside <= spread + extent:
            found.append(number)
    return found


def hidden_rays(sight: View, edges: Iterable[Edge], near: float, far: float) -> int:
    """The mask of the rays that cross one of the edges at a depth from near to far."""
    eye_x, eye_y, cosine, sine, depth, u0, u1, _ = sight
    lowest, highest = min(u0 * depth, 0.0), max(u1 * depth, 0.0)
    mask = 0
    for ax, ay, bx, by in edges:
        ax -= eye_x
        ay -= eye_y
        bx -= eye_x
        by -= eye_y
        ya = ay * cosine - ax * sine
        yb = by * cosine - bx * sine
        if (ya > highest and yb > highest) or (ya < lowest and yb < lowest):
            continue
        xa = ax * cosine + ay * sine
        xb = bx * cosine + by * sine
        if xa > xb:
            xa, ya, xb, yb = xb, yb, xa, ya
        if xb < near or xa > far:
            continue
        if xb > far:
            yb = ya + (yb - ya) / (xb - xa) * (far - xa)
            xb = far
        if xa < near:
            ya += (yb - ya) / (xb - xa) * (near - xa)
            xa = near
        ua, ub = ya / xa, yb / xb
        mask |= _run(ua, ub, u0, u1) if ua < ub else _run(ub, ua, u0, u1)
    return mask


def rays_begun_inside(sight: View, edges: Iterable[Edge], near: float) -> int:
    """The mask of the rays that are inside a polygon, given by all its edges, at depth near."""
    eye_x, eye_y, cosine, sine, _, u0, u1, _ = sight
    crossings = []
    for ax, ay, bx, by in edges:
        ax, ay, bx, by = ax - eye_x, ay - eye_y, bx - eye_x, by - eye_y
        xa, ya = ax * cosine + ay * sine, ay * cosine - ax * sine
        xb, yb = bx * cosine + by * sine, by * cosine - bx * sine
        if xa > xb:
            xa, ya, xb, yb = xb, yb, xa, ya
        if xa <= near < xb:
            crossings.append((ya + (yb - ya) / (xb - xa) * (near - xa)) / near)
    crossings.sort()
    mask = 0
    for ua, ub in zip(crossings[::2], crossings[1::2], strict=True):
        mask |= _run(ua, ub, u0, u1)
    return mask


def _run(ua: float, ub: float, u0: float, u1: float) -> int:
    """The mask of the rays in [ua, ub)."""
    if ub <= u0 or ua >= u1:
        return 0
    per_ray = RAYS / (u1 - u0)
    first = 0 if ua <= u0 else ceil((ua - u0) * per_ray - _FIRST_RAY)
    last = RAYS if ub >= u1 else ceil((ub - u0) * per_ray - _FIRST_RAY)
    return (1 << last) - (1 << first)
