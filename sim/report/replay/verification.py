"""What the verification of a log has found: its document, and the same in words."""

from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any, Literal

import msgspec

import sim
from sim.errors import LogError, LogVersionError
from sim.replay.codec import encode_event, rules_digest
from sim.replay.diff import Change, event_changes
from sim.replay.verify import Finding, Status, verify
from sim.report.lines import Line, Role
from sim.report.replay.parting import (
    Differing,
    difference_lines,
    differing,
    event_lines,
    place_words,
)
from sim.report.replay.picture import parting_picture
from sim.report.terminal import DIFFERENT, DONE, INVALID
from sim.report.words import count

Verdict = Status | Literal["other_version", "unreadable"]

_DIFFERENT = ("edited", "rewritten", "other_rules", "differs")
_SUMMARIES: Mapping[str, tuple[str, Role]] = {
    "same": ("true: the rules play it so, event by event, and its digest fits", "good"),
    "cut_off": ("cut off: true as far as it goes, but it does not go to the end", "grave"),
    "damaged": ("damaged: not all of it can be read", "grave"),
    "edited": ("edited: it was changed after the battle, and its digest no longer fits", "loss"),
    "rewritten": ("rewritten: its digest was made anew, but dice or states deny it", "loss"),
    "other_rules": ("fought under other rules, which decide otherwise here", "grave"),
    "differs": ("different: whole and consistent, yet the rules here play it otherwise", "loss"),
    "other_version": ("of another version", "grave"),
    "unreadable": ("no file that can be read", "grave"),
}
_HEADS = ("the log", "played again")


class DifferenceEntry(msgspec.Struct, frozen=True, kw_only=True):
    """The first difference: both events as lines of a log, null where there is none."""

    event: int
    when: str
    logged: dict[str, Any] | None
    replayed: dict[str, Any] | None
    events: tuple[Differing, ...]
    state: tuple[Differing, ...]


class Verification(msgspec.Struct, frozen=True, kw_only=True):
    """The verification of one log, `verify --json`: a line for each log.

    `events` were the same in log and battle, `unread` could not be read; `sealed` is null without
    a footer, or where lines were left out.
    """

    format: Literal["skirmish-sim/verification"] = "skirmish-sim/verification"
    format_version: Literal[1] = 1
    log: str
    verdict: Verdict
    events: int
    unread: int
    sealed: bool | None
    program_version: str | None
    rules_digest: str | None
    own_program_version: str
    own_rules_digest: str
    difference: DifferenceEntry | None
    problems: tuple[str, ...]


class Examined(msgspec.Struct, frozen=True):
    """A log examined: the document, and the finding if the log could be read."""

    document: Verification
    found: Finding | None

    @property
    def lines(self) -> Iterator[Line]:
        """The document in words."""
        return verification_lines(self.document, self.found)

    def picture(self) -> str | None:
        """The first difference drawn, as far as the log has an event there."""
        found = self.found
        if found is None or found.difference is None:
            return None
        played = found.difference.after or found.difference.before
        title = f"{played.roster.name}: {found.path.name} parts at event {found.difference.number}"
        return parting_picture(
            played, found.logged_after or found.difference.before, title, "the log"
        )


def examine(path: Path, *, lenient: bool = False) -> Examined:
    """Verify a log; one that cannot be read is told as well."""
    try:
        found = verify(path, lenient=lenient)
    except LogError as problem:
        return Examined(unreadable(path, problem), None)
    return Examined(verification_of(found), found)


def verification_of(found: Finding) -> Verification:
    """The document of a finding."""
    return Verification(
        log=str(found.path),
        verdict=found.status,
        events=found.events,
        unread=found.unread,
        sealed=found.is_sealed,
        program_version=found.header.program_version,
        rules_digest=found.header.rules_digest,
        own_program_version=sim.__version__,
        own_rules_digest=rules_digest(),
        difference=_difference(found),
        problems=found.problems,
    )


def unreadable(path: Path, problem: LogError) -> Verification:
    """The document of a log that cannot be read at all."""
    verdict: Verdict = "damaged" if path.is_file() else "unreadable"
    if isinstance(problem, LogVersionError):
        verdict = "other_version"
    return Verification(
        log=str(path),
        verdict=verdict,
        events=0,
        unread=0,
        sealed=None,
        program_version=None,
        rules_digest=None,
        own_program_version=sim.__version__,
        own_rules_digest=rules_digest(),
        difference=None,
        problems=(str(problem),),
    )


def _difference(found: Finding) -> DifferenceEntry | None:
    parting = found.difference
    if parting is None:
        return None
    replayed = None
    if parting.replayed is not None and parting.after is not None:
        replayed = encode_event(parting.number, parting.replayed, parting.after)
    return DifferenceEntry(
        event=parting.number,
        when=place_words(parting.before),
        logged=None if parting.logged is None else msgspec.json.decode(parting.logged.line),
        replayed=None if replayed is None else msgspec.json.decode(replayed),
        events=differing(_event_changes(found)),
        state=differing(found.changes),
    )


def _event_changes(found: Finding) -> tuple[Change, ...]:
    parting = found.difference
    if parting is None or parting.logged is None or parting.replayed is None:
        return ()
    return event_changes(parting.logged.event, parting.replayed)


def exit_code_of(verdicts: Iterable[Verdict]) -> int:
    """How `verify` ends: a difference counts more than what cannot be read."""
    reached = set(verdicts)
    if reached.intersection(_DIFFERENT):
        return DIFFERENT
    return INVALID if reached - {"same"} else DONE


def verification_lines(document: Verification, found: Finding | None) -> Iterator[Line]:
    """What was found of a log: the verdict, what is wrong, and the first difference.

    What is no log, or not to its first line, is told as `replay show` tells it.
    """
    words, role = _SUMMARIES[document.verdict]
    if found is None:
        yield from (Line(problem, role) for problem in document.problems)
        return
    yield Line(f"{document.log}: {words}", role)
    yield Line(_extent(document), "detail", 2)
    for problem in document.problems:
        yield Line(problem, "detail", 2)
    yield from _version_lines(found)
    if found.difference is not None:
        yield from _difference_lines(found)


def _extent(document: Verification) -> str:
    words = f"{count(document.events, 'event')} the same"
    if document.unread:
        words += f", {document.unread} not to be read"
    return words


def _version_lines(found: Finding) -> Iterator[Line]:
    """Who wrote the log, where it was not this program as it is here."""
    if found.has_other_rules:
        log, own = found.header.rules_digest[:8], rules_digest()[:8]
        program = found.header.program_version
        text = f"written by skirmish-sim {program} under rules {log}"
        yield Line(f"{text}; these are {sim.__version__} and {own}", "detail", 2)
        if found.difference is not None:
            yield Line("that it differs here says nothing against the log", "detail", 2)
    for change in found.other_versions if found.difference is not None else ():
        yield Line(f"{change.field}: {change.a} there, {change.b} here", "detail", 2)


def _difference_lines(found: Finding) -> Iterator[Line]:
    parting = found.difference
    assert parting is not None
    yield Line("")
    yield Line(f"event {parting.number}, {place_words(parting.before)}", "phase")
    logged = None if parting.logged is None else parting.logged.event
    yield from event_lines(_HEADS[0], parting.before, logged, "the log ends")
    waiting = "the battle is over, or waits for an order"
    yield from event_lines(_HEADS[1], parting.before, parting.replayed, waiting)
    yield from difference_lines((*_event_changes(found), *found.changes), _HEADS)
