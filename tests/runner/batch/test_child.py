"""What a process that fights battles reads and writes."""

from io import BytesIO
from queue import SimpleQueue

import msgspec
import pytest

from sim.runner.batch.battles import Report, assignment_of, fight_battle
from sim.runner.batch.child import fight_all, listen
from sim.runner.batch.experiment import Battle
from sim.runner.batch.frames import read_frame, write_frame
from tests.support.batches import experiment


def test_a_frame_is_answered_by_a_frame() -> None:
    assignment = assignment_of(experiment(), Battle(0, 0, 0, 0), "always")
    out = BytesIO()
    fight_all(iter([msgspec.msgpack.encode(assignment)]), out)
    out.seek(0)
    *asked, report = iter(lambda: read_frame(out), None)
    assert msgspec.msgpack.decode(report or b"", type=Report) == fight_battle(assignment)
    assert asked == [b"\0", b"\1", b"\0", b"\1"]


def test_frames_come_out_as_they_went_in_and_a_cut_one_not_at_all() -> None:
    stream = BytesIO()
    for message in (b"one", b"", b"three"):
        write_frame(stream, message)
    whole = stream.getvalue()
    cut = BytesIO(whole[:-1])
    assert [read_frame(cut) for _ in range(4)] == [b"one", b"", None, None]


class Unread(BytesIO):
    """A pipe that nobody reads any more."""

    def flush(self) -> None:
        """Fail as such a pipe does."""
        raise BrokenPipeError


def test_the_process_ends_once_nobody_reads_its_reports(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    assignment = assignment_of(experiment(), Battle(0, 0, 0, 0), "always")
    fight_all(iter([msgspec.msgpack.encode(assignment)]), Unread())
    assert set(ended) == {0}


def test_the_process_ends_with_its_stream(monkeypatch: pytest.MonkeyPatch) -> None:
    ended: list[int] = []
    monkeypatch.setattr("os._exit", ended.append)
    stream, frames = BytesIO(), SimpleQueue[bytes]()
    write_frame(stream, b"one")
    stream.seek(0)
    listen(stream, frames)
    assert (frames.get(), ended) == (b"one", [0])
