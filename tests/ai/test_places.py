"""Places: shelter at first sight, and where to face."""

from math import hypot

import pytest
from msgspec.structs import replace

from sim.ai.ground import ground_of, in_degrees
from sim.ai.outlook import Outlook
from sim.ai.places import best_places, facings_at, shelter_at
from sim.ai.view import view_of
from sim.geometry.footprints import distance_to_point
from sim.state.battle import BattleState
from sim.state.orders import Point
from tests.support.builders import battle, changed, unit

TERRAIN = [
    {"id": "house", "kind": "building", "rect": {"center": [20, 20], "size": [4, 4]}},
    {"id": "orchard", "kind": "orchard", "rect": {"center": [30, 20], "size": [4, 4]}},
    {"id": "wall", "kind": "stone-wall", "line": [[38, 18], [38, 22]]},
    {"id": "hill", "kind": "hill", "circle": {"center": [50, 20], "radius": 3}, "elevation": 1},
]


def lonely() -> BattleState:
    """A team with an enemy far away."""
    return battle(
        [unit("r", "rifle-team", 10, 20)], [unit("b", "rifle-team", 70, 40)], terrain=TERRAIN
    )


@pytest.mark.parametrize("other", [(30.0, 20.0), (50.0, 20.0), (10.0, 40.0)])
def test_hard_cover_shelters_best(other: tuple[float, float]) -> None:
    state = lonely()
    house, wall = shelter_at(state, 0, (20.0, 20.0)), shelter_at(state, 0, (37.0, 20.0))
    assert house == wall > shelter_at(state, 0, other)


def test_open_ground_and_hills_are_no_shelter() -> None:
    state = lonely()
    assert shelter_at(state, 0, (10.0, 40.0)) == shelter_at(state, 0, (50.0, 20.0)) == 0.0
    assert shelter_at(state, 0, (30.0, 20.0)) > 0.0


def offered(state: BattleState, inches: float, *, sprint: bool = False) -> list[Point]:
    """The places that are worth an exact look to the first unit."""
    view, row = view_of(state), replace(state.units[0], moved=True, sprinted=sprint)
    outlook = Outlook(view, view.survey.as_if(state, 0, row), inches)
    ground = ground_of(view, 0, inches)
    return [ground.point(promise.place) for promise in best_places(outlook, None, ground)]


def test_places_next_to_an_enemy_are_not_looked_at() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 26, 20)])
    enemy = state.units[1].footprint
    assert all(distance_to_point(enemy, *place) > 2.75 for place in offered(state, 8.0))


def test_sprints_go_far() -> None:
    places = offered(lonely(), 16.0, sprint=True)
    assert places
    assert all(hypot(x - 10.0, y - 20.0) > 7.5 for x, y in places)


def test_under_fire_the_places_out_of_sight_promise_most() -> None:
    guns = [unit(f"mg{n}", "mg-team", 44, 12 + 8 * n) for n in range(3)]
    house = [{"id": "house", "kind": "building", "rect": {"center": [16, 24], "size": [4, 4]}}]
    state = battle([unit("r", "rifle-team", 14, 16)], guns, terrain=house)
    assert min(hypot(x - 12.0, y - 24.0) for x, y in offered(state, 12.0)) < 4.0


def test_tanks_may_face_the_nearest_that_can_hurt_them() -> None:
    blue = [unit("b", "rifle-team", 20, 30), unit("g", "at-gun-light", 40, 20)]
    state = battle([unit("t", "medium-tank", 20, 20), unit("r", "rifle-team", 10, 20)], blue)
    view = view_of(state)
    assert [in_degrees(facing) for facing in facings_at(view, 0, (20.0, 20.0))] == [0.0, 90.0]
    assert [in_degrees(facing) for facing in facings_at(view, 1, (20.0, 20.0))] == [0.0]


def test_of_many_that_can_hurt_a_tank_only_the_nearest_are_faced() -> None:
    guns = [unit(f"g{n}", "at-gun-light", 30 + 4 * n, 40 - 6 * n) for n in range(5)]
    view = view_of(battle([unit("t", "medium-tank", 20, 20)], guns))
    assert len(facings_at(view, 0, (20.0, 20.0))) == 3


def test_without_enemies_a_unit_keeps_its_facing_as_near_as_may_be() -> None:
    state = battle([unit("t", "truck", 20, 20, 44)], [unit("b", "rifle-team", 40, 20)])
    view = view_of(changed(state, "b", fate="destroyed"))
    assert [in_degrees(facing) for facing in facings_at(view, 0, (30.0, 20.0))] == [40.0]


def test_in_a_corner_there_are_few_places() -> None:
    walls = [
        {"id": "east", "kind": "river", "rect": {"center": [4, 3], "size": [2, 6]}},
        {"id": "north", "kind": "river", "rect": {"center": [3, 4.6], "size": [6, 2]}},
    ]
    state = battle([unit("t", "truck", 2, 2)], [unit("b", "rifle-team", 40, 20)], terrain=walls)
    assert len(offered(state, 12.0)) == 4
