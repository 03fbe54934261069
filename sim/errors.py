"""What can go wrong outside the rules, and what the rules refuse."""

import msgspec


class Refusal(msgspec.Struct, frozen=True):
    """Why the rules forbid something: a stable code, the clause, a sentence for people."""

    code: str
    clause: str
    text: str


class SimError(Exception):
    """The root of every error this program raises on purpose."""


class UsageError(SimError):
    """A command, option or name that does not exist or does not fit (exit code 2)."""


class ScenarioError(SimError):
    """A scenario file that cannot be played (exit code 3)."""


class LogError(SimError):
    """A log that is damaged, cut off, or of another version (exit code 3)."""
