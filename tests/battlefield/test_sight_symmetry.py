import random
from collections.abc import Callable, Sequence

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace
from shapely import LineString, Polygon, box
from shapely.affinity import affine_transform
from shapely.geometry.base import BaseGeometry

from sim.battlefield.sight import Masks, in_sight, masks
from sim.battlefield.terrain import PieceSpec
from sim.geometry.vectors import facing_vector
from tests.support.sight_oracle import Base
from tests.support.tables import piece, random_base, random_specs, stance, table, tank, team, wreck

SIZE = (200.0, 200.0)
SEEDS = st.integers(0, 10_000)
Move = Callable[[list[PieceSpec], list[Base]], tuple[list[PieceSpec], list[Base]]]


def scene(seed: int) -> tuple[list[PieceSpec], list[Base]]:
    """A random table, and a firer, a target and a wreck on it."""
    stream = random.Random(seed)
    bases = [random_base(stream), random_base(stream), tank(*random_base(stream)[:3])]
    return random_specs(seed, 20), bases


def seen(specs: Sequence[PieceSpec], bases: Sequence[Base]) -> Masks:
    """What hides the second base from the first; the third is a wreck."""
    world = table(*specs, size=SIZE)
    firer, target, *wrecks = bases
    obstacles = [wreck(world, base) for base in wrecks]
    return masks(world, stance(world, firer), stance(world, target), obstacles)


def counts(hidden: Masks) -> list[int]:
    """How many rays each cause hides."""
    return [mask.bit_count() for mask in (hidden.hard, hidden.soft, hidden.bare, hidden.opaque)]


def turned(step: int) -> Move:
    """Turn the table by hundredths of a degree and carry it off."""
    sine, cosine = facing_vector(step / 100)
    matrix = (
        cosine,
        sine,
        -sine,
        cosine,
        100 - 36 * cosine - 24 * sine,
        100 + 36 * sine - 24 * cosine,
    )
    return moved_by(matrix, lambda facing: facing + step / 100)


def mirrored(specs: list[PieceSpec], bases: list[Base]) -> tuple[list[PieceSpec], list[Base]]:
    """Swap left and right."""
    return moved_by((-1, 0, 0, 1, 100, 0), lambda facing: 360 - facing)(specs, bases)


def moved_by(matrix: tuple[float, ...], face: Callable[[float], float]) -> Move:
    """Apply an affine map to everything, and a function to the facings."""
    a, b, c, d, e, f = matrix

    def move(specs: list[PieceSpec], bases: list[Base]) -> tuple[list[PieceSpec], list[Base]]:
        return (
            [replace(spec, geometry=affine_transform(spec.geometry, matrix)) for spec in specs],
            [
                base._replace(
                    x=a * base.x + b * base.y + e,
                    y=c * base.x + d * base.y + f,
                    facing=face(base.facing) % 360,
                )
                for base in bases
            ],
        )

    return move


def reordered(shape: BaseGeometry, shift: int) -> BaseGeometry:
    """The same polygon or line, its rings reversed and begun elsewhere."""
    if hasattr(shape, "geoms"):
        return type(shape)([reordered(part, shift) for part in shape.geoms])
    if isinstance(shape, LineString):
        return shape.reverse()
    rings = [list(ring.coords)[:-1][::-1] for ring in (shape.exterior, *shape.interiors)]
    shell, *holes = [ring[shift % len(ring) :] + ring[: shift % len(ring)] for ring in rings]
    return Polygon(shell, holes)


@given(SEEDS, st.integers(0, 35999))
def test_turning_and_shifting_the_table_changes_no_count(seed: int, step: int) -> None:
    specs, bases = scene(seed)
    assert counts(seen(*turned(step)(specs, bases))) == counts(seen(specs, bases))


@given(SEEDS)
def test_mirroring_the_table_changes_no_count(seed: int) -> None:
    specs, bases = scene(seed)
    assert counts(seen(*mirrored(specs, bases))) == counts(seen(specs, bases))


@given(st.integers(-8, 8), st.integers(1, 8), st.integers(0, 35999))
def test_a_ray_exactly_on_the_end_of_a_wall_turns_with_the_table(
    end: int, length: int, step: int
) -> None:
    ends = [24 + (2 * n + 1) / 64 for n in (end, end + length)]
    wall = piece("bocage", LineString([(29, y) for y in ends]))
    bases = [team(20, 24), tank(40, 24, length=4, width=4)]
    assert counts(seen([wall], bases)) == [length, 0, 0, length]
    assert counts(seen(*turned(step)([wall], bases))) == [length, 0, 0, length]


@given(st.integers(0, 35999))
def test_a_wall_as_high_as_the_line_of_sight_hides_nothing_however_turned(step: int) -> None:
    specs = [piece("stone-wall", LineString([(30, 10), (30, 40)]), base=-0.2)]
    bases = [team(20, 24), team(40, 24)]
    assert counts(seen(*turned(step)(specs, bases))) == counts(seen(specs, bases)) == [0] * 4


@given(SEEDS, st.integers(0, 20))
def test_the_order_of_vertices_changes_nothing(seed: int, shift: int) -> None:
    specs, bases = scene(seed)
    again = [replace(spec, geometry=reordered(spec.geometry, shift)) for spec in specs]
    assert seen(again, bases) == seen(specs, bases)


@given(SEEDS, st.integers(0, 19))
def test_adding_a_piece_never_uncovers_a_ray(seed: int, left_out: int) -> None:
    specs, bases = scene(seed)
    flat = [spec for spec in specs if spec.elevation is None]
    few, more = seen(flat[:left_out] + flat[left_out + 1 :], bases), seen(flat, bases)
    for cause in ("hard", "soft", "bare", "opaque"):
        assert getattr(few, cause) & ~getattr(more, cause) == 0


@given(SEEDS, st.floats(0, 3))
def test_raising_a_piece_never_uncovers_a_ray(seed: int, inches: float) -> None:
    specs, bases = scene(seed)
    raised = [
        replace(spec, kind=replace(spec.kind, height=spec.kind.height + inches)) for spec in specs
    ]
    low, high = seen(specs, bases), seen(raised, bases)
    for cause in ("hard", "soft", "bare", "opaque"):
        assert getattr(low, cause) & ~getattr(high, cause) == 0


@given(SEEDS)
def test_sight_is_mutual(seed: int) -> None:
    specs, (a, b, _) = scene(seed)
    world = table(*specs)
    assert in_sight(world, stance(world, a), stance(world, b)) is in_sight(
        world, stance(world, b), stance(world, a)
    )


def test_sight_over_ones_own_wall_is_mutual() -> None:
    world = table(piece("bocage", LineString([(11.5, 0), (11.5, 40)])))
    a, b = stance(world, team(10, 20)), stance(world, team(30, 20))
    assert masks(world, a, b).opaque == 0
    assert masks(world, b, a).opaque.bit_count() == 64
    assert in_sight(world, a, b)
    assert in_sight(world, b, a)


@given(SEEDS)
def test_dropping_the_memo_changes_nothing(seed: int) -> None:
    specs, bases = scene(seed)
    world = table(*specs)
    ends = [stance(world, base) for base in bases[:2]]
    warm = [masks(world, *ends) for _ in range(2)]
    world.memo.clear()
    assert [masks(world, *ends)] * 2 == warm


@pytest.mark.parametrize("x", [18.0, 20.0, 22.0])
def test_what_stands_on_a_cell_border_is_missed_by_no_ray(x: float) -> None:
    specs = [piece("building", box(x, 10, x + 2, 40))]
    assert seen(specs, [team(12, 24), team(36, 28)]).opaque.bit_count() == 64
