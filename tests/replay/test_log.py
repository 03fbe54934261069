"""Logs as files: whole, cut off, damaged, foreign."""

import gzip
import io
import json
import re
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import pytest

from sim.errors import LogError, UsageError
from sim.replay.codec import encode
from sim.replay.log import LogReader, LogWriter, RunningDigest, open_log
from tests.support.logs import few_events, header, log_bytes, log_file, skirmish

WHOLE = log_bytes()
LINES = WHOLE.splitlines(keepends=True)


def read(path: Path, **options: Any) -> tuple[LogReader, list[Any]]:
    """A log read to its end, and its events."""
    reader = LogReader(path, **options)
    return reader, [line.event for line in reader.events()]


def test_a_whole_log_gives_its_events(tmp_path: Path) -> None:
    reader, events = read(log_file(tmp_path, WHOLE))
    assert events == few_events()
    assert reader.footer is not None
    assert reader.cut_off is None


def test_a_log_cut_at_any_byte_gives_the_events_before(tmp_path: Path) -> None:
    for size in range(len(LINES[0]), len(WHOLE) - 1):
        reader, events = read(log_file(tmp_path, WHOLE[:size]))
        assert events == few_events()[: len(events)]
        assert len(events) >= WHOLE[:size].count(b"\n") - 1
        assert reader.cut_off is not None


def test_a_header_cut_at_any_byte_is_refused(tmp_path: Path) -> None:
    for size in range(1, len(LINES[0])):
        with pytest.raises(LogError):
            LogReader(log_file(tmp_path, WHOLE[:size]))


SCENARIO = '{"format": "skirmish-sim/scenario", "name": "x"}'


@pytest.mark.parametrize(
    "text", ["# a hill\nformat: skirmish-sim/scenario\n", SCENARIO, SCENARIO.replace(" ", "\n")]
)
def test_a_scenario_is_told_from_a_log(tmp_path: Path, text: str) -> None:
    path = log_file(tmp_path, text.encode())
    with pytest.raises(LogError, match=r"this is a scenario, not a log; `skirmish-sim run \S+"):
        LogReader(path)


def test_a_log_with_a_broken_header_is_no_scenario(tmp_path: Path) -> None:
    with pytest.raises(LogError, match=":1: not the header"):
        LogReader(log_file(tmp_path, WHOLE.replace(b'"seed":', b'"sed":', 1)))


def test_the_last_line_end_may_be_missing(tmp_path: Path) -> None:
    reader, _ = read(log_file(tmp_path, WHOLE[:-1]))
    assert reader.footer is not None


def test_windows_line_ends_change_nothing(tmp_path: Path) -> None:
    reader, events = read(log_file(tmp_path, WHOLE.replace(b"\n", b"\r\n")))
    assert events == few_events()
    assert reader.footer is not None


def test_damage_in_the_middle_is_an_error_with_its_line(tmp_path: Path) -> None:
    damaged = b"".join([*LINES[:2], b'{"n":2,"kind":"phase_st\n', *LINES[3:]])
    with pytest.raises(LogError, match=r"battle\.jsonl:3: damaged line"):
        read(log_file(tmp_path, damaged))


def test_a_damaged_last_line_with_its_end_is_no_cut(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="6: damaged line"):
        read(log_file(tmp_path, b"".join([*LINES[:5], b'{"kind":\n'])))


def test_a_lenient_reader_leaves_damage_out(tmp_path: Path) -> None:
    damaged = b"".join([*LINES[:2], b"\xff\xfe\n", *LINES[3:]])
    reader, events = read(log_file(tmp_path, damaged), lenient=True)
    assert events == [few_events()[0], *few_events()[2:]]
    assert len(reader.skipped) == 1
    assert ":3:" in reader.skipped[0]


def test_a_missing_line_is_noticed(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="3: expected event 2, found 3"):
        read(log_file(tmp_path, b"".join([*LINES[:2], *LINES[3:]])))


def test_a_changed_event_does_not_fit_the_footer(tmp_path: Path) -> None:
    changed = WHOLE.replace(b'"round_number":1', b'"round_number":2')
    with pytest.raises(LogError, match="6: the footer does not fit"):
        read(log_file(tmp_path, changed))


@pytest.mark.parametrize("lenient", [False, True])
def test_nothing_may_stand_behind_the_footer(tmp_path: Path, lenient: bool) -> None:
    path = log_file(tmp_path, WHOLE + LINES[1])
    if lenient:
        reader, events = read(path, lenient=True)
        assert events == few_events()
        assert "more behind the footer" in reader.skipped[0]
    else:
        with pytest.raises(LogError, match="7: there is more behind the footer"):
            read(path)


def test_deep_nesting_is_damage(tmp_path: Path) -> None:
    deep = b'{"x":' + b"[" * 100_000 + b"\n"
    with pytest.raises(LogError, match="2: damaged line"):
        read(log_file(tmp_path, LINES[0] + deep))


def test_an_empty_file_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="empty"):
        LogReader(log_file(tmp_path, b""))


def test_a_newer_version_is_refused_by_name(tmp_path: Path) -> None:
    newer = {"format": "skirmish-sim/log", "format_version": 99, "program_version": "9.8"}
    with pytest.raises(LogError, match=r"version 99.*9\.8.*reads version 1"):
        LogReader(log_file(tmp_path, json.dumps(newer).encode() + b"\n"))


