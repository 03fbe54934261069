"""Battles of random orders over the shipped scenarios, checked after every event."""

import pytest

from sim.ai.random import RandomPlayer
from sim.engine.battle import Battle
from sim.runner.match import fight
from sim.scenario.load import load_document, load_scenario
from sim.state.battle import BattleState
from sim.state.events import OrderRefused
from tests.support.audit import AuditedDice, Watch
from tests.support.crowd import crowd
from tests.support.shipped import SHIPPED

MOST_EVENTS = 20_000


def check_battle(start: BattleState, seed: int) -> None:
    watch = Watch(start)
    battle = Battle(start, AuditedDice.of(seed), watch)
    fight(battle, [RandomPlayer(), RandomPlayer()], seed)
    assert battle.outcome is not None
    assert battle.outcome.termination != "forfeit"
    assert watch.events < MOST_EVENTS


@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("seed", range(3))
def test_a_battle_keeps_the_invariants(name: str, seed: int) -> None:
    check_battle(load_scenario(SHIPPED[name]).start, seed)


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
@pytest.mark.parametrize("block", range(10))
def test_five_hundred_battles_keep_the_invariants(name: str, block: int) -> None:
    battles = 500 // (10 * len(SHIPPED)) + 1
    for number in range(battles):
        check_battle(load_scenario(SHIPPED[name]).start, 1000 + block * battles + number)


@pytest.mark.parametrize("seed", range(10))
def test_a_crowded_battle_keeps_the_invariants(seed: int) -> None:
    check_battle(load_document(crowd()).start, seed)


def test_a_random_player_is_never_refused() -> None:
    start = load_scenario(next(iter(SHIPPED.values()))).start
    refused: list[OrderRefused] = []

    def note(event: object, _state: object) -> None:
        if isinstance(event, OrderRefused):
            refused.append(event)

    fight(Battle(start, AuditedDice.of(5), note), [RandomPlayer(), RandomPlayer()], 5)
    assert refused == []
