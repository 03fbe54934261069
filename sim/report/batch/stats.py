"""All figures of a results file: the document of `stats --json`."""

from collections.abc import Iterable
from typing import Literal

import msgspec

from sim.report.batch.estimates import LEVEL
from sim.report.batch.matchups import Matchup, matchup_of
from sim.report.batch.samples import samples_of
from sim.report.batch.sentences import sentences_of
from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow

_DRAWS = "a draw counts half a win for either side"


class Described(Matchup, frozen=True, kw_only=True):
    """A matchup with what it shows in words."""

    sentences: tuple[str, ...]


class Stats(msgspec.Struct, frozen=True, kw_only=True):
    """The figures of a results file; `planned` battles of which `battles` have been fought.

    Intervals are at `level`; battles forfeited or crashed stand in no rate.
    """

    format: Literal["skirmish-sim/stats"] = "skirmish-sim/stats"
    format_version: Literal[1] = 1
    planned: int
    battles: int
    done: int
    forfeited: int
    crashed: int
    level: float = LEVEL
    draws: str = _DRAWS
    matchups: tuple[Described, ...]


def stats_of(cells: Iterable[Cell], rows: Iterable[BattleRow], planned: int) -> Stats:
    """The figures of all matchups, in the order of the cells."""
    matchups = tuple(_described(matchup_of(sample)) for sample in samples_of(cells, rows))
    done = sum(matchup.done for matchup in matchups)
    crashed = sum(matchup.crashed for matchup in matchups)
    battles = sum(matchup.battles for matchup in matchups)
    return Stats(
        planned=planned,
        battles=battles,
        done=done,
        forfeited=battles - done - crashed,
        crashed=crashed,
        matchups=matchups,
    )


def _described(matchup: Matchup) -> Described:
    return Described(**msgspec.structs.asdict(matchup), sentences=sentences_of(matchup))
