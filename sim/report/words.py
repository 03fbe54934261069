"""Words for numbers, rolls, orders and victory conditions."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise
from math import hypot
from typing import assert_never

from sim.dice import FACES
from sim.report.cast import ConditionEntry
from sim.state.events import Manner, Phase, TestReason
from sim.state.orders import (
    BreakAway,
    Charge,
    Cower,
    Fire,
    Move,
    NameTargets,
    Order,
    Pass,
    Point,
    Resolve,
    SetHatch,
)
from sim.state.rolls import Modifier, Roll, SuppressedModifier, total

_HALF_OCTANT = 0.41421356

PHASES: dict[Phase, str] = {
    "setup": "Setup",
    "start": "Start",
    "movement": "Movement",
    "shooting": "Shooting",
    "firefight": "Firefight",
    "melee": "Melee",
    "end": "End of the turn",
}
MANNERS: dict[Manner, str] = {
    "move": "moves",
    "sprint": "sprints",
    "charge": "charges",
    "pile_in": "piles in",
    "break_away": "breaks away",
}
ENDINGS: Mapping[str, str] = {
    "condition": "a condition",
    "rounds": "points",
    "no_units": "no unit left on the table",
    "forfeit": "a forfeit",
}
"""What a battle is decided by, in the order of `Termination`."""

TESTS: dict[TestReason, tuple[str, str, str]] = {
    "suppressed": ("tests to recover from suppression", "recovers", "stays suppressed"),
    "broken": ("tests to rally", "rallies", "stays broken"),
    "stunned": ("tests to recover from the stun", "recovers", "stays stunned"),
    "break_away": ("tests to break away", "gets away", "fails"),
    "formation": ("tests the nerve of its formation", "it holds", "it fails"),
}


def number(value: float) -> str:
    """A number with at most one decimal."""
    return f"{round(value, 1) + 0.0:.1f}".removesuffix(".0")


def inches(value: float) -> str:
    """A length."""
    return f'{number(value)}"'


def count(amount: int, noun: str, plural: str = "") -> str:
    """An amount of something: `1 hit`, `2 hits`, `no hits`."""
    if amount == 1:
        return f"1 {noun}"
    return f"{f'{amount:,}' if amount else 'no'} {plural or noun + 's'}"


def listed(words: Iterable[str]) -> str:
    """Words with commas, the last with `and`."""
    *first, last = words
    return f"{', '.join(first)} and {last}" if first else last


def place(point: Point) -> str:
    """A point of the table."""
    return f"({number(point[0])}, {number(point[1])})"


def path_length(path: Sequence[Point]) -> float:
    """The length of a path in inches."""
    return sum(hypot(bx - ax, by - ay) for (ax, ay), (bx, by) in pairwise(path))


def heading(start: Point, end: Point) -> str:
    """The direction of one point from another, in eight winds: north is the table's top."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    if dx == dy == 0:
        return "back"
    north_south = "north" if dy > 0 else "south"
    east_west = "east" if dx > 0 else "west"
    if abs(dx) <= _HALF_OCTANT * abs(dy):
        return north_south
    if abs(dy) <= _HALF_OCTANT * abs(dx):
        return east_west
    return f"{north_south}-{east_west}"


def modifier_words(modifiers: Iterable[Modifier]) -> str:
    """Modifiers with their values and clauses: `+1 skill BB-13, +1 moved BB-13`."""
    return ", ".join(f"{m.value:+d} {plain(m.name)} {m.clause}" for m in modifiers)


def suppressed_words(modifiers: Iterable[SuppressedModifier]) -> str:
    """The modifiers that do not count, with their reasons."""
    return "; ".join(f"{m.value:+d} {plain(m.name)} ({m.clause}: {m.reason})" for m in modifiers)


def plain(name: str) -> str:
    """A name of the code as words."""
    return name.replace("_", " ")


