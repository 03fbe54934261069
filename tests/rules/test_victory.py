"""Conditions, score and the end of a battle (HR-9, HR-27 to HR-29)."""

from typing import Any

import pytest
from msgspec.structs import replace

from sim.rules import victory
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import BattleEnded
from tests.support.builders import battle, changed, index, unit

BRIDGE = {"objectives": [{"id": "bridge", "position": [20, 20], "radius": 6}]}


def end_of_round(number: int, red_at: float = 21, blue_at: float = 60, **more: Any) -> BattleState:
    """Red on the bridge at the end of a round, unless told otherwise; two teams a side."""
    red = [unit("r1", "rifle-team", red_at, 20), unit("r2", "rifle-team", 4, 4)]
    blue = [unit("b1", "rifle-team", blue_at, 20), unit("b2", "rifle-team", 60, 40)]
    state = battle(red, blue, phase="end", active=1, **more)
    return replace(state, round=number, turn=2 * number)


def ended(state: BattleState) -> BattleEnded | None:
    """What ends the battle with this player turn."""
    for event in victory.count_held(state):
        state = apply(state, event)
    events = victory.end_of_turn(state)
    assert all(isinstance(event, BattleEnded) for event in events)
    return events[0] if events else None


def lose(state: BattleState, *units: str) -> BattleState:
    for name in units:
        state = changed(state, name, fate="destroyed", fate_round=1)
    return state


@pytest.mark.clause("HR-27")
def test_holding_at_the_end_of_the_given_round_wins() -> None:
    held = {"victory": [{"kind": "hold", "side": "red", "objective": "bridge", "at_round": 3}]}
    assert ended(end_of_round(2, **BRIDGE, **held)) is None
    assert ended(end_of_round(3, red_at=40, **BRIDGE, **held)) is None
    assert ended(end_of_round(3, **BRIDGE, **held)) == BattleEnded(
        termination="condition", winner="red", condition=0, score=(0.0, 0.0)
    )


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize("rounds_before", [0, 1, 2])
def test_holding_for_rounds_running_wins(rounds_before: int) -> None:
    held = {"victory": [{"kind": "hold", "side": "red", "objective": "bridge", "rounds": 2}]}
    state = replace(end_of_round(3, **BRIDGE, **held), held=(rounds_before,))
    assert (ended(state) is not None) == (rounds_before >= 1)


@pytest.mark.clause("HR-27")
def test_the_rounds_of_each_condition_are_counted_apart() -> None:
    hold = {"kind": "hold", "objective": "bridge", "rounds": 3}
    goals = [{**hold, "side": "red"}, {**hold, "side": "blue"}, {**hold, "side": "red"}]
    state = replace(end_of_round(3, **BRIDGE, victory=goals), held=(0, 2, 1))
    assert apply(state, victory.count_held(state)[0]).held == (1, 2, 1)
    for event in victory.count_held(state):
        state = apply(state, event)
    assert state.held == (1, 0, 2)


@pytest.mark.clause("HR-27")
def test_a_hold_that_is_broken_starts_anew() -> None:
    held = {"victory": [{"kind": "hold", "side": "red", "objective": "bridge", "rounds": 2}]}
    state = replace(end_of_round(3, red_at=40, **BRIDGE, **held), held=(1,))
    (lost,) = victory.count_held(state)
    assert apply(state, lost).held == (0,)
    assert victory.count_held(apply(state, lost)) == []


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize(
    ("changes", "held"),
    [
        ({}, True),
        ({"red_at": 26.75}, True),
        ({"red_at": 26.76}, False),
        ({"blue_at": 18}, False),
    ],
)
def test_who_holds_an_objective(changes: dict[str, float], held: bool) -> None:
    state = end_of_round(1, **changes, **BRIDGE)
    assert victory.holds(state, 0, state.roster.objectives[0]) == held


@pytest.mark.clause("HR-27")
def test_broken_units_neither_hold_nor_contest() -> None:
    state = end_of_round(1, blue_at=18, **BRIDGE)
    bridge = state.roster.objectives[0]
    assert victory.holds(changed(state, "b1", broken=True), 0, bridge)
    assert not victory.holds(changed(state, "r1", broken=True), 0, bridge)


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize("fate", ["destroyed", "routed", "exited"])
def test_who_is_gone_neither_holds_nor_contests(fate: str) -> None:
    state = end_of_round(1, blue_at=18, **BRIDGE)
    bridge = state.roster.objectives[0]
    assert victory.holds(changed(state, "b1", fate=fate), 0, bridge)
    assert not victory.holds(changed(state, "r1", fate=fate), 0, bridge)


