"""The figures of a matchup: who won how often, by how much more, how, how long, at what loss."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from statistics import median

import msgspec

from sim.report.batch.estimates import NO_DATA, Estimate, combined, mean_lead, share
from sim.report.batch.samples import Sample, is_mirror, mean_worth, side_of, worth
from sim.rules.clauses import load_clauses
from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow

KINDS = ("infantry", "gun", "vehicle")


class Tally(msgspec.Struct, frozen=True, kw_only=True):
    """Wins, draws and defeats of a player or a side; `rate` counts a draw as half a win."""

    name: str
    battles: int
    wins: int
    draws: int
    losses: int
    rate: Estimate


class Lead(msgspec.Struct, frozen=True, kw_only=True):
    """By how much the win rate of one is above that of another, from whole pairs."""

    of: str
    over: str
    pairs: int
    difference: Estimate


class Lengths(msgspec.Struct, frozen=True, kw_only=True):
    """How many rounds battles took, and how they ended; None where there were none."""

    mean: float | None
    median: float | None
    shortest: int | None
    longest: int | None
    endings: dict[str, int]


class KindLosses(msgspec.Struct, frozen=True, kw_only=True):
    """Units of a kind that a side started with and lost, on average of a battle."""

    side: str
    kind: str
    started: float
    lost: float
    share: float


class Cause(msgspec.Struct, frozen=True, kw_only=True):
    """A clause by which units were lost, and how many."""

    clause: str
    title: str
    losses: int
    share: float


class Matchup(msgspec.Struct, frozen=True, kw_only=True):
    """All figures of a matchup. Battles that were forfeited or crashed stand in no rate.

    `players` is empty, `player_lead` None for a player against itself; `first_lead` is None
    where the same side always goes first (`goes_first`).
    """

    cell: Cell
    battles: int
    done: int
    forfeits: dict[str, int]
    crashed: int
    pairs: int
    players: tuple[Tally, ...]
    sides: tuple[Tally, ...]
    player_lead: Lead | None
    side_lead: Lead
    first_lead: Lead | None
    goes_first: str | None
    lengths: Lengths
    first_losses: dict[str, float | None]
    losses: tuple[KindLosses, ...]
    causes: tuple[Cause, ...]


def matchup_of(sample: Sample) -> Matchup:
    """The figures of a sample."""
    cell, rows = sample.cell, sample.done
    first_sides = sorted({row.first_side for row in rows})
    return Matchup(
        cell=cell,
        battles=sample.battles,
        done=len(rows),
        forfeits=_forfeits(sample.forfeited),
        crashed=len(sample.crashed),
        pairs=len(sample.pairs),
        players=() if is_mirror(cell) else tuple(_of_player(rows, p) for p in cell.players),
        sides=tuple(_tally(side, [worth(row, side) for row in rows]) for side in cell.sides),
        player_lead=None if is_mirror(cell) else _player_lead(sample),
        side_lead=_side_lead(sample, first_sides),
        first_lead=_first_lead(sample) if len(first_sides) > 1 else None,
        goes_first=first_sides[0] if len(first_sides) == 1 else None,
        lengths=_lengths(rows),
        first_losses={side: _first_loss(rows, side) for side in cell.sides},
        losses=tuple(_losses(rows, cell.sides)),
        causes=_causes(rows),
    )


def _forfeits(rows: Iterable[BattleRow]) -> dict[str, int]:
    """The battles that each player gave up."""
    players = (row.players[side] for row in rows for side in row.players if side != row.winner)
    return dict(sorted(Counter(players).items()))


def _of_player(rows: Sequence[BattleRow], player: str) -> Tally:
    return _tally(player, [worth(row, side_of(row, player)) for row in rows])


def _tally(name: str, worths: Sequence[float]) -> Tally:
    wins = worths.count(1.0)
    losses = worths.count(0.0)
    return Tally(
        name=name,
        battles=len(worths),
        wins=wins,
        draws=len(worths) - wins - losses,
        losses=losses,
        rate=share(sum(worths), len(worths)),
    )


def _player_lead(sample: Sample) -> Lead:
    one, other = sample.cell.players
    leads = [2 * mean_worth(pair, one, by_player=True) - 1 for pair in sample.pairs]
    return Lead(of=one, over=other, pairs=len(leads), difference=mean_lead(leads))


def _side_lead(sample: Sample, first_sides: Sequence[str]) -> Lead:
    """The lead of a side; where both went first, each of these halves counts the same."""
    one, other = sample.cell.sides
    leads = [_leads(sample, first) for first in first_sides]
    estimates = [mean_lead(part) for part in leads]
    match estimates:
        case [only]:
            difference = only
        case [first, second]:
            difference = combined(first, second, 1)
        case _:
            difference = NO_DATA
    return Lead(of=one, over=other, pairs=sum(map(len, leads)), difference=difference)


def _first_lead(sample: Sample) -> Lead:
    """The lead of whoever goes first, apart from that of the side."""
    one, other = (_leads(sample, first) for first in sample.cell.sides)
    difference = combined(mean_lead(one), mean_lead(other), -1)
    return Lead(of="first", over="second", pairs=len(one) + len(other), difference=difference)


def _leads(sample: Sample, first: str) -> list[float]:
    """The leads of the first side in the pairs in which that side went first."""
    side = sample.cell.sides[0]
    pairs = [pair for pair in sample.pairs if pair[0].first_side == first]
    return [2 * mean_worth(pair, side, by_player=False) - 1 for pair in pairs]


def _lengths(rows: Sequence[BattleRow]) -> Lengths:
    rounds = [row.round for row in rows]
    endings = Counter(row.termination or "unknown" for row in rows)
    return Lengths(
        mean=sum(rounds) / len(rounds) if rounds else None,
        median=float(median(rounds)) if rounds else None,
        shortest=min(rounds, default=None),
        longest=max(rounds, default=None),
        endings=dict(sorted(endings.items(), key=lambda ending: (-ending[1], ending[0]))),
    )


def _first_loss(rows: Iterable[BattleRow], side: str) -> float | None:
    """The median round in which a side had its first loss, among battles where it had one."""
    rounds = [row.first_loss.get(side) for row in rows]
    met = [number for number in rounds if number is not None]
    return float(median(met)) if met else None


def _losses(rows: Sequence[BattleRow], sides: Iterable[str]) -> Iterable[KindLosses]:
    for side in sides:
        for kind in KINDS:
            started = sum(row.started[side].get(kind, 0) for row in rows)
            lost = sum(row.lost[side].get(kind, 0) for row in rows)
            if started:
                yield KindLosses(
                    side=side,
                    kind=kind,
                    started=started / len(rows),
                    lost=lost / len(rows),
                    share=lost / started,
                )


def _causes(rows: Iterable[BattleRow]) -> tuple[Cause, ...]:
    found: Counter[str] = Counter()
    for row in rows:
        found.update(row.causes)
    titles: Mapping[str, str] = {clause.id: clause.title for clause in load_clauses().values()}
    total = found.total()
    return tuple(
        Cause(clause=clause, title=titles.get(clause, ""), losses=losses, share=losses / total)
        for clause, losses in sorted(found.items(), key=lambda cause: (-cause[1], cause[0]))
        if losses
    )
