"""Posture at the start of a turn: hatches, and who had better keep his head down."""

from sim.ai.cover import shelter_of
from sim.ai.goals import draw_at, pull_on
from sim.ai.gunnery import best_shots, total_gain, whole
from sim.ai.prospects import fear, hope
from sim.ai.view import View
from sim.geometry.footprints import within
from sim.rules.activation import enemies, is_infantry_now, is_team
from sim.rules.start import check_cower, check_hatch
from sim.state.battle import BattleState
from sim.state.events import HatchChanged, UnitCowered
from sim.state.orders import Cower, Order, SetHatch

_MARGIN = 0.05
"""How much better than leaving things as they are a change must be."""

_ASSAULT_RANGE, _ASSAULT_RISK = 10.0, 0.25
"""What each enemy team within so many inches of an open hatch threatens to take."""


def best_posture(view: View, unit: int) -> Order | None:
    """A hatch to change or a team to cower, if that pays."""
    if is_team(view.state, unit):
        return _cowering(view, unit)
    return _hatch(view, unit)


def _hatch(view: View, unit: int) -> Order | None:
    """The other position of the hatch, if what it gains outweighs what it risks (HR-5)."""
    if check_hatch(view.state, unit) is not None:
        return None
    spec, buttoned = view.state.spec(unit), view.state.units[unit].buttoned
    changed = view.after(HatchChanged(unit=spec.id, buttoned=not buttoned))
    if _worth_of_hatch(changed, unit) > _worth_of_hatch(view, unit) + _MARGIN:
        return SetHatch(spec.id, buttoned=not buttoned)
    return None


def _worth_of_hatch(view: View, unit: int) -> float:
    worth = hope(view, unit) - view.temper.caution * fear(view, unit)
    if view.state.units[unit].buttoned:
        return worth
    here = view.state.units[unit].footprint
    near = sum(
        is_infantry_now(view.state, enemy)
        and within(view.state.units[enemy].footprint, here, _ASSAULT_RANGE)
        for enemy in enemies(view.state, unit)
    )
    return worth - _ASSAULT_RISK * near


def _cowering(view: View, unit: int) -> Order | None:
    """Cowering, for a team under fire that loses nothing by it and has no reason to move (HR-7)."""
    state = view.state
    if check_cower(state, unit) is not None or state.units[unit].cowering:
        return None
    if is_infantry_now(state, unit) and not _is_sheltered(state, unit):
        return None
    risk = view.temper.caution * fear(view, unit)
    if risk <= _MARGIN or _is_drawn(view, unit):
        return None
    name = state.spec(unit).id
    cowers = view.after(UnitCowered(unit=name))
    spared = risk - view.temper.caution * fear(cowers, unit) - _MARGIN
    if spared <= 0.0 or spared <= _fire(view, unit) - _fire(cowers, unit):
        return None
    return Cower(name)


def _is_sheltered(state: BattleState, unit: int) -> bool:
    return shelter_of(state.roster.world, state.units[unit].stance) > 0.0


def _is_drawn(view: View, unit: int) -> bool:
    """Whether a team has somewhere to go."""
    at = view.state.units[unit].footprint
    return draw_at(pull_on(view, unit), (at.x, at.y)) < 0.0


def _fire(view: View, unit: int) -> float:
    return total_gain(best_shots(view, "shooting", unit, whole(view))) + total_gain(
        best_shots(view, "firefight", unit, whole(view))
    )
