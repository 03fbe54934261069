"""How a move may end: off the table, or at a gun that the team then serves (HR-16, HR-36)."""

import pytest

from sim.state.apply import apply
from sim.state.events import GunDestroyed, UnitDestroyed
from tests.support.builders import battle, index, row, unit
from tests.support.moves import move, moved, refusal
from tests.support.shots import after, kinds

FAR = [unit("foe", "rifle-team", 60, 40)]


def field(profile, x=20.0, y=10.0, foes=FAR, **more):
    """A battle in Movement with one unit "a" of that profile to move."""
    return battle([unit("a", profile, x, y)], foes, phase="movement", **more)


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize(
    ("edge", "x", "y"),
    [("left", 0.75, 10), ("right", 71.25, 10), ("bottom", 9, 0.75), ("top", 9, 47.25)],
)
def test_a_unit_leaves_by_an_edge_it_touches(edge, x, y):
    inwards = (min(max(x, 3), 69), min(max(y, 3), 45))
    goal = {"kind": "exit", "side": "red", "edge": edge, "units": 1}
    state = field("rifle-team", *inwards, victory=[goal], foes=[unit("foe", "truck", 36, 24)])
    assert refusal(state, move("a", (x, y), exit=edge)) is None
    assert refusal(state, move("a", exit=edge)) == "edge_not_touched"
    events = moved(state, move("a", (x, y), exit=edge))
    assert kinds(events) == ["UnitMoved", "UnitExited"]
    assert row(after(state, events), "a").fate == "exited"


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize(
    ("edge", "x", "y"),
    [
        ("left", 0.8, 0.75),
        ("left", 0.8, 47.25),
        ("right", 71.2, 0.75),
        ("right", 71.2, 47.25),
        ("bottom", 0.75, 0.8),
        ("bottom", 71.25, 0.8),
        ("top", 0.75, 47.2),
        ("top", 71.25, 47.2),
    ],
)
def test_the_touch_of_another_edge_is_none_of_this_one(edge, x, y):
    goal = {"kind": "exit", "side": "red", "edge": edge, "units": 1}
    state = field("rifle-team", x, y, victory=[goal], foes=[unit("foe", "truck", 36, 24)])
    assert refusal(state, move("a", exit=edge)) == "edge_not_touched"


@pytest.mark.clause("HR-36")
@pytest.mark.parametrize(("side", "edge"), [("blue", "left"), ("red", "right")])
def test_an_edge_must_be_named_by_a_condition_of_the_own_side(side, edge):
    goal = {"kind": "exit", "side": side, "edge": edge, "units": 1}
    state = field("rifle-team", 3, 10, victory=[goal])
    assert refusal(state, move("a", (0.75, 10), exit="left")) == "no_exit_condition"


@pytest.mark.clause("HR-36")
def test_a_vehicle_touches_an_edge_with_its_true_base():
    goal = {"kind": "exit", "side": "red", "edge": "right", "units": 1}
    state = field("medium-tank", 62, 10, victory=[goal])
    assert refusal(state, move("a", (70, 10), facing=90, exit="right")) is None
    assert refusal(state, move("a", (70, 10), facing=0, exit="right")) == "edge_not_touched"


def occupation(team_state=None, **more):
    """Team "a" and the uncrewed gun "g", two inches apart."""
    team = unit("a", "rifle-team", 20, 10, state=team_state or {})
    gun = unit("g", "at-gun-light", 23.75, 10, state={"crewed": False})
    return battle([team], [gun, *FAR], phase="movement", **more)


@pytest.mark.clause("HR-16")
def test_a_team_that_touches_an_uncrewed_gun_may_serve_it():
    state = occupation()
    events = moved(state, move("a", (22.25, 10), occupy="g"))
    assert kinds(events) == ["UnitMoved", "GunOccupied"]
    later = after(state, events)
    assert later.guns[0].crew == index(state, "a")
    assert row(later, "a").footprint == later.guns[0].footprint


@pytest.mark.clause("HR-16", "FR-18")
def test_a_team_may_sprint_to_a_gun():
    state = occupation()
    later = after(state, moved(state, move("a", (22.25, 10), occupy="g", sprint=True)))
    assert row(later, "a").sprinted


@pytest.mark.clause("HR-16")
def test_a_team_must_touch_the_gun():
    assert refusal(occupation(), move("a", (22.2, 10), occupy="g")) == "gun_not_touched"


@pytest.mark.clause("HR-16")
def test_a_broken_team_takes_no_gun():
    state = occupation({"broken": True})
    state = after(state, [UnitDestroyed(unit="foe", clause="FR-9")])
    assert refusal(state, move("a", (22.25, 10), occupy="g")) == "broken"


@pytest.mark.clause("HR-16")
def test_only_infantry_takes_a_gun():
    gun = unit("g", "at-gun-light", 23.5, 10, state={"crewed": False})
    state = battle([unit("a", "truck", 20, 10)], [gun, *FAR], phase="movement")
    assert refusal(state, move("a", (21, 10), facing=90, occupy="g")) == "not_infantry"


@pytest.mark.clause("HR-16")
def test_a_gun_with_a_crew_is_not_taken():
    guns = [unit("a", "rifle-team", 20, 10), unit("g", "at-gun-light", 23.75, 10)]
    state = battle(guns, FAR, phase="movement")
    assert refusal(state, move("a", (22.25, 10), occupy="g")) == "gun_crewed"


@pytest.mark.clause("HR-16")
def test_a_gun_that_is_gone_or_unknown_is_not_taken():
    state = apply(occupation(), GunDestroyed(gun="g", clause="FR-32"))
    assert refusal(state, move("a", (22.25, 10), occupy="g")) == "gun_lost"
    assert refusal(state, move("a", (22.25, 10), occupy="x")) == "unknown_gun"


@pytest.mark.clause("PR-33")
def test_a_gun_too_near_an_enemy_is_not_taken():
    gun = unit("g", "at-gun-light", 23.75, 10, state={"crewed": False})
    foe = unit("foe", "rifle-team", 26.75, 10)
    state = battle([unit("a", "rifle-team", 20, 10)], [gun, foe], phase="movement")
    assert refusal(state, move("a", (22.25, 10))) is None
    assert refusal(state, move("a", (22.25, 10), occupy="g")) == "standoff"


@pytest.mark.clause("HR-16", "HR-33")
def test_a_crew_that_lost_its_gun_may_serve_another():
    guns = [
        unit("a", "at-gun-light", 20, 10),
        unit("g", "at-gun-medium", 24, 10, state={"crewed": False}),
    ]
    state = apply(battle(guns, FAR, phase="movement"), GunDestroyed(gun="a", clause="FR-32"))
    assert refusal(state, move("a", (22.5, 10), occupy="g")) is None


@pytest.mark.clause("PR-26")
def test_nobody_takes_a_gun_and_leaves():
    order = move("a", (22.25, 10), occupy="g", exit="left")
    assert refusal(occupation(), order) == "occupy_and_exit"
