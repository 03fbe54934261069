"""Breaking away: to shelter, out of reach of every enemy."""

import pytest

from sim.engine.check import check
from sim.state.orders import BreakAway, Pass
from tests.support.asking import answer, request
from tests.support.builders import battle, unit


@pytest.mark.clause("HR-26")
def test_it_breaks_away_into_cover() -> None:
    wood = {"id": "wood", "kind": "wood", "rect": {"center": [16, 20], "size": [4, 6]}}
    red = [unit("r", "rifle-team", 20, 20)]
    state = battle(red, [unit("b", "mg-team", 22, 20)], phase="melee", terrain=[wood])
    order = answer(state, "break_away", "r")
    assert check(state, request(state, "break_away", "r"), order) is None
    assert state.roster.world.area_pieces_at(*order.path[-1]) == (0,)


def test_it_passes_when_it_cannot_move() -> None:
    red = [unit("t", "medium-tank", 20, 20, state={"immobilized": True})]
    state = battle(red, [unit("b", "rifle-team", 23, 20)], phase="melee")
    assert answer(state, "break_away", "t") == Pass()


def test_a_tank_breaks_away_too() -> None:
    state = battle(
        [unit("t", "medium-tank", 20, 20)], [unit("b", "rifle-team", 23, 20)], phase="melee"
    )
    assert isinstance(answer(state, "break_away", "t"), BreakAway)
