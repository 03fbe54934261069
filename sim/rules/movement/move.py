"""Movement: what a move order needs, what it costs, and what comes of it (chapter 5)."""

from sim.dice import Dice
from sim.errors import Refusal
from sim.geometry.boxes import box_about, may_reach
from sim.geometry.footprints import (
    Footprint,
    circumradius,
    distance,
    in_contact,
    segment_distance,
    within,
    within_table,
)
from sim.geometry.vectors import EPSILON
from sim.rules.activation import (
    distance_between,
    enemies,
    engaging,
    is_emplaced,
    is_engaged,
    is_infantry_now,
    is_team,
    movement_rates,
)
from sim.rules.movement.terrain import go
from sim.rules.movement.way import Way, check_clear, lay_way
from sim.rules.sight import sees
from sim.state.battle import BattleState
from sim.state.events import Event, GunOccupied, UnitExited, UnitImmobilized
from sim.state.orders import Move
from sim.state.roster import NOBODY, Edge

SPRINT_CLEARANCE = 12.0
"""A sprint stays farther than this from every enemy (BB-10)."""

_SPRINT_RATE = 2.0
_OUTWARDS: dict[Edge, tuple[float, float]] = {
    "top": (0.0, 1.0),
    "right": (1.0, 0.0),
    "bottom": (0.0, -1.0),
    "left": (-1.0, 0.0),
}


def check_move(state: BattleState, order: Move) -> Refusal | None:
    """Why a unit on the table may not move so, or None (chapter 5)."""
    assessed = assess_move(state, order)
    return assessed if isinstance(assessed, Refusal) else None


def assess_move(state: BattleState, order: Move) -> Way | Refusal:
    """The way of a move that is allowed, with its cost and entries, or why it is not."""
    unit = state.roster.unit_index[order.unit]
    refusal = check_able(state, unit) or _check_order(state, unit, order)
    if refusal is not None:
        return refusal
    way = _lay(state, unit, order)
    if isinstance(way, Refusal):
        return way
    return (
        _check_swivel(state, way)
        or check_clear(state, way)
        or _check_enemies(state, way)
        or _check_ending(state, way, order)
        or way
    )


def resolve_move(state: BattleState, order: Move, dice: Dice) -> list[Event]:
    """The events of a move that is allowed; raises ValueError for a path that is too long."""
    way = _lay(state, state.roster.unit_index[order.unit], order)
    if isinstance(way, Refusal):
        raise ValueError(way.text)
    events = go(state, way, dice)
    if any(isinstance(event, UnitImmobilized) for event in events):
        return events
    if order.occupy is not None:
        events.append(GunOccupied(unit=order.unit, gun=order.occupy))
    if order.exit is not None:
        events.append(UnitExited(unit=order.unit, edge=order.exit))
    return events


def _lay(state: BattleState, unit: int, order: Move) -> Way | Refusal:
    return lay_way(
        state,
        unit,
        order.path,
        order.facing,
        "sprint" if order.sprint else "move",
        move_allowance(state, unit, sprint=order.sprint),
    )


def move_allowance(state: BattleState, unit: int, *, sprint: bool) -> float:
    """Inches of open ground in one move (BB-8, HR-12, HR-13), doubled for a sprint (BB-10)."""
    rate = movement_rates(state, unit).open
    return rate * _SPRINT_RATE if sprint else rate


def check_able(state: BattleState, unit: int) -> Refusal | None:
    """Why a unit can neither move nor turn at all, or None (HR-15)."""
    row, name = state.units[unit], state.spec(unit).id
    if row.stunned:
        return Refusal("stunned", "HR-15", f"{name} is stunned")
    if row.immobilized:
        return Refusal("immobilized", "HR-15", f"{name} is immobilized")
    if row.cowering:
        return Refusal("cowering", "HR-15", f"{name} cowers")
    if is_team(state, unit) and is_engaged(state, unit):
        return Refusal("engaged", "HR-15", f"{name} is engaged")
    return None


def _check_order(state: BattleState, unit: int, order: Move) -> Refusal | None:
    """Whether a unit can move in the manner ordered, wherever it is to go."""
    name, row = order.unit, state.units[unit]
    if order.sprint and row.suppressed:
        return Refusal("suppressed_sprint", "HR-15", f"{name} is suppressed and cannot sprint")
    if order.path:
        if is_emplaced(state, unit):
            return Refusal("emplaced", "FR-28", f"{name} serves an emplaced gun")
        if movement_rates(state, unit).open <= 0.0:
            return Refusal("heavy_gun", "HR-13", f"{name} cannot be moved by hand")
    return None


def _check_swivel(state: BattleState, way: Way) -> Refusal | None:
    if way.end.facing == state.units[way.unit].footprint.facing:
        return None
    if is_emplaced(state, way.unit) and state.rules.emplaced_swivel == "forbid":
        name = state.spec(way.unit).id
        return Refusal("swivel_forbidden", "RU-6", f"{name} serves an emplaced gun")
    return None


