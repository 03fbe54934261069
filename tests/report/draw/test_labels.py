"""Labels: as wide as their text, never on one another where there is room."""

from itertools import combinations
from xml.etree import ElementTree as ET

import pytest

from sim.geometry.segments import Point
from sim.report.draw.labels import (
    Box,
    Label,
    Tag,
    draw_labels,
    place_labels,
    tag_around,
    text_width,
)
from sim.report.draw.picture import labels_of, table_frame
from sim.report.draw.units import is_shown
from sim.scenario.load import load_scenario
from tests.support.shipped import SHIPPED

SHEET = Box(0, 0, 400, 300)


def tag(text: str, x: float, y: float, reach: float = 10.0) -> Tag:
    """A label for a unit."""
    return tag_around(text, "unit", 12, "#000000", (x, y), reach)


def collisions(labels: list[Label]) -> list[tuple[str, str]]:
    """The pairs of labels that share a part of the sheet."""
    pairs = combinations(labels, 2)
    return [(a.tag.text, b.tag.text) for a, b in pairs if a.box.shared(b.box)]


def centre(label: Label) -> Point:
    """The centre of a label's box."""
    box = label.box
    return (box.left + box.right) / 2, (box.top + box.bottom) / 2


def test_wider_letters_take_more_room() -> None:
    assert text_width("ill", 10) < text_width("abc", 10) < text_width("ABC", 10)
    assert text_width("ABC", 10) < text_width("mWm", 10) < text_width("表表表", 10)
    assert text_width("abc", 20) == 2 * text_width("abc", 10)


def test_a_label_stands_below_its_unit_where_that_is_free() -> None:
    (label,) = place_labels([tag("a1", 200, 100)], [], SHEET)
    assert centre(label)[0] == 200
    assert label.box.top >= 110


def test_it_goes_above_when_something_is_below() -> None:
    (label,) = place_labels([tag("a1", 200, 100)], [Box(180, 105, 220, 140)], SHEET)
    assert centre(label)[0] == 200
    assert label.box.bottom <= 90


def test_it_stays_on_the_sheet() -> None:
    for x, y in ((0, 0), (400, 0), (0, 300), (400, 300)):
        (label,) = place_labels([tag("a-long-name", x, y)], [], SHEET)
        assert SHEET.contains(label.box)


def test_a_crowd_does_not_collide() -> None:
    crowd = [tag(f"unit-{n}", 150 + 14 * (n % 5), 120 + 14 * (n // 5)) for n in range(25)]
    assert collisions(place_labels(crowd, [], SHEET)) == []


def test_the_first_spot_is_taken_when_nothing_is_free() -> None:
    only = Tag("a", "piece", 12, "#000000", (0, 0), ((50, 50),))
    assert [centre(label) for label in place_labels([only, only], [], SHEET)] == [(50, 50)] * 2


def test_a_label_far_off_has_a_leader() -> None:
    near, far = tag("near", 100, 100), tag("far", 100, 100)
    boxes = Box(80, 112, 120, 126), Box(300, 250, 340, 264)
    drawn = draw_labels([Label(near, boxes[0])]), draw_labels([Label(far, boxes[1])])
    assert ["<line" in labels for labels in drawn] == [False, True]
    leader = ET.fromstring(drawn[1]).find("line")
    assert leader is not None
    assert (leader.get("x2"), leader.get("y2")) == ("300", "250")


def test_pieces_are_labelled_in_italics_and_units_in_bold() -> None:
    box = Box(0, 0, 10, 10)
    drawn = draw_labels([Label(tag("a", 5, 5)._replace(role="piece"), box)])
    assert 'font-style="italic"' in drawn
    assert 'font-weight="bold"' in draw_labels([Label(tag("a", 5, 5), box)])


@pytest.mark.parametrize("name", SHIPPED)
def test_no_labels_collide_on_a_shipped_table(name: str) -> None:
    start = load_scenario(SHIPPED[name]).start
    labels = labels_of(start, table_frame(start))
    assert collisions(labels) == []
    assert len(labels) == len(start.roster.world.pieces) + len(start.roster.objectives) + len(
        start.roster.emplacements
    ) + sum(is_shown(start, unit) for unit in range(len(start.units)))
