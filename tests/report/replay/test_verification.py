"""What is said of a verified log."""

import json
import xml.etree.ElementTree as ET
from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.errors import LogError
from sim.report.lines import PAGE_WIDTH, fold
from sim.report.replay.verification import Examined, examine, exit_code_of, unreadable
from tests.support.replays import (
    crowded,
    edited,
    first_of,
    joined,
    lines_of,
    resealed,
    written,
)

MOVE = first_of(crowded(), "unit_moved")
LINES = lines_of(crowded())


def farther(event: Any) -> None:
    event["path"][-1][0] += 3


def examined(folder: Path, data: bytes, **options: Any) -> Examined:
    return examine(written(folder, data), **options)


def rows(found: Examined) -> list[str]:
    return [row for line in found.lines for row in fold(line)]


def said(found: Examined) -> str:
    return "\n".join(rows(found))


def test_a_true_log_takes_two_lines(tmp_path: Path) -> None:
    verdict, extent = examined(tmp_path, crowded()).lines
    assert "battle.jsonl: true: the rules play it so" in verdict.text
    assert extent.text == f"{len(LINES) - 2} events the same"


def test_a_difference_is_told_as_both_events_and_the_state(tmp_path: Path) -> None:
    found = examined(tmp_path, edited(crowded(), MOVE, farther))
    told = said(found)
    assert "edited: it was changed after the battle" in told
    assert f"event {MOVE}, round 1, Movement of red" in told
    assert "the log:" in told
    assert "played again:" in told
    assert f"{json.loads(LINES[MOVE])['unit']} x" in told
    assert max(map(len, rows(found)[1:])) <= PAGE_WIDTH


def test_the_document_holds_both_lines_and_what_differs(tmp_path: Path) -> None:
    found = examined(tmp_path, edited(crowded(), MOVE, farther))
    document = json.loads(msgspec.json.encode(found.document))
    assert (document["verdict"], document["events"], document["sealed"]) == (
        "edited", MOVE - 1, False,
    )  # fmt: skip
    difference = document["difference"]
    assert difference["replayed"] == json.loads(LINES[MOVE])
    assert difference["logged"]["path"] != difference["replayed"]["path"]
    assert [entry["field"] for entry in difference["events"]] == ["path.1.0"]
    assert [entry["field"] for entry in difference["state"]] == ["x"]


def test_a_difference_can_be_looked_at(tmp_path: Path) -> None:
    picture = examined(tmp_path, edited(crowded(), MOVE, farther)).picture()
    assert picture is not None
    assert f"parts at event {MOVE}" in picture
    assert 'class="parting"' in picture
    assert ET.fromstring(picture).tag.endswith("svg")


def test_without_a_difference_there_is_nothing_to_look_at(tmp_path: Path) -> None:
    assert examined(tmp_path, crowded()).picture() is None
    assert examined(tmp_path, b"no log\n").picture() is None


def test_a_log_that_ends_early_is_drawn_as_it_was_played(tmp_path: Path) -> None:
    found = examined(tmp_path, resealed(joined([*LINES[:MOVE], LINES[-1]])))
    assert "the log ends" in said(found)
    assert found.picture() is not None
    document = found.document.difference
    assert document is not None
    assert document.logged is None


def test_a_log_that_goes_on_is_told_as_going_on(tmp_path: Path) -> None:
    number = len(LINES) - 1
    more = LINES[1].replace(b'"n":1,', b'"n":%d,' % number)
    found = examined(tmp_path, resealed(joined([*LINES[:-1], more, LINES[-1]])))
    assert "the battle is over, or waits for an order" in said(found)


def test_other_rules_are_told_politely(tmp_path: Path) -> None:
    data = edited(crowded(), MOVE, farther)
    data = edited(data, 0, lambda header: header.update(rules_digest="0" * 32))
    found = examined(tmp_path, resealed(data))
    assert found.document.verdict == "other_rules"
    told = " ".join(row.strip() for row in rows(found))
    assert "under rules 00000000; these are" in told
    assert "that it differs here says nothing against the log" in told


def test_a_true_log_of_other_rules_says_so_alone(tmp_path: Path) -> None:
    data = edited(crowded(), 0, lambda header: header.update(rules_digest="0" * 32))
    told = said(examined(tmp_path, resealed(data)))
    assert "under rules 00000000" in told
    assert "says nothing against" not in told


def test_other_versions_are_named_where_logs_differ(tmp_path: Path) -> None:
    data = edited(crowded(), MOVE, farther)
    data = edited(data, 0, lambda header: header["versions"].update(numpy="0.1"))
    assert "versions.numpy: 0.1 there, " in said(examined(tmp_path, data))


def test_unread_lines_are_counted(tmp_path: Path) -> None:
    data = joined([*LINES[:MOVE], b"#", *LINES[MOVE + 1 :]])
    found = examined(tmp_path, data, lenient=True)
    assert f"{len(LINES) - 3} events the same, 1 not to be read" in said(found)
    assert found.document.sealed is None


@pytest.mark.parametrize(
    ("data", "verdict"),
    [
        (b"no log\n", "damaged"),
        (b'{"format":"skirmish-sim/log","format_version":9}\n', "other_version"),
    ],
)
def test_what_cannot_be_read_is_told_as_well(tmp_path: Path, data: bytes, verdict: str) -> None:
    found = examined(tmp_path, data)
    assert found.document.verdict == verdict
    assert found.document.problems[0] in [line.text for line in found.lines]


def test_a_file_that_is_not_there_is_not_called_damaged(tmp_path: Path) -> None:
    found = unreadable(tmp_path / "none.jsonl", LogError("none.jsonl cannot be read"))
    assert found.verdict == "unreadable"
    assert exit_code_of([found.verdict]) == 3


@pytest.mark.parametrize(
    ("verdicts", "code"),
    [
        (["same"], 0),
        (["same", "cut_off"], 3),
        (["other_version"], 3),
        (["damaged", "edited"], 5),
        (["other_rules"], 5),
        (["differs", "same"], 5),
    ],
)
def test_a_difference_counts_more_than_damage(verdicts: Any, code: int) -> None:
    assert exit_code_of(verdicts) == code
