"""The random player: nothing but legal orders, of every kind."""

from collections.abc import Iterator
from typing import Any

import pytest

from sim.ai.random import RandomPlayer
from sim.dice import Stream
from sim.engine.check import check
from sim.engine.options import RequestKind
from sim.state.battle import BattleState
from sim.state.events import OrderRefused, PlayerForfeited
from sim.state.orders import (
    BreakAway,
    Charge,
    Cower,
    Fire,
    Move,
    NameTargets,
    Pass,
    Resolve,
    SetHatch,
)
from tests.support.asking import every_scenario, fought, request
from tests.support.builders import battle, changed, rules, unit

STREAMS = 60


def orders(state: BattleState, kind: RequestKind, *units: str, **more: Any) -> Iterator[Any]:
    """What the player answers on streams of many keys; every one of it is legal."""
    question = request(state, kind, *units, **more)
    for key in range(STREAMS):
        order = RandomPlayer().decide(state, question, Stream(bytes([key])))
        assert check(state, question, order) is None
        yield order


def test_no_order_of_thirty_battles_is_refused() -> None:
    for scenario, seed in every_scenario(30):
        events = fought(scenario, [RandomPlayer(), RandomPlayer()], seed)
        assert not any(isinstance(event, OrderRefused | PlayerForfeited) for event in events)


def test_it_passes_now_and_then() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 30, 20)])
    found = list(orders(state, "shooting", "r"))
    assert Pass() in found
    assert any(isinstance(order, Fire) for order in found)


def test_it_moves_turns_and_sprints() -> None:
    state = battle([unit("r", "truck", 10, 20)], [unit("b", "rifle-team", 60, 20)])
    moves = [order for order in orders(state, "movement", "r") if isinstance(order, Move)]
    assert {order.sprint for order in moves} == {False, True}
    assert any(order.path == () for order in moves)


@pytest.mark.clause("HR-16")
def test_it_occupies_guns() -> None:
    gun = unit("g", "at-gun-light", 24, 20, state={"crewed": False})
    state = battle([unit("r", "rifle-team", 20, 20), gun], [unit("b", "rifle-team", 60, 20)])
    assert any(getattr(order, "occupy", None) for order in orders(state, "movement", "r"))


@pytest.mark.clause("HR-36")
def test_it_leaves_the_table() -> None:
    state = battle(
        [unit("r", "rifle-team", 68, 20)],
        [unit("b", "rifle-team", 20, 20)],
        victory=[{"kind": "exit", "side": "red", "edge": "right", "units": 1}],
    )
    assert any(getattr(order, "exit", None) for order in orders(state, "movement", "r"))


def test_a_heavy_gun_only_turns() -> None:
    state = battle([unit("g", "at-gun-heavy", 20.5, 20.5)], [unit("b", "rifle-team", 60, 20)])
    moves = [order for order in orders(state, "movement", "g") if isinstance(order, Move)]
    assert moves
    assert all(order.path == () for order in moves)


def test_it_changes_hatches_and_cowers() -> None:
    red = [unit("t", "medium-tank", 20, 20), unit("r", "rifle-team", 20, 30)]
    state = battle(red, [unit("b", "rifle-team", 60, 20)], phase="start")
    found = list(orders(state, "start", "t", "r"))
    assert any(isinstance(order, SetHatch) for order in found)
    assert any(isinstance(order, Cower) for order in found)


def test_it_charges_and_piles_in() -> None:
    state = battle(
        [unit("r", "rifle-team", 20, 20), unit("s", "rifle-team", 20, 23)],
        [unit("b", "rifle-team", 22.5, 20)],
        phase="melee",
    )
    assert any(isinstance(order, Charge) for order in orders(state, "pile_in", "s"))
    apart = changed(state, "r", fate="destroyed")
    assert any(isinstance(order, Charge) for order in orders(apart, "charge", "s"))


def test_it_fights_and_chooses_the_order_of_fights() -> None:
    group = ("r", "b")
    state = battle(
        [unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 22, 20)], phase="melee"
    )
    melee = orders(state, "melee", "r", groups=[group])
    assert any(isinstance(order, NameTargets) for order in melee)
    choice = orders(state, "melee_order", "r", groups=[group])
    assert any(isinstance(order, Resolve) for order in choice)


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize(("gap", "melee_range"), [(3.0, 4), (0.5, 1)])
def test_it_fights_as_far_as_melee_goes(gap: float, melee_range: int) -> None:
    red, blue = [unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 21.5 + gap, 20)]
    state = battle(red, blue, phase="melee", **rules(melee_range=melee_range))
    melee = orders(state, "melee", "r", groups=[("r", "b")])
    assert any(isinstance(order, NameTargets) for order in melee)


def test_it_breaks_away() -> None:
    state = battle(
        [unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 22, 20)], phase="melee"
    )
    assert any(isinstance(order, BreakAway) for order in orders(state, "break_away", "r"))


def test_it_fires_in_firefights() -> None:
    state = battle(
        [unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 26, 20)], phase="firefight"
    )
    found = orders(state, "firefight", "r", groups=[("r", "b")])
    assert any(isinstance(order, NameTargets) and order.units for order in found)


def test_what_cannot_go_anywhere_goes_nowhere() -> None:
    gun = [unit("g", "at-gun-heavy", 20.5, 20.5)]
    state = battle(gun, [unit("b", "rifle-team", 23, 20)], phase="melee")
    assert set(orders(state, "break_away", "g")) == {Pass()}


@pytest.mark.clause("BB-12")
def test_weapons_that_cannot_fire_are_not_named() -> None:
    state = battle([unit("m", "mg-team", 20, 20)], [unit("b", "rifle-team", 40, 20)])
    assert set(orders(changed(state, "m", moved=True), "shooting", "m")) == {Pass()}
