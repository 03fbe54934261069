"""The Melee phase from charge to breaking away (chapter 8)."""

from itertools import takewhile

import pytest

from sim.dice import ScriptedDice
from sim.state.battle import BattleState
from sim.state.events import (
    GunAbandoned,
    LeadershipTested,
    MeleeDecided,
    MeleeFormed,
    OrderRefused,
    TurnEnded,
    UnitDestroyed,
    UnitImmobilized,
    UnitMoved,
    UnitSuppressed,
    VehicleStunned,
)
from sim.state.orders import Aim, BreakAway, Charge, NameTargets, Pass, Resolve, UnitAims
from tests.support.builders import scenario, unit
from tests.support.play import play


def start(red: list[object], blue: list[object], **more: object) -> BattleState:
    return scenario(red, blue, **more).start


CONTACT = start(
    [unit("r1", "rifle-team", 10, 10, quality="elite")],
    [unit("b1", "rifle-team", 11.5, 10), unit("b2", "rifle-team", 60, 40)],
)
STRIKE = NameTargets(units=(UnitAims(unit="r1", aims=(Aim(weapon="rifle-butts", target="b1"),)),))
RECOVERY = {"rally_suppressed": [6] * 3, "rally_broken": [6] * 3, "recover_stunned": [6] * 3}
LOST = {"to_hit": [4], "team_save": [3, 4]} | RECOVERY
"""One hit; 7 breaks b1, so blue has lost."""


@pytest.mark.clause("BB-20", "HR-22")
def test_a_charge_leads_into_a_melee() -> None:
    far = start([unit("r1", "rifle-team", 10, 10)], [unit("b1", "rifle-team", 17.5, 10)])
    charge = Charge(unit="r1", target="b1", path=((16.0, 10.0),))
    played = play(far, [("charge", charge)])
    assert played.of(MeleeFormed)[0].units == ("r1", "b1")
    assert (played.states[-1].units[0].moved, played.states[-1].units[0].sprinted) == (False, False)


@pytest.mark.clause("HR-26", "BW-42")
def test_a_loser_that_passes_its_test_breaks_away_suppressed() -> None:
    away = BreakAway(unit="b1", path=((18.0, 10.0),), facing=90)
    dice = ScriptedDice({**LOST, "break_away": [4]})
    played = play(CONTACT, [("melee", STRIKE), ("break_away", away)], dice)
    (moved,) = played.of(UnitMoved)
    assert (moved.manner, moved.path[-1]) == ("break_away", (18.0, 10.0))
    assert UnitSuppressed(unit="b1", clause="HR-26") in played.events
    assert not played.states[-1].units[1].moved


@pytest.mark.clause("HR-26", "HR-8")
def test_who_charged_and_lost_breaks_away_as_anybody_does() -> None:
    far = start([unit("r1", "rifle-team", 10, 10)], [unit("b1", "rifle-team", 17.5, 10)])
    script = [
        ("charge", Charge(unit="r1", target="b1", path=((16.0, 10.0),))),
        ("melee", Pass()),
        ("melee", NameTargets(units=(UnitAims("b1", (Aim("rifle-butts", "r1"),)),))),
        ("break_away", BreakAway(unit="r1", path=((9.0, 10.0),), facing=270)),
    ]
    played = play(far, script, ScriptedDice({**LOST, "break_away": [4]}))
    assert [event.manner for event in played.of(UnitMoved)] == ["charge", "break_away"]
    assert played.of(OrderRefused) == []


@pytest.mark.clause("HR-26")
def test_a_loser_that_fails_its_test_is_destroyed() -> None:
    played = play(CONTACT, [("melee", STRIKE)], ScriptedDice({**LOST, "break_away": [3]}))
    assert UnitDestroyed(unit="b1", clause="HR-26") in played.events
    assert "break_away" not in [request.kind for request, _ in played.asked]


@pytest.mark.clause("HR-26", "PR-2")
def test_a_loser_without_a_place_to_go_is_destroyed() -> None:
    near = BreakAway(unit="b1", path=((13.0, 10.0),), facing=90)
    dice = ScriptedDice({**LOST, "break_away": [4]})
    played = play(CONTACT, [("melee", STRIKE), ("break_away", near)], dice)
    assert [event.code for event in played.of(OrderRefused)] == ["still_engaged"]
    assert UnitDestroyed(unit="b1", clause="HR-26") in played.events


def test_only_the_unit_that_is_asked_breaks_away() -> None:
    other = BreakAway(unit="b2", path=((60.0, 41.0),), facing=0)
    dice = ScriptedDice({**LOST, "break_away": [4]})
    played = play(CONTACT, [("melee", STRIKE), ("break_away", other)], dice)
    assert [event.code for event in played.of(OrderRefused)] == ["not_asked"]


