"""The process that fights battles for another one: assignments come in, reports go out.

A player that exits, hangs or crashes the interpreter takes down this process alone. The process
ends by itself as soon as nobody is left to write to it.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec

from sim.runner.batch.battles import Assignment, fight_battle
from sim.runner.batch.frames import read_frame, write_frame


def serve() -> None:
    """Fight what is assigned on what was stdin until it closes; reports go to what was stdout.

    Players find nothing to read on stdin, and what they print goes to stderr. Copies that they
    make of the process by forking have neither stream, and end with the battle.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path.append("")
    assignments = os.fdopen(os.dup(sys.stdin.fileno()), "rb")
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(os.open(os.devnull, os.O_RDONLY), sys.stdin.fileno())
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    with suppress(AttributeError):
        os.register_at_fork(after_in_child=_closer(assignments.fileno(), reports.fileno()))
    frames: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=listen, args=(assignments, frames), daemon=True).start()
    fight_all(iter(frames.get, None), reports)


def _closer(*descriptors: int) -> Callable[[], None]:
    """Closes what a copy of this process must not keep open."""

    def close() -> None:
        """Close them all, whether open or not."""
        for descriptor in descriptors:
            with suppress(OSError):
                os.close(descriptor)

    return close


def fight_all(frames: Iterator[bytes], reports: BinaryIO) -> None:
    """Fight the battles of some frames, and write a frame for each with its report.

    Before it, a frame of a single byte says which side is asked, whenever that changes.
    """
    decoder, encoder = msgspec.msgpack.Decoder(Assignment), msgspec.msgpack.Encoder()
    process = os.getpid()
    for frame in frames:
        report = fight_battle(decoder.decode(frame), _Teller(reports))
        if os.getpid() != process:
            os._exit(0)
        with suppress(OSError, ValueError):
            sys.stdout.flush()
        _send(reports, encoder.encode(report))


class _Teller:
    """Tells whose player is asked, so that whoever waits knows it if no report comes."""

    def __init__(self, reports: BinaryIO):
        self._reports = reports
        self._process = os.getpid()
        self._side = -1

    def __call__(self, side: int) -> None:
        if side != self._side and os.getpid() == self._process:
            self._side = side
            _send(self._reports, bytes([side]))


def _send(reports: BinaryIO, message: bytes) -> None:
    """Write a frame; once nobody reads it, the process ends."""
    try:
        write_frame(reports, message)
    except BrokenPipeError:
        os._exit(0)


def listen(stream: BinaryIO, frames: "SimpleQueue[bytes]") -> None:
    """Hand on what comes in; once it ends, so does the process, whatever a player is about."""
    while (frame := read_frame(stream)) is not None:
        frames.put(frame)
    os._exit(0)
