"""Paths of charges and pile-ins, and of breaking away (BB-20, HR-21, HR-26)."""

import pytest

from sim.dice import ScriptedDice
from sim.rules.movement.advance import check_advance, resolve_advance
from sim.state.apply import apply
from sim.state.events import GunAbandoned, UnitMoved
from tests.support.builders import battle, changed, index, unit
from tests.support.moves import place
from tests.support.shots import found, kinds

WOOD = {"id": "wood", "kind": "wood", "rect": {"center": [26, 10], "size": [4, 8]}}


def field(*foes, profile="rifle-team", others=(), **more):
    red = [unit("a", profile, 20, 10), *others]
    return battle(red, list(foes), phase="melee", **more)


def charge(state, *path, target="foe", allowance=8.0, manner="charge"):
    found = check_advance(
        state, 0, path, manner=manner, allowance=allowance, target=index(state, target)
    )
    return found.code if found is not None else None


def break_away(state, *path, allowance=8.0):
    found = check_advance(state, 0, path, manner="break_away", allowance=allowance, facing=0.0)
    return found.code if found is not None else None


FOE = unit("foe", "rifle-team", 25, 10)


@pytest.mark.clause("BB-20")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ([(23.5, 10)], None),
        ([(23.4, 10)], "no_contact"),
        ([(23.6, 10)], "blocked"),
        ([], "no_contact"),
        ([(22, 12), (25, 11.5)], None),
        ([(23.5, 10), (22, 10), (23.5, 10)], "past_contact"),
    ],
    ids=[
        "straight",
        "short of it",
        "into it",
        "nowhere",
        "around",
        "twice",
    ],
)
def test_a_charge_ends_at_first_contact(path, code):
    assert charge(field(FOE), *path) == code


@pytest.mark.clause("BB-20")
def test_a_charge_does_not_slide_along_its_target():
    state = field(unit("foe", "truck", 25, 10, 90))
    assert charge(state, (22, 11.5), (25, 11.5)) == "past_contact"
    assert charge(state, (22, 11.5), (23.6, 11.5)) == "past_contact"
    assert charge(state, (22, 11.5), (23.5, 11.5)) is None
    assert charge(state, (22, 12.5), (25, 11.5)) is None


@pytest.mark.clause("BB-20")
def test_a_charge_goes_eight_inches():
    assert charge(field(unit("foe", "rifle-team", 29.5, 10)), (28, 10)) is None
    assert charge(field(unit("foe", "rifle-team", 29.6, 10)), (28.1, 10)) == "too_far"


@pytest.mark.clause("BB-20")
def test_difficult_terrain_costs_a_charge_what_it_costs_a_move():
    foe = unit("foe", "rifle-team", 28.75, 10)
    assert charge(field(foe, terrain=[WOOD]), (27.25, 10)) == "too_far"
    assert charge(field(foe), (27.25, 10)) is None


@pytest.mark.clause("BB-20", "HR-14")
def test_a_charge_passes_friends_but_no_enemies():
    friend = unit("friend", "rifle-team", 22, 10)
    other = unit("other", "rifle-team", 22, 10)
    assert charge(field(FOE, others=[friend]), (23.5, 10)) is None
    assert charge(field(FOE, other), (23.5, 10)) == "blocked"


@pytest.mark.clause("HR-14")
def test_a_charge_does_not_end_on_a_friend():
    friend = unit("friend", "rifle-team", 23, 11)
    assert charge(field(FOE, others=[friend]), (23.5, 10)) == "overlap"


@pytest.mark.clause("HR-21")
def test_a_pile_in_is_laid_like_a_charge():
    assert charge(field(FOE), (23.5, 10), manner="pile_in") is None
    assert charge(field(FOE), (23.5, 10), manner="pile_in", allowance=3.0) == "too_far"


