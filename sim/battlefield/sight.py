"""Who sees whom, and how much of a target is hidden by what (GE-2 and the exact definitions).

Masks have one bit for each of 64 rays over the target's silhouette, set where the ray is hidden.
"""

from collections.abc import Iterable, Iterator, Sequence

import msgspec

from sim.battlefield.terrain import Cause
from sim.battlefield.world import Screen, World
from sim.geometry.footprints import Footprint, corners, in_contact
from sim.geometry.masks import (
    ALL_RAYS,
    NEAREST,
    RAYS,
    View,
    Window,
    among_rays,
    hidden_rays,
    rays_begun_inside,
    view,
    window,
)
from sim.geometry.vectors import EPSILON


class Stance(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """A unit as sight sees it: the ground level under its centre, its eye and its top above that.

    `inside` has the bits of the area terrain and hills that contain its centre, `beside` of the
    line pieces within the ruleset's `own_wall` of its footprint.
    """

    footprint: Footprint
    ground: float
    eye: float
    height: float
    inside: int
    beside: int


class Obstacle(msgspec.Struct, frozen=True, gc=False):
    """A vehicle or wreck on the table, which hides as hard cover what is behind it (HR-30)."""

    id: str
    footprint: Footprint
    ground: float
    height: float


class Masks(msgspec.Struct, frozen=True, gc=False):
    """The rays hidden by hard, soft and no cover, and those through which nothing is seen."""

    hard: int
    soft: int
    bare: int
    opaque: int


class PieceMask(msgspec.Struct, frozen=True, gc=False):
    """The rays that one piece, vehicle or wreck hides for one cause."""

    id: str
    cause: Cause
    mask: int


class Fractions(msgspec.Struct, frozen=True, gc=False):
    """The obscured fractions of a target, multiples of 1/64; `together` is hard or soft."""

    hard: float
    soft: float
    any: float
    together: float


CLEAR = Masks(0, 0, 0, 0)


def stance_of(world: World, footprint: Footprint, eye: float, height: float) -> Stance:
    """The stance of a unit of that footprint, eye height and height; a disc's facing is dropped."""
    key = (footprint, eye, height)
    found: Stance | None = world.memo.get(key)
    return world.memo.keep(key, _stance(world, *key)) if found is None else found


def _stance(world: World, footprint: Footprint, eye: float, height: float) -> Stance:
    x, y = footprint.x, footprint.y
    return Stance(
        footprint=footprint.moved(x, y, 0.0) if footprint.radius else footprint,
        ground=world.ground(x, y),
        eye=eye,
        height=height,
        inside=_bits((*world.area_pieces_at(x, y), *world.hills_at(x, y))),
        beside=_bits(world.lines_within(footprint, world.own_wall)),
    )


def _bits(indices: Iterable[int]) -> int:
    bits = 0
    for index in indices:
        bits |= 1 << index
    return bits


def masks(world: World, firer: Stance, target: Stance, obstacles: Sequence[Obstacle] = ()) -> Masks:
    """What hides the target from the firer; obstacles must not hold either of the two."""
    sight, terrain = _terrain_masks(world, firer, target)
    if sight is None or not obstacles:
        return terrain
    hard = terrain.hard
    for _, mask in _hidden_by_obstacles(sight, firer, target, obstacles):
        hard |= mask
    if hard == terrain.hard:
        return terrain
    return Masks(hard, terrain.soft, terrain.bare, terrain.opaque)


def in_sight(world: World, a: Stance, b: Stance) -> bool:
    """Whether two units see each other; vehicles and wrecks never block sight (HR-30)."""
    return masks(world, a, b).opaque != ALL_RAYS or masks(world, b, a).opaque != ALL_RAYS


def fractions(hidden: Masks) -> Fractions:
    """The shares of the silhouette that are hidden (GE-2)."""
    together = hidden.hard | hidden.soft
    return Fractions(
        hard=hidden.hard.bit_count() / RAYS,
        soft=hidden.soft.bit_count() / RAYS,
        any=(together | hidden.bare).bit_count() / RAYS,
        together=together.bit_count() / RAYS,
    )


def masks_by_piece(
    world: World, firer: Stance, target: Stance, obstacles: Sequence[Obstacle] = ()
) -> tuple[PieceMask, ...]:
    """The masks piece by piece, in file order, obstacles last; only those that hide a ray."""
    sight = _view(firer, target)
    if sight is None:
        return ()
    by_terrain = (
        PieceMask(world.pieces[screen.bit.bit_length() - 1].id, cause, mask)
        for screen, cause, mask in _hidden_by_terrain(world, sight, firer, target)
        if mask
    )
    by_obstacles = (
        PieceMask(obstacle.id, "hard", mask)
        for obstacle, mask in _hidden_by_obstacles(sight, firer, target, obstacles)
        if mask
    )
    return (*by_terrain, *by_obstacles)


def _terrain_masks(world: World, firer: Stance, target: Stance) -> tuple[View | None, Masks]:
    key = (firer, target)
    found: tuple[View | None, Masks] | None = world.memo.get(key)
    if found is None:
        sight = _view(firer, target)
        found = world.memo.keep(key, (sight, _look(world, sight, firer, target)))
    return found


def _look(world: World, sight: View | None, firer: Stance, target: Stance) -> Masks:
    if sight is None:
        return CLEAR
    hidden: dict[Cause, int] = {"hard": 0, "soft": 0, "bare": 0, "opaque": 0}
    for _, cause, mask in _hidden_by_terrain(world, sight, firer, target):
        hidden[cause] |= mask
    return Masks(hidden["hard"], hidden["soft"], hidden["bare"], hidden["opaque"])


def _view(firer: Stance, target: Stance) -> View | None:
    """The firer's view of the target; None when they touch, for then nothing hides it."""
    if in_contact(firer.footprint, target.footprint):
        return None
    return view(firer.footprint.x, firer.footprint.y, target.footprint)


def _hidden_by_terrain(
    world: World, sight: View, firer: Stance, target: Stance
) -> Iterator[tuple[Screen, Cause, int]]:
    """The masks of the pieces that may hide a ray, and of those that block sight, opaque."""
    eye, middle, top = _levels(firer, target)
    exempt = firer.inside | target.inside | (firer.beside & ~target.beside)
    lowest, highest = min(eye, middle), max(eye, top) + EPSILON
    whole = (NEAREST, sight.depth + EPSILON)
    near = (firer.footprint.x, firer.footprint.y)
    far = (target.footprint.x, target.footprint.y)
    for screen in world.screens_between(near, far, sight.spread):
        if screen.bit & exempt or screen.top <= lowest:
            continue
        is_over = screen.top > highest
        depths = whole if is_over else window(screen.top, eye, middle, sight.depth)
        mask = _hidden_by(screen, sight, depths)
        yield screen, screen.cause, mask
        if screen.blocks:
            if not is_over:
                mask = _hidden_by(screen, sight, window(screen.top, eye, top, sight.depth))
            yield screen, "opaque", mask


def _levels(firer: Stance, target: Stance) -> tuple[float, float, float]:
    """The levels of the firer's eye, of the target's middle and of its top."""
    return (
        firer.ground + firer.eye,
        target.ground + target.height / 2,
        target.ground + target.height,
    )


def _hidden_by(screen: Screen, sight: View, depths: Window | None) -> int:
    if depths is None:
        return 0
    near, far = depths
    mask = hidden_rays(sight, screen.edges, near, far)
    if screen.may_hold_eye or near > NEAREST:
        mask |= rays_begun_inside(sight, screen.outline, near)
    return mask


def _hidden_by_obstacles(
    sight: View, firer: Stance, target: Stance, obstacles: Sequence[Obstacle]
) -> Iterator[tuple[Obstacle, int]]:
    eye, middle, _ = _levels(firer, target)
    for number in among_rays(sight, [obstacle.footprint for obstacle in obstacles]):
        obstacle = obstacles[number]
        depths = window(obstacle.ground + obstacle.height, eye, middle, sight.depth)
        yield obstacle, _hidden_by_footprint(obstacle.footprint, sight, depths)


def _hidden_by_footprint(footprint: Footprint, sight: View, depths: Window | None) -> int:
    if depths is None:
        return 0
    near, far = depths
    a, b, c, d = corners(footprint)
    outline = ((*a, *b), (*b, *c), (*c, *d), (*d, *a))
    return hidden_rays(sight, outline, near, far) | rays_begun_inside(sight, outline, near)
