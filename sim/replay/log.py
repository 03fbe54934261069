"""Writing and reading logs: plain or gzipped JSON Lines, streamed, cut tails told apart."""

import gzip
import zlib
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from hashlib import blake2b
from pathlib import Path
from typing import BinaryIO, NamedTuple

import msgspec

from sim.errors import LogError, LogVersionError, UsageError
from sim.replay.codec import (
    FORMAT,
    FORMAT_VERSION,
    Footer,
    Header,
    Stamp,
    decode_header,
    decode_line,
    decode_preamble,
    digested_part,
    encode,
    encode_event,
)
from sim.scenario.text import RESULTS_MAGIC
from sim.state.battle import BattleState
from sim.state.digest import DIGEST_BYTES
from sim.state.events import Event, TurnEnded

_CHUNK = 1 << 16
_LONGEST_LINE = 1 << 26
_GZIP_MAGIC = b"\x1f\x8b"
_SCENARIO = b"skirmish-sim/scenario"
_EDITED = "`verify` tells what was changed, and `replay show --lenient` shows it all the same"


class RunningDigest:
    """The digest of a header and of event lines, one after the other."""

    def __init__(self, header: Header):
        self._hash = blake2b(digested_part(header), digest_size=DIGEST_BYTES)
        self.events = 0

    def add(self, *lines: bytes) -> None:
        """Take in the next event lines, one at least, without their ends."""
        self._hash.update(b"\n" + b"\n".join(lines))
        self.events += len(lines)

    def footer(self) -> Footer:
        """The footer of all taken in so far."""
        return Footer(events=self.events, digest=self._hash.hexdigest())


class LogWriter:
    """Numbers and digests the events of a battle, and writes them if it is given a file.

    Use it as the sink of a battle; `close` writes the footer. Whole player turns are on the disk
    whatever becomes of the process: they are encoded together, which takes half the time. What has
    come of the turn under way follows with `catch_up`, if the battle is broken off.
    """

    def __init__(self, header: Header, out: BinaryIO | None = None):
        self._digest = RunningDigest(header)
        self._out = out
        self._waiting: list[tuple[Event, BattleState]] = []
        if out is not None:
            out.write(encode(header) + b"\n")
            out.flush()

    def __call__(self, event: Event, state: BattleState) -> None:
        """Take in one event and the state after it."""
        self._waiting.append((event, state))
        if isinstance(event, TurnEnded):
            self.catch_up()

    def catch_up(self) -> None:
        """Write and digest all that was taken in.

        Nothing stands between letting go of it and writing it, where Ctrl-C could come.
        """
        waiting, out = self._waiting, self._out
        if not waiting:
            return
        numbered = enumerate(waiting, self._digest.events + 1)
        lines = [encode_event(number, event, state) for number, (event, state) in numbered]
        text = b"\n".join(lines) + b"\n"
        self._waiting = []
        if out is not None:
            out.write(text)
            out.flush()
        self._digest.add(*lines)

    def close(self) -> Footer:
        """Write the footer, and return it."""
        self.catch_up()
        footer = self._digest.footer()
        if self._out is not None:
            self._out.write(encode(footer) + b"\n")
        return footer


