"""Battles for tests, in the words of the game."""

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec.structs import replace

from sim.scenario.load import Scenario, load_document
from sim.state.battle import BattleState, Unit

Document = dict[str, Any]


def unit(unit_id: str, profile: str, x: float, y: float, facing: float = 0.0, **more: Any) -> Any:
    """A unit of a scenario document; further keywords are its fields (quality, state...)."""
    return {"id": unit_id, "profile": profile, "position": [x, y], "facing": facing, **more}


def document(
    red: Sequence[Any], blue: Sequence[Any], *, size: tuple[float, float] = (72, 48), **more: Any
) -> Document:
    """A scenario document: two sides of one formation each, `red` first to move."""
    return {
        "format": "skirmish-sim/scenario",
        "format_version": 1,
        "name": "test",
        "table": {"width": size[0], "height": size[1]},
        "rounds": 8,
        "sides": [
            {"id": "red", "formations": [{"id": "red-1", "units": list(red)}]},
            {"id": "blue", "formations": [{"id": "blue-1", "units": list(blue)}]},
        ],
        **more,
    }


def scenario(red: Sequence[Any], blue: Sequence[Any], **more: Any) -> Scenario:
    """The loaded scenario of `document`."""
    return load_document(document(red, blue, **more))


def battle(
    red: Sequence[Any],
    blue: Sequence[Any],
    *,
    phase: str = "shooting",
    active: int = 0,
    **more: Any,
) -> BattleState:
    """The state at the start of a battle, put into a phase of round 1."""
    start = scenario(red, blue, **more).start
    return replace(start, round=1, turn=1 + active, phase=phase, active=active)


def index(state: BattleState, unit_id: str) -> int:
    """The index of a unit."""
    return state.roster.unit_index[unit_id]


def row(state: BattleState, unit_id: str) -> Unit:
    """The row of a unit."""
    return state.units[index(state, unit_id)]


def changed(state: BattleState, unit_id: str, **changes: Any) -> BattleState:
    """The state with fields of one unit's row replaced."""
    number = index(state, unit_id)
    rows = list(state.units)
    rows[number] = replace(rows[number], **changes)
    return replace(state, units=tuple(rows))


def rules(**fields: Any) -> Mapping[str, Any]:
    """The keyword that overrides rules: `battle(..., **rules(awkward="stacked"))`."""
    return {"rules": fields}
