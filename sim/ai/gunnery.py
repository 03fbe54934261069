"""Fire: what a unit's weapons can be expected to do, and the targets that serve a side best."""

from collections.abc import Iterable

import msgspec

from sim.ai.view import View
from sim.ai.worth import added
from sim.rules.activation import enemies, engaging
from sim.rules.aim import mounts_of, weapons_allowed
from sim.rules.fire import also_touched
from sim.state.events import Phase
from sim.state.orders import Aim
from sim.state.profiles import Mount


class Shot(msgspec.Struct, frozen=True, gc=False):
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


class _Offer(msgspec.Struct, frozen=True, gc=False):
    """A shot before it is known what is left of its target: worth of the target and of others."""

    worth: float
    beside: float
    destroyed: float
    target: int


def best_shots(view: View, phase: Phase, unit: int, shares: Shares) -> tuple[Shot, ...]:
    """The best use of a unit's weapons, in the order of its mounts; empty if nothing pays."""
    row = view.state.units[unit]
    if row.broken or row.stunned or (row.sprinted and phase == "shooting"):
        return ()
    offers = _offers(view, phase, unit, shares)
    shares = list(shares)
    shots = []
    for key, offered in offers.items():
        shot = _best(view, key, offered, shares)
        if shot is not None:
            shots.append(shot)
            shares[shot.target] *= 1.0 - shot.destroyed
    allowed = weapons_allowed(view.state, unit)
    if len(shots) <= allowed:
        return tuple(shots)
    best = sorted(range(len(shots)), key=lambda number: (-shots[number].gain, number))
    return tuple(shots[number] for number in sorted(best[:allowed]))


def _offers(view: View, phase: Phase, unit: int, shares: Shares) -> dict[str, list[_Offer]]:
    """The shots of each weapon at each enemy that the rules allow, weapons in their order."""
    state, survey = view.state, view.survey
    offers: dict[str, list[_Offer]] = {mount.key: [] for mount in mounts_of(state, unit)}
    for target in engaging(state, unit) or enemies(state, unit):
        for mount, loss in survey.aimed(state, phase, unit, target):
            beside = 0.0
            if phase == "shooting" and mount.weapon.template != "none":
                beside = _beside(view, unit, mount, target, shares)
            worth = view.worth_of(target, loss)
            offers[mount.key].append(_Offer(worth, beside, loss.destroyed, target))
    return offers


def _beside(view: View, unit: int, mount: Mount, target: int, shares: Shares) -> float:
    """What a template takes from those it touches besides its target; friends count against."""
    state, side = view.state, view.state.side_of(unit)
    gain = 0.0
    for other in also_touched(state, mount, target):
        loss = view.survey.loss(state, "shooting", unit, mount, other)
        worth = view.worth_of(other, loss) * shares[other]
        gain += worth if state.side_of(other) != side else -worth
    return gain


def _best(view: View, key: str, offers: Iterable[_Offer], shares: Shares) -> Shot | None:
    """The target from which a weapon can be expected to take most; of equals the first."""
    best, chosen = 0.0, None
    for offer in offers:
        gain = offer.worth * shares[offer.target] + offer.beside
        if gain > best:
            best, chosen = gain, offer
    if chosen is None:
        return None
    aim = Aim(key, view.state.spec(chosen.target).id)
    return Shot(best, chosen.destroyed, chosen.target, aim)


def total_gain(shots: Iterable[Shot]) -> float:
    """The worth that shots can be expected to take together."""
    return added(shot.gain for shot in shots)
