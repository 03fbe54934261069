"""Leadership, recovery, suppression and break tests, with scripted dice."""

from fractions import Fraction

import pytest
from msgspec.structs import replace

from sim.dice import RecordingDice, ScriptedDice, enumerate_outcomes
from sim.rules import nerve
from sim.state.apply import apply
from sim.state.events import UnitDestroyed, UnitExited
from tests.support.builders import battle, changed, index, row, unit
from tests.support.shots import after, kinds

FAR = [unit("foe", "rifle-team", 60, 40)]


def platoon(*names, **more):
    return [unit(name, "rifle-team", 5 + 3 * n, 5, **more) for n, name in enumerate(names)]


def leadership(state, name, faces, reason="suppressed"):
    dice = ScriptedDice(faces)
    passed, event = nerve.test_leadership(state, index(state, name), reason, dice)
    dice.finish()
    return passed, event


def start(state, dice):
    scripted = ScriptedDice(dice)
    events = nerve.start_of_turn(state, scripted)
    scripted.finish()
    return events


def end(state, dice=()):
    scripted = ScriptedDice(dice)
    events = nerve.end_of_phase(state, scripted)
    scripted.finish()
    return events


def lost(state, *names):
    return after(state, [UnitDestroyed(unit=name, clause="FR-9") for name in names])


def wounded(state, *names):
    marks = sum(1 << index(state, name) for name in names)
    return replace(state, wounded=marks)


@pytest.mark.clause("BB-5", "HR-1")
@pytest.mark.parametrize(("quality", "need"), [("conscript", 5), ("regular", 4), ("elite", 3)])
def test_a_leadership_test_needs_what_the_quality_says(quality, need):
    state = battle(platoon("a", quality=quality), FAR)
    assert leadership(state, "a", [need])[0]
    assert not leadership(state, "a", [need - 1])[0]


@pytest.mark.clause("HR-3")
def test_a_leader_near_adds_one_to_the_die():
    state = battle(platoon("hq", "a"), FAR)
    passed, event = leadership(state, "a", [3])
    assert passed
    (roll,) = event.rolls
    assert (roll.need, roll.faces, roll.result) == (3, (3,), "pass")
    assert [(m.name, m.value, m.clause) for m in roll.modifiers] == [("leader", 1, "HR-3")]


@pytest.mark.clause("HR-3")
def test_the_leader_tests_without_help():
    state = battle(platoon("hq", "a"), FAR)
    passed, event = leadership(state, "hq", [3])
    assert not passed
    assert event.rolls[0].modifiers == ()


@pytest.mark.clause("HR-3")
def test_the_help_of_a_leader_is_a_number_of_the_ruleset():
    state = battle(platoon("hq", "a"), FAR, rules={"leader_bonus": 2})
    assert leadership(state, "a", [2])[0]


@pytest.mark.clause("PR-20")
@pytest.mark.parametrize(("need", "chance"), [(1, 6), (2, 5), (4, 3), (6, 1), (7, 0)])
def test_no_face_of_a_leadership_test_is_special(need, chance):
    table = nerve.leadership_table(need)
    outcomes = enumerate_outcomes(lambda dice: dice.throw(table, 1, "x", "a")[0].result)
    assert outcomes.get("pass", 0) == Fraction(chance, 6)


@pytest.mark.clause("BB-7")
def test_a_suppressed_unit_recovers_at_the_start_of_its_turn():
    state = battle(platoon("a", state={"suppressed": True}), FAR)
    events = start(state, {"rally_suppressed": [4]})
    assert kinds(events) == ["LeadershipTested", "SuppressionEnded"]
    assert not row(after(state, events), "a").suppressed


@pytest.mark.clause("BB-7")
def test_a_failed_test_leaves_a_unit_suppressed():
    state = battle(platoon("a", state={"suppressed": True}), FAR)
    assert kinds(start(state, {"rally_suppressed": [3]})) == ["LeadershipTested"]


@pytest.mark.clause("HR-6")
def test_a_unit_suppressed_and_broken_tests_for_each():
    state = battle(platoon("a", state={"suppressed": True, "broken": True}), FAR)
    events = start(state, {"rally_suppressed": [1], "rally_broken": [6]})
    assert kinds(events) == ["LeadershipTested", "LeadershipTested", "UnitRallied"]
    assert [event.reason for event in events[:2]] == ["suppressed", "broken"]


@pytest.mark.clause("HR-6")
def test_a_stunned_vehicle_tests_to_recover():
    state = battle([unit("t", "truck", 10, 10, state={"stunned": True})], FAR)
    assert kinds(start(state, {"recover_stunned": [4]})) == ["LeadershipTested", "StunEnded"]


@pytest.mark.clause("BB-7")
def test_only_the_active_side_recovers():
    state = battle(platoon("a"), [unit("foe", "rifle-team", 60, 40, state={"broken": True})])
    assert start(state, ()) == []
    assert kinds(start(replace(state, active=1), [6])) == ["LeadershipTested", "UnitRallied"]


@pytest.mark.clause("BB-7", "PR-21")
def test_a_leader_that_rallies_helps_those_behind_it():
    state = battle(platoon("hq", "a", state={"broken": True}), FAR)
    assert kinds(start(state, [4, 3])) == ["LeadershipTested", "UnitRallied"] * 2
    assert kinds(start(state, [3, 3])) == ["LeadershipTested"] * 2


