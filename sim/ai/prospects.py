"""Look-ahead: what a unit has to hope and to fear where it stands, by the exact odds."""

from collections.abc import Sequence

from msgspec.structs import replace

from sim.ai.assault import melee_risk
from sim.ai.gunnery import best_shots, threat, total_gain, whole
from sim.ai.worth import View
from sim.rules.activation import (
    are_within,
    enemies,
    is_engaged,
    is_infantry_now,
    leader_near,
)
from sim.rules.aim import FIREFIGHT_RANGE
from sim.rules.charge import CHARGE_MOVE
from sim.rules.sight import sees
from sim.state.battle import BattleState, Unit

LATER = 0.6
"""What the next turn's fire counts beside this turn's."""

CAUTION = 0.6
"""What the enemy's fire counts: it can fall on others as well."""

_FIREFIGHT, _CHARGE = 1.3, 0.5
"""What Firefights count, for there are two in a round, and charges that may come."""

_COMPANY = 0.12
"""The worth of a leader near by."""


def prospect(view: View, unit: int) -> float:
    """The worth that a unit can be expected to take from where it stands, less what it risks."""
    return hope(view, unit) - CAUTION * fear(view, unit) + _company(view.state, unit)


def hope(view: View, unit: int) -> float:
    """The worth that a unit's fire can be expected to take, in this turn and the next."""
    now = total_gain(best_shots(view, "shooting", unit, whole(view)))
    row = view.state.units[unit]
    later = now
    if row.moved or row.sprinted:
        rested = _with_row(view, unit, replace(row, moved=False, sprinted=False))
        later = total_gain(best_shots(rested, "shooting", unit, whole(view)))
    close = total_gain(best_shots(view, "firefight", unit, whole(view)))
    return now + LATER * later + _FIREFIGHT * close


def fear(view: View, unit: int) -> float:
    """The worth of a unit that the enemy can be expected to take in its next turn."""
    state, risk = view.state, 0.0
    for enemy in enemies(state, unit):
        if sees(state, enemy, unit):
            risk += threat(view, "shooting", enemy, unit)
            if are_within(state, enemy, unit, FIREFIGHT_RANGE):
                risk += _FIREFIGHT * threat(view, "firefight", enemy, unit)
        if can_rush(state, enemy, unit):
            risk += _CHARGE * melee_risk(view, enemy, unit)
    return risk


def can_rush(state: BattleState, unit: int, target: int) -> bool:
    """Whether a team may be able to charge a target in the turn to come (BB-20)."""
    row = state.units[unit]
    return (
        is_infantry_now(state, unit)
        and not (row.broken or row.suppressed or row.cowering)
        and are_within(state, unit, target, CHARGE_MOVE)
        and not is_engaged(state, unit)
    )


def _company(state: BattleState, unit: int) -> float:
    """The worth of having the leader near, more for a unit in trouble (HR-3)."""
    row = state.units[unit]
    if not leader_near(state, unit):
        return 0.0
    return _COMPANY * (1 + row.suppressed + row.broken)


def _with_row(view: View, unit: int, row: Unit) -> View:
    units: Sequence[Unit] = view.state.units
    state = replace(view.state, units=(*units[:unit], row, *units[unit + 1 :]))
    return View(state, view.units, view.guns)
