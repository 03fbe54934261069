"""The picture of a table: what is on it, in its true size, the same bytes every time."""

import subprocess
import sys
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest

import sim
from sim.battlefield.terrain import Cover
from sim.report.draw.frame import Frame, Window
from sim.report.draw.picture import draw_table
from sim.report.draw.styles import style_of
from sim.report.draw.terrain import piece_tags
from sim.report.draw.units import SIDE_FILLS
from sim.scenario.catalogue import shipped, terrain_kind
from sim.scenario.load import load_scenario
from sim.state.battle import BattleState
from tests.support.builders import battle, changed, unit
from tests.support.shipped import SHIPPED

SVG = "{http://www.w3.org/2000/svg}"
HILL_WOOD = [[34, 14], [46, 14], [46, 26], [34, 26]]
PLAIN = {"infantry": "open", "gun": "open", "vehicle": "open"}


def picture(state: BattleState, title: str = "test") -> ET.Element:
    """The parsed picture of a table."""
    return ET.fromstring(draw_table(state, title))


def layer(state: BattleState, name: str) -> ET.Element:
    """A layer of the picture."""
    (found,) = (part for part in picture(state).iter(SVG + "g") if part.get("class") == name)
    return found


def has_layer(state: BattleState, name: str) -> bool:
    """Whether the picture has a layer."""
    return any(part.get("class") == name for part in picture(state).iter(SVG + "g"))


def texts(part: ET.Element) -> list[str]:
    """All texts in a part of a picture."""
    return [text.text or "" for text in part.iter(SVG + "text")]


def drawn_unit(state: BattleState, unit_id: str) -> ET.Element:
    """What is drawn of a unit."""
    (found,) = (part for part in picture(state).iter() if part.get("id") == f"unit-{unit_id}")
    return found


def duel(**more: object) -> BattleState:
    """A rifle team, a tank and a gun against one rifle team."""
    red = [
        unit("r1", "rifle-team", 10, 10, 90),
        unit("tank", "medium-tank", 20, 10, 90),
        unit("gun", "at-gun-light", 30, 10, 0),
    ]
    return battle(red, [unit("b1", "rifle-team", 60, 30, 270)], **more)  # type: ignore[arg-type]


def test_a_team_is_a_disc_of_its_true_size() -> None:
    circle = drawn_unit(duel(), "r1").find(SVG + "circle")
    assert circle is not None
    assert circle.get("r") == "15"


def test_a_tank_is_a_rectangle_along_its_facing() -> None:
    base = drawn_unit(duel(), "tank").find(SVG + "path")
    assert base is not None
    assert base.get("d") == "M474 820 L394 820 L394 780 L474 780Z"


def test_the_mark_of_the_facing_points_where_a_unit_faces() -> None:
    mark = drawn_unit(duel(), "tank").findall(SVG + "path")[1]
    tip = (mark.get("d") or "").split(" L")[0]
    assert tip == "M474 800"


def test_sides_differ_by_colour_and_by_shape() -> None:
    drawn = [drawn_unit(duel(), name) for name in ("r1", "b1")]
    bases = [part.find(SVG + "circle") for part in drawn]
    assert len({base.get("fill") for base in bases if base is not None}) == 2
    badges = [part.find(f"{SVG}g/{SVG}path") for part in drawn]
    across = [
        {point.split()[0] for point in (badge.get("d") or "").strip("MZ").split(" L")}
        for badge in badges
        if badge is not None
    ]
    assert [len(columns) for columns in across] == [3, 2]


def test_a_side_that_is_called_red_is_red() -> None:
    base = drawn_unit(duel(), "r1").find(SVG + "circle")
    assert base is not None
    assert base.get("fill") == SIDE_FILLS[1]


@pytest.mark.parametrize(("name", "marks"), [("r1", 2), ("gun", 3), ("tank", 0)])
def test_the_badge_tells_the_kind_of_unit(name: str, marks: int) -> None:
    badge = drawn_unit(duel(), name).find(SVG + "g")
    assert badge is not None
    assert len(badge.findall(SVG + "line")) == marks
    assert (badge.find(SVG + "ellipse") is not None) == (name == "tank")


