"""Hope and fear of a unit where it stands, or where it might."""

from msgspec.structs import replace

from sim.ai.prospects import fear, hope, prospect
from sim.ai.temper import GREEDY
from sim.ai.view import view_of
from sim.battlefield.sight import stance_of
from sim.state.battle import BattleState
from tests.support.builders import battle, changed, unit

HOUSE = {"id": "house", "kind": "building", "rect": {"center": [20, 20], "size": [4, 4]}}


def duel(mine: str = "rifle-team", yours: str = "rifle-team", **more: object) -> BattleState:
    return battle([unit("r", mine, 12, 20, 90)], [unit("b", yours, 30, 20, 270)], **more)


def test_what_sees_nobody_hopes_and_fears_nothing() -> None:
    view = view_of(duel(terrain=[HOUSE]))
    assert hope(view, 0) == fear(view, 0) == 0.0


def test_a_prospect_is_hope_less_fear() -> None:
    view = view_of(duel())
    assert hope(view, 0) > 0.0
    assert prospect(view, 0) == hope(view, 0) - GREEDY.caution * fear(view, 0)


def test_broken_enemies_are_not_feared() -> None:
    state = duel()
    assert fear(view_of(state), 0) > fear(view_of(changed(state, "b", broken=True)), 0) == 0.0


def test_who_has_moved_hopes_for_less_now() -> None:
    state = duel()
    assert hope(view_of(changed(state, "r", moved=True)), 0) < hope(view_of(state), 0)


def test_who_has_sprinted_hopes_for_the_next_turn_alone() -> None:
    state = duel()
    moved, ran = changed(state, "r", moved=True), changed(state, "r", moved=True, sprinted=True)
    assert 0.0 < hope(view_of(ran), 0) < hope(view_of(moved), 0)


def test_enemies_near_by_are_feared_more() -> None:
    far = duel()
    near = battle([unit("r", "rifle-team", 12, 20)], [unit("b", "rifle-team", 22, 20)])
    nearer = battle([unit("r", "rifle-team", 12, 20)], [unit("b", "rifle-team", 19, 20)])
    assert fear(view_of(far), 0) < fear(view_of(near), 0) < fear(view_of(nearer), 0)


def test_a_row_says_where_a_unit_would_stand() -> None:
    state = duel(terrain=[HOUSE])
    view, row = view_of(state), state.units[0]
    base = row.footprint.moved(12.0, 30.0, 90.0)
    stance = stance_of(state.roster.world, base, row.stance.eye, row.stance.height)
    seen = prospect(view, 0, replace(row, footprint=base, stance=stance))
    assert seen != prospect(view, 0) == 0.0


def test_a_leader_near_by_is_company() -> None:
    red = [unit("hq", "rifle-team", 12, 20), unit("r", "rifle-team", 12, 24)]
    state = battle(red, [unit("b", "rifle-team", 60, 20)])
    alone = changed(state, "hq", fate="destroyed")
    shaken = changed(state, "hq", broken=True)
    with_leader, without, with_a_broken_one = (
        prospect(view_of(s), 1) for s in (state, alone, shaken)
    )
    assert with_leader > without == with_a_broken_one
    assert prospect(view_of(changed(state, "r", suppressed=True)), 1) > without


def test_a_leader_far_away_is_none() -> None:
    red = [unit("hq", "rifle-team", 12, 20), unit("r", "rifle-team", 12, 40)]
    state = battle(red, [unit("b", "rifle-team", 60, 20)])
    assert prospect(view_of(state), 1) == prospect(view_of(changed(state, "hq", broken=True)), 1)


def test_mortars_hope_for_what_their_leader_sees() -> None:
    red = [unit("hq", "rifle-team", 20, 26), unit("m", "mortar-team", 12, 20)]
    state = battle(red, [unit("b", "rifle-team", 30, 20)], terrain=[HOUSE])
    assert hope(view_of(state), 1) > 0.0
    assert hope(view_of(changed(state, "hq", fate="destroyed")), 1) == 0.0
    leading = battle([unit("m", "mortar-team", 12, 20)], [unit("b", "rifle-team", 30, 20)])
    hidden = battle(
        [unit("m", "mortar-team", 12, 20)], [unit("b", "rifle-team", 30, 20)], terrain=[HOUSE]
    )
    assert hope(view_of(leading), 0) > hope(view_of(hidden), 0) == 0.0


def test_guns_out_of_their_field_hope_for_nothing_and_frighten_nobody() -> None:
    state = battle([unit("g", "at-gun-light", 12, 20, 0)], [unit("b", "light-tank", 30, 20, 270)])
    view = view_of(state)
    assert hope(view, 0) == fear(view, 1) == 0.0
    assert fear(view, 0) > 0.0
