"""Fire: what a unit's weapons can be expected to do, and the targets that serve a side best."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sim.ai.worth import View, added, expected_loss
from sim.rules.aim import can_aim_at, can_use, mounts_of, targets_of, weapons_allowed
from sim.rules.attack import Attack, assess_attack
from sim.rules.fire import assess_shots
from sim.state.events import Phase
from sim.state.orders import Aim
from sim.state.profiles import Mount


class Shot(NamedTuple):
    """One weapon at one target: the worth it can be expected to take, the chance to destroy."""

    gain: float
    destroyed: float
    target: int
    aim: Aim


Shares = list[float]
"""How much of each unit is still expected to be there, from 0 to 1."""


def whole(view: View) -> Shares:
    """The shares before any shot."""
    return [1.0] * len(view.state.units)


def best_shots(view: View, phase: Phase, unit: int, shares: Shares) -> tuple[Shot, ...]:
    """The best use of a unit's weapons, in the order of its mounts; empty if nothing pays."""
    row = view.state.units[unit]
    if row.broken or row.stunned or (row.sprinted and phase == "shooting"):
        return ()
    shares = list(shares)
    shots = []
    for mount in mounts_of(view.state, unit):
        shot = best_shot(view, phase, unit, mount, shares)
        if shot is not None:
            shots.append(shot)
            shares[shot.target] *= 1.0 - shot.destroyed
    best = sorted(range(len(shots)), key=lambda number: (-shots[number].gain, number))
    allowed = weapons_allowed(view.state, unit)
    return tuple(shots[number] for number in sorted(best[:allowed]))


def best_shot(view: View, phase: Phase, unit: int, mount: Mount, shares: Shares) -> Shot | None:
    """The target from which a weapon can be expected to take most; of equals the first."""
    best: Shot | None = None
    if can_use(view.state, phase, unit, mount):
        for target in targets_of(view.state, phase, unit, mount):
            shot = assess_shot(view, phase, unit, mount, target, shares)
            if shot.gain > (0.0 if best is None else best.gain):
                best = shot
    return best


def assess_shot(
    view: View, phase: Phase, unit: int, mount: Mount, target: int, shares: Shares
) -> Shot:
    """What one shot can be expected to take from the enemy, less what it takes from friends."""
    state = view.state
    side, gain, destroyed = state.side_of(unit), 0.0, 0.0
    for attack in _attacks(view, phase, unit, mount, target):
        struck = state.roster.unit_index[attack.target]
        loss = expected_loss(view, attack)
        worth = loss.worth * shares[struck]
        gain += worth if state.side_of(struck) != side else -worth
        if struck == target:
            destroyed = loss.destroyed
    return Shot(gain, destroyed, target, Aim(mount.key, state.spec(target).id))


def _attacks(view: View, phase: Phase, unit: int, mount: Mount, target: int) -> Iterable[Attack]:
    if phase == "shooting":
        return assess_shots(view.state, unit, mount, target)
    return (assess_attack(view.state, phase, unit, mount, target),)


def total_gain(shots: Iterable[Shot]) -> float:
    """The worth that shots can be expected to take together."""
    return added(shot.gain for shot in shots)


def threat(view: View, phase: Phase, unit: int, target: int) -> float:
    """The worth that a unit's fire at one enemy can be expected to take from it."""
    row = view.state.units[unit]
    if row.broken or row.stunned:
        return 0.0
    losses = sorted(_losses(view, phase, unit, target), reverse=True)
    return added(losses[: weapons_allowed(view.state, unit)])


def _losses(view: View, phase: Phase, unit: int, target: int) -> Iterator[float]:
    state = view.state
    for mount in mounts_of(state, unit):
        if can_use(state, phase, unit, mount) and can_aim_at(state, phase, unit, mount, target):
            attack = assess_attack(state, phase, unit, mount, target)
            yield expected_loss(view, attack).worth
