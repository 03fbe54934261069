from io import StringIO
from typing import Any

from sim.report.batch.board import Board, standing
from sim.runner.batch.experiment import Cell, Experiment
from sim.runner.batch.stopping import Progress
from tests.support.rows import CELL, MIRROR, row


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def progress(cell: Cell = CELL) -> Progress:
    """Two pairs, of which able has won a battle and drawn one, and one crashed."""
    experiment = Experiment(
        program_version="1", rules_digest="r", seed=7, pairs=2, grounds=(),
        cells=(cell,), until_width=None, battle_time=60.0,
    )  # fmt: skip
    return Progress(experiment, {0: 1.0, 1: 0.5, 2: None} if cell.seats == 2 else {})


def watched(stream: StringIO, **how: Any) -> None:
    with Board(stream, [CELL], **how) as board:
        board(progress(), row(status="crashed"))


def test_a_terminal_shows_how_far_it_is_and_who_is_ahead() -> None:
    stream = Terminal()
    watched(stream)
    assert "3/4" in stream.getvalue()
    assert "able 75.0 %" in stream.getvalue()


def test_elsewhere_nothing_is_drawn() -> None:
    stream, quiet = StringIO(), Terminal()
    watched(stream)
    watched(quiet, quiet=True)
    assert stream.getvalue() == quiet.getvalue() == ""


def test_a_player_stands_or_against_itself_a_side() -> None:
    assert standing(progress(), CELL) == "able 75.0 %"
    assert standing(progress(MIRROR), MIRROR) == "red no data"
