"""Firefight: groups of units that fire at each other at once (BB-18, BB-19, HR-37)."""

from collections.abc import Iterator, Sequence
from functools import partial

from sim.dice import Dice
from sim.errors import Refusal
from sim.rules.activation import are_within
from sim.rules.aim import FIREFIGHT_RANGE, can_fire, check_aims, mounts_of, targets_of
from sim.rules.attack import Attack, assess_attack, fired_event
from sim.rules.chains import chains
from sim.rules.exchange import resolve_exchange
from sim.rules.sight import sees
from sim.state.battle import BattleState
from sim.state.events import Event
from sim.state.orders import NameTargets, UnitAims
from sim.state.profiles import Mount

Named = tuple[Sequence[UnitAims], Sequence[UnitAims]]
"""What the units of side 0 and of side 1 attack."""


def firefights(state: BattleState) -> tuple[tuple[int, ...], ...]:
    """The separate firefights of the phase, by their first unit (BB-18)."""
    return chains(
        (a, b)
        for a in state.living(0)
        for b in state.living(1)
        if are_within(state, a, b, FIREFIGHT_RANGE) and sees(state, a, b)
    )


def may_fire_in(state: BattleState, unit: int) -> bool:
    """Whether a unit may fire one of its weapons in Firefight, a target given (BB-19)."""
    return can_fire(state, "firefight", unit)


def targets(state: BattleState, unit: int, mount: Mount) -> tuple[int, ...]:
    """The enemies that a unit may name in Firefight for a weapon it can use, in file order."""
    return targets_of(state, "firefight", unit, mount)


def check_targets(
    state: BattleState, side: int, group: Sequence[int], order: NameTargets
) -> Refusal | None:
    """The first reason that a side may not name these targets in a firefight, if any (BB-19)."""
    for number, named in enumerate(order.units):
        unit = state.roster.unit_index.get(named.unit)
        if unit is None:
            return Refusal("unknown_unit", "BB-19", f"there is no unit {named.unit}")
        if unit not in group or state.side_of(unit) != side:
            text = f"{named.unit} is no unit of that side in this firefight"
            return Refusal("not_in_firefight", "BB-18", text)
        if any(named.unit == other.unit for other in order.units[:number]):
            return Refusal("unit_twice", "BB-19", f"{named.unit} is named twice")
        refusal = check_aims(state, "firefight", unit, named.aims)
        if refusal is not None:
            return refusal
    return None


def resolve_firefight(state: BattleState, named: Named, dice: Dice) -> list[Event]:
    """Everything that comes of one firefight: all shots, then their effects (HR-37)."""
    attacks = tuple(assess_firefight(state, named))
    return resolve_exchange(state, attacks, dice, partial(fired_event, state))


def assess_firefight(state: BattleState, named: Named) -> Iterator[Attack]:
    """The attacks on the state before: active side first, file order, profile order (HR-37)."""
    ids = state.roster.unit_index
    for side in (state.active, 1 - state.active):
        for unit in sorted(named[side], key=lambda aims: ids[aims.unit]):
            aimed = {aim.weapon: ids[aim.target] for aim in unit.aims}
            for mount in mounts_of(state, ids[unit.unit]):
                if mount.key in aimed:
                    target = aimed[mount.key]
                    yield assess_attack(state, "firefight", ids[unit.unit], mount, target)
