"""One battle between two players, from its scenario and seed alone."""

import re
from collections.abc import Callable, Coroutine, Mapping, Sequence
from contextlib import nullcontext
from traceback import walk_tb
from typing import Any, get_args

import msgspec

from sim.ai.protocol import Player
from sim.ai.registry import make_player
from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.options import Request
from sim.errors import UsageError
from sim.replay.codec import Header, rules_digest, versions
from sim.runner.collector import collector_at_rest
from sim.scenario.faults import nearest
from sim.scenario.load import Scenario
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Order

DEFAULT_PLAYER = "greedy"
_ADDRESS = re.compile(r" at 0x[0-9a-fA-F]+")
_LONGEST_REASON = 1000
_UNTOLD = "an exception that fails when it is asked what it is"
_ORDERS = msgspec.json.Decoder(Order)
_ORDER_TYPES = (*get_args(Order), dict)

Sink = Callable[[Event, BattleState], None]
Asked = Callable[[int], None]
"""Is told the index of a side before its player is asked."""


def players_by_side(scenario: Scenario, named: Mapping[str, str]) -> dict[str, str]:
    """A player's name for each side, `greedy` where none is named; raises `UsageError`."""
    sides = [side.id for side in scenario.roster.sides]
    for side in named:
        if side not in sides:
            hint = nearest(side, sides) or f"the sides are {', '.join(sides)}"
            raise UsageError(f"there is no side {side!r} here ({hint})")
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


class AnswerError(ValueError):
    """A player's answer is no order: what it is instead, as a sentence."""


def _unnoted(_side: int) -> None:
    """Asked, where nobody wants to know."""


def play(
    scenario: Scenario,
    players: Mapping[str, str],
    seed: int,
    sink: Sink,
    asked: Asked = _unnoted,
) -> BattleState:
    """Fight a battle to its end, and return its last state."""
    seats = [make_player(players[side.id]) for side in scenario.roster.sides]
    battle = Battle(scenario.start, KeyedDice(seed), sink)
    fight(battle, seats, seed, asked)
    return battle.state


def fight(battle: Battle, seats: Sequence[Player], seed: int, asked: Asked = _unnoted) -> None:
    """Put every request to the player of its side, until the battle is over.

    A player that raises, or answers with what is no order, forfeits: the reason is an event. The
    collector rests while bundled players fight; those of others may make cycles.
    """
    with collector_at_rest() if all(map(_is_bundled, seats)) else nullcontext():
        while battle.request is not None:
            _put(battle, battle.request, seats, seed, asked)


def _is_bundled(player: Player) -> bool:
    return type(player).__module__.startswith("sim.ai.")


def _put(
    battle: Battle, request: Request, seats: Sequence[Player], seed: int, asked: Asked
) -> None:
    player = seats[request.side]
    asked(request.side)
    try:
        order = _answer(player, battle.state, request, seed)
    except KeyboardInterrupt:
        raise
    except BaseException as problem:
        battle.forfeit(request.side, _reason(problem, player))
    else:
        battle.submit(order)


def _reason(problem: BaseException, player: Player) -> str:
    """What a player did wrong and where, as text that a log can hold, cut short.

    Addresses of memory are left out: they differ from run to run.
    """
    try:
        place = _place(problem, type(player).__module__)
        text = _said(problem)[: _LONGEST_REASON - len(place)] + place
        return _ADDRESS.sub("", text).encode("utf-8", "replace").decode()
    except KeyboardInterrupt:
        raise
    except BaseException:
        return _UNTOLD


def _said(problem: BaseException) -> str:
    """What an exception is, and what it says if it can."""
    kind = type(problem)
    try:
        return str(problem) if issubclass(kind, AnswerError) else f"{kind.__name__}: {problem}"
    except Exception:
        return kind.__name__


def _place(problem: BaseException, module: str) -> str:
    """The last line of a module on the way to what was raised; nothing if it was raised outside."""
    lines = [
        line
        for frame, line in walk_tb(problem.__traceback__)
        if frame.f_globals.get("__name__") == module
    ]
    return f" (line {lines[-1]} of {module})" if lines else ""


def _answer(player: Player, state: BattleState, request: Request, seed: int) -> Order:
    side = state.roster.sides[request.side].id
    stream = Stream.of(seed, side, f"{state.turn}/{request.number}")
    return sound_order(player.decide(state, request, stream))


def sound_order(order: object) -> Order:
    """The order as a log can hold it: fields of their types, finite numbers, text of characters.

    Raises `AnswerError` for what is none.
    """
    try:
        return _ORDERS.decode(msgspec.json.encode(order))
    except Exception as problem:
        raise AnswerError(_what_is_wrong(order, problem)) from problem


def _what_is_wrong(answer: Any, problem: Exception) -> str:
    if isinstance(answer, Coroutine):
        answer.close()
        return "decide is `async`, and answers with a coroutine instead of an order"
    kind = type(answer).__name__
    if not isinstance(answer, _ORDER_TYPES):
        return f"the answer is no order but of type {kind}"
    if isinstance(problem, UnicodeError):
        return f"the answer, of type {kind}, holds text with half a surrogate pair in it"
    if isinstance(problem, msgspec.ValidationError):
        return f"the answer, of type {kind}, does not fit: {problem}"
    return f"the answer, of type {kind}, holds what no order can hold"
