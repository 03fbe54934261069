"""The order of a player turn, and what an order can and cannot do (BB-6, HR-8)."""

import pytest
from msgspec.structs import replace

from sim.dice import ScriptedDice
from sim.engine.course import MOST_REFUSALS
from sim.state.digest import state_digest
from sim.state.events import (
    BattleEnded,
    FirefightFormed,
    HatchChanged,
    OrderGiven,
    OrderRefused,
    PhaseStarted,
    TurnEnded,
    TurnStarted,
    UnitCowered,
    UnitMoved,
    UnitRouted,
    UnitSuppressed,
    WeaponFired,
)
from sim.state.orders import (
    Aim,
    Charge,
    Cower,
    Fire,
    Move,
    NameTargets,
    Pass,
    Resolve,
    SetHatch,
    UnitAims,
)
from tests.support.builders import scenario, unit
from tests.support.play import play
from tests.support.shots import fire_order, kinds

RED = [unit("r1", "rifle-team", 10, 10), unit("tank", "medium-tank", 10, 20, 90)]
BLUE = [unit("b1", "rifle-team", 60, 10), unit("b2", "rifle-team", 60, 20)]
START = scenario(RED, BLUE).start
NEAR = scenario(RED, [unit("b1", "rifle-team", 20, 10), unit("b2", "rifle-team", 20, 20)]).start


@pytest.mark.clause("BB-6")
def test_a_round_is_one_player_turn_of_each_side_in_five_phases() -> None:
    played = play(START, [])
    turns = [event.by for event in played.of(TurnStarted)][:2]
    phases = [event.name for event in played.of(PhaseStarted)][:12]
    assert turns == ["red", "blue"]
    assert phases == ["start", "movement", "shooting", "firefight", "melee", "end"] * 2


@pytest.mark.clause("BB-6")
def test_the_scenario_says_who_is_first() -> None:
    played = play(scenario(RED, BLUE, first_side="blue").start, [])
    assert [event.by for event in played.of(TurnStarted)][:2] == ["blue", "red"]


@pytest.mark.clause("HR-8")
def test_a_unit_is_ordered_once_a_phase() -> None:
    again = Move(unit="r1", path=((12.0, 10.0),), facing=0)
    played = play(START, [("movement", again), ("movement", again)])
    assert [event.code for event in played.of(OrderRefused)] == ["acted"]
    assert len(played.of(UnitMoved)) == 1


@pytest.mark.clause("HR-8")
def test_who_was_ordered_is_not_asked_again() -> None:
    played = play(START, [("movement", Move(unit="tank", path=((12.0, 20.0),), facing=90))])
    asked = [request.units for request, _ in played.asked if request.kind == "movement"]
    assert asked[:2] == [("r1", "tank"), ("r1",)]


@pytest.mark.clause("HR-8")
def test_units_are_ordered_in_any_order_and_each_order_takes_effect_at_once() -> None:
    tank = Move(unit="tank", path=((20.0, 20.0),), facing=90)
    team = Move(unit="r1", path=((10.0, 17.0),), facing=0)
    played = play(START, [("movement", tank), ("movement", team)])
    assert [event.unit for event in played.of(UnitMoved)] == ["tank", "r1"]


@pytest.mark.clause("HR-8")
def test_a_pass_ends_the_phase_for_the_side() -> None:
    played = play(START, [("movement", Pass())])
    asked = [request.kind for request, _ in played.asked]
    assert asked.count("movement") == 2


@pytest.mark.parametrize(
    ("order", "code"),
    [
        (Move(unit="nobody", path=(), facing=0), "unknown_unit"),
        (Move(unit="b1", path=(), facing=0), "not_own_unit"),
        (Fire(unit="r1", aims=()), "wrong_order"),
        (Move(unit="r1", path=((70.0, 10.0),), facing=0), "too_far"),
    ],
)
def test_a_forbidden_order_is_refused_with_its_reason_and_changes_nothing(
    order: Move | Fire, code: str
) -> None:
    played = play(START, [("movement", order)])
    (refused,) = played.of(OrderRefused)
    assert (refused.code, refused.order) == (code, order)
    place = played.events.index(refused)
    assert state_digest(played.states[place]) == state_digest(played.states[place - 1])


def test_orders_to_the_dead_are_refused() -> None:
    dead = replace(START, units=(replace(START.units[0], fate="destroyed"), *START.units[1:]))
    played = play(dead, [("movement", Move(unit="r1", path=(), facing=0))])
    assert [event.code for event in played.of(OrderRefused)] == ["not_on_table"]


@pytest.mark.clause("PR-1")
def test_too_many_refusals_in_a_row_are_a_pass() -> None:
    wrong = Move(unit="nobody", path=(), facing=0)
    played = play(START, [("movement", wrong)] * MOST_REFUSALS, side=0)
    assert len(played.of(OrderRefused)) == MOST_REFUSALS
    place = max(i for i, event in enumerate(played.events) if isinstance(event, OrderRefused))
    assert played.events[place + 1] == OrderGiven(by="red", order=Pass())


