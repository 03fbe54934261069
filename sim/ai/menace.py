"""Menace: what each enemy threatens to take, and is therefore worth beyond its own."""

from collections.abc import Iterable

from msgspec.structs import replace

from sim.ai.duels import assess_duel
from sim.ai.outlook import may_matter
from sim.ai.survey import Standing, Survey
from sim.ai.view import View
from sim.state.battle import Unit


class Menace:
    """What the enemies of one side threaten in a battle; only what has changed is worked out anew.

    An enemy threatens the unit of which it can be expected to take most; that is what it may fire
    at.
    """

    def __init__(self, survey: Survey, side: int) -> None:
        self.survey = survey
        self.side = side
        self._rows: tuple[Unit | None, ...] = ()
        self._threats: dict[int, dict[int, float]] = {}
        self._worst: dict[int, float] = {}

    def with_menace(self, view: View) -> View:
        """The view of the side to which an enemy is worth more, the more it threatens to take."""
        state, rows = view.state, view.state.units
        if rows is not self._rows:
            before = self._rows or (None,) * len(rows)
            pairs = zip(rows, before, strict=True)
            changed = [unit for unit, (row, old) in enumerate(pairs) if row is not old]
            self._rows = rows
            self._look_again(
                view,
                [unit for unit in changed if state.side_of(unit) == self.side],
                [unit for unit in changed if state.side_of(unit) != self.side],
            )
        worths = list(view.units)
        for foe, worst in self._worst.items():
            worths[foe] += view.temper.menace * worst
        return replace(view, units=tuple(worths))

    def _look_again(self, view: View, own: list[int], foes: list[int]) -> None:
        """Work out what has to do with units of either side that are not what they were."""
        for number in foes:
            self._threats.pop(number, None)
            self._worst.pop(number, None)
        for threats in self._threats.values():
            for number in own:
                threats.pop(number, None)
        state, survey = view.state, view.survey
        new = [survey.standing(state, number) for number in foes if state.units[number].alive]
        came = [survey.standing(state, number) for number in own if state.units[number].alive]
        for number, threats in self._threats.items():
            threats |= _threats(view, survey.standing(state, number), came)
        units = survey.foes_of(state, 1 - self.side)
        for foe in new:
            self._threats[foe.unit] = _threats(view, foe, units)
        for number, threats in self._threats.items():
            self._worst[number] = max(threats.values(), default=0.0)


def _threats(view: View, foe: Standing, units: Iterable[Standing]) -> dict[int, float]:
    """What an enemy can be expected to take of each unit."""
    return {unit.unit: _threatened(view, foe, unit) for unit in units}


def _threatened(view: View, foe: Standing, unit: Standing) -> float:
    if not may_matter(unit, foe):
        return 0.0
    return assess_duel(view, unit, foe).at_risk * view.units[unit.unit]
