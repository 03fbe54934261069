"""Moves, tests, orders, formations and objectives in words."""

from typing import Any

import pytest

from sim.state.events import (
    FirefightFormed,
    FormationRouted,
    GunAbandoned,
    GunOccupied,
    HatchChanged,
    LeadershipTested,
    MeleeDecided,
    MeleeFormed,
    ObjectiveHeld,
    ObjectiveLost,
    OrderGiven,
    OrderRefused,
    PlayerForfeited,
    StunEnded,
    SuppressionEnded,
    TerrainTested,
    UnitExited,
    UnitImmobilized,
    UnitMoved,
    UnitRallied,
)
from sim.state.orders import Charge, Move
from sim.state.rolls import Roll
from tests.support.telling import told


def moved(**more: Any) -> UnitMoved:
    fields: dict[str, Any] = {
        "unit": "r1",
        "manner": "move",
        "path": ((0.0, 0.0), (6.0, 0.0)),
        "facing": 90.0,
        "cost": 6.0,
    }
    return UnitMoved(**fields | more)


def test_a_move_says_how_far_and_whither() -> None:
    assert told(moved()) == ['  r1 (rifle-team) moves 6" east to (6, 0)']


@pytest.mark.clause("HR-12")
def test_the_verbose_move_has_its_cost_and_facing() -> None:
    (row,) = told(moved(cost=8.0), verbose=True)
    assert row.endswith('to (6, 0), cost 8", facing 90°')


def test_a_turn_on_the_spot_is_no_move() -> None:
    assert told(moved(path=((1.0, 1.0),), facing=45.5)) == ["  r1 (rifle-team) turns to 45.5°"]


@pytest.mark.clause("BB-20")
def test_a_charge_names_its_target() -> None:
    charge = OrderGiven(by="red", order=Charge("r1", "b1", ((6.0, 0.0),)))
    assert told(charge, moved(manner="charge")) == [
        '  r1 (rifle-team) charges onto b1 (rifle-team), 6" east to (6, 0)'
    ]


def terrain(passed: bool) -> TerrainTested:
    roll = Roll(purpose="terrain", faces=(3,), result="pass", need=2)
    return TerrainTested(unit="r1", piece="wood", passed=passed, rolls=(roll,))


@pytest.mark.clause("BB-9")
def test_a_vehicle_gets_through_the_wood_or_not() -> None:
    words = "  r1 (rifle-team) tests in wood, needs 2+: 3 —"
    immobilized = UnitImmobilized(unit="r1", piece="wood")
    assert told(terrain(True)) == [f"{words} gets through (BB-9)"]
    assert told(terrain(False), immobilized) == [f"{words} immobilized (BB-9)"]
    assert told(immobilized) == ["  r1 (rifle-team) is immobilized in wood (BB-9)"]


def leadership(reason: Any, passed: bool) -> LeadershipTested:
    roll = Roll(purpose="any", faces=(4,), result="pass", need=4)
    return LeadershipTested(unit="r1", reason=reason, passed=passed, rolls=(roll,))


@pytest.mark.parametrize(
    ("reason", "end", "words"),
    [
        ("suppressed", SuppressionEnded(unit="r1"), "is no longer suppressed"),
        ("broken", UnitRallied(unit="r1"), "rallies"),
        ("stunned", StunEnded(unit="r1"), "is no longer stunned"),
    ],
)
def test_a_recovery_is_told_with_its_test(reason: Any, end: Any, words: str) -> None:
    assert len(told(leadership(reason, True), end)) == 1
    assert told(end) == [f"  r1 (rifle-team) {words}"]


@pytest.mark.clause("HR-6")
def test_a_rally_shows_its_die() -> None:
    assert told(leadership("broken", True)) == [
        "  r1 (rifle-team) tests to rally, needs 4+: 4 — rallies"
    ]
    assert told(leadership("broken", False))[0].endswith("stays broken")


def test_a_refused_order_says_why() -> None:
    order = Move("r1", ((3.0, 4.0),), 0.0)
    refused = OrderRefused(
        by="red", order=order, code="suppressed_sprint", clause="HR-15", text="r1 is \x1bsuppressed"
    )
    assert told(refused) == [
        "  red ordered r1 to move to (3, 4); refused: r1 is suppressed (HR-15)"
    ]


def test_a_forfeit_has_its_reason() -> None:
    rows = told(PlayerForfeited(by="red", reason="KeyError: 'x'"))
    assert rows == ["  the player of red gives no sound answer and forfeits: KeyError: 'x'"]


@pytest.mark.parametrize(
    ("event", "words"),
    [
        (HatchChanged(unit="r1", buttoned=True), "r1 (rifle-team) buttons up (HR-5)"),
        (HatchChanged(unit="r1", buttoned=False), "r1 (rifle-team) opens its hatch (HR-5)"),
        (GunOccupied(unit="r1", gun="gun"), "r1 (rifle-team) takes over the gun gun (HR-16)"),
        (GunAbandoned(unit="r1", gun="g"), "r1 (rifle-team) leaves the gun g behind (RU-14)"),
        (
            UnitExited(unit="r1", edge="top"),
            "r1 (rifle-team) leaves the table over the top edge (HR-36)",
        ),
        (FormationRouted(formation="red-1"), "formation red-1 routs (BB-22)"),
        (
            MeleeDecided(loser="red", losses=(1, 0)),
            "red loses the melee: red 1 loss and blue no losses (HR-25)",
        ),
        (
            MeleeDecided(loser=None, losses=(2, 2)),
            "nobody loses the melee: red 2 losses and blue 2 losses (HR-25)",
        ),
        (
            ObjectiveHeld(condition=1, rounds=1),
            "objective held: blue wins by holding hill for 2 rounds running (HR-27)",
        ),
        (ObjectiveLost(condition=9), "objective lost: condition 9 (HR-27)"),
    ],
)
def test_one_line_each(event: Any, words: str) -> None:
    assert [row.strip() for row in told(event)] == [words]


def test_a_hold_says_for_how_long() -> None:
    assert told(ObjectiveHeld(condition=1, rounds=2))[0].startswith(
        "  objective held, 2 rounds running: blue wins"
    )


@pytest.mark.parametrize("formed", [FirefightFormed, MeleeFormed])
def test_a_fight_sets_side_against_side(formed: Any) -> None:
    assert told(formed(units=("r1", "b1", "gun"))) == [
        " r1 (rifle-team) against b1 (rifle-team) and gun (at-gun-medium):"
    ]
