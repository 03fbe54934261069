"""Moves outside Movement: charges, pile-ins, and breaking away (BB-20, HR-21, HR-26)."""

from collections.abc import Sequence

from sim.dice import Dice
from sim.errors import Refusal
from sim.geometry.footprints import in_contact, segment_distance, within
from sim.geometry.segments import Point
from sim.geometry.vectors import EPSILON, bearing
from sim.rules.activation import enemies
from sim.rules.movement.terrain import go
from sim.rules.movement.way import Way, check_clear, lay_way
from sim.state.battle import BattleState
from sim.state.events import Event, Manner

_BEFORE_CONTACT = 0.01


def check_advance(
    state: BattleState,
    unit: int,
    path: Sequence[Point],
    *,
    manner: Manner,
    allowance: float,
    facing: float | None = None,
    target: int | None = None,
) -> Refusal | None:
    """Why a path is no charge or pile-in onto `target`, or no way to break away; or None.

    Inches of allowance; without a facing the unit ends facing along its last leg.
    """
    way = assess_advance(
        state, unit, path, manner=manner, allowance=allowance, facing=facing, target=target
    )
    return way if isinstance(way, Refusal) else None


def assess_advance(
    state: BattleState,
    unit: int,
    path: Sequence[Point],
    *,
    manner: Manner,
    allowance: float,
    facing: float | None = None,
    target: int | None = None,
) -> Way | Refusal:
    """The way of an advance that is allowed, or why it is not."""
    row, name = state.units[unit], state.spec(unit).id
    if row.stunned or row.immobilized:
        code = "stunned" if row.stunned else "immobilized"
        return Refusal(code, "PR-29", f"{name} is {code} and stays where it is")
    if facing is None:
        facing = _ahead((row.footprint.x, row.footprint.y), path, row.footprint.facing)
    way = lay_way(state, unit, path, facing, manner, allowance)
    if isinstance(way, Refusal):
        return way
    refusal = check_clear(state, way)
    if refusal is None:
        refusal = (
            _check_contact(state, way, target) if target is not None else _check_away(state, way)
        )
    return refusal or way


def resolve_advance(
    state: BattleState,
    unit: int,
    path: Sequence[Point],
    manner: Manner,
    facing: float | None,
    dice: Dice,
) -> list[Event]:
    """The events of an advance that is allowed; a vehicle tests difficult terrain (PR-27)."""
    row = state.units[unit]
    if facing is None:
        facing = _ahead((row.footprint.x, row.footprint.y), path, row.footprint.facing)
    way = lay_way(state, unit, path, facing, manner, float("inf"))
    if isinstance(way, Refusal):
        raise ValueError(way.text)
    return go(state, way, dice)


def _ahead(start: Point, path: Sequence[Point], facing: float) -> float:
    """The facing along the last leg of a path."""
    points = [start, *path]
    if len(points) < 2:
        return facing
    (ax, ay), (bx, by) = points[-2:]
    return bearing(bx - ax, by - ay)


def _check_contact(state: BattleState, way: Way, target: int) -> Refusal | None:
    """Whether a way ends at its first contact with the target (BB-20)."""
    enemy = state.units[target].footprint
    name = state.spec(target).id
    if not in_contact(way.end, enemy):
        return Refusal("no_contact", "BB-20", f"the path does not end in contact with {name}")
    reach = way.mover.radius + EPSILON
    for leg, (a, b) in enumerate(way.legs):
        if leg == len(way.path) - 2:
            b = _short_of(a, b)
        if segment_distance(enemy, *a, *b) <= reach:
            return Refusal("past_contact", "BB-20", f"the path goes on after touching {name}")
    return None


def _short_of(a: Point, b: Point) -> Point:
    """The point just before the end of a leg."""
    dx, dy = b[0] - a[0], b[1] - a[1]
    share = min(_BEFORE_CONTACT / max(abs(dx), abs(dy)), 1.0)
    return b[0] - dx * share, b[1] - dy * share


def _check_away(state: BattleState, way: Way) -> Refusal | None:
    """Whether a way ends out of reach of every enemy (HR-26)."""
    for enemy in enemies(state, way.unit):
        if within(way.end, state.units[enemy].footprint, state.rules.engaged_range):
            return Refusal("still_engaged", "HR-26", f"it would end near {state.spec(enemy).id}")
    return None
