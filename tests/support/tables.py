"""Tables and units for tests of sight: single pieces by name, and random ones from a seed."""

import random

from shapely import LineString, MultiLineString, MultiPoint, Point, box
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from sim.battlefield.sight import Obstacle, Stance, stance_of
from sim.battlefield.terrain import MovementClasses, PieceSpec, TerrainKind
from sim.battlefield.world import World, compile_world
from sim.geometry.footprints import Footprint, disc, rectangle
from tests.support.sight_oracle import Base

WIDTH, HEIGHT = 72.0, 48.0
OPEN = MovementClasses("open", "open", "open")
KINDS = {
    kind.name: kind
    for kind in (
        TerrainKind("wood", "blocks", "soft", True, 4.0, OPEN),
        TerrainKind("building", "blocks", "hard", True, 4.0, OPEN),
        TerrainKind("crops", "obscures", "none", True, 1.0, OPEN),
        TerrainKind("rubble", "obscures", "hard", True, 1.0, OPEN),
        TerrainKind("crater", "clear", "soft", True, 0.0, OPEN),
        TerrainKind("river", "clear", "none", False, 0.0, OPEN),
        TerrainKind("hill", "blocks", "hard", False, 0.0, OPEN),
        TerrainKind("smoke", "blocks", "none", False, 1.4, OPEN),
        TerrainKind("reeds", "obscures", "soft", False, 0.7, OPEN),
        TerrainKind("stone-wall", "obscures", "hard", False, 0.9, OPEN),
        TerrainKind("hedge", "obscures", "soft", False, 1.0, OPEN),
        TerrainKind("bocage", "blocks", "hard", False, 2.5, OPEN),
        TerrainKind("screen", "blocks", "soft", False, 1.5, OPEN),
    )
}
LINES = ("stone-wall", "hedge", "bocage", "screen")


def team(x: float, y: float, facing: float = 0.0) -> Base:
    """An infantry team."""
    return Base(x, y, facing, eye=0.9, height=1.0, diameter=1.5)


def gun(x: float, y: float, facing: float = 0.0) -> Base:
    """A gun with its crew."""
    return Base(x, y, facing, eye=0.7, height=0.8, length=2.0, width=1.5)


def tank(x: float, y: float, facing: float = 0.0, length: float = 4.0, width: float = 2.0) -> Base:
    """A tank; wrecks of it look the same."""
    return Base(x, y, facing, eye=1.8, height=1.8, length=length, width=width)


def piece(
    kind: str,
    shape: BaseGeometry,
    *,
    elevation: float | None = None,
    base: float | None = None,
    name: str | None = None,
) -> PieceSpec:
    """A piece of a kind of `KINDS`, by default of its kind's name."""
    return PieceSpec(name or kind, KINDS[kind], shape, elevation, base)


def table(*specs: PieceSpec, size: tuple[float, float] = (WIDTH, HEIGHT)) -> World:
    """The world of these pieces."""
    return compile_world(*size, specs)


def footprint(base: Base) -> Footprint:
    """The footprint of a unit."""
    if base.diameter:
        return disc(base.x, base.y, base.diameter, base.facing)
    return rectangle(base.x, base.y, base.facing, base.length, base.width)


def stance(world: World, base: Base) -> Stance:
    """The stance of a unit on a table."""
    return stance_of(world, footprint(base), base.eye, base.height)


def wreck(world: World, base: Base, name: str = "wreck") -> Obstacle:
    """A wreck, or a vehicle that has nothing to do with a shot."""
    return Obstacle(name, footprint(base), world.ground(base.x, base.y), base.height)


def random_specs(seed: int, count: int = 40) -> list[PieceSpec]:
    """Pieces of terrain at random places; hills may lie on hills, walls on either."""
    stream = random.Random(seed)
    specs = []
    for n in range(count):
        kind = KINDS[stream.choice(list(KINDS))]
        shape = _line(stream) if kind.name in LINES else _area(stream)
        elevation = stream.choice((1.0, 2.0, 3.5)) if kind.name == "hill" else None
        base = 0.5 if kind.name == "screen" else None
        specs.append(PieceSpec(f"{kind.name}-{n}", kind, shape, elevation, base))
    return specs


def random_base(stream: random.Random) -> Base:
    """An infantry team, a gun or a tank at a random place, turned anywhere."""
    x, y = stream.uniform(3, WIDTH - 3), stream.uniform(3, HEIGHT - 3)
    return stream.choice((team, gun, tank))(x, y, stream.randrange(36000) / 100)


def _area(stream: random.Random) -> BaseGeometry:
    x, y, size = stream.uniform(6, WIDTH - 6), stream.uniform(6, HEIGHT - 6), stream.uniform(1, 3)
    match stream.randrange(4):
        case 0:
            shape = rotate(box(x - size, y - 1, x + size, y + 1), stream.uniform(0, 180))
        case 1:
            shape = Point(x, y).buffer(size, 5) - Point(x, y).buffer(size / 2, 3)
        case 2:
            shape = box(x - 3, y - 2, x - 1, y + 1) | box(x + 1, y - 1, x + 2, y + 2)
        case _:
            spots = [(x + stream.gauss(0, size), y + stream.gauss(0, size)) for _ in range(9)]
            shape = MultiPoint(spots).convex_hull
    return shape & box(0, 0, WIDTH, HEIGHT)


def _line(stream: random.Random) -> BaseGeometry:
    x, y = stream.uniform(6, WIDTH - 6), stream.uniform(6, HEIGHT - 6)
    points = [(x, y)]
    for _ in range(stream.randint(1, 4)):
        x, y = x + stream.uniform(-3, 3), y + stream.uniform(-3, 3)
        points.append((x, y))
    line = LineString(points)
    if stream.random() < 0.2:
        line = MultiLineString([points, [(a + 1.5, b + 1.0) for a, b in points]])
    return line & box(0, 0, WIDTH, HEIGHT)
