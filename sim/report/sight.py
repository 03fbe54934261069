"""What two units have of each other: the answer of `sight`, with the pieces that hide rays."""

from typing import Any, Literal

import msgspec

from sim.battlefield.sight import Masks, PieceMask, Stance
from sim.battlefield.terrain import Cause, Cover
from sim.errors import UsageError
from sim.geometry.footprints import in_contact
from sim.geometry.masks import NEAREST, RAYS, View, hidden_rays, view
from sim.geometry.vectors import EPSILON
from sim.report.adjudication.document import Obscured, Screening
from sim.report.adjudication.questions import find_unit, question_state
from sim.rules.sight import Exposure, angle_off_facing, assess_exposure, piece_masks
from sim.scenario.schema import register_schema
from sim.state.battle import BattleState
from sim.state.roster import NOBODY

_DIGITS = 6

ExemptReason = Literal["firer_inside", "target_inside", "own_wall"]


class Exempt(msgspec.Struct, frozen=True):
    """A piece on the way that hides nothing between the two, and why."""

    id: str
    reason: ExemptReason


class Look(msgspec.Struct, frozen=True, kw_only=True):
    """One unit looking at another; both as unit indices. `view` is None when they touch.

    `hidden_by` has the rays that each piece hides for each cause, in file order.
    """

    firer: int
    target: int
    exposure: Exposure
    angle_off_facing: float
    view: View | None
    hidden_by: tuple[PieceMask, ...]
    exempt: tuple[Exempt, ...]

    @property
    def masks(self) -> Masks:
        """The rays hidden by all pieces together."""
        hidden: dict[Cause, int] = {"hard": 0, "soft": 0, "bare": 0, "opaque": 0}
        for by in self.hidden_by:
            hidden[by.cause] |= by.mask
        return Masks(hidden["hard"], hidden["soft"], hidden["bare"], hidden["opaque"])


class MutualSight(msgspec.Struct, frozen=True):
    """Two units and what each has of the other."""

    state: BattleState
    there: Look
    back: Look

    @property
    def ids(self) -> tuple[str, str]:
        """The ids of the two."""
        units = self.state.roster.units
        return units[self.there.firer].id, units[self.there.target].id


def assess_mutual_sight(start: BattleState, a: str, b: str) -> MutualSight:
    """What two units have of each other at the start; raises UsageError for ids that will not do.

    A gun that has lost its own crew is measured where it stands (PR-44).
    """
    first, second = find_unit(start, a), find_unit(start, b)
    if first == second:
        raise UsageError(f"sight is between two units, not between {a} and itself")
    state = question_state(start, "shooting", first)
    return MutualSight(state, look(state, first, second), look(state, second, first))


def look(state: BattleState, firer: int, target: int) -> Look:
    """What one unit has of another (GE-1 to GE-3)."""
    eye, shown = state.units[firer].footprint, state.units[target].footprint
    sight = None if in_contact(eye, shown) else view(eye.x, eye.y, shown)
    return Look(
        firer=firer,
        target=target,
        exposure=assess_exposure(state, firer, target),
        angle_off_facing=angle_off_facing(state, firer, target),
        view=sight,
        hidden_by=piece_masks(state, firer, target),
        exempt=() if sight is None else _exempt(state, firer, target, sight),
    )


def _exempt(state: BattleState, firer: int, target: int, sight: View) -> tuple[Exempt, ...]:
    """The pieces that the rays meet, heights aside, but that count for nothing."""
    eye, shown = state.units[firer].stance, state.units[target].stance
    reasons = (
        (piece, _reason(1 << piece.index, eye, shown))
        for piece in state.roster.world.pieces
        if piece.kind.sight != "clear"
    )
    return tuple(
        Exempt(piece.id, reason)
        for piece, reason in reasons
        if reason and hidden_rays(sight, piece.edges, NEAREST, sight.depth + EPSILON)
    )


def _reason(bit: int, eye: Stance, shown: Stance) -> ExemptReason | None:
    if bit & eye.inside:
        return "firer_inside"
    if bit & shown.inside:
        return "target_inside"
    return "own_wall" if bit & eye.beside & ~shown.beside else None


