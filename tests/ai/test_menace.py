"""What enemies are worth for what they threaten."""

from sim.ai.menace import Menace
from sim.ai.temper import Temper
from sim.ai.view import View, view_of
from sim.state.battle import BattleState
from tests.support.builders import battle, changed, unit

BOLD = Temper(menace=0.5)
HOUSE = {"id": "house", "kind": "building", "rect": {"center": [20, 30], "size": [4, 4]}}


def seen_by_red(state: BattleState) -> View:
    return with_menace(view_of(state, BOLD))


def with_menace(view: View) -> View:
    return Menace(view.survey, 0).with_menace(view)


def line() -> BattleState:
    """A team before a machine gun and rifles, and others behind a house."""
    blue = [unit("mg", "mg-team", 30, 20), unit("b", "rifle-team", 30, 22)]
    blue.append(unit("far", "rifle-team", 30, 34))
    return battle([unit("r", "rifle-team", 12, 26)], blue, terrain=[HOUSE])


def test_who_threatens_more_is_worth_more() -> None:
    state = line()
    plain, found = view_of(state).units, seen_by_red(state).units
    gun, rifles = (found[number] - plain[number] for number in (1, 2))
    assert gun > rifles > 0.0


def test_who_can_fire_at_nobody_and_the_own_side_are_worth_what_they_were() -> None:
    state = line()
    broken = changed(state, "mg", broken=True)
    plain, found = view_of(broken).units, seen_by_red(broken).units
    assert found[:2] == plain[:2]


def test_the_unit_that_would_lose_most_counts() -> None:
    red = [unit("r", "rifle-team", 12, 20), unit("s", "rifle-team", 24, 20)]
    both = battle(red, [unit("b", "rifle-team", 33, 20)])
    near = seen_by_red(both).units[2]
    assert near > seen_by_red(changed(both, "s", fate="destroyed")).units[2]
    assert near == seen_by_red(changed(both, "r", fate="destroyed")).units[2]


def test_threats_are_looked_at_anew_when_a_row_changes() -> None:
    """Of an enemy, of a unit that it threatens, and when one of those is gone."""
    red = [unit("r", "rifle-team", 12, 26), unit("s", "rifle-team", 18, 20)]
    state = battle(red, [unit("mg", "mg-team", 30, 20), unit("b", "rifle-team", 30, 22)])
    view = view_of(state, BOLD)
    menace = Menace(view.survey, 0)
    states = [
        state,
        changed(state, "mg", suppressed=True),
        changed(state, "s", broken=True),
        changed(state, "s", fate="destroyed"),
        changed(state, "mg", fate="destroyed"),
        state,
    ]
    found = [menace.with_menace(view.of(s)).units for s in states]
    assert found == [with_menace(view.of(s)).units for s in states]
    assert len(set(found)) == len(states) - 1


def test_greedy_takes_no_notice() -> None:
    state = line()
    assert with_menace(view_of(state)).units == view_of(state).units
