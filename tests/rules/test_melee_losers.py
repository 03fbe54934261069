"""Who has lost a melee, and who then breaks away (HR-25, HR-26, BW-41, BW-42, RU-21)."""

from typing import Any

import pytest
from msgspec.structs import replace

from sim.rules import melee
from sim.state.battle import BattleState
from sim.state.events import (
    MeleeDecided,
    UnitDestroyed,
)
from tests.support.builders import battle, changed, unit
from tests.support.melees import after, teams


def decided(state: BattleState, **changes: dict[str, Any]) -> MeleeDecided:
    now = state
    for name, fields in changes.items():
        now = changed(now, name, **fields)
    return melee.decide(state, now, melee.melees(state)[0])


@pytest.mark.clause("HR-25")
def test_the_side_with_more_units_lost_or_newly_broken_has_lost() -> None:
    state = teams(1.0)
    gone = {"fate": "destroyed"}
    assert decided(state, b1=gone) == MeleeDecided(loser="blue", losses=(0, 1))
    assert decided(state, r1={"broken": True}) == MeleeDecided(loser="red", losses=(1, 0))
    assert decided(state, r1=gone, b1=gone).loser is None
    assert decided(state).loser is None


@pytest.mark.clause("HR-25")
def test_who_was_broken_before_is_no_loss() -> None:
    state = changed(teams(1.0), "r1", broken=True)
    assert decided(state).losses == (0, 0)


@pytest.mark.clause("BW-41", "BW-42", "HR-26")
def test_vehicles_must_break_away_and_so_must_the_losers() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 14, 10)]
    blue = [unit("b1", "medium-tank", 12, 10), unit("b2", "rifle-team", 10, 12)]
    state = battle(red, blue, phase="melee")
    (group,) = melee.melees(state)
    assert melee.must_break_away(state, group, None) == (2,)
    assert melee.must_break_away(state, group, "red") == (0, 1, 2)
    assert melee.must_break_away(state, group, "blue") == (2, 3)
    turned = replace(state, active=1)
    assert melee.must_break_away(turned, group, "red") == (2, 0, 1)
    gone = changed(state, "b1", fate="destroyed")
    assert melee.must_break_away(gone, group, None) == ()


@pytest.mark.clause("RU-21", "HR-26")
def test_who_has_no_enemy_left_near_is_away_already() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 12, 10)]
    state = battle(red, blue, phase="melee")
    assert melee.still_must_break_away(state, 0)
    assert melee.still_must_break_away(state, 1)
    assert not melee.still_must_break_away(changed(state, "r1", fate="destroyed"), 1)
    assert not melee.still_must_break_away(changed(state, "b1", fate="destroyed"), 0)


@pytest.mark.clause("RU-21")
def test_a_vehicle_beside_an_enemy_vehicle_alone_is_away() -> None:
    red, blue = [unit("r1", "medium-tank", 10, 10)], [unit("b1", "medium-tank", 13, 10)]
    assert not melee.still_must_break_away(battle(red, blue), 0)


@pytest.mark.clause("HR-26")
def test_a_team_that_fails_is_destroyed_and_a_vehicle_is_stunned() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 12, 10)]
    state = battle(red, blue, phase="melee")
    assert melee.fail_to_break_away(state, 0) == [UnitDestroyed(unit="r1", clause="HR-26")]
    stunned = after(state, melee.fail_to_break_away(state, 1))
    assert stunned.units[1].stunned
    assert melee.fail_to_break_away(stunned, 1) == []


@pytest.mark.clause("HR-26")
def test_by_the_switch_a_vehicle_that_fails_is_destroyed() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 12, 10)]
    state = battle(red, blue, phase="melee", rules={"break_away_failed": "destroyed"})
    assert melee.fail_to_break_away(state, 1) == [UnitDestroyed(unit="b1", clause="HR-26")]
