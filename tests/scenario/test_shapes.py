from math import cos, isclose, radians, sin
from typing import Any

import pytest
import shapely
from shapely.geometry.base import BaseGeometry

from sim.scenario.faults import FaultLog
from sim.scenario.models import PieceModel
from sim.scenario.shapes import ShapeError, clip, drawn_shape, piece_shape, sound_shape

TABLE = (48.0, 36.0)


def shape(*, cm: bool = False, **form: Any) -> BaseGeometry:
    """The geometry of a piece with that form, which must be sound."""
    log = FaultLog("test")
    piece = PieceModel(id="piece", kind="wood", **form)
    made = piece_shape(piece, (), 2.54 if cm else 1.0, TABLE, log)
    assert not log.has_errors
    assert made is not None
    return made


def refused(**form: Any) -> ShapeError:
    """Why the form of a piece is no sound shape."""
    piece = PieceModel(id="piece", kind="wood", **form)
    with pytest.raises(ShapeError) as caught:
        sound_shape(drawn_shape(piece.shapes[0], getattr(piece, piece.shapes[0])), piece.width)
    return caught.value


def test_a_polygon_keeps_its_points() -> None:
    made = shape(polygon=[[4, 4], [12, 5], [11, 14], [5, 13]])
    assert list(made.exterior.coords)[:-1] == [(4, 4), (12, 5), (11, 14), (5, 13)]


def test_repeated_points_are_accepted_and_left_out() -> None:
    made = shape(polygon=[[0, 0], [4, 0], [4, 0], [4, 4], [0, 4], [0, 0]])
    assert len(made.exterior.coords) == 5


def test_a_line_stays_a_line() -> None:
    assert shape(line=[[20, 10], [30, 10]]).length == 10.0


def test_a_line_of_some_width_is_a_strip_with_flat_ends_and_mitred_corners() -> None:
    strip = shape(line=[[10, 10], [20, 10], [20, 20]], width=2)
    corners = [(10, 9), (21, 9), (21, 20), (19, 20), (19, 11), (10, 11)]
    assert strip.equals(shapely.Polygon(corners))


def test_the_size_of_a_rect_is_along_x_and_along_y() -> None:
    made = shape(rect={"center": [24, 20], "size": [6, 4]})
    assert made.equals(shapely.box(21, 18, 27, 22))


def test_a_rect_turns_clockwise() -> None:
    made = shape(rect={"center": [24, 20], "size": [6, 4], "angle": 30})
    turned = shapely.affinity.rotate(shapely.box(21, 18, 27, 22), -30)
    assert made.symmetric_difference(turned).area < 1e-9


def test_a_circle_has_64_corners_clockwise_from_0_degrees() -> None:
    points = list(shape(circle={"center": [24, 18], "radius": 5}).exterior.coords)[:-1]
    assert len(points) == 64
    for i, (x, y) in enumerate(points):
        angle = radians(i * 360 / 64)
        assert isclose(x, 24 + 5 * sin(angle), abs_tol=1e-12)
        assert isclose(y, 18 + 5 * cos(angle), abs_tol=1e-12)


def test_well_known_text_may_have_holes_parts_and_heights() -> None:
    holed = "POLYGON Z ((0 0 1, 8 0 1, 8 8 1, 0 8 1, 0 0 1), (2 2 1, 4 2 1, 4 4 1, 2 4 1, 2 2 1))"
    parts = "MULTIPOLYGON (((0 0, 1 0, 1 1, 0 0)), ((5 5, 6 5, 6 6, 5 5)))"
    assert shape(wkt=holed).area == 60.0
    assert not shape(wkt=holed).has_z
    assert shape(wkt=parts).area == 1.0


def test_heights_in_a_shape_are_remarked_upon() -> None:
    log = FaultLog("test")
    piece = PieceModel(id="field", kind="crops", wkt="POLYGON Z ((1 1 5, 2 1 5, 2 2 5))")
    made = piece_shape(piece, (), 1.0, TABLE, log)
    (remark,) = log.sorted()
    assert made is not None
    assert (remark.severity, remark.code) == ("warning", "heights")
    assert remark.message == "the heights in 'field' (Z) count nothing"


def test_measures_in_a_shape_are_remarked_upon() -> None:
    log = FaultLog("test")
    piece = PieceModel(id="field", kind="crops", wkt="POLYGON M ((1 1 5, 2 1 5, 2 2 5))")
    assert piece_shape(piece, (), 1.0, TABLE, log) is not None
    (remark,) = log.sorted()
    assert (remark.severity, remark.code) == ("warning", "measures")
    assert remark.message == "the measures in 'field' (M) count nothing"


def test_rings_may_be_left_open() -> None:
    ring = [[0, 20], [8, 20], [8, 30], [0, 30]]
    assert shape(wkt="POLYGON ((0 20, 8 20, 8 30, 0 30))").area == 80.0
    assert shape(geojson={"type": "Polygon", "coordinates": [ring]}).area == 80.0


