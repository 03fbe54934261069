"""What can go wrong outside the rules, and what the rules refuse."""

from collections.abc import Iterable
from typing import Literal

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why the rules forbid something: a stable code, the clause, a sentence for people."""

    code: str
    clause: str
    text: str


class Fault(msgspec.Struct, frozen=True, kw_only=True):
    """What is wrong with a file, and where: line and column from 1, 0 where there is no text."""

    file: str
    line: int
    column: int
    path: str
    severity: Literal["error", "warning"]
    code: str
    message: str
    suggestion: str | None = None

    def __str__(self) -> str:
        place = f"{self.file}:{self.line}:{self.column}" if self.line else self.file
        if not self.line and self.path:
            place += f": {self.path}"
        hint = f" ({self.suggestion})" if self.suggestion else ""
        severity = "" if self.severity == "error" else "warning: "
        return f"{place}: {self.code}: {severity}{self.message}{hint}"


class SimError(Exception):
    """The root of every error this program raises on purpose."""


class UsageError(SimError):
    """A command, option or name that does not exist or does not fit (exit code 2)."""


class ScenarioError(SimError):
    """A scenario file that cannot be played (exit code 3), with all its faults."""

    def __init__(self, faults: Iterable[Fault]) -> None:
        self.faults = tuple(faults)
        super().__init__("\n".join(str(fault) for fault in self.faults))


class LogError(SimError):
    """A log that is damaged, cut off, or of another version (exit code 3)."""


class LogVersionError(LogError):
    """A log of a format version that this program does not read."""
