"""What one unit has of another before its eyes: arcs, obscurement, concealment, cover."""

from collections.abc import Sequence

import msgspec

from sim.battlefield.sight import (
    Masks,
    Obstacle,
    PieceMask,
    in_sight,
    masks,
    masks_by_piece,
)
from sim.battlefield.terrain import Cover, Piece
from sim.geometry.footprints import distance
from sim.geometry.masks import ALL_RAYS, RAYS
from sim.geometry.vectors import (
    EPSILON,
    angle_off,
    facing_vector,
    in_front_arc,
    in_front_quarter,
)
from sim.state.battle import BattleState
from sim.state.roster import NOBODY

VEHICLE_CONCEALED_SHARE = 0.5
VEHICLE_HARD_SHARE = 0.5
VEHICLE_SOFT_BY_HARD_SHARE = 0.25
VEHICLE_SOFT_SHARE = 0.5
_RANK: dict[Cover, int] = {"none": 0, "soft": 1, "hard": 2}


class Rays(msgspec.Struct, frozen=True, gc=False):
    """How many of the 64 rays are hidden by each cause; `together` is hard or soft (GE-2)."""

    hard: int
    soft: int
    together: int
    any: int


class Shelter(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What hidden rays and area terrain do for a target.

    `area` is the index of the piece of area terrain with the best cover that the target is in, or
    NOBODY (RU-3). `soft_alone` says that there would be soft cover without any hard one.
    """

    area: int
    area_cover: Cover
    concealed: bool
    concealed_clause: str
    cover: Cover
    cover_clause: str
    soft_alone: bool


class Exposure(Shelter, frozen=True, gc=False, kw_only=True):
    """What a firer has of a target; `distance` in inches, edge to edge."""

    distance: float
    seen: bool
    rays: Rays
    higher_ground: bool
    front_arc: bool
    front_quarter: bool


def sees(state: BattleState, a: int, b: int) -> bool:
    """Whether two units see each other (GE-2)."""
    return in_sight(state.roster.world, state.units[a].stance, state.units[b].stance)


def assess_exposure(state: BattleState, firer: int, target: int) -> Exposure:
    """All that chapter 4 says of a target as a firer has it (GE-1 to GE-3, RU-3, RU-4)."""
    eye, shown = state.units[firer], state.units[target]
    hidden = _masks(state, firer, target)
    rays = _rays(hidden)
    shelter = assess_shelter(state, target, rays)
    facing, towards = facing_vector(shown.footprint.facing), _from_target(state, firer, target)
    return Exposure(
        distance=distance(eye.footprint, shown.footprint),
        seen=hidden.opaque != ALL_RAYS or sees(state, firer, target),
        rays=rays,
        higher_ground=shown.stance.ground > eye.stance.ground + EPSILON,
        front_arc=in_front_arc(*facing, *towards),
        front_quarter=in_front_quarter(*facing, *towards),
        area=shelter.area,
        area_cover=shelter.area_cover,
        concealed=shelter.concealed,
        concealed_clause=shelter.concealed_clause,
        cover=shelter.cover,
        cover_clause=shelter.cover_clause,
        soft_alone=shelter.soft_alone,
    )


def assess_shelter(state: BattleState, target: int, rays: Rays) -> Shelter:
    """Concealment and cover of a target of which those rays are hidden (BW-3, HR-10, RU-4)."""
    areas = _areas(state, target)
    best = max(areas, key=_rank) if areas else None
    area_cover: Cover = "none" if best is None else best.kind.cover
    soft_area = bool(areas) and any(piece.kind.cover == "soft" for piece in areas)
    if state.spec(target).is_vehicle:
        concealed_share, soft_share = VEHICLE_CONCEALED_SHARE, VEHICLE_SOFT_SHARE
        cover, cover_clause = _vehicle_cover(rays, area_cover, soft_area=soft_area)
    else:
        concealed_share, soft_share = state.rules.team_concealed_share, state.rules.team_cover_share
        cover, cover_clause = _team_cover(state, target, rays, area_cover)
    return Shelter(
        area=NOBODY if best is None else best.index,
        area_cover=area_cover,
        concealed=best is not None or rays.any >= concealed_share * RAYS,
        concealed_clause="BW-3" if state.spec(target).is_vehicle else "HR-10",
        cover=cover,
        cover_clause=cover_clause,
        soft_alone=soft_area or rays.soft >= soft_share * RAYS,
    )


def angle_off_facing(state: BattleState, firer: int, target: int) -> float:
    """The angle between the target's facing and the firer's centre, 0 to 180 degrees (GE-1)."""
    facing = facing_vector(state.units[target].footprint.facing)
    return angle_off(*facing, *_from_target(state, firer, target))


def _from_target(state: BattleState, firer: int, target: int) -> tuple[float, float]:
    eye, shown = state.units[firer].footprint, state.units[target].footprint
    return eye.x - shown.x, eye.y - shown.y


def piece_masks(state: BattleState, firer: int, target: int) -> tuple[PieceMask, ...]:
    """The rays that each piece, vehicle and wreck hides of a target (GE-2); for explanations."""
    eye, shown = state.units[firer].stance, state.units[target].stance
    return masks_by_piece(state.roster.world, eye, shown, _between(state, firer, target))


def _masks(state: BattleState, firer: int, target: int) -> Masks:
    eye, shown = state.units[firer].stance, state.units[target].stance
    return masks(state.roster.world, eye, shown, _between(state, firer, target))


def _between(state: BattleState, firer: int, target: int) -> Sequence[Obstacle]:
    """The vehicles and wrecks besides the two."""
    own = [spec.id for spec in (state.spec(firer), state.spec(target)) if spec.is_vehicle]
    if not own:
        return state.obstacles
    return [obstacle for obstacle in state.obstacles if obstacle.id not in own]


def _rays(hidden: Masks) -> Rays:
    together = hidden.hard | hidden.soft
    return Rays(
        hard=hidden.hard.bit_count(),
        soft=hidden.soft.bit_count(),
        together=together.bit_count(),
        any=(together | hidden.bare).bit_count(),
    )


def _rank(piece: Piece) -> int:
    return _RANK[piece.kind.cover]


def _areas(state: BattleState, unit: int) -> list[Piece]:
    """The area terrain that a unit is in, in file order (RU-3)."""
    inside = state.units[unit].stance.inside
    areas = []
    while inside:
        piece = state.roster.world.pieces[(inside & -inside).bit_length() - 1]
        if piece.kind.area:
            areas.append(piece)
        inside &= inside - 1
    return areas


def _vehicle_cover(rays: Rays, area_cover: Cover, *, soft_area: bool) -> tuple[Cover, str]:
    if rays.hard >= VEHICLE_HARD_SHARE * RAYS:
        return "hard", "BW-22"
    if rays.hard >= VEHICLE_SOFT_BY_HARD_SHARE * RAYS:
        return "soft", "BW-23"
    if rays.together >= VEHICLE_SOFT_SHARE * RAYS or soft_area:
        return "soft", "BW-24"
    if area_cover == "hard":
        return "soft", "RU-2"
    return "none", "BW-24"


def _team_cover(
    state: BattleState, target: int, rays: Rays, area_cover: Cover
) -> tuple[Cover, str]:
    least = state.rules.team_cover_share * RAYS
    if rays.hard >= least or area_cover == "hard":
        return "hard", "HR-11"
    if state.units[target].dug_in:
        return "hard", "RU-13"
    if rays.together >= least or area_cover == "soft":
        return "soft", "HR-11"
    return "none", "HR-11"
