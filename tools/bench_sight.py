"""Times of sight on a seeded table of 40 pieces: `python -m tools.bench_sight`.

The calibration loop is plain Python too, so the ratios travel between machines.
"""

import random
from collections.abc import Callable
from itertools import pairwise
from time import perf_counter

from shapely import LineString, MultiPoint, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from sim.battlefield.sight import Stance, _hidden_by_terrain, _view, masks, stance_of
from sim.battlefield.terrain import MovementClasses, PieceSpec, TerrainKind
from sim.battlefield.world import World, compile_world
from sim.geometry.footprints import disc, rectangle

WIDTH, HEIGHT = 72.0, 48.0
OPEN = MovementClasses("open", "open", "open")
KINDS = {
    "wood": TerrainKind("wood", "blocks", "soft", True, 4.0, OPEN),
    "building": TerrainKind("building", "blocks", "hard", True, 4.0, OPEN),
    "hill": TerrainKind("hill", "blocks", "hard", False, 0.0, OPEN),
    "stone-wall": TerrainKind("stone-wall", "obscures", "hard", False, 0.9, OPEN),
    "hedge": TerrainKind("hedge", "obscures", "soft", False, 1.0, OPEN),
}
PAIRS, ROUNDS = 400, 5


def table(seed: int) -> World:
    """A table of 40 pieces: woods, buildings, hills, walls and hedges."""
    stream = random.Random(seed)
    names = stream.choices(list(KINDS), weights=[25, 20, 10, 25, 20], k=40)
    specs = [
        PieceSpec(f"{name}-{n}", KINDS[name], _shape(stream, name), 2.0 if name == "hill" else None)
        for n, name in enumerate(names)
    ]
    return compile_world(WIDTH, HEIGHT, specs)


def _shape(stream: random.Random, name: str) -> BaseGeometry:
    x, y = stream.uniform(6, WIDTH - 6), stream.uniform(6, HEIGHT - 6)
    if name == "building":
        return rotate(box(x - 2, y - 1.5, x + 2, y + 1.5), stream.uniform(0, 180))
    if name in ("wood", "hill"):
        points = [(x + stream.gauss(0, 2.2), y + stream.gauss(0, 2.2)) for _ in range(14)]
        return MultiPoint(points).convex_hull & box(0, 0, WIDTH, HEIGHT)
    points = [(x, y)]
    for _ in range(stream.randint(2, 4)):
        x, y = x + stream.uniform(-2, 2), y + stream.uniform(1, 3)
        points.append((x, y))
    return LineString(points) & box(0, 0, WIDTH, HEIGHT)


def stances(world: World, seed: int) -> list[Stance]:
    """Infantry and vehicles, in turn, at random places."""
    stream = random.Random(seed)
    found = []
    for n in range(PAIRS + 1):
        x, y = stream.uniform(2, WIDTH - 2), stream.uniform(2, HEIGHT - 2)
        if n % 4:
            found.append(stance_of(world, disc(x, y, 1.5), 0.9, 1.0))
        else:
            tank = rectangle(x, y, stream.uniform(0, 360), 4.0, 2.0)
            found.append(stance_of(world, tank, 1.8, 1.8))
    return found


def microseconds(action: Callable[[], object], repeats: int) -> float:
    """The best time of one of the repeats of an action, over several rounds."""
    best = float("inf")
    for _ in range(ROUNDS):
        start = perf_counter()
        action()
        best = min(best, perf_counter() - start)
    return best / repeats * 1e6


def calibration() -> float:
    """A loop of the same sort of arithmetic as a test of an edge against a ray."""
    total = 0.0
    for n in range(100_000):
        total = total * 0.5 + n * 0.25 if total > n else total + n
    return total


def main() -> None:
    """Print the table of times."""
    world = table(1)
    pairs = list(pairwise(stances(world, 2)))
    views = [(_view(*pair), pair) for pair in pairs]
    edges = [
        sum(len(screen.edges) for screen in world.screens_between(*_ends(*pair), view.spread))
        for view, pair in views
        if view
    ]

    def uncached() -> None:
        for firer, target in pairs:
            view = _view(firer, target)
            if view:
                for _ in _hidden_by_terrain(world, view, firer, target):
                    pass

    def remembered() -> None:
        for firer, target in pairs:
            masks(world, firer, target)

    def cold() -> None:
        world.memo.clear()
        remembered()

    loop = microseconds(calibration, 100_000)
    edge_count = sum(len(piece.edges) for piece in world.pieces)
    print(f"{len(world.pieces)} pieces, {edge_count} edges, {sum(edges) / len(edges):.1f} culled")
    rows = {"cold": cold, "uncached": uncached, "remembered": remembered}
    print(f"{'calibration loop':16} {loop:8.3f} us a turn")
    for name, action in rows.items():
        time = microseconds(action, len(pairs))
        print(f"{name:16} {time:8.2f} us a query, {time / loop:8.1f} turns of the loop")


def _ends(firer: Stance, target: Stance) -> tuple[tuple[float, float], tuple[float, float]]:
    return (
        (firer.footprint.x, firer.footprint.y),
        (target.footprint.x, target.footprint.y),
    )


if __name__ == "__main__":
    main()
