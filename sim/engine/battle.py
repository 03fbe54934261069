"""A whole battle: rounds of player turns until it ends (BB-6, chapter 11)."""

from sim.dice import Dice
from sim.engine.course import Course, Questions, Sink
from sim.engine.options import Request
from sim.engine.turn import player_turn
from sim.rules import victory
from sim.state.battle import BattleState, Outcome
from sim.state.events import PlayerForfeited
from sim.state.orders import Order


class Battle:
    """A battle that asks and is answered: `request` says what, `submit` takes the order.

    `sink` receives every event with the state after it. The battle is over when `request` is None.
    """

    def __init__(self, start: BattleState, dice: Dice, sink: Sink = lambda _event, _state: None):
        self._course = Course(start, dice, sink)
        self._questions = _rounds(self._course)
        self.request: Request | None = next(self._questions, None)

    @property
    def state(self) -> BattleState:
        """The state now."""
        return self._course.state

    @property
    def outcome(self) -> Outcome | None:
        """How the battle ended, once it has."""
        return self._course.state.outcome

    def submit(self, order: Order) -> None:
        """Answer the request. An order that the rules forbid is refused, and asked for again."""
        try:
            self.request = self._questions.send(order)
        except StopIteration:
            self.request = None

    def forfeit(self, side: int, reason: str) -> None:
        """End the battle against a side whose player does not answer."""
        name = self.state.roster.sides[side].id
        self._questions.close()
        self.request = None
        self._course.emit([PlayerForfeited(by=name, reason=reason)])
        self._course.emit([victory.forfeit(self.state, side)])


def _rounds(course: Course) -> Questions:
    """Player turns in their order; the last round always ends the battle (HR-28)."""
    first = course.state.roster.first_side
    while not course.over:
        turn = course.state.turn
        yield from player_turn(course, 1 + turn // 2, first if turn % 2 == 0 else 1 - first)