def test_geojson_gives_polygons_and_lines() -> None:
    ring = [[0, 20], [8, 20], [8, 30], [0, 30], [0, 20]]
    lines = [[[0, 0], [1, 0]], [[2, 0], [3, 0]]]
    assert shape(geojson={"type": "Polygon", "coordinates": [ring]}).area == 80.0
    assert shape(geojson={"type": "MultiLineString", "coordinates": lines}).length == 2.0


@pytest.mark.clause("PR-61")
def test_centimetres_become_inches_once() -> None:
    made = shape(cm=True, wkt="POLYGON ((0 0, 25.4 0, 25.4 50.8, 0 50.8, 0 0))")
    assert made.bounds == (0.0, 0.0, 10.0, 20.0)
    assert shape(cm=True, line=[[0, 0], [25.4, 0]], width=5.08).bounds == (0, 0, 10, 1)


REASONS = [
    ({"polygon": [[0, 0], [1, 1], [0, 1], [1, 0]]}, "invalid_ring", "at (0.5, 0.5)"),
    ({"polygon": [[0, 0], [1, 1], [2, 2]]}, "invalid_ring", "at (1, 1)"),
    ({"polygon": [[0, 0], [1, 1]]}, "invalid_ring", "three different points"),
    ({"polygon": [[0, 0], [1e-4, 0], [0, 1e-4]]}, "no_extent", "no area"),
    ({"line": [[1, 1], [1, 1]]}, "invalid_line", "two different points"),
    ({"line": [[1, 1], [2, 2]], "width": 0}, "no_extent", "width"),
    ({"polygon": [[0, 0], [1, 1], [0, 1]], "width": 1}, "width", "only a line"),
    ({"rect": {"center": [1, 1], "size": [1, 0]}}, "no_extent", "each size"),
    ({"circle": {"center": [1, 1], "radius": 0}}, "no_extent", "radius"),
    ({"circle": {"center": [1, 1], "radius": 1e-200}}, "no_extent", "at least 0.001, not 1e-200"),
    ({"wkt": "POINT (1 1)"}, "shape", "not a Point"),
    ({"wkt": "CIRCULARSTRING (0 0, 1 1, 2 0)"}, "bad_wkt", "not currently supported"),
    ({"wkt": "LINESTRING (0 0)"}, "bad_wkt", "point array"),
    ({"wkt": "POLYGON EMPTY"}, "no_extent", "empty"),
    ({"wkt": "LINESTRING (0 0, 0 0)"}, "invalid_ring", "Too few points"),
    ({"wkt": "LINESTRING (0 0, 1e300 0)"}, "out_of_range", "beyond 100000"),
    ({"wkt": "LINESTRING (0 0, nan 0)"}, "not_finite", "finite"),
    ({"geojson": {"type": "LineString", "coordinates": ["a"]}}, "bad_geojson", "LineString"),
    (
        {"wkt": "POLYGON ((0 0, 4 0, 4 4, 0 0), (9 9, 8 9, 8 8, 9 9))"},
        "invalid_ring",
        "Hole lies outside shell",
    ),
]


@pytest.mark.parametrize(("form", "code", "reason"), REASONS)
def test_what_is_no_shape_is_refused_with_the_reason(
    form: dict[str, Any], code: str, reason: str
) -> None:
    error = refused(**form)
    assert error.code == code
    assert reason in str(error)


def test_a_bow_tie_comes_with_what_make_valid_gives() -> None:
    hint = refused(polygon=[[0, 0], [1, 1], [0, 1], [1, 0]]).suggestion
    assert hint is not None
    repaired = shapely.from_wkt(hint.partition('"')[2].rstrip('"'))
    assert repaired.is_valid
    assert repaired.area == 0.5


def test_a_large_shape_is_refused_without_being_repaired() -> None:
    zigzag = [[x % 40, x % 29] for x in range(500)]
    error = refused(polygon=zigzag)
    assert (error.code, error.suggestion) == ("invalid_ring", None)


def test_a_spike_comes_without_a_suggestion() -> None:
    assert refused(polygon=[[0, 0], [1, 1], [2, 2]]).suggestion is None


def test_a_piece_over_the_edge_is_clipped() -> None:
    box = shapely.box(40, 10, 50, 20)
    assert clip(box, *TABLE).bounds == (40, 10, 48, 20)
    assert clip(shapely.LineString([(40, 5), (60, 5)]), *TABLE).length == 8.0


def test_a_piece_that_the_edge_cuts_apart_keeps_its_parts() -> None:
    fork = shapely.Polygon(
        [(40, 4), (60, 4), (60, 20), (40, 20), (40, 16), (50, 16), (50, 8), (40, 8)]
    )
    zigzag = shapely.LineString([(40, 4), (60, 4), (60, 8), (40, 8)])
    assert clip(fork, *TABLE).geom_type == "MultiPolygon"
    assert clip(zigzag, *TABLE).geom_type == "MultiLineString"


def test_a_piece_within_rounding_of_the_edge_is_left_alone() -> None:
    box = shapely.box(-1e-7, 0, 48 + 1e-7, 36)
    assert clip(box, *TABLE) is box


def test_a_piece_that_only_touches_the_table_is_off_it() -> None:
    with pytest.raises(ShapeError, match="off the table"):
        clip(shapely.box(48, 0, 60, 10), *TABLE)
