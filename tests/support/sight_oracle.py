"""Sight by the book: every ray a shapely line, every piece a shapely shape, nothing shared.

Of the program only the value type of a piece's specification is used.
"""

import math
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import shapely
from shapely import Point, Polygon
from shapely.geometry.base import BaseGeometry

from sim.battlefield.terrain import PieceSpec

RAYS = 64
EPSILON = 1e-6


class Base(NamedTuple):
    """A unit as a player describes it: a disc of a diameter, or a length and a width."""

    x: float
    y: float
    facing: float
    eye: float
    height: float
    diameter: float = 0.0
    length: float = 0.0
    width: float = 0.0

    @property
    def centre(self) -> Point:
        return Point(self.x, self.y)

    @property
    def corners(self) -> list[tuple[float, float]]:
        sine, cosine = math.sin(math.radians(self.facing)), math.cos(math.radians(self.facing))
        return [
            (
                self.x + ahead * self.length / 2 * sine + right * self.width / 2 * cosine,
                self.y + ahead * self.length / 2 * cosine - right * self.width / 2 * sine,
            )
            for ahead, right in ((1, 1), (-1, 1), (-1, -1), (1, -1))
        ]

    def distance(self, shape: BaseGeometry) -> float:
        """From the edge of the base to a shape."""
        if self.diameter:
            return max(0.0, self.centre.distance(shape) - self.diameter / 2)
        return float(Polygon(self.corners).distance(shape))


def base_distance(a: Base, b: Base) -> float:
    """Between two bases, edge to edge."""
    other = b.centre if b.diameter else Polygon(b.corners)
    return max(0.0, a.distance(other) - b.diameter / 2)


def ground(specs: Sequence[PieceSpec], point: Point) -> float:
    """The highest elevation of the hills that contain a point."""
    hills = [spec for spec in specs if spec.elevation is not None]
    return max((h.elevation for h in hills if h.geometry.distance(point) <= EPSILON), default=0.0)


def expected_masks(
    specs: Sequence[PieceSpec],
    firer: Base,
    target: Base,
    vehicles: Sequence[Base] = (),
    own_wall: float = 1.0,
) -> dict[str, int]:
    """The masks hard, soft, bare and opaque of the target as the firer sees it."""
    hidden = {"hard": 0, "soft": 0, "bare": 0, "opaque": 0}
    eye = ground(specs, firer.centre) + firer.eye
    foot = ground(specs, target.centre)
    rays = _rays(firer, target)
    if rays is None:
        return hidden
    for spec in specs:
        if spec.kind.sight == "clear" or _is_exempt(spec, firer, target, own_wall):
            continue
        cause = {"none": "bare"}.get(spec.kind.cover, spec.kind.cover)
        shape, top = spec.geometry, _top(specs, spec)
        hidden[cause] |= rays.hidden(shape, top, eye, foot + target.height / 2)
        if spec.kind.sight == "blocks":
            hidden["opaque"] |= rays.hidden(shape, top, eye, foot + target.height)
    for vehicle in vehicles:
        top = ground(specs, vehicle.centre) + vehicle.height
        shape = Polygon(vehicle.corners)
        hidden["hard"] |= rays.hidden(shape, top, eye, foot + target.height / 2)
    return hidden


def expected_sight(specs: Sequence[PieceSpec], a: Base, b: Base) -> bool:
    """Whether two units see each other."""
    full = (1 << RAYS) - 1
    return any(expected_masks(specs, *pair)["opaque"] != full for pair in ((a, b), (b, a)))


class Rays(NamedTuple):
    """64 rays: where they start, their directions for one inch of depth, the target's depth."""

    eye: np.ndarray
    directions: np.ndarray
    depth: float

    def hidden(self, shape: BaseGeometry, top: float, eye: float, aim: float) -> int:
        """The mask of the rays that meet a shape where its top is above the line of sight."""
        near, far = 1e-9, self.depth + EPSILON
        if abs(aim - eye) <= EPSILON:
            if top <= eye + EPSILON:
                return 0
        elif aim > eye:
            far = min(far, (top - eye) / (aim - eye) * self.depth)
        else:
            near = max(near, (top - eye) / (aim - eye) * self.depth)
        if near >= min(far, self.depth):
            return 0
        ends = np.stack([self.eye + near * self.directions, self.eye + far * self.directions], 1)
        meets = shapely.intersects(shape, shapely.linestrings(ends))
        return sum(1 << int(k) for k in np.flatnonzero(meets))


def _rays(firer: Base, target: Base) -> Rays | None:
    if base_distance(firer, target) <= EPSILON:
        return None
    eye = np.array([firer.x, firer.y])
    ahead = np.array([target.x, target.y]) - eye
    depth = math.hypot(*ahead)
    ahead = ahead / depth
    left = np.array([-ahead[1], ahead[0]])
    if target.diameter:
        u1 = math.tan(math.asin(target.diameter / 2 / depth))
        u0 = -u1
    else:
        offsets = np.array(target.corners) - eye
        if (offsets @ ahead).min() <= 1e-9:
            return None
        slopes = (offsets @ left) / (offsets @ ahead)
        u0, u1 = slopes.min(), slopes.max()
    slopes = u0 + (np.arange(RAYS) + 0.5) * (u1 - u0) / RAYS
    return Rays(eye, ahead + slopes[:, None] * left, depth)


def _is_exempt(spec: PieceSpec, firer: Base, target: Base, own_wall: float) -> bool:
    if "Line" in spec.geometry.geom_type:
        reach = own_wall + EPSILON
        return firer.distance(spec.geometry) <= reach < target.distance(spec.geometry)
    if not spec.kind.area and spec.elevation is None:
        return False
    return any(spec.geometry.distance(unit.centre) <= EPSILON for unit in (firer, target))


def _top(specs: Sequence[PieceSpec], spec: PieceSpec) -> float:
    if spec.elevation is not None:
        return spec.elevation
    if spec.base is not None:
        return spec.base + spec.kind.height
    vertices = [Point(xy) for xy in shapely.get_coordinates(spec.geometry)]
    return min(ground(specs, vertex) for vertex in vertices) + spec.kind.height
