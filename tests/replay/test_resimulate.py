"""A battle fought again from its log is the same battle."""

from typing import Any

import pytest

from sim.ai.random import RandomPlayer
from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.course import MOST_REFUSALS
from sim.engine.options import Request
from sim.replay.resimulate import answers_in, resimulate
from sim.runner.match import fight
from sim.scenario.load import load_document
from sim.state.battle import BattleState
from sim.state.events import Event, OrderRefused, PlayerForfeited, TurnStarted
from sim.state.orders import Cower, Order, Pass
from tests.support.crowd import crowd
from tests.support.logs import skirmish

SEED = 5


class Insistent:
    """Orders somebody who is not there, and passes once told so often enough."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        return Cower("nobody")


class Weary:
    """Passes until the second round, then gives up."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        if state.round > 1:
            raise RuntimeError("weary")
        return Pass()


def fought(start: BattleState, *players: Any) -> list[tuple[Event, BattleState]]:
    course: list[tuple[Event, BattleState]] = []
    battle = Battle(start, KeyedDice(SEED), lambda event, state: course.append((event, state)))
    fight(battle, players, SEED)
    return course


def again(start: BattleState, events: list[Event]) -> list[tuple[Event, BattleState]]:
    course: list[tuple[Event, BattleState]] = []
    resimulate(
        start,
        KeyedDice(SEED),
        answers_in(events),
        lambda event, state: course.append((event, state)),
    )
    return course


def test_a_battle_full_of_incidents_is_the_same_again() -> None:
    start = load_document(crowd()).start
    course = fought(start, RandomPlayer(), RandomPlayer())
    assert again(start, [event for event, _ in course]) == course


def test_refused_orders_are_refused_again_and_the_engines_pass_is_not_an_answer() -> None:
    start = skirmish(rounds=1).start
    course = fought(start, Insistent(), Insistent())
    events = [event for event, _ in course]
    assert sum(isinstance(event, OrderRefused) for event in events) % MOST_REFUSALS == 0
    assert again(start, events) == course


def test_a_forfeit_ends_it_again() -> None:
    start = skirmish().start
    course = fought(start, Insistent(), Weary())
    assert isinstance(course[-2][0], PlayerForfeited)
    assert again(start, [event for event, _ in course]) == course


def test_a_log_that_is_cut_off_leaves_the_battle_where_it_was() -> None:
    start = skirmish().start
    events = [event for event, _ in fought(start, Weary(), Weary())]
    turns = [number for number, event in enumerate(events) if isinstance(event, TurnStarted)]
    state = resimulate(
        start, KeyedDice(SEED), answers_in(events[: turns[1]]), lambda event, state: None
    )
    assert state.outcome is None
    assert state.turn == 2


@pytest.mark.parametrize("more", [Pass(), PlayerForfeited(by="red", reason="late")])
def test_answers_to_a_battle_that_is_over_are_not_asked_for(more: Any) -> None:
    start = skirmish(rounds=1).start
    course = fought(start, Weary(), Weary())
    answers = [*answers_in(event for event, _ in course), more]
    assert resimulate(start, KeyedDice(SEED), answers, lambda event, state: None) == course[-1][1]
