"""Places and paths offered to players: those that the check allows."""

import pytest

from sim.geometry.footprints import disc, in_contact
from sim.rules.movement_advance import check_advance
from sim.rules.movement_places import contact_path, end_places, refuges
from tests.support.builders import battle, changed, index, unit
from tests.support.moves import move, nodes_in_reach, refusal

WALL = {"id": "wall", "kind": "bocage", "line": [[22, 0], [22, 14]]}
WOOD = {"id": "wood", "kind": "wood", "rect": {"center": [26, 20], "size": [6, 6]}}
HOUSE = {"id": "house", "kind": "building", "rect": {"center": [14, 16], "size": [4, 4]}}


def field(profile="rifle-team", x=20.0, y=12.0, foes=((34, 12),), others=()):
    red = [unit("a", profile, x, y), *others]
    blue = [unit(f"foe-{n}", "rifle-team", *spot) for n, spot in enumerate(foes)]
    return battle(red, blue, phase="movement", terrain=[WALL, WOOD, HOUSE])


@pytest.mark.clause("HR-14", "BB-10")
@pytest.mark.parametrize("sprint", [False, True])
def test_infantry_may_end_at_every_place_offered(sprint):
    friend = unit("friend", "truck", 17, 12)
    state = field(others=[friend], foes=((38, 12),))
    places = end_places(state, 0, sprint=sprint)
    codes = [refusal(state, move("a", *place.path, sprint=sprint)) for place in places]
    assert len(places) > 40
    assert set(codes) <= ({None, "sprint_near_enemy"} if sprint else {None})


def test_every_place_that_may_be_ended_at_is_offered():
    state = field(others=[unit("friend", "truck", 17, 12)], foes=((27, 12), (20.5, 5)))
    offered = {(place.x, place.y) for place in end_places(state, 0)}
    around = nodes_in_reach(state, "a", 8.0)
    direct = {spot for spot in around if refusal(state, move("a", spot)) is None}
    assert direct <= offered < around


def test_places_come_with_what_they_cost_at_most():
    costs = [place.cost for place in end_places(field(), 0)]
    assert costs == sorted(costs)
    assert costs[0] == 0
    assert costs[-1] <= 8


@pytest.mark.clause("HR-14")
def test_a_vehicle_may_be_offered_places_near_enemies():
    near = [p for p in end_places(field("light-tank"), 0) if abs(p.x - 31) < 1 and p.y == 12]
    assert near


@pytest.mark.clause("HR-15", "FR-28", "HR-13", "BB-10")
def test_who_cannot_move_is_offered_nothing():
    assert end_places(changed(field(), "a", cowering=True), 0) == ()
    assert end_places(field("at-gun-heavy"), 0) == ()
    assert end_places(changed(field(), "a", suppressed=True), 0, sprint=True) == ()
    assert end_places(field(foes=((30, 12),)), 0, sprint=True) == ()
    gun = {"id": "a", "profile": "at-gun-light", "emplacement": "pit"}
    pit = [{"id": "pit", "position": [20, 20], "facing": 90}]
    state = battle([gun], [unit("foe", "truck", 50, 40)], emplacements=pit)
    assert end_places(state, 0) == ()


@pytest.mark.clause("HR-14")
def test_no_place_lies_on_the_other_side_of_the_table():
    state = field(x=3, y=12, foes=((0.75, 13),))
    assert len(end_places(state, 0)) > 40


@pytest.mark.clause("HR-26")
def test_refuges_are_away_from_every_enemy():
    state = field(foes=((21.6, 12), (25, 9)))
    places = refuges(state, 0)
    assert places
    for place in places:
        assert (
            check_advance(state, 0, place.path, manner="break_away", allowance=8, facing=0.0)
            is None
        )


@pytest.mark.clause("BB-20")
@pytest.mark.parametrize(
    ("spot", "legs"),
    [((20, 18), 1), ((24, 13), 2), ((14, 12.5), 1), ((27, 5), None), ((30, 12), None)],
)
def test_a_path_into_contact_is_found_if_there_is_one(spot, legs):
    state = field(y=11, foes=(spot,))
    target = index(state, "foe-0")
    path = contact_path(state, 0, target, manner="charge", allowance=8.0)
    assert (path is None) == (legs is None)
    if path is not None:
        assert len(path) >= legs
        assert in_contact(disc(*path[-1], 1.5), state.units[target].footprint)


@pytest.mark.clause("BB-20")
def test_a_path_into_contact_with_a_vehicle_meets_its_side():
    state = battle([unit("a", "rifle-team", 20, 12)], [unit("foe", "truck", 25, 11.5, 30)])
    path = contact_path(state, 0, 1, manner="charge", allowance=8.0)
    assert path is not None
    assert in_contact(disc(*path[-1], 1.5), state.units[1].footprint)
