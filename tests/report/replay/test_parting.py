"""Where two courses of a battle part: what differs, in rows and in a picture."""

import xml.etree.ElementTree as ET
from typing import Any

import pytest
from msgspec.structs import replace

from sim.replay.diff import Change
from sim.report.lines import PAGE_WIDTH, fold
from sim.report.replay.parting import difference_lines, event_lines, place_words
from sim.report.replay.picture import parting_picture
from sim.state.apply import apply
from sim.state.events import GunDestroyed, OrderGiven, UnitBroken, UnitDestroyed, UnitMoved
from sim.state.orders import Pass
from tests.support.builders import battle, unit
from tests.support.logs import skirmish

START = skirmish().start
HEADS = ("one", "other")


def rows(*changes: Change) -> list[str]:
    return [row for line in difference_lines(changes, HEADS) for row in fold(line)]


def cells(a: Any) -> str:
    """How a value is shown."""
    return rows(Change("r1", "x", a, 0))[1].split()[2]


def test_without_differences_there_is_no_table() -> None:
    assert rows() == []


@pytest.mark.parametrize(
    ("value", "shown"),
    [
        (None, "none"),
        (True, "yes"),
        (False, "no"),
        ("", "none"),
        ("alive", "alive"),
        (19.25, "19.25"),
        (20.0, "20"),
        (3, "3"),
        ([1, 2], "[1,2]"),
        ("x" * 80, "x" * 23 + "…"),
        ("a\x1b[2Jb", "a"),
    ],
)
def test_values_are_shown_in_short(value: Any, shown: str) -> None:
    assert cells(value) == shown


def test_of_long_values_that_begin_alike_the_difference_is_shown() -> None:
    change = Change("event", "reason", "the same beginning of both, then red", "x" * 30)
    other = Change("event", "reason", change.a, "the same beginning of both, then blue")
    assert "the same beginning of b…" in rows(change)[1]
    assert " ".join(rows(other)[1].split()) == "reason … then red … then blue"


def test_the_widest_table_fits_its_page() -> None:
    wide = "w" * 90
    assert max(map(len, rows(Change(wide, wide, wide, wide)))) <= PAGE_WIDTH


def test_of_very_many_differences_the_first_are_shown() -> None:
    changes = [Change(f"r{number}", "x", 0, 1) for number in range(60)]
    assert rows(*changes)[-1] == "  and 20 more (--json has all)"


def test_when_a_state_is() -> None:
    state = battle([unit("r", "rifle-team", 5, 5)], [unit("b", "rifle-team", 20, 5)], active=1)
    assert place_words(state) == "round 1, Shooting of blue"


def test_an_event_that_is_not_there_is_told_so() -> None:
    told = list(event_lines("the log", START, None, "it ends"))
    assert [line.text for line in told] == ["the log:", "it ends"]
    broken = list(event_lines("the log", START, UnitBroken(unit="r1", clause="FR-10"), "it ends"))
    assert broken[1].text == "r1 (rifle-team) breaks (FR-10)"
    assert broken[1].indent == 4


def test_an_order_of_which_the_course_says_nothing_is_told_all_the_same() -> None:
    order = OrderGiven(by="red", order=Pass())
    assert [line.text for line in event_lines("the log", START, order, "")][1:]


def marks(other: Any) -> list[ET.Element]:
    """What is marked in the picture of the start against another state."""
    drawn = ET.fromstring(parting_picture(START, other, "parted", "the log"))
    return [
        part
        for group in drawn.iter()
        if group.get("class") == "parting"
        for part in group
        if part.get("stroke-dasharray")
    ]


def test_a_unit_elsewhere_is_joined_to_where_it_stands() -> None:
    path = ((10.0, 10.0), (14.0, 10.0))
    moved = UnitMoved(unit="r1", manner="move", path=path, facing=0.0, cost=4.0)
    joint, base = marks(apply(START, moved))
    assert float(base.get("cx") or 0) - float(joint.get("x1") or 0) == pytest.approx(80.0)


def test_states_that_are_the_same_have_no_marks() -> None:
    assert marks(START) == []


def test_a_gun_that_fares_otherwise_is_marked() -> None:
    assert len(marks(apply(START, GunDestroyed(gun="gun", clause="FR-32")))) > 2


def test_whom_both_states_have_lost_is_not_marked() -> None:
    lost = apply(START, UnitDestroyed(unit="r1", clause="FR-9"))
    (row, *others) = lost.units
    later = replace(lost, units=(replace(row, fate_round=3), *others))
    drawn = parting_picture(lost, later, "parted", "the log")
    assert "parting" not in drawn
