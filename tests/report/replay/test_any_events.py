"""Whatever a log says happened: it is told, or refused with its place, and nothing else."""

import tempfile
from pathlib import Path
from typing import Any

from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from sim.errors import LogError
from sim.replay.codec import encode_event
from sim.replay.diff import compare
from sim.replay.log import LogReader
from sim.replay.verify import verify
from sim.report.replay.comparison import diff_document, diff_lines
from sim.report.replay.counting import Counting
from sim.report.replay.counting_text import stats_lines
from sim.report.replay.reasons import find_event, why_document, why_lines
from sim.report.replay.selection import Selection, selected_course
from sim.report.replay.verification import examine
from tests.support.any_events import any_event
from tests.support.logs import log_bytes, log_file, skirmish
from tests.support.replays import joined, lines_of, resealed

UNITS = st.sampled_from(["r1", "r2", "b1", "gun"])


@st.composite
def events_of_units(draw: st.DrawFn) -> Any:
    """Events of any kind, of units that there are."""
    event = draw(any_event())
    names = {
        name: draw(UNITS) for name in ("unit", "target") if name in type(event).__struct_fields__
    }
    if "gun" in type(event).__struct_fields__:
        names["gun"] = "gun"
    return replace(event, **names)


def log_with(folder: str, event: Any) -> Path:
    """A log whose second event it is, as its line has it."""
    lines = lines_of(log_bytes())
    lines[2] = encode_event(2, event, skirmish().start)
    return log_file(Path(folder), resealed(joined(lines)))


def said_of(path: Path) -> str:
    """Everything that there is to tell of a log, or why it is refused."""
    try:
        counting = Counting()
        counting.read(path)
        moment = find_event(path, 2)
        why_document(path, moment)
        found = compare(LogReader(path), LogReader(path))
        diff_document(found)
        lines = [
            *stats_lines(counting.stats()),
            *why_lines(moment),
            *diff_lines(found),
            *selected_course(LogReader(path), Selection()),
        ]
    except LogError as problem:
        return f"refused: {problem}"
    return "\n".join(line.text for line in lines)


@given(any_event() | events_of_units())
def test_any_event_is_told_or_refused_with_its_place(event: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        said = said_of(log_with(folder, event))
    assert said.startswith("1 battle, 4 events") or "event 2" in said or ":3:" in said


@given(any_event() | events_of_units())
def test_any_event_is_verified(event: Any) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = log_with(folder, event)
        assert not verify(path).is_same
        assert list(examine(path).lines)
