"""What a firer has of a target: arcs, obscured shares, concealment and cover."""

from typing import Any

import pytest

from sim.geometry.vectors import facing_vector
from sim.rules.sight import Exposure, angle_off_facing, assess_exposure, piece_masks, sees
from sim.state.battle import BattleState
from sim.state.roster import NOBODY
from tests.support.builders import battle, changed, index, rules, unit

BOX = {
    "box": {
        "kind": "vehicle",
        "footprint": {"rect": [4, 4]},
        "height": 1.0,
        "armour": {"front": 1, "other": 1},
    }
}


def exposure(state: BattleState, firer: str = "r", target: str = "t") -> Exposure:
    return assess_exposure(state, index(state, firer), index(state, target))


def box_behind(*terrain: Any, **more: Any) -> BattleState:
    """A rifle team at (20, 20) and, facing it at (30, 20), a box of 4 by 4 inches."""
    return battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "box", 30, 20, 270)],
        catalogue={"profiles": BOX},
        terrain=list(terrain),
        **more,
    )


def line(kind: str, share: float, *, piece: str = "w") -> dict[str, Any]:
    """A line piece that hides a share of the box, from its lower edge up."""
    depth = 7.9
    top = 20 + depth * (-0.25 + 0.5 * share)
    return {"id": piece, "kind": kind, "line": [[20 + depth, 10], [20 + depth, top]]}


def area(kind: str, *, piece: str = "a", centre: Any = (30, 20)) -> dict[str, Any]:
    return {"id": piece, "kind": kind, "rect": {"center": list(centre), "size": [3, 3]}}


def around(off: float, *, by: float = 0.0, far: float = 0.0) -> tuple[BattleState, Exposure]:
    """A gun turned by so much, and a rifle team that stands so far off its facing."""
    facing = 90 + by
    sine, cosine = facing_vector(facing + off)
    state = battle(
        [unit("r", "rifle-team", far + 24 + 12 * sine, far + 24 + 12 * cosine)],
        [unit("t", "at-gun-light", far + 24, far + 24, facing)],
        size=(240, 240),
    )
    return state, exposure(state)


@pytest.mark.clause("GE-1", "FR-24")
@pytest.mark.parametrize("turned", [0, 37, 123.4])
@pytest.mark.parametrize("far", [0, 150])
@pytest.mark.parametrize(
    ("off", "in_arc"), [(0, True), (89.9, True), (90, True), (-90, True), (90.1, False)]
)
def test_the_exact_line_belongs_to_the_front_arc(off, in_arc, turned, far):
    state, found = around(off, by=turned, far=far)
    assert found.front_arc == in_arc
    assert angle_off_facing(state, 0, 1) == pytest.approx(abs(off), abs=1e-6)


@pytest.mark.clause("GE-1", "BW-6")
@pytest.mark.parametrize("facing", [359, -1, 719])
@pytest.mark.parametrize(("bearing", "in_quarter"), [(1, True), (44, True), (46, False)])
def test_the_front_quarter_wraps_around_north(facing, bearing, in_quarter):
    sine, cosine = facing_vector(bearing)
    state = battle(
        [unit("r", "rifle-team", 24 + 12 * sine, 24 + 12 * cosine)],
        [unit("t", "medium-tank", 24, 24, facing)],
    )
    assert state.units[1].footprint.facing == 359
    assert exposure(state).front_quarter == in_quarter


@pytest.mark.clause("GE-2")
def test_the_shares_are_counted_by_cause():
    found = exposure(box_behind(line("stone-wall", 0.25), line("hedge", 0.5, piece="h"))).rays
    assert (found.hard, found.soft, found.together, found.any) == (16, 32, 32, 32)


@pytest.mark.clause("GE-2")
def test_what_is_no_cover_conceals_and_covers_not():
    crops = {"id": "c", "kind": "crops", "rect": {"center": [26, 20], "size": [2, 9]}}
    found = exposure(box_behind(crops))
    assert (found.rays.together, found.rays.any) == (0, 64)
    assert (found.concealed, found.cover) == (True, "none")


@pytest.mark.clause("GE-2")
def test_a_target_wholly_obscured_may_be_in_sight():
    found = exposure(box_behind(line("stone-wall", 1.0)))
    assert (found.seen, found.rays.any) == (True, 64)


