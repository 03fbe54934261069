"""How a batch is getting on: a bar on the terminal with its rate, the time left and the result."""

from collections.abc import Sequence
from types import TracebackType
from typing import Self, TextIO

from rich.console import Console
from rich.progress import (
    BarColumn,
    MofNCompleteColumn,
    Progress,
    ProgressColumn,
    Task,
    TextColumn,
    TimeRemainingColumn,
)
from rich.text import Text

from sim.report.batch.estimates import share
from sim.report.batch.figures import percent, shortened
from sim.report.words import count
from sim.runner.batch import stopping
from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow

_NAME_WIDTH = 24


class _RateColumn(ProgressColumn):
    """Battles a second."""

    def render(self, task: Task) -> Text:
        """The rate of late, once there is one."""
        return Text(f"{task.speed:.1f}/s" if task.speed else "")


class Board:
    """Watches a batch: on a terminal as a bar, gone once the batch is over, elsewhere by a line."""

    def __init__(self, stream: TextIO, cells: Sequence[Cell], *, quiet: bool = False):
        self._cells = cells
        self._says = not quiet and not stream.isatty()
        self._stream = stream
        self._bar = Progress(
            BarColumn(bar_width=None),
            MofNCompleteColumn(),
            _RateColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
            console=Console(file=stream),
            transient=True,
            disable=quiet or not stream.isatty(),
        )
        self._task = self._bar.add_task("", total=None)

    def __enter__(self) -> Self:
        self._bar.start()
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        problem: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._bar.stop()

    def __call__(self, progress: stopping.Progress, row: BattleRow | None) -> None:
        """Take in how far the batch is, with the battle that is over, if there is one yet."""
        if row is None and self._says:
            self._stream.write(f"{to_do(progress)}\n")
            self._stream.flush()
        self._bar.update(
            self._task,
            total=progress.planned,
            completed=progress.over,
            description="" if row is None else standing(progress, self._cells[row.cell]),
            refresh=row is None,
        )


def to_do(progress: stopping.Progress) -> str:
    """How many battles there are to fight."""
    if progress.over == progress.planned:
        return f"no battle to fight: {count(progress.over, 'battle')} over already"
    missing = count(progress.planned - progress.over, "battle")
    return f"{missing} to fight" + (f", of {progress.planned}" if progress.over else "")


def standing(progress: stopping.Progress, cell: Cell) -> str:
    """How the first player of a cell, or its first side, stands so far."""
    name = cell.players[0] if cell.seats > 1 else cell.sides[0]
    rate = share(*progress.standing(cell.index))
    return f"{shortened(name, _NAME_WIDTH)} {percent(rate.value)}"
