"""Stakes: what hangs on a unit besides itself, the more the fewer are left of its side.

That is the nerve of its formation (BB-22) and how near its side is to losing the share that decides
the battle (HR-27).
"""

from collections.abc import Iterator, Sequence
from math import ceil

from msgspec.structs import replace

from sim.ai.assault import chance_to_pass
from sim.ai.view import View
from sim.ai.worth import VICTORY, added, destroys_share, wanted_by
from sim.geometry.vectors import EPSILON
from sim.rules.nerve import left_of
from sim.rules.victory import is_lost
from sim.state.battle import BattleState
from sim.state.roster import Condition, Formation


class Stakes:
    """What hangs on the units of one battle, as one side weighs it; that goes by their fates."""

    def __init__(self, view: View, side: int) -> None:
        self._worths = view.units
        self._side = side
        self._fates: Sequence[str] = ()
        self._stakes: list[float] = []

    def with_stakes(self, view: View) -> View:
        """The view to which units are worth what hangs on them besides."""
        fates = [row.fate for row in view.state.units]
        if fates != self._fates:
            self._fates, self._stakes = fates, self._find(view)
        worths = zip(view.units, self._stakes, strict=True)
        return replace(view, units=tuple([worth + stake for worth, stake in worths]))

    def _find(self, view: View) -> list[float]:
        state, temper = view.state, view.temper
        stakes = [0.0] * len(state.units)
        for formation in state.roster.formations:
            weight = temper.nerve[state.side_of(formation.leader) != self._side]
            for unit, worth in self._nerve(state, formation):
                stakes[unit] += weight * worth
        for condition in filter(destroys_share, state.roster.conditions):
            weight = temper.end[condition.side == self._side]
            wanted = wanted_by(state, condition)
            for unit in wanted:
                stakes[unit] += weight * _end(state, condition, wanted)
        return stakes

    def _nerve(self, state: BattleState, formation: Formation) -> Iterator[tuple[int, float]]:
        """The units whose loss puts the rest of a formation to the test, and what that may cost.

        It is the worth of the rest, by the chance that it routs (BB-22).
        """
        if 2 * (left_of(state, formation) - 1) >= formation.strength:
            return
        living = [unit for unit in formation.members if state.units[unit].alive]
        for unit in living:
            rest = [other for other in living if other != unit]
            if rest:
                tester = formation.leader if formation.leader in rest else rest[0]
                routs = 1.0 - chance_to_pass(state.spec(tester).leadership)
                yield unit, routs * added(self._worths[other] for other in rest)


def _end(state: BattleState, condition: Condition, wanted: list[int]) -> float:
    """What each unit counts for the share to destroy beyond what it counted at first (HR-27).

    It is an equal part of a victory for each of those that are still wanting.
    """
    needed = max(1, ceil(condition.share * len(wanted) - EPSILON))
    lost = sum(is_lost(state, unit) for unit in wanted)
    return VICTORY / max(1, needed - lost) - VICTORY / needed
