"""What is said of two logs."""

import json
from pathlib import Path

import msgspec

from sim.replay.diff import compare
from sim.replay.log import LogReader
from sim.report.lines import PAGE_WIDTH, fold
from sim.report.replay.comparison import Diff, diff_document, diff_lines
from sim.scenario.load import load_document
from tests.support.crowd import crowd
from tests.support.logs import skirmish
from tests.support.replays import crowded, edited, fought, joined, lines_of, resealed, written

OTHER = fought(load_document(crowd()), seed=6)


def told(folder: Path, a: bytes, b: bytes, *names: str) -> tuple[Diff, list[str]]:
    first, second = names or ("a.jsonl", "b.jsonl")
    (folder / "x").mkdir(exist_ok=True)
    paths = written(folder, a, first), written(folder / "x", b, second)
    found = compare(*map(LogReader, paths))
    return diff_document(found), [row for line in diff_lines(found) for row in fold(line)]


def test_a_log_and_its_copy_are_the_same_battle(tmp_path: Path) -> None:
    document, rows = told(tmp_path, crowded(), crowded())
    assert document.same
    assert rows == [f"the same battle: {len(lines_of(crowded())) - 2} events, each alike"]
    assert document.ends[0].winner == document.ends[1].winner


def test_two_battles_part_and_end(tmp_path: Path) -> None:
    document, rows = told(tmp_path, crowded(), OTHER)
    assert not document.same
    text = "\n".join(rows)
    assert f"they part at event {document.event}, {document.when}" in text
    assert "how they end" in text
    assert any(row.split() == ["seed", "5", "6"] for row in rows)
    assert max(map(len, rows)) <= PAGE_WIDTH


def test_the_document_holds_both_lines_and_both_ends(tmp_path: Path) -> None:
    document, _ = told(tmp_path, crowded(), OTHER)
    found = json.loads(msgspec.json.encode(document))
    assert found["a"] == json.loads(lines_of(crowded())[found["event"]])
    assert found["b"] == json.loads(lines_of(OTHER)[found["event"]])
    assert [end["complete"] for end in found["ends"]] == [True, True]
    assert [entry["field"] for entry in found["header"]] == ["seed"]


def test_a_log_at_its_end_says_so(tmp_path: Path) -> None:
    *events, footer = lines_of(crowded())
    short = resealed(joined([*events[:30], footer]))
    document, rows = told(tmp_path, crowded(), short)
    assert (document.event, document.b) == (30, None)
    assert "    the log is at its end" in rows
    assert document.warnings == ()


def test_a_log_that_is_cut_off_says_so(tmp_path: Path) -> None:
    short = joined(lines_of(crowded())[:30])
    document, rows = told(tmp_path, crowded(), short)
    assert (document.event, document.turn) == (30, ())
    assert "    the log is cut off here" in rows
    assert any("not over in round 1" in row for row in rows)
    assert "no footer" in document.warnings[0]


def test_a_draw_is_a_draw(tmp_path: Path) -> None:
    quiet = fought(skirmish(rounds=1), "null")
    document, rows = told(tmp_path, quiet, fought(skirmish(rounds=2), "null"))
    assert document.ends[0].winner is None
    assert any("a draw in round 1 (points)" in row for row in rows)


def test_states_are_set_side_by_side_where_they_part_and_a_turn_on(tmp_path: Path) -> None:
    document, rows = told(tmp_path, crowded(), OTHER)
    assert document.turn
    assert document.turn != document.state
    begin = rows.index("what differs at the end of that player turn")
    fields = {tuple(row.split()[:2]) for row in rows[begin:]}
    assert {(entry.who, entry.field) for entry in document.turn[:5]} <= fields


def test_what_became_of_a_unit_is_told_in_a_row(tmp_path: Path) -> None:
    _, rows = told(tmp_path, crowded(), joined(lines_of(crowded())[:30]))
    fates = [row.split("  ") for row in rows if row.startswith("  b-2 ")]
    assert [cell.strip() for cell in fates[0] if cell] == ["b-2", "destroyed in round 4", "alive"]


def test_logs_of_one_name_are_told_apart(tmp_path: Path) -> None:
    _, rows = told(tmp_path, crowded(), OTHER, "battle.jsonl", "battle.jsonl")
    assert any("a: battle.jsonl" in row and "b: battle.jsonl" in row for row in rows)


def test_a_header_alone_may_differ(tmp_path: Path) -> None:
    other = edited(crowded(), 0, lambda header: header["players"].update(red="champion"))
    document, rows = told(tmp_path, crowded(), resealed(other))
    assert not document.same
    assert document.event is None
    assert any("players.red" in row for row in rows)


def test_values_are_shown_in_short(tmp_path: Path) -> None:
    def lengthen(header: dict[str, dict[str, object]]) -> None:
        header["scenario"]["description"] = "A very long story of a very small battle"
        header["scenario"]["rounds"] = 9
        header["scenario"]["source"] = "hearsay"

    _, rows = told(tmp_path, crowded(), resealed(edited(crowded(), 0, lengthen)))
    assert any("A very long story of a …" in row for row in rows)
    assert any("none" in row for row in rows)