def test_labels_say_what_state_a_unit_is_in() -> None:
    state = changed(duel(), "r1", broken=True, suppressed=True)
    assert "r1 (broken, suppressed)" in texts(layer(state, "labels"))


def test_a_wreck_is_crossed_out_and_named_one() -> None:
    state = changed(duel(), "tank", fate="destroyed")
    assert "tank (wreck)" in texts(layer(state, "labels"))
    assert len(layer(state, "units").findall(f"{SVG}g/{SVG}g/{SVG}line")) >= 2
    assert not any(part.get("id") == "unit-tank" for part in picture(state).iter())


def test_a_destroyed_team_is_not_there() -> None:
    state = changed(duel(), "r1", fate="destroyed")
    assert not any(text.startswith("r1") for text in texts(layer(state, "labels")))


def test_a_gun_without_a_crew_is_hollow_and_labelled() -> None:
    red = [
        unit("r1", "rifle-team", 10, 10),
        unit("gun", "at-gun-light", 30, 10, state={"crewed": False}),
    ]
    state = battle(red, [unit("b1", "rifle-team", 60, 30)])
    assert "gun (no crew)" in texts(layer(state, "labels"))
    assert not any(part.get("id") == "unit-gun" for part in picture(state).iter())


def test_a_crew_away_from_its_gun_is_drawn_as_infantry() -> None:
    badge = drawn_unit(changed(duel(), "gun", serves=-1), "gun").find(SVG + "g")
    assert badge is not None
    assert len(badge.findall(SVG + "line")) == 2


def test_places_have_their_reach_and_their_ids() -> None:
    state = duel(
        objectives=[{"id": "ford", "position": [40, 20], "radius": 6}],
        emplacements=[{"id": "pit", "position": [50, 20], "facing": 90}],
    )
    circle = layer(state, "places").find(f"{SVG}g/{SVG}circle")
    assert circle is not None
    assert circle.get("r") == "120"
    assert {"ford", "pit"} <= set(texts(layer(state, "labels")))


def test_hills_say_how_high_they_are_and_keep_their_outline() -> None:
    hill = {
        "id": "knoll",
        "kind": "hill",
        "elevation": 2,
        "circle": {"center": [40, 20], "radius": 5},
    }
    state = duel(terrain=[{"id": "w", "kind": "wood", "polygon": HILL_WOOD}, hill])
    assert 'knoll 2"' in texts(layer(state, "labels"))
    assert len(layer(state, "contours")) == 1
    assert not has_layer(duel(), "contours")


def test_a_hole_is_not_filled() -> None:
    ring = "POLYGON ((30 20, 50 20, 50 40, 30 40), (35 25, 35 35, 45 35, 45 25))"
    state = duel(terrain=[{"id": "w", "kind": "wood", "wkt": ring}])
    part = layer(state, "terrain").find(SVG + "g")
    assert part is not None
    assert part.get("fill-rule") == "evenodd"
    assert (part[0].get("d") or "").count("Z") == 2


def test_lines_lie_over_areas_and_areas_over_roads_and_hills() -> None:
    box = {"center": [40, 20], "size": [8, 8]}
    pieces = [
        {"id": "a", "kind": "hedge", "line": [[35, 20], [45, 20]]},
        {"id": "b", "kind": "wood", "rect": box},
        {"id": "c", "kind": "road", "rect": box},
        {"id": "d", "kind": "river", "rect": box},
        {"id": "e", "kind": "hill", "rect": box, "elevation": 2},
        {"id": "f", "kind": "hill", "rect": box, "elevation": 1},
    ]
    state = duel(terrain=pieces)
    kinds = ["hill", "hill", "river", "road", "wood", "hedge"]
    colours = [part[0].get("fill") or part[0].get("stroke") for part in layer(state, "terrain")]
    by_kind = {piece.kind.name: style_of(piece.kind) for piece in state.roster.world.pieces}
    assert colours[:-1] == [by_kind[kind].fill for kind in kinds[:-1]]
    assert colours[-1] == by_kind["hedge"].ink


def test_every_shipped_kind_has_a_look_of_its_own() -> None:
    kinds = [terrain_kind(name, model, line=False) for name, model in shipped().terrain.items()]
    assert len({style_of(kind) for kind in kinds}) == len(kinds)


