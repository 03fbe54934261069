"""The player that weighs what the enemy would do next, keeps to cover, and is in no hurry."""

from sim.ai.greedy import GreedyPlayer
from sim.ai.menace import Menace
from sim.ai.temper import Temper
from sim.ai.view import View
from sim.state.battle import BattleState

TACTICAL = Temper(shelter=1.0, stuck=0.2, calm=0.015, menace=1.0, looks=(3, 1, 1, 2))
"""Found by battles against greedy on tables of their own."""


class TacticianPlayer(GreedyPlayer):
    """Weighs what enemies threaten, keeps to cover, and is in no hurry for its goals."""

    def __init__(self, temper: Temper = TACTICAL) -> None:
        super().__init__(temper)
        self._menace: Menace | None = None

    def view(self, state: BattleState, side: int) -> View:
        """The view of a side, to which enemies are worth what they threaten besides."""
        view = super().view(state, side)
        if self._menace is None or self._menace.survey is not view.survey:
            self._menace = Menace(view.survey)
        return self._menace.with_menace(view, side)
