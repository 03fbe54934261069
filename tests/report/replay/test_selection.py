"""The course of a battle, and the parts of it that are asked for."""

from pathlib import Path
from typing import Any

import pytest

from sim.errors import LogError, UsageError
from sim.replay.fold import kind_of
from sim.replay.log import LogReader
from sim.report.course import course_of
from sim.report.lines import Line
from sim.report.replay.selection import (
    KINDS,
    Selection,
    check_selection,
    names_in,
    selected_course,
)
from sim.state import events as ev
from sim.state.orders import Aim, Charge, Fire, Move, NameTargets, Pass, UnitAims
from tests.support.replays import edited, moments, written
from tests.support.telling import shot


def told(folder: Path, **filters: Any) -> list[Line]:
    return list(selected_course(LogReader(written(folder)), Selection(**filters)))


def texts(lines: list[Line], role: str) -> list[str]:
    return [line.text for line in lines if line.role == role]


def wanted(folder: Path, **filters: Any) -> list[Any]:
    selection = Selection(**filters)
    return [moment.line for moment in moments(written(folder)) if selection.wants(moment.line)]


def test_without_filters_it_is_the_whole_course(tmp_path: Path) -> None:
    course = course_of(LogReader(written(tmp_path)))
    assert told(tmp_path) == [line for lines in course for line in lines]


def test_a_round_is_told_under_its_headings(tmp_path: Path) -> None:
    headings = texts(told(tmp_path, rounds=(2,)), "turn")
    assert headings == ["Round 2 of 8 · red", "Round 2 of 8 · blue"]


def test_events_are_told_with_their_numbers(tmp_path: Path) -> None:
    shots = wanted(tmp_path, kinds=("weapon_fired",))
    lines = texts(told(tmp_path, kinds=("weapon_fired",), numbers=True), "plain")
    numbers = [text.rpartition(" #")[2] for text in lines if " fires " in text]
    assert numbers == [str(shot.stamp.n) for shot in shots]


def test_what_is_told_together_has_its_numbers_apart(tmp_path: Path) -> None:
    suppressed = wanted(tmp_path, kinds=("unit_suppressed",))
    lines = texts(told(tmp_path, numbers=True), "grave")
    numbers = [text.rpartition(" #")[2] for text in lines if text.startswith("suppressed: ")]
    assert numbers == [str(line.stamp.n) for line in suppressed]


def test_headings_have_no_numbers(tmp_path: Path) -> None:
    lines = told(tmp_path, numbers=True)
    assert not [line for line in lines if "#" in line.text and not line.indent]


def test_headings_without_anything_under_them_are_left_out(tmp_path: Path) -> None:
    lines = told(tmp_path, kinds=("gun_occupied",))
    assert len(texts(lines, "turn")) == len(texts(lines, "phase")) == 1
    assert "takes over the gun" in lines[-1].text


def test_a_phase_is_told_alone(tmp_path: Path) -> None:
    assert set(texts(told(tmp_path, phases=("melee",)), "phase")) == {"Melee"}


def test_filters_are_combined(tmp_path: Path) -> None:
    filters: Any = {"rounds": (1, 2), "kinds": ("weapon_fired",), "units": ("r-1",)}
    found = wanted(tmp_path, **filters)
    assert found
    for line in found:
        assert line.stamp.round in (1, 2)
        assert kind_of(line.event) == "weapon_fired"
        assert "r-1" in (line.event.unit, line.event.target)


def test_losses_that_were_not_told_are_counted_at_the_end(tmp_path: Path) -> None:
    whole = [line.text for line in told(tmp_path) if line.text.startswith("Losses of")]
    alone = told(tmp_path, kinds=("battle_ended",))
    assert [line.text for line in alone if line.text.startswith("Losses of")] == whole


def test_brief_leaves_what_matters(tmp_path: Path) -> None:
    lines = told(tmp_path, brief=True)
    assert not {line.role for line in lines if line.text} & {"detail", "row"}
    assert 0 < len(lines) < len(told(tmp_path)) / 2
    for line, following in zip(lines, [*lines[1:], Line("")], strict=True):
        assert line.role != "phase" or following.role not in ("phase", "turn")
        assert line.role != "plain" or not line.text or following.indent > line.indent


def test_brief_tells_the_attack_of_every_hit_that_it_tells(tmp_path: Path) -> None:
    attacks = ("fires", "attacks", "hit by", "touches")
    last = Line("")
    for line in told(tmp_path, brief=True):
        if line.text.startswith("save"):
            assert last.text.startswith("save") or any(word in last.text for word in attacks)
        last = line


@pytest.mark.parametrize(
    ("event", "names"),
    [
        (shot(), ["r1", "gun"]),
        (ev.GunOccupied(unit="r1", gun="gun"), ["r1", "gun"]),
        (ev.UnitDestroyed(unit="b1", clause="FR-9", by="r1"), ["b1", "r1"]),
        (ev.MeleeFormed(units=("r1", "b1")), ["r1", "b1"]),
        (ev.OrderGiven(by="red", order=Pass()), ["red"]),
        (
            ev.OrderGiven(by="red", order=Fire("r1", (Aim("rifles", "b1"),))),
            ["red", "r1", "b1"],
        ),
        (
            ev.OrderGiven(by="red", order=Move("r1", (), 0.0, occupy="gun")),
            ["red", "r1", "gun"],
        ),
        (
            ev.OrderGiven(by="red", order=NameTargets((UnitAims("r1", (Aim("x", "b1"),)),))),
            ["red", "r1", "b1"],
        ),
        (ev.OrderGiven(by="red", order=Charge("r1", "b1", ())), ["red", "r1", "b1"]),
        (ev.PhaseStarted(name="start"), []),
    ],
)
def test_an_event_names_units_and_guns(event: Any, names: list[str]) -> None:
    assert list(names_in(event)) == names


@pytest.mark.parametrize(
    ("filters", "match"),
    [
        ({"phases": ("shoting",)}, "no phase 'shoting' .*shooting"),
        ({"kinds": ("unit_move",)}, "no kind of event 'unit_move' .*unit_moved"),
        ({"units": ("r-tnk",)}, "no unit 'r-tnk' .*r-tank"),
        ({"units": ("zzz",)}, "there are r-hq, "),
    ],
)
def test_what_does_not_exist_is_refused_with_a_hint(
    tmp_path: Path, filters: Any, match: str
) -> None:
    with pytest.raises(UsageError, match=match):
        check_selection(Selection(**filters), LogReader(written(tmp_path)))


def test_every_kind_of_event_can_be_asked_for(tmp_path: Path) -> None:
    check_selection(Selection(kinds=KINDS), LogReader(written(tmp_path)))
    assert "weapon_fired" in KINDS


def test_a_header_without_a_scenario_is_an_error(tmp_path: Path) -> None:
    bare = written(tmp_path, edited(written(tmp_path).read_bytes(), 0, _without_sides), "b.jsonl")
    with pytest.raises(LogError, match=r"b\.jsonl:1: the header holds no scenario"):
        selected_course(LogReader(bare), Selection())


def _without_sides(header: Any) -> None:
    del header["scenario"]["sides"]