@pytest.mark.clause("HR-27")
def test_nothing_is_counted_before_the_round_is_over() -> None:
    held = {"victory": [{"kind": "hold", "side": "red", "objective": "bridge", "at_round": 1}]}
    state = replace(end_of_round(1, **BRIDGE, **held), turn=1)
    assert victory.count_held(state) == []
    assert ended(replace(state, held=(1,))) is None


@pytest.mark.clause("HR-27")
def test_a_share_of_the_enemy_destroyed_wins() -> None:
    share = {"victory": [{"kind": "destroy", "side": "red", "share": 0.5}]}
    state = end_of_round(1, **share)
    assert ended(state) is None
    assert ended(lose(state, "b1")).winner == "red"  # type: ignore[union-attr]
    most = {"victory": [{"kind": "destroy", "side": "red", "share": 0.75}]}
    assert ended(lose(end_of_round(1, **most), "b1")) is None
    routed = changed(state, "b1", fate="routed", fate_round=1)
    assert ended(routed).winner == "red"  # type: ignore[union-attr]


@pytest.mark.clause("HR-27")
def test_a_named_unit_destroyed_wins() -> None:
    state = end_of_round(1, victory=[{"kind": "destroy", "side": "blue", "unit": "r2"}])
    assert ended(lose(state, "r1")) is None
    assert ended(lose(state, "r2")).winner == "blue"  # type: ignore[union-attr]


def gun_battle(**more: Any) -> BattleState:
    red = [unit("r1", "rifle-team", 4, 4)]
    blue = [unit("b1", "rifle-team", 60, 40), unit("gun", "at-gun-medium", 60, 20)]
    return replace(battle(red, blue, phase="end", active=1, **more), turn=2)


@pytest.mark.clause("HR-27")
def test_a_gun_counts_apart_from_its_crew() -> None:
    state = gun_battle(victory=[{"kind": "destroy", "side": "red", "gun": "gun"}], score={"gun": 2})
    assert ended(lose(state, "gun")) is None
    assert victory.score_of(lose(state, "gun")) == (1.0, 0.0)
    wrecked = replace(state, guns=(replace(state.guns[0], fate="destroyed"),))
    assert ended(wrecked) == BattleEnded(
        termination="condition", winner="red", condition=0, score=(2.0, 0.0)
    )


@pytest.mark.clause("HR-27", "BB-22")
def test_a_gun_that_starts_uncrewed_is_no_starting_unit() -> None:
    red = [unit("r1", "rifle-team", 4, 4)]
    gun = unit("gun", "at-gun-medium", 60, 20, state={"crewed": False})
    blue = [unit("b1", "rifle-team", 60, 40), unit("b2", "rifle-team", 60, 44), gun]
    state = battle(red, blue, victory=[{"kind": "destroy", "side": "red", "share": 0.5}])
    assert ended(state) is None
    assert victory.score_of(state) == (0.0, 0.0)
    assert ended(lose(state, "b1")).winner == "red"  # type: ignore[union-attr]


@pytest.mark.clause("HR-27", "HR-36")
def test_units_that_leave_by_the_edge_win() -> None:
    state = end_of_round(1, victory=[{"kind": "exit", "side": "red", "edge": "right", "units": 1}])
    gone = {"fate": "exited", "fate_round": 1}
    assert ended(changed(state, "r1", **gone, exit="left")) is None
    assert ended(changed(state, "b1", **gone, exit="right")) is None
    assert ended(changed(state, "r1", **gone, exit="right")).winner == "red"  # type: ignore[union-attr]


@pytest.mark.clause("HR-27", "HR-36")
def test_each_unit_that_leaves_counts_once() -> None:
    state = end_of_round(1, victory=[{"kind": "exit", "side": "red", "edge": "right", "units": 2}])
    gone = {"fate": "exited", "fate_round": 1, "exit": "right"}
    assert ended(changed(state, "r1", **gone)) is None
    assert ended(changed(changed(state, "r1", **gone), "r2", **gone)).condition == 0  # type: ignore[union-attr]


