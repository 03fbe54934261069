"""Kinds and pieces of terrain: as the scenario hands them over, and compiled."""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import msgspec

from sim.geometry.boxes import Bounds
from sim.geometry.segments import Edge, Point, point_segment_distance
from sim.geometry.vectors import EPSILON

if TYPE_CHECKING:
    from collections.abc import Iterator

    from shapely.geometry.base import BaseGeometry

Sight = Literal["clear", "obscures", "blocks"]
Cover = Literal["none", "soft", "hard"]
Cause = Literal["hard", "soft", "bare", "opaque"]
"""Why a ray is hidden: by cover, by a piece that gives none, or by one that blocks sight."""

MovementClass = Literal["open", "road", "difficult", "very_difficult", "impassable"]


class MovementClasses(msgspec.Struct, frozen=True, gc=False):
    """How hard a kind of terrain is to move in (HR-35)."""

    infantry: MovementClass
    gun: MovementClass
    vehicle: MovementClass


class TerrainKind(msgspec.Struct, frozen=True, gc=False):
    """What all pieces of a kind share; the height is in inches, `area` as in RU-3."""

    name: str
    sight: Sight
    cover: Cover
    area: bool
    height: float
    movement: MovementClasses


class PieceSpec(msgspec.Struct, frozen=True, gc=False):
    """A piece before compilation: a valid shapely polygon or line (or several) on the table.

    An elevation makes it a hill; `base` is the level it stands on, by default the lowest ground
    under its vertices. Both in inches.
    """

    id: str
    kind: TerrainKind
    geometry: BaseGeometry
    elevation: float | None = None
    base: float | None = None


class Piece(msgspec.Struct, frozen=True, gc=False):
    """A compiled piece, a prism from `base` to `top`; `index` is its place in file order.

    `rings` are the rings of all parts of a polygon, holes included, or the parts of a line;
    `edges` are their segments.
    """

    id: str
    index: int
    kind: TerrainKind
    is_line: bool
    is_hill: bool
    rings: tuple[tuple[Point, ...], ...]
    edges: tuple[Edge, ...]
    bounds: Bounds
    base: float
    top: float

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in the piece (on it, for a line), edge included."""
        left, bottom, right, top = self.bounds
        if not (left - EPSILON <= x <= right + EPSILON and bottom - EPSILON <= y <= top + EPSILON):
            return False
        return self._surrounds(x, y) or any(
            point_segment_distance(x, y, *edge) <= EPSILON for edge in self.edges
        )

    def _surrounds(self, x: float, y: float) -> bool:
        """Whether a ray from the point towards +x crosses the rings an odd number of times."""
        inside = False
        if not self.is_line:
            for ax, ay, bx, by in self.edges:
                if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                    inside = not inside
        return inside


def compile_piece(spec: PieceSpec, index: int, base: float) -> Piece:
    """The piece as plain tuples; a hill rises from the table to its elevation."""
    is_hill = spec.elevation is not None
    if spec.elevation is not None:
        base, top = 0.0, spec.elevation
    else:
        top = base + spec.kind.height
    rings = piece_rings(spec.geometry)
    edges = tuple((*a, *b) for ring in rings for a, b in pairwise(ring))
    return Piece(
        id=spec.id,
        index=index,
        kind=spec.kind,
        is_line="Line" in spec.geometry.geom_type,
        is_hill=is_hill,
        rings=rings,
        edges=edges,
        bounds=spec.geometry.bounds,
        base=base,
        top=top,
    )


def piece_rings(geometry: BaseGeometry) -> tuple[tuple[Point, ...], ...]:
    """The rings of polygons, shells before their holes, or the parts of lines, as points."""
    return tuple(tuple((x, y) for x, y, *_ in ring.coords) for ring in _rings(geometry))


def _rings(geometry: BaseGeometry) -> Iterator[BaseGeometry]:
    for part in getattr(geometry, "geoms", (geometry,)):
        if part.geom_type == "Polygon":
            yield part.exterior
            yield from part.interiors
        else:
            yield part
