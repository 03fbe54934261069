import pytest
from shapely import LineString, MultiLineString, Polygon, box

from sim.battlefield.terrain import Piece, compile_piece
from tests.support.tables import piece

YARD = Polygon(box(0, 0, 8, 8).exterior, [box(2, 2, 4, 4).exterior]) | box(10, 0, 12, 2)


def yard() -> Piece:
    """A building of two parts with a courtyard."""
    return compile_piece(piece("building", YARD), 0, 0.0)


@pytest.mark.clause("RU-3")
@pytest.mark.parametrize(
    ("x", "y", "is_inside"),
    [
        (1, 1, True),
        (3, 3, False),
        (2, 3, True),
        (8, 5, True),
        (8 + 1e-7, 5, True),
        (8 + 1e-5, 5, False),
        (11, 1, True),
        (9, 1, False),
        (11, 7, False),
        (-1, 3, False),
    ],
)
def test_a_piece_contains_its_edge_but_not_its_courtyards(
    x: float, y: float, is_inside: bool
) -> None:
    assert yard().contains(x, y) is is_inside


def test_all_rings_of_all_parts_are_edges() -> None:
    assert len(yard().rings) == 3
    assert len(yard().edges) == 12


def test_a_line_contains_its_own_points_only() -> None:
    lines = MultiLineString([[(0, 0), (4, 4)], [(6, 0), (6, 4), (4, 6)]])
    wall = compile_piece(piece("stone-wall", lines), 3, 0.0)
    assert wall.is_line
    assert wall.contains(2, 2)
    assert not wall.contains(5.9, 3)


def test_a_piece_stands_on_its_base() -> None:
    wall = compile_piece(piece("stone-wall", LineString([(0, 0), (4, 4)])), 3, 2.0)
    assert (wall.base, wall.top, wall.is_hill) == (2.0, 2.9, False)


def test_a_hill_rises_from_the_table_to_its_elevation() -> None:
    hill = compile_piece(piece("hill", box(0, 0, 4, 4), elevation=3.0), 3, 2.0)
    assert (hill.base, hill.top, hill.is_hill) == (0.0, 3.0, True)
