"""The player that weighs what the enemy would do next, keeps to cover, and is in no hurry."""

from sim.ai.greedy import GreedyPlayer
from sim.ai.menace import with_menace
from sim.ai.temper import Temper
from sim.ai.view import View
from sim.state.battle import BattleState

TACTICAL = Temper(shelter=1.0, stuck=0.2, calm=0.015, menace=1.0, looks=(8, 8, 4, 4))
"""Found by battles against greedy on tables of their own."""


class TacticianPlayer(GreedyPlayer):
    """Weighs what enemies threaten, keeps to cover, and is in no hurry for its goals."""

    def __init__(self) -> None:
        super().__init__(TACTICAL)

    def view(self, state: BattleState, side: int) -> View:
        """The view of a side, to which enemies are worth what they threaten besides."""
        return with_menace(super().view(state, side), side)