@pytest.mark.clause("HR-5")
def test_a_hatch_is_opened_once_and_only_if_it_was_shut() -> None:
    open_it = SetHatch(unit="tank", buttoned=False)
    played = play(START, [("start", open_it)])
    assert played.of(HatchChanged) == [HatchChanged(unit="tank", buttoned=False)]
    shut = play(START, [("start", SetHatch(unit="tank", buttoned=True))])
    assert shut.of(HatchChanged) == []


@pytest.mark.clause("HR-5", "HR-7")
@pytest.mark.parametrize(
    ("profile", "asked"), [("rifle-team", True), ("medium-tank", True), ("half-track", False)]
)
def test_whoever_has_a_choice_at_the_start_is_asked_for_it(profile: str, asked: bool) -> None:
    played = play(scenario([unit("r1", profile, 10, 10)], BLUE).start, [])
    assert (("r1",) in [r.units for r, _ in played.asked if r.kind == "start"]) == asked


@pytest.mark.clause("BB-7", "HR-6", "HR-7")
def test_the_tests_to_recover_come_before_the_choices_of_the_start() -> None:
    red = [unit("tank", "medium-tank", 10, 20, state={"stunned": True, "suppressed": True})]
    dice = ScriptedDice({"rally_suppressed": [4], "recover_stunned": [4]})
    played = play(
        scenario(red, BLUE).start, [("start", SetHatch(unit="tank", buttoned=False))], dice
    )
    begun = kinds(played.events).index("PhaseStarted")
    assert kinds(played.events)[begun + 1 : begun + 7] == [
        "LeadershipTested",
        "SuppressionEnded",
        "LeadershipTested",
        "StunEnded",
        "OrderGiven",
        "HatchChanged",
    ]


@pytest.mark.clause("HR-7")
def test_cowering_lasts_to_the_next_own_start() -> None:
    played = play(START, [("start", Cower(unit="r1"))], rounds=2)
    cowering = {
        state.turn: state.units[0].cowering for state in played.states if state.phase == "movement"
    }
    assert played.of(UnitCowered) == [UnitCowered(unit="r1")]
    assert (cowering[1], cowering[2], cowering[3]) == (True, True, False)


@pytest.mark.clause("HR-2")
def test_moved_lasts_to_the_end_of_the_player_turn() -> None:
    move = Move(unit="r1", path=((12.0, 10.0),), facing=0)
    played = play(START, [("movement", move)])
    moved = [state.units[0].moved for state in played.states]
    (ended, *_) = played.of(TurnEnded)
    assert moved[played.events.index(ended) - 1]
    assert not moved[played.events.index(ended)]


@pytest.mark.clause("HR-2", "BB-10")
def test_sprinted_lasts_to_the_start_of_the_next_own_turn() -> None:
    sprint = Move(unit="r1", path=((22.0, 10.0),), facing=0, sprint=True)
    played = play(START, [("movement", sprint)], rounds=2)
    sprinted = {state.turn: state.units[0].sprinted for state in played.states if state.turn}
    assert sprinted == {1: True, 2: True, 3: False} | {turn: False for turn in sprinted if turn > 3}


def fires(name: str, weapon: str, target: str) -> UnitAims:
    return UnitAims(unit=name, aims=(Aim(weapon=weapon, target=target),))


@pytest.mark.clause("BB-18", "BB-19")
def test_both_sides_name_targets_in_a_firefight_on_the_same_state() -> None:
    red = NameTargets(units=(fires("r1", "rifles", "b1"),))
    blue = NameTargets(units=(fires("b1", "rifles", "r1"),))
    played = play(NEAR, [("firefight", red), ("firefight", blue)])
    digests = [
        state_digest(state)
        for request, state in played.asked
        if request.kind == "firefight" and state.turn == 1
    ]
    assert len(digests) == 2
    assert digests[0] == digests[1]
    assert [event.unit for event in played.of(WeaponFired)] == ["r1", "b1"]


@pytest.mark.clause("HR-37")
def test_in_every_turn_both_sides_name_targets_the_active_one_first() -> None:
    asked = [(s.turn, request.side) for request, s in play(NEAR, []).asked if request.groups]
    assert asked[:4] == [(1, 0), (1, 1), (2, 1), (2, 0)]


@pytest.mark.clause("BB-19", "HR-37")
def test_a_side_is_asked_for_its_own_units_that_may_fire() -> None:
    blue = [unit("b1", "rifle-team", 20, 10, state={"broken": True}), unit("b2", "smgs", 20, 20)]
    smgs = {"kind": "infantry", "weapons": ["smgs"]}
    near = scenario(RED, blue, catalogue={"profiles": {"smgs": smgs}}).start
    asked = [request.units for request, _ in play(near, []).asked if request.kind == "firefight"]
    assert asked[:2] == [("r1", "tank"), ("b2",)]


