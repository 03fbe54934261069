"""What the victory conditions and the score ask of a side, as places that draw its units."""

from collections.abc import Iterator
from math import inf, sqrt

import msgspec
import numpy as np
from msgspec.structs import replace
from numpy.typing import NDArray

from sim.ai.travel import FAR, Travel, travel_of
from sim.ai.view import View
from sim.ai.worth import VICTORY
from sim.geometry.footprints import distance_to_point
from sim.rules.activation import enemies, friends, movement_rates
from sim.rules.aim import mounts_of
from sim.rules.movement.way import mover_of
from sim.rules.victory import holds, score_of
from sim.state.battle import BattleState
from sim.state.orders import Point
from sim.state.roster import NOBODY, Condition, Edge, Objective

_TOO_LATE = 2.0
"""The share of the turns left beyond which a goal is not run for any more."""

_DENIAL, _PREY = 0.7, 0.75
"""What a place the enemy must hold, and a named enemy, count of a victory."""

_HUNT, _HUNT_BEHIND, _HUNT_SHARE = 2.0, 4.0, 2.0
"""The weight of closing with the enemy: with a draw in sight, behind, with a share to destroy."""

_ENOUGH, _SPARE = 2, 0.4
"""With so many friends on a goal and no enemy within `_CLEAR` inches, what it still counts."""

_CLEAR = 12.0

_CONTESTED, _HELD = 0.2, 0.3
"""What is left of a stake with an enemy on the objective to be held, and with a friend there."""

_RIM = 1.0
"""So many inches within the rim of an objective units go."""

_RANGE_SHARE, _LONGEST_RANGE = 0.6, 20.0
_BRINK = 1.0


class Goal(msgspec.Struct, frozen=True, gc=False):
    """A place to come within `radius` inches of, by the end of the round `deadline`.

    `stake` is what it is worth to be there now, when it is decided.

    The way to it is that to the nearest of its cells; its point counts where no way is known.
    """

    x: float
    y: float
    cells: tuple[int, ...]
    radius: float
    weight: float
    deadline: int
    stake: float = 0.0


class Pull(msgspec.Struct, frozen=True, gc=False):
    """What draws one unit: its goal, the inches to it by cells, the worth of one turn nearer."""

    goal: Goal
    travel: Travel
    inches: bytes
    pace: float
    drive: float

    def at(self, point: Point) -> float:
        """The worth of standing at a point: the stake within the goal, less the farther off."""
        inches = _inches(self.goal, self.travel, self.inches, point)
        return -self.drive * inches / self.pace if inches > 0.0 else self.goal.stake

    def by_cells(self, cells: NDArray[np.intp]) -> NDArray[np.float64]:
        """The worths of standing in the middle of cells."""
        inches = np.frombuffer(self.inches, np.uint8)[cells].astype(np.float64)
        unknown = inches >= FAR
        if np.logical_or.reduce(unknown):
            goal, centres = self.goal, self.travel.centres(cells[unknown])
            dx, dy = centres[0] - goal.x, centres[1] - goal.y
            inches[unknown] = np.sqrt(dx * dx + dy * dy)
        turn: float = self.drive / self.pace
        short = np.minimum(self.goal.radius - inches, 0.0)
        draws: NDArray[np.float64] = short * turn + self.goal.stake * (short == 0.0)
        return draws


def pull_on(view: View, unit: int) -> Pull | None:
    """The goal that draws a unit most, if it can go anywhere and one does."""
    return view.survey.note(view.state, ("pull", unit), lambda: _pull_on(view, unit))


