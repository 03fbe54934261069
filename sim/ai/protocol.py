"""What a player is: it answers requests with orders, for one side."""

from typing import Protocol

from sim.dice import Stream
from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.orders import Order


class Player(Protocol):
    """Decides for a side.

    The answer must depend on the arguments alone: whatever a player keeps between requests is a
    cache that may be lost at any moment. Players run in this process and are not sandboxed.
    """

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """The order that answers the request; `Pass` always may."""
        ...
