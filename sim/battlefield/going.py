"""What the terrain is to those who move over it, compiled once for each class of movers (HR-35).

All lengths are inches.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, Literal

import msgspec
from msgspec.structs import replace

from sim.battlefield.terrain import MovementClass, Piece, PieceSpec, compile_piece

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from shapely.geometry.base import BaseGeometry

    from sim.geometry.segments import Point

MoverClass = Literal["infantry", "gun", "vehicle"]
MOVER_CLASSES: tuple[MoverClass, ...] = ("infantry", "gun", "vehicle")


class Obstruction(msgspec.Struct, frozen=True, gc=False):
    """A piece of difficult terrain, `very` difficult or not; `chains` are the parts of a line."""

    piece: Piece
    very: bool
    chains: tuple[tuple[Point, ...], ...] = ()


class Going(msgspec.Struct, frozen=True, gc=False):
    """The terrain as one class of movers finds it, each list in file order.

    `barriers` are the impassable pieces; roads are cut out of the polygons among them.
    """

    roads: tuple[Piece, ...]
    areas: tuple[Obstruction, ...]
    lines: tuple[Obstruction, ...]
    barriers: tuple[Piece, ...]


class Goings(msgspec.Struct, frozen=True, gc=False):
    """The going of each class of movers."""

    infantry: Going
    gun: Going
    vehicle: Going

    def of(self, mover: MoverClass) -> Going:
        """The going of a class of movers."""
        if mover == "infantry":
            return self.infantry
        return self.gun if mover == "gun" else self.vehicle


def compile_goings(specs: Sequence[PieceSpec]) -> Goings:
    """The going of each class of movers over pieces given in file order."""
    return Goings(*(_compile_going(specs, mover) for mover in MOVER_CLASSES))


def _compile_going(specs: Sequence[PieceSpec], mover: MoverClass) -> Going:
    roads: list[Piece] = []
    areas: list[Obstruction] = []
    lines: list[Obstruction] = []
    barriers: list[Piece] = []
    bridges = [
        spec.geometry
        for spec in specs
        if _class_of(spec, mover) == "road" and not _is_line(spec.geometry)
    ]
    for index, spec in enumerate(specs):
        match _class_of(spec, mover):
            case "road" if not _is_line(spec.geometry):
                roads.append(compile_piece(spec, index, 0.0))
            case "difficult" | "very_difficult" as degree:
                obstruction = _obstruction(spec, index, very=degree == "very_difficult")
                (lines if obstruction.chains else areas).append(obstruction)
            case "impassable":
                barriers.extend(_barriers(spec, index, bridges))
            case _:
                pass
    return Going(tuple(roads), tuple(areas), tuple(lines), tuple(barriers))


def _class_of(spec: PieceSpec, mover: MoverClass) -> MovementClass:
    movement = spec.kind.movement
    if mover == "infantry":
        return movement.infantry
    return movement.gun if mover == "gun" else movement.vehicle


def _is_line(geometry: BaseGeometry) -> bool:
    return "Line" in geometry.geom_type


def _obstruction(spec: PieceSpec, index: int, *, very: bool) -> Obstruction:
    piece = compile_piece(spec, index, 0.0)
    chains = tuple(_without_repeats(ring) for ring in piece.rings) if piece.is_line else ()
    return Obstruction(piece, very, chains)


def _without_repeats(points: tuple[Point, ...]) -> tuple[Point, ...]:
    return points[:1] + tuple(b for a, b in pairwise(points) if a != b)


def _barriers(spec: PieceSpec, index: int, bridges: Sequence[BaseGeometry]) -> Iterator[Piece]:
    """The parts of a piece that no road lies over; a line is left whole (PR-31)."""
    if _is_line(spec.geometry):
        yield compile_piece(spec, index, 0.0)
        return
    left = spec.geometry
    for bridge in bridges:
        left = left.difference(bridge)
    for part in getattr(left, "geoms", (left,)):
        if part.geom_type == "Polygon" and not part.is_empty:
            yield compile_piece(replace(spec, geometry=part), index, 0.0)