@pytest.mark.clause("HR-26")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ([(19.5, 10)], None),
        ([(19.6, 10)], "still_engaged"),
        ([(25, 10)], "still_engaged"),
        ([(11.9, 10)], "too_far"),
    ],
)
def test_breaking_away_ends_more_than_two_inches_from_every_enemy(path, code):
    assert break_away(field(unit("foe", "rifle-team", 23.05, 10)), *path) == code


@pytest.mark.clause("HR-26", "PR-25")
def test_who_breaks_away_goes_past_enemies_through_their_bases():
    state = field(unit("foe", "rifle-team", 21.5, 10))
    assert break_away(state, (26, 10)) is None


@pytest.mark.clause("PR-25")
def test_a_vehicle_that_breaks_away_goes_through_enemies_not_friends():
    state = field(unit("foe", "rifle-team", 21.7, 10), profile="light-tank")
    assert break_away(state, (27, 10), allowance=12.0) is None
    friend = unit("friend", "rifle-team", 24, 10)
    state = field(unit("foe", "rifle-team", 21.7, 10), profile="light-tank", others=[friend])
    assert break_away(state, (27, 10), allowance=12.0) == "blocked"


@pytest.mark.clause("HR-26")
@pytest.mark.parametrize(("facing", "code"), [(0.0, None), (90.0, "still_engaged")])
def test_a_vehicle_breaks_away_with_the_base_it_will_have(facing, code):
    state = field(unit("foe", "rifle-team", 22, 10), profile="light-tank")
    refused = check_advance(
        state, 0, ((17.8, 10),), manner="break_away", allowance=12.0, facing=facing
    )
    assert (refused and refused.code) == code


@pytest.mark.clause("HR-26", "HR-14", "PR-25")
def test_who_breaks_away_does_not_go_through_a_gun_without_a_crew():
    gun = unit("g", "at-gun-light", 17, 10, state={"crewed": False})
    state = field(unit("foe", "rifle-team", 21.5, 10), others=[gun])
    assert break_away(state, (14, 10)) == "blocked"


@pytest.mark.clause("PR-29")
@pytest.mark.parametrize("mark", ["stunned", "immobilized"])
def test_a_vehicle_that_cannot_move_does_not_break_away(mark):
    state = changed(field(FOE, profile="light-tank"), "a", **{mark: True})
    assert break_away(state, (10, 10), allowance=12.0) == mark


@pytest.mark.clause("RU-14", "PR-24", "HR-26")
def test_a_crew_breaks_away_from_on_top_of_its_gun():
    state = field(unit("foe", "rifle-team", 21.7, 10), profile="at-gun-light")
    state = apply(state, GunAbandoned(unit="a", gun="a"))
    assert break_away(state, (14, 10)) is None
    assert break_away(state, (20, 10.5)) == "overlap"


def test_an_advance_faces_along_its_last_leg():
    state = field(FOE)
    events = resolve_advance(state, 0, [(20, 8), (21, 8)], "charge", None, ScriptedDice(()))
    assert place(state, "a", events) == (21, 8, 90)
    events = resolve_advance(state, 0, [(20, 8)], "charge", None, ScriptedDice(()))
    assert place(state, "a", events) == (20, 8, 180)
    events = resolve_advance(state, 0, [(20, 8), (21, 8)], "break_away", 180.0, ScriptedDice(()))
    assert place(state, "a", events) == (21, 8, 180)
    assert found(events, UnitMoved).manner == "break_away"


def test_an_advance_to_nowhere_is_not_resolved():
    with pytest.raises(ValueError, match="table"):
        resolve_advance(field(FOE), 0, [(-5, 8)], "charge", None, ScriptedDice(()))


@pytest.mark.clause("PR-27", "BB-9")
def test_a_vehicle_that_breaks_away_tests_difficult_terrain():
    state = field(unit("foe", "rifle-team", 18, 10), profile="light-tank", terrain=[WOOD])
    events = resolve_advance(state, 0, [(26, 10)], "break_away", 90.0, ScriptedDice([1]))
    assert kinds(events) == ["TerrainTested", "UnitMoved", "UnitImmobilized"]