@pytest.mark.parametrize(
    "foreign",
    [b"hello\n", b"[1]\n", b"\x00\xff\n", b'{"format": 3}\n', b'{"a":' * 100_000 + b"\n"],
    ids=["text", "list", "bytes", "types", "deep"],
)
def test_a_foreign_file_is_no_log(tmp_path: Path, foreign: bytes) -> None:
    with pytest.raises(LogError, match="1: not the header of a log"):
        LogReader(log_file(tmp_path, foreign))


def test_another_format_is_named(tmp_path: Path) -> None:
    result = b'{"format":"skirmish-sim/result","format_version":1}\n'
    with pytest.raises(LogError, match="skirmish-sim/result"):
        LogReader(log_file(tmp_path, result))


def test_a_header_without_its_fields_is_no_header(tmp_path: Path) -> None:
    short = b'{"format":"skirmish-sim/log","format_version":1}\n'
    with pytest.raises(LogError, match="not the header"):
        LogReader(log_file(tmp_path, short))


@pytest.mark.parametrize("seed", [b"-1", b"18446744073709551616", b"9007199254740992"])
def test_a_header_with_a_seed_out_of_bounds_is_no_header(tmp_path: Path, seed: bytes) -> None:
    whole = log_bytes()
    header = re.sub(rb'"seed":\d+', b'"seed":' + seed, whole, count=1)
    with pytest.raises(LogError, match="not the header"):
        LogReader(log_file(tmp_path, header))


def test_a_folder_is_no_log(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="cannot be read"):
        LogReader(tmp_path)


def test_a_line_without_end_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.replay.log._LONGEST_LINE", 100)
    with pytest.raises(LogError, match="1: no log has lines as long"):
        LogReader(log_file(tmp_path, WHOLE.replace(b"\n", b" ")))


def test_a_gzipped_log_is_read_by_its_content(tmp_path: Path) -> None:
    _, events = read(log_file(tmp_path, gzip.compress(WHOLE)))
    assert events == few_events()


def test_a_gzipped_log_cut_at_any_byte_gives_what_it_holds(tmp_path: Path) -> None:
    packed = gzip.compress(WHOLE, compresslevel=0)
    for size in range(len(LINES[0]) + 200, len(packed)):
        reader, events = read(log_file(tmp_path, packed[:size]))
        assert events == few_events()[: len(events)]
        assert reader.cut_off is not None or reader.footer is not None


def test_damaged_compression_is_an_error(tmp_path: Path) -> None:
    packed = bytearray(gzip.compress(WHOLE))
    packed[len(packed) // 2] ^= 0xFF
    with pytest.raises(LogError):
        read(log_file(tmp_path, bytes(packed)))


def test_a_wrong_checksum_is_an_error(tmp_path: Path) -> None:
    packed = gzip.compress(WHOLE)
    with pytest.raises(LogError, match="compressed data is damaged"):
        read(log_file(tmp_path, packed[:-8] + b"\0" * 8))


def test_long_logs_are_read_in_pieces(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.replay.log._CHUNK", 7)
    _, events = read(log_file(tmp_path, WHOLE))
    assert events == few_events()


def write(path: Path, *, force: bool = False) -> bytes:
    with ExitStack() as stack:
        open_log(path, stack, force=force).write(encode(header()))
    return path.read_bytes()


def test_a_gzipped_log_carries_no_time_and_no_name(tmp_path: Path) -> None:
    first, second = (write(tmp_path / name) for name in ("a.jsonl.gz", "b.jsonl.gz"))
    assert first == second
    assert first[3] == 0
    assert first[4:8] == b"\0\0\0\0"
    assert gzip.decompress(first) == encode(header())


@pytest.mark.parametrize("name", ["battle.jsonl", "battle.jsonl.gz"])
def test_whole_turns_are_on_the_disk_while_the_battle_goes_on(tmp_path: Path, name: str) -> None:
    path, state = tmp_path / name, skirmish().start
    with ExitStack() as stack:
        writer = LogWriter(header(), open_log(path, stack))
        assert read(path)[0].header == header()
        for event in few_events()[:3]:
            writer(event, state)
        reader, events = read(path)
    assert events == few_events()[:3]
    assert reader.cut_off is not None


def test_what_is_let_go_of_is_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ctrl-C right behind it loses nothing, and what was written is not written again."""
    path, state = tmp_path / "battle.jsonl", skirmish().start

    def interrupt(*_: bytes) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(RunningDigest, "add", interrupt)
    with ExitStack() as stack:
        writer = LogWriter(header(), open_log(path, stack))
        for event in few_events()[:2]:
            writer(event, state)
        with pytest.raises(KeyboardInterrupt):
            writer.catch_up()
        writer.catch_up()
    monkeypatch.undo()
    assert read(path)[1] == few_events()[:2]


def test_a_log_is_not_overwritten_unasked(tmp_path: Path) -> None:
    path = log_file(tmp_path, b"precious")
    with pytest.raises(UsageError, match="--force"):
        write(path)
    assert path.read_bytes() == b"precious"
    assert write(path, force=True) == encode(header())


def test_a_log_in_no_folder_cannot_be_written(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be written"):
        write(tmp_path / "nowhere" / "battle.jsonl")


def test_a_writer_without_a_file_numbers_and_digests_all_the_same() -> None:
    out = io.BytesIO()
    writers = [LogWriter(header()), LogWriter(header(), out)]
    state = skirmish().start
    for event in few_events():
        for writer in writers:
            writer(event, state)
    first, second = (writer.close() for writer in writers)
    assert first == second
    assert first.events == len(few_events())
