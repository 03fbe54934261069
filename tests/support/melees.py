"""Melees by hand: two teams so far apart, blows as orders, every die scripted."""

from typing import Any

from sim.dice import ScriptedDice
from sim.rules import melee
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Aim, UnitAims
from tests.support.builders import battle, unit


def teams(
    gap: float, red: str = "rifle-team", blue: str = "rifle-team", **more: Any
) -> BattleState:
    """r1 and b1 so far apart, edge to edge; further units far away."""
    reds = [unit("r1", red, 10, 10), unit("r2", "rifle-team", 4, 40)]
    blues = [unit("b1", blue, 11.5 + gap, 10), unit("b2", "rifle-team", 60, 40)]
    return battle(reds, blues, phase="melee", **more)


def named(unit_id: str, weapon: str, target: str) -> UnitAims:
    return UnitAims(unit=unit_id, aims=(Aim(weapon=weapon, target=target),))


def fight(
    state: BattleState, red: list[UnitAims], blue: list[UnitAims], **dice: list[int]
) -> list[Event]:
    """One melee of all groups, every die scripted by purpose."""
    script = ScriptedDice(dice)
    (group,) = melee.melees(state)
    events = melee.resolve_melee(state, group, (red, blue), script)
    script.finish()
    return events


def after(state: BattleState, events: list[Event]) -> BattleState:
    for event in events:
        state = apply(state, event)
    return state
