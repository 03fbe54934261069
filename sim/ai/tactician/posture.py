"""Posture at the start of a turn: hatches, and who keeps his head down."""

from sim.ai.tactician.survey import Survey
from sim.ai.tactician.weighing import Scales
from sim.rules.activation import is_team
from sim.rules.start import check_hatch
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import HatchChanged, UnitCowered
from sim.state.orders import Cower, Order, SetHatch

_MARGIN = 40
_ASSAULT_INCHES = 17.5


def best_posture(survey: Survey, unit: int) -> Order | None:
    """A hatch to change or a team to cower, if that pays."""
    if is_team(survey.state, unit):
        return _cowering(survey, unit)
    return _hatch(survey, unit)


def _hatch(survey: Survey, unit: int) -> Order | None:
    """The other position of the hatch, if it is worth more (HR-5)."""
    state = survey.state
    if check_hatch(state, unit) is not None:
        return None
    buttoned, name = state.units[unit].buttoned, state.spec(unit).id
    changed = apply(state, HatchChanged(unit=name, buttoned=not buttoned))
    now = _worth(survey, state, unit)
    if _worth(survey, changed, unit) > now + _MARGIN:
        return SetHatch(name, buttoned=not buttoned)
    return None


def _cowering(survey: Survey, unit: int) -> Order | None:
    """Cowering, for a broken team that can do nothing better (HR-7)."""
    state = survey.state
    row = state.units[unit]
    if row.cowering or not row.broken:
        return None
    name = state.spec(unit).id
    cowers = apply(state, UnitCowered(unit=name))
    if _worth(survey, cowers, unit) > _worth(survey, state, unit):
        return Cower(name)
    return None


def _worth(survey: Survey, state: BattleState, unit: int) -> int:
    """The value of the place where a unit stands, as it would be."""
    stand = survey.stand(state, unit)
    return Scales(survey, stand, unit, "hoped_moving").by_fields(stand.cell)
