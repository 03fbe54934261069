"""The geometry of an attack, from the state before it: what a page draws over the table."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

import msgspec

from sim.battlefield.terrain import Cause
from sim.geometry.footprints import Footprint
from sim.geometry.masks import RAYS, View
from sim.geometry.segments import Point, point_segment_distance
from sim.report.draw.sight import STRENGTH, Curtain, Stretch, curtains_of, on_table, stretches
from sim.report.sight import Look, look
from sim.rules.fire import TEMPLATE_RADIUS
from sim.state.battle import BattleState
from sim.state.events import AttackEvent, WeaponFired
from sim.state.profiles import ALL_ROUND, Mount
from sim.state.roster import NOBODY

_LETTERS: dict[Cause | None, str] = {
    None: ".",
    "bare": "b",
    "soft": "s",
    "hard": "h",
    "opaque": "o",
}
_ROUGHNESS = 0.04
"""How far, in inches, an outline may stray from the rays that it stands for."""

Pose = tuple[float, float, float, float, float, float]
"""A footprint: x, y, facing, radius, half length, half width."""


class Wedge(msgspec.Struct, frozen=True):
    """A part of the table swept by neighbouring rays, and the strongest cause they have met."""

    cause: Cause | None
    outline: tuple[Point, ...]


class Hider(msgspec.Struct, frozen=True):
    """A piece, vehicle or wreck that hides so many rays, and for what cause."""

    id: str
    cause: Cause
    rays: int


class Shot(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """One attack on the table: both bases, the rays by what hides them, the weapon's reach.

    `rays` has a letter for each of the 64 rays, left to right as the attacker sees them: free,
    bare, soft, hard or opaque. `reach` in inches, `arc` the half-width of the field of fire.
    """

    firer: int
    target: int
    base: Pose
    aim: Pose
    distance: float
    has_arcs: bool = False
    wedges: tuple[Wedge, ...] = ()
    rays: str = ""
    hidden_by: tuple[Hider, ...] = ()
    exempt: tuple[str, ...] = ()
    reach: float = 0.0
    arc: float = ALL_ROUND
    template: float = 0.0


def shot_of(before: BattleState, event: AttackEvent) -> Shot:
    """What an attack looks like, from the state before it."""
    index = before.roster.unit_index
    firer, target = index[event.unit], index[event.target]
    shot = Shot(
        firer=firer,
        target=target,
        base=_pose(before.units[firer].footprint),
        aim=_pose(before.units[target].footprint),
        distance=round(event.distance, 4),
    )
    if not isinstance(event, WeaponFired):
        return shot
    return _with_weapon(_with_sight(shot, before), before, event)


def _with_sight(shot: Shot, before: BattleState) -> Shot:
    one = look(before, shot.firer, shot.target)
    has_arcs = before.spec(shot.target).is_vehicle or before.units[shot.target].serves != NOBODY
    shot = msgspec.structs.replace(
        shot,
        has_arcs=has_arcs,
        hidden_by=tuple(Hider(by.id, by.cause, by.mask.bit_count()) for by in one.hidden_by),
        exempt=tuple(exempt.id for exempt in one.exempt),
    )
    if one.view is None:
        return shot
    curtains = list(curtains_of(before, one, one.view))
    wedges = tuple(_wedges(curtains, one.view))
    return msgspec.structs.replace(shot, wedges=wedges, rays=_letters(one))


def _with_weapon(shot: Shot, before: BattleState, event: WeaponFired) -> Shot:
    mount = _mount_of(before, shot.firer, event.weapon)
    if mount is None:
        return shot
    template = 0.0 if event.template is None else TEMPLATE_RADIUS[mount.weapon.template]
    return msgspec.structs.replace(
        shot, reach=mount.weapon.range, arc=mount.field_of_fire, template=template
    )


def _mount_of(before: BattleState, firer: int, key: str) -> Mount | None:
    gun = before.gun_of(firer)
    mounts = before.spec(firer).arms.mounts if gun is None else gun.mounts
    return next((mount for mount in mounts if mount.key == key), None)


def _pose(base: Footprint) -> Pose:
    return base.x, base.y, base.facing, base.radius, base.half_length, base.half_width


def _letters(one: Look) -> str:
    """The strongest cause that hides each ray, from the left of the silhouette to its right."""
    letters = []
    for ray in reversed(range(RAYS)):
        met = [STRENGTH.index(by.cause) for by in one.hidden_by if by.mask >> ray & 1]
        letters.append(_LETTERS[STRENGTH[max(met, default=0)]])
    return "".join(letters)


def _wedges(curtains: Sequence[Curtain], sight: View) -> Iterator[Wedge]:
    """Neighbouring rays that meet the same causes one after the other, as outlines."""
    step = (sight.u1 - sight.u0) / RAYS
    rays = [
        tuple(stretches(curtains, sight, ray, sight.u0 + (ray + 0.5) * step)) for ray in range(RAYS)
    ]
    for _, run in groupby(range(RAYS), lambda ray: [part.cause for part in rays[ray]]):
        members = list(run)
        for parts in zip(*(rays[ray] for ray in members), strict=True):
            outline = _outline(parts, members[0], sight, step)
            yield Wedge(parts[0].cause, tuple(outline))


def _outline(parts: Sequence[Stretch], first: int, sight: View, step: float) -> Iterable[Point]:
    """The outline of one stretch of neighbouring rays, in inches with two decimals."""
    slopes = [sight.u0 + (first + number + 0.5) * step for number in range(len(parts))]
    slopes[0] -= step / 2
    slopes[-1] += step / 2
    if len(parts) == 1:
        slopes, parts = [slopes[0] - step / 2, slopes[0] + step / 2], [*parts, *parts]
    near = [on_table(sight, part.near, u) for part, u in zip(parts, slopes, strict=True)]
    far = [on_table(sight, part.far, u) for part, u in zip(parts, slopes, strict=True)]
    ring = [*simplified(near), *reversed(simplified(far))]
    return dict.fromkeys((round(x, 2), round(y, 2)) for x, y in ring)


def simplified(points: Sequence[Point]) -> list[Point]:
    """A row of points without those that lie on the way between the others."""
    if len(points) < 3:
        return list(points)
    (ax, ay), (bx, by) = points[0], points[-1]
    gaps = [point_segment_distance(x, y, ax, ay, bx, by) for x, y in points]
    farthest = max(range(len(points)), key=gaps.__getitem__)
    if not 0 < farthest < len(points) - 1 or gaps[farthest] <= _ROUGHNESS:
        return [points[0], points[-1]]
    return [*simplified(points[: farthest + 1])[:-1], *simplified(points[farthest:])]
