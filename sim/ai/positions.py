"""Positions: what was decided in each that was met lately, in this battle or in another."""

from collections.abc import Callable, Hashable

from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.orders import Order
from sim.state.roster import Roster

_KEPT_ROWS = 170_000
"""At least as many positions are remembered as have so many units, at most twice as many."""


class Positions:
    """The orders given in the battles of one roster, by who gave them and in which position."""

    def __init__(self, roster: Roster):
        self.roster = roster
        self._most = _KEPT_ROWS // len(roster.units)
        self._lately: dict[Hashable, Order] = {}
        self._before: dict[Hashable, Order] = {}

    def order(self, position: Hashable, decide: Callable[[], Order]) -> Order:
        """The order in a position; decided upon if that was not met lately."""
        found = self._lately.get(position)
        if found is None:
            if len(self._lately) >= self._most:
                self._lately, self._before = {}, self._lately
            found = self._before.pop(position, None) or decide()
            self._lately[position] = found
        return found


def positions_of(roster: Roster) -> Positions:
    """What is remembered of the battles of a roster; it lies in the world's memo."""
    lasting = roster.world.memo.lasting
    found: Positions | None = lasting.get("positions")
    if found is None or found.roster is not roster:
        found = lasting["positions"] = Positions(roster)
    return found


def position_of(state: BattleState, request: Request) -> Hashable:
    """All that a decision can depend on, for one roster: the state, and what is asked."""
    return (
        state.units,
        state.guns,
        state.obstacles,
        (state.round, state.turn, state.active, state.phase, state.held),
        (state.acted, state.fired, state.wounded, state.fallen),
        (request.kind, request.side, tuple(request.units), tuple(map(tuple, request.groups))),
    )
