"""Logs of battles that were really fought, and what can be done to them."""

import io
import json
from collections.abc import Callable, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

from sim.replay.codec import decode_header, encode
from sim.replay.fold import Moment, states_along
from sim.replay.log import LogReader, RunningDigest
from sim.runner.fight import fight
from sim.runner.match import header_of
from sim.scenario.load import Scenario, load_document
from tests.support.crowd import crowd
from tests.support.logs import log_file

SEED = 5


def fought(
    scenario: Scenario, players: Mapping[str, str] | str = "random", seed: int = SEED
) -> bytes:
    """The log of a battle between players, or twice the same player."""
    if isinstance(players, str):
        players = {side.id: players for side in scenario.roster.sides}
    out = io.BytesIO()
    fight(scenario, header_of(scenario, players, seed), out, lambda event, state: None)
    return out.getvalue()


@lru_cache(maxsize=1)
def crowded() -> bytes:
    """The log of a battle in which nearly everything happens."""
    return fought(load_document(crowd()))


def written(folder: Path, data: bytes = b"", name: str = "battle.jsonl") -> Path:
    """A file of a log, by default of the crowded battle."""
    return log_file(folder, data or crowded(), name)


def lines_of(data: bytes) -> list[bytes]:
    """The lines of a log without their ends: the header, event 1 and on, the footer."""
    return data.splitlines()


def joined(lines: list[bytes]) -> bytes:
    """A log of these lines."""
    return b"".join(line + b"\n" for line in lines)


def edited(data: bytes, number: int, change: Callable[[Any], None]) -> bytes:
    """A log with line `number` changed, 0 for the header; its footer is left alone."""
    lines = lines_of(data)
    document = json.loads(lines[number])
    change(document)
    lines[number] = json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()
    return joined(lines)


def other_face(event: Any) -> None:
    """Turn the first die of an event over."""
    faces = event["rolls"][0]["faces"]
    faces[0] = 7 - faces[0]


def resealed(data: bytes) -> bytes:
    """A log with the footer that fits its lines."""
    *lines, _ = lines_of(data)
    digest = RunningDigest(decode_header(lines[0]))
    for line in lines[1:]:
        digest.add(line)
    return joined([*lines, encode(digest.footer())])


def first_of(data: bytes, kind: str, *, holding: str = "") -> int:
    """The number of the first event of a kind whose line holds a text."""
    tag = f'"kind":"{kind}"'.encode()
    lines = enumerate(lines_of(data))
    return next(number for number, line in lines if tag in line and holding.encode() in line)


def moments(path: Path) -> list[Moment]:
    """All events of a log with the states around them."""
    return list(states_along(LogReader(path)))
