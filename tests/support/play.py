"""Battles driven by written orders: the next one for each kind of request, else a pass."""

from collections.abc import Sequence
from typing import Any

from sim.dice import Dice, KeyedDice
from sim.engine.battle import Battle
from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Order, Pass

Script = Sequence[tuple[str, Order]]


class Played:
    """A battle as it went: events with the states after them, and what was asked."""

    def __init__(self) -> None:
        self.events: list[Event] = []
        self.states: list[BattleState] = []
        self.asked: list[tuple[Request, BattleState]] = []

    def __call__(self, event: Event, state: BattleState) -> None:
        self.events.append(event)
        self.states.append(state)

    @property
    def state(self) -> BattleState:
        return self.states[-1]

    def of(self, kind: type) -> list[Any]:
        """The events of one kind."""
        return [event for event in self.events if isinstance(event, kind)]


def play(
    start: BattleState,
    script: Script,
    dice: Dice | None = None,
    *,
    rounds: int = 1,
    side: int | None = None,
) -> Played:
    """Play so many rounds; with `side`, only that side's requests use up the script."""
    played, orders = Played(), list(script)
    battle = Battle(start, dice or KeyedDice(1), played)
    while battle.request is not None and battle.state.round <= rounds:
        request = battle.request
        played.asked.append((request, battle.state))
        mine = side is None or request.side == side
        if mine and orders and orders[0][0] == request.kind:
            battle.submit(orders.pop(0)[1])
        else:
            battle.submit(Pass())
    assert not orders, f"never asked for {orders}"
    return played
