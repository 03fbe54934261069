"""What a player knows of a battle: who stands where and as what, and what they are to each other.

All of it is worked out from the state and may be lost at any moment. What hides a target is the
terrain alone here; the vehicles and wrecks between two units count where fire is ordered.
"""

from collections.abc import Hashable
from typing import TypeVar

import msgspec
from msgspec.structs import replace

from sim.ai.fates import Fate
from sim.ai.kinds import Attacker, Target, attacker_of, target_of
from sim.ai.pairings import AHEAD, HIDDEN, Pairing, Ranges, case_of, ranges_of
from sim.ai.worth import Loss
from sim.battlefield.sight import Obstacle, Stance
from sim.geometry.vectors import facing_vector, in_field, in_front_arc, in_front_quarter
from sim.rules.sight import assess_exposure
from sim.state.battle import BattleState, Unit
from sim.state.profiles import ALL_ROUND, Mount
from sim.state.roster import Roster

_KEPT_SIGHTS = 1 << 19
_NOTHING = -1
_Rows = tuple[Unit, Unit, tuple[Obstacle, ...]]
_Thing = TypeVar("_Thing", bound=Hashable)


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A unit where it stands: its row, the number of its spot, and of its kinds.

    `ahead` is the vector of its facing.
    """

    unit: int
    row: Unit
    spot: int
    x: float
    y: float
    ahead: tuple[float, float]
    attacker: int
    target: int
    arms: Attacker
    body: Target
    is_all_round: bool
    has_front: bool


class _Numbers(dict[_Thing, int]):
    """Things by number, in the order in which they were first asked for."""

    def __init__(self) -> None:
        super().__init__()
        self.things: list[_Thing] = []

    def __missing__(self, thing: _Thing) -> int:
        number = self[thing] = len(self.things)
        self.things.append(thing)
        return number


class Knowledge:
    """What holds in every battle on a table with those weapons; it lies in the world's memo."""

    def __init__(self, ranges: Ranges):
        self.ranges = ranges
        self.spots: _Numbers[tuple[Stance, bool, bool]] = _Numbers()
        self.attackers: _Numbers[Attacker] = _Numbers()
        self.targets: _Numbers[Target] = _Numbers()
        self.parts: dict[tuple[int, int], int] = {}
        self.cases: dict[int, int] = {}
        self.pairings: dict[int, Pairing] = {}