@pytest.mark.clause("PR-21")
def test_a_unit_makes_its_tests_before_the_next():
    state = battle(platoon("a", "b", state={"suppressed": True, "broken": True}), FAR)
    record = []
    nerve.start_of_turn(state, RecordingDice(ScriptedDice([1] * 4), record))
    assert [(throw.unit, throw.purpose) for throw in record] == [
        ("a", "rally_suppressed"),
        ("a", "rally_broken"),
        ("b", "rally_suppressed"),
        ("b", "rally_broken"),
    ]


@pytest.mark.clause("BB-16", "HR-34")
def test_the_wounded_are_suppressed_at_the_end_of_the_phase():
    state = wounded(battle(platoon("a", "b"), FAR), "b", "foe")
    events = end(state)
    assert [(event.unit, event.clause) for event in events] == [("b", "BB-16"), ("foe", "BB-16")]


@pytest.mark.clause("BB-16")
def test_the_dead_and_the_suppressed_are_not_suppressed_again():
    state = wounded(battle(platoon("a", "b", "c", "d"), FAR), "a", "b")
    state = changed(lost(state, "a"), "b", suppressed=True)
    assert end(state) == []


@pytest.mark.clause("BB-22")
@pytest.mark.parametrize(("losses", "tests"), [(1, False), (2, False), (3, True)])
def test_a_formation_tests_when_it_falls_below_half(losses, tests):
    state = lost(battle(platoon("a", "b", "c", "d"), FAR), *("a", "b", "c")[:losses])
    assert (kinds(end(state, [6] * tests)) == ["LeadershipTested"]) == tests


@pytest.mark.clause("BB-22")
def test_a_formation_below_half_tests_again_for_each_loss_only():
    foes = [*FAR, unit("f", "rifle-team", 60, 30)]
    state = lost(battle(platoon("a", "b", "c", "d", "e"), foes), "a", "b", "c")
    state = replace(state, fallen=0)
    assert end(state) == []
    assert end(lost(state, "f")) == []
    assert kinds(end(lost(state, "d"), [6])) == ["LeadershipTested"]


@pytest.mark.clause("BB-22")
def test_failure_routs_all_the_formation():
    state = lost(battle(platoon("hq", "a", "b"), FAR), "a")
    assert end(state) == []
    state = lost(state, "hq")
    events = end(state, [3])
    assert kinds(events) == ["LeadershipTested", "FormationRouted", "UnitRouted"]
    assert row(after(state, events), "b").fate == "routed"
    assert row(after(state, events), "foe").alive


@pytest.mark.clause("BB-22")
def test_the_leader_tests_for_its_formation():
    state = lost(battle(platoon("a", "b", "c", "d", "e"), FAR), "a", "b", "c")
    formation = replace(state.roster.formations[0], leader=index(state, "e"))
    roster = replace(state.roster, formations=(formation, state.roster.formations[1]))
    assert end(replace(state, roster=roster), [6])[0].unit == "e"


@pytest.mark.clause("BB-22")
def test_without_its_leader_the_first_survivor_tests():
    state = lost(battle(platoon("hq", "a", "b", "c", "d"), FAR), "hq", "a", "c")
    events = end(state, [6])
    assert (events[0].unit, events[0].reason) == ("b", "formation")


@pytest.mark.clause("BB-22")
def test_a_formation_of_one_or_of_nobody_never_tests():
    state = lost(battle(platoon("a"), [*FAR, unit("foe-2", "truck", 60, 30)]), "a", "foe", "foe-2")
    assert end(state) == []


@pytest.mark.clause("BB-22", "RU-14")
def test_guns_of_a_routed_formation_stay_uncrewed():
    guns = [unit(name, "at-gun-light", 5 + 4 * n, 5) for n, name in enumerate("ghk")]
    state = lost(battle(guns, FAR), "g", "h")
    routed = after(state, end(state, [1]))
    assert [gun.fate for gun in routed.guns] == ["intact"] * 3
    assert row(routed, "k").fate == "routed"


@pytest.mark.clause("BB-22")
def test_a_gun_that_starts_uncrewed_is_no_starting_unit():
    gun = unit("g", "at-gun-light", 30, 5, state={"crewed": False})
    state = lost(battle([*platoon("a", "b"), gun], FAR), "a")
    assert end(state) == []


@pytest.mark.clause("PR-22")
def test_who_left_the_table_is_no_loss():
    state = battle(platoon("a", "b", "c", "d"), FAR)
    state = after(state, [UnitExited(unit=name, edge="left") for name in ("a", "b")])
    assert end(lost(state, "c")) == []


@pytest.mark.clause("BB-22", "HR-3")
def test_suppression_comes_before_the_break_test():
    state = wounded(battle(platoon("hq", "a", "b"), FAR), "hq")
    events = end(lost(state, "a", "b"), [4])
    assert kinds(events) == ["UnitSuppressed", "LeadershipTested"]


def test_every_reason_has_a_purpose_of_its_own():
    state = battle(platoon("a"), FAR)
    reasons = ("suppressed", "broken", "stunned", "break_away", "formation")
    purposes = [leadership(state, "a", [4], reason)[1].rolls[0].purpose for reason in reasons]
    assert purposes == [
        "rally_suppressed",
        "rally_broken",
        "recover_stunned",
        "break_away",
        "formation_break",
    ]


def test_a_recovery_is_an_event_like_any_other():
    state = battle(platoon("a", state={"suppressed": True}), FAR)
    for event in start(state, [6]):
        state = apply(state, event)
    assert not row(state, "a").suppressed
