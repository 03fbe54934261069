"""A state as the page holds it: named rows of plain fields, and what an event changes in them.

A page knows no rules. It starts from the rows of the first state, and goes forwards by patches and
backwards by their inverses: rows that hold only the fields that change.
"""

from collections.abc import Iterable
from typing import Any

from sim.rules.victory import holds, is_lost, score_of
from sim.state.battle import BattleState, Gun, Unit
from sim.state.roster import NOBODY, Objective

Fields = dict[str, Any]
Rows = dict[str, Fields]
"""Fields by row: `battle`, `u0` and on for units, `g0` and on for guns."""

_UNIT_FIELDS = tuple(name for name in Unit.__struct_fields__ if name not in ("footprint", "stance"))
_CROWDS = ("acted", "fired", "wounded", "fallen")


def rows_of(state: BattleState) -> Rows:
    """All rows of a state."""
    rows = {"battle": _battle_fields(state)}
    rows |= {f"u{number}": _unit_fields(unit) for number, unit in enumerate(state.units)}
    rows |= {f"g{number}": _gun_fields(gun) for number, gun in enumerate(state.guns)}
    return rows


def changes(before: BattleState, after: BattleState) -> tuple[Rows, Rows]:
    """The patch that leads from one state to the other, and its inverse."""
    patch: Rows = {}
    inverse: Rows = {}
    if before is after:
        return patch, inverse
    _note("battle", _battle_fields(before), _battle_fields(after), patch, inverse)
    for number, (unit, changed) in enumerate(zip(before.units, after.units, strict=True)):
        if unit is not changed:
            _note(f"u{number}", _unit_fields(unit), _unit_fields(changed), patch, inverse)
    for number, (gun, moved) in enumerate(zip(before.guns, after.guns, strict=True)):
        if gun is not moved:
            _note(f"g{number}", _gun_fields(gun), _gun_fields(moved), patch, inverse)
    return patch, inverse


def patched(rows: Rows, patches: Iterable[Rows]) -> Rows:
    """The rows that patches lead to."""
    reached = dict(rows)
    for patch in patches:
        for row, fields in patch.items():
            reached[row] = reached[row] | fields
    return reached


def _note(row: str, old: Fields, new: Fields, patch: Rows, inverse: Rows) -> None:
    """Enter the fields of a row that differ."""
    differing = [name for name in new if new[name] != old[name]]
    if differing:
        patch[row] = {name: new[name] for name in differing}
        inverse[row] = {name: old[name] for name in differing}


def _battle_fields(state: BattleState) -> Fields:
    """What is no unit's: the clock, who has done what in this phase, how the sides stand."""
    crowds = {name: _members(getattr(state, name)) for name in _CROWDS}
    lost = [sum(is_lost(state, unit) for unit in force) for force in state.roster.forces]
    return {
        "round": state.round,
        "turn": state.turn,
        "active": state.active,
        "phase": state.phase,
        **crowds,
        "held": state.held,
        "lost": lost,
        "points": score_of(state),
        "holders": [_holder(state, objective) for objective in state.roster.objectives],
        "outcome": state.outcome,
    }


def _holder(state: BattleState, objective: Objective) -> int:
    """The side that holds an objective, or NOBODY (HR-27)."""
    return next((side for side in (0, 1) if holds(state, side, objective)), NOBODY)


def _members(bits: int) -> list[int]:
    """The units that the bits of a field stand for."""
    return [unit for unit in range(bits.bit_length()) if bits >> unit & 1]


def _unit_fields(unit: Unit) -> Fields:
    base = unit.footprint
    return {
        "x": base.x,
        "y": base.y,
        "facing": base.facing,
        "radius": base.radius,
        "half_length": base.half_length,
        "half_width": base.half_width,
        "ground": unit.stance.ground,
        **{name: getattr(unit, name) for name in _UNIT_FIELDS},
    }


def _gun_fields(gun: Gun) -> Fields:
    base = gun.footprint
    return {
        "x": base.x,
        "y": base.y,
        "facing": base.facing,
        "half_length": base.half_length,
        "half_width": base.half_width,
        "fate": gun.fate,
        "crew": gun.crew,
    }
