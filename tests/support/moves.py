"""Moves for tests: an order in few words, why it is refused, and what comes of it."""

from typing import Any

from sim.dice import ScriptedDice
from sim.errors import Refusal
from sim.rules.movement.move import assess_move, check_move, resolve_move
from sim.rules.movement.way import Way
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Move
from tests.support.builders import row
from tests.support.shots import Script, after

Spot = tuple[float, float]


def move(unit: str, *path: Spot, facing: float = 0.0, **more: Any) -> Move:
    """An order to move; further keywords are its fields (sprint, occupy, exit)."""
    return Move(unit, path, facing, **more)


def refusal(state: BattleState, order: Move) -> str | None:
    """The code of the refusal, None for an order that is allowed."""
    found = check_move(state, order)
    return found.code if found is not None else None


def way(state: BattleState, order: Move) -> Way:
    """The assessment of an order that is allowed."""
    assessed = assess_move(state, order)
    assert not isinstance(assessed, Refusal), assessed
    return assessed


def moved(state: BattleState, order: Move, dice: Script = ()) -> list[Event]:
    """The events of an order that is allowed; every die of the script must be used."""
    scripted = ScriptedDice(dice)
    events = resolve_move(state, order, scripted)
    scripted.finish()
    return events


def place(state: BattleState, unit: str, events: list[Event]) -> tuple[float, float, float]:
    """Where a unit stands, and how it faces, after these events."""
    footprint = row(after(state, events), unit).footprint
    return footprint.x, footprint.y, footprint.facing
