import random

import pytest

from sim.geometry.footprints import disc, rectangle
from sim.geometry.masks import (
    ALL_RAYS,
    NEAREST,
    View,
    among_rays,
    hidden_rays,
    rays_begun_inside,
    view,
    window,
)
from sim.geometry.segments import Edge

TANK = rectangle(20, 0, 0, 4, 4)
SQUARE = ((4, -1, 6, -1), (6, -1, 6, 1), (6, 1, 4, 1), (4, 1, 4, -1))


def seen() -> View:
    """The tank as seen from the origin: its near side 18 inches off fills the silhouette."""
    sight = view(0, 0, TANK)
    assert sight
    return sight


def wall(bottom: float, top: float) -> list[Edge]:
    """A wall half-way to the near side of the tank, where that seems 2 inches wide."""
    return [(9, bottom, 9, top)]


def test_the_silhouette_of_a_rectangle_ends_at_its_corners() -> None:
    assert (seen().u0, seen().u1) == pytest.approx((-2 / 18, 2 / 18))
    assert seen().spread == pytest.approx(20 / 9)


def test_the_silhouette_of_a_disc_ends_at_its_tangents() -> None:
    sight = view(0, 0, disc(0, 5, 6))
    assert sight
    assert (sight.u0, sight.u1) == (-0.75, 0.75)


@pytest.mark.parametrize("eye", [(20, 0), (20, 1.5), (18, 0), (17.95, 1.9)])
def test_there_is_no_view_of_a_base_one_is_level_with(eye: tuple[float, float]) -> None:
    assert view(*eye, TANK) is None


def test_there_is_no_view_from_within_a_disc() -> None:
    assert view(20, 1, disc(20, 0, 2)) is None


@pytest.mark.clause("GE-2")
@pytest.mark.parametrize(("top", "rays"), [(-1, 0), (-0.5, 16), (0, 32), (0.5, 48), (1, 64)])
def test_quarters_of_the_silhouette_are_16_rays(top: float, rays: int) -> None:
    assert hidden_rays(seen(), wall(-3, top), NEAREST, 20).bit_count() == rays


def test_the_first_ray_is_the_rightmost() -> None:
    assert hidden_rays(seen(), wall(-1, -0.5), NEAREST, 20) == (1 << 16) - 1


def test_a_ray_on_the_lower_end_of_a_run_is_hidden_one_on_the_upper_end_is_not() -> None:
    tenth = -1 + 2 * 10.5 / 64
    twelfth = -1 + 2 * 12.5 / 64
    assert hidden_rays(seen(), wall(tenth, twelfth), NEAREST, 20) == 0b11 << 10


def test_a_ray_along_a_wall_does_not_cross_it() -> None:
    slope = (-1 + 2 * 10.5 / 64) / 9
    along = [(3, 3 * slope, 12, 12 * slope), (4, 0, 12, 0)]
    assert hidden_rays(seen(), along, NEAREST, 20) == 0


@pytest.mark.parametrize(("x", "is_hiding"), [(20, True), (20.01, False), (-1, False)])
def test_only_what_is_between_eye_and_centre_hides(x: float, is_hiding: bool) -> None:
    beside = [(x, -9, x, 9)]
    assert (hidden_rays(seen(), beside, NEAREST, 20 + 1e-6) == ALL_RAYS) is is_hiding


def test_a_wall_hides_by_its_part_within_the_window() -> None:
    slanted = [(6, -2, 18, 2)]
    assert hidden_rays(seen(), slanted, NEAREST, 20) == ALL_RAYS
    assert hidden_rays(seen(), slanted, NEAREST, 12).bit_count() == 32
    assert hidden_rays(seen(), slanted, 12, 20).bit_count() == 32


def test_rays_begin_inside_a_polygon_between_its_crossings_of_the_start() -> None:
    assert rays_begun_inside(seen(), SQUARE, 5) == ALL_RAYS
    assert rays_begun_inside(seen(), SQUARE, 3) == 0
    half = [(ax, ay + 1, bx, by + 1) for ax, ay, bx, by in SQUARE]
    assert rays_begun_inside(seen(), half, 5) == ALL_RAYS ^ ((1 << 32) - 1)


def test_the_order_of_edges_and_ends_changes_nothing() -> None:
    stream = random.Random(5)
    edges = [tuple(stream.uniform(-3, 18) for _ in range(4)) for _ in range(12)]
    turned = [(bx, by, ax, ay) for ax, ay, bx, by in reversed(edges)]
    assert hidden_rays(seen(), edges, 2, 15) == hidden_rays(seen(), turned, 2, 15)
    assert rays_begun_inside(seen(), SQUARE[::-1], 5) == rays_begun_inside(seen(), SQUARE, 5)


@pytest.mark.clause("GE-2")
@pytest.mark.parametrize(
    ("top", "eye", "aim", "depths"),
    [
        (1.0, 1.0, 1.0, None),
        (1.1, 1.0, 1.0, (0, 10)),
        (1.0, 1.0, 2.0, None),
        (1.5, 1.0, 2.0, (0, 5)),
        (2.5, 1.0, 2.0, (0, 10)),
        (1.0, 2.0, 1.0, None),
        (1.5, 2.0, 1.0, (5, 10)),
        (2.0, 2.0, 1.0, (0, 10)),
    ],
)
def test_a_prism_hides_where_its_top_is_above_the_line_of_sight(
    top: float, eye: float, aim: float, depths: tuple[float, float] | None
) -> None:
    assert window(top, eye, aim, 10) == (depths and pytest.approx(depths, abs=2e-6))


def test_only_what_may_hide_a_ray_is_among_them() -> None:
    sight = view(0.0, 0.0, disc(20.0, 0.0, 1.5))
    assert sight is not None
    behind, beside, beyond = disc(-3.0, 0.0, 1.5), disc(10.0, 4.0, 1.5), disc(22.0, 0.0, 1.5)
    between, grazing = rectangle(10.0, 0.0, 30.0, 4.0, 2.0), disc(10.0, 1.0, 1.5)
    assert among_rays(sight, [behind, between, beside, grazing, beyond]) == [1, 3]
