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


def test_it_passes_where_there_is_no_way_out() -> None:
    corner = [unit("b", "medium-tank", 5, 2, 0), unit("c", "medium-tank", 2, 6, 90)]
    corner += [unit("d", "medium-tank", 9, 8, 45), unit("e", "medium-tank", 5, 13, 0)]
    corner += [unit("f", "medium-tank", 13, 3, 0)]
    state = battle([unit("r", "mortar-team", 2, 2)], corner, phase="melee", size=(16, 16))
    assert answer(state, "break_away", "r") == Pass()


def test_a_tank_breaks_away_too() -> None:
    state = battle(
        [unit("t", "medium-tank", 20, 20)], [unit("b", "rifle-team", 23, 20)], phase="melee"
    )
    assert isinstance(answer(state, "break_away", "t"), BreakAway)