def _pull_on(view: View, unit: int) -> Pull | None:
    state = view.state
    pace = movement_rates(state, unit).open
    row = state.units[unit]
    if pace <= 0.0 or row.serves != NOBODY or row.broken:
        return None
    at, travel = (row.footprint.x, row.footprint.y), travel_of(state.roster.world)
    mover = mover_of(state, unit)
    best: tuple[float, Goal, bytes, float] | None = None
    for goal in goals_of(view, unit):
        inches = travel.inches(mover, goal.cells)
        turns = _inches(goal, travel, inches, at) / pace
        draw = (goal.weight + goal.stake) / (1.0 + turns)
        if best is None or draw > best[0]:
            best = (draw, goal, inches, turns)
    if best is None:
        return None
    _, goal, inches, turns = best
    haste = turns / max(goal.deadline - state.round + 1, 1)
    pressed = min(haste * haste, 1.0) if haste <= _TOO_LATE else 0.0
    drive = goal.weight * (view.temper.calm + view.temper.pressed * pressed)
    return Pull(goal, travel, inches, pace, drive)


def draw_at(pull: Pull | None, point: Point) -> float:
    """What draws a unit to a point; nothing does without a pull."""
    return 0.0 if pull is None else pull.at(point)


def _inches(goal: Goal, travel: Travel, inches: bytes, point: Point) -> float:
    """Inches of movement from a point to the goal; straight where no way is known."""
    way = inches[travel.cell_at(*point)]
    if way < FAR:
        return max(way - goal.radius, 0.0)
    dx, dy = goal.x - point[0], goal.y - point[1]
    return max(sqrt(dx * dx + dy * dy) - goal.radius, 0.0)


def goals_of(view: View, unit: int) -> Iterator[Goal]:
    """Everything that may draw a unit, in the order of the scenario."""
    state, side = view.state, view.state.side_of(unit)
    for number, objective in enumerate(state.roster.objectives):
        goal = _ground(state, side, number, objective)
        if goal.weight > 0.0:
            stake = view.temper.stake * _stake(state, unit, number, goal)
            yield replace(_shared(state, unit, goal), stake=stake)
    for condition in state.roster.conditions:
        if condition.side == side and condition.edge is not None:
            yield _brink(state, unit, condition.edge)
        if condition.side == side and condition.kind == "destroy":
            yield from _named_prey(state, unit, condition)
    hunt = view.survey.note(state, ("hunt", side), lambda: _hunt_weight(state, side))
    if hunt > 0.0:
        yield from _nearest_prey(state, unit, hunt)


def _ground(state: BattleState, side: int, number: int, objective: Objective) -> Goal:
    """An objective, by the conditions of both sides on it and the score."""
    weight, deadline = state.roster.score.objective, state.roster.rounds
    for condition in state.roster.conditions:
        if condition.kind == "hold" and condition.objective == number:
            weight += VICTORY if condition.side == side else VICTORY * _DENIAL
            by = condition.at_round or state.round + condition.rounds_running
            deadline = min(deadline, max(by, state.round))
    radius = max(objective.radius - _RIM, 0.0)
    return _goal_at(state, objective.x, objective.y, radius, weight, deadline)


def _goal_at(
    state: BattleState, x: float, y: float, radius: float, weight: float, deadline: int
) -> Goal:
    cell = travel_of(state.roster.world).cell_at(x, y)
    return Goal(x, y, (cell,), radius, weight, deadline)


def _shared(state: BattleState, unit: int, goal: Goal) -> Goal:
    """The goal, of less weight where friends have it safely."""
    inside = [mate for mate in friends(state, unit) if _is_in(state, mate, goal, 0.0)]
    if len(inside) < _ENOUGH or any(_is_in(state, e, goal, _CLEAR) for e in enemies(state, unit)):
        return goal
    return replace(goal, weight=goal.weight * _SPARE)


