"""What a player knows of a battle: who stands where and as what, and what they are to each other.

All of it is worked out from the state and may be lost at any moment. What hides a target is the
terrain alone here; the vehicles and wrecks between two units count where fire is ordered.
"""

from collections.abc import Callable, Hashable, Iterator
from operator import is_
from typing import Any, NamedTuple, TypeVar

import msgspec
from msgspec.structs import replace

from sim.ai.fates import Fate
from sim.ai.kinds import Attacker, Target, attacker_of, states_of, target_of
from sim.ai.knowledge import knowledge_of
from sim.ai.pairings import AHEAD, BAND, HIDDEN, Pairing, case_of, manner_of
from sim.ai.travel import travel_of
from sim.ai.worth import Loss
from sim.battlefield.sight import Obstacle
from sim.geometry.footprints import circumradius
from sim.geometry.segments import point_segment_distance
from sim.geometry.vectors import facing_vector, in_field, in_front_arc, in_front_quarter
from sim.rules.aim import can_aim_at, can_use, mounts_of
from sim.rules.sight import assess_exposure
from sim.state.battle import BattleState, Unit
from sim.state.events import Phase
from sim.state.profiles import ALL_ROUND, Mount
from sim.state.roster import Roster

NO_ARMS = -1
"""Instead of the number of an attacker: none of its weapons bears."""

CASES = AHEAD << 1
"""A pair of cases is the first and so many times the second."""

Heights = tuple[float, float]
"""The eye and the top of a unit above the ground, in inches."""

_Rows = tuple[Unit, Unit, Unit, tuple[Obstacle, ...]]
_Note = TypeVar("_Note")


class Standing(msgspec.Struct, frozen=True, gc=False):
    """A unit where it stands: its row, the number of its spot, and of its kinds, one and both.

    `ahead` is the vector of its facing, `reach` is how far from its base it can do anything,
    `extent` how far the base goes from its centre, `cell` the cell that this is in, `heights` its
    eye and its top above the ground, `manner` how it fires in Shooting.
    """

    unit: int
    row: Unit
    spot: int
    x: float
    y: float
    cell: int
    ahead: tuple[float, float]
    manner: int
    heights: Heights
    attacker: int
    target: int
    kinds: int
    arms: Attacker
    body: Target
    reach: float
    extent: float
    is_vehicle: bool
    is_all_round: bool
    is_indirect: bool
    has_front: bool


class Aimed(NamedTuple):
    """A weapon that may be fired at a target, and what that can be expected to take."""

    mount: Mount
    loss: Loss


