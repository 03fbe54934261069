"""The player that does nothing: a control for the others."""

from sim.dice import Stream
from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.orders import Order, Pass


class NullPlayer:
    """Passes, whatever it is asked."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:  # noqa: ARG002
        """Always `Pass`."""
        return Pass()