class LookAnswer(msgspec.Struct, frozen=True, kw_only=True):
    """What one unit has of the other, the target, in the document of `sight --json`."""

    higher_ground: bool
    front_arc: bool
    front_quarter: bool
    angle_off_facing: float
    obscured: Obscured
    in_area_terrain: str | None
    concealed: bool
    cover: Cover


class RayCounts(msgspec.Struct, frozen=True):
    """How many of the 64 rays are hidden; `together` is hard or soft, `opaque` blocks sight."""

    hard: int
    soft: int
    together: int
    any: int
    opaque: int


class LookGeometry(msgspec.Struct, frozen=True, kw_only=True):
    """Why an answer is as it is. Levels are inches above the table: of the grounds, of the
    firer's eye, of the target's middle (aimed at for obscurement) and top (for sight)."""

    firer_ground: float
    target_ground: float
    eye: float
    middle: float
    top: float
    rays: RayCounts
    hidden_by: tuple[Screening, ...]
    exempt: tuple[Exempt, ...]
    concealed_clause: str
    cover_clause: str


class Geometries(msgspec.Struct, frozen=True):
    """The reasons of both answers."""

    a_to_b: LookGeometry
    b_to_a: LookGeometry


class SightDocument(msgspec.Struct, frozen=True, kw_only=True):
    """The document of `sight --json`; lengths in inches, angles in degrees.

    Under `a_to_b` unit a is the firer and b the target.
    """

    format: Literal["skirmish-sim/sight"] = "skirmish-sim/sight"
    format_version: Literal[1] = 1
    a: str
    b: str
    distance: float
    sight: bool
    a_to_b: LookAnswer
    b_to_a: LookAnswer
    geometry: Geometries


def sight_document(found: MutualSight) -> dict[str, Any]:
    """The answer as plain data for `sight --json`."""
    state, (a, b) = found.state, found.ids
    document = SightDocument(
        a=a,
        b=b,
        distance=round(found.there.exposure.distance, _DIGITS),
        sight=found.there.exposure.seen,
        a_to_b=_answer(state, found.there),
        b_to_a=_answer(state, found.back),
        geometry=Geometries(geometry_of(state, found.there), geometry_of(state, found.back)),
    )
    plain: dict[str, Any] = msgspec.to_builtins(document)
    return plain


def _answer(state: BattleState, one: Look) -> LookAnswer:
    exposure = one.exposure
    rays = exposure.rays
    return LookAnswer(
        higher_ground=exposure.higher_ground,
        front_arc=exposure.front_arc,
        front_quarter=exposure.front_quarter,
        angle_off_facing=round(one.angle_off_facing, _DIGITS),
        obscured=Obscured(rays.hard / RAYS, rays.soft / RAYS, rays.any / RAYS),
        in_area_terrain=area_of(state, one),
        concealed=exposure.concealed,
        cover=exposure.cover,
    )


def area_of(state: BattleState, one: Look) -> str | None:
    """The id of the area terrain with the best cover that the target is in (RU-3)."""
    area = one.exposure.area
    return None if area == NOBODY else state.roster.world.pieces[area].id


def geometry_of(state: BattleState, one: Look) -> LookGeometry:
    """The levels, rays and clauses behind a look."""
    eye, shown = state.units[one.firer].stance, state.units[one.target].stance
    rays = one.exposure.rays
    opaque = one.masks.opaque.bit_count()
    return LookGeometry(
        firer_ground=eye.ground,
        target_ground=shown.ground,
        eye=round(eye.ground + eye.eye, _DIGITS),
        middle=round(shown.ground + shown.height / 2, _DIGITS),
        top=round(shown.ground + shown.height, _DIGITS),
        rays=RayCounts(rays.hard, rays.soft, rays.together, rays.any, opaque),
        hidden_by=tuple(Screening(by.id, by.cause, by.mask.bit_count()) for by in one.hidden_by),
        exempt=one.exempt,
        concealed_clause=one.exposure.concealed_clause,
        cover_clause=one.exposure.cover_clause,
    )


def sight_schema() -> dict[str, Any]:
    """The schema of `sight --json`."""
    (reference,), definitions = msgspec.json.schema_components(
        [SightDocument], ref_template="#/$defs/{name}"
    )
    document = definitions["SightDocument"]
    document["required"] = ["format", "format_version", *document["required"]]
    return {"title": "skirmish-sim sight", **reference, "$defs": definitions}


register_schema("sight", sight_schema)
