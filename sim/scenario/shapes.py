"""The shapes of terrain pieces: from the forms of a file to sound geometry on the table."""

import re
from collections.abc import Callable, Mapping
from itertools import pairwise
from math import isfinite, sqrt
from typing import Any

import numpy as np
import shapely
from shapely.geometry.base import BaseGeometry

from sim.geometry.footprints import corners, rectangle
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON
from sim.scenario.faults import FaultLog, Path
from sim.scenario.models import CircleShape, GeoJsonShape, PieceModel, RectShape
from sim.scenario.values import LEAST, LIMIT, to_inches

_KINDS = ("Polygon", "MultiPolygon", "LineString", "MultiLineString")
_LEAST_AREA = EPSILON
_DOUBLINGS = 4
_MOST_REPAIRED = 200


class ShapeError(Exception):
    """A shape that is none: a code, a reason, and what may help."""

    def __init__(self, code: str, message: str, suggestion: str | None = None) -> None:
        super().__init__(message)
        self.code, self.suggestion = code, suggestion


def piece_shape(
    piece: PieceModel, path: Path, units: float, table: tuple[float, float], log: FaultLog
) -> BaseGeometry | None:
    """The geometry of a piece in inches, clipped to the table; None after a fault."""
    form = piece.shapes[0]
    path = (*path, form)
    try:
        drawn = drawn_shape(form, getattr(piece, form))
        shape = in_inches(sound_shape(drawn, piece.width), units)
        clipped = clip(shape, *table)
    except ShapeError as error:
        log.error(path, error.code, str(error), error.suggestion)
        return None
    if drawn.has_z:
        hint = "elevation says how high a hill is"
        log.warning(path, "heights", f"the heights in {piece.id!r} (Z) count nothing", hint)
    if drawn.has_m:
        log.warning(path, "measures", f"the measures in {piece.id!r} (M) count nothing")
    if clipped is not shape and not _is_strip_along(drawn, piece, units, table):
        log.warning(path, "clipped", f"{piece.id!r} reaches over the table's edge and is clipped")
    return clipped


def _is_strip_along(
    drawn: BaseGeometry, piece: PieceModel, units: float, table: tuple[float, float]
) -> bool:
    """Whether a piece is a strip along a line on the table, of which but its ends go over."""
    return piece.width is not None and _is_on_table(in_inches(drawn, units), *table)


def drawn_shape(form: str, value: Any) -> BaseGeometry:
    """The geometry of one form of a file as it stands there; raises ShapeError if it is none."""
    return _FORMS[form](value)


def sound_shape(drawn: BaseGeometry, width: float | None) -> BaseGeometry:
    """The valid flat geometry of what is drawn, in the file's unit.

    Raises ShapeError for rings that cross themselves, shapes without extent, and foreign kinds.
    """
    shape = shapely.force_2d(drawn)
    _check(shape)
    if width is not None:
        shape = _strip(shape, width)
    return shapely.remove_repeated_points(shape)


def in_inches(shape: BaseGeometry, units: float) -> BaseGeometry:
    """The shape with every coordinate in inches, `units` of the file's unit making one."""
    if units == 1.0:
        return shape
    return shapely.transform(
        shape, lambda points: np.array([[to_inches(c, units) for c in point] for point in points])
    )


def clip(shape: BaseGeometry, width: float, height: float) -> BaseGeometry:
    """The part of a shape that lies on the table; the very shape if all of it does."""
    if _is_on_table(shape, width, height):
        return shape
    inside = shape.intersection(shapely.box(0.0, 0.0, width, height))
    parts = [part for part in getattr(inside, "geoms", [inside]) if _extent(part, shape) > EPSILON]
    if not parts:
        raise ShapeError("off_table", "the piece lies off the table")
    if len(parts) == 1:
        return parts[0]
    return shapely.MultiLineString(parts) if is_line(shape) else shapely.MultiPolygon(parts)


def _is_on_table(shape: BaseGeometry, width: float, height: float) -> bool:
    left, bottom, right, top = shape.bounds
    return bool(
        min(left, bottom) >= -EPSILON and right <= width + EPSILON and top <= height + EPSILON
    )


def is_line(shape: BaseGeometry) -> bool:
    """Whether a shape is made of lines."""
    return "Line" in shape.geom_type


def _extent(part: BaseGeometry, whole: BaseGeometry) -> float:
    if is_line(whole):
        return float(part.length) if is_line(part) else 0.0
    return float(part.area)


def _polygon(points: list[Point]) -> BaseGeometry:
    if len(set(points)) < 3:
        raise ShapeError("invalid_ring", "a polygon needs three different points")
    return shapely.Polygon(points)