@pytest.mark.clause("BB-18")
def test_the_active_side_chooses_the_order_of_firefights() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 10, 40)]
    blue = [unit("b1", "rifle-team", 20, 10), unit("b2", "rifle-team", 20, 40)]
    start = scenario(red, blue).start
    played = play(start, [])
    first = played.of(FirefightFormed)[:2]
    (asked, *_) = [request for request, _ in played.asked if request.kind == "firefight_order"]
    assert (asked.side, asked.units) == (0, ("r1", "r2"))
    chosen = play(start, [("firefight_order", Resolve(unit="b2"))]).of(FirefightFormed)[:2]
    assert [event.units for event in first] == [("r1", "b1"), ("r2", "b2")]
    assert [event.units for event in chosen] == [("r2", "b2"), ("r1", "b1")]


def test_a_group_that_is_not_waiting_is_refused() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 10, 40)]
    blue = [unit("b1", "rifle-team", 20, 10), unit("b2", "rifle-team", 20, 40)]
    played = play(scenario(red, blue).start, [("firefight_order", Resolve(unit="r3"))])
    assert [event.code for event in played.of(OrderRefused)] == ["no_such_group"]


@pytest.mark.clause("BB-20")
def test_who_fired_in_the_firefight_does_not_charge() -> None:
    red = NameTargets(units=(fires("r1", "rifles", "b1"),))
    charge = Charge(unit="r1", target="b1", path=((18.5, 10.0),))
    near = scenario(RED, [unit("b1", "rifle-team", 15, 10), unit("b2", "rifle-team", 60, 20)]).start
    fired = play(near, [("firefight", red)], side=0)
    assert "charge" not in [request.kind for request, state in fired.asked if state.turn == 1]
    charged = play(near, [("charge", Charge(unit="r1", target="b1", path=((13.5, 10.0),)))])
    assert charged.of(UnitMoved)[0].manner == "charge"
    assert charge.target == "b1"


@pytest.mark.clause("HR-9", "HR-28")
def test_a_battle_of_passes_ends_with_the_last_round() -> None:
    played = play(START, [], rounds=8)
    (ended,) = played.of(BattleEnded)
    assert (ended.termination, ended.winner) == ("rounds", None)
    assert played.state.round == 8


RANGE = [unit("b1", "rifle-team", 30, 10), *(unit(f"b{n}", "truck", 60, 10 * n) for n in (2, 3))]
VOLLEY = ("shooting", fire_order("r1", rifles="b1"))


@pytest.mark.clause("HR-34", "BB-16")
def test_the_wounded_are_suppressed_before_the_next_phase_begins() -> None:
    dice = ScriptedDice({"to_hit": [4, 1], "team_save": [6, 6], "rally_suppressed": [6]})
    played = play(scenario(RED, RANGE).start, [VOLLEY], dice)
    place = played.events.index(UnitSuppressed(unit="b1", clause="BB-16"))
    assert played.states[place].phase == "shooting"
    assert played.events[place + 1] == PhaseStarted(name="firefight")


@pytest.mark.clause("HR-34", "BB-22", "HR-29")
def test_the_rout_of_all_that_is_left_ends_the_battle_with_its_phase() -> None:
    start = scenario(RED, RANGE).start
    lost = replace(start.units[3], fate="destroyed", fate_round=1)
    start = replace(start, units=(*start.units[:3], lost, start.units[4]))
    dice = ScriptedDice({"to_hit": [4, 1], "team_save": [1, 1], "formation_break": [3]})
    played = play(start, [VOLLEY], dice)
    assert played.of(UnitRouted) == [UnitRouted(unit="b3")]
    assert (played.state.phase, played.of(BattleEnded)[0].winner) == ("shooting", "red")


@pytest.mark.clause("HR-9", "HR-27")
def test_a_hold_is_counted_at_the_end_of_each_round() -> None:
    bridge = {"id": "bridge", "position": [10, 10], "radius": 3}
    hold = {"kind": "hold", "side": "red", "objective": "bridge", "rounds": 2}
    played = play(scenario(RED, BLUE, objectives=[bridge], victory=[hold]).start, [], rounds=8)
    (ended,) = played.of(BattleEnded)
    assert (ended.termination, ended.winner, ended.condition) == ("condition", "red", 0)
    assert (played.state.round, played.state.turn) == (2, 4)


@pytest.mark.clause("HR-29")
def test_a_side_without_units_loses_at_once() -> None:
    dead = tuple(replace(row, fate="destroyed") for row in START.units[2:])
    played = play(replace(START, units=(*START.units[:2], *dead)), [])
    assert isinstance(played.events[-1], BattleEnded)
    assert played.events[-1].winner == "red"
    assert isinstance(played.events[-2], TurnEnded)
    assert played.of(PhaseStarted) == [PhaseStarted(name="start")]