@pytest.mark.parametrize("cover", ["none", "soft", "hard"])
@pytest.mark.parametrize("shape", [{"line": [[35, 20], [45, 20]]}, {"polygon": HILL_WOOD}])
def test_a_kind_of_the_scenario_is_drawn_by_its_cover(
    cover: Cover, shape: dict[str, object]
) -> None:
    kinds = {"thicket": {"sight": "obscures", "cover": cover, "height": 2, "movement": PLAIN}}
    state = duel(catalogue={"terrain": kinds}, terrain=[{"id": "t", "kind": "thicket", **shape}])
    assert "thicket" in texts(layer(state, "legend"))
    assert f'obscures, {cover if cover != "none" else "no"} cover, 2" high' in texts(
        layer(state, "legend")
    )


def test_the_legend_has_what_the_picture_shows() -> None:
    state = duel(terrain=[{"id": "w", "kind": "wood", "polygon": HILL_WOOD}])
    shown = texts(layer(state, "legend"))
    assert {"red", "blue", "infantry", "gun", "vehicle", "wood"} <= set(shown)
    assert "marsh" not in shown
    assert not any("objective" in text or "emplacement" in text for text in shown)


def test_rulers_count_inches() -> None:
    numbers = texts(layer(duel(), "rulers"))
    assert numbers[:3] == ["0", "6", "12"]
    assert numbers.count("48") == 2


@pytest.mark.parametrize(("size", "step"), [(12, 2), (30, 4), (72, 6), (240, 12)])
def test_the_grid_is_as_fine_as_the_table_is_small(size: int, step: int) -> None:
    foes = [unit("r", "rifle-team", 3, 3)], [unit("b", "rifle-team", 9, 9)]
    numbers = [int(text) for text in texts(layer(battle(*foes, size=(size, size)), "rulers"))]
    assert numbers == [*range(0, size + 1, step)] * 2


@pytest.mark.parametrize(
    "name", ["Müller 第二小隊 כחול", "<&\"'>", "x" * 300, "a\x00b", "👩‍🚀" * 60]
)
def test_names_of_any_script_are_escaped_and_fit(name: str) -> None:
    shown = picture(duel(), name)
    heading = texts(shown)[0]
    assert heading.replace("…", "") in name.replace("\x00", " ")
    assert len(heading) < 180


def test_the_label_of_a_long_wall_stays_near_it_where_it_finds_no_room_beside_it() -> None:
    wall = {"id": "wall", "kind": "stone-wall", "line": [[30, 20], [50, 20]]}
    frame = Frame(Window(0, 0, 72, 48), 0, 0, 10)
    (tag,) = piece_tags(duel(terrain=[wall]).roster.world.pieces, frame)
    assert tag.reach < 10


def test_long_names_of_sides_fit_the_legend() -> None:
    state = battle(
        [unit("r1", "rifle-team", 10, 10)],
        [unit("b1", "rifle-team", 60, 30)],
        sides=[
            {"id": name, "name": name * 60, "formations": [{"id": name + "-1", "units": [base]}]}
            for name, base in (
                ("red", unit("r1", "rifle-team", 10, 10)),
                ("blue", unit("b1", "rifle-team", 60, 30)),
            )
        ],
    )
    assert any(text.endswith("…") for text in texts(layer(state, "legend")))


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_table_is_drawn_with_all_its_ids(name: str) -> None:
    loaded = load_scenario(SHIPPED[name])
    shown = " ".join(texts(picture(loaded.start, loaded.name))).split()
    assert {piece.id for piece in loaded.start.roster.world.pieces} <= set(shown)
    assert set(loaded.start.roster.unit_index) <= set(shown)


def test_the_picture_is_the_same_in_every_process() -> None:
    root = Path(sim.__file__).parent.parent
    words = [sys.executable, "-m", "sim", "draw", "causeway-gun"]
    runs = [
        subprocess.run(
            words, cwd=root, env={"PYTHONHASHSEED": seed}, capture_output=True, check=True
        )
        for seed in ("1", "2")
    ]
    assert runs[0].stdout == runs[1].stdout
    assert runs[0].stdout.startswith(b"<svg")
