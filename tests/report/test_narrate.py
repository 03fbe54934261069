"""The course of a battle: its frame, its kinds of events, and that it tells them all."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace
from rich.cells import cell_len

from sim.errors import LogError
from sim.report.lines import PAGE_WIDTH, fold
from sim.report.narrate import _GATHERED, _TELLERS, Narrator
from sim.state.apply import EVENT_TYPES
from sim.state.events import (
    BattleEnded,
    OrderGiven,
    PhaseStarted,
    TurnEnded,
    TurnStarted,
    UnitCowered,
    UnitDestroyed,
    UnitRouted,
    UnitSuppressed,
)
from sim.state.orders import Cower, Pass
from tests.support.any_events import any_event
from tests.support.logs import header
from tests.support.telling import SCENE, told

ENDED = BattleEnded(termination="rounds", winner=None, condition=None, score=(1.0, 1.5))


def ended(**more: Any) -> list[str]:
    return told(replace(ENDED, **more))


def test_every_kind_of_event_is_told() -> None:
    assert {*_TELLERS, *_GATHERED, PhaseStarted} == set(EVENT_TYPES)


@settings(max_examples=200)
@given(st.lists(any_event(), max_size=5), st.booleans())
def test_whatever_a_log_holds_fits_the_page(events: list[Any], verbose: bool) -> None:
    assert all(cell_len(row) <= PAGE_WIDTH for row in told(*events, verbose=verbose))


def introduction(**more: Any) -> list[str]:
    lines = Narrator(header(**SCENE | more)).introduction()
    return [row for line in lines for row in fold(line)]


def test_the_introduction_names_sides_players_and_goals() -> None:
    assert introduction() == [
        "test",
        "",
        "red: 2 units, played by null",
        "  wins by destroying 50 % of the enemy",
        "blue: 2 units, played by null",
        "  wins by holding hill for 2 rounds running",
        "8 rounds, red first; seed 7",
    ]


def test_the_introduction_has_the_description_and_the_first_side() -> None:
    rows = introduction(description="At dawn.", first_side="blue")
    assert rows[1] == "At dawn."
    assert rows[-1] == "8 rounds, blue first; seed 7"


def test_a_header_without_a_scenario_is_no_log() -> None:
    with pytest.raises(LogError, match="no scenario"):
        Narrator(replace(header(), scenario={"name": 3}))


@pytest.mark.clause("BB-6")
def test_a_turn_is_headed_by_its_round_and_side() -> None:
    empty, heading = told(TurnStarted(round_number=3, by="blue"))
    assert empty == ""
    assert heading.startswith("── Round 3 of 8 · blue ──")


def test_a_phase_is_named_above_what_happens_in_it() -> None:
    rows = told(PhaseStarted(name="melee"), UnitDestroyed(unit="r1", clause="HR-26"))
    assert rows == ["Melee", "  r1 (rifle-team) is destroyed (HR-26)"]


def test_a_phase_in_which_nothing_happens_is_not_named() -> None:
    rows = told(PhaseStarted(name="melee"), PhaseStarted(name="end"), UnitCowered(unit="r1"))
    assert rows[0] == "End of the turn"


def test_a_turn_in_which_nothing_happens_says_so() -> None:
    turn = [TurnStarted(round_number=1, by="red"), PhaseStarted(name="start")]
    assert told(*turn, TurnEnded(digest="00"))[2:] == ["  nothing happens"]
    assert "nothing happens" not in told(*turn, UnitCowered(unit="r1"), TurnEnded(digest="00"))[-1]


def test_a_profile_is_named_once_in_a_turn() -> None:
    first, second = UnitCowered(unit="r1"), UnitSuppressed(unit="r1", clause="BB-16")
    rows = told(first, second, TurnStarted(round_number=2, by="red"), first)
    assert rows[:2] == ["  r1 (rifle-team) cowers (HR-7)", "  suppressed: r1 (BB-16)"]
    assert rows[-1] == "  r1 (rifle-team) cowers (HR-7)"


def test_orders_do_not_part_what_belongs_together() -> None:
    events = [
        step
        for unit in ("r1", "r2")
        for step in (OrderGiven(by="red", order=Cower(unit)), UnitCowered(unit=unit))
    ]
    assert told(*events) == ["  r1 (rifle-team) and r2 (rifle-team) cower (HR-7)"]


def test_the_suppressed_share_a_line() -> None:
    rows = told(
        UnitSuppressed(unit="r1", clause="BB-16"), UnitSuppressed(unit="r2", clause="BB-16")
    )
    assert rows == ["  suppressed: r1 (rifle-team) and r2 (rifle-team) (BB-16)"]


def test_the_verbose_course_has_passes_and_digests() -> None:
    events = OrderGiven(by="red", order=Pass()), TurnEnded(digest="c0ffee")
    assert told(*events) == []
    assert told(*events, verbose=True) == ["  red passes", "  state c0ffee"]


@pytest.mark.parametrize(
    ("how", "words"),
    [
        ({"termination": "rounds"}, "A draw on points (HR-28)."),
        ({"termination": "rounds", "winner": "blue"}, "blue wins on points (HR-28)."),
        (
            {"termination": "condition", "winner": "red", "condition": 0},
            "red wins by destroying 50 % of the enemy (HR-27).",
        ),
        ({"termination": "condition"}, "A draw: both sides have met a condition (HR-27)."),
        (
            {"termination": "no_units", "winner": "red"},
            "red wins: blue has no unit left on the table (HR-29).",
        ),
        (
            {"termination": "no_units"},
            "A draw: neither side has a unit left on the table (HR-29).",
        ),
        ({"termination": "forfeit", "winner": "blue"}, "blue wins: red has forfeited."),
    ],
)
def test_the_end_says_who_won_and_by_what(how: dict[str, Any], words: str) -> None:
    assert ended(**how)[2] == words


def test_the_end_counts_points_and_losses() -> None:
    rows = told(
        TurnStarted(round_number=2, by="red"),
        UnitDestroyed(unit="b1", clause="FR-9", by="r1"),
        UnitRouted(unit="gun"),
        ENDED,
    )
    assert rows[-3:] == [
        "Points: red 1, blue 1.5.",
        "Losses of red: none.",
        "Losses of blue: b1 (round 2), gun (routed, round 2).",
    ]


@pytest.mark.clause("BB-22")
def test_the_routed_leave_together() -> None:
    rows = told(UnitRouted(unit="r1"), UnitRouted(unit="r2"))
    assert rows == ["  off the table: r1 (rifle-team) and r2 (rifle-team) (BB-22)"]


def test_a_condition_that_the_scenario_has_not_goes_by_its_number() -> None:
    assert ended(termination="condition", winner="red", condition=5)[2] == "condition 5 (HR-27)."
