"""What draws units: the conditions, the score, the enemy."""

from typing import Any

import numpy as np
import pytest
from msgspec.structs import replace

from sim.ai.goals import Goal, Pull, draw_at, goals_of, pull_on, standing
from sim.ai.ground import ground_of
from sim.ai.tactician import TACTICAL
from sim.ai.view import view_of
from sim.ai.worth import VICTORY
from sim.state.battle import BattleState
from sim.state.roster import NOBODY
from tests.support.builders import battle, changed, index, unit

BLUE = [unit("b", "rifle-team", 60, 20)]
HILL = {"id": "hill", "position": [30, 20], "radius": 3}


def drawn(*victory: Any, red: Any = (), **more: Any) -> BattleState:
    """A rifle team in search of something to do."""
    own = red or [unit("r", "rifle-team", 20, 20)]
    return battle(own, BLUE, phase="movement", victory=list(victory), **more)


def pull_of(state: BattleState) -> Pull | None:
    """What draws the first unit."""
    return pull_on(view_of(state), 0)


def aims_of(state: BattleState) -> list[Goal]:
    """All that may draw the first unit."""
    return list(goals_of(view_of(state), 0))


def hold(side: str, **when: int) -> dict[str, Any]:
    return {"kind": "hold", "side": side, "objective": "hill", **(when or {"at_round": 8})}


def test_a_place_to_hold_draws_and_the_nearer_the_better() -> None:
    pull = pull_of(drawn(hold("red"), objectives=[HILL]))
    assert pull is not None
    assert pull.at((22.0, 20.0)) < pull.at((26.0, 20.0)) < pull.at((30.0, 20.0)) == 0.0


@pytest.mark.parametrize("edge", ["left", "right", "top", "bottom"])
def test_an_edge_of_the_least_table_draws(edge: str) -> None:
    leave = {"kind": "exit", "side": "red", "edge": edge}
    red, blue = [unit("r", "rifle-team", 1, 1)], [unit("b", "rifle-team", 3, 3)]
    (goal, *_) = aims_of(battle(red, blue, size=(4, 4), victory=[leave]))
    assert 0.0 <= goal.x <= 4.0
    assert 0.0 <= goal.y <= 4.0


def test_a_place_the_enemy_must_hold_draws_less() -> None:
    own, denied = (
        aims_of(drawn(hold(side), objectives=[HILL]))[0].weight for side in ("red", "blue")
    )
    assert own == VICTORY > denied > 0.0


def test_time_running_out_draws_more() -> None:
    calm = pull_of(drawn(hold("red"), objectives=[HILL]))
    pressed = pull_of(drawn(hold("red", at_round=2), objectives=[HILL]))
    assert calm is not None
    assert pressed is not None
    assert pressed.drive > calm.drive


def test_nobody_runs_for_what_is_out_of_reach() -> None:
    far = {**HILL, "position": [70, 46]}
    late = pull_of(drawn(hold("red", at_round=1), objectives=[far]))
    calm = pull_of(drawn(hold("red", at_round=8), objectives=[far]))
    assert late is not None
    assert calm is not None
    assert late.drive < calm.drive


def test_rounds_running_draw_at_once() -> None:
    (goal, *_) = aims_of(drawn(hold("red", rounds=2), objectives=[HILL]))
    assert goal.deadline == 3


def test_a_place_that_friends_have_safely_draws_less() -> None:
    red = [unit("r", "rifle-team", 20, 20), unit("s", "rifle-team", 30, 20)]
    red.append(unit("t", "rifle-team", 30, 22))
    alone, helped = (
        aims_of(drawn(hold("red"), objectives=[HILL], red=units))[0].weight
        for units in (red[:2], red)
    )
    assert helped < alone


def test_an_objective_of_no_use_draws_nobody() -> None:
    state = drawn({"kind": "survive", "side": "red", "round": 8}, objectives=[HILL])
    assert aims_of(state) == []


@pytest.mark.parametrize(
    ("edge", "point"),
    [("left", (0, 20)), ("right", (72, 20)), ("bottom", (20, 0)), ("top", (20, 48))],
)
def test_an_edge_draws_where_it_is_nearest(edge: str, point: tuple[float, float]) -> None:
    (goal, *_) = aims_of(drawn({"kind": "exit", "side": "red", "edge": edge, "units": 1}))
    assert (goal.x, goal.y) == point


def test_a_named_unit_and_a_named_gun_are_sought() -> None:
    gun = unit("g", "at-gun-light", 50, 40)
    for wanted in ("unit", "gun"):
        state = battle(
            [unit("r", "rifle-team", 20, 20)],
            [*BLUE, gun],
            victory=[{"kind": "destroy", "side": "red", wanted: "g"}],
        )
        assert (50.0, 40.0) in [(goal.x, goal.y) for goal in aims_of(state)]
        lost = replace(state.guns[0], fate="destroyed", crew=NOBODY)
        gone = replace(changed(state, "g", fate="destroyed"), guns=(lost,))
        assert (50.0, 40.0) not in [(goal.x, goal.y) for goal in aims_of(gone)]


def test_the_enemy_draws_whom_waiting_does_not_help() -> None:
    share = {"kind": "destroy", "side": "red", "share": 0.5}
    assert [(goal.x, goal.weight) for goal in aims_of(drawn(share))] == [(60.0, 4.0)]
    assert aims_of(drawn(score={"unit": 1}))[0].weight == 2.0


