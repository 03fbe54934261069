"""Shooting: one unit fires its weapons at the targets it has named (HR-17 to HR-19, BB-15)."""

from sim.dice import Dice
from sim.errors import Refusal
from sim.geometry.footprints import Footprint, distance_to_point
from sim.geometry.vectors import EPSILON
from sim.rules.aim import can_fire, check_aims, mounts_of, targets_of
from sim.rules.attack import (
    Attack,
    Strike,
    assess_attack,
    fired_event,
    hit_events,
    resolve_attack,
)
from sim.rules.hits import condition_of
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import Fire
from sim.state.profiles import Mount, TemplateSize

TEMPLATE_RADIUS: dict[TemplateSize, float] = {"small": 1.5, "medium": 2.5, "large": 3.5}
"""In inches (BB-15)."""


def may_fire(state: BattleState, unit: int) -> bool:
    """Whether a unit may fire one of its weapons in Shooting, a target given (HR-17)."""
    return can_fire(state, "shooting", unit)


def targets(state: BattleState, unit: int, mount: Mount) -> tuple[int, ...]:
    """The enemies that a unit may name in Shooting for a weapon it can use, in file order."""
    return targets_of(state, "shooting", unit, mount)


def check_fire(state: BattleState, order: Fire) -> Refusal | None:
    """The first reason that the rules forbid an order to fire, if there is one (HR-17)."""
    unit = state.roster.unit_index.get(order.unit)
    if unit is None:
        return Refusal("unknown_unit", "HR-17", f"there is no unit {order.unit}")
    if state.side_of(unit) != state.active:
        return Refusal("not_active", "HR-17", f"{order.unit} is not of the active side")
    if not order.aims:
        return Refusal("no_aims", "HR-17", f"{order.unit} names no target")
    return check_aims(state, "shooting", unit, order.aims)


def assess_shots(state: BattleState, firer: int, mount: Mount, target: int) -> tuple[Attack, ...]:
    """The attacks of one weapon: on its target, and on whom its templates touch as well.

    The target comes first, then file order; each unit with one die a template (BB-15, PR-40).
    """
    attacked = (target, *also_touched(state, mount, target))
    return tuple(assess_attack(state, "shooting", firer, mount, unit) for unit in attacked)


def also_touched(state: BattleState, mount: Mount, target: int) -> tuple[int, ...]:
    """The living units besides the target under a template on its centre, in file order."""
    if mount.weapon.template == "none":
        return ()
    radius = TEMPLATE_RADIUS[mount.weapon.template]
    centre = state.units[target].footprint
    return tuple(
        unit
        for unit, row in enumerate(state.units)
        if unit != target and row.alive and _is_touched(row.footprint, centre, radius)
    )


def _is_touched(footprint: Footprint, centre: Footprint, radius: float) -> bool:
    return distance_to_point(footprint, centre.x, centre.y) <= radius + EPSILON


def resolve_fire(state: BattleState, order: Fire, dice: Dice) -> list[Event]:
    """Everything that comes of an order to fire, weapon by weapon (HR-17, PR-41, PR-42)."""
    firer = state.roster.unit_index[order.unit]
    aimed = {aim.weapon: state.roster.unit_index[aim.target] for aim in order.aims}
    serves = state.units[firer].serves
    events: list[Event] = []
    for mount in mounts_of(state, firer):
        row = state.units[firer]
        if mount.key not in aimed or not row.alive or row.serves != serves:
            continue
        fired = _fire_weapon(state, firer, mount, aimed[mount.key], dice)
        for event in fired:
            state = apply(state, event)
        events.extend(fired)
    return events


def _fire_weapon(
    state: BattleState, firer: int, mount: Mount, target: int, dice: Dice
) -> list[Event]:
    """One weapon; fire at a target destroyed meanwhile is lost, without dice (HR-17)."""
    if not state.units[target].alive:
        lost = assess_attack(state, "shooting", firer, mount, target)
        return [fired_event(state, lost, Strike((), ()))]
    events: list[Event] = []
    is_template = mount.weapon.template != "none"
    for place, attack in enumerate(assess_shots(state, firer, mount, target)):
        unit = state.roster.unit_index[attack.target]
        result = resolve_attack(attack, condition_of(state, unit), dice)
        events.append(fired_event(state, attack, result.strike, place if is_template else None))
        events.extend(hit_events(attack, result.strike.hits, result.effects))
    return events
