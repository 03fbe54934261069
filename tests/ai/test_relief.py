"""Glances over the table: near enough to what the rules say to propose places."""

from random import Random

import numpy as np
import pytest
from msgspec.structs import replace

from sim.ai.pairings import BAND, HIDDEN, case_of, ranges_of
from sim.ai.relief import Relief
from sim.ai.travel import travel_of
from sim.battlefield.sight import stance_of
from sim.geometry.footprints import disc
from sim.rules.sight import assess_exposure
from sim.scenario.load import load_document
from sim.state.battle import BattleState
from tests.support.builders import battle, unit
from tools.tables import random_table, varied_plan

TEAM, FAR = (0.9, 1.0), 200.0
HOUSE = {"id": "house", "kind": "building", "rect": {"center": [20, 20], "size": [4, 4]}}
HEDGE = {"id": "hedge", "kind": "hedge", "line": [[20, 10], [20, 30]]}
HILL = {"id": "hill", "kind": "hill", "circle": {"center": [41, 21], "radius": 5}, "elevation": 2}
CONCEALED, SOFT, HARD, HIGHER = 1 << 5, 1 << 6, 2 << 6, 1 << 8


def facing(*terrain: object) -> BattleState:
    red, blue = [unit("r", "rifle-team", 13, 21)], [unit("b", "rifle-team", 29, 21)]
    return battle(red, blue, terrain=list(terrain))


def glanced(state: BattleState, firer: tuple[float, float], target: tuple[float, float]) -> int:
    """The case of one team to another at a glance, the band apart; it is the same both ways."""
    relief, travel = (
        Relief(state.roster.world, ranges_of(state.roster)),
        travel_of(state.roster.world),
    )
    here, there = travel.cell_at(*firer), travel.cell_at(*target)
    seen = relief.cases[relief.glance(here, TEAM, TEAM, FAR)[there]]
    back = relief.cases[relief.glance(there, TEAM, TEAM, FAR)[relief.count + here]]
    assert seen == back
    return seen & ~BAND


@pytest.mark.parametrize(
    ("terrain", "case"),
    [
        ([], 0),
        ([HOUSE], HIDDEN | CONCEALED | HARD),
        ([HEDGE], CONCEALED | SOFT),
        ([{**HOUSE, "kind": "orchard"}], CONCEALED | SOFT),
        ([{**HEDGE, "line": [[14, 10], [14, 30]]}], 0),
        ([{**HOUSE, "rect": {"center": [28, 20], "size": [6, 6]}}], CONCEALED | HARD),
        ([{**HOUSE, "rect": {"center": [14, 20], "size": [6, 6]}}], 0),
    ],
)
def test_what_lies_between_two_teams(terrain: list[object], case: int) -> None:
    assert glanced(facing(*terrain), (13.0, 21.0), (29.0, 21.0)) == case


def test_from_a_hill_one_looks_over_a_hedge_and_the_hill_is_higher() -> None:
    state = facing(HEDGE, HILL)
    assert glanced(state, (41.0, 21.0), (13.0, 21.0)) == 0
    assert glanced(state, (29.0, 21.0), (41.0, 21.0)) == HIGHER


def test_terrain_off_the_table_is_not_looked_at() -> None:
    beyond = {"id": "wall", "kind": "stone-wall", "line": [[0, 48], [72, 48]]}
    assert glanced(facing(beyond), (13.0, 21.0), (29.0, 21.0)) == 0


def test_glances_agree_with_the_rules_mostly() -> None:
    """Of a thousand pairs of cells on a table, nine in ten."""
    state = load_document(random_table(varied_plan(3)), "table").start
    world, ranges = state.roster.world, ranges_of(state.roster)
    relief, travel, random = Relief(world, ranges), travel_of(world), Random(1)
    one, other = (
        next(u for u in state.living(side) if state.spec(u).kind == "infantry") for side in (0, 1)
    )
    cells, agreed = travel.columns * travel.rows, []
    for here, there in (random.sample(range(cells), 2) for _ in range(1000)):
        units = list(state.units)
        for number, cell in ((one, here), (other, there)):
            base = disc(*travel.centre(cell), 1.5)
            stance = stance_of(world, base, *TEAM)
            units[number] = replace(units[number], footprint=base, stance=stance)
        placed = replace(state, units=tuple(units), obstacles=())
        exact = case_of(assess_exposure(placed, one, other), ranges)
        found = relief.cases[relief.glance(here, TEAM, TEAM, FAR)[there]]
        assert found & BAND == exact & BAND
        agreed.append(found == exact or bool(found & exact & HIDDEN))
    assert np.mean(agreed) > 0.8


def test_a_farther_glance_serves_for_a_nearer_one() -> None:
    state = facing(HOUSE)
    relief = Relief(state.roster.world, ranges_of(state.roster))
    cell = travel_of(state.roster.world).cell_at(13.0, 21.0)
    near = relief.glance(cell, TEAM, TEAM, 8.0)
    far = relief.glance(cell, TEAM, TEAM, 20.0)
    assert far is not near
    assert relief.glance(cell, TEAM, TEAM, 8.0) is far
