"""The tactician: legal, and better than the others."""

from math import hypot
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from sim.ai.greedy import GreedyPlayer
from sim.ai.protocol import Player
from sim.ai.random import RandomPlayer
from sim.ai.tactician import TacticianPlayer
from sim.scenario.load import Scenario, load_document
from sim.state.events import BattleEnded, Event, OrderRefused, PlayerForfeited
from sim.state.orders import Fire, Move
from tests.support.asking import answer, fought
from tests.support.builders import battle, unit
from tools.tables import random_table, varied_plan

TABLES: dict[type[Player], int] = {GreedyPlayer: 20, RandomPlayer: 10}
"""Over so many random tables it fights each rival."""


class Fought(NamedTuple):
    """A battle of the tactician, and what it was worth to it."""

    events: list[Event]
    worth: float


@pytest.fixture(scope="module")
def battles() -> dict[type[Player], list[Fought]]:
    """Battles over random tables against each rival, from both seats."""
    found: dict[type[Player], list[Fought]] = {rival: [] for rival in TABLES}
    for number in range(1, 1 + max(TABLES.values())):
        scenario = load_document(random_table(varied_plan(number)), f"table-{number}")
        for rival in (rival for rival, tables in TABLES.items() if number <= tables):
            found[rival] += [fight(scenario, rival, seat) for seat in (0, 1)]
    return found


def fight(scenario: Scenario, rival: type[Player], seat: int) -> Fought:
    """One battle of the tactician from a seat."""
    players: list[Player] = [TacticianPlayer(), rival()]
    events = fought(scenario, players if seat == 0 else players[::-1], 1)
    ended = events[-1]
    assert isinstance(ended, BattleEnded)
    own = scenario.start.roster.sides[seat].id
    return Fought(events, 0.5 if ended.winner is None else float(ended.winner == own))


def test_no_order_is_refused(battles: dict[type[Player], list[Fought]]) -> None:
    for fights in battles.values():
        for one in fights:
            assert not any(isinstance(e, OrderRefused | PlayerForfeited) for e in one.events)


def test_it_beats_greedy_more_often_than_not(battles: dict[type[Player], list[Fought]]) -> None:
    assert sum(one.worth for one in battles[GreedyPlayer]) > len(battles[GreedyPlayer]) / 2


def test_it_beats_random_nearly_always(battles: dict[type[Player], list[Fought]]) -> None:
    assert sum(one.worth for one in battles[RandomPlayer]) >= len(battles[RandomPlayer]) - 1


def test_of_two_enemies_it_fires_at_the_one_that_threatens_more() -> None:
    """The machine gun, where greedy takes the leader."""
    blue = [unit("b", "rifle-team", 30, 12), unit("m", "mg-team", 30, 28)]
    state = battle([unit("r", "rifle-team", 12, 20)], blue)
    chosen = [answer(state, "shooting", "r", player=p()) for p in (GreedyPlayer, TacticianPlayer)]
    assert [order.aims[0].target for order in chosen if isinstance(order, Fire)] == ["b", "m"]


HOLD = {"kind": "hold", "side": "red", "objective": "hill", "at_round": 8}
HILL = {"id": "hill", "position": [30, 20], "radius": 4}


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize("last", [False, True])
def test_it_goes_onto_the_objective_when_it_is_decided(last: bool) -> None:
    """Under fire too, when nobody may fire afterwards; earlier it is not worth it."""
    blue = [unit(f"b{n}", "mg-team", 44, 8 + 8 * n) for n in range(4)]
    state = battle(
        [unit("r", "rifle-team", 23, 20)],
        blue,
        phase="movement",
        victory=[HOLD],
        objectives=[HILL],
    )
    number = 8 if last else 5
    order = answer(
        replace(state, round=number, turn=2 * number),
        "movement",
        "r",
        player=TacticianPlayer(),
    )
    gone = isinstance(order, Move) and hypot(order.path[-1][0] - 30, order.path[-1][1] - 20) <= 4
    assert gone is last