@pytest.mark.clause("GE-2")
def test_a_wood_on_the_way_hides_both_from_each_other():
    state = box_behind(area("wood", centre=(25, 20)))
    assert not sees(state, 0, 1)
    assert not sees(state, 1, 0)
    assert not exposure(state).seen


@pytest.mark.clause("BW-22", "BW-23", "BW-24")
@pytest.mark.parametrize(
    ("kind", "rays", "cover", "clause"),
    [
        ("stone-wall", 15, "none", "BW-24"),
        ("stone-wall", 16, "soft", "BW-23"),
        ("stone-wall", 31, "soft", "BW-23"),
        ("stone-wall", 32, "hard", "BW-22"),
        ("hedge", 31, "none", "BW-24"),
        ("hedge", 32, "soft", "BW-24"),
    ],
)
def test_the_cover_of_a_vehicle_by_its_obscured_share(kind, rays, cover, clause):
    found = exposure(box_behind(line(kind, rays / 64)))
    assert found.rays.any == rays
    assert (found.cover, found.cover_clause) == (cover, clause)


@pytest.mark.clause("BW-24")
def test_soft_and_hard_together_cover_a_vehicle():
    upper = {"id": "h", "kind": "hedge", "line": [[27.9, 30], [27.9, 20 + 7.9 * 0.1]]}
    found = exposure(box_behind(line("stone-wall", 0.22), upper))
    assert (found.rays.hard, found.rays.soft, found.rays.together) == (14, 19, 33)
    assert (found.cover, found.cover_clause, found.soft_alone) == ("soft", "BW-24", False)


@pytest.mark.clause("BW-24", "RU-2", "RU-3", "RU-4")
@pytest.mark.parametrize(
    ("kinds", "cover", "clause", "best"),
    [
        (["wood"], "soft", "BW-24", 0),
        (["rubble"], "soft", "RU-2", 0),
        (["crops"], "none", "BW-24", 0),
        (["crops", "wood"], "soft", "BW-24", 1),
        (["wood", "rubble"], "soft", "BW-24", 1),
    ],
)
def test_the_cover_of_a_vehicle_in_area_terrain(kinds, cover, clause, best):
    found = exposure(box_behind(*(area(kind, piece=f"a-{kind}") for kind in kinds)))
    assert (found.cover, found.cover_clause, found.area) == (cover, clause, best)
    assert found.concealed


@pytest.mark.clause("BW-3")
@pytest.mark.parametrize(("share", "concealed"), [(0.48, False), (0.5, True)])
def test_a_vehicle_is_concealed_by_half(share, concealed):
    found = exposure(box_behind(line("hedge", share)))
    assert (found.concealed, found.concealed_clause) == (concealed, "BW-3")


def team_behind(*terrain: Any, **more: Any) -> BattleState:
    """Rifle teams at (20, 20) and (30, 20)."""
    return battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 30, 20)],
        terrain=list(terrain),
        **more,
    )


def bar(kind: str, share: float, *, piece: str = "w") -> dict[str, Any]:
    """A line piece that hides a share of the team at (30, 20), from below up."""
    widest = 0.75 / (100 - 0.75**2) ** 0.5
    top = 20 + 8.5 * widest * (2 * share - 1)
    return {"id": piece, "kind": kind, "line": [[28.5, 10], [28.5, top]]}


@pytest.mark.clause("HR-10", "HR-11")
@pytest.mark.parametrize(
    ("kind", "share", "cover", "concealed"),
    [
        ("stone-wall", 15 / 64, "none", False),
        ("stone-wall", 16 / 64, "hard", True),
        ("hedge", 15 / 64, "none", False),
        ("hedge", 16 / 64, "soft", True),
    ],
)
def test_the_cover_of_a_team_by_its_obscured_share(kind, share, cover, concealed):
    found = exposure(team_behind(bar(kind, share)))
    assert found.rays.any == 64 * share
    assert (found.cover, found.cover_clause) == (cover, "HR-11")
    assert (found.concealed, found.concealed_clause) == (concealed, "HR-10")


@pytest.mark.clause("HR-10", "HR-11")
@pytest.mark.parametrize(
    ("kind", "cover"), [("wood", "soft"), ("building", "hard"), ("crops", "none")]
)
def test_a_team_in_area_terrain_is_concealed_and_has_its_cover(kind, cover):
    found = exposure(team_behind(area(kind)))
    assert (found.concealed, found.cover, found.area_cover) == (True, cover, cover)


