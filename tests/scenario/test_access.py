"""Whether the terrain lets a side come to where its victory conditions send it."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.scenario.load import examine_scenario
from tests.support.builders import document, unit

MOAT = {"id": "moat", "kind": "water", "polygon": [[30, 0], [34, 0], [34, 48], [30, 48]]}
WATER = {
    "sight": "clear",
    "cover": "none",
    "area": False,
    "height": 0,
    "movement": {"infantry": "impassable", "gun": "impassable", "vehicle": "impassable"},
}
HOLD = {"kind": "hold", "side": "red", "objective": "farm", "at_round": 8}
EXIT = {"kind": "exit", "side": "red", "edge": "right", "units": 1}


def codes(
    folder: Path, condition: Any, terrain: list[Any], red: str = "rifle-team", **state: Any
) -> list[str]:
    data = document(
        [unit("r1", red, 10, 10, state=state)],
        [unit("b1", "rifle-team", 60, 40)],
        terrain=terrain,
        objectives=[{"id": "farm", "position": [60, 20], "radius": 4}],
        victory=[condition],
        catalogue={"terrain": {"water": WATER}},
    )
    path = folder / "access.json"
    path.write_text(json.dumps(data))
    return [fault.code for fault in examine_scenario(path, thorough=True)[1]]


@pytest.mark.parametrize("condition", [HOLD, EXIT])
def test_a_moat_shuts_a_place_off(tmp_path: Path, condition: Any) -> None:
    assert codes(tmp_path, condition, []) == []
    assert codes(tmp_path, condition, [MOAT]) == ["shut_off"]


def test_a_bridge_opens_it_again(tmp_path: Path) -> None:
    bridge = {"id": "bridge", "kind": "road", "line": [[28, 20], [36, 20]], "width": 6}
    assert codes(tmp_path, HOLD, [MOAT, bridge]) == []


def test_terrain_is_not_blamed_where_nobody_can_move(tmp_path: Path) -> None:
    assert codes(tmp_path, HOLD, [], red="at-gun-heavy") == ["immobile"]
    assert codes(tmp_path, HOLD, [MOAT], red="at-gun-heavy") == ["immobile"]


def test_an_immobilized_vehicle_comes_nowhere(tmp_path: Path) -> None:
    assert codes(tmp_path, EXIT, [], red="truck", immobilized=True) == ["immobile"]


def test_other_conditions_need_no_way(tmp_path: Path) -> None:
    destroy = {"kind": "destroy", "side": "red", "share": 0.5}
    assert codes(tmp_path, destroy, [MOAT]) == []
