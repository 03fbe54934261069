"""Ways into contact and over the edge."""

import pytest

from sim.ai.ways import find_exit, find_occupation, find_rush, first_contact, reach_of, to_edge
from sim.engine.check import check
from sim.geometry.footprints import Footprint, disc, in_contact, overlaps, rectangle
from sim.state.roster import Edge
from tests.support.asking import request
from tests.support.builders import battle, unit

EDGES: tuple[Edge, ...] = ("top", "right", "bottom", "left")


@pytest.mark.parametrize("base", [disc(0, 0, 1.5), rectangle(0, 0, 20, 2, 1)])
@pytest.mark.parametrize("goal", [disc(10, 6, 1.5), rectangle(9, 7, 33, 4, 2)])
def test_first_contact_touches_and_does_not_overlap(base: Footprint, goal: Footprint) -> None:
    there = base.moved(*first_contact(base, (0.0, 0.0), goal), base.facing)
    assert in_contact(there, goal)
    assert not overlaps(there, goal)


@pytest.mark.clause("BB-20")
def test_a_rush_goes_round_what_is_in_the_way() -> None:
    gun = unit("g", "at-gun-light", 23, 20, state={"crewed": False})
    red = [unit("r", "rifle-team", 20, 20), gun]
    state = battle(red, [unit("b", "rifle-team", 26.5, 20)], phase="melee")
    question = request(state, "charge", "r")
    order = find_rush(state, question, 0, 2)
    assert order is not None
    assert len(order.path) > 1
    assert check(state, question, order) is None


def test_nobody_rushes_what_is_too_far_away() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 32, 20)])
    assert find_rush(state, request(state, "charge", "r"), 0, 1) is None


def test_a_gun_is_reached_at_a_sprint() -> None:
    gun = unit("g", "at-gun-light", 32, 20, state={"crewed": False})
    state = battle([unit("r", "rifle-team", 20, 20), gun], [unit("b", "rifle-team", 70, 40)])
    question = request(state, "movement", "r")
    assert find_occupation(state, question, 0, 0, sprint=False) is None
    order = find_occupation(state, question, 0, 0, sprint=True)
    assert order is not None
    assert order.occupy == "g"


@pytest.mark.parametrize("edge", EDGES)
def test_every_edge_can_be_left_by(edge: Edge) -> None:
    spots = {"top": (36, 44), "right": (68, 24), "bottom": (36, 4), "left": (4, 24)}
    state = battle(
        [unit("t", "truck", *spots[edge])],
        [unit("b", "rifle-team", 36, 24)],
        phase="movement",
        victory=[{"kind": "exit", "side": "red", "edge": edge, "units": 1}],
    )
    order = find_exit(state, request(state, "movement", "t"), 0, edge, sprint=False)
    assert order is not None
    assert to_edge(state, order.path[-1], edge) == 1.5


def test_an_edge_round_the_corner_is_found() -> None:
    house = {"id": "house", "kind": "building", "rect": {"center": [66, 24], "size": [2, 6]}}
    state = battle(
        [unit("t", "truck", 62, 24)],
        [unit("b", "rifle-team", 36, 24)],
        phase="movement",
        terrain=[house],
        victory=[{"kind": "exit", "side": "red", "edge": "right", "units": 1}],
    )
    order = find_exit(state, request(state, "movement", "t"), 0, "right", sprint=True)
    assert order is not None
    assert len(order.path) > 1


def test_an_edge_too_far_away_is_not_left_by() -> None:
    state = battle([unit("r", "rifle-team", 36, 24)], [unit("b", "rifle-team", 70, 40)])
    assert find_exit(state, request(state, "movement", "r"), 0, "top", sprint=True) is None


def test_the_reach_begins_where_the_unit_is() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 70, 40)])
    assert reach_of(state, 0, 8.0).start == (20.0, 20.0)


def test_an_edge_behind_deep_water_is_not_left_by() -> None:
    water = {"id": "water", "kind": "river", "rect": {"center": [66, 24], "size": [2, 48]}}
    state = battle(
        [unit("t", "truck", 62, 24)],
        [unit("b", "rifle-team", 36, 24)],
        phase="movement",
        terrain=[water],
        victory=[{"kind": "exit", "side": "red", "edge": "right", "units": 1}],
    )
    assert find_exit(state, request(state, "movement", "t"), 0, "right", sprint=False) is None
