"""One battle between two players, from its scenario and seed alone."""

import re
from collections.abc import Callable, Mapping, Sequence
from math import isfinite
from typing import Any

import msgspec

from sim.ai.protocol import Player
from sim.ai.registry import make_player
from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.options import Request
from sim.errors import UsageError
from sim.replay.codec import Header, rules_digest, versions
from sim.scenario.load import Scenario
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Order

DEFAULT_PLAYER = "greedy"
GREATEST_SEED = 2**53 - 1
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")

Sink = Callable[[Event, BattleState], None]


def players_by_side(scenario: Scenario, named: Mapping[str, str]) -> dict[str, str]:
    """A player's name for each side, `greedy` where none is named; raises `UsageError`."""
    sides = [side.id for side in scenario.roster.sides]
    for side in named:
        if side not in sides:
            raise UsageError(f"there is no side {side!r} here; the sides are {', '.join(sides)}")
    return {side: named.get(side, DEFAULT_PLAYER) for side in sides}


def header_of(scenario: Scenario, players: Mapping[str, str], seed: int) -> Header:
    """The header of a battle's log."""
    return Header(
        rules_digest=rules_digest(),
        scenario=dict(scenario.document),
        scenario_digest=scenario.digest,
        seed=seed,
        players=dict(players),
        versions=versions(),
    )


def play(scenario: Scenario, players: Mapping[str, str], seed: int, sink: Sink) -> BattleState:
    """Fight a battle to its end, and return its last state."""
    seats = [make_player(players[side.id]) for side in scenario.roster.sides]
    battle = Battle(scenario.start, KeyedDice(seed), sink)
    fight(battle, seats, seed)
    return battle.state


def fight(battle: Battle, seats: Sequence[Player], seed: int) -> None:
    """Put every request to the player of its side, until the battle is over.

    A player that raises, or answers with what is no order, forfeits: the reason is an event.
    """
    while battle.request is not None:
        request = battle.request
        try:
            order = _answer(seats[request.side], battle.state, request, seed)
        except Exception as problem:
            battle.forfeit(request.side, _reason(problem))
        else:
            battle.submit(order)


def _reason(problem: Exception) -> str:
    """What a player did wrong, without addresses of memory: they differ from run to run."""
    return _ADDRESS.sub("", f"{type(problem).__name__}: {problem}")


def _answer(player: Player, state: BattleState, request: Request, seed: int) -> Order:
    side = state.roster.sides[request.side].id
    stream = Stream.of(seed, side, f"{state.turn}/{request.number}")
    return sound_order(player.decide(state, request, stream))


def sound_order(order: object) -> Order:
    """The order, if it is one whose fields have their types and whose numbers are finite.

    Raises `msgspec.ValidationError` or `ValueError` otherwise.
    """
    plain = msgspec.to_builtins(order)
    sound: Order = msgspec.convert(plain, Order)
    if not _is_finite(plain):
        raise ValueError("an order needs finite numbers")
    return sound


def _is_finite(value: Any) -> bool:
    if isinstance(value, float):
        return isfinite(value)
    if isinstance(value, dict):
        return all(_is_finite(item) for item in value.values())
    if isinstance(value, list | tuple):
        return all(_is_finite(item) for item in value)
    return True
