"""Fields: what they propose is what the exact odds say, as far as a glance can tell."""

import numpy as np
import pytest
from msgspec.structs import replace

from sim.ai.fields import field_of, relief_of
from sim.ai.greedy import GreedyPlayer
from sim.ai.ground import ground_of
from sim.ai.outlook import Outlook
from sim.ai.protocol import Player
from sim.ai.tactician import TacticianPlayer
from sim.ai.temper import Temper
from sim.ai.travel import travel_of
from sim.ai.view import View, view_of
from sim.state.battle import BattleState
from sim.state.events import BattleEnded
from tests.support.asking import fought
from tests.support.builders import battle, changed, scenario, unit

HOUSE = {"id": "house", "kind": "building", "rect": {"center": [20, 20], "size": [4, 4]}}


def plain(**more: object) -> BattleState:
    blue = [unit("b", "rifle-team", 31, 21), unit("c", "mg-team", 31, 27)]
    return battle([unit("r", "rifle-team", 13, 21)], blue, **more)


def outlook_of(view: View, unit_index: int = 0) -> Outlook:
    row = replace(view.state.units[unit_index], moved=True)
    return Outlook(view, view.survey.as_if(view.state, unit_index, row), 6.0)


def test_in_the_middle_of_cells_in_the_open_they_are_exact() -> None:
    view = view_of(plain())
    outlook, ground = outlook_of(view), ground_of(view, 0, 6.0)
    field, me, looked_at = field_of(outlook, ground.cells), outlook_of(view).me, 0
    for number, cell in enumerate(ground.cells.tolist()):
        if ground.point(number) == travel_of(view.state.roster.world).centre(cell):
            there = view.survey.moved(me, ground.row(me.row, number, 0))
            exact = outlook.weigh(there.spot, (there.x, there.y), lambda at=there: at)
            assert field.fears[number] == pytest.approx(exact.fear, abs=0.01)
            assert field.hopes[number] == pytest.approx(exact.hope, abs=0.01)
            looked_at += 1
    assert looked_at > 20


def test_well_behind_a_house_there_is_nothing_to_fear_from_beyond_it() -> None:
    """Both would be feared in the open; the machine gun sees past the house."""
    behind, before = (
        field_of(outlook_of(view), ground_of(view, 0, 6.0).cells).fears[0]
        for view in (view_of(plain(terrain=[HOUSE])), view_of(plain()))
    )
    assert 0.0 < behind < before


def test_nobody_in_reach_is_nothing_to_hope_or_to_fear() -> None:
    view = view_of(battle([unit("r", "rifle-team", 4, 4)], [unit("b", "rifle-team", 70, 44)]))
    field = field_of(outlook_of(view), ground_of(view, 0, 6.0).cells)
    assert not field.hopes.any()
    assert not field.fears.any()


def test_mortars_hope_for_what_their_leader_sees() -> None:
    red = [unit("hq", "rifle-team", 13, 35), unit("m", "mortar-team", 13, 21)]
    state = battle(red, [unit("b", "rifle-team", 31, 21)], terrain=[HOUSE])
    led, alone = (
        field_of(Outlook(view, view.survey.standing(view.state, 1)), np.array([cell]))
        for view in (view_of(state), view_of(changed(state, "hq", fate="destroyed")))
        for cell in (travel_of(state.roster.world).cell_at(13, 21),)
    )
    assert led.hopes[0] > alone.hopes[0] == 0.0


def test_glances_that_are_forgotten_are_found_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.relief._KEPT_GLANCES", 1)
    view = view_of(plain(terrain=[HOUSE]))
    cells = ground_of(view, 0, 6.0).cells
    first = field_of(outlook_of(view), cells)
    other = view.of(changed(view.state, "r", suppressed=True))
    field_of(outlook_of(other), cells)
    again = field_of(outlook_of(view), cells)
    assert again.fears.tolist() == first.fears.tolist()
    assert again.hopes.tolist() == first.hopes.tolist()
    assert relief_of(view) is relief_of(other)


PILLBOX = {
    "kind": "vehicle",
    "footprint": {"rect": [3, 3]},
    "height": 1.5,
    "armour": {"front": 6, "other": 6},
    "move": {"open": 0, "difficult": 0},
    "weapons": ["hull-mg"],
}


@pytest.mark.parametrize("make", [GreedyPlayer, TacticianPlayer])
def test_who_can_go_nowhere_has_no_field_and_fights_on(make: type[Player]) -> None:
    """A pillbox between the nodes of the lattice, from which none is in reach."""
    red = [unit("p", "pillbox", 10.5, 10.5, 90), unit("r", "rifle-team", 5, 5)]
    blue = [unit("b", "rifle-team", 30, 20, 270)]
    found = scenario(red, blue, rounds=2, catalogue={"profiles": {"pillbox": PILLBOX}})
    ended = fought(found, [make(), make()], 1)[-1]
    assert isinstance(ended, BattleEnded)
    assert ended.termination != "forfeit"


def test_a_scale_holds_what_goes_into_its_numbers() -> None:
    view = view_of(plain(), Temper(later=1e6, charge=-1e6))
    field = field_of(outlook_of(view), ground_of(view, 0, 6.0).cells)
    assert field.hopes.max() > 30.0
    assert field.fears.min() >= 0.0