def _check_enemies(state: BattleState, way: Way) -> Refusal | None:
    """Whether a way and its end keep the distances from enemies that they must.

    PR-32: an engaged vehicle leaves when it ends away from all who engaged it.
    """
    if way.manner == "sprint":
        near = box_about(way.path, SPRINT_CLEARANCE + circumradius(way.end))
        for enemy in enemies(state, way.unit):
            footprint = state.units[enemy].footprint
            if may_reach(footprint, near) and _sprints_near(state, way, footprint):
                name = state.spec(enemy).id
                return Refusal("sprint_near_enemy", "BB-10", f"the sprint passes near {name}")
    if is_team(state, way.unit):
        return check_standoff(state, way.unit, way.end) or _check_broken(state, way)
    for enemy in engaging(state, way.unit):
        if within(way.end, state.units[enemy].footprint, state.rules.engaged_range):
            text = f"{state.spec(way.unit).id} is engaged and does not leave {state.spec(enemy).id}"
            return Refusal("engaged", "HR-15", text)
    return None


def _sprints_near(state: BattleState, way: Way, enemy: Footprint) -> bool:
    start = state.units[way.unit].footprint
    reach = SPRINT_CLEARANCE + EPSILON
    return (
        within(start, enemy, SPRINT_CLEARANCE)
        or within(way.end, enemy, SPRINT_CLEARANCE)
        or any(segment_distance(enemy, *a, *b) - way.mover.radius <= reach for a, b in way.legs)
    )


def check_standoff(state: BattleState, unit: int, end: Footprint) -> Refusal | None:
    """Whether a team may end Movement there, or is too near an enemy (HR-14)."""
    for enemy in enemies(state, unit):
        if within(end, state.units[enemy].footprint, state.rules.standoff):
            return Refusal("standoff", "HR-14", f"it would end too near {state.spec(enemy).id}")
    return None


def _check_broken(state: BattleState, way: Way) -> Refusal | None:
    if not state.units[way.unit].broken:
        return None
    enemy = nearest_visible_enemy(state, way.unit)
    if enemy == NOBODY:
        return None
    if distance(way.end, state.units[enemy].footprint) < (
        distance_between(state, way.unit, enemy) - EPSILON
    ):
        text = f"{state.spec(way.unit).id} is broken and would end nearer to {state.spec(enemy).id}"
        return Refusal("broken_nearer", "HR-15", text)
    return None


def nearest_visible_enemy(state: BattleState, unit: int) -> int:
    """The nearest enemy in sight, of equals the first in the file; NOBODY if none is (HR-15)."""
    ordered = sorted(
        (distance_between(state, unit, enemy), enemy) for enemy in enemies(state, unit)
    )
    return next((enemy for _, enemy in ordered if sees(state, unit, enemy)), NOBODY)


def _check_ending(state: BattleState, way: Way, order: Move) -> Refusal | None:
    if order.occupy is not None and order.exit is not None:
        return Refusal("occupy_and_exit", "PR-26", "a unit that takes a gun stays with it")
    if order.occupy is not None:
        return check_occupy(state, way, order.occupy)
    if order.exit is not None:
        return check_exit(state, way, order.exit)
    return None


def check_occupy(state: BattleState, way: Way, gun_id: str) -> Refusal | None:
    """Why a unit may not take a gun at the end of its way, or None (HR-16).

    PR-33: the gun, which becomes the team's base, has to be away from enemies too.
    """
    name = state.spec(way.unit).id
    index = state.roster.gun_index.get(gun_id)
    if index is None:
        return Refusal("unknown_gun", "HR-16", f"there is no gun {gun_id!r}")
    gun = state.guns[index]
    if not is_infantry_now(state, way.unit):
        return Refusal("not_infantry", "HR-16", f"{name} is no infantry team")
    if state.units[way.unit].broken:
        return Refusal("broken", "HR-16", f"{name} is broken")
    if gun.fate != "intact":
        return Refusal("gun_lost", "HR-16", f"the gun of {gun_id} is not on the table")
    if gun.crew != NOBODY:
        return Refusal("gun_crewed", "HR-16", f"the gun of {gun_id} has a crew")
    if not in_contact(way.end, gun.footprint):
        return Refusal("gun_not_touched", "HR-16", f"{name} would not touch the gun of {gun_id}")
    return check_standoff(state, way.unit, gun.footprint)


def check_exit(state: BattleState, way: Way, edge: Edge) -> Refusal | None:
    """Why a unit may not leave the table by an edge at the end of its way, or None (HR-36)."""
    side = state.side_of(way.unit)
    if not any(
        condition.kind == "exit" and condition.side == side and condition.edge == edge
        for condition in state.roster.conditions
    ):
        return Refusal("no_exit_condition", "HR-36", f"no victory condition names the {edge} edge")
    if not _touches(state, way.end, edge):
        name = state.spec(way.unit).id
        return Refusal("edge_not_touched", "HR-36", f"{name} would not touch the {edge} edge")
    return None


def _touches(state: BattleState, footprint: Footprint, edge: Edge) -> bool:
    """Whether a base on the table touches an edge: one nudge more and it is over it."""
    world, (dx, dy) = state.roster.world, _OUTWARDS[edge]
    x, y = footprint.x + dx * 2 * EPSILON, footprint.y + dy * 2 * EPSILON
    return not within_table(footprint.moved(x, y, footprint.facing), world.width, world.height)
