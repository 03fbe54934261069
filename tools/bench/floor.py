"""The floor of sight: every edge against every pair at once, in numpy, nothing culled or kept.

It follows `sim.geometry.masks` step by step, so that no ray may differ.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np

from sim.battlefield.sight import CLEAR, Masks, Stance
from sim.battlefield.world import Screen, World
from sim.geometry.footprints import in_contact
from sim.geometry.masks import NEAREST, RAYS, View, view
from sim.geometry.vectors import EPSILON

Numbers: TypeAlias = np.ndarray[Any, np.dtype[np.float64]]
Flags: TypeAlias = np.ndarray[Any, np.dtype[np.bool_]]

_CAUSES = ("hard", "soft", "bare")
_FIRST_RAY = 0.5 + 1e-9
_PLACES = RAYS + 1


class Levels(NamedTuple):
    """The levels of eyes and of what they aim at, a pair a row."""

    eye: Numbers
    aim: Numbers


class Terrain:
    """The edges of all screens side by side, with the number of the screen of each."""

    def __init__(self, world: World):
        self.screens: tuple[Screen, ...] = world.screens
        self.edges = np.array([edge for s in self.screens for edge in s.edges]).reshape(-1, 4)
        self.owner = np.array([n for n, s in enumerate(self.screens) for _ in s.edges], dtype=int)
        self.tops = np.array([s.top for s in self.screens])
        self.is_area = np.array([bool(s.outline) for s in self.screens])
        self.blocks = np.array([s.blocks for s in self.screens])
        self.causes = np.array([_CAUSES.index(s.cause) for s in self.screens])


class Sights:
    """Firers and their targets, and how each firer views its target."""

    def __init__(self, pairs: Sequence[tuple[Stance, Stance]]):
        self.pairs = [(a, b) for a, b in pairs if _is_hidden_by_anything(a, b)]
        views = [_view(a, b) for a, b in self.pairs]
        self.frames = np.array(views).reshape(-1, len(View._fields))

    def levels(self, share: float) -> Levels:
        """The levels, aiming so far up the target."""
        eye = np.array([a.ground + a.eye for a, _ in self.pairs])
        aim = np.array([b.ground + b.height * share for _, b in self.pairs])
        return Levels(eye, aim)


def _view(firer: Stance, target: Stance) -> View | None:
    return view(firer.footprint.x, firer.footprint.y, target.footprint)


def _is_hidden_by_anything(firer: Stance, target: Stance) -> bool:
    return not in_contact(firer.footprint, target.footprint) and _view(firer, target) is not None


def bulk_masks(terrain: Terrain, sights: Sights) -> list[Masks]:
    """What hides each target from its firer, as `sim.battlefield.sight.masks` says."""
    if not sights.pairs or not terrain.screens:
        return [CLEAR] * len(sights.pairs)
    counts = _counting(terrain, sights)
    covers = _hidden(terrain, sights, sights.levels(0.5), counts, terrain.causes)
    opaque = _hidden(terrain, sights, sights.levels(1.0), counts & terrain.blocks, 0)
    rows = zip(*(covers[:, n] for n in range(len(_CAUSES))), opaque[:, 0], strict=True)
    return [Masks(*(int(word) for word in row)) for row in rows]


def _counting(terrain: Terrain, sights: Sights) -> Flags:
    """Which screens are not exempt, by pair."""
    exempt = [a.inside | b.inside | (a.beside & ~b.beside) for a, b in sights.pairs]
    return np.array([[not screen.bit & bits for screen in terrain.screens] for bits in exempt])


def _hidden(
    terrain: Terrain, sights: Sights, levels: Levels, counts: Flags, causes: Any
) -> np.ndarray[Any, np.dtype[np.uint64]]:
    """The hidden rays as 64-bit words, a pair a row and a cause a column."""
    depths = sights.frames[:, 4]
    near, far = _windows(terrain.tops, depths, levels)
    counts = counts & (near < np.minimum(far, depths[:, None]))
    pairs, edges = np.nonzero(counts[:, terrain.owner])
    owners = terrain.owner[edges]
    frames, ends = sights.frames[pairs], _in_view(sights.frames[pairs], terrain.edges[edges])
    near, far = near[pairs, owners], far[pairs, owners]
    column = np.broadcast_to(causes, terrain.tops.shape)[owners]
    row = pairs * len(_CAUSES) + column
    rays = _crossed(frames, ends, (near, far), row, len(depths) * len(_CAUSES))
    kept = terrain.is_area[owners] & (ends[0] <= near) & (near < ends[2])
    polygon = pairs[kept] * len(terrain.tops) + owners[kept]
    inside = _begun_inside(frames[kept], [part[kept] for part in ends], near[kept], polygon)
    np.logical_or.at(rays, row[kept], inside)
    words = np.packbits(rays, axis=1, bitorder="little").view(np.uint64)
    return words.reshape(len(depths), len(_CAUSES))


def _windows(tops: Numbers, depths: Numbers, levels: Levels) -> tuple[Numbers, Numbers]:
    """The depths between which each screen is above the line of sight; crossed where nowhere."""
    eye, rise, depth = levels.eye[:, None], (levels.aim - levels.eye)[:, None], depths[:, None]
    level = np.abs(rise) <= EPSILON
    at = (tops - eye) * depth / np.where(level, 1.0, rise)
    near = np.where(~level & (rise < 0), np.maximum(NEAREST, at + NEAREST), NEAREST)
    far = np.where(~level & (rise > 0), np.minimum(depth + EPSILON, at - NEAREST), depth + EPSILON)
    is_lower = level & (tops <= eye + EPSILON)
    return np.where(is_lower, np.inf, near), far + np.zeros_like(near)


def _in_view(frames: Numbers, edges: Numbers) -> tuple[Numbers, ...]:
    """Both ends of edges in the frames of views, the nearer end first."""
    eye_x, eye_y, cosine, sine = (frames[:, n] for n in range(4))
    ax, ay = edges[:, 0] - eye_x, edges[:, 1] - eye_y
    bx, by = edges[:, 2] - eye_x, edges[:, 3] - eye_y
    xa, ya = ax * cosine + ay * sine, ay * cosine - ax * sine
    xb, yb = bx * cosine + by * sine, by * cosine - bx * sine
    swap = xa > xb
    return (
        np.where(swap, xb, xa),
        np.where(swap, yb, ya),
        np.where(swap, xa, xb),
        np.where(swap, ya, yb),
    )


def _crossed(
    frames: Numbers,
    ends: Sequence[Numbers],
    span: tuple[Numbers, Numbers],
    row: Numbers,
    rows: int,
) -> Flags:
    """The rays that cross an edge between two depths, each edge in a row of its own or shared."""
    xa, ya, xb, yb = ends
    near, far = span
    kept = (xb >= near) & (xa <= far)
    xa, ya, xb, yb, near, far = (part[kept] for part in (xa, ya, xb, yb, near, far))
    frames, row = frames[kept], row[kept] * _PLACES
    run = np.where(xb > xa, xb - xa, 1.0)
    cut = xb > far
    yb = np.where(cut, ya + (yb - ya) / run * (far - xa), yb)
    xb = np.where(cut, far, xb)
    run = np.where(xb > xa, xb - xa, 1.0)
    cut = xa < near
    ya = np.where(cut, ya + (yb - ya) / run * (near - xa), ya)
    xa = np.where(cut, near, xa)
    ua, ub = ya / xa, yb / xb
    begun = np.bincount(row + _ray_from(np.minimum(ua, ub), frames), minlength=rows * _PLACES)
    ended = np.bincount(row + _ray_from(np.maximum(ua, ub), frames), minlength=rows * _PLACES)
    steps = begun - ended
    hidden: Flags = np.cumsum(steps.reshape(rows, _PLACES), axis=1)[:, :RAYS] > 0
    return hidden


def _begun_inside(
    frames: Numbers, ends: Sequence[Numbers], near: Numbers, polygon: Numbers
) -> Flags:
    """The rays inside a polygon where they begin, by edge: an odd number of edges on one side."""
    xa, ya, xb, yb = ends
    u = (ya + (yb - ya) / (xb - xa) * (near - xa)) / near
    polygons, row = np.unique(polygon, return_inverse=True)
    places = len(polygons) * _PLACES
    steps = np.bincount(row * _PLACES + _ray_from(u, frames), minlength=places)
    inside: Flags = np.cumsum(steps.reshape(-1, _PLACES), axis=1)[:, :RAYS] % 2 == 1
    return inside[row]


def _ray_from(u: Numbers, frames: Numbers) -> Any:
    """The first ray at or above an image coordinate, 0 to 64."""
    u0, u1 = frames[:, 5], frames[:, 6]
    first = np.ceil((u - u0) * (RAYS / (u1 - u0)) - _FIRST_RAY)
    return np.where(u <= u0, 0, np.where(u >= u1, RAYS, first)).astype(int)
