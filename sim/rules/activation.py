"""Small questions about the units on the table that several families of rules ask."""

from collections.abc import Iterator
from typing import NamedTuple

from sim.battlefield.going import MoverClass
from sim.geometry.boxes import EVERYWHERE, Bounds, may_reach
from sim.geometry.footprints import Footprint, distance, within
from sim.state.battle import BattleState
from sim.state.profiles import Movement
from sim.state.roster import NOBODY


def enemies(state: BattleState, unit: int) -> tuple[int, ...]:
    """The living units of the other side, in file order (HR-32)."""
    return state.living(1 - state.roster.units[unit].side)


def friends(state: BattleState, unit: int) -> Iterator[int]:
    """The other living units of the own side, in file order."""
    return (other for other in state.living(state.roster.units[unit].side) if other != unit)


def distance_between(state: BattleState, a: int, b: int) -> float:
    """Inches between the bases of two units, edge to edge."""
    return distance(state.units[a].footprint, state.units[b].footprint)


def are_within(state: BattleState, a: int, b: int, inches: float) -> bool:
    """Whether two units are at most so many inches apart, edge to edge."""
    return within(state.units[a].footprint, state.units[b].footprint, inches)


def engaging(state: BattleState, unit: int) -> list[int]:
    """The enemies that engage a unit, in file order (HR-32)."""
    units, reach = state.units, state.roster.rules.engaged_range
    base = units[unit].footprint
    return [other for other in enemies(state, unit) if within(base, units[other].footprint, reach)]


def is_engaged(state: BattleState, unit: int) -> bool:
    """Whether an enemy is within 2 inches of a unit (HR-32)."""
    return bool(engaging(state, unit))


def is_anyone_engaged(state: BattleState) -> bool:
    """Whether there are enemies within 2 inches of each other anywhere (HR-32)."""
    return any(is_engaged(state, unit) for unit in state.living(state.active))


def is_team(state: BattleState, unit: int) -> bool:
    """Whether a unit is a team: infantry, or the crew of a gun."""
    return state.roster.units[unit].vehicle is None


def is_serving(state: BattleState, unit: int) -> bool:
    """Whether a unit serves a gun now (HR-33)."""
    return state.units[unit].serves != NOBODY


def is_infantry_now(state: BattleState, unit: int) -> bool:
    """Whether a unit is infantry; a crew without its gun is (HR-33)."""
    return is_team(state, unit) and not is_serving(state, unit)


def is_emplaced(state: BattleState, unit: int) -> bool:
    """Whether a unit serves an emplaced gun (FR-27, HR-16)."""
    gun = state.gun_of(unit)
    return gun is not None and gun.emplacement != NOBODY


def leader_near(state: BattleState, unit: int) -> bool:
    """Whether an unbroken leader of the own formation, another unit, is in reach (HR-3, HR-31)."""
    leader = state.formation_of(unit).leader
    row = state.units[leader]
    if leader == unit or not row.alive or row.broken:
        return False
    return are_within(state, unit, leader, state.roster.rules.leader_range)


def mover_class(state: BattleState, unit: int) -> MoverClass:
    """As what a unit crosses terrain: who serves a gun moves as the gun does (HR-33)."""
    if state.roster.units[unit].vehicle is not None:
        return "vehicle"
    return "gun" if is_serving(state, unit) else "infantry"


def movement_rates(state: BattleState, unit: int) -> Movement:
    """Inches a move in the open and in difficult terrain, unsprinted (BB-8, HR-12, HR-13)."""
    gun = state.gun_of(unit)
    return state.roster.units[unit].movement if gun is None else gun.movement


class Base(NamedTuple):
    """Something that takes room on the table; `unit` is NOBODY for a gun without a crew."""

    id: str
    unit: int
    footprint: Footprint


def bases(state: BattleState, near: Bounds = EVERYWHERE) -> Iterator[Base]:
    """Living units and wrecks in file order, then guns without a crew (HR-14, HR-30).

    Those that do not reach into the box `near` may be left out.
    """
    specs = state.roster.units
    for index, row in enumerate(state.units):
        takes_room = row.fate == "alive" or (
            row.fate == "destroyed" and specs[index].vehicle is not None
        )
        if takes_room and may_reach(row.footprint, near):
            yield Base(specs[index].id, index, row.footprint)
    for spec, gun in zip(state.roster.guns, state.guns, strict=True):
        if gun.fate == "intact" and gun.crew == NOBODY and may_reach(gun.footprint, near):
            yield Base(spec.id, NOBODY, gun.footprint)
