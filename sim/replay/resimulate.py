"""Battles fought again from their logs: the same start, dice and answers, through the rules."""

from collections.abc import Iterable, Iterator
from typing import TypeAlias

from sim.dice import Dice
from sim.engine.battle import Battle
from sim.engine.course import MOST_REFUSALS, Sink
from sim.state.battle import BattleState
from sim.state.events import Event, OrderGiven, OrderRefused, PlayerForfeited
from sim.state.orders import Order

Answer: TypeAlias = Order | PlayerForfeited


def answers_in(events: Iterable[Event]) -> Iterator[Answer]:
    """What the players answered to one request after the other, refused orders included.

    The pass that follows too many refusals is the engine's own, and left out (PR-1).
    """
    refusals = 0
    for event in events:
        match event:
            case OrderRefused(order=order):
                refusals += 1
                yield order
            case OrderGiven(order=order):
                if refusals < MOST_REFUSALS:
                    yield order
                refusals = 0
            case PlayerForfeited():
                yield event
            case _:
                pass


def resimulate(
    start: BattleState, dice: Dice, answers: Iterable[Answer], sink: Sink
) -> BattleState:
    """Fight a battle with answers given beforehand; the last state, over or not."""
    battle = Battle(start, dice, sink)
    for answer in answers:
        if battle.request is None:
            break
        if isinstance(answer, PlayerForfeited):
            battle.forfeit(battle.request.side, answer.reason)
        else:
            battle.submit(answer)
    return battle.state
