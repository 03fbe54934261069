"""Rows of a results file sorted into matchups and pairs, and what a battle was worth to whom."""

from collections.abc import Iterable

import msgspec

from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow, Status

DRAW = 0.5
"""What a draw counts to either side: half a win."""


class Sample(msgspec.Struct, frozen=True, kw_only=True):
    """The battles of a matchup: those fought out, the others, and the whole pairs of the former."""

    cell: Cell
    done: tuple[BattleRow, ...] = ()
    forfeited: tuple[BattleRow, ...] = ()
    crashed: tuple[BattleRow, ...] = ()
    pairs: tuple[tuple[BattleRow, ...], ...] = ()

    @property
    def battles(self) -> int:
        """All battles of the matchup, ended or not."""
        return len(self.done) + len(self.forfeited) + len(self.crashed)


def samples_of(cells: Iterable[Cell], rows: Iterable[BattleRow]) -> list[Sample]:
    """The matchups of all cells, in the order of the cells, whatever the order of the rows."""
    by_cell: dict[int, list[BattleRow]] = {}
    for row in sorted(rows, key=lambda row: row.index):
        by_cell.setdefault(row.cell, []).append(row)
    return [_sample(cell, by_cell.get(cell.index, [])) for cell in cells]


def _sample(cell: Cell, rows: Iterable[BattleRow]) -> Sample:
    by_status: dict[Status, list[BattleRow]] = {"done": [], "forfeit": [], "crashed": []}
    for row in rows:
        by_status[row.status].append(row)
    return Sample(
        cell=cell,
        done=tuple(by_status["done"]),
        forfeited=tuple(by_status["forfeit"]),
        crashed=tuple(by_status["crashed"]),
        pairs=_pairs(by_status["done"], cell.seats),
    )


def _pairs(rows: Iterable[BattleRow], seats: int) -> tuple[tuple[BattleRow, ...], ...]:
    """The whole pairs among battles, by the number of the pair."""
    found: dict[int, list[BattleRow]] = {}
    for row in rows:
        found.setdefault(row.pair, []).append(row)
    return tuple(tuple(found[pair]) for pair in sorted(found) if len(found[pair]) == seats)


def is_mirror(cell: Cell) -> bool:
    """Whether a player fights itself, so that only sides can win."""
    return cell.players[0] == cell.players[1]


def worth(row: BattleRow, side: str) -> float:
    """What a battle is worth to a side: a win 1, a draw a half, a defeat 0."""
    if row.winner is None:
        return DRAW
    return 1.0 if row.winner == side else 0.0


def side_of(row: BattleRow, player: str) -> str:
    """The side that a player had in a battle."""
    return next(side for side, name in row.players.items() if name == player)


def mean_worth(pair: tuple[BattleRow, ...], who: str, *, by_player: bool) -> float:
    """What a pair of battles was worth on average to a player or a side."""
    return sum(worth(row, side_of(row, who) if by_player else who) for row in pair) / len(pair)