@pytest.mark.clause("HR-25")
def test_nobody_breaks_away_from_a_drawn_melee() -> None:
    played = play(CONTACT, [])
    assert played.of(MeleeDecided)[0].loser is None
    assert played.of(LeadershipTested) == []


@pytest.mark.clause("RU-14", "HR-26")
def test_a_crew_breaks_away_without_its_gun() -> None:
    state = start(
        [unit("r1", "rifle-team", 10, 10)],
        [unit("gun", "at-gun-light", 11.75, 10), unit("b2", "rifle-team", 60, 40)],
    )
    strike = NameTargets(
        units=(UnitAims(unit="r1", aims=(Aim(weapon="rifle-butts", target="gun"),)),)
    )
    away = BreakAway(unit="gun", path=((18.0, 10.0),), facing=90)
    dice = ScriptedDice({**LOST, "break_away": [4]})
    played = play(state, [("melee", strike), ("break_away", away)], dice)
    end = played.states[-1]
    assert played.of(GunAbandoned) == [GunAbandoned(unit="gun", gun="gun")]
    assert (end.guns[0].fate, end.guns[0].crew) == ("intact", -1)
    assert (end.units[1].serves, end.units[1].footprint.radius) == (-1, 0.75)


TANK = start(
    [unit("r1", "rifle-team", 10, 10)],
    [unit("b1", "medium-tank", 12, 10), unit("b2", "rifle-team", 60, 40)],
)


@pytest.mark.clause("BW-41", "BW-42")
@pytest.mark.parametrize("face", [3, 4])
def test_a_surviving_vehicle_must_try_even_if_its_side_lost_nothing(face: int) -> None:
    dice = ScriptedDice({"to_hit": [1] * 2, "break_away": [face] * 2} | RECOVERY)
    away = BreakAway(unit="b1", path=((12.0, 17.0),), facing=0)
    played = play(TANK, [("break_away", away)] if face == 4 else [], dice, rounds=1)
    stunned = [event for event in played.of(VehicleStunned) if event.clause == "HR-26"]
    assert bool(stunned) == (face == 3)
    assert played.of(LeadershipTested)[0].passed == (face == 4)


@pytest.mark.clause("PR-46", "PR-27")
def test_a_vehicle_held_fast_on_its_way_out_has_not_failed() -> None:
    state = start(
        [unit("r1", "rifle-team", 10, 10)],
        [unit("b1", "medium-tank", 12, 10), unit("b2", "rifle-team", 60, 40)],
        terrain=[{"id": "wood", "kind": "wood", "rect": {"center": [12, 14], "size": [6, 7]}}],
    )
    dice = ScriptedDice({"to_hit": [1] * 2, "break_away": [4, 3], "terrain": [1]} | RECOVERY)
    away = BreakAway(unit="b1", path=((12.0, 15.5),), facing=0)
    played = play(state, [("break_away", away)], dice, rounds=1)
    first_turn = list(takewhile(lambda event: not isinstance(event, TurnEnded), played.events))
    assert [event.unit for event in played.of(UnitImmobilized)] == ["b1"]
    assert UnitSuppressed(unit="b1", clause="HR-26") in first_turn
    assert not any(isinstance(event, VehicleStunned) for event in first_turn)


@pytest.mark.clause("HR-22")
def test_the_active_side_chooses_the_order_of_melees() -> None:
    state = start(
        [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 10, 40)],
        [unit("b1", "rifle-team", 12, 10), unit("b2", "rifle-team", 12, 40)],
    )
    played = play(state, [("melee_order", Resolve(unit="r2"))])
    assert [event.units for event in played.of(MeleeFormed)][:2] == [("r2", "b2"), ("r1", "b1")]


@pytest.mark.clause("HR-21")
def test_the_other_side_is_asked_to_pile_in_even_with_those_that_sprinted() -> None:
    reserve = unit("b2", "rifle-team", 14, 10, state={"sprinted": True})
    state = start([unit("r1", "rifle-team", 10, 10)], [unit("b1", "rifle-team", 11.5, 10), reserve])
    pile_in = Charge(unit="b2", target="r1", path=((12.0, 7.0), (10.0, 8.5)))
    played = play(state, [("pile_in", pile_in)])
    assert [request.units for request, _ in played.asked if request.kind == "pile_in"] == [("b2",)]
    assert played.of(UnitMoved)[0].manner == "pile_in"
    assert played.of(MeleeFormed)[0].units == ("r1", "b1", "b2")


@pytest.mark.clause("RU-21")
def test_a_vehicle_that_killed_its_last_enemy_need_not_break_away() -> None:
    dice = ScriptedDice({"to_hit": [6], "team_save": [1, 1]} | RECOVERY)
    played = play(TANK, [], dice)
    assert UnitDestroyed(unit="r1", clause="FR-9", by="b1") in played.events
    assert played.of(LeadershipTested) == []
