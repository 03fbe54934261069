"""What a page embeds: the scenery, the first state, and per event its words and its patches."""

import msgspec

from sim.report.lines import Line
from sim.report.page.patches import Rows
from sim.report.page.scenery import Scenery
from sim.report.page.shots import Shot
from sim.state.orders import Point

Chapter = tuple[int, int, int, str]
"""The first event of a phase, its round, the index of the active side, the phase."""

Step = tuple[int, float, float]
"""An event, and the values of both sides from it on."""


class Throw(msgspec.Struct, frozen=True, omit_defaults=True):
    """A roll as dice: its faces, the least face needed, and what came of it."""

    purpose: str
    faces: tuple[int, ...]
    result: str
    need: int | None = None


class EventEntry(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """An event: its words as numbers of lines, who takes part, and what it changes.

    `patch` leads from the state before to the state after, `inverse` back; `result` is what came
    of dice, in a word.
    """

    kind: str
    lines: tuple[int, ...]
    units: tuple[int, ...] = ()
    patch: Rows = {}
    inverse: Rows = {}
    throws: tuple[Throw, ...] = ()
    shot: int | None = None
    path: tuple[Point, ...] = ()
    result: str = ""


class Document(msgspec.Struct, frozen=True, kw_only=True):
    """A battle as a page embeds it; `lines` and `shots` are told once and referred to."""

    format: str = "skirmish-sim/page"
    format_version: int = 1
    name: str
    description: str
    program_version: str
    seed: int
    rounds: int
    warnings: tuple[str, ...]
    scenery: Scenery
    start: Rows
    events: tuple[EventEntry, ...]
    chapters: tuple[Chapter, ...]
    lost: tuple[Step, ...]
    points: tuple[Step, ...]
    lines: tuple[Line, ...]
    shots: tuple[Shot, ...]
    clauses: dict[str, str]