def need_words(roll: Roll, *, reasons: bool = True) -> str:
    """The number a die needs and what it is made of: `6+ (4 +1 skill BB-13, ...)`."""
    if roll.need is None:
        return ""
    words = f"{roll.need}+"
    if roll.modifiers and reasons:
        base = roll.need - total(roll.modifiers)
        words += f" ({base} {modifier_words(roll.modifiers)})"
    return words + (" by a double six" if roll.need > FACES else "")


def leadership_words(roll: Roll) -> str:
    """The number a Leadership test needs: `3+ (Leadership 4+, +1 leader HR-3)` (BB-5, HR-3)."""
    if roll.need is None or not roll.modifiers:
        return need_words(roll)
    leadership = roll.need + total(roll.modifiers)
    return f"{roll.need}+ (Leadership {leadership}+, {modifier_words(roll.modifiers)})"


def faces_words(rolls: Iterable[Roll]) -> str:
    """The faces of dice; a re-roll stands behind its die."""
    return " ".join("→".join(str(face) for face in roll.faces) for roll in rolls)


def save_words(roll: Roll, *, reasons: bool = True) -> str:
    """A team's save: `2D6 +5 (...): 2+4 +5 = 11` (FR-8)."""
    bonus = total(roll.modifiers)
    shown = f" {bonus:+d}" if roll.modifiers else ""
    made_of = f" ({modifier_words(roll.modifiers)})" if roll.modifiers and reasons else ""
    faces = "+".join(str(face) for face in roll.faces)
    return f"2D6{shown}{made_of}: {faces}{shown} = {sum(roll.faces) + bonus}"


def order_words(order: Order) -> str:
    """What an order asks for."""
    match order:
        case Pass():
            return "to pass"
        case SetHatch():
            return f"{order.unit} to {'button' if order.buttoned else 'unbutton'}"
        case Cower():
            return f"{order.unit} to cower"
        case Move():
            return _move_words(order)
        case Fire():
            aims = [f"{aim.weapon} at {aim.target}" for aim in order.aims]
            return f"{order.unit} to fire {listed(aims or ['nothing'])}"
        case Resolve():
            return f"the fight of {order.unit} to be next"
        case NameTargets():
            attacks = [
                f"{aim.weapon} of {named.unit} at {aim.target}"
                for named in order.units
                for aim in named.aims
            ]
            return f"to attack with {listed(attacks or ['nothing'])}"
        case Charge():
            return f"{order.unit} to charge {order.target}"
        case BreakAway():
            return f"{order.unit} to break away{_to_end(order.path)}"
        case _:
            assert_never(order)


def _move_words(order: Move) -> str:
    if order.exit is not None:
        return f"{order.unit} to leave over the {order.exit} edge"
    if order.occupy is not None:
        return f"{order.unit} to take over the gun {order.occupy}"
    if not order.path:
        return f"{order.unit} to turn to {number(order.facing)}°"
    return f"{order.unit} to {'sprint' if order.sprint else 'move'}{_to_end(order.path)}"


def _to_end(path: Sequence[Point]) -> str:
    return f" to {place(path[-1])}" if path else ""


def condition_words(condition: ConditionEntry) -> str:
    """What wins by a victory condition (HR-27)."""
    match condition.kind:
        case "hold":
            if condition.rounds is not None:
                running = count(condition.rounds, "round")
                return f"holding {condition.objective} for {running} running"
            return f"holding {condition.objective} at the end of round {condition.at_round}"
        case "destroy":
            if condition.gun is not None:
                return f"destroying the gun {condition.gun}"
            if condition.unit is not None:
                return f"destroying {condition.unit}"
            return f"destroying {number(100 * (condition.share or 0))} % of the enemy"
        case "exit":
            units = count(condition.units, "unit")
            return f"taking {units} off the table over the {condition.edge} edge"
        case "survive":
            return f"surviving to the end of round {condition.round}"
        case _:
            return condition.kind
