"""Shelter, whoever may fire."""

import pytest

from sim.ai.cover import shelter_of
from sim.battlefield.sight import stance_of
from sim.geometry.footprints import disc
from tests.support.builders import battle, unit

TERRAIN = [
    {"id": "house", "kind": "building", "rect": {"center": [20, 20], "size": [4, 4]}},
    {"id": "crops", "kind": "orchard", "rect": {"center": [20, 20], "size": [8, 8]}},
    {"id": "wall", "kind": "stone-wall", "line": [[38, 18], [38, 22]]},
    {"id": "hill", "kind": "hill", "circle": {"center": [50, 20], "radius": 3}, "elevation": 1},
]


@pytest.mark.parametrize(("x", "shelter"), [(20, 0.4), (23, 0.25), (37, 0.4), (50, 0.0), (60, 0.0)])
def test_the_best_cover_at_a_place_shelters(x: float, shelter: float) -> None:
    world = battle(
        [unit("r", "rifle-team", 10, 40)], [unit("b", "rifle-team", 60, 40)], terrain=TERRAIN
    ).roster.world
    assert shelter_of(world, stance_of(world, disc(x, 20.0, 1.5), 0.9, 1.0)) == shelter
