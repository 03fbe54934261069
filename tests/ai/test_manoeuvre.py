"""Movement: towards the goal, into cover, onto lost guns, off the table."""

from typing import Any

import pytest

from sim.ai.manoeuvre import exit_value
from sim.ai.worth import VICTORY
from sim.geometry.vectors import angle_off, facing_vector
from sim.rules.movement.move import assess_move
from sim.rules.movement.way import Way
from sim.state.battle import BattleState
from sim.state.orders import Move, Pass
from tests.support.asking import answer
from tests.support.builders import battle, changed, unit

HOLD = {"kind": "hold", "side": "red", "objective": "hill", "at_round": 3}
HILL = {"id": "hill", "position": [40, 20], "radius": 3}
EXIT = {"kind": "exit", "side": "red", "edge": "right", "units": 1}


def moving(red: list[Any], blue: list[Any], **more: Any) -> BattleState:
    return battle(red, blue, phase="movement", **more)


def test_it_goes_where_it_has_to_be() -> None:
    far = [unit("b", "rifle-team", 4, 44)]
    state = moving([unit("r", "rifle-team", 20, 20)], far, victory=[HOLD], objectives=[HILL])
    order = answer(state, "movement", "r")
    assert order.sprint
    assert order.path[-1][0] > 30


def test_it_leaves_the_open_for_cover_under_fire() -> None:
    hole = {"id": "hole", "kind": "rubble", "rect": {"center": [20, 24], "size": [4, 4]}}
    foes = [unit("b", "mg-team", 40, 20), unit("c", "mg-team", 40, 24)]
    state = moving([unit("r", "rifle-team", 20, 20)], foes, terrain=[hole])
    order = answer(state, "movement", "r")
    assert state.roster.world.area_pieces_at(*order.path[-1]) == (0,)


def test_it_stays_where_it_does_best() -> None:
    hole = {"id": "hole", "kind": "rubble", "rect": {"center": [20, 20], "size": [4, 4]}}
    state = moving(
        [unit("r", "mg-team", 20, 20)], [unit("b", "rifle-team", 48, 20)], terrain=[hole]
    )
    assert answer(state, "movement", "r") == Pass()


@pytest.mark.clause("HR-15")
def test_who_cannot_move_is_not_ordered_to() -> None:
    red = [unit("r", "medium-tank", 20, 20, state={"immobilized": True})]
    state = moving(red, [unit("b", "rifle-team", 4, 44)], victory=[HOLD], objectives=[HILL])
    assert answer(state, "movement", "r") == Pass()


@pytest.mark.clause("HR-16")
def test_it_takes_a_lost_gun() -> None:
    gun = unit("g", "at-gun-medium", 22, 20, 90, state={"crewed": False})
    state = moving([unit("r", "rifle-team", 19, 20), gun], [unit("b", "medium-tank", 50, 20, 0)])
    order = answer(state, "movement", "r")
    assert order.occupy == "g"


@pytest.mark.clause("HR-36")
def test_it_leaves_by_the_edge_that_wins() -> None:
    state = moving(
        [unit("r", "rifle-team", 60, 20)], [unit("b", "rifle-team", 20, 20)], victory=[EXIT]
    )
    assert answer(state, "movement", "r").exit == "right"


def test_an_exit_is_worth_its_share_of_the_victory() -> None:
    red = [unit(f"r{n}", "rifle-team", 60, 10 + 5 * n) for n in range(3)]
    blue = [unit("b", "rifle-team", 20, 20)]
    state = moving(red, blue, victory=[{**EXIT, "units": 2}, {**EXIT, "units": 3}])
    assert exit_value(state, 0, "right") == VICTORY / 2
    few = changed(changed(state, "r0", fate="destroyed"), "r1", fate="destroyed")
    assert exit_value(few, 0, "right") == 0.0
    gone = changed(few, "r2", fate="exited", exit="right")
    assert exit_value(gone, 0, "right") == 0.0


def test_a_gun_keeps_still_while_it_has_a_target() -> None:
    gun = [unit("g", "at-gun-light", 20, 20, 90)]
    state = moving(gun, [unit("b", "medium-tank", 48, 20, 270)])
    assert answer(state, "movement", "g") == Pass()


def test_a_gun_turns_to_an_enemy_outside_its_field_of_fire() -> None:
    gun = [unit("g", "at-gun-light", 20, 20, 270)]
    blue = [unit("b", "medium-tank", 48, 20, 0), unit("c", "medium-tank", 70, 44)]
    state = moving(gun, blue)
    assert answer(state, "movement", "g") == Move("g", (), 90.0)


def test_an_assault_gun_turns_its_front_to_the_enemy() -> None:
    blue = [unit("t", "medium-tank", 48, 20, 270)]
    state = moving([unit("a", "assault-gun", 20, 20, 180)], blue)
    order = answer(state, "movement", "a")
    x, y = order.path[-1] if order.path else (20.0, 20.0)
    assert angle_off(*facing_vector(order.facing), 48 - x, 20 - y) <= 15


def test_a_tank_shuns_terrain_that_may_hold_it() -> None:
    wall = {"id": "rubble", "kind": "rubble", "rect": {"center": [30, 20], "size": [6, 10]}}
    state = moving(
        [unit("t", "light-tank", 20, 20, 90)],
        [unit("b", "rifle-team", 4, 44)],
        victory=[{**HOLD, "at_round": 8}],
        objectives=[HILL],
        terrain=[wall],
    )
    way = assess_move(state, answer(state, "movement", "t"))
    assert isinstance(way, Way)
    assert way.entries == ()


def test_broken_teams_go_into_cover_and_for_nothing_else() -> None:
    gun = unit("g", "at-gun-medium", 22, 20, 90, state={"crewed": False})
    red = [unit("r", "rifle-team", 19, 20, state={"broken": True}), gun]
    hole = {"id": "hole", "kind": "rubble", "rect": {"center": [15, 20], "size": [4, 4]}}
    foes = [unit("b", "mg-team", 40, 20)]
    state = moving(red, foes, victory=[HOLD], objectives=[HILL], terrain=[hole])
    order = answer(state, "movement", "r")
    assert order.occupy is None
    assert state.roster.world.area_pieces_at(*order.path[-1]) == (0,)


def test_a_gun_too_far_away_is_left_where_it_is() -> None:
    gun = unit("g", "at-gun-medium", 40, 20, 90, state={"crewed": False})
    state = moving([unit("r", "rifle-team", 20, 20), gun], [unit("b", "medium-tank", 60, 20, 0)])
    assert getattr(answer(state, "movement", "r"), "occupy", None) is None


def test_who_has_moved_already_does_not_turn_to_where_it_faces() -> None:
    red = [unit("t", "medium-tank", 10.5, 10.5, 90, state={"moved": True, "immobilized": False})]
    state = moving(red, [unit("b", "rifle-team", 60, 10.5)])
    order = answer(state, "movement", "t")
    assert order == Pass() or order.path
