"""A state as a player weighs it: with what everything is worth, and what is known of it."""

import msgspec
from msgspec.structs import replace

from sim.ai.survey import Survey
from sim.ai.temper import GREEDY, Temper
from sim.ai.worth import Loss, worths_of
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.roster import NOBODY


class View(msgspec.Struct, frozen=True, gc=False):
    """A state, what the loss of each unit and each gun in it is worth, and its survey.

    `temper` is by which numbers the player weighs it.
    """

    state: BattleState
    units: tuple[float, ...]
    guns: tuple[float, ...]
    survey: Survey
    temper: Temper

    def of(self, state: BattleState) -> "View":
        """The view of another state of the same battle."""
        return replace(self, state=state)

    def after(self, *events: Event) -> "View":
        """The view after events that may come."""
        state = self.state
        for event in events:
            state = apply(state, event)
        return self.of(state)

    def worth_of(self, target: int, loss: Loss) -> float:
        """The worth of what an attack can be expected to take, gun included."""
        worth = loss.share * self.units[target]
        serves = self.state.units[target].serves
        if serves != NOBODY:
            worth += self.guns[serves] * loss.gun_destroyed
        return worth


def view_of(state: BattleState, temper: Temper = GREEDY) -> View:
    """A first view of a battle."""
    return View(state, *worths_of(state), Survey(state.roster), temper)
