"""Movement: every place in reach weighed by the fields, the best few by the exact sight."""

from collections.abc import Iterator
from typing import NamedTuple

from sim.ai.tactician.outlook import Hope
from sim.ai.tactician.survey import Survey
from sim.ai.tactician.weighing import Scales
from sim.ai.ways import find_exit, find_occupation, to_edge
from sim.battlefield.paths import reach
from sim.engine.options import Request
from sim.errors import Refusal
from sim.geometry.footprints import within
from sim.geometry.lattice import Node
from sim.rules.activation import enemies, is_infantry_now
from sim.rules.movement.move import SPRINT_CLEARANCE, assess_move, check_able, move_allowance
from sim.rules.movement.terrain import terrain_need
from sim.rules.movement.way import Way, mover_of
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import UnitMoved
from sim.state.orders import Move, Point
from sim.state.roster import NOBODY

_MARGIN = 20
_WEIGHED = 3
_STUCK = 70
_DOUBT = 150
_ROUNDABOUT = ("too_far", "impassable", "blocked")
"""Why a straight way is refused where one over the lattice may be allowed."""


class _Choice(NamedTuple):
    """Somewhere to go or to turn: its value in thousandths, and a node or None for the spot."""

    value: int
    cell: int
    node: Node | None
    sprint: bool


def best_move(survey: Survey, request: Request, unit: int) -> Move | None:
    """The move of a unit that pays best, or None when it does best to stay."""
    state = survey.state
    if check_able(state, unit) is not None:
        return None
    leaving = _exit(state, request, unit) or _occupation(state, request, unit)
    if leaving is not None:
        return leaving
    mover = _Mover(survey, unit)
    stay = mover.staying() + _MARGIN
    choices = sorted(
        (choice for choice in mover.choices() if choice.value > stay - _DOUBT),
        key=lambda choice: -choice.value,
    )
    best, chosen = stay, None
    for number, choice in enumerate(choices):
        if number == _WEIGHED or choice.value <= best - _DOUBT:
            break
        value, facing = mover.weigh(choice)
        if value > best:
            order = mover.order(choice, facing, value - stay)
            if order is not None:
                best, chosen = value, order
    return chosen


def _exit(state: BattleState, request: Request, unit: int) -> Move | None:
    """Over an edge that a condition names, if it is in reach (HR-36)."""
    base = state.units[unit].footprint
    for condition in state.roster.conditions:
        edge = condition.edge
        if condition.side != request.side or edge is None:
            continue
        for sprint in (False, True):
            far = move_allowance(state, unit, sprint=sprint) + base.radius + base.half_length
            if to_edge(state, (base.x, base.y), edge) <= far:
                order = find_exit(state, request, unit, edge, sprint=sprint)
                if order is not None:
                    return order
    return None


def _occupation(state: BattleState, request: Request, unit: int) -> Move | None:
    """Onto a gun that nobody serves, if it is in reach (HR-16)."""
    if not is_infantry_now(state, unit) or state.units[unit].broken:
        return None
    for number, gun in enumerate(state.guns):
        if gun.fate == "intact" and gun.crew == NOBODY:
            far = move_allowance(state, unit, sprint=False)
            if within(state.units[unit].footprint, gun.footprint, far):
                order = find_occupation(state, request, unit, number, sprint=False)
                if order is not None:
                    return order
    return None


