"""What one kind of unit can be expected to do to another, by how that shows itself: exact odds.

A pairing asks the rules once for each case and remembers the answer: whatever an attack depends on
besides the two kinds is in the number of the case.
"""

from bisect import bisect_left
from functools import cached_property
from typing import NamedTuple

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from sim.ai.fates import Fate, fate_of_kind
from sim.ai.kinds import Attacker
from sim.ai.worth import Loss, loss_of
from sim.battlefield.terrain import Cover
from sim.geometry.vectors import EPSILON
from sim.rules.aim import FIREFIGHT_RANGE, can_use
from sim.rules.attack import assess_exposed
from sim.rules.charge import CHARGE_MOVE
from sim.rules.sight import Exposure, Rays
from sim.state.battle import BattleState, Unit
from sim.state.events import Phase
from sim.state.profiles import Mount
from sim.state.roster import NOBODY, Roster

_CONCEALED, _COVER, _HIGHER = 1 << 5, 1 << 6, 1 << 8
HIDDEN, AHEAD = 1 << 9, 1 << 10
"""In the number of a case: the target is out of sight; it has the attacker before its front."""

BAND = _CONCEALED - 1
"""In the number of a case: the band of range."""

MOVED, SPRINTED, CLOSE = 1 << 11, 1 << 12, 1 << 13
"""The manner of fire, added to the number of a case: its firer moved, sprinted, is in Firefight."""

COVERS: tuple[Cover, ...] = ("none", "soft", "hard")
"""By the number that each has in that of a case."""

_UNKNOWN = Rays(0, 0, 0, 0)
_BEYOND = 1e9
_NONE = Loss(0.0, 0.0, 0.0)


class Ranges(msgspec.Struct, frozen=True, gc=False):
    """Every distance that matters to the weapons of a roster, in inches, the least first.

    `charge` and `firefight` are the places among them of the reach of charges and Firefights.
    """

    inches: tuple[float, ...]
    charge: int
    firefight: int

    def band(self, inches: float) -> int:
        """The number of the least of them that a distance is within; one more than the last."""
        return bisect_left(self.inches, inches - EPSILON)


def ranges_of(roster: Roster) -> Ranges:
    """The ranges of all weapons, of charges and of Firefights.

    Of very many the nearest are told apart, and the farthest.
    """
    mounts = [mount for spec in roster.units for mount in spec.arms.mounts]
    mounts += [mount for gun in roster.guns for mount in gun.mounts]
    found = sorted({mount.weapon.range for mount in mounts} - {CHARGE_MOVE, FIREFIGHT_RANGE})
    told_apart = [*found[: BAND - 3], *found[BAND - 3 :][-1:]]
    inches = tuple(sorted([CHARGE_MOVE, FIREFIGHT_RANGE, *told_apart]))
    return Ranges(inches, inches.index(CHARGE_MOVE), inches.index(FIREFIGHT_RANGE))


def case_of(exposure: Exposure, ranges: Ranges) -> int:
    """The number of the case that a target is to a firer, its front apart."""
    return (
        ranges.band(exposure.distance)
        + _CONCEALED * exposure.concealed
        + _COVER * COVERS.index(exposure.cover)
        + _HIGHER * exposure.higher_ground
        + HIDDEN * (not exposure.seen)
    )


def manner_of(row: Unit, phase: Phase) -> int:
    """How a unit fires in that phase."""
    manner = CLOSE if phase == "firefight" else 0
    return manner + MOVED * row.moved + SPRINTED * row.sprinted


class Volley(NamedTuple):
    """What an attacker's weapons can be expected to take of one target, as shares of it.

    `losses` go by the mounts; `share` is of as many of them as may be fired at once.
    """

    losses: tuple[Loss, ...]
    share: float


class Pairing(dict[int, Volley]):
    """The volleys of one kind at another by manner and case, worked out when asked for.

    `pair` are two units of these kinds in a state; where they stand in it does not matter.
    """

    def __init__(
        self, attacker: Attacker, state: BattleState, ranges: Ranges, pair: tuple[int, int]
    ):
        super().__init__()
        self.mounts = attacker.mounts
        self._allowed = attacker.allowed
        self._state = state
        self._ranges = ranges
        self._pair = pair

    @cached_property
    def melee(self) -> Fate:
        """What the best attack of the one makes of the other in Melee."""
        return fate_of_kind(self._state, *self._pair)

    def __missing__(self, number: int) -> Volley:
        """Ask the rules, for a state in which the attacker has done what the manner says."""
        band, inches = number & BAND, self._ranges.inches
        least = inches[band] if band < len(inches) else _BEYOND
        state = self._as_in(number)
        losses = tuple(
            self._loss(state, mount, number) if mount.weapon.range >= least else _NONE
            for mount in self.mounts
        )
        volley = self[number] = Volley(losses, self._together(losses))
        return volley

    def _as_in(self, number: int) -> BattleState:
        unit, units = self._pair[0], self._state.units
        row = replace(units[unit], moved=bool(number & MOVED), sprinted=bool(number & SPRINTED))
        return replace(self._state, units=(*units[:unit], row, *units[unit + 1 :]))

    def _loss(self, state: BattleState, mount: Mount, number: int) -> Loss:
        unit, target = self._pair
        phase: Phase = "firefight" if number & CLOSE else "shooting"
        if not can_use(state, phase, unit, mount):
            return _NONE
        attack = assess_exposed(state, phase, unit, mount, target, _exposure(number))
        return loss_of(state, attack, target)

    def _together(self, losses: tuple[Loss, ...]) -> float:
        left = 1.0
        for share in sorted((loss.share for loss in losses), reverse=True)[: self._allowed]:
            left *= 1.0 - share
        return 1.0 - left


def _exposure(case: int) -> Exposure:
    """A target that shows itself as the number of a case says."""
    cover, ahead = COVERS[case // _COVER & 3], bool(case & AHEAD)
    return Exposure(
        distance=0.0,
        seen=True,
        rays=_UNKNOWN,
        higher_ground=bool(case & _HIGHER),
        front_arc=ahead,
        front_quarter=ahead,
        area=NOBODY,
        area_cover="none",
        concealed=bool(case & _CONCEALED),
        concealed_clause="",
        cover=cover,
        cover_clause="",
        soft_alone=cover == "soft",
    )


def bands_of(ranges: Ranges, inches: NDArray[np.float64]) -> NDArray[np.intp]:
    """The numbers of the bands of many distances."""
    bands: NDArray[np.intp] = np.searchsorted(np.array(ranges.inches), inches - EPSILON)
    return bands


def all_cases(ranges: Ranges) -> tuple[int, ...]:
    """The numbers that there are of cases, fronts apart."""
    bands = range(len(ranges.inches) + 1)
    return tuple(
        case
        for case in range(HIDDEN << 1)
        if case & BAND in bands and case // _COVER & 3 < len(COVERS)
    )


def cases_of(
    bands: NDArray[np.intp],
    concealed: NDArray[np.bool_],
    cover: NDArray[np.intp],
    hidden: NDArray[np.bool_],
    higher: NDArray[np.bool_],
) -> NDArray[np.intp]:
    """The numbers of many cases, fronts apart; cover is 0 for none, 1 for soft, 2 for hard."""
    cases: NDArray[np.intp] = bands + _CONCEALED * concealed + _COVER * cover
    cases += _HIGHER * higher + HIDDEN * hidden
    return cases
