"""Where things stand: on the table, not on each other, not where they cannot be (HR-14)."""

from collections.abc import Iterator, Sequence

import shapely
from shapely.geometry.base import BaseGeometry

from sim.battlefield.terrain import PieceSpec
from sim.geometry.footprints import (
    Footprint,
    circumradius,
    corners,
    overlaps,
    rectangle,
    within_table,
)
from sim.geometry.vectors import EPSILON
from sim.scenario.draft import Draft
from sim.scenario.faults import Path
from sim.scenario.fielding import Fielded
from sim.scenario.shapes import is_line
from sim.scenario.states import A_KIND

MAX_TABLE = 240.0
"""No table is longer or wider than this, in inches."""


def check_placement(draft: Draft, pieces: Sequence[PieceSpec]) -> None:
    """Note every unit that is off the table, on another or in impassable terrain."""
    _check_table(draft)
    _check_points(draft)
    table = draft.model.table
    standing = [(f, f.footprint) for f in draft.units if f.footprint is not None]
    for fielded, footprint in standing:
        if not within_table(footprint, table.width, table.height):
            message = f"{fielded.unit.id!r} is not wholly on the table"
            draft.log.error(_place(fielded), "off_table", message)
    _check_overlaps(draft, standing)
    _check_terrain(draft, standing, pieces)


def _place(fielded: Fielded) -> Path:
    key = "emplacement" if fielded.unit.position is None else "position"
    return (*fielded.path, key)


def _check_table(draft: Draft) -> None:
    for key in ("width", "height"):
        if getattr(draft.model.table, key) > MAX_TABLE + EPSILON:
            message = f"a table is at most {MAX_TABLE:g} inches long and wide"
            draft.log.error(("table", key), "table_too_large", message)


def _check_points(draft: Draft) -> None:
    table = draft.model.table
    for group in ("emplacements", "objectives"):
        for i, item in enumerate(getattr(draft.model, group)):
            x, y = item.position
            if not (0.0 <= x <= table.width and 0.0 <= y <= table.height):
                message = f"{item.id!r} is not on the table"
                draft.log.error((group, i, "position"), "off_table", message)


def _check_overlaps(draft: Draft, standing: Sequence[tuple[Fielded, Footprint]]) -> None:
    for a, b in _near_pairs(standing):
        if overlaps(a[1], b[1]):
            earlier, later = sorted((a[0], b[0]), key=lambda fielded: fielded.index)
            message = f"{later.unit.id!r} overlaps {earlier.unit.id!r}"
            draft.log.error(_place(later), "overlap", message)


def _near_pairs(
    standing: Sequence[tuple[Fielded, Footprint]],
) -> Iterator[tuple[tuple[Fielded, Footprint], tuple[Fielded, Footprint]]]:
    """The pairs that may meet: a sweep along x over the circles about the bases."""
    active: list[tuple[Fielded, Footprint]] = []
    for item in sorted(standing, key=lambda s: s[1].x - circumradius(s[1])):
        left = item[1].x - circumradius(item[1])
        active = [other for other in active if other[1].x + circumradius(other[1]) >= left]
        yield from ((other, item) for other in active)
        active.append(item)


def _check_terrain(
    draft: Draft, standing: Sequence[tuple[Fielded, Footprint]], pieces: Sequence[PieceSpec]
) -> None:
    barred = {kind: _barred(pieces, kind) for kind in ("infantry", "gun", "vehicle")}
    for fielded, footprint in standing:
        assert fielded.profile is not None
        kind = fielded.profile.kind
        for piece, shape in barred[kind]:
            if _meets(footprint, shape):
                message = (
                    f"{fielded.unit.id!r} stands in {piece.id!r}:"
                    f" {piece.kind.name} is impassable to {A_KIND[kind]}"
                )
                draft.log.error(_place(fielded), "impassable", message)


def _barred(pieces: Sequence[PieceSpec], kind: str) -> list[tuple[PieceSpec, BaseGeometry]]:
    """The pieces impassable to a kind, areas less the roads over them (HR-35)."""
    roads = shapely.union_all(
        [p.geometry for p in pieces if getattr(p.kind.movement, kind) == "road"]
    )
    impassable = [p for p in pieces if getattr(p.kind.movement, kind) == "impassable"]
    return [
        (p, p.geometry if is_line(p.geometry) else p.geometry.difference(roads)) for p in impassable
    ]


def _meets(footprint: Footprint, shape: BaseGeometry) -> bool:
    """Whether a base reaches into a shape; touching it is none."""
    if footprint.radius:
        centre = shapely.Point(footprint.x, footprint.y)
        return bool(shape.distance(centre) < footprint.radius - EPSILON)
    length, width = 2 * (footprint.half_length - EPSILON), 2 * (footprint.half_width - EPSILON)
    inner = rectangle(footprint.x, footprint.y, footprint.facing, length, width)
    return bool(shape.intersects(shapely.Polygon(corners(inner))))