class Survey:
    """What was found out about the units of one battle, told stale by the identity of their rows.

    The kinds of a unit go by its states alone, so that units on the move need no new ones.
    """

    def __init__(self, roster: Roster):
        self.known = knowledge_of(roster)
        self._travel = travel_of(roster.world)
        self._standings: list[Standing | None] = [None] * len(roster.units)
        self._models: dict[tuple[Hashable, ...], Standing] = {}
        self._aimed: dict[tuple[Phase, int, int], tuple[_Rows, tuple[Aimed, ...]]] = {}
        self._state: BattleState | None = None
        self._notes: dict[Hashable, Any] = {}

    def note(self, state: BattleState, key: Hashable, work_out: Callable[[], _Note]) -> _Note:
        """Something about a state, worked out once while it is looked at."""
        if self._state is not state:
            self._state = state
            self._notes.clear()
        if key not in self._notes:
            self._notes[key] = work_out()
        found: _Note = self._notes[key]
        return found

    def standing(self, state: BattleState, unit: int) -> Standing:
        """A unit as it stands in a state."""
        row, found = state.units[unit], self._standings[unit]
        if found is None or found.row is not row:
            found = self._standings[unit] = self.as_if(state, unit, row)
        return found

    def foes_of(self, state: BattleState, side: int) -> list[Standing]:
        """The living enemies of a side, in file order."""
        return self.note(
            state,
            ("foes", side),
            lambda: [self.standing(state, unit) for unit in state.living(1 - side)],
        )

    def as_if(self, state: BattleState, unit: int, row: Unit) -> Standing:
        """A unit as it would stand with that row."""
        key = unit, row.serves, row.fate, states_of(row)
        model = self._models.get(key)
        if model is None:
            model = self._models[key] = self._model(_with_rows(state, (unit, row)), unit, row)
        return self.moved(model, row)

    def moved(self, model: Standing, row: Unit) -> Standing:
        """A unit of the same states as another where that row has it."""
        at = row.footprint
        return replace(
            model,
            row=row,
            spot=self.known.spots[row.stance, model.is_vehicle, model.has_front, row.dug_in],
            x=at.x,
            y=at.y,
            cell=self._travel.cell_at(at.x, at.y),
            ahead=facing_vector(at.facing),
            manner=manner_of(row, "shooting"),
        )

    def _model(self, state: BattleState, unit: int, row: Unit) -> Standing:
        """A unit of the states that it has in a state, wherever it stands."""
        arms, body = attacker_of(state, unit), target_of(state, unit)
        attacker, target = self.known.attackers[arms], self.known.targets[body]
        return Standing(
            unit=unit,
            row=row,
            spot=0,
            x=0.0,
            y=0.0,
            cell=0,
            ahead=(0.0, 0.0),
            manner=0,
            heights=(row.stance.eye, row.stance.height),
            attacker=attacker,
            target=target,
            kinds=attacker << 16 | target,
            arms=arms,
            body=body,
            reach=arms.reach,
            extent=circumradius(row.footprint),
            is_all_round=arms.is_all_round,
            is_vehicle=body.vehicle is not None,
            is_indirect=arms.is_indirect,
            has_front=body.has_front,
        )

    def pair(self, state: BattleState, me: Standing, foe: Standing) -> int:
        """The case that an enemy is to a unit and, so many `CASES`, the unit to the enemy.

        Of a unit out of sight nothing but the range matters to its enemy.
        """
        key = me.spot << 24 | foe.spot
        found = self.known.pairs.get(key)
        if found is None:
            found = self.known.keep_pair(key, self._find_pair(state, me, foe))
        return found

    def _find_pair(self, state: BattleState, me: Standing, foe: Standing) -> int:
        bare = replace(_as_they_stand(state, me, foe), obstacles=())
        seen = case_of(assess_exposure(bare, me.unit, foe.unit), self.known.ranges)
        shown = seen & (HIDDEN | BAND)
        if not seen & HIDDEN:
            shown = case_of(assess_exposure(bare, foe.unit, me.unit), self.known.ranges)
        return seen | _ahead(me, foe) | (shown | _ahead(foe, me)) * CASES

    def melee(self, state: BattleState, attacker: Standing, target: Standing) -> Fate:
        """What the best attack of one unit makes of another in Melee."""
        return self.pairing(state, attacker.attacker, attacker, target).melee

    def aimed(self, state: BattleState, phase: Phase, unit: int, target: int) -> tuple[Aimed, ...]:
        """The weapons that a unit may fire at an enemy, and what each would do (HR-17).

        Remembered while nobody and nothing changes that has to do with it.
        """
        rows = state.units
        leader = rows[state.formation_of(unit).leader]
        about = rows[unit], rows[target], leader, state.obstacles
        key = phase, unit, target
        known = self._aimed.get(key)
        if known is not None and all(map(is_, known[0], about)):
            return known[1]
        found = tuple(
            Aimed(mount, self.loss(state, phase, unit, mount, target))
            for mount in self._bearing_on(state, phase, unit, target)
            if can_aim_at(state, phase, unit, mount, target)
        )
        self._aimed[key] = about, found
        return found

    def _bearing_on(
        self, state: BattleState, phase: Phase, unit: int, target: int
    ) -> Iterator[Mount]:
        """The weapons that may bear on a target: in range of it, which is seen if it must be."""
        case = self.pair(state, self.standing(state, unit), self.standing(state, target)) % CASES
        inches = self.known.ranges.inches
        band = case & BAND
        for mount in mounts_of(state, unit):
            weapon = mount.weapon
            in_range = band < len(inches) and weapon.range >= inches[band]
            in_sight = weapon.indirect or not case & HIDDEN
            if in_range and in_sight and can_use(state, phase, unit, mount):
                yield mount

    def loss(self, state: BattleState, phase: Phase, unit: int, mount: Mount, target: int) -> Loss:
        """What one weapon does to a target, vehicles and wrecks between them counted (HR-30)."""
        firer, struck = self.standing(state, unit), self.standing(state, target)
        own = state.spec(unit).id, state.spec(target).id
        if any(o.id not in own and _is_between(o, firer, struck) for o in state.obstacles):
            case = case_of(assess_exposure(state, unit, target), self.known.ranges)
            case |= _ahead(firer, struck)
        else:
            case = self.pair(state, firer, struck) % CASES
        volley = self.pairing(state, firer.attacker, firer, struck)[
            manner_of(firer.row, phase) | case & ~HIDDEN
        ]
        return volley.losses[firer.arms.mounts.index(mount)]

    def pairing(
        self, state: BattleState, number: int, firer: Standing, target: Standing
    ) -> Pairing:
        """What one kind of attacker, that of a firer or part of it, can do to a target."""
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

    def bearing(self, firer: Standing, target: Standing) -> int:
        """The kind of a firer with those of its mounts that bear on a target (HR-18)."""
        if firer.is_all_round:
            return firer.attacker
        bits, dx, dy = 0, target.x - firer.x, target.y - firer.y
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
            return NO_ARMS
        return self.known.attackers[firer.arms._replace(mounts=mounts)]


def _ahead(firer: Standing, target: Standing) -> int:
    """Of a case: whether a firer is before a vehicle's Front, or a gunshield (BW-6, FR-24)."""
    if not target.has_front:
        return 0
    is_in = in_front_quarter if target.is_vehicle else in_front_arc
    return AHEAD * is_in(*target.ahead, firer.x - target.x, firer.y - target.y)


def _as_they_stand(state: BattleState, *standings: Standing) -> BattleState:
    return _with_rows(state, *((standing.unit, standing.row) for standing in standings))


def _with_rows(state: BattleState, *rows: tuple[int, Unit]) -> BattleState:
    units = list(state.units)
    for unit, row in rows:
        units[unit] = row
    return replace(state, units=tuple(units))


def _is_between(obstacle: Obstacle, firer: Standing, target: Standing) -> bool:
    """Whether an obstacle may be in the way of rays to any part of a target."""
    at = obstacle.footprint
    margin = circumradius(at) + target.extent
    return point_segment_distance(at.x, at.y, firer.x, firer.y, target.x, target.y) <= margin
