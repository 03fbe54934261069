"""What the victory conditions and the score ask for: places to be at, in time and not before."""

from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

from sim.ai.tactician.grid import Grid
from sim.ai.tactician.travel import FAR, Travel
from sim.ai.worth import VICTORY
from sim.rules.activation import friends, movement_rates, mover_class
from sim.state.battle import BattleState
from sim.state.roster import NOBODY, Edge, Objective, Roster

_DENIAL = 0.7
_PREY = 0.75
_WANTED, _SPARE = 3, 0.3
_CALM, _LATE, _MARGIN = 0.05, 0.5, 1.5
_HUNT, _HUNT_BEHIND = 0.4, 1.0
_HUNTED_INCHES = 10
THOUSANDTHS = 1000


class Aim(NamedTuple):
    """Cells to be in by the end of a round, and what that is worth."""

    cells: tuple[int, ...]
    weight: float
    deadline: int


class Draw(NamedTuple):
    """What draws a unit: inches to it from every cell, and the worth of being so far away."""

    inches: bytes
    worth: Sequence[int]

    def at(self, cell: int) -> int:
        """The worth of a cell, in thousandths; never above 0."""
        return self.worth[self.inches[cell]]


def standing_aims(roster: Roster, grid: Grid, side: int) -> tuple[Aim, ...]:
    """The aims of a side that stay where they are: objectives, and edges to leave by."""
    aims = []
    for number, objective in enumerate(roster.objectives):
        weight, deadline = roster.score.objective, roster.rounds
        for condition in roster.conditions:
            if condition.kind == "hold" and condition.objective == number:
                weight += VICTORY if condition.side == side else VICTORY * _DENIAL
                deadline = min(deadline, condition.at_round or 1)
        if weight > 0.0:
            aims.append(Aim(_within(grid, objective), weight, deadline))
    for condition in roster.conditions:
        if condition.side == side and condition.edge is not None:
            cells = _along(grid, condition.edge)
            aims.append(Aim(cells, VICTORY / max(condition.units, 1), roster.rounds))
    return tuple(aims)


def _within(grid: Grid, objective: Objective) -> tuple[int, ...]:
    """The cells whose middles are well within an objective; at least its own."""
    reach = max(objective.radius - 0.5, 0.0)
    cells = [grid.cell_at(objective.x, objective.y)]
    for cell in range(grid.count):
        x, y = grid.centre(cell)
        dx, dy = x - objective.x, y - objective.y
        if dx * dx + dy * dy <= reach * reach and cell != cells[0]:
            cells.append(cell)
    return tuple(cells)


def _along(grid: Grid, edge: Edge) -> tuple[int, ...]:
    """The cells along an edge of the table."""
    last_row = (grid.rows - 1) * grid.columns
    match edge:
        case "bottom":
            return tuple(range(grid.columns))
        case "top":
            return tuple(range(last_row, last_row + grid.columns))
        case "left":
            return tuple(range(0, grid.count, grid.columns))
        case "right":
            return tuple(range(grid.columns - 1, grid.count, grid.columns))


def draw_of(
    state: BattleState, travel: Travel, grid: Grid, aims: Sequence[Aim], unit: int
) -> Draw | None:
    """What draws a unit most, if anything does."""
    row = state.units[unit]
    pace = movement_rates(state, unit).open
    if pace <= 0.0 or row.broken or row.serves != NOBODY:
        return None
    kind = mover_class(state, unit)
    here = grid.cell_at(row.footprint.x, row.footprint.y)
    best: tuple[float, Draw] | None = None
    for aim in aims:
        inches = travel.inches(kind, aim.cells)
        weight = aim.weight * _share(state, unit, travel, grid, aim)
        worth = urgency(int(weight * THOUSANDTHS), max(aim.deadline - state.round, 0), int(pace))
        pull = weight / (1.0 + inches[here] / pace)
        if best is None or pull > best[0]:
            best = pull, Draw(inches, worth)
    return None if best is None else best[1]


def _share(state: BattleState, unit: int, travel: Travel, grid: Grid, aim: Aim) -> float:
    """The part of an aim's weight for a unit: less where enough friends are nearer to it."""
    mine, nearer = _inches(state, unit, travel, grid, aim), 0
    for mate in friends(state, unit):
        if not state.units[mate].broken:
            other = _inches(state, mate, travel, grid, aim)
            nearer += other < mine or (other == mine and mate < unit)
    return 1.0 if nearer < _WANTED else _SPARE


def _inches(state: BattleState, unit: int, travel: Travel, grid: Grid, aim: Aim) -> int:
    base = state.units[unit].footprint
    return travel.inches(mover_class(state, unit), aim.cells)[grid.cell_at(base.x, base.y)]


@lru_cache(maxsize=1024)
def urgency(weight: int, rounds: int, pace: int) -> tuple[int, ...]:
    """The worth of being so many inches away with so many rounds to come, in thousandths."""
    worth = []
    for inches in range(FAR + 1):
        turns = inches / pace
        late = min(max(turns + _MARGIN - rounds, 0.0), 2.0) if inches else 0.0
        worth.append(-int(weight * (_LATE * late + _CALM * turns)))
    return tuple(worth)