def _line(points: list[Point]) -> BaseGeometry:
    if len(set(points)) < 2:
        raise ShapeError("invalid_line", "a line needs two different points")
    return shapely.LineString(points)


def _rect(rect: RectShape) -> BaseGeometry:
    along_x, along_y = rect.size
    _check_size("each size of a rect", min(along_x, along_y))
    return shapely.Polygon(corners(rectangle(*rect.center, rect.angle, along_y, along_x)))


def _circle(circle: CircleShape) -> BaseGeometry:
    _check_size("the radius of a circle", circle.radius)
    x, y = circle.center
    return shapely.Polygon(
        [(x + circle.radius * sine, y + circle.radius * cosine) for sine, cosine in _compass()]
    )


def _check_size(what: str, size: float) -> None:
    if size < LEAST:
        raise ShapeError("no_extent", f"{what} must be at least {LEAST:g}, not {size:g}")


def _compass() -> list[Point]:
    """64 unit vectors clockwise from 0 degrees: four, with the gaps halved four times."""
    vectors = [(0.0, 1.0), (1.0, 0.0), (0.0, -1.0), (-1.0, 0.0)]
    for _ in range(_DOUBLINGS):
        ring = [*vectors, vectors[0]]
        vectors = [v for a, b in pairwise(ring) for v in (a, _middle(a, b))]
    return vectors


def _middle(a: Point, b: Point) -> Point:
    x, y = a[0] + b[0], a[1] + b[1]
    length = sqrt(x * x + y * y)
    return x / length, y / length


def _wkt(text: str) -> BaseGeometry:
    """Well-known text; rings may be left open, as those of `polygon` are."""
    try:
        with np.errstate(all="ignore"):
            shape = shapely.from_wkt(text, on_invalid="fix") or shapely.from_wkt(text)
    except (shapely.errors.ShapelyError, NotImplementedError) as error:
        reason = str(error).rpartition("Exception: ")[2]
        raise ShapeError("bad_wkt", f"not well-known text: {reason}") from None
    return shape


def _geojson(geometry: GeoJsonShape) -> BaseGeometry:
    document = {"type": geometry.type, "coordinates": geometry.coordinates}
    try:
        with np.errstate(all="ignore"):
            return shapely.geometry.shape(document)
    except (shapely.errors.ShapelyError, ValueError, TypeError, IndexError, OverflowError):
        message = f"the coordinates are not those of a {geometry.type}"
        raise ShapeError("bad_geojson", message) from None


_FORMS: Mapping[str, Callable[[Any], BaseGeometry]] = {
    "polygon": _polygon,
    "line": _line,
    "rect": _rect,
    "circle": _circle,
    "wkt": _wkt,
    "geojson": _geojson,
}


def _check(shape: BaseGeometry) -> None:
    if shape.geom_type not in _KINDS:
        raise ShapeError("shape", f"a piece is made of polygons or lines, not a {shape.geom_type}")
    if shape.is_empty:
        raise ShapeError("no_extent", "the shape is empty")
    for c in shapely.get_coordinates(shape).flat:
        if not isfinite(c):
            raise ShapeError("not_finite", "every coordinate must be a finite number")
        if abs(c) > LIMIT:
            raise ShapeError("out_of_range", f"no coordinate may be beyond {LIMIT}")
    if not shape.is_valid:
        raise ShapeError(*_invalid(shape))
    if not is_line(shape) and shape.area <= _LEAST_AREA:
        raise ShapeError("no_extent", "the polygon has no area")


def _invalid(shape: BaseGeometry) -> tuple[str, str, str | None]:
    """The reason and place shapely gives, and what `make_valid` would make of the shape.

    A large shape is not repaired: that takes long, and nobody reads what comes of it.
    """
    reason = shapely.is_valid_reason(shape)
    found = re.fullmatch(r"(.*)\[(\S+) (\S+)\]", reason)
    message = f"{found[1]} at ({found[2]}, {found[3]})" if found else reason
    if shapely.get_num_coordinates(shape) > _MOST_REPAIRED:
        return "invalid_ring", message, None
    repaired = shapely.make_valid(shape)
    if repaired.geom_type not in ("Polygon", "MultiPolygon"):
        return "invalid_ring", message, None
    text = shapely.to_wkt(repaired, rounding_precision=3)
    return "invalid_ring", message, f'make_valid gives wkt: "{text}"'


def _strip(shape: BaseGeometry, width: float) -> BaseGeometry:
    if not is_line(shape):
        raise ShapeError("width", "only a line has a width")
    _check_size("the width of a strip", width)
    return shape.buffer(width / 2, cap_style="flat", join_style="mitre")
