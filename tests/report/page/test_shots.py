"""The geometry of attacks: wedges of rays, what hides them, arcs and templates."""

from typing import Any

import pytest
from shapely.geometry import Polygon

from sim.report.page.shots import shot_of, simplified
from sim.state.battle import BattleState
from sim.state.events import MeleeFought, WeaponFired
from tests.support.builders import battle, index, unit

WALL = {"id": "wall", "kind": "stone-wall", "line": [[20, 10], [20, 30]]}
HOUSE = {"id": "house", "kind": "building", "rect": {"center": [20, 12], "size": [4, 4]}}


def duel(attacker: str = "rifle-team", target: str = "rifle-team", **more: Any) -> BattleState:
    return battle(
        [unit("r", attacker, 10, 10, 90), unit("friend", "rifle-team", 10, 20)],
        [unit("b", target, 30, 10, 270)],
        **more,
    )


def fired(weapon: str = "rifles", **more: Any) -> WeaponFired:
    fields = {
        "unit": "r", "weapon": weapon, "target": "b", "distance": 18.5, "dice": 2, "hits": 0,
        "rolls": (), "obscured": (0, 0, 0), "concealed": False, "angle_off_facing": 0.0,
        "front_arc": True, "front_quarter": True,
    }  # fmt: skip
    return WeaponFired(**{**fields, **more})


def test_free_rays_are_one_wedge_from_the_eye_to_the_silhouette() -> None:
    shot = shot_of(duel(), fired())
    (wedge,) = shot.wedges
    assert wedge.cause is None
    assert wedge.outline[0] == (10.0, 10.0)
    assert Polygon(wedge.outline).area == pytest.approx(20 * 1.5 / 2, abs=0.1)
    assert shot.rays == "." * 64


def test_a_wall_cuts_the_rays_where_it_stands() -> None:
    shot = shot_of(duel(terrain=[WALL | {"line": [[20, 5], [20, 15]]}]), fired())
    before, behind = shot.wedges
    assert (before.cause, behind.cause) == (None, "hard")
    assert max(x for x, _ in before.outline) == min(x for x, _ in behind.outline) == 20.0
    assert [(by.id, by.rays) for by in shot.hidden_by] == [("wall", 64)]
    assert shot.rays == "h" * 64


def test_letters_run_from_the_left_of_what_the_attacker_sees() -> None:
    shot = shot_of(duel(terrain=[HOUSE]), fired())
    assert shot.rays.startswith("o")
    assert shot.rays.endswith(".")


def test_all_wedges_together_fill_the_silhouette() -> None:
    shot = shot_of(duel(terrain=[HOUSE]), fired())
    parts = [Polygon(wedge.outline) for wedge in shot.wedges]
    assert sum(part.area for part in parts) == pytest.approx(20 * 1.5 / 2, abs=0.2)


def test_a_single_ray_has_a_width_of_its_own() -> None:
    sliver = WALL | {"line": [[20, 10.36], [20, 12]]}
    shot = shot_of(duel(terrain=[sliver]), fired())
    assert shot.rays.count("h") == 1
    hidden = next(wedge for wedge in shot.wedges if wedge.cause == "hard")
    assert Polygon(hidden.outline).area == pytest.approx(0.17, abs=0.05)


def test_units_that_touch_have_no_rays() -> None:
    state = battle([unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 11.5, 10)])
    shot = shot_of(state, fired(distance=0.0))
    assert (shot.wedges, shot.rays) == ((), "")


@pytest.mark.parametrize(
    ("target", "drawn"), [("rifle-team", False), ("medium-tank", True), ("at-gun-light", True)]
)
def test_arcs_are_drawn_where_they_matter(target: str, drawn: bool) -> None:
    assert shot_of(duel(target=target), fired()).has_arcs is drawn


def test_a_gun_shows_its_field_of_fire_and_its_reach() -> None:
    shot = shot_of(duel("at-gun-medium"), fired("medium-gun"))
    assert (shot.arc, shot.reach) == (45.0, 48.0)


def test_a_template_has_its_size() -> None:
    assert shot_of(duel("mortar-team"), fired("medium-mortar", template=0)).template == 2.5


def test_a_weapon_that_is_not_there_has_no_reach() -> None:
    assert shot_of(duel(), fired("bow")).reach == 0.0


def test_a_melee_has_bases_and_no_rays() -> None:
    state = duel()
    blow = MeleeFought(
        unit="r", weapon="rifle-butts", target="b", distance=0.5, dice=1, hits=0, rolls=()
    )
    shot = shot_of(state, blow)
    assert (shot.firer, shot.target) == (index(state, "r"), index(state, "b"))
    assert shot.base[:3] == (10.0, 10.0, 90.0)
    assert shot.wedges == ()


def test_what_lies_on_the_way_is_left_out_of_a_row() -> None:
    assert simplified([(0, 0), (1, 0.01), (2, 0), (2, 2)]) == [(0, 0), (2, 0), (2, 2)]
    assert simplified([(0, 0), (1, 1)]) == [(0, 0), (1, 1)]


def test_a_row_of_points_beyond_all_measure_has_an_end() -> None:
    far = [(0, 0), (1e308, 1e308), (-1e308, 1e308), (1e308, -1e308)]
    assert simplified(far)[0] == (0, 0)