def open_log(path: Path, stack: ExitStack, *, force: bool = False) -> BinaryIO:
    """A new log file for writing; `.gz` files carry no time and no name.

    Raises `UsageError` when the file cannot be made, or exists and `force` is not given.
    """
    try:
        raw = stack.enter_context(path.open("wb" if force else "xb"))
    except FileExistsError as problem:
        raise UsageError(f"{path} exists already; --force overwrites it") from problem
    except OSError as problem:
        raise UsageError(f"{path} cannot be written: {problem.strerror}") from problem
    stack.enter_context(_named(path))
    if path.suffix != ".gz":
        return raw
    return stack.enter_context(
        gzip.GzipFile(filename="", mode="wb", fileobj=raw, mtime=0)  # type: ignore[return-value]
    )


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Give a failure that names no file the name of the one that is written."""
    try:
        yield
    except OSError as problem:
        problem.filename = problem.filename or str(path)
        raise


class LogLine(NamedTuple):
    """One event of a log with its stamp and its line, as bytes."""

    stamp: Stamp
    event: Event
    line: bytes


class LogReader:
    """Reads a log line by line.

    `header` is read at once; `events` streams the rest. After it, `cut_off` says why when the log
    does not end with its footer, and `is_sealed` whether the footer fits all before it, None
    without a footer or when lines were left out.
    Raises `LogError`, with the line number, for damage before the tail; a lenient reader leaves
    damaged lines out and lists them in `skipped`.
    """

    def __init__(self, path: Path, *, lenient: bool = False):
        self.path = path
        self.footer: Footer | None = None
        self.cut_off: str | None = None
        self.is_sealed: bool | None = None
        self.skipped: list[str] = []
        self._lenient = lenient
        self._lines = _read_lines(path)
        first = next(self._lines, None)
        if first is None:
            raise LogError(f"{path}: the file is empty, not a log")
        self.header = _header_of(path, first)
        self.first_line = first.text
        self._digest = RunningDigest(self.header)
        self._expected = 1

    def events(self) -> Iterator[LogLine]:
        """The events in order, up to the footer or to where the log is cut off."""
        for line in self._lines:
            if self.footer is not None:
                self._fault(line, "there is more behind the footer")
                return
            taken = self._take(line)
            if taken is not None:
                yield taken
        if self.footer is None and self.cut_off is None:
            self.cut_off = f"{self.path}: the log is cut off: it has no footer"

    @property
    def seal(self) -> Footer:
        """The footer that fits what has been read."""
        return self._digest.footer()

    def _take(self, line: "_Line") -> LogLine | None:
        """The event of a line, if it holds one and is whole."""
        try:
            stamp, value = decode_line(line.text)
        except (msgspec.DecodeError, RecursionError) as problem:
            if line.is_whole:
                self._fault(line, f"damaged line: {problem}")
                self._expected += 1
            else:
                self.cut_off = f"{self.path}: the log is cut off in line {line.number}"
            return None
        if stamp is None or isinstance(value, Footer):
            self._close(line, value)
            return None
        self._digest.add(line.text)
        if stamp.n != self._expected:
            self._fault(line, f"expected event {self._expected}, found {stamp.n}")
        self._expected = stamp.n + 1
        return LogLine(stamp, value, line.text)

    def _close(self, line: "_Line", footer: object) -> None:
        self.footer = self.seal
        self.is_sealed = None if self.skipped else footer == self.footer
        if self.is_sealed is False:
            self._fault(line, "the footer does not fit what stands before it", _EDITED)

    def _fault(self, line: "_Line", what: str, hint: str = "") -> None:
        place = f"{self.path}:{line.number}: {what}"
        if not self._lenient:
            problem = LogError(place)
            if hint:
                problem.add_note(hint)
            raise problem
        self.skipped.append(place)


def _header_of(path: Path, line: "_Line") -> Header:
    try:
        return _read_header(path, line)
    except LogError as problem:
        if line.text.startswith(RESULTS_MAGIC):
            raise LogError(
                f"{path}: this is a results file, not a log; "
                f"`skirmish-sim stats {path}` tells what it shows"
            ) from problem
        if not _is_scenario(path):
            raise
        raise LogError(
            f"{path}: this is a scenario, not a log; "
            f"`skirmish-sim run {path} --log battle.jsonl` fights it and writes one"
        ) from problem


def _read_header(path: Path, line: "_Line") -> Header:
    if not line.is_whole:
        raise LogError(f"{path}:1: the log is cut off in its header, or is no log")
    try:
        preamble = decode_preamble(line.text)
        if preamble.format == FORMAT and preamble.format_version == FORMAT_VERSION:
            return decode_header(line.text)
    except (msgspec.DecodeError, RecursionError) as problem:
        raise LogError(f"{path}:1: not the header of a log: {problem}") from problem
    if preamble.format != FORMAT:
        raise LogError(f"{path}:1: the format is {preamble.format!r}, not {FORMAT!r}")
    raise LogVersionError(
        f"{path}:1: a log of format version {preamble.format_version}, "
        f"written by skirmish-sim {preamble.program_version}; "
        f"this program reads version {FORMAT_VERSION}"
    )


def _is_scenario(path: Path) -> bool:
    """Whether a file begins like a scenario; the header of a log holds one, but is more."""
    start = next(_read_chunks(path), b"")
    return _SCENARIO in start and FORMAT.encode() not in start


class _Line(NamedTuple):
    """A line without its end; `is_whole` is false for a tail without one."""

    number: int
    text: bytes
    is_whole: bool


def _read_lines(path: Path) -> Iterator[_Line]:
    """The lines of a plain or gzipped file; one that breaks off gives its last piece, not whole."""
    number, begun = 0, bytearray()
    for chunk in _read_chunks(path):
        *ends, tail = chunk.split(b"\n")
        for end in ends:
            number += 1
            yield _Line(number, bytes(begun + end).removesuffix(b"\r"), is_whole=True)
            begun.clear()
        begun += tail
        if len(begun) > _LONGEST_LINE:
            raise LogError(f"{path}:{number + 1}: no log has lines as long as this one")
    if begun:
        yield _Line(number + 1, bytes(begun), is_whole=False)


def _read_chunks(path: Path) -> Iterator[bytes]:
    """The unpacked bytes of a file, as far as a gzip stream that breaks off holds them."""
    try:
        with path.open("rb") as raw:
            is_gzip = raw.peek(len(_GZIP_MAGIC)).startswith(_GZIP_MAGIC)
            stream = gzip.GzipFile(fileobj=raw) if is_gzip else raw
            while chunk := stream.read1(_CHUNK):
                yield chunk
    except EOFError:
        return
    except (zlib.error, gzip.BadGzipFile) as problem:
        raise LogError(f"{path}: the compressed data is damaged: {problem}") from problem
    except OSError as problem:
        raise LogError(f"{path} cannot be read: {problem.strerror}") from problem
