"""Fire: which weapon at whom, in Shooting one unit after the other, in Firefight all at once."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sim.ai.tactician.menace import Manner, Shown, volley
from sim.ai.tactician.survey import Survey
from sim.geometry.vectors import EPSILON
from sim.rules.activation import enemies
from sim.rules.aim import FIREFIGHT_RANGE, can_aim_at, can_use, mounts_of, weapons_allowed
from sim.rules.fire import also_touched
from sim.rules.sight import Exposure
from sim.state.battle import BattleState, Unit
from sim.state.events import Phase
from sim.state.orders import Aim
from sim.state.profiles import Mount

LONGEST = 1e9
_COVER = {"none": 0, "soft": 1, "hard": 2}


class Shot(NamedTuple):
    """One weapon at one target: the worth it can be expected to take, the chance to destroy."""

    gain: float
    destroyed: float
    target: int
    mount: int


Shots = tuple[Shot, ...]
_NOTHING: Shots = ()


class Gunnery:
    """The shots of every pair as last asked; told stale by the identity of rows and exposures."""

    def __init__(self, survey: Survey):
        self._survey = survey
        self._known: dict[tuple[Phase, int, int], tuple[Unit, Unit, Exposure, Shots]] = {}

    def best(self, phase: Phase, unit: int, shares: Sequence[float]) -> Shots:
        """The best use of a unit's weapons on what is left of the enemies, by its mounts."""
        state = self._survey.state
        row = state.units[unit]
        if row.broken or row.stunned or (row.sprinted and phase == "shooting"):
            return _NOTHING
        left = dict[int, float]()
        chosen: list[Shot] = []
        everything = self._all(phase, unit)
        for number in range(len(mounts_of(state, unit))):
            best: Shot | None = None
            for shot in everything:
                if shot.mount == number:
                    share = left.get(shot.target, shares[shot.target])
                    if shot.gain * share > (0.0 if best is None else best.gain):
                        best = shot._replace(gain=shot.gain * share)
            if best is not None:
                chosen.append(best)
                left[best.target] = left.get(best.target, shares[best.target]) * (
                    1.0 - best.destroyed
                )
        return _strongest(chosen, weapons_allowed(state, unit))

    def _all(self, phase: Phase, unit: int) -> list[Shot]:
        state = self._survey.state
        found: list[Shot] = []
        near: list[int] = []
        for enemy in enemies(state, unit):
            exposure = self._survey.sightings.of(state, unit, enemy)
            if exposure.distance <= state.rules.engaged_range:
                near.append(enemy)
            found.extend(self._pair(phase, unit, enemy, exposure))
        return [shot for shot in found if shot.target in near] if near else found

    def _pair(self, phase: Phase, unit: int, enemy: int, exposure: Exposure) -> Shots:
        rows = self._survey.state.units
        firer, target = rows[unit], rows[enemy]
        if any(mount.weapon.indirect for mount in mounts_of(self._survey.state, unit)):
            return tuple(self._shots(phase, unit, enemy, exposure))
        known = self._known.get((phase, unit, enemy))
        if known is not None:
            was_firer, was_target, seen, shots = known
            if was_firer is firer and was_target is target and seen is exposure:
                return shots
        shots = tuple(self._shots(phase, unit, enemy, exposure))
        self._known[phase, unit, enemy] = firer, target, exposure, shots
        return shots

    def _shots(self, phase: Phase, unit: int, enemy: int, exposure: Exposure) -> Iterator[Shot]:
        survey = self._survey
        state = survey.state
        mounts = mounts_of(state, unit)
        far = FIREFIGHT_RANGE if phase == "firefight" else LONGEST
        if exposure.distance > far + EPSILON:
            return
        for number, mount in enumerate(mounts):
            if exposure.distance > mount.weapon.range + EPSILON or not (
                exposure.seen or mount.weapon.indirect
            ):
                continue
            if can_use(state, phase, unit, mount) and can_aim_at(state, phase, unit, mount, enemy):
                yield self._shot(phase, unit, enemy, (number, mount), exposure)

    def _shot(
        self, phase: Phase, unit: int, enemy: int, numbered: tuple[int, Mount], exposure: Exposure
    ) -> Shot:
        survey = self._survey
        state = survey.state
        number, mount = numbered
        gain, destroyed = self._gain(phase, unit, enemy, mount, exposure)
        if phase == "shooting":
            for other in also_touched(state, mount, enemy):
                shown = survey.sightings.of(state, unit, other)
                more, _ = self._gain(phase, unit, other, mount, shown)
                gain += more if state.side_of(other) != state.side_of(unit) else -more
        return Shot(gain, destroyed, enemy, number)

    def _gain(
        self, phase: Phase, unit: int, enemy: int, mount: Mount, exposure: Exposure
    ) -> tuple[float, float]:
        """The worth that one weapon can be expected to take from one unit, and its death."""
        survey = self._survey
        rows = survey.state.units
        manner, worse = _manner(rows[unit], phase, mount)
        attacker, target = survey.attacker(unit), survey.target(enemy)
        blow = volley(attacker, target, mount.weapon, manner, _shown(exposure), worse)
        share = blow.share - (blow.suppressed if rows[enemy].suppressed else 0.0)
        return share * survey.worths[enemy], blow.destroyed


def _manner(row: Unit, phase: Phase, mount: Mount) -> tuple[Manner, int]:
    """How a unit fires, and what makes that worse (BB-13, BB-19)."""
    if phase == "shooting":
        return ("moved" if row.moved else "stationary"), 0
    worse = row.moved * (2 if mount.weapon.heavy else 1)
    if row.sprinted and not (row.suppressed or row.cowering):
        worse += 2
    return "firefight", worse


def _shown(exposure: Exposure) -> Shown:
    return Shown(
        concealed=exposure.concealed,
        cover=_COVER[exposure.cover],
        higher=exposure.higher_ground,
        shield=exposure.front_arc,
        front=exposure.front_quarter,
    )


def _strongest(shots: list[Shot], allowed: int) -> Shots:
    """As many shots as are allowed, in the order of the mounts."""
    if len(shots) > allowed:
        kept = sorted(shots, key=lambda shot: (-shot.gain, shot.mount))[:allowed]
        shots = sorted(kept, key=lambda shot: shot.mount)
    return tuple(shots)


def total_gain(shots: Sequence[Shot]) -> float:
    """The worth that shots can be expected to take together."""
    return sum(shot.gain for shot in shots)


def aims_of(state: BattleState, unit: int, shots: Sequence[Shot]) -> tuple[Aim, ...]:
    """The shots as an order names them."""
    mounts = mounts_of(state, unit)
    return tuple(Aim(mounts[shot.mount].key, state.spec(shot.target).id) for shot in shots)
