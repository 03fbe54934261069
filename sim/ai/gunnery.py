"""Fire: what a unit's weapons can be expected to do, and the targets that serve a side best."""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from sim.ai.pairings import manner_of
from sim.ai.view import View
from sim.ai.worth import Loss, added
from sim.rules.activation import enemies, engaging
from sim.rules.aim import can_aim_at, can_use, mounts_of, weapons_allowed
from sim.rules.fire import also_touched
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
        for target in _in_question(view, unit):
            shot = assess_shot(view, phase, unit, mount, target, shares)
            if shot is not None and shot.gain > (0.0 if best is None else best.gain):
                best = shot
    return best


def _in_question(view: View, unit: int) -> Iterable[int]:
    """The enemies that a unit may name: those that engage it, else all."""
    return tuple(engaging(view.state, unit)) or enemies(view.state, unit)


def assess_shot(
    view: View, phase: Phase, unit: int, mount: Mount, target: int, shares: Shares
) -> Shot | None:
    """What one shot can be expected to take from the enemy, less what it takes from friends.

    None if the rules do not allow it.
    """
    state = view.state
    found = _shot_at(view, phase, unit, mount, target)
    if found is None:
        return None
    gain, destroyed = view.worth_of(target, found) * shares[target], found.destroyed
    side = state.side_of(unit)
    for other, loss in _also_struck(view, phase, unit, mount, target):
        worth = view.worth_of(other, loss) * shares[other]
        gain += worth if state.side_of(other) != side else -worth
    return Shot(gain, destroyed, target, Aim(mount.key, state.spec(target).id))


def _shot_at(view: View, phase: Phase, unit: int, mount: Mount, target: int) -> Loss | None:
    """What a weapon can be expected to do to a target at which it may be fired."""
    if not can_aim_at(view.state, phase, unit, mount, target):
        return None
    return view.survey.loss(
        view.state, manner_of(view.state.units[unit], phase), unit, mount, target
    )


def _also_struck(
    view: View, phase: Phase, unit: int, mount: Mount, target: int
) -> Iterator[tuple[int, Loss]]:
    """What a template does to those it touches besides its target (BB-15)."""
    if phase == "shooting":
        state = view.state
        manner = manner_of(state.units[unit], phase)
        for other in also_touched(state, mount, target):
            yield other, view.survey.loss(state, manner, unit, mount, other)


def total_gain(shots: Iterable[Shot]) -> float:
    """The worth that shots can be expected to take together."""
    return added(shot.gain for shot in shots)
