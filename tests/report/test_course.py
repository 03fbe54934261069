"""The course on a stream: live and from the log it is the same."""

import io
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from sim.errors import LogError
from sim.replay.codec import encode
from sim.replay.log import LogReader
from sim.report.course import CoursePrinter, course_of
from sim.report.lines import Printer
from sim.state.apply import apply
from sim.state.events import BattleEnded, OrderRefused, PlayerForfeited
from sim.state.orders import Pass
from tests.support.logs import few_events, header, log_bytes, log_file, skirmish


def live(stream: io.StringIO, *, quiet: bool = False) -> None:
    """The small battle, printed while it is fought."""
    printer = CoursePrinter(header(), stream, quiet=quiet)
    state = skirmish().start
    for event in few_events():
        state = apply(state, event)
        printer(event, state)


def from_log(path: Path) -> str:
    out = io.StringIO()
    printer = Printer(out)
    for lines in course_of(LogReader(path)):
        printer(lines)
    return out.getvalue()


def test_a_log_tells_what_was_told_live(tmp_path: Path) -> None:
    out = io.StringIO()
    live(out)
    assert out.getvalue() == from_log(log_file(tmp_path, log_bytes()))
    assert "A draw on points" in out.getvalue()


@pytest.mark.parametrize("sides", [[], None, "nobody"])
def test_a_header_without_a_battle_is_an_error_with_its_place(tmp_path: Path, sides: Any) -> None:
    foreign = replace(header(), scenario=header().scenario | {"sides": sides})
    path = log_file(tmp_path, encode(foreign) + b"\n")
    with pytest.raises(LogError, match=r"battle\.jsonl:1: the header holds no scenario"):
        from_log(path)


def test_quiet_leaves_the_end(tmp_path: Path) -> None:
    out = io.StringIO()
    live(out, quiet=True)
    assert out.getvalue().startswith("── The battle ends in round 1")
    assert "A draw on points" in out.getvalue()


def test_quiet_says_why_a_battle_was_forfeited() -> None:
    out = io.StringIO()
    printer = CoursePrinter(header(), out, quiet=True)
    printer(PlayerForfeited(by="red", reason="no more"), skirmish().start)
    assert out.getvalue() == "the player of red gives no sound answer and forfeits: no more\n"


def test_quiet_says_how_many_orders_were_refused() -> None:
    out = io.StringIO()
    printer = CoursePrinter(header(), out, quiet=True)
    refused = OrderRefused(by="red", order=Pass(), code="no", clause="HR-8", text="no")
    ended = BattleEnded(termination="rounds", winner=None, condition=None, score=(0, 0))
    for event in (refused, refused, ended):
        printer(event, skirmish().start)
    assert out.getvalue().startswith("the rules refused 2 orders of red\n── The battle ends")


class ClosedPipe(io.StringIO):
    """A stream whose reader goes away after the first row."""

    rows = 0

    def write(self, text: str) -> int:
        self.rows += 1
        if self.rows > 1:
            raise BrokenPipeError
        return len(text)


def test_a_reader_that_goes_away_does_not_end_the_battle() -> None:
    pipe = ClosedPipe()
    live(pipe)
    assert pipe.rows == 2


def test_the_course_of_a_cut_log_goes_as_far_as_the_log(tmp_path: Path) -> None:
    whole = from_log(log_file(tmp_path, log_bytes()))
    cut = from_log(log_file(tmp_path, log_bytes()[:-150]))
    assert whole.startswith(cut.rstrip("\n"))