class Survey:
    """What was found out about the units of one battle, told stale by the identity of their rows.

    The kinds of a unit go by its states alone, so that units on the move need no new ones.
    """

    def __init__(self, roster: Roster):
        self.known = _knowledge_of(roster)
        self._standings: list[Standing | None] = [None] * len(roster.units)
        self._kinds: dict[tuple[Hashable, ...], tuple[int, int]] = {}
        self._volleys: dict[tuple[int, int, int], tuple[_Rows, tuple[Loss, ...]]] = {}

    def standing(self, state: BattleState, unit: int) -> Standing:
        """A unit as it stands in a state."""
        row, found = state.units[unit], self._standings[unit]
        if found is None or found.row is not row:
            found = self._standings[unit] = self.as_if(state, unit, row)
        return found

    def foes_of(self, state: BattleState, side: int) -> list[Standing]:
        """The living enemies of a side, in file order."""
        return [self.standing(state, unit) for unit in state.living(1 - side)]

    def as_if(self, state: BattleState, unit: int, row: Unit) -> Standing:
        """A unit as it would stand with that row."""
        attacker, target = self._kinds_of(state, unit, row)
        arms, body = self.known.attackers.things[attacker], self.known.targets.things[target]
        base = row.footprint
        return Standing(
            unit,
            row,
            self.known.spots[row.stance, body.vehicle is not None, row.dug_in],
            base.x,
            base.y,
            facing_vector(base.facing),
            attacker,
            target,
            arms,
            body,
            arms.is_all_round,
            body.has_front,
        )

    def _kinds_of(self, state: BattleState, unit: int, row: Unit) -> tuple[int, int]:
        key = (
            unit,
            row.broken,
            row.suppressed,
            row.cowering,
            row.sprinted,
            row.stunned,
            row.immobilized,
            row.buttoned,
            row.serves,
            row.fate,
        )
        found = self._kinds.get(key)
        if found is None:
            state = _with_rows(state, (unit, row))
            found = self._kinds[key] = (
                self.known.attackers[attacker_of(state, unit)],
                self.known.targets[target_of(state, unit)],
            )
        return found

    def case(self, state: BattleState, firer: Standing, target: Standing) -> int:
        """The case that a target is to a firer, both where they stand."""
        cases, key = self.known.cases, firer.spot << 24 | target.spot
        found = cases.get(key)
        if found is None:
            if len(cases) >= _KEPT_SIGHTS:
                cases.clear()
            found = cases[key] = self._find_case(state, firer, target)
        if target.has_front and _is_ahead(target, firer.x, firer.y):
            return found | AHEAD
        return found

    def _find_case(self, state: BattleState, firer: Standing, target: Standing) -> int:
        bare = replace(_as_they_stand(state, firer, target), obstacles=())
        return case_of(assess_exposure(bare, firer.unit, target.unit), self.known.ranges)

    def pairing(self, state: BattleState, firer: Standing, target: Standing) -> Pairing | None:
        """What a firer can do to a target, by the weapons that bear on it; None if none does."""
        number = firer.attacker
        if not firer.is_all_round:
            number = self._bearing(firer, target.x - firer.x, target.y - firer.y)
            if number == _NOTHING:
                return None
        return self._pairing(state, number, firer, target)

    def melee(self, state: BattleState, attacker: Standing, target: Standing) -> Fate:
        """What the best attack of one unit makes of another in Melee."""
        return self._pairing(state, attacker.attacker, attacker, target).melee

    def loss(self, state: BattleState, manner: int, unit: int, mount: Mount, target: int) -> Loss:
        """What one weapon does to a target, vehicles and wrecks between them counted (HR-30).

        Remembered while both keep their rows and nothing else has moved that could hide them.
        """
        key = manner, unit, target
        rows = state.units[unit], state.units[target], state.obstacles
        known = self._volleys.get(key)
        if known is None or any(a is not b for a, b in zip(known[0], rows, strict=True)):
            firer, struck = self.standing(state, unit), self.standing(state, target)
            exposure = assess_exposure(state, unit, target)
            case = case_of(exposure, self.known.ranges) & ~HIDDEN
            if struck.has_front and _is_ahead(struck, firer.x, firer.y):
                case |= AHEAD
            pairing = self._pairing(state, firer.attacker, firer, struck)
            known = self._volleys[key] = rows, pairing[manner | case].losses
        return known[1][self.standing(state, unit).arms.mounts.index(mount)]

    def _pairing(
        self, state: BattleState, number: int, firer: Standing, target: Standing
    ) -> Pairing:
        key = number << 16 | target.target
        found = self.known.pairings.get(key)
        if found is None:
            found = self.known.pairings[key] = Pairing(
                self.known.attackers.things[number],
                _as_they_stand(state, firer, target),
                self.known.ranges,
                (firer.unit, target.unit),
            )
        return found

    def _bearing(self, firer: Standing, dx: float, dy: float) -> int:
        """The kind of a firer with those of its mounts that bear in a direction (HR-18)."""
        bits = 0
        for number, mount in enumerate(firer.arms.mounts):
            width = mount.field_of_fire
            if width >= ALL_ROUND or in_field(*firer.ahead, width, dx, dy):
                bits |= 1 << number
        key = firer.attacker, bits
        found = self.known.parts.get(key)
        if found is None:
            found = self.known.parts[key] = self._part(firer, bits)
        return found

    def _part(self, firer: Standing, bits: int) -> int:
        """The kind of a firer with some of its mounts."""
        mounts = tuple(m for number, m in enumerate(firer.arms.mounts) if bits >> number & 1)
        if not mounts:
            return _NOTHING
        return self.known.attackers[firer.arms._replace(mounts=mounts)]


def _is_ahead(target: Standing, x: float, y: float) -> bool:
    """Whether a point is before a vehicle's Front, or before a gunshield (BW-6, FR-24)."""
    dx, dy = x - target.x, y - target.y
    if target.body.vehicle is not None:
        return in_front_quarter(*target.ahead, dx, dy)
    return in_front_arc(*target.ahead, dx, dy)


def _as_they_stand(state: BattleState, *standings: Standing) -> BattleState:
    return _with_rows(state, *((standing.unit, standing.row) for standing in standings))


def _with_rows(state: BattleState, *rows: tuple[int, Unit]) -> BattleState:
    units = list(state.units)
    for unit, row in rows:
        units[unit] = row
    return replace(state, units=tuple(units))


def _knowledge_of(roster: Roster) -> Knowledge:
    """What is known of the roster's world, by the numbers that it depends on."""
    ranges = ranges_of(roster)
    key = ("knowledge", roster.rules, ranges)
    found: Knowledge | None = roster.world.memo.get(key)
    return roster.world.memo.keep(key, Knowledge(ranges)) if found is None else found