@pytest.mark.clause("HR-10", "HR-11")
def test_the_shares_of_teams_are_numbers_of_the_ruleset():
    half = rules(team_concealed_share=0.5, team_cover_share=0.75)
    found = exposure(team_behind(bar("hedge", 0.6), **half))
    assert (found.concealed, found.cover) == (True, "none")


def test_in_the_open_there_is_nothing():
    found = exposure(team_behind())
    assert (found.concealed, found.cover, found.area) == (False, "none", NOBODY)
    assert found.distance == 8.5


@pytest.mark.clause("RU-4")
@pytest.mark.parametrize(
    ("terrain", "soft_alone"),
    [
        ([bar("stone-wall", 0.3)], False),
        ([bar("stone-wall", 0.3), bar("hedge", 0.2, piece="h")], False),
        ([bar("stone-wall", 0.3), bar("hedge", 0.3, piece="h")], True),
        ([area("building"), area("scrub", piece="s")], True),
    ],
)
def test_soft_cover_is_noted_beside_hard_only_where_it_stands_alone(terrain, soft_alone):
    found = exposure(team_behind(*terrain))
    assert (found.cover, found.soft_alone) == ("hard", soft_alone)


@pytest.mark.clause("RU-13")
def test_a_crew_that_lost_its_gun_in_an_emplacement_has_hard_cover_there():
    found = exposure(changed(team_behind(), "t", dug_in=True))
    assert (found.cover, found.cover_clause) == ("hard", "RU-13")


@pytest.mark.clause("RU-3")
@pytest.mark.parametrize(("left", "inside"), [(28.5, True), (30.0, True), (30.1, False)])
def test_a_unit_is_in_a_piece_that_holds_its_centre_edge_included(left, inside):
    wood = {"id": "a", "kind": "wood", "polygon": [[left, 10], [40, 10], [40, 30], [left, 30]]}
    assert (exposure(team_behind(wood)).area == 0) == inside


@pytest.mark.clause("RU-3", "RU-4")
def test_of_the_pieces_a_unit_is_in_the_best_and_of_equals_the_first_is_named():
    pieces = [("wood", (40, 20)), ("crops", (30, 20)), ("scrub", (30, 20)), ("wood", (30, 20))]
    terrain = [area(kind, piece=f"a{n}", centre=at) for n, (kind, at) in enumerate(pieces)]
    found = exposure(team_behind(*terrain))
    assert (found.area, found.cover) == (2, "soft")


@pytest.mark.clause("GE-2", "HR-10", "HR-11")
def test_a_hill_is_no_area_terrain():
    knoll = {"id": "h", "kind": "hill", "circle": {"center": [30, 20], "radius": 3}, "elevation": 2}
    found = exposure(team_behind(knoll))
    assert (found.concealed, found.cover, found.area) == (False, "none", NOBODY)


@pytest.mark.clause("GE-3")
@pytest.mark.parametrize(
    ("hills", "higher"),
    [
        ([(30, 2)], True),
        ([(20, 2)], False),
        ([(30, 2), (20, 2)], False),
        ([(30, 3), (20, 2)], True),
    ],
)
def test_higher_ground_compares_the_centres(hills, higher):
    terrain = [
        {"id": f"h{x}", "kind": "hill", "circle": {"center": [x, 20], "radius": 2}, "elevation": up}
        for x, up in hills
    ]
    assert exposure(team_behind(*terrain)).higher_ground == higher


@pytest.mark.clause("HR-30")
def test_a_vehicle_in_between_obscures_as_hard_cover_but_neither_firer_nor_target_does():
    state = battle(
        [unit("r", "medium-tank", 20, 20, 90), unit("m", "medium-tank", 26, 20)],
        [unit("t", "medium-tank", 34, 20, 270)],
    )
    assert exposure(state).rays.hard == 64
    assert exposure(state, "m").rays.any == 0


@pytest.mark.clause("GE-2")
def test_what_hides_a_target_piece_by_piece():
    state = box_behind(line("stone-wall", 0.25), line("hedge", 0.5, piece="h"))
    pieces = piece_masks(state, 0, 1)
    assert [(piece.id, piece.cause, piece.mask.bit_count()) for piece in pieces] == [
        ("w", "hard", 16),
        ("h", "soft", 32),
    ]


def test_nothing_hides_a_unit_from_itself():
    found = exposure(team_behind(), "t", "t")
    assert (found.distance, found.seen, found.rays.any) == (0, True, 0)
    assert (found.front_arc, found.front_quarter) == (True, True)
