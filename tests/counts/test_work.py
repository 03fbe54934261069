"""How much is asked of sight and how often the state changes, for each order that is carried out.

The limits are about twice what is counted now.
"""

from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest

from sim.ai.registry import BUNDLED
from sim.dice import KeyedDice
from sim.engine.battle import Battle
from sim.replay.resimulate import answers_in, resimulate
from sim.runner.match import fight
from sim.state import apply as door
from sim.state.events import Event, OrderGiven
from sim.state.orders import Pass
from tests.counts.battles import SMALL, CountingMemo, table

LIMITS = {
    "null": (0, 0),
    "random": (10, 2),
    "greedy": (60, 4),
    "tactician": (70, 4),
}
"""Questions about sight, and states made besides those after each event, for each action."""


class CountingDoor(dict[type, Any]):
    """The handlers of events, counting how often one is asked for."""

    states = 0

    def __getitem__(self, kind: type) -> Any:
        self.states += 1
        return super().__getitem__(kind)


class Work(NamedTuple):
    """What a battle took."""

    actions: int
    events: int
    queries: int
    misses: int
    states: int


@pytest.fixture
def counted(monkeypatch: pytest.MonkeyPatch) -> Iterator[CountingDoor]:
    handlers = CountingDoor(door._HANDLERS)
    monkeypatch.setattr(door, "_HANDLERS", handlers)
    return handlers


def work_of(player: str, handlers: CountingDoor) -> tuple[Work, Work]:
    """The work of a battle, and of the same battle fought again from its log."""
    memo, events = CountingMemo(), list[Event]()
    start = table(SMALL, memo).start
    battle = Battle(start, KeyedDice(1), lambda event, _: events.append(event))
    fight(battle, [BUNDLED[player](), BUNDLED[player]()], 1)
    fought = _work(events, memo, handlers)
    memo.queries = memo.misses = handlers.states = 0
    resimulate(start, KeyedDice(1), answers_in(events), lambda event, state: None)
    return fought, _work(events, memo, handlers)


def _work(events: list[Event], memo: CountingMemo, handlers: CountingDoor) -> Work:
    actions = sum(isinstance(e, OrderGiven) and not isinstance(e.order, Pass) for e in events)
    return Work(actions, len(events), memo.queries, memo.misses, handlers.states)


@pytest.mark.parametrize("player", BUNDLED)
def test_an_action_asks_little_and_changes_little(player: str, counted: CountingDoor) -> None:
    work, _ = work_of(player, counted)
    queries, states = LIMITS[player]
    assert work.queries <= queries * work.actions
    assert work.states - work.events <= states * work.actions


def test_the_rules_ask_each_thing_about_once(counted: CountingDoor) -> None:
    _, again = work_of("random", counted)
    assert again.misses == 0
    assert again.queries <= 3 * again.actions
    assert again.events <= again.states <= 1.5 * again.events


def test_most_of_what_is_asked_of_sight_is_remembered(counted: CountingDoor) -> None:
    work, _ = work_of("random", counted)
    assert 0 < 2 * work.misses <= work.queries
