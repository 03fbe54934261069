"""Whether a log is true: its orders and dice played through the rules again, line by line."""

from collections.abc import Iterable
from pathlib import Path
from typing import Any, Literal

import msgspec

import sim
from sim.errors import LogError, LogVersionError
from sim.replay.codec import Header, rules_digest, versions
from sim.replay.diff import Change, header_changes, state_changes
from sim.replay.fold import scenario_of
from sim.replay.follow import Difference, Follower
from sim.replay.log import LogLine, LogReader
from sim.scenario.load import Scenario
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.digest import state_digest
from sim.state.events import Event, TurnEnded
from sim.state.rolls import Roll

Status = Literal["same", "cut_off", "damaged", "edited", "rewritten", "other_rules", "differs"]
"""What a verification comes to.

same: every event, and the seal. cut_off: every event as far as the log goes. damaged: lines that
cannot be read. edited: it differs, and its seal is broken. rewritten: it differs, its seal was made
anew, and it contradicts itself or its dice. other_rules: it differs, and says that it was fought
under other rules. differs: the same rules, and a log that is consistent, yet another battle.
"""


class Finding(msgspec.Struct, frozen=True, kw_only=True):
    """What verifying a log has found.

    `events` were the same, `unread` not readable; `is_sealed` says whether the footer fits, None
    without one; `changes` are the log's state against the battle's where they part.
    """

    path: Path
    status: Status
    header: Header
    events: int
    unread: int = 0
    is_sealed: bool | None = None
    difference: Difference | None = None
    logged_after: BattleState | None = None
    changes: tuple[Change, ...] = ()
    problems: tuple[str, ...] = ()

    @property
    def is_same(self) -> bool:
        """Whether the log is whole and true."""
        return self.status == "same"

    @property
    def has_other_rules(self) -> bool:
        """Whether the log was written under other rules than those here."""
        return self.header.rules_digest != rules_digest()

    @property
    def other_versions(self) -> tuple[Change, ...]:
        """The versions of program, Python and libraries that are not those here."""
        own = msgspec.structs.replace(
            self.header, versions=versions(), program_version=sim.__version__
        )
        return header_changes(self.header, own)


def verify(path: Path, *, lenient: bool = False) -> Finding:
    """Play a log again, and say what of it is true.

    Both are streamed. Raises `LogError` for a file that is no log that can be read, a
    `LogVersionError` for one of another format version.
    """
    log = LogReader(path, lenient=lenient)
    scenario = _scenario_of(log)
    follower = Follower(log, scenario.start)
    rest, problems = _Rest(follower), list(_header_problems(log, scenario))
    try:
        follower.follow()
        rest.read()
    except LogError as problem:
        problems.append(str(problem))
        if log.is_sealed is None:
            return _finding(log, follower, rest, problems, "damaged")
    problems += log.skipped
    if follower.lost_answer is not None:
        problems.append(f"the order in event {follower.lost_answer} cannot be read")
    if log.cut_off is not None:
        problems.append(log.cut_off)
    return _finding(log, follower, rest, problems, _status(log, follower, rest, problems))


def _scenario_of(log: LogReader) -> Scenario:
    try:
        return scenario_of(log)
    except LogError as problem:
        if log.header.rules_digest == rules_digest():
            raise
        raise LogVersionError(
            f"{log.path} was written by skirmish-sim {log.header.program_version} under other "
            f"rules, and its scenario cannot be played under these: {problem}"
        ) from problem


def _header_problems(log: LogReader, scenario: Scenario) -> Iterable[str]:
    if scenario.digest != log.header.scenario_digest:
        yield "the scenario in the header is not the one that its digest names"


def _finding(
    log: LogReader, follower: Follower, rest: "_Rest", problems: list[str], status: Status
) -> Finding:
    return Finding(
        path=log.path,
        status=status,
        header=log.header,
        events=follower.events,
        unread=follower.unread,
        is_sealed=log.is_sealed,
        difference=follower.difference,
        logged_after=rest.after,
        changes=rest.changes,
        problems=tuple(problems),
    )


def _status(log: LogReader, follower: Follower, rest: "_Rest", problems: list[str]) -> Status:
    if log.is_sealed is False:
        return "edited"
    if follower.difference is None:
        if log.skipped:
            return "damaged"
        if log.is_sealed is None:
            return "cut_off"
        return "edited" if problems else "same"
    if log.header.rules_digest != rules_digest():
        return "other_rules"
    return "rewritten" if rest.contradicts or _has_other_dice(follower.difference) else "differs"


class _Rest:
    """What a log goes on to say from where it differs, and whether that agrees with itself."""

    def __init__(self, follower: Follower):
        self.after: BattleState | None = None
        self.changes: tuple[Change, ...] = ()
        self.contradicts = False
        self._follower = follower
        self._state = follower.state

    def read(self) -> None:
        """Read the log to its end; the events that differ are taken as they are told."""
        difference, self._state = self._follower.difference, self._follower.state
        for line in self._follower.rest():
            if difference is not None and not self.contradicts:
                self._take(line)
                if line is difference.logged:
                    self.after = self._state
                    self.changes = state_changes(self._state, difference.after or difference.before)

    def _take(self, line: LogLine) -> None:
        if isinstance(line.event, TurnEnded) and line.event.digest != state_digest(self._state):
            self.contradicts = True
        try:
            self._state = apply(self._state, line.event)
        except (LookupError, StopIteration, ValueError):
            self.contradicts = True


def _has_other_dice(difference: Difference) -> bool:
    """Whether the same throws fell otherwise, which under the same rules and seed they cannot."""
    if difference.logged is None or difference.replayed is None:
        return False
    logged, replayed = difference.logged.event, difference.replayed
    return _throws(logged) == _throws(replayed) and _faces(logged) != _faces(replayed)


def _rolls(event: Event) -> tuple[Roll, ...]:
    rolls: tuple[Roll, ...] = getattr(event, "rolls", ())
    return rolls


def _throws(event: Event) -> list[tuple[Any, ...]]:
    return [(roll.purpose, roll.need) for roll in _rolls(event)]


def _faces(event: Event) -> list[tuple[int, ...]]:
    return [roll.faces for roll in _rolls(event)]
