"""Two cells of an experiment side by side: the same seeds, seats and dice, pair by pair."""

from collections.abc import Iterable, Mapping

import msgspec

from sim.errors import UsageError
from sim.report.batch.samples import is_mirror
from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow


class Twin(msgspec.Struct, frozen=True):
    """One battle as it went before and after the change."""

    seat: int
    base: BattleRow
    changed: BattleRow

    @property
    def is_done(self) -> bool:
        """Whether both were fought out."""
        return self.base.status == self.changed.status == "done"

    @property
    def parted_at(self) -> int | None:
        """The player turn, from 1, in which the two first differ; None if in none."""
        turns = zip(self.base.turns, self.changed.turns, strict=False)
        for number, (one, other) in enumerate(turns, start=1):
            if one != other:
                return number
        same = _ending(self.base) == _ending(self.changed)
        return None if same else min(len(self.base.turns), len(self.changed.turns)) + 1


def _ending(row: BattleRow) -> tuple[object, ...]:
    return (row.status, row.termination, row.winner, row.round, len(row.turns), row.score)


class Matching(msgspec.Struct, frozen=True, kw_only=True):
    """The battles of two cells by pairs, and the two camps that their figures belong to.

    Camps are the sides where a player fights itself in both cells; else they are the first
    players of the two pairings and their opponents.
    """

    cells: tuple[Cell, Cell]
    camps: tuple[str, str]
    by_side: bool
    pairs: tuple[tuple[Twin, ...], ...]

    def side(self, camp: int, seat: int) -> str:
        """The side of a camp in the battles of a seat."""
        return self.cells[0].sides[camp if self.by_side else camp ^ seat]

    @property
    def twins(self) -> Iterable[Twin]:
        """All battles, in order."""
        return (twin for pair in self.pairs for twin in pair)

    @property
    def whole(self) -> list[tuple[Twin, ...]]:
        """The pairs all of whose battles were fought out before and after."""
        return [pair for pair in self.pairs if all(twin.is_done for twin in pair)]


def refuse_other_sides(base: Cell, changed: Cell) -> None:
    """Raise UsageError for cells whose sides have other names."""
    if base.sides != changed.sides:
        raise UsageError(
            f"the sides of the two are {', '.join(base.sides)} and {', '.join(changed.sides)}: "
            "there is nothing to compare"
        )


def match_cells(base: Cell, changed: Cell, rows: Iterable[BattleRow]) -> Matching:
    """The battles that both cells have, in the order of the pairs.

    Pairs in which another side went first, though nothing was changed about that, are left out.
    Raises UsageError where the sides of the two have other names.
    """
    refuse_other_sides(base, changed)
    by_side = is_mirror(base) and is_mirror(changed)
    found: dict[int, dict[tuple[int, int], BattleRow]] = {base.index: {}, changed.index: {}}
    for row in rows:
        if row.cell in found:
            found[row.cell][row.pair, row.seat] = row
    seats = 1 if by_side else 2
    before, after = found[base.index], found[changed.index]
    numbers = sorted({pair for pair, _ in before} & {pair for pair, _ in after})
    if base.first_side == changed.first_side:
        numbers = [n for n in numbers if base.first_side_of(n) == changed.first_side_of(n)]
    pairs = [_twins(before, after, pair, seats) for pair in numbers]
    return Matching(
        cells=(base, changed),
        camps=base.sides if by_side else (_name(base, changed, 0), _name(base, changed, 1)),
        by_side=by_side,
        pairs=tuple(pair for pair in pairs if len(pair) == seats),
    )


def _name(base: Cell, changed: Cell, place: int) -> str:
    """A player of the pairings; both names where they differ."""
    one, other = base.players[place], changed.players[place]
    return one if one == other else f"{one}/{other}"


def _twins(
    base: Mapping[tuple[int, int], BattleRow],
    changed: Mapping[tuple[int, int], BattleRow],
    pair: int,
    seats: int,
) -> tuple[Twin, ...]:
    """The battles of a pair that both cells have.

    A player against itself fights the same battle from either seat, so one row may be both.
    """
    found = []
    for seat in range(seats):
        one, other = _row(base, pair, seat), _row(changed, pair, seat)
        if one is not None and other is not None:
            found.append(Twin(seat, one, other))
    return tuple(found)


def _row(rows: Mapping[tuple[int, int], BattleRow], pair: int, seat: int) -> BattleRow | None:
    first = rows.get((pair, 0))
    if first is not None and len(set(first.players.values())) == 1:
        return first
    return rows.get((pair, seat))