class _Mover:
    """One unit with all it may do in Movement."""

    def __init__(self, survey: Survey, unit: int):
        self._survey = survey
        self._unit = unit
        self._draw = survey.draw(unit)
        self._stand = survey.stand(survey.state, unit)
        self._cell = self._stand.cell
        self._scales: dict[Hope, Scales] = {}

    def _by(self, hope: Hope) -> Scales:
        found = self._scales.get(hope)
        if found is None:
            found = self._scales[hope] = Scales(self._survey, self._stand, self._unit, hope)
        return found

    def _drawn(self, cell: int) -> int:
        return 0 if self._draw is None else self._draw.at(cell)

    def staying(self) -> int:
        """The value of staying, in thousandths."""
        staying = self._by("hoped_staying")
        value = staying.exactly(self._survey.state, self._cell, turns=False).value
        return value + self._drawn(self._cell)

    def choices(self) -> Iterator[_Choice]:
        """Turning on the spot, and the moves and sprints that the fields like best."""
        state, unit = self._survey.state, self._unit
        if not is_infantry_now(state, unit):
            value = self._by("hoped_moving").by_fields(self._cell) + self._drawn(self._cell)
            yield _Choice(value + _DOUBT, self._cell, None, sprint=False)
        if state.units[unit].serves == NOBODY:
            yield from self._places(sprint=False)
            if self._draw is not None and _may_sprint(state, unit):
                yield from self._places(sprint=True)

    def _places(self, *, sprint: bool) -> Iterator[_Choice]:
        state, base = self._survey.state, self._survey.state.units[self._unit].footprint
        inches = move_allowance(state, self._unit, sprint=sprint)
        mover = mover_of(state, self._unit)
        cells, nodes = self._survey.travel.places(mover, (base.x, base.y), inches)
        values = self._by(_manner(sprint=sprint)).at(cells, self._draw)
        order = sorted(range(len(values)), key=values.__getitem__, reverse=True)
        for number in order[:_WEIGHED]:
            yield _Choice(values[number], cells[number], nodes[number], sprint)

    def weigh(self, choice: _Choice) -> tuple[int, float]:
        """The exact value of a choice, and the facing to end with."""
        state = self._survey.state
        if choice.node is not None:
            state = _moved(state, self._unit, choice.node, sprint=choice.sprint)
        scales = self._by(_manner(sprint=choice.sprint))
        weighed = scales.exactly(state, choice.cell)
        return weighed.value + self._drawn(choice.cell), weighed.facing

    def order(self, choice: _Choice, facing: float, gain: int) -> Move | None:
        """The order for a choice, by the straight way or the lattice, if one is allowed."""
        state, unit = self._survey.state, self._unit
        name, base = state.spec(unit).id, state.units[unit].footprint
        if choice.node is None:
            order = Move(name, (), facing)
            still = facing == base.facing or isinstance(assess_move(state, order), Refusal)
            return None if still else order
        order = Move(name, (_point(state, choice.node),), facing, choice.sprint)
        way = assess_move(state, order)
        if isinstance(way, Refusal) and way.code in _ROUNDABOUT:
            inches = move_allowance(state, unit, sprint=choice.sprint)
            found = reach(state.roster.world, mover_of(state, unit), (base.x, base.y), inches)
            order = Move(name, found.path(choice.node), facing, choice.sprint)
            way = assess_move(state, order)
        if isinstance(way, Refusal):
            return None
        risk = _STUCK * self._survey.worths[unit] * _stuck_chance(way)
        return None if risk > gain else order


def _manner(*, sprint: bool) -> Hope:
    return "hoped_later" if sprint else "hoped_moving"


def _may_sprint(state: BattleState, unit: int) -> bool:
    row = state.units[unit]
    return not row.suppressed and not any(
        within(row.footprint, state.units[enemy].footprint, SPRINT_CLEARANCE)
        for enemy in enemies(state, unit)
    )


def _moved(state: BattleState, unit: int, node: Node, *, sprint: bool) -> BattleState:
    """The state after a move to a node, whatever the way."""
    return apply(
        state,
        UnitMoved(
            unit=state.spec(unit).id,
            manner="sprint" if sprint else "move",
            path=(_point(state, node),),
            facing=state.units[unit].footprint.facing,
            cost=0.0,
        ),
    )


def _point(state: BattleState, node: Node) -> Point:
    row, column = divmod(node, int(state.roster.world.width) + 1)
    return float(column), float(row)


def _stuck_chance(way: Way) -> float:
    """The chance that difficult terrain holds a vehicle fast (BB-9)."""
    through = 1.0
    if way.mover.kind == "vehicle":
        for entry in way.entries:
            through *= (7 - terrain_need(entry)) / 6
    return 1.0 - through
