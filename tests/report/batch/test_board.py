from io import StringIO
from typing import Any

from sim.report.batch.board import Board, standing, to_do
from sim.runner.batch.experiment import Cell, Experiment
from sim.runner.batch.stopping import Progress
from tests.support.rows import CELL, MIRROR, row


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def experiment(cell: Cell = CELL) -> Experiment:
    """Two pairs."""
    return Experiment(
        program_version="1", rules_digest="r", seed=7, pairs=2, grounds=(),
        cells=(cell,), until_width=None, battle_time=60.0,
    )  # fmt: skip


def progress(cell: Cell = CELL) -> Progress:
    """Two pairs, of which able has won a battle and drawn one, and one crashed."""
    return Progress(experiment(cell), {0: 1.0, 1: 0.5, 2: None} if cell.seats == 2 else {})


def watched(stream: StringIO, **how: Any) -> None:
    with Board(stream, [CELL], **how) as board:
        board(progress(), None)
        board(progress(), row(status="crashed"))


def test_a_terminal_shows_how_far_it_is_and_who_is_ahead() -> None:
    stream = Terminal()
    watched(stream)
    assert "3/4" in stream.getvalue()
    assert "able 75.0 %" in stream.getvalue()


def test_it_shows_how_many_there_are_before_the_first_is_over() -> None:
    stream = Terminal()
    with Board(stream, [CELL]) as board:
        board(Progress(experiment(), {}), None)
    assert "0/4" in stream.getvalue()


def test_elsewhere_a_line_says_how_many_there_are() -> None:
    stream, quiet = StringIO(), Terminal()
    watched(stream)
    watched(quiet, quiet=True)
    assert (stream.getvalue(), quiet.getvalue()) == ("1 battle to fight, of 4\n", "")
    assert to_do(Progress(experiment(), {})) == "4 battles to fight"


def test_a_player_stands_or_against_itself_a_side() -> None:
    assert standing(progress(), CELL) == "able 75.0 %"
    assert standing(progress(MIRROR), MIRROR) == "red no data"
