import random
from functools import reduce
from operator import or_

import pytest

from sim.battlefield.sight import in_sight, masks, masks_by_piece
from tests.support.sight_oracle import (
    RAYS,
    Base,
    base_distance,
    expected_masks,
    expected_sight,
)
from tests.support.tables import (
    HEIGHT,
    WIDTH,
    random_base,
    random_specs,
    stance,
    table,
    tank,
    wreck,
)

PAIRS = 50


def encounters(seed: int) -> list[tuple[Base, Base, list[Base]]]:
    """Pairs of units, far and near, with wrecks that stand clear of both."""
    stream = random.Random(seed)
    found = []
    for n in range(PAIRS):
        a, b = random_base(stream), random_base(stream)
        if n % 2:
            x, y = a.x + stream.uniform(-7, 7), a.y + stream.uniform(-7, 7)
            b = b._replace(x=min(max(x, 3), WIDTH - 3), y=min(max(y, 3), HEIGHT - 3))
        wrecks = [tank(stream.uniform(3, 69), stream.uniform(3, 45), 10 * n) for _ in range(3)]
        found.append((a, b, [w for w in wrecks if min(map(base_distance, (a, b), (w, w))) > 0.1]))
    return found


def differing_rays(seed: int) -> int:
    """The rays of a random table on which the masks and the oracle differ."""
    specs = random_specs(seed)
    world = table(*specs)
    differing = 0
    for a, b, wrecks in encounters(seed):
        obstacles = [wreck(world, base) for base in wrecks]
        seen = masks(world, stance(world, a), stance(world, b), obstacles)
        for cause, mask in expected_masks(specs, a, b, wrecks).items():
            differing += (getattr(seen, cause) ^ mask).bit_count()
    return differing


@pytest.mark.clause("GE-2")
@pytest.mark.parametrize("seed", range(20))
def test_every_ray_is_hidden_as_the_oracle_says(seed: int) -> None:
    assert 20 * PAIRS * 4 * RAYS == 256_000
    assert differing_rays(seed) == 0


@pytest.mark.slow
@pytest.mark.clause("GE-2")
@pytest.mark.parametrize("seed", range(100, 300))
def test_every_ray_of_many_tables_is_hidden_as_the_oracle_says(seed: int) -> None:
    assert differing_rays(seed) == 0


@pytest.mark.parametrize("seed", range(20, 24))
def test_sight_is_what_the_oracle_says(seed: int) -> None:
    specs = random_specs(seed)
    world = table(*specs)
    for a, b, _ in encounters(seed):
        assert in_sight(world, stance(world, a), stance(world, b)) is expected_sight(specs, a, b)


@pytest.mark.parametrize("seed", range(24, 28))
def test_the_masks_of_the_pieces_make_up_the_whole(seed: int) -> None:
    world = table(*random_specs(seed))
    for a, b, wrecks in encounters(seed):
        ends, obstacles = (stance(world, a), stance(world, b)), [wreck(world, w) for w in wrecks]
        seen, rows = masks(world, *ends, obstacles), masks_by_piece(world, *ends, obstacles)
        for cause in ("hard", "soft", "bare", "opaque"):
            parts = [row.mask for row in rows if row.cause == cause]
            assert reduce(or_, parts, 0) == getattr(seen, cause)
