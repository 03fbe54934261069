"""Where two logs part, and in what."""

from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sim.errors import LogError
from sim.replay.diff import Comparison, compare, event_changes, header_changes, state_changes
from sim.replay.log import LogReader
from sim.scenario.load import load_document
from sim.state.events import UnitMoved
from tests.support.builders import changed
from tests.support.crowd import crowd
from tests.support.logs import header, skirmish
from tests.support.replays import (
    crowded,
    edited,
    first_of,
    fought,
    joined,
    lines_of,
    resealed,
    written,
)

START = skirmish().start


def compared(folder: Path, a: bytes, b: bytes) -> Comparison:
    paths = written(folder, a, "a.jsonl"), written(folder, b, "b.jsonl")
    return compare(*map(LogReader, paths))


def fields(changes: Any) -> list[tuple[str, str]]:
    return [(change.who, change.field) for change in changes]


def test_a_log_and_its_copy_do_not_part(tmp_path: Path) -> None:
    found = compared(tmp_path, crowded(), crowded())
    assert (found.header, found.number, found.state) == ((), None, ())
    assert found.a.events == found.b.events == len(lines_of(crowded())) - 2


def test_other_versions_of_libraries_are_told_and_part_nothing(tmp_path: Path) -> None:
    other = edited(crowded(), 0, lambda header: header["versions"].update(python="4.0"))
    found = compared(tmp_path, crowded(), other)
    assert fields(found.header) == [("header", "versions.python")]
    assert found.number is None


def test_they_part_at_the_first_event_that_differs(tmp_path: Path) -> None:
    number = first_of(crowded(), "unit_moved")
    data = edited(crowded(), number, lambda event: event["path"][-1].__setitem__(1, 1.0))
    found = compared(tmp_path, crowded(), resealed(data))
    assert found.number == number
    assert found.a.before == found.b.before
    assert [field for _, field in fields(found.state)] == ["y"]
    assert found.state[0].b == 1.0


def test_both_are_read_to_their_ends(tmp_path: Path) -> None:
    start = load_document(crowd())
    found = compared(tmp_path, crowded(), fought(start, seed=6))
    assert found.a.last.outcome is not None
    assert found.b.last.outcome is not None
    assert found.a.events != found.b.events
    assert fields(found.header) == [("header", "seed")]


@pytest.mark.parametrize("kept", [1, 40])
def test_a_shorter_log_parts_where_it_ends(tmp_path: Path, kept: int) -> None:
    short = joined(lines_of(crowded())[: kept + 1])
    found = compared(tmp_path, crowded(), short)
    assert found.number == kept + 1
    assert found.b.line is None
    assert found.b.after is found.b.last
    assert compared(tmp_path, short, crowded()).a.line is None


def test_scenarios_are_compared_key_by_key() -> None:
    other = replace(header(rounds=6), players={"red": "null", "blue": "greedy"})
    assert fields(header_changes(header(), other)) == [
        ("header", "scenario.rounds"),
        ("header", "players.blue"),
    ]


def test_entries_with_an_id_are_called_by_it() -> None:
    other = skirmish().document
    other["sides"][0]["formations"][0]["units"][1]["position"] = [10, 15]
    found = header_changes(header(), replace(header(), scenario=dict(other)))
    path = "scenario.sides.red.formations.red-1.units.r2.position.1"
    assert fields(found) == [("header", path)]


def test_lists_of_other_lengths_differ_as_wholes() -> None:
    first = UnitMoved(unit="r1", manner="move", path=((0.0, 0.0),), facing=0.0, cost=0.0)
    second = replace(first, path=((0.0, 0.0), (1.0, 0.0)))
    assert fields(event_changes(first, second)) == [("event", "path")]


def test_a_state_is_itself() -> None:
    assert state_changes(START, START) == ()


def test_states_differ_in_units_guns_and_the_clock() -> None:
    gun = replace(START.guns[0], fate="destroyed")
    other = replace(changed(START, "r1", broken=True), guns=(gun,), round=2, acted=0b11)
    assert fields(state_changes(START, other)) == [
        ("battle", "round"),
        ("r1", "broken"),
        ("r1", "acted"),
        ("r2", "acted"),
        ("gun gun", "fate"),
    ]


def test_units_of_one_state_alone_are_told() -> None:
    other = load_document(crowd()).start
    found = state_changes(START, other)
    assert ("r1", "present") in fields(found)
    assert ("r-tank", "present") in fields(found)


def test_who_serves_a_gun_is_named(tmp_path: Path) -> None:
    found = state_changes(START, changed(START, "gun", serves=-1))
    assert [(change.field, change.a, change.b) for change in found] == [("serves", "gun", None)]


def test_damage_is_an_error(tmp_path: Path) -> None:
    damaged = joined([*lines_of(crowded())[:9], b"#", *lines_of(crowded())[10:]])
    with pytest.raises(LogError, match="10: damaged line"):
        compared(tmp_path, crowded(), damaged)
