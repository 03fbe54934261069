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
    """What the players answered to one request after the other, refused orders included."""
    for _, answer in numbered_answers(enumerate(events)):
        yield answer


def numbered_answers(events: Iterable[tuple[int, Event]]) -> Iterator[tuple[int, Answer]]:
    """What the players answered, with the numbers of the events that tell it.

    The pass that follows too many refusals is the engine's own, and left out (PR-1).
    """
    refusals = 0
    for number, event in events:
        answer = answer_in(event)
        if isinstance(event, OrderRefused):
            refusals += 1
        elif isinstance(event, OrderGiven):
            if refusals == MOST_REFUSALS:
                answer = None
            refusals = 0
        if answer is not None:
            yield number, answer


def answer_in(event: Event) -> Answer | None:
    """What a player answered, if that is what an event tells."""
    match event:
        case OrderRefused(order=order) | OrderGiven(order=order):
            return order
        case PlayerForfeited():
            return event
        case _:
            return None


def resimulate(
    start: BattleState, dice: Dice, answers: Iterable[Answer], sink: Sink
) -> BattleState:
    """Fight a battle with answers given beforehand; the last state, over or not."""
    battle = Battle(start, dice, sink)
    for answer in answers:
        if battle.request is None:
            break
        give(battle, answer)
    return battle.state


def give(battle: Battle, answer: Answer) -> None:
    """Answer the request of a battle."""
    if isinstance(answer, PlayerForfeited):
        assert battle.request is not None
        battle.forfeit(battle.request.side, answer.reason)
    else:
        battle.submit(answer)