def _stake(state: BattleState, unit: int, number: int, goal: Goal) -> float:
    """What it is worth to stand within an objective in the round that decides on it.

    By the conditions to hold it (HR-27), and after the last round by the score (HR-28).
    """
    at_stake = [
        condition.side
        for place, condition in enumerate(state.roster.conditions)
        if condition.objective == number and _is_decided(state, place, condition)
    ]
    stake = state.roster.score.objective if state.round == state.roster.rounds else 0.0
    if not at_stake and not stake:
        return 0.0
    is_held = any(_is_in(state, mate, goal, _RIM) for mate in friends(state, unit))
    is_contested = any(_is_in(state, enemy, goal, _RIM) for enemy in enemies(state, unit))
    for side in at_stake:
        if side != state.side_of(unit):
            stake += VICTORY * is_contested
        else:
            stake += VICTORY * (_CONTESTED if is_contested else 1.0)
    return stake * (_HELD if is_held else 1.0)


def _is_decided(state: BattleState, place: int, condition: Condition) -> bool:
    """Whether this round decides on a condition to hold an objective."""
    if condition.rounds_running:
        return state.held[place] + 1 >= condition.rounds_running
    return condition.kind == "hold" and condition.at_round == state.round


def _is_in(state: BattleState, unit: int, goal: Goal, margin: float) -> bool:
    row = state.units[unit]
    away = distance_to_point(row.footprint, goal.x, goal.y)
    return not row.broken and away <= goal.radius + margin


def _brink(state: BattleState, unit: int, edge: Edge) -> Goal:
    """An edge to leave by."""
    at, world = state.units[unit].footprint, state.roster.world
    ahead: dict[Edge, Point] = {
        "left": (0.0, at.y),
        "right": (world.width, at.y),
        "bottom": (at.x, 0.0),
        "top": (at.x, world.height),
    }
    cells = travel_of(world).cells_along(edge)
    return Goal(*ahead[edge], cells, _BRINK, VICTORY, state.roster.rounds)


def _named_prey(state: BattleState, unit: int, condition: Condition) -> Iterator[Goal]:
    """The unit or the gun that a condition wants destroyed."""
    weight = VICTORY * _PREY
    if condition.unit != NOBODY and state.units[condition.unit].alive:
        yield _prey(state, unit, condition.unit, weight)
    if condition.gun != NOBODY and state.guns[condition.gun].crew != NOBODY:
        yield _prey(state, unit, state.guns[condition.gun].crew, weight)


def _nearest_prey(state: BattleState, unit: int, weight: float) -> Iterator[Goal]:
    at = state.units[unit].footprint
    near = [
        (distance_to_point(state.units[enemy].footprint, at.x, at.y), enemy)
        for enemy in enemies(state, unit)
    ]
    if near and mounts_of(state, unit):
        yield _prey(state, unit, min(near)[1], weight)


def _prey(state: BattleState, unit: int, enemy: int, weight: float) -> Goal:
    """An enemy, to be approached until the unit's weapons tell."""
    at = state.units[enemy].footprint
    longest = max((mount.weapon.range for mount in mounts_of(state, unit)), default=0.0)
    radius = min(longest * _RANGE_SHARE, _LONGEST_RANGE)
    return _goal_at(state, at.x, at.y, radius, weight, state.roster.rounds)


def _hunt_weight(state: BattleState, side: int) -> float:
    """What closing with the enemy is worth: nothing to the side that wins by waiting."""
    ahead = standing(state)
    if ahead == side:
        return 0.0
    weight = _HUNT if ahead is None else _HUNT_BEHIND
    if any(c.kind == "destroy" and c.side == side for c in state.roster.conditions):
        weight += _HUNT_SHARE
    return weight


def standing(state: BattleState) -> int | None:
    """The side that wins if nothing changes until the last round; None for a draw."""
    for condition in sorted(state.roster.conditions, key=_rank):
        if condition.kind == "survive":
            return condition.side
        if condition.kind == "hold" and holds(
            state, condition.side, state.roster.objectives[condition.objective]
        ):
            return condition.side
    first, second = score_of(state)
    return None if first == second else 0 if first > second else 1


def _rank(condition: Condition) -> float:
    return inf if condition.rank is None else condition.rank
