"""Questions to players, and battles between them, for tests."""

from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Any

from sim.ai.greedy import GreedyPlayer
from sim.ai.protocol import Player
from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.options import Request, RequestKind
from sim.runner.match import fight
from sim.scenario.load import Scenario, load_scenario, shipped_scenarios
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Order

STREAM_KEY = b"a stream of its own"


def request(
    state: BattleState,
    kind: RequestKind,
    *units: str,
    groups: Iterable[tuple[str, ...]] = (),
) -> Request:
    """The request that asks the side of these units."""
    side = state.side_of(state.roster.unit_index[units[0]])
    return Request(kind=kind, side=side, units=units, number=1, groups=tuple(groups))


def answer(
    state: BattleState,
    kind: RequestKind,
    *units: str,
    player: Player | None = None,
    groups: Iterable[tuple[str, ...]] = (),
) -> Any:
    """The order that a player, greedy unless named, gives for these units."""
    question = request(state, kind, *units, groups=groups)
    return (player or GreedyPlayer()).decide(state, question, Stream(STREAM_KEY))


class Fresh:
    """A player that is made anew for every request."""

    def __init__(self, make: type[Player]):
        self._make = make

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """What a player that remembers nothing answers."""
        return self._make().decide(state, request, stream)


def reloaded(name: str) -> Scenario:
    """A shipped scenario of which nobody knows anything yet."""
    return load_scenario(shipped_scenarios()[name])


@lru_cache(maxsize=4)
def shipped(name: str) -> Scenario:
    """A shipped scenario, loaded once."""
    return reloaded(name)


def every_scenario(count: int) -> Iterator[tuple[Scenario, int]]:
    """So many shipped scenarios in turn, each with a seed."""
    names = list(shipped_scenarios())
    return ((shipped(names[seed % len(names)]), seed) for seed in range(count))


def fought(scenario: Scenario, players: Sequence[Player], seed: int) -> list[Event]:
    """The events of a battle."""
    events: list[Event] = []
    battle = Battle(scenario.start, KeyedDice(seed), lambda event, _: events.append(event))
    fight(battle, players, seed)
    return events
