"""What the commands that fight many battles share: their options, and the fighting."""

import os
import sys
from contextlib import AbstractContextManager
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.report.terminal import tell

if TYPE_CHECKING:
    from sim.runner.batch.engines import Engine
    from sim.runner.batch.experiment import Experiment
    from sim.runner.batch.run import Logs

PROCESSORS = os.cpu_count() or 1

WorkersOption = Annotated[int, typer.Option(min=1, help="Processes of this machine that fight.")]
ResultsOption = Annotated[
    Path | None, typer.Option(help="Keep a row for every battle in this SQLite file.")
]
ResumeOption = Annotated[
    bool, typer.Option("--resume", help="Fight only what is missing in the results file.")
]


def fight_missing(
    experiment: "Experiment",
    path: Path,
    engine: "AbstractContextManager[Engine]",
    *,
    resume: bool,
    force: bool,
    quiet: bool,
    how_to_resume: str | None,
    retry_crashed: bool = False,
    logs: "Logs | None" = None,
    max_time: float | None = None,
) -> None:
    """Fight what a file lacks; if that is interrupted, tell how to go on, where that is known."""
    from sim.report.batch.board import Board
    from sim.runner.batch.run import run_batch
    from sim.runner.batch.store import open_store

    try:
        with (
            engine as fighters,
            open_store(path, experiment, resume=resume, force=force) as store,
            Board(sys.stderr, experiment.cells, quiet=quiet) as board,
        ):
            if retry_crashed:
                store.drop_crashed()
            run_batch(store, fighters, logs=logs, max_time=max_time, watch=board)
    except (KeyboardInterrupt, OSError):
        if how_to_resume is not None:
            tell(how_to_resume)
        raise
