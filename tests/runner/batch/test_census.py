"""What occurs in a battle is counted by its name."""

import pytest

from sim.rules.clauses import load_clauses
from sim.runner.batch import census
from sim.runner.batch.census import SWITCHES, Census, kinds_between
from sim.runner.match import play
from sim.scenario.load import load_scenario
from sim.state.apply import EVENT_TYPES
from sim.state.battle import BattleState
from sim.state.events import (
    BattleEnded,
    Event,
    GunDestroyed,
    LeadershipTested,
    OrderGiven,
    OrderRefused,
    Termination,
    TurnEnded,
    UnitDestroyed,
    UnitMoved,
    UnitRouted,
)
from sim.state.orders import Move, NameTargets, Pass, UnitAims
from sim.state.rolls import Modifier, Roll, SuppressedModifier
from sim.state.ruleset import Ruleset
from tests.support.builders import battle, unit
from tests.support.shipped import SHIPPED

WOOD = {"id": "wood", "kind": "wood", "polygon": [[14, 8], [18, 8], [18, 16], [14, 16]]}
WALL = {"id": "wall", "kind": "stone-wall", "line": [[24, 4], [24, 20]]}


def table(**more: object) -> BattleState:
    red = [unit("r-1", "rifle-team", 10, 12, 90), unit("r-t", "light-tank", 4, 4, 90)]
    blue = [unit("b-1", "at-team", 30, 12, 270), unit("b-2", "mg-team", 34, 20, 270)]
    return battle(red, blue, size=(40, 24), terrain=[WOOD, WALL], **more)


def taken(*events: Event, state: BattleState | None = None) -> Census:
    """The census of events that leave the table as it is."""
    state = state or table()
    found = Census(state.roster)
    for event in events:
        found(event, state)
    return found


def roll(**more: object) -> Roll:
    return Roll(purpose="team_save", faces=(3, 4), result="broken", **more)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("termination", "clause"), [("condition", "HR-27"), ("rounds", "HR-28"), ("no_units", "HR-29")]
)
def test_a_battle_ends_by_the_clause_of_its_termination(
    termination: Termination, clause: str
) -> None:
    ended = BattleEnded(termination=termination, winner=None, condition=None, score=(0, 0))
    clauses = {name for name in taken(ended).counts() if name.startswith("clause:")}
    assert clauses == {f"clause:{clause}"}


def test_a_loss_has_its_place_round_and_clause() -> None:
    found = taken(UnitDestroyed(unit="b-1", clause="FR-11"), UnitRouted(unit="b-2"))
    assert found.deaths == [
        ("b-1", "blue", "infantry", 30.0, 12.0, 1, "FR-11"),
        ("b-2", "blue", "infantry", 34.0, 20.0, 1, "BB-22"),
    ]
    assert found.causes == {"FR-11": 1, "BB-22": 1}
    assert found.first_loss == {"red": None, "blue": 1}


def test_a_roll_counts_for_its_row_and_all_clauses_that_had_a_say() -> None:
    spoken = roll(
        modifiers=(Modifier("elite", 1, "FR-12"),),
        suppressed_modifiers=(SuppressedModifier("gunshield", 2, "FR-30", "emplaced"),),
    )
    needed = Roll(purpose="leadership", faces=(4,), result="pass", need=4)
    events = [LeadershipTested(unit="r-1", reason="formation", passed=True, rolls=(spoken, needed))]
    counts = taken(*events).counts()
    assert counts["table:team_save/broken"] == 1
    assert counts["table:leadership/pass"] == counts["table:leadership/4+"] == 1
    for clause in ("FR-12", "FR-30", "BB-5", "BB-22"):
        assert counts[f"clause:{clause}"] == 1


def test_a_refusal_counts_by_its_code_and_clause() -> None:
    refused = OrderRefused(by="red", order=Pass(), code="too_far", clause="BB-8", text="no")
    counts = taken(refused).counts()
    assert counts["refusal:too_far"] == counts["clause:BB-8"] == 1
    assert counts["event:order_refused"] == 1


def test_a_switch_counts_with_its_value_where_its_ruling_comes_up() -> None:
    lost = GunDestroyed(gun="b-1", clause="RU-10")
    assert taken(lost, lost).counts()["switch:second_break_heavy=gun_lost"] == 2
    assert not [name for name in taken().counts() if name.startswith("switch:")]


@pytest.mark.parametrize(("manner", "clause"), [("move", "HR-12"), ("sprint", "BB-10")])
def test_a_move_counts_by_its_manner_and_the_terrain_on_its_way(manner: str, clause: str) -> None:
    way = ((10.0, 12.0), (16.0, 12.0), (20.0, 12.0))
    moved = UnitMoved(unit="r-1", manner=manner, path=way, facing=90, cost=9)  # type: ignore[arg-type]
    counts = taken(moved).counts()
    assert counts[f"clause:{clause}"] == counts["terrain:wood"] == 1
    assert "terrain:stone-wall" not in counts


def test_an_order_counts_for_the_profiles_that_carry_it_out() -> None:
    turned = OrderGiven(by="red", order=Move(unit="r-t", path=(), facing=0.0))
    aims = (UnitAims(unit="r-1", aims=()), UnitAims(unit="r-t", aims=()))
    named = OrderGiven(by="red", order=NameTargets(units=aims))
    found = taken(turned, named, OrderGiven(by="red", order=Pass()))
    assert found.counts()["profile:light-tank"] == 2
    assert found.counts()["profile:rifle-team"] == 1
    assert found.actions == 3


def test_the_ends_of_turns_have_short_digests() -> None:
    assert taken(TurnEnded(digest="0123456789abcdef0123")).turns == ["0123456789ab"]


def test_terrain_between_two_points_is_what_the_straight_way_meets() -> None:
    world = table().roster.world
    assert kinds_between(world, (10, 12), (30, 12)) == ["wood", "stone-wall"]
    assert kinds_between(world, (10, 12), (16, 12)) == ["wood"]
    assert kinds_between(world, (15, 10), (16, 12)) == ["wood"]
    assert kinds_between(world, (10, 2), (30, 2)) == []
    assert kinds_between(world, (13, 15.5), (15, 18)) == []


def test_a_whole_battle_has_counts_of_every_sort() -> None:
    scenario = load_scenario(SHIPPED["causeway-gun"])
    found = Census(scenario.roster)
    play(scenario, dict.fromkeys(("attacker", "defender"), "random"), 3, found)
    sorts = {name.partition(":")[0] for name in found.counts()}
    assert {"clause", "event", "terrain", "profile", "table"} <= sorts
    assert list(found.counts()) == sorted(found.counts())


def test_the_clauses_and_switches_named_here_exist() -> None:
    named: list[str] = [*SWITCHES, *census._MANNERS.values(), *census._RATES.values()]
    for clauses in census._CLAUSES.values():
        named += clauses
    assert set(named) <= set(load_clauses())
    assert set(SWITCHES.values()) <= set(Ruleset.__struct_fields__)
    assert set(census._CLAUSES) <= {kind.__struct_config__.tag for kind in EVENT_TYPES}
