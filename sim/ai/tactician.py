"""The player that weighs what the enemy would do next, keeps to cover, and is in no hurry."""

from functools import lru_cache
from typing import NamedTuple

from msgspec.structs import replace

from sim.ai.greedy import GreedyPlayer
from sim.ai.menace import Menace
from sim.ai.stakes import Stakes
from sim.ai.temper import Temper
from sim.ai.view import View
from sim.rules.victory import is_end_of_round
from sim.state.battle import BattleState

TACTICAL = Temper(
    shelter=1.0,
    stuck=0.2,
    calm=0.015,
    menace=1.0,
    nerve=(0.35, 0.5),
    end=(0.7, 0.3),
    stake=1.0,
    glances=True,
    looks=(4, 0, 0, 1),
)
"""Found by battles against greedy on tables of their own."""

_ON_THE_SCORE = 0.1
"""What the loss of a unit counts that the battle has no more turns to miss it in."""


class TacticianPlayer(GreedyPlayer):
    """Weighs what enemies threaten, keeps to cover, and goes for its goals when it is time."""

    attributes = GreedyPlayer.attributes | {"_appraisal"}

    def __init__(self, temper: Temper = TACTICAL) -> None:
        super().__init__(temper)
        self._appraisal: _Appraisal | None = None

    def view(self, state: BattleState, side: int) -> View:
        """The view of a side, to which units are worth what they threaten and decide besides."""
        view = super().view(state, side)
        if state.round == state.roster.rounds:
            view = replace(view, temper=_at_the_end(view.temper, is_last=is_end_of_round(state)))
        known = self._appraisal
        if known is None or known.menace.survey is not view.survey or known.menace.side != side:
            known = self._appraisal = _Appraisal(Menace(view.survey, side), Stakes(view, side))
        return known.stakes.with_stakes(known.menace.with_menace(view))


class _Appraisal(NamedTuple):
    """What units are worth besides to one side of a battle."""

    menace: Menace
    stakes: Stakes


@lru_cache(16)
def _at_the_end(temper: Temper, *, is_last: bool) -> Temper:
    """A temper in the last round, in which there is no next turn; in the last one of all none."""
    return replace(temper, later=0.0, caution=temper.caution * (_ON_THE_SCORE if is_last else 1.0))
