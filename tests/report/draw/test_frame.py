"""Windows of a table and their frames on the sheet."""

import pytest

from sim.geometry.footprints import disc
from sim.report.draw.frame import Frame, Window, whole_table, window_about


def test_the_sheet_has_y_downwards() -> None:
    frame = Frame(whole_table(60, 40), 30, 50, 10)
    assert frame.at(0, 40) == (30, 50)
    assert frame.at(60, 0) == (630, 450)
    assert (frame.width, frame.height) == (600, 400)
    assert frame.points([(6, 34)]) == [(90, 110)]


def test_a_window_has_a_margin_about_what_it_shows() -> None:
    window = window_about([disc(20, 20, 2), disc(40, 22, 2)], 4, 10, 60, 48)
    assert window == Window(15, 15, 45, 27)


def test_a_small_window_is_widened() -> None:
    window = window_about([disc(20, 20, 2), disc(22, 20, 2)], 1, 16, 60, 48)
    assert (window.width, window.height) == (16, 16)
    assert window.contains(21, 20)


@pytest.mark.parametrize(("x", "y"), [(1, 1), (59, 1), (1, 47), (59, 47)])
def test_a_window_stays_on_the_table(x: float, y: float) -> None:
    window = window_about([disc(x, y, 2)], 4, 16, 60, 48)
    assert (window.width, window.height) == (16, 16)
    assert whole_table(60, 48).covers(window.left, window.bottom, window.right, window.top)


def test_a_window_is_no_larger_than_the_table() -> None:
    assert window_about([disc(5, 5, 2)], 20, 30, 10, 12) == Window(0, 0, 10, 12)


def test_boxes_overlap_a_window_or_are_covered_by_it() -> None:
    window = Window(10, 10, 20, 20)
    assert window.overlaps(0, 0, 11, 11)
    assert not window.overlaps(0, 0, 10, 30)
    assert window.covers(10, 12, 20, 14)
    assert not window.covers(9, 12, 20, 14)
    assert window.widened(1).covers(9, 12, 20, 14)