def test_who_has_no_weapon_does_not_seek_the_enemy() -> None:
    truck = [unit("r", "truck", 20, 20)]
    assert pull_of(drawn(score={"unit": 1}, red=truck)) is None


@pytest.mark.parametrize("state", [{"broken": True}, {}])
def test_broken_teams_and_guns_are_drawn_nowhere(state: dict[str, bool]) -> None:
    profile = "rifle-team" if state else "at-gun-light"
    red = [unit("r", profile, 20, 20, state=state)]
    pull = pull_of(drawn(hold("red"), objectives=[HILL], red=red))
    assert pull is None
    assert draw_at(pull, (20.0, 20.0)) == 0.0


def test_who_wins_by_waiting() -> None:
    survive = {"kind": "survive", "side": "blue", "round": 8}
    assert standing(drawn(survive)) == 1
    assert standing(drawn(hold("red"), objectives=[HILL])) is None
    held = drawn(hold("red"), red=[unit("r", "rifle-team", 30, 20)], objectives=[HILL])
    assert standing(held) == 0


def test_ranks_come_first_and_points_last() -> None:
    first = {"kind": "survive", "side": "blue", "round": 8, "rank": 1}
    second = {"kind": "survive", "side": "red", "round": 8, "rank": 2}
    assert standing(drawn(second, first)) == 1
    state = battle([unit("r", "rifle-team", 20, 20)], BLUE, score={"unit": 1})
    lost = changed(state, "b", fate="destroyed", fate_round=1)
    assert standing(lost) == state.side_of(index(state, "r"))
    beaten = changed(state, "r", fate="destroyed", fate_round=1)
    assert standing(beaten) == 1


def test_a_goal_that_no_way_leads_to_draws_by_the_straight_line() -> None:
    house = {"id": "house", "kind": "building", "rect": {"center": [30, 20], "size": [6, 6]}}
    tank = [unit("t", "medium-tank", 20, 20)]
    pull = pull_of(drawn(hold("red"), objectives=[HILL], red=tank, terrain=[house]))
    assert pull is not None
    assert abs(pull.at((20.0, 20.0)) + pull.drive * 8 / 12) < 1e-9


def staked(*victory: Any, red: Any = (), blue: Any = BLUE) -> float:
    """What a tactician has at stake on the hill in the last round."""
    own = red or [unit("r", "rifle-team", 20, 20)]
    state = battle(own, blue, phase="movement", victory=list(victory), objectives=[HILL])
    (goal, *_) = goals_of(view_of(replace(state, round=8), TACTICAL), 0)
    return goal.stake


def test_in_the_round_that_decides_it_is_worth_the_victory_to_be_there() -> None:
    """The less with a friend there or an enemy; whom the enemy wants to hold it, he is denied."""
    friend, foe = unit("s", "rifle-team", 30, 22), unit("b", "rifle-team", 30, 18)
    own = [unit("r", "rifle-team", 20, 20)]
    assert staked(hold("red")) == VICTORY
    assert 0.0 < staked(hold("red"), red=[*own, friend]) < VICTORY
    assert 0.0 < staked(hold("red"), blue=[foe]) < VICTORY
    assert staked(hold("blue")) == 0.0
    assert staked(hold("blue"), blue=[foe]) == VICTORY
    assert staked(hold("red", rounds=2)) == 0.0
    assert staked(hold("red", rounds=1)) == VICTORY


def test_at_other_times_and_to_greedy_nothing_is_at_stake() -> None:
    state = drawn(hold("red"), objectives=[HILL])
    assert next(iter(goals_of(view_of(state, TACTICAL), 0))).stake == 0.0
    assert next(iter(goals_of(view_of(replace(state, round=8)), 0))).stake == 0.0


def test_the_stake_is_had_within_the_place_alone() -> None:
    state = replace(drawn(hold("red"), objectives=[HILL]), round=8)
    view = view_of(state, TACTICAL)
    pull, ground = pull_on(view, 0), ground_of(view, 0, 12.0)
    assert pull is not None
    assert pull.at((30.0, 20.0)) == VICTORY > 0.0 > pull.at((24.0, 20.0))
    draws = pull.by_cells(ground.cells)
    assert draws.max() == VICTORY
    assert draws[0] == pytest.approx(pull.at((20.0, 20.0)))


def test_a_goal_that_no_way_leads_to_draws_straight() -> None:
    """A tank to a hill in a lake, in the middle of cells as between them."""
    lake = {"id": "lake", "kind": "river", "circle": {"center": [40, 20], "radius": 8}}
    red = [unit("t", "medium-tank", 20, 20)]
    hill = {"id": "hill", "position": [40, 20], "radius": 3}
    state = battle(
        red, BLUE, phase="movement", victory=[hold("red")], objectives=[hill], terrain=[lake]
    )
    pull = pull_of(state)
    assert pull is not None
    cells = np.array([pull.travel.cell_at(x, 20) for x in (21, 25, 29)])
    draws = pull.by_cells(cells)
    assert draws.tolist() == [pull.at(pull.travel.centre(cell)) for cell in cells.tolist()]
    assert draws[0] < draws[1] < draws[2] < 0.0
