"""Shots for tests: who fires what at whom, with which dice, and what came of it."""

from collections.abc import Iterable, Mapping
from typing import Any

from sim.dice import RecordingDice, ScriptedDice
from sim.rules.aim import find_mount, mounts_of
from sim.rules.attack import Attack, assess_attack
from sim.rules.fire import resolve_fire
from sim.rules.firefight import resolve_firefight
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Aim, Fire, UnitAims
from sim.state.profiles import Mount
from tests.support.builders import index

Script = Iterable[int] | Mapping[str, Iterable[int]]


def weapon(reach: float = 36, *, dice: int = 1, **more: Any) -> dict[str, Any]:
    """A ranged weapon of a catalogue with one rate for everything."""
    rates = {"stationary": dice, "moved": dice, "firefight": dice}
    return {"range": reach, "rate_of_fire": rates, **more}


def team_with(*weapons: str) -> dict[str, Any]:
    """A profile of infantry with these weapons."""
    return {"kind": "infantry", "weapons": list(weapons)}


def mount(state: BattleState, unit_id: str, key: str = "") -> Mount:
    """A ranged weapon of a unit, its first one unless named."""
    unit = index(state, unit_id)
    found = find_mount(state, unit, key) if key else mounts_of(state, unit)[0]
    assert found is not None
    return found


def attack(
    state: BattleState, firer: str, target: str, key: str = "", *, phase: Any = "shooting"
) -> Attack:
    """The assessment of one weapon of a unit, its first unless named, at a target."""
    units = index(state, firer), index(state, target)
    return assess_attack(state, phase, units[0], mount(state, firer, key), units[1])


def fire_order(unit: str, **aims: str) -> Fire:
    """An order to fire: the target of each weapon, hyphens of weapons written as underscores."""
    return Fire(unit, tuple(Aim(key.replace("_", "-"), target) for key, target in aims.items()))


def fire(state: BattleState, order: Fire, dice: Script = ()) -> list[Event]:
    """The events of an order to fire; every die of the script must be used."""
    scripted = ScriptedDice(dice)
    events = resolve_fire(state, order, scripted)
    scripted.finish()
    return events


def aims(unit: str, **named: str) -> UnitAims:
    """What one unit names in a firefight, as in `fire_order`."""
    return UnitAims(unit, fire_order(unit, **named).aims)


def firefight(
    state: BattleState, red: Iterable[UnitAims], blue: Iterable[UnitAims], dice: Script = ()
) -> list[Event]:
    """The events of one firefight; every die of the script must be used."""
    scripted = ScriptedDice(dice)
    events = resolve_firefight(state, (tuple(red), tuple(blue)), RecordingDice(scripted))
    scripted.finish()
    return events


def after(state: BattleState, events: Iterable[Event]) -> BattleState:
    """The state when all that has happened."""
    for event in events:
        state = apply(state, event)
    return state


def kinds(events: Iterable[Event]) -> list[str]:
    """The names of the events, in order."""
    return [type(event).__name__ for event in events]


def found(events: Iterable[Event], kind: type) -> Any:
    """The only event of a kind."""
    (event,) = (event for event in events if isinstance(event, kind))
    return event


def values(modifiers: Iterable[Any]) -> dict[str, int]:
    """Modifiers by name."""
    return {modifier.name: modifier.value for modifier in modifiers}


def clauses(modifiers: Iterable[Any]) -> dict[str, str]:
    """The clauses of modifiers by name."""
    return {modifier.name: modifier.clause for modifier in modifiers}
