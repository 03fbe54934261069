"""Hatches and cowering at the start of the own turn (HR-5, HR-7, BW-2)."""

from typing import Any

import pytest

from sim.rules import start
from sim.state.battle import BattleState
from tests.support.builders import battle, changed, index, unit

SEALED = {
    "catalogue": {
        "profiles": {
            "pillbox": {
                "kind": "vehicle",
                "footprint": {"rect": [3, 3]},
                "height": 1.5,
                "weapons": [],
                "armour": {"front": 8, "other": 8},
                "top": "closed",
                "sealed": True,
            }
        }
    }
}


def with_vehicle(profile: str, **more: Any) -> BattleState:
    return battle([unit("v", profile, 10, 10)], [unit("b1", "rifle-team", 60, 40)], **more)


def code(state: BattleState, check: Any, name: str = "v") -> str | None:
    refusal = check(state, index(state, name))
    return refusal and refusal.code


@pytest.mark.clause("HR-5", "BW-a")
def test_a_closed_topped_vehicle_chooses_its_hatch() -> None:
    assert code(with_vehicle("medium-tank"), start.check_hatch) is None


@pytest.mark.clause("HR-5")
def test_a_stunned_vehicle_does_not() -> None:
    state = changed(with_vehicle("medium-tank"), "v", stunned=True)
    assert code(state, start.check_hatch) == "stunned"


@pytest.mark.clause("BW-a")
def test_open_topped_sealed_and_teams_have_no_choice() -> None:
    assert code(with_vehicle("half-track"), start.check_hatch) == "open_topped"
    assert code(with_vehicle("pillbox", **SEALED), start.check_hatch) == "sealed"
    assert code(with_vehicle("medium-tank"), start.check_hatch, "b1") == "no_hatch"


@pytest.mark.clause("HR-7")
def test_any_team_may_cower_broken_or_not() -> None:
    state = with_vehicle("medium-tank")
    assert code(state, start.check_cower, "b1") is None
    assert code(changed(state, "b1", broken=True), start.check_cower, "b1") is None


@pytest.mark.clause("BW-2")
def test_a_vehicle_never_cowers() -> None:
    assert code(with_vehicle("medium-tank"), start.check_cower) == "vehicle_cowers"
