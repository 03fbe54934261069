"""Menace: what each enemy threatens to take, and is therefore worth beyond its own."""

from collections.abc import Iterable

from msgspec.structs import replace

from sim.ai.duels import assess_duel
from sim.ai.outlook import may_matter
from sim.ai.survey import Standing, Survey
from sim.ai.view import View


class Menace:
    """What the enemies of one side threaten in a battle; only what has changed is worked out anew.

    An enemy threatens the unit of which it can be expected to take most; that is what it may fire
    at.
    """

    def __init__(self, survey: Survey) -> None:
        self.survey = survey
        self._own: dict[int, Standing] = {}
        self._foes: dict[int, Standing] = {}
        self._threats: dict[int, dict[int, float]] = {}

    def with_menace(self, view: View, side: int) -> View:
        """The view of a side to which an enemy is worth more, the more it threatens to take."""
        own = {unit.unit: unit for unit in view.survey.foes_of(view.state, 1 - side)}
        foes = {foe.unit: foe for foe in view.survey.foes_of(view.state, side)}
        gone = [unit for unit in self._own if unit not in own]
        changed = [unit for number, unit in own.items() if self._own.get(number) is not unit]
        worths = list(view.units)
        for number, foe in foes.items():
            if self._foes.get(number) is not foe:
                threats = self._threats[number] = _threats(view, foe, own.values())
            else:
                threats = self._threats[number]
                for unit in gone:
                    del threats[unit]
                threats |= _threats(view, foe, changed)
            worths[number] += view.temper.menace * max(threats.values(), default=0.0)
        self._own, self._foes = own, foes
        return replace(view, units=tuple(worths))


def _threats(view: View, foe: Standing, units: Iterable[Standing]) -> dict[int, float]:
    """What an enemy can be expected to take of each unit."""
    return {unit.unit: _threatened(view, foe, unit) for unit in units}


def _threatened(view: View, foe: Standing, unit: Standing) -> float:
    if not may_matter(unit, foe):
        return 0.0
    terms = assess_duel(view.survey, view.state, unit, foe)
    return terms.at_risk(view.temper) * view.units[unit.unit]
