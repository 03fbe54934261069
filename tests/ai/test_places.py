"""Places: shelter at first sight, and where to face."""

import pytest

from sim.ai.places import best_places, facing_at, shelter_at
from sim.ai.view import view_of
from sim.geometry.footprints import distance_to_point
from sim.state.battle import BattleState
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


def test_places_next_to_an_enemy_are_not_looked_at() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 26, 20)])
    enemy = state.units[1].footprint
    places = best_places(view_of(state), 0, None, 8.0, sprint=False)
    assert all(distance_to_point(enemy, *place.point) > 2.75 for place in places)


def test_sprints_go_far() -> None:
    places = best_places(view_of(lonely()), 0, None, 16.0, sprint=True)
    assert places
    assert all(place.cost > 8.0 for place in places)


def test_tanks_face_the_nearest_that_can_hurt_them() -> None:
    blue = [unit("b", "rifle-team", 20, 30), unit("g", "at-gun-light", 40, 20)]
    state = battle([unit("t", "medium-tank", 20, 20), unit("r", "rifle-team", 10, 20)], blue)
    assert facing_at(state, 0, (20.0, 20.0)) == 90.0
    assert facing_at(state, 1, (20.0, 20.0)) == 0.0


def test_without_enemies_a_unit_keeps_its_facing() -> None:
    state = battle([unit("t", "truck", 20, 20, 45)], [unit("b", "rifle-team", 40, 20)])
    assert facing_at(changed(state, "b", fate="destroyed"), 0, (30.0, 20.0)) == 45.0


def test_in_a_corner_there_are_few_places() -> None:
    walls = [
        {"id": "east", "kind": "river", "rect": {"center": [4, 3], "size": [2, 6]}},
        {"id": "north", "kind": "river", "rect": {"center": [3, 4.6], "size": [6, 2]}},
    ]
    state = battle([unit("t", "truck", 2, 2)], [unit("b", "rifle-team", 40, 20)], terrain=walls)
    assert len(best_places(view_of(state), 0, None, 12.0, sprint=False)) == 4
