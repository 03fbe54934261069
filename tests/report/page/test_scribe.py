"""Battles taken down from logs: words, chapters, score, and which attack a hit belongs to."""

from pathlib import Path

import pytest

from sim.errors import LogError
from sim.report.page.scribe import result_of, units_of
from sim.state.events import (
    FirefightFormed,
    GunDestroyed,
    HitResolved,
    LeadershipTested,
    MeleeFought,
    OrderGiven,
    TurnStarted,
    UnitDestroyed,
)
from sim.state.orders import Aim, Fire, NameTargets, Pass, UnitAims
from tests.support.builders import scenario, unit
from tests.support.pages import battle_bytes, document_in, log_of, written

INDEX = {"r1": 0, "r2": 1, "b1": 2, "gun": 3}


@pytest.fixture(scope="module")
def log(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return log_of(tmp_path_factory.mktemp("log"), battle_bytes("causeway-gun", "rounds=2"))


def test_every_event_has_its_explanation(log: Path) -> None:
    document = document_in(log)
    assert document.name == "The causeway gun"
    assert all(event.lines for event in document.events)
    assert len(set(document.lines)) == len(document.lines)


def test_hits_show_the_shot_that_made_them(log: Path) -> None:
    events = document_in(log).events
    shots = {event.shot for event in events if event.kind == "weapon_fired"}
    hits = [event.shot for event in events if event.kind == "hit_resolved"]
    assert hits
    assert set(hits) <= shots
    assert all(event.shot is None for event in events if event.kind == "unit_moved")


def test_chapters_begin_with_the_phases(log: Path) -> None:
    document = document_in(log)
    starts = [n for n, e in enumerate(document.events, 1) if e.kind == "phase_started"]
    assert {first for first, *_ in document.chapters} >= set(starts)
    assert document.chapters[0][0] == 1


def test_losses_and_points_step_up_to_the_end(log: Path) -> None:
    document = document_in(log)
    assert [first for first, *_ in document.lost] == sorted({first for first, *_ in document.lost})
    assert sum(document.lost[-1][1:]) == sum(
        event.kind in ("unit_destroyed", "unit_routed") for event in document.events
    )


def test_dice_stand_beside_the_words(log: Path) -> None:
    event = next(e for e in document_in(log).events if e.kind == "weapon_fired")
    assert event.throws[0].purpose == "to_hit"
    assert event.throws[0].need is not None


def test_a_log_that_is_cut_off_says_so(tmp_path: Path) -> None:
    log = log_of(tmp_path, battle_bytes("causeway-gun", "rounds=2")[:-40])
    (warning,) = document_in(log).warnings
    assert "cut off" in warning


def test_a_log_without_events_shows_the_start(tmp_path: Path) -> None:
    fought = scenario([unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 30, 10)])
    document = document_in(written(tmp_path, fought, []))
    assert document.events == ()
    assert document.start["u0"]["x"] == 10.0


def test_an_attack_by_nobody_is_an_error(tmp_path: Path) -> None:
    fought = scenario([unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 30, 10)])
    blow = MeleeFought(unit="nobody", weapon="", target="b", distance=0, dice=1, hits=0, rolls=())
    with pytest.raises(LogError, match=r"event 1 .* there is no unit 'nobody'"):
        document_in(written(tmp_path, fought, [blow]))


def test_damage_is_an_error(tmp_path: Path) -> None:
    lines = battle_bytes("causeway-gun", "rounds=2").splitlines(keepends=True)
    with pytest.raises(LogError, match="damaged line"):
        document_in(log_of(tmp_path, b"".join([*lines[:5], b"{]\n", *lines[6:]])))


class TestUnits:
    def test_of_attacks_are_both(self) -> None:
        blow = MeleeFought(unit="r1", weapon="", target="b1", distance=0, dice=1, hits=0, rolls=())
        assert list(units_of(blow, INDEX)) == [0, 2]

    def test_of_losses_are_who_did_it_too(self) -> None:
        assert list(units_of(UnitDestroyed(unit="b1", clause="FR-9", by="r2"), INDEX)) == [2, 1]
        assert list(units_of(GunDestroyed(gun="gun", clause="FR-32"), INDEX)) == [3]

    def test_of_fights_are_all_and_of_turns_none(self) -> None:
        assert list(units_of(FirefightFormed(units=("r1", "b1")), INDEX)) == [0, 2]
        assert list(units_of(TurnStarted(round_number=1, by="red"), INDEX)) == []

    def test_of_orders_are_whom_they_name(self) -> None:
        fire = Fire(unit="r1", aims=(Aim(weapon="rifles", target="b1"),))
        named = NameTargets(units=(UnitAims(unit="r2", aims=()),))
        for order, units in ((fire, [0]), (named, [1]), (Pass(), [])):
            assert list(units_of(OrderGiven(by="red", order=order), INDEX)) == units


def test_results_are_words() -> None:
    test = LeadershipTested(unit="r1", reason="broken", passed=False, rolls=())
    hit = HitResolved(
        unit="r1",
        weapon="rifles",
        target="b1",
        hit=0,
        wound=True,
        result="saved",
        clause="",
        rolls=(),
    )
    blow = MeleeFought(unit="r1", weapon="", target="b1", distance=0, dice=1, hits=1, rolls=())
    assert [result_of(event) for event in (test, hit, blow)] == ["failed", "saved", "1 hit"]
    assert result_of(TurnStarted(round_number=1, by="red")) == ""


def test_the_end_tells_the_round_and_the_losses(tmp_path: Path) -> None:
    document = document_in(log_of(tmp_path, battle_bytes("causeway-gun", "rounds=4")))
    told = [document.lines[line].text for line in document.events[-1].lines]
    assert told[0] == "The battle ends in round 4"
    assert "none" not in next(text for text in told if text.startswith("Losses of defender"))
