"""A battle under way: where its state is kept, its dice are held, and its events go out."""

from collections.abc import Callable, Generator, Iterable
from typing import TypeAlias

from sim.dice import Dice
from sim.engine.options import Request, RequestKind
from sim.engine.step import step
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event, OrderGiven, Phase, PhaseStarted, TurnStarted
from sim.state.orders import Order, Pass

Sink = Callable[[Event, BattleState], None]
"""Takes each event together with the state after it."""

Questions: TypeAlias = Generator[Request, Order, None]
"""A stretch of a battle: it yields requests and is sent the orders that answer them."""

MOST_REFUSALS = 20
"""PR-1: refusals in a row after which a side is taken to pass."""


class Course:
    """The state now, changed by events alone."""

    def __init__(self, start: BattleState, dice: Dice, sink: Sink):
        self.state = start
        self._dice = dice
        self._sink = sink
        self._requests = 0
        self.dice = dice

    @property
    def over(self) -> bool:
        """Whether the battle has ended."""
        return self.state.outcome is not None

    def emit(self, events: Iterable[Event]) -> None:
        """Apply events and send them out, one after the other."""
        for event in events:
            self.state = apply(self.state, event)
            self._sink(event, self.state)

    def begin_turn(self, round_number: int, side: int) -> None:
        """Start a player turn."""
        self._requests = 0
        self.emit([TurnStarted(round_number=round_number, by=self.state.roster.sides[side].id)])

    def begin_phase(self, phase: Phase) -> None:
        """Start a phase, with dice of its own."""
        self.emit([PhaseStarted(name=phase)])
        self.dice = self._dice.at(self.state.round, self.state.turn, phase)

    def request(
        self,
        kind: RequestKind,
        side: int,
        units: Iterable[int],
        groups: Iterable[tuple[int, ...]] = (),
    ) -> Request:
        """The next request of the player turn."""
        self._requests += 1
        return Request(
            kind=kind,
            side=side,
            units=self.names(units),
            number=self._requests,
            groups=tuple(self.names(group) for group in groups),
        )

    def names(self, units: Iterable[int]) -> tuple[str, ...]:
        """The ids of units."""
        specs = self.state.roster.units
        return tuple(specs[unit].id for unit in units)

    def ask(self, request: Request) -> Generator[Request, Order, Order]:
        """Ask until the side passes or gives an order that the rules allow; its events are out.

        After `MOST_REFUSALS` refusals in a row the side has passed (PR-1).
        """
        for _ in range(MOST_REFUSALS):
            order = yield request
            done = step(self.state, request, order, self.dice)
            self.emit(done.events)
            if done.refusal is None:
                return order
        self.emit([OrderGiven(by=self.state.roster.sides[request.side].id, order=Pass())])
        return Pass()
