"""Difficult terrain holds vehicles fast, where they entered it (BB-9)."""

import pytest

from sim.dice import RecordingDice, ScriptedDice
from sim.rules.movement.move import resolve_move
from sim.state.events import TerrainTested, UnitMoved
from tests.support.builders import battle, row, unit
from tests.support.moves import move, moved, place
from tests.support.shots import after, found, kinds

FAR = unit("foe", "rifle-team", 60, 40)
WOOD = {"id": "wood", "kind": "wood", "rect": {"center": [26, 10], "size": [4, 8]}}
MARSH = {"id": "marsh", "kind": "marsh", "rect": {"center": [27, 10], "size": [4, 8]}}
HEDGE = {"id": "hedge", "kind": "hedge", "line": [[23, 4], [23, 16]]}


def field(*terrain, x=20.0, profile="light-tank", others=()):
    red = [unit("a", profile, x, 10, 90), *others]
    return battle(red, [FAR], phase="movement", terrain=list(terrain))


@pytest.mark.clause("BB-9")
@pytest.mark.parametrize(("piece", "need"), [(WOOD, 2), (MARSH, 4), (HEDGE, 2)])
def test_a_vehicle_tests_in_difficult_terrain(piece, need):
    state = field(piece)
    order = move("a", (26, 10), facing=90)
    assert kinds(moved(state, order, [need])) == ["TerrainTested", "UnitMoved"]
    events = moved(state, order, [need - 1])
    assert kinds(events) == ["TerrainTested", "UnitMoved", "UnitImmobilized"]
    assert found(events, TerrainTested).rolls[0].need == need


@pytest.mark.clause("BB-9")
def test_a_vehicle_is_immobilized_where_it_entered():
    state = field(WOOD)
    events = moved(state, move("a", (26, 10), facing=0), [1])
    assert place(state, "a", events) == (24, 10, 90)
    later = row(after(state, events), "a")
    assert later.immobilized
    assert later.moved
    assert found(events, UnitMoved).path == ((20, 10), (24, 10))
    assert found(events, UnitMoved).cost == 4


@pytest.mark.clause("BB-9")
def test_a_vehicle_that_passes_goes_on_to_the_end():
    state = field(WOOD)
    assert place(state, "a", moved(state, move("a", (26, 10), facing=5), [2])) == (26, 10, 5)


@pytest.mark.clause("BB-9")
def test_a_vehicle_inside_is_immobilized_where_it_stood():
    state = field(WOOD, x=26)
    events = moved(state, move("a", (28, 10), facing=0), [1])
    assert place(state, "a", events) == (26, 10, 90)
    assert found(events, UnitMoved).cost == 0
    assert not row(after(state, events), "a").moved


@pytest.mark.clause("BB-9", "PR-27")
def test_each_piece_is_tested_once_in_the_order_of_entry():
    state = field(WOOD, MARSH, HEDGE)
    record = []
    path = ((26, 10), (26, 11))
    resolve_move(state, move("a", *path), RecordingDice(ScriptedDice([6, 6, 6]), record))
    assert [(throw.target, throw.occurrence) for throw in record] == [
        ("hedge", 0),
        ("wood", 1),
        ("marsh", 2),
    ]


@pytest.mark.clause("BB-9")
def test_nothing_is_thrown_behind_the_place_of_the_failure():
    state = field(WOOD, MARSH)
    events = moved(state, move("a", (26, 10)), [2, 3])
    assert place(state, "a", events)[:2] == (25, 10)
    assert kinds(events)[:2] == ["TerrainTested", "TerrainTested"]


@pytest.mark.clause("BB-9", "PR-28")
def test_a_vehicle_held_fast_faces_the_way_it_went():
    state = field(WOOD, x=32)
    events = moved(state, move("a", (26, 10), facing=0), [1])
    assert place(state, "a", events) == (28, 10, 270)


@pytest.mark.clause("BB-9")
def test_failure_on_a_later_leg_keeps_the_legs_before():
    state = field(WOOD)
    events = moved(state, move("a", (22, 10), (22, 11), (25, 11)), [1])
    assert found(events, UnitMoved).path == ((20, 10), (22, 10), (22, 11), (24, 11))
    assert place(state, "a", events) == (24, 11, 90)


@pytest.mark.clause("BB-9")
def test_a_turn_of_the_path_at_the_edge_of_a_wood_is_no_leg_of_its_own():
    state = field(WOOD)
    events = moved(state, move("a", (24, 10), (25, 10)), [1])
    assert found(events, UnitMoved).path == ((20, 10), (24, 10))


@pytest.mark.clause("BB-9")
@pytest.mark.parametrize("profile", ["rifle-team", "at-gun-light"])
def test_only_vehicles_test(profile):
    state = field(WOOD, x=22.9, profile=profile)
    assert kinds(moved(state, move("a", (24.5, 10)))) == ["UnitMoved"]


@pytest.mark.clause("BB-9", "PR-27")
def test_turning_on_the_spot_enters_nothing():
    assert kinds(moved(field(WOOD, x=26), move("a", facing=0))) == ["UnitMoved"]


@pytest.mark.clause("BB-9", "HR-36")
def test_an_immobilized_vehicle_does_not_leave_the_table():
    wood = WOOD | {"rect": {"center": [69, 10], "size": [6, 8]}}
    goal = {"kind": "exit", "side": "red", "edge": "right", "units": 1}
    state = battle(
        [unit("a", "truck", 64, 10)], [FAR], phase="movement", terrain=[wood], victory=[goal]
    )
    order = move("a", (70.5, 10), facing=90, exit="right")
    assert kinds(moved(state, order, [1]))[-1] == "UnitImmobilized"
    assert kinds(moved(state, order, [2]))[-1] == "UnitExited"


@pytest.mark.clause("PR-28")
def test_a_vehicle_that_does_not_fit_in_stops_at_the_last_place_where_it_does():
    friend = unit("friend", "rifle-team", 26, 10)
    state = field(WOOD, others=[friend])
    events = moved(state, move("a", (24.1, 10), facing=0), [1])
    assert place(state, "a", events) == (23.5, 10, 90)
    assert found(events, UnitMoved).path == ((20, 10), (23.5, 10))


@pytest.mark.clause("PR-28")
def test_a_vehicle_that_fits_nowhere_on_its_path_stays_where_it_was():
    state = battle(
        [unit("a", "light-tank", 22, 10, 0), unit("b", "rifle-team", 24.3, 10)],
        [FAR],
        phase="movement",
        terrain=[WOOD | {"rect": {"center": [26, 10], "size": [7.8, 8]}}],
    )
    events = moved(state, move("a", (22.2, 10), facing=0), [1])
    assert place(state, "a", events) == (22, 10, 0)
