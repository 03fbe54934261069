"""Fighting an experiment: what is missing, in the order of the index, into the store."""

from collections.abc import Callable, Iterator
from pathlib import Path
from time import monotonic

import msgspec
from msgspec.structs import replace

from sim.runner.batch.battles import Assignment, KeepLog, Report, assignment_of
from sim.runner.batch.engines import Engine
from sim.runner.batch.experiment import Battle
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.stopping import Progress, worth_of
from sim.runner.batch.store import Store
from sim.runner.batch.window import InHand, fought, leave

Watch = Callable[[Progress, BattleRow | None], None]
"""Is told how far a batch is: first before its first battle, without a row, then after each."""


class Logs(msgspec.Struct, frozen=True):
    """Where logs are kept, and which: those of every n-th pair, or of failed battles only (0)."""

    folder: Path
    every: int = 1

    def wanted(self, battle: Battle) -> KeepLog:
        """Whether the log of a battle is wanted."""
        return "always" if self.every and battle.pair % self.every == 0 else "failed"

    def keep(self, report: Report) -> BattleRow:
        """Write the log of a report, if it has one; its row with the path."""
        if not report.log:
            return report.row
        self.folder.mkdir(parents=True, exist_ok=True)
        path = self.folder / f"{report.row.index:06}.jsonl.gz"
        unfinished = path.with_name(path.name + ".part")
        unfinished.write_bytes(report.log)
        unfinished.replace(path)
        return replace(report.row, log=str(path))


def run_batch(
    store: Store,
    engine: Engine,
    *,
    logs: Logs | None = None,
    max_time: float | None = None,
    watch: Watch = lambda _progress, _row: None,
) -> bool:
    """Fight what is missing in the store, and say whether nothing is missing any more.

    After `max_time` seconds no further battle is begun, and those begun are waited for, so that
    what is there is all up to some index.
    """
    run = _Run(store, logs, watch)
    run.begin()
    in_hand: InHand = {}
    try:
        for report in fought(engine, run.assignments(max_time), in_hand):
            run.keep(report)
    finally:
        for report in leave(in_hand):
            run.keep(report)
    return run.close()


class _Run:
    """A batch under way: what it still lacks, and where its reports go."""

    def __init__(self, store: Store, logs: Logs | None, watch: Watch):
        self._store = store
        self._logs = logs
        self._watch = watch
        self._begun: dict[int, Battle] = {}
        self._progress = Progress(store.experiment, store.worths())

    def begin(self) -> None:
        """Tell what there is to be done."""
        self._watch(self._progress, None)

    def assignments(self, max_time: float | None) -> Iterator[Assignment]:
        """The battles that are wanted and missing, in their order, until the time is up."""
        deadline = None if max_time is None else monotonic() + max_time
        experiment = self._store.experiment
        for battle in experiment.battles():
            if battle.index in self._progress.known or not self._progress.wants(battle):
                continue
            if deadline is not None and monotonic() >= deadline:
                return
            self._begun[battle.index] = battle
            keep_log = self._logs.wanted(battle) if self._logs else "never"
            yield assignment_of(experiment, battle, keep_log)

    def keep(self, report: Report) -> None:
        """Store a report, and take it into account."""
        row = self._logs.keep(report) if self._logs else report.row
        self._store.put(row)
        cell = self._store.experiment.cells[row.cell]
        worth = worth_of(cell, row.seat, row.status, row.winner)
        self._progress.add(self._begun.pop(row.index), worth)
        self._watch(self._progress, row)

    def close(self) -> bool:
        """Whether nothing is missing; then what was fought beyond the ends of cells is dropped."""
        if self._progress.over < self._progress.planned:
            return False
        for log in self._store.drop_beyond(self._progress.pairs):
            Path(log).unlink(missing_ok=True)
        return True
