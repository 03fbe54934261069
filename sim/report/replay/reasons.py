"""`replay why`: one event of a log with everything that it came from, as document and as lines."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Literal

import msgspec

from sim.errors import UsageError
from sim.replay.diff import state_changes
from sim.replay.fold import Moment, kind_of, states_along
from sim.replay.log import LogReader
from sim.report.adjudication.document import Adjudication
from sim.report.lines import Line, fold
from sim.report.replay.attacks import recall
from sim.report.replay.chances import chances_of
from sim.report.replay.parting import Differing, differing, place_words
from sim.report.replay.why import explain
from sim.rules.clauses import load_clauses
from sim.state.events import AttackEvent, Event

_CLAUSE = re.compile(r"\b(?:BB|BW|FR|GE|HR|PR|RU)-[0-9a-z]+\b")
_WIDEST = 10_000


class RollEntry(msgspec.Struct, frozen=True):
    """A roll of the event, and the exact chance of each result it could have had."""

    purpose: str
    faces: tuple[int, ...]
    result: str
    chances: dict[str, str]


class Why(msgspec.Struct, frozen=True, kw_only=True):
    """The document of `replay why --json`.

    `event` is the line of the log; `text` what is told of it; `changes` the state before (a) and
    after (b); `adjudication` what the rules here assess for an attack, else null.
    """

    format: Literal["skirmish-sim/why"] = "skirmish-sim/why"
    format_version: Literal[1] = 1
    log: str
    n: int
    kind: str
    when: str
    event: dict[str, Any]
    text: tuple[str, ...]
    rolls: tuple[RollEntry, ...]
    adjudication: Adjudication | None
    changes: tuple[Differing, ...]
    clauses: dict[str, str]


def find_event(path: Path, number: int, *, lenient: bool = False) -> Moment:
    """The event of that number, between its states; raises `UsageError` when there is none."""
    log, last = LogReader(path, lenient=lenient), 0
    for moment in states_along(log):
        last = moment.line.stamp.n
        if last == number:
            return moment
    extent = f"its events are 1 to {last}" if last else "it has none"
    end = ", where it is cut off" if log.cut_off else ""
    raise UsageError(f"{path} has no event {number}; {extent}{end}")


def why_document(path: Path, moment: Moment) -> Why:
    """Everything about an event."""
    event = moment.line.event
    text = tuple(row for line in explain(moment.before, event) for row in fold(line, _WIDEST))
    changes = state_changes(moment.before, moment.after)
    return Why(
        log=str(path),
        n=moment.line.stamp.n,
        kind=kind_of(event),
        when=place_words(moment.after),
        event=msgspec.json.decode(moment.line.line),
        text=text,
        rolls=tuple(_roll_entries(event)),
        adjudication=_adjudication(moment),
        changes=differing(changes),
        clauses=clauses_in(text),
    )


def _roll_entries(event: Event) -> Iterator[RollEntry]:
    for roll in getattr(event, "rolls", ()):
        chances = {name: str(chance) for name, chance in chances_of(roll).items()}
        yield RollEntry(roll.purpose, roll.faces, roll.result, chances)


def _adjudication(moment: Moment) -> Adjudication | None:
    event = moment.line.event
    found = recall(moment.before, event) if isinstance(event, AttackEvent) else None
    return None if found is None else found.answer


def clauses_in(text: Iterable[str]) -> dict[str, str]:
    """The clauses that a text names, in their order, with their titles."""
    titles = {str(clause.id): clause.title for clause in load_clauses().values()}
    named = (clause for row in text for clause in _CLAUSE.findall(row))
    return {clause: titles[clause] for clause in dict.fromkeys(named) if clause in titles}


def why_lines(moment: Moment) -> Iterator[Line]:
    """An event in full, and behind it the clauses that it names but does not give the titles of."""
    yield Line(f"event {moment.line.stamp.n}, {place_words(moment.after)}", "title")
    lines = explain(moment.before, moment.line.event)
    yield from lines
    told = {line.text for line in lines}
    clauses = clauses_in(line.text for line in lines).items()
    named = [f"{clause}: {title}" for clause, title in clauses]
    untold = [words for words in named if words not in told]
    if untold:
        yield Line("")
    for words in untold:
        yield Line(words, "detail", 2)
