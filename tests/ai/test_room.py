"""Room: what players take for full is full by the rules, too."""

from collections.abc import Sequence
from typing import Any

import pytest

from sim.ai.ground import Ground, ground_of, in_degrees
from sim.ai.room import Room, room_of
from sim.ai.view import view_of
from sim.errors import Refusal
from sim.rules.movement.move import assess_move, move_allowance
from sim.state.battle import BattleState
from sim.state.orders import Move, Point
from tests.support.builders import battle, changed, row, unit

ENEMY = unit("b", "rifle-team", 70, 40)
TEAM, TANK = unit("r", "rifle-team", 20, 20), unit("r", "medium-tank", 20, 20, 90)


def among(first: Any, *others: Any, **more: Any) -> BattleState:
    """A unit of ours, friends about it, and an enemy far away."""
    return battle([first, *others], [ENEMY], **more)


def never() -> Sequence[Point]:
    """A path that nobody should ask for."""
    raise AssertionError


def refused(state: BattleState, ground: Ground, place: int) -> bool:
    """Whether the rules refuse the way to a place, whatever direction is faced there."""
    path = ground.path(place)
    orders = (Move("r", path, in_degrees(facing), sprint=False) for facing in range(0, 36, 3))
    return all(isinstance(assess_move(state, order), Refusal) for order in orders)


CROWDS = [
    (among(TEAM, unit("f", "rifle-team", 25, 22), unit("t", "medium-tank", 22, 24, 30)), False),
    (among(TANK, unit("f", "rifle-team", 25, 22), unit("t", "heavy-tank", 24, 15, 30)), True),
    (among(TEAM, unit("g", "at-gun-light", 24, 20, 30, state={"crewed": False})), True),
    (among(TANK, unit("t", "medium-tank", 27, 20, 90), unit("m", "at-gun-medium", 20, 25)), True),
    (battle([TANK], [unit("b", "rifle-team", 25, 23), unit("c", "mg-team", 24, 15)]), True),
    (battle([TEAM], [unit("b", "rifle-team", 25, 23), unit("c", "mg-team", 24, 15)]), False),
]


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("state", "bars"), CROWDS)
def test_what_is_full_or_barred_is_refused_by_the_rules(state: BattleState, bars: bool) -> None:
    view = view_of(state)
    ground, room = ground_of(view, 0, move_allowance(state, 0, sprint=False)), room_of(view, 0)
    full = barred = 0
    for place in ground.all.tolist():
        point = ground.point(place)
        is_full = not room.has_place_at(point)
        is_barred = not room.has_way_to(point, lambda place=place: ground.path(place))
        full, barred = full + is_full, barred + is_barred
        assert not (is_full or is_barred) or refused(state, ground, place)
    assert full > 0
    assert (barred > 0) == bars


@pytest.mark.clause("HR-14")
def test_teams_go_through_friends_and_tanks_do_not() -> None:
    friend, beyond = unit("f", "rifle-team", 24, 20), (28.0, 20.0)
    assert Room(among(TEAM, friend), 0).has_way_to(beyond, never)
    assert not Room(among(TANK, friend), 0).has_way_to(beyond, lambda: [beyond])


@pytest.mark.clause("HR-30")
def test_wrecks_bar_the_way_of_teams() -> None:
    state, beyond = among(TEAM, unit("t", "medium-tank", 24, 20)), (28.0, 20.0)
    wreck = changed(state, "t", fate="destroyed")
    assert Room(state, 0).has_way_to(beyond, lambda: [beyond])
    assert not Room(wreck, 0).has_way_to(beyond, lambda: [beyond])
    assert Room(wreck, 0).has_way_to(beyond, lambda: [(24.0, 15.0), beyond])


def test_what_one_stands_on_bars_nothing() -> None:
    state = among(TANK, unit("f", "rifle-team", 24, 20), unit("g", "rifle-team", 26, 24))
    upon = changed(state, "r", footprint=row(state, "f").footprint)
    assert Room(upon, 0).has_way_to((28.0, 20.0), lambda: [(28.0, 20.0)])
