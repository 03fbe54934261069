from collections.abc import Sequence

import pytest
from shapely import LineString, Polygon, box
from shapely.affinity import rotate

from sim.battlefield.sight import CLEAR, Fractions, Masks, fractions, in_sight, masks
from sim.battlefield.terrain import PieceSpec
from sim.battlefield.world import World
from tests.support.sight_oracle import Base
from tests.support.tables import gun, piece, stance, table, tank, team, wreck

FIRER = team(10, 20)
TARGET = tank(30, 20, length=4, width=4)


def hidden(world: World, firer: Base, target: Base, *wrecks: Base) -> Masks:
    """What hides the target from the firer."""
    obstacles = [wreck(world, base) for base in wrecks]
    return masks(world, stance(world, firer), stance(world, target), obstacles)


def shares(*specs: PieceSpec, firer: Base = FIRER, target: Base = TARGET) -> Fractions:
    """The obscured fractions of the target."""
    return fractions(hidden(table(*specs), firer, target))


def sees(specs: Sequence[PieceSpec], a: Base = FIRER, b: Base = TARGET) -> bool:
    """Whether two units see each other."""
    world = table(*specs)
    return in_sight(world, stance(world, a), stance(world, b))


def across(kind: str, x: float, low: float = 10, high: float = 30) -> PieceSpec:
    """A line of terrain across the shot, from low to high."""
    return piece(kind, LineString([(x, low), (x, high)]))


@pytest.mark.clause("GE-2")
@pytest.mark.parametrize("turn", [0, 10, 30, 45])
@pytest.mark.parametrize(("share", "top"), [(0.25, -0.5), (0.5, 0.0), (0.234375, -0.53)])
def test_a_quarter_and_a_half_are_exact_in_every_rotation(
    turn: float, share: float, top: float
) -> None:
    wall = rotate(LineString([(39, 47), (39, 50 + top)]), -turn, origin=(30, 50))
    centre = rotate(LineString([(30, 50), (50, 50)]), -turn, origin=(30, 50)).coords[1]
    world = table(piece("bocage", wall), size=(100, 100))
    seen = hidden(world, team(30, 50), tank(*centre, turn, length=4, width=4))
    assert fractions(seen) == Fractions(hard=share, soft=0, any=share, together=share)


@pytest.mark.clause("GE-2")
def test_causes_are_told_apart_and_together() -> None:
    right, left = across("stone-wall", 19, low=10, high=19.5), across("hedge", 19, low=19, high=20)
    crops = piece("crops", box(18, 20.5, 19, 30))
    seen = shares(right, left, crops, firer=gun(10, 20))
    assert seen == Fractions(hard=0.25, soft=0.5, any=0.75, together=0.5)


@pytest.mark.clause("GE-2")
def test_a_unit_wholly_obscured_may_be_in_sight() -> None:
    hedge = across("hedge", 20)
    assert shares(hedge, target=team(30, 20)).soft == 1
    assert sees([hedge], b=team(30, 20))


def test_what_blocks_sight_hides_by_its_cover_and_from_view() -> None:
    assert shares(across("bocage", 20)).hard == 1
    assert not sees([across("bocage", 20)])


def test_sight_needs_only_one_of_64_rays() -> None:
    assert not sees([across("bocage", 19, low=10, high=20.99)])
    assert sees([across("bocage", 19, low=10, high=20.96)])


def test_clear_terrain_hides_nothing() -> None:
    assert shares(piece("river", box(15, 0, 25, 48))).any == 0


@pytest.mark.parametrize("base", [FIRER, TARGET])
def test_one_sees_into_and_out_of_a_wood(base: Base) -> None:
    wood = piece("wood", box(base.x - 5, base.y - 5, base.x + 5, base.y + 5))
    assert shares(wood).any == 0
    assert sees([wood])


def test_one_does_not_see_through_a_wood() -> None:
    assert not sees([piece("wood", box(18, 10, 22, 30))])


def test_a_unit_whose_centre_is_on_the_edge_of_a_wood_is_in_it() -> None:
    assert sees([piece("wood", box(10, 10, 14, 30))])
    assert not sees([piece("wood", box(10.1, 10, 14, 30))])


@pytest.mark.parametrize(("x", "is_seen"), [(15, True), (10, True), (9, False)])
def test_a_hill_does_not_hide_what_is_on_it_or_seen_from_it(x: float, is_seen: bool) -> None:
    hill = piece("hill", box(10, 10, 20, 30), elevation=3)
    assert sees([hill], a=team(x, 20)) is is_seen


