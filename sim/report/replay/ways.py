"""Orders and moves explained: what a path cost and why, terrain, allowances, refusals."""

from collections.abc import Iterator
from typing import assert_never

from sim.battlefield.paths import Course, Mover, course_of
from sim.geometry.segments import Point
from sim.report.lines import Line
from sim.report.replay.chances import roll_chance_words
from sim.report.replay.nerves import clause_words
from sim.report.words import count, inches, number, order_words, path_length
from sim.rules.activation import movement_rates
from sim.rules.charge import CHARGE_MOVE
from sim.rules.movement.move import move_allowance
from sim.rules.movement.terrain import VERY_DIFFICULT_NEED
from sim.rules.movement.way import mover_of
from sim.state.battle import BattleState
from sim.state.events import (
    GunOccupied,
    Manner,
    OrderGiven,
    OrderRefused,
    TerrainTested,
    UnitExited,
    UnitMoved,
)
from sim.state.orders import NameTargets, Pass

_CLAUSES: dict[Manner, str] = {
    "move": "HR-14",
    "sprint": "BB-10",
    "charge": "BB-20",
    "pile_in": "HR-21",
    "break_away": "HR-26",
}
_RATES: dict[str, str] = {"infantry": "HR-12", "gun": "HR-13", "vehicle": "BB-8"}


def order_given(event: OrderGiven) -> Iterator[Line]:
    """What was ordered; what comes of it are events of their own."""
    if isinstance(event.order, Pass):
        yield Line("nothing more in answer to this request (HR-8)", "detail", 2)
        return
    yield Line(f"{event.by} orders {order_words(event.order)}")
    simultaneous = isinstance(event.order, NameTargets)
    told = "both sides name before anybody attacks (HR-37)" if simultaneous else "allowed (HR-8)"
    yield Line(told, "detail", 2)


def order_refused(event: OrderRefused) -> Iterator[Line]:
    """The clause that forbids an order; no die is thrown for it."""
    yield Line(f"refused as {event.code}; the side is asked again (PR-1)", "detail", 2)


def unit_moved(before: BattleState, event: UnitMoved) -> Iterator[Line]:
    """What a path cost of what the unit had, and the terrain on it (chapter 5)."""
    unit = before.roster.unit_index[event.unit]
    mover, allowance = mover_of(before, unit), _allowance(before, unit, event.manner)
    length = path_length(event.path)
    yield Line(
        f"{inches(length)} on the table cost {inches(event.cost)} of {inches(allowance)} "
        f"({_RATES[mover.kind]})",
        indent=2,
    )
    yield from _terrain_lines(mover, course_of(before.roster.world, mover, event.path), event.path)
    yield Line(clause_words(_CLAUSES[event.manner]), "detail", 2)


def _allowance(before: BattleState, unit: int, manner: Manner) -> float:
    """Inches of open ground that a unit had for a move of that manner."""
    match manner:
        case "move" | "sprint":
            return move_allowance(before, unit, sprint=manner == "sprint")
        case "charge":
            return CHARGE_MOVE
        case "pile_in":
            return before.rules.pile_in_move
        case "break_away":
            return movement_rates(before, unit).open
        case _:
            assert_never(manner)


def _terrain_lines(mover: Mover, course: Course, path: tuple[Point, ...]) -> Iterator[Line]:
    """The pieces of difficult terrain that a path leads into, and what ground costs there."""
    for entry in course.entries:
        kind = "very difficult" if entry.very else "difficult"
        piece = f"{entry.piece.id} ({entry.piece.kind.name})"
        what = (
            f"crossing it costs {inches(mover.crossing)}"
            if entry.piece.is_line
            else f"an inch in it costs {number(mover.difficult)}"
        )
        yield Line(f"{piece}, {kind}, after {inches(entry.along)}: {what} (HR-35)", "detail", 4)
    if not course.entries and len(path) > 1:
        yield Line("no difficult terrain on the way", "detail", 4)


def terrain_tested(event: TerrainTested) -> Iterator[Line]:
    """Why the test, and how likely it was (BB-9)."""
    for roll in event.rolls:
        kind = "very difficult" if roll.need == VERY_DIFFICULT_NEED else "difficult"
        yield Line(f"{event.piece} is {kind} for vehicles: {roll.need}+ (BB-9)", "detail", 2)
        yield Line(roll_chance_words(roll), indent=2)


def gun_occupied(before: BattleState, event: GunOccupied) -> Iterator[Line]:
    """What taking over a gun means."""
    yield Line(clause_words("HR-16"), "detail", 2)
    number_of_gun = before.roster.gun_index[event.gun]
    if before.roster.guns[number_of_gun].crew != before.roster.unit_index[event.unit]:
        yield Line("it is not its own gun: it fires it at 1 worse (BB-11)", "detail", 2)


def unit_exited(before: BattleState, event: UnitExited) -> Iterator[Line]:
    """Which conditions count the unit."""
    conditions = before.roster.conditions
    side = before.side_of(before.roster.unit_index[event.unit])
    for one in conditions:
        if one.kind == "exit" and one.edge == event.edge and one.side == side:
            gone = sum(
                row.exit == event.edge and before.side_of(unit) == side
                for unit, row in enumerate(before.units)
            )
            wanted = count(one.units, "unit")
            yield Line(f"number {gone + 1} of {wanted} that win by it (HR-27)", "detail", 2)
