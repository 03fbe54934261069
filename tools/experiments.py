"""Experiments of the tools, fought by processes of this machine."""

from pathlib import Path
from tempfile import TemporaryDirectory

from sim.runner.batch.engines import local_engine
from sim.runner.batch.experiment import Experiment
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.run import run_batch
from sim.runner.batch.store import open_results, open_store


def fight_into(path: Path, experiment: Experiment, workers: int) -> None:
    """Fight what a results file lacks."""
    with open_store(path, experiment, resume=True) as store, local_engine(workers) as engine:
        run_batch(store, engine)


def rows_of(experiment: Experiment, workers: int) -> tuple[BattleRow, ...]:
    """The rows of an experiment, kept nowhere else."""
    with TemporaryDirectory() as folder:
        path = Path(folder) / "results.sqlite"
        fight_into(path, experiment, workers)
        return open_results(path).rows()