def test_from_a_hill_one_sees_over_a_wall() -> None:
    hill = piece("hill", box(5, 10, 15, 30), elevation=3)
    assert shares(hill, across("stone-wall", 18), target=team(30, 20)).hard == 0
    assert shares(hill, across("stone-wall", 28), target=team(30, 20)).hard == 1


def test_a_wall_hides_up_to_its_height() -> None:
    assert shares(across("stone-wall", 20), target=TARGET).hard == 0
    assert shares(across("stone-wall", 20), target=team(30, 20)).hard == 1


def test_one_fires_over_ones_own_wall_but_the_enemy_has_it_before_him() -> None:
    wall = across("bocage", 11.7)
    assert shares(wall).hard == 0
    assert shares(wall, firer=TARGET, target=FIRER).hard == 1
    assert sees([wall])


@pytest.mark.parametrize(("x", "share"), [(11.75, 0), (11.76, 1)])
def test_ones_own_wall_is_within_an_inch(x: float, share: float) -> None:
    assert shares(across("bocage", x)).hard == share


def test_a_wall_within_an_inch_of_both_is_nobodys_own() -> None:
    assert shares(across("bocage", 11.5), target=team(13, 20)).hard == 1


def test_no_polygon_is_ones_own_wall() -> None:
    smoke = piece("smoke", box(11, 10, 11.5, 30))
    assert shares(smoke).any == 1


def test_a_wall_flush_behind_the_target_hides_nothing() -> None:
    assert shares(across("bocage", 32)).any == 0


def test_units_that_touch_see_each_other_whole() -> None:
    world = table(across("bocage", 10.75))
    close = team(11.5, 20)
    assert hidden(world, FIRER, close) == CLEAR
    assert sees([across("bocage", 10.75)], b=close)


def test_a_unit_level_with_a_corner_of_the_target_sees_it_whole() -> None:
    world = table(across("bocage", 10.65))
    firer, target = tank(10, 20, 90, length=1, width=1), tank(11.8, 22.25, 0, length=9, width=2)
    assert hidden(world, firer, target) == CLEAR


def test_whoever_stands_in_smoke_sees_nothing() -> None:
    assert not sees([piece("smoke", box(5, 15, 15, 25))], b=team(30, 20))


@pytest.mark.clause("HR-30")
def test_a_wreck_hides_as_hard_cover_and_never_blocks_sight() -> None:
    world = table()
    seen = hidden(world, FIRER, team(30, 20), tank(20, 20))
    assert fractions(seen).hard == 1
    assert seen.opaque == 0


@pytest.mark.clause("HR-30")
@pytest.mark.parametrize("place", [(20, 25), (5, 20), (40, 20), (20, 15)])
def test_a_wreck_off_the_line_hides_nothing(place: tuple[float, float]) -> None:
    assert hidden(table(), FIRER, team(30, 20), tank(*place)) == CLEAR


@pytest.mark.clause("HR-30")
def test_a_wreck_hides_up_to_its_height() -> None:
    hill = piece("hill", box(25, 10, 35, 30), elevation=9)
    assert hidden(table(hill), FIRER, team(30, 20), tank(20, 20)) == CLEAR
    assert hidden(table(), FIRER, team(30, 20), tank(20, 20)).hard


@pytest.mark.parametrize(
    "ring",
    [
        [(4, -5), (5, -5), (5, 0), (4, 0)],
        [(4, 0), (5, 0), (5, -5), (4, -5)],
        [(5, 0), (4, 0), (4, -5), (5, -5)],
    ],
)
def test_a_wall_along_the_line_of_sight_hides_its_own_half(ring: list[tuple[float, float]]) -> None:
    box_wall = piece("smoke", Polygon([(x + 10, y + 20) for x, y in ring]))
    assert shares(box_wall, target=team(20, 20)).any == 0.5


def test_a_corner_on_the_line_of_sight_hides_its_own_half() -> None:
    corner = piece("smoke", Polygon([(20, 20), (22, 16), (18, 16)]))
    assert shares(corner, target=team(30, 20)).any == 0.5


def test_one_sees_along_the_edge_of_the_table() -> None:
    edge = piece("bocage", LineString([(0, 0), (0, 48)]))
    assert sees([edge], a=team(0.75, 5), b=team(0.75, 40))


def test_the_facing_of_a_disc_makes_no_difference_to_sight() -> None:
    world = table()
    assert stance(world, team(10, 20, 90)) == stance(world, team(10, 20, 180))
