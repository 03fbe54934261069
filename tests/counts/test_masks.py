"""No ray differs, whether sight is asked singly, remembered, or in bulk."""

import pytest

from sim.battlefield.sight import Masks, Stance, masks, stance_of
from sim.battlefield.world import World, compile_world
from sim.dice import Stream
from sim.geometry.footprints import disc, rectangle
from tests.counts.battles import table
from tools.bench.floor import Sights, Terrain, bulk_masks
from tools.tables import Plan

PLANS = [Plan(seed, pieces=pieces) for seed, pieces in enumerate((15, 30, 60, 120, 60, 30))]


def stances(world: World, seed: int) -> list[Stance]:
    """Teams and tanks on the lattice and off it."""
    stream = Stream(f"stances/{seed}".encode())
    found = []
    for number in range(40):
        x, y = (3 + stream.below(int(side - 6) * 4) / 4 for side in (world.width, world.height))
        if number % 3:
            found.append(stance_of(world, disc(x, y, 1.5), 0.9, 1.0))
        else:
            tank = rectangle(x, y, stream.below(360), 4.0, 2.0)
            found.append(stance_of(world, tank, 1.8, 1.8))
    return found


def differing(a: list[Masks], b: list[Masks]) -> int:
    """Rays of all causes."""
    return sum(
        (getattr(left, cause) ^ getattr(right, cause)).bit_count()
        for left, right in zip(a, b, strict=True)
        for cause in Masks.__struct_fields__
    )


@pytest.mark.clause("GE-2")
@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_single_remembered_and_bulk_sight_hide_the_same_rays(plan: Plan) -> None:
    world = table(plan).roster.world
    standing = stances(world, plan.seed)
    sights = Sights([(a, b) for a in standing for b in standing if a is not b])
    bulk = bulk_masks(Terrain(world), sights)
    single = [masks(world, *pair) for pair in sights.pairs]
    remembered = [masks(world, *pair) for pair in sights.pairs]
    assert differing(single, bulk) == 0
    assert all(first is again for first, again in zip(single, remembered, strict=True))
    assert sum(mask.hard.bit_count() + mask.soft.bit_count() for mask in single) > 0


def test_a_world_without_terrain_hides_nothing() -> None:
    world = compile_world(48.0, 36.0, [])
    sights = Sights([(a, b) for a, b in zip(stances(world, 1), stances(world, 2), strict=True)])
    assert bulk_masks(Terrain(world), sights) == [masks(world, *pair) for pair in sights.pairs]
