"""The sight layer: where each ray is hidden, by what, and the arcs of the target."""

from typing import Any

import pytest

from sim.geometry.masks import RAYS, View
from sim.report.draw.frame import whole_table
from sim.report.draw.picture import frame_of
from sim.report.draw.sight import (
    Stretch,
    covered_by_rays,
    curtains_of,
    draw_arcs,
    draw_sight,
    ray_rows,
    stretches,
)
from sim.report.sight import Look, look
from sim.state.battle import BattleState
from tests.support.builders import battle, index, unit

FRAME = frame_of(whole_table(72, 48))


def scene(*terrain: dict[str, Any], target: str = "rifle-team", **more: Any) -> BattleState:
    """A rifle team that looks along y = 20 from x = 10 at a target at x = 30."""
    red = [unit("r", "rifle-team", 10, 20, 90)]
    return battle(red, [unit("b", target, 30, 20, 270)], terrain=list(terrain), **more)


def line(kind: str, x: float, low: float = 15, high: float = 25) -> dict[str, Any]:
    """A line of a kind across the way."""
    return {"id": f"{kind}-{x}", "kind": kind, "line": [[x, low], [x, high]]}


def block(kind: str, left: float, right: float) -> dict[str, Any]:
    """A piece of a kind across the way."""
    return {
        "id": kind,
        "kind": kind,
        "polygon": [[left, 15], [right, 15], [right, 25], [left, 25]],
    }


def looking(state: BattleState) -> tuple[Look, View]:
    """The red team's look at its target."""
    found = look(state, index(state, "r"), index(state, "b"))
    assert found.view is not None
    return found, found.view


def ray(state: BattleState, number: int = 32) -> list[Stretch]:
    """The stretches of one ray, depths rounded."""
    one, sight = looking(state)
    slope = sight.u0 + (number + 0.5) * (sight.u1 - sight.u0) / RAYS
    found = stretches(list(curtains_of(state, one, sight)), sight, number, slope)
    return [Stretch(round(s.near, 3), round(s.far, 3), s.cause) for s in found]


def test_a_free_ray_goes_all_the_way() -> None:
    assert ray(scene()) == [Stretch(0, 20, None)]


def test_a_ray_is_hidden_from_the_wall_on() -> None:
    assert ray(scene(line("hedge", 20))) == [Stretch(0, 10, None), Stretch(10, 20, "soft")]


def test_only_the_rays_that_a_wall_hides_are() -> None:
    half = scene(line("stone-wall", 20, 15, 20))
    assert [len(ray(half, number)) for number in (4, 60)] == [2, 1]


def test_the_strongest_cause_shows() -> None:
    both = scene(line("hedge", 20), line("stone-wall", 25))
    assert ray(both)[1:] == [Stretch(10, 15, "soft"), Stretch(15, 20, "hard")]
    back = scene(line("stone-wall", 20), line("hedge", 25))
    assert ray(back)[1:] == [Stretch(10, 20, "hard")]


def test_a_wood_blocks_from_its_edge_on() -> None:
    assert ray(scene(block("wood", 15, 18)))[1:] == [Stretch(5, 20, "opaque")]


def test_a_ray_begun_within_a_piece_is_hidden_from_the_eye_on() -> None:
    kinds = {
        "reeds": {
            "sight": "obscures",
            "height": 2,
            "movement": {"infantry": "open", "gun": "open", "vehicle": "open"},
        }
    }
    state = scene(block("reeds", 5, 15), catalogue={"terrain": kinds})
    assert ray(state) == [Stretch(0, 20, "bare")]


def test_a_low_piece_hides_from_where_it_is_high_enough() -> None:
    low = ray(scene(block("rubble", 12, 28), target="truck"))
    assert low == [Stretch(0, 2, None), Stretch(2, 20, "hard")]


def test_a_tank_in_the_way_hides_from_its_side_on() -> None:
    red = [unit("r", "rifle-team", 10, 20), unit("tank", "medium-tank", 20, 20)]
    state = battle(red, [unit("b", "rifle-team", 30, 20)])
    assert ray(state)[1:] == [Stretch(9, 20, "hard")]


@pytest.mark.parametrize("number", range(0, RAYS, 7))
def test_every_hidden_ray_ends_hidden_and_every_free_one_free(number: int) -> None:
    state = scene(
        line("stone-wall", 20, 15, 19.9), line("hedge", 22, 19.6, 24), block("wood", 25, 26)
    )
    one, _ = looking(state)
    causes = {by.cause for by in one.hidden_by if by.mask >> number & 1}
    strongest = next((c for c in ("opaque", "hard", "soft") if c in causes), None)
    assert ray(state, number)[-1].cause == strongest


def test_the_layer_has_rays_arcs_and_silhouette() -> None:
    state = scene(line("hedge", 20))
    drawn = draw_sight(state, looking(state)[0], FRAME)
    assert 'class="rays"' in drawn
    assert 'class="arcs"' in drawn
    assert "#009e73" in drawn


def test_units_that_touch_have_arcs_but_no_rays() -> None:
    state = battle([unit("r", "rifle-team", 10, 20)], [unit("b", "rifle-team", 11.5, 20)])
    one = look(state, 0, 1)
    assert 'class="rays"' not in draw_sight(state, one, FRAME)
    assert covered_by_rays(one.view, FRAME) == ()


def test_the_arcs_open_towards_the_facing() -> None:
    state = scene()
    front, quarter = draw_arcs(state.units[1].footprint, FRAME).split("<path")[1:]
    assert 'd="M634 600 L634 690 A90 90 0 0 1 634 510Z"' in front
    assert quarter.count("634 600") == 1


def test_labels_keep_off_the_rays() -> None:
    boxes = covered_by_rays(looking(scene())[1], FRAME)
    assert all(box.left >= FRAME.at(10, 0)[0] - 3 for box in boxes)
    assert max(box.right for box in boxes) <= FRAME.at(31, 0)[0]


def test_the_legend_names_the_causes_at_work() -> None:
    names = [row[1] for row in ray_rows(looking(scene(line("hedge", 20)))[0])]
    assert names == [
        "ray that is free",
        "hidden by soft cover",
        "front quarter of the target",
        "front arc of the target",
    ]
