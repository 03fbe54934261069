"""Messages between processes: their length in eight bytes, then their bytes."""

from typing import IO

_LENGTH_BYTES = 8


def write_frame(stream: IO[bytes], message: bytes) -> None:
    """Write a message, and see it off."""
    stream.write(len(message).to_bytes(_LENGTH_BYTES, "big") + message)
    stream.flush()


def read_frame(stream: IO[bytes]) -> bytes | None:
    """The next message, or None where the stream ends, in the middle of one or not."""
    head = stream.read(_LENGTH_BYTES)
    if len(head) < _LENGTH_BYTES:
        return None
    length = int.from_bytes(head, "big")
    message = stream.read(length)
    return message if len(message) == length else None
