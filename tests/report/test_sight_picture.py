"""The picture of `sight`: both units, the rays, and both looks below."""

from itertools import combinations
from typing import Any
from xml.etree import ElementTree as ET

import pytest

from sim.report.draw.picture import labels_of
from sim.report.draw.sight import RAY_COLOURS, covered_by_rays
from sim.report.sight import MutualSight, assess_mutual_sight
from sim.report.sight_picture import sight_frame, sight_picture
from sim.scenario.load import load_scenario
from tests.support.builders import battle, unit
from tests.support.shipped import SHIPPED

SVG = "{http://www.w3.org/2000/svg}"
PAIRS = [
    ("causeway-gun", "a3-mg", "d1-at"),
    ("causeway-gun", "d1-gun", "a1-track"),
    ("market-town", "r1-tank-1", "t1-tank-1"),
    ("market-town", "t2-at", "t1-tank-2"),
    ("walled-manor", "p1-rifles-1", "g1-rifles-1"),
    ("walled-manor", "g1-hq", "g1-rifles-3"),
]


def scene(*terrain: dict[str, Any], x: float = 30, **more: Any) -> MutualSight:
    """The sight between two rifle teams on one line."""
    red, blue = unit("r", "rifle-team", 10, 20, 90), unit("b", "rifle-team", x, 20, 270)
    return assess_mutual_sight(battle([red], [blue], terrain=list(terrain), **more), "r", "b")


def picture(found: MutualSight) -> ET.Element:
    """The parsed picture."""
    return ET.fromstring(sight_picture(found))


def layer(found: MutualSight, name: str) -> ET.Element:
    """A layer of the picture."""
    (part,) = (part for part in picture(found).iter(SVG + "g") if part.get("class") == name)
    return part


def texts(part: ET.Element) -> list[str]:
    """All texts in a part of a picture."""
    return [text.text or "" for text in part.iter(SVG + "text")]


HEDGE = {"id": "h", "kind": "hedge", "line": [[20, 15], [20, 20]]}


def test_the_title_says_whether_they_see_each_other() -> None:
    assert texts(picture(scene()))[0] == 'test: r and b see each other, 18.5" apart'
    wood = {"id": "w", "kind": "wood", "polygon": [[18, 15], [22, 15], [22, 25], [18, 25]]}
    assert "do not see" in texts(picture(scene(wood)))[0]


def test_the_window_is_about_the_two() -> None:
    window = sight_frame(scene()).window
    assert (window.left, window.right) == (5.25, 34.75)
    assert window.bottom < 20 < window.top


def test_each_look_has_a_strip_for_every_piece() -> None:
    looks = layer(scene(HEDGE), "looks")
    assert texts(looks)[0] == "b as r sees it"
    assert "50 % obscured: 32 of 64 rays, left to right" in texts(looks)
    assert "h: soft cover, 32 rays" in texts(looks)


def test_the_strip_runs_from_the_left_of_the_silhouette_to_its_right() -> None:
    strip = next(part for part in layer(scene(HEDGE), "looks").iter(SVG + "g") if len(part) > 60)
    colours = [cell.get("fill") for cell in strip][:64]
    assert colours == [RAY_COLOURS[None]] * 32 + [RAY_COLOURS["soft"]] * 32


def test_what_hides_nothing_has_no_strip_but_words() -> None:
    own = {"id": "w", "kind": "stone-wall", "line": [[11, 15], [11, 25]]}
    looks = layer(scene(own), "looks")
    assert "w hides nothing: the firer stands at it" in texts(looks)


def test_units_that_touch_have_no_rays() -> None:
    assert not any(part.get("class") == "rays" for part in picture(scene(x=11.5)).iter())


def test_places_and_corners_beyond_the_window_have_no_labels() -> None:
    far = {
        "id": "far-wood",
        "kind": "wood",
        "polygon": [[34.5, 15], [50, 15], [50, 25], [34.5, 25]],
    }
    hedge = {"id": "far-hedge", "kind": "hedge", "line": [[34, 18], [60, 18]]}
    long = {"id": "long-hedge", "kind": "hedge", "line": [[12, 15], [60, 15]]}
    found = scene(
        far,
        hedge,
        long,
        objectives=[{"id": "ford", "position": [60, 20], "radius": 6}],
        emplacements=[{"id": "pit", "position": [60, 30], "facing": 90}],
    )
    assert sorted(texts(layer(found, "labels"))) == ["b", "long-hedge", "r"]


@pytest.mark.parametrize(("name", "a", "b"), PAIRS)
def test_no_labels_collide_in_the_shipped_scenarios(name: str, a: str, b: str) -> None:
    found = assess_mutual_sight(load_scenario(SHIPPED[name]).start, a, b)
    frame = sight_frame(found)
    labels = labels_of(found.state, frame, covered_by_rays(found.there.view, frame))
    assert {a, b} <= {label.tag.text for label in labels}
    assert not [pair for pair in combinations(labels, 2) if pair[0].box.shared(pair[1].box)]


@pytest.mark.parametrize(("name", "a", "b"), PAIRS)
def test_the_picture_is_a_document_and_always_the_same(name: str, a: str, b: str) -> None:
    found = assess_mutual_sight(load_scenario(SHIPPED[name]).start, a, b)
    assert sight_picture(found) == sight_picture(found)
    assert {f"{b} as {a} sees it", f"{a} as {b} sees it"} <= set(texts(picture(found)))
