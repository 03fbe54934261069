"""No player can reach the battle seed from what it is handed."""

from collections.abc import Iterator
from typing import Any

import numpy as np
import pytest
from msgspec import Struct

from sim.ai.greedy import GreedyPlayer
from sim.ai.protocol import Player
from sim.ai.random import RandomPlayer
from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.options import Request
from sim.runner.match import fight
from sim.state.battle import BattleState
from sim.state.orders import Order
from tests.support.asking import reloaded, shipped

SEED = 4_815_162_342


def parts(thing: Any) -> Iterator[Any]:
    """What a thing holds: its items, its fields, its slots, its attributes."""
    if isinstance(thing, dict):
        yield from thing.keys()
        yield from thing.values()
    elif isinstance(thing, np.ndarray):
        yield from thing[thing == SEED].tolist()
    elif isinstance(thing, list | tuple | set | frozenset):
        yield from thing
    if isinstance(thing, Struct):
        yield from (getattr(thing, name) for name in thing.__struct_fields__)
    for kind in type(thing).__mro__:
        slots = vars(kind).get("__slots__", ())
        yield from (getattr(thing, name) for name in slots if hasattr(thing, name))
    yield from getattr(thing, "__dict__", {}).values()


def _is_seed(thing: Any) -> bool:
    return isinstance(thing, int | bytes) and thing in (SEED, SEED.to_bytes(8, "big"))


def reaches_seed(*roots: Any) -> bool:
    """Whether the seed, or dice made of it, can be reached by attributes and containers."""
    waiting, seen = list(roots), set()
    while waiting:
        thing = waiting.pop()
        if isinstance(thing, KeyedDice) or _is_seed(thing):
            return True
        if id(thing) not in seen and not isinstance(thing, str | int | float | bytes | type):
            seen.add(id(thing))
            waiting.extend(parts(thing))
    return False


class Suspicious:
    """Looks for the seed in all that it and its player are handed."""

    def __init__(self, player: Player):
        self._player = player
        self.looks = 0

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        if self.looks % 150 == 0:
            assert not reaches_seed(state, request, stream, self._player)
        self.looks += 1
        return self._player.decide(state, request, stream)


@pytest.mark.parametrize("make", [GreedyPlayer, RandomPlayer])
def test_the_seed_is_out_of_reach(make: type[Player]) -> None:
    players = [Suspicious(make()), Suspicious(make())]
    start = shipped("walled-manor").start
    battle = Battle(start, KeyedDice(SEED))
    fight(battle, players, SEED)
    assert battle.outcome is not None
    assert battle.outcome.termination != "forfeit"
    assert all(player.looks for player in players)


class Planted:
    """A player that was given the seed behind everybody's back."""

    def __init__(self) -> None:
        self.notes = {"hidden": [(1, SEED)]}


@pytest.mark.parametrize(
    "planted", [Planted(), [KeyedDice(SEED)], {SEED: 1}, [np.array([1, SEED])]]
)
def test_a_planted_seed_is_found(planted: Any) -> None:
    assert reaches_seed(planted)


@pytest.mark.parametrize("make", [GreedyPlayer, RandomPlayer])
def test_the_seed_of_the_battle_changes_no_answer(make: type[Player]) -> None:
    first, second = (Battle(reloaded("causeway-gun").start, KeyedDice(seed)) for seed in (1, 2))
    for _ in range(8):
        assert first.request is not None
        orders = [
            make().decide(battle.state, first.request, Stream(b"one stream"))
            for battle in (first, second)
        ]
        assert orders[0] == orders[1]
        if first.state.phase == "shooting":
            break
        first.submit(orders[0])
        second.submit(orders[1])