@pytest.mark.clause("HR-27")
def test_surviving_to_the_end_of_a_round_wins() -> None:
    survive = {"victory": [{"kind": "survive", "side": "blue", "round": 2}]}
    assert ended(end_of_round(1, **survive)) is None
    assert ended(end_of_round(2, **survive)).winner == "blue"  # type: ignore[union-attr]
    assert ended(replace(end_of_round(2, **survive), turn=3)) is None
    gone = ended(lose(end_of_round(2, **survive), "b1", "b2"))
    assert (gone.termination, gone.winner) == ("no_units", "red")  # type: ignore[union-attr]


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize(
    ("red_rank", "blue_rank", "winner"),
    [(None, None, None), (1, 2, "red"), (2, 1, "blue"), (1, None, "red"), (1, 1, None)],
)
def test_conditions_of_both_sides_at_once(
    red_rank: int | None, blue_rank: int | None, winner: str | None
) -> None:
    both = [
        {"kind": "destroy", "side": "red", "share": 0.5, "rank": red_rank},
        {"kind": "destroy", "side": "blue", "share": 0.5, "rank": blue_rank},
    ]
    for condition in both:
        if condition["rank"] is None:
            del condition["rank"]
    state = lose(end_of_round(1, victory=both), "r1", "b1")
    assert ended(state).winner == winner  # type: ignore[union-attr]


@pytest.mark.clause("HR-28")
@pytest.mark.parametrize(
    ("lost", "winner", "score"),
    [(["b1"], "red", (1.0, 0.0)), (["r1"], "blue", (0.0, 1.0)), (["r1", "b1"], None, (1.0, 1.0))],
)
def test_the_higher_score_wins_after_the_last_round(
    lost: list[str], winner: str | None, score: tuple[float, float]
) -> None:
    assert ended(lose(end_of_round(7), *lost)) is None
    assert ended(lose(end_of_round(8), *lost)) == BattleEnded(
        termination="rounds", winner=winner, condition=None, score=score
    )


@pytest.mark.clause("HR-28")
def test_the_first_turn_of_the_last_round_ends_nothing() -> None:
    assert ended(replace(end_of_round(8), turn=15)) is None


@pytest.mark.clause("HR-28", "HR-27")
def test_a_condition_goes_before_the_score_after_the_last_round() -> None:
    goal = {"victory": [{"kind": "destroy", "side": "blue", "unit": "r2"}]}
    state = lose(end_of_round(8, **goal), "r2", "b1")
    assert ended(state) == BattleEnded(
        termination="condition", winner="blue", condition=0, score=(1.0, 1.0)
    )


@pytest.mark.clause("HR-28")
def test_objectives_held_at_the_end_score() -> None:
    state = end_of_round(8, **BRIDGE, score={"objective": 3})
    assert ended(state).score == (3.0, 0.0)  # type: ignore[union-attr]


@pytest.mark.clause("HR-29")
@pytest.mark.parametrize(
    ("lost", "winner"), [(["b1", "b2"], "red"), (["r1", "r2"], "blue"), ([], "none")]
)
def test_a_side_without_a_unit_has_lost_at_once(lost: list[str], winner: str) -> None:
    state = replace(lose(end_of_round(1), *lost), phase="shooting", turn=1)
    events = victory.end_of_phase(state)
    assert [event.winner for event in events] == ([winner] if lost else [])  # type: ignore[union-attr]


@pytest.mark.clause("HR-29")
def test_both_sides_gone_is_a_draw() -> None:
    state = lose(end_of_round(1), "r1", "r2", "b1", "b2")
    (event,) = victory.end_of_phase(state)
    assert (event.termination, event.winner) == ("no_units", None)  # type: ignore[union-attr]
    assert ended(state) == event


@pytest.mark.clause("HR-29", "HR-27", "PR-34")
def test_what_asks_for_the_end_of_a_round_is_not_asked_in_its_middle() -> None:
    state = end_of_round(1, victory=[{"kind": "survive", "side": "red", "round": 1}])
    (event,) = victory.end_of_phase(replace(lose(state, "b1", "b2"), phase="shooting", turn=1))
    assert (event.termination, event.winner) == ("no_units", "red")  # type: ignore[union-attr]


@pytest.mark.clause("HR-29")
def test_conditions_are_asked_before_the_empty_side_loses() -> None:
    state = end_of_round(1, victory=[{"kind": "destroy", "side": "blue", "unit": "r2"}])
    (event,) = victory.end_of_phase(lose(state, "b1", "b2", "r2"))
    assert (event.termination, event.winner) == ("condition", "blue")  # type: ignore[union-attr]


@pytest.mark.clause("HR-9")
def test_a_forfeit_is_won_by_the_other_side() -> None:
    events = [victory.forfeit(end_of_round(1), side) for side in (0, 1)]
    assert [(event.termination, event.winner) for event in events] == [
        ("forfeit", "blue"),
        ("forfeit", "red"),
    ]


@pytest.mark.clause("HR-29", "HR-9")
def test_swapping_the_sides_of_the_file_swaps_nothing_else() -> None:
    state = end_of_round(8)
    assert index(state, "r1") == 0
    assert ended(lose(state, "r1", "b1")).winner is None  # type: ignore[union-attr]
