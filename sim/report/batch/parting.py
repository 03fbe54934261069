"""Where battles part that began alike: the first event that went another way, told in words."""

import gzip
from collections.abc import Callable, Iterable, Iterator
from itertools import islice, zip_longest
from typing import Any, NamedTuple

import msgspec

from sim.replay.codec import Footer, Header, decode_header, decode_line
from sim.report.batch.matching import Matching, Twin
from sim.report.narrate import Narrator
from sim.runner.batch.rows import BattleRow
from sim.state.events import Event, TurnStarted

_LONGEST = 6


class Fought(msgspec.Struct, frozen=True):
    """A battle as its log has it; `path` is where the log was kept, if it was."""

    header: Header
    lines: tuple[bytes, ...]
    path: str | None = None

    @property
    def events(self) -> Iterator[Event]:
        """The events, in order."""
        for line in self.lines:
            event = decode_line(line)[1]
            assert not isinstance(event, Footer)
            yield event


def fought_of(log: bytes, path: str | None = None) -> Fought:
    """The battle of a gzipped log."""
    first, *lines = gzip.decompress(log).splitlines()
    return Fought(decode_header(first), tuple(lines[:-1]), path)


Refight = Callable[[BattleRow], Fought]


class Told(msgspec.Struct, frozen=True, kw_only=True):
    """An event as its log has it, and in words; None where the battle was over."""

    event: dict[str, Any] | None
    words: tuple[str, ...]


class Parting(msgspec.Struct, frozen=True, kw_only=True):
    """Two battles that part: where, and how each went on. `event` counts from 1."""

    pair: int
    seat: int
    seed: int
    turn: int
    event: int
    base: Told
    changed: Told
    apart: float
    logs: tuple[str | None, str | None]


class Apart(NamedTuple):
    """How far apart two battles ended: other winner, units lost by one only."""

    twin: Twin
    distance: float


def farthest(matching: Matching, most: int) -> list[Apart]:
    """The battles that part most, with how far: a win is worth as much as all units of a side."""
    found = [Apart(twin, _distance(matching, twin)) for twin in matching.twins if twin.is_done]
    parted = [apart for apart in found if apart.twin.parted_at is not None]
    return sorted(parted, key=lambda apart: (-apart.distance, apart.twin.base.index))[:most]


def _distance(matching: Matching, twin: Twin) -> float:
    """1 for another winner, and the mean share of a force that only one of the two lost."""
    sides = matching.cells[0].sides
    apart = [abs(_lost_share(twin.changed, side) - _lost_share(twin.base, side)) for side in sides]
    return (twin.base.winner != twin.changed.winner) + sum(apart) / len(apart)


def _lost_share(row: BattleRow, side: str) -> float:
    started = sum(row.started[side].values())
    return sum(row.lost[side].values()) / started if started else 0.0


def parting_of(apart: Apart, refight: Refight) -> Parting | None:
    """Where the two battles part, from fighting both again; None if they do not."""
    twin = apart.twin
    base, changed = refight(twin.base), refight(twin.changed)
    place = _first_difference(base.lines, changed.lines)
    if place is None:
        return None
    return Parting(
        pair=twin.base.pair,
        seat=twin.seat,
        seed=twin.base.seed,
        turn=_turn_at(base, place),
        event=place + 1,
        base=_told(base, place),
        changed=_told(changed, place),
        apart=apart.distance,
        logs=(base.path, changed.path),
    )


def _first_difference(one: Iterable[bytes], other: Iterable[bytes]) -> int | None:
    for place, (line, against) in enumerate(zip_longest(one, other)):
        if line != against:
            return place
    return None


def _turn_at(fought: Fought, place: int) -> int:
    """The player turn of an event, from 1."""
    return sum(isinstance(event, TurnStarted) for event in islice(fought.events, place + 1))


def _told(fought: Fought, place: int) -> Told:
    if place >= len(fought.lines):
        return Told(event=None, words=("the battle was over",))
    return Told(event=msgspec.json.decode(fought.lines[place]), words=_words(fought, place))


def _words(fought: Fought, place: int) -> tuple[str, ...]:
    """What the course of the battle says of an event, and of what follows until it says a thing."""
    narrator = Narrator(fought.header)
    events = fought.events
    for event in islice(events, place):
        narrator.tell(event)
    narrator.finish()
    said: list[str] = []
    for event in islice(events, _LONGEST):
        lines = [*narrator.tell(event), *narrator.finish()]
        said = [line.text for line in lines if line.role not in ("phase", "turn") and line.text]
        if said:
            break
    return tuple(said)
