"""Tables for tests of movement: kinds by their movement, and shapely as the oracle of a leg."""

import random
from collections.abc import Iterable, Sequence

from shapely import LineString, Polygon, box, unary_union
from shapely.affinity import rotate
from shapely.geometry.base import BaseGeometry

from sim.battlefield.going import Going, MoverClass, compile_goings
from sim.battlefield.paths import Mover
from sim.battlefield.terrain import MovementClass, MovementClasses, PieceSpec, TerrainKind
from sim.battlefield.world import World, compile_world
from sim.geometry.footprints import Footprint, corners

Spot = tuple[float, float]
CLASSES: tuple[MovementClass, ...] = (
    "open",
    "road",
    "difficult",
    "very_difficult",
    "impassable",
)
INFANTRY = Mover("infantry", 0.75, 8.0 / 6.0, 0.75, 2.0)
TANK = Mover("vehicle", 1.0, 2.0, 0.75, 2.0)


def ground(movement: MovementClass, shape: BaseGeometry, name: str = "") -> PieceSpec:
    """A piece that is the same to all movers."""
    classes = MovementClasses(movement, movement, movement)
    kind = TerrainKind(movement, "clear", "none", False, 0.0, classes)
    return PieceSpec(name or movement, kind, shape)


def line(movement: MovementClass, *spots: Spot, name: str = "") -> PieceSpec:
    """A line piece."""
    return ground(movement, LineString(spots), name)


def going(*specs: PieceSpec, mover: MoverClass = "vehicle") -> Going:
    """The going over these pieces."""
    return compile_goings(specs).of(mover)


def world(*specs: PieceSpec, size: Spot = (24.0, 18.0)) -> World:
    """The world of these pieces."""
    return compile_world(*size, specs)


def random_grounds(seed: int, count: int = 12) -> list[PieceSpec]:
    """Rectangles at random angles, of random movement, on a table of 24 by 18 inches."""
    stream = random.Random(seed)
    specs = []
    for n in range(count):
        x, y = stream.uniform(2, 22), stream.uniform(2, 16)
        wide, high = stream.uniform(0.5, 3), stream.uniform(0.5, 3)
        shape = rotate(box(x - wide, y - high, x + wide, y + high), stream.uniform(0, 90))
        specs.append(ground(stream.choice(CLASSES), shape, f"piece-{n}"))
    return specs


def expected_cost(specs: Sequence[PieceSpec], mover: Mover, path: Sequence[Spot]) -> float:
    """What a path over polygons costs, by shapely; impassable ones count as open."""
    walked = LineString(path)
    road = unary_union(list(_shapes(specs, ("road",))))
    slow = unary_union(list(_shapes(specs, ("difficult", "very_difficult"))))
    on_road = walked.intersection(road).length
    in_slow = walked.intersection(slow.difference(road)).length
    rest = walked.length - on_road - in_slow
    return on_road * mover.road + in_slow * mover.difficult + rest


def forbidden(specs: Sequence[PieceSpec]) -> BaseGeometry:
    """What nobody may enter: the impassable polygons less the roads."""
    road = unary_union(list(_shapes(specs, ("road",))))
    return unary_union(list(_shapes(specs, ("impassable",)))).difference(road)


def outline(footprint: Footprint) -> Polygon:
    """A rectangular base as shapely sees it."""
    return Polygon(corners(footprint))


def _shapes(specs: Sequence[PieceSpec], classes: Iterable[str]) -> Iterable[BaseGeometry]:
    wanted = tuple(classes)
    return (spec.geometry for spec in specs if spec.kind.name in wanted)
