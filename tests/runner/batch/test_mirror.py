from typing import Any

import pytest

from sim.runner.batch.mirror import is_mirrored
from tests.support.builders import scenario, unit

SIZE = (40, 24)
RED = [unit("r-1", "rifle-team", 10, 10, 90), unit("r-t", "medium-tank", 6, 16, 45)]
TURNED = [unit("b-1", "rifle-team", 30, 14, 270), unit("b-t", "medium-tank", 34, 8, 225)]
ACROSS = [unit("b-1", "rifle-team", 30, 10, 270), unit("b-t", "medium-tank", 34, 16, 315)]
ALONG = [unit("b-1", "rifle-team", 10, 14, 90), unit("b-t", "medium-tank", 6, 8, 135)]


def mirrored(blue: list[Any] = TURNED, red: list[Any] = RED, **more: Any) -> bool:
    return is_mirrored(scenario(red, blue, size=SIZE, **more).start)


@pytest.mark.parametrize("blue", [TURNED, ACROSS, ALONG])
def test_a_turned_or_flipped_table_is_mirrored(blue: list[Any]) -> None:
    assert mirrored(blue)


@pytest.mark.parametrize(
    "other",
    [
        unit("b-1", "rifle-team", 30, 13, 270),
        unit("b-1", "rifle-team", 30, 14, 271),
        unit("b-1", "mg-team", 30, 14, 270),
        unit("b-1", "rifle-team", 30, 14, 270, quality="elite"),
        unit("b-1", "rifle-team", 30, 14, 270, state={"broken": True}),
    ],
)
def test_one_unit_that_differs_spoils_it(other: Any) -> None:
    assert not mirrored([other, TURNED[1]])


def test_leaders_have_to_match() -> None:
    assert not mirrored([TURNED[1], TURNED[0]])


def test_terrain_has_to_match() -> None:
    wood = {"id": "wood", "kind": "wood", "polygon": [[8, 2], [12, 2], [12, 6], [8, 6]]}
    twin = {"id": "twin", "kind": "wood", "polygon": [[32, 22], [28, 22], [28, 18], [32, 18]]}
    assert mirrored(terrain=[wood, twin])
    assert not mirrored(terrain=[wood])
    assert not mirrored(terrain=[wood, twin | {"kind": "crops"}])


def test_objectives_and_conditions_have_to_match() -> None:
    centre = {"id": "centre", "position": [20, 12], "radius": 3}
    hold = [
        {"kind": "hold", "side": s, "objective": "centre", "at_round": 4} for s in ("red", "blue")
    ]
    leave = [
        {"kind": "exit", "side": "red", "edge": "right", "units": 1},
        {"kind": "exit", "side": "blue", "edge": "left", "units": 1},
    ]
    named = [
        {"kind": "destroy", "side": "red", "unit": "b-t"},
        {"kind": "destroy", "side": "blue", "unit": "r-t"},
    ]
    assert mirrored(objectives=[centre], victory=[*hold, *leave, *named])
    assert not mirrored(objectives=[centre], victory=hold[:1])
    assert not mirrored(victory=[leave[0], leave[1] | {"edge": "right"}])
    assert not mirrored(objectives=[centre | {"position": [21, 12]}])


def test_guns_in_their_pits_have_to_match() -> None:
    pits = [
        {"id": "red-pit", "position": [12, 6], "facing": 90},
        {"id": "blue-pit", "position": [28, 18], "facing": 270},
    ]
    red = [*RED, {"id": "r-g", "profile": "at-gun-light", "emplacement": "red-pit"}]
    blue = [*TURNED, {"id": "b-g", "profile": "at-gun-light", "emplacement": "blue-pit"}]
    open_gun = [*TURNED, unit("b-g", "at-gun-light", 28, 18, 270)]
    guns = [
        {"kind": "destroy", "side": "red", "gun": "b-g"},
        {"kind": "destroy", "side": "blue", "gun": "r-g"},
    ]
    assert mirrored(blue, red, emplacements=pits, victory=guns)
    assert not mirrored(open_gun, red, emplacements=pits[:1])
