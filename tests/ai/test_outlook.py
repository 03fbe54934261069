"""What a unit has to hope and to fear does not depend on what was asked before."""

import pytest
from msgspec.structs import replace

from sim.ai.outlook import Outlook, may_matter
from sim.ai.pairings import AHEAD
from sim.ai.prospects import fear, prospect
from sim.ai.survey import CASES
from sim.ai.view import view_of
from sim.state.battle import BattleState
from tests.support.builders import battle, row, unit

GUN = {"kind": "gun", "footprint": {"rect": [2, 1.5]}, "weapons": ["rifles"]}
GUNS = {"profiles": {"bare": GUN, "shielded": {**GUN, "gunshield": True}}}


def guns() -> BattleState:
    """A gun with a shield and one without, before a machine gun."""
    red = [unit("a", "shielded", 12, 20, 90), unit("n", "bare", 12, 28, 90)]
    return battle(red, [unit("b", "mg-team", 24, 20, 270)], catalogue=GUNS)


@pytest.mark.parametrize("bare_first", [False, True])
def test_a_gunshield_counts_whoever_stood_there_before(bare_first: bool) -> None:
    state = guns()
    view, at = view_of(state), row(state, "a")
    if bare_first:
        there = replace(row(state, "n"), footprint=at.footprint, stance=at.stance)
        prospect(view, 1, there)
    me, foe = view.survey.standing(state, 0), view.survey.standing(state, 2)
    assert view.survey.pair(state, foe, me) % CASES & AHEAD
    assert fear(view, 0) == fear(view_of(guns()), 0)


@pytest.mark.parametrize("asked_before", [False, True])
def test_on_the_edge_of_a_range_it_is_the_rules_that_count(asked_before: bool) -> None:
    """Half a millionth of an inch beyond 24 is within it."""
    state = battle([unit("r", "rifle-team", 1, 21)], [unit("b", "rifle-team", 26.5000005, 21)])
    view = view_of(state)
    me, foe = view.survey.standing(state, 0), view.survey.standing(state, 1)
    if asked_before:
        view.survey.pair(state, me, foe)
    assert may_matter(me, foe)
    assert Outlook(view, me).weigh(me.spot, (me.x, me.y), lambda: me).fear > 0.0
