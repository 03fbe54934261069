"""The process that fights battles for another one: assignments come in, reports go out.

A player that exits, hangs or crashes the interpreter takes down this process alone. The process
ends by itself as soon as nobody is left to write to it.
"""

import os
import signal
import sys
from collections.abc import Iterator
from queue import SimpleQueue
from threading import Thread
from typing import BinaryIO

import msgspec

from sim.runner.batch.battles import Assignment, fight_battle
from sim.runner.batch.frames import read_frame, write_frame


def serve() -> None:
    """Fight what is assigned on stdin until it closes; reports go to what was stdout.

    Whatever players print goes to stderr.
    """
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    sys.path.append("")
    reports = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    frames: SimpleQueue[bytes] = SimpleQueue()
    Thread(target=listen, args=(sys.stdin.buffer, frames), daemon=True).start()
    fight_all(iter(frames.get, None), reports)


def fight_all(frames: Iterator[bytes], reports: BinaryIO) -> None:
    """Fight the battles of some frames, and write a frame for each with its report."""
    decoder, encoder = msgspec.msgpack.Decoder(Assignment), msgspec.msgpack.Encoder()
    for frame in frames:
        report = fight_battle(decoder.decode(frame))
        sys.stdout.flush()
        write_frame(reports, encoder.encode(report))


def listen(stream: BinaryIO, frames: "SimpleQueue[bytes]") -> None:
    """Hand on what comes in; once it ends, so does the process, whatever a player is about."""
    while (frame := read_frame(stream)) is not None:
        frames.put(frame)
    os._exit(0)
