"""Faults of a file: collecting them with their places, suggesting, and reporting them."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cache
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sim.errors import Fault

Path = tuple[str | int, ...]
"""Where a value stands in a document: keys and indices from the top."""

Survivors = Mapping[Path, Sequence[int]]
"""The indices of the items that are left in each list from which some were left out."""

Place = tuple[int, int]
"""Line and column, both from 1; (0, 0) where there is no text."""


class Places(msgspec.Struct, frozen=True):
    """Where the values and the keys of a document stand in its text."""

    values: Mapping[Path, Place] = {}
    keys: Mapping[Path, Place] = {}

    def value(self, path: Path) -> Place:
        """The place of a value, or of what it should stand in."""
        while path and path not in self.values:
            path = path[:-1]
        return self.values.get(path, (0, 0))

    def key(self, path: Path) -> Place:
        """The place of a key, or of its value where it has none."""
        return self.keys.get(path) or self.value(path)


class FaultReport(msgspec.Struct, frozen=True):
    """The faults of all files as one JSON document, `skirmish-sim/faults`."""

    format: Literal["skirmish-sim/faults"]
    format_version: Literal[1]
    faults: tuple[Fault, ...]


Without = Callable[[tuple[str, ...]], Collection[Fault] | None]
"""The faults that there are without the settings of some paths; None when nobody can tell."""

_MOST_ASKED, _MOST_NAMED = 12, 3
"""Of so many settings each is asked for; so many of those that are to blame are named."""


class FaultLog:
    """The faults found in one file so far; `is_partial` when parts of the file are left out."""

    def __init__(self, file: str, places: Places | None = None) -> None:
        self.file = file
        self.places = places or Places()
        self._found: list[Fault] = []
        self._survivors: Survivors = {}
        self._settings: Mapping[str, str] = {}
        self._without: Without = lambda _routes: None
        self.is_partial = False

    def leave_out(self, survivors: Survivors, *, partial: bool) -> None:
        """From now on paths count only the items of each list that were not left out."""
        self._survivors, self.is_partial = survivors, partial

    def credit(self, settings: Mapping[str, str], without: Without) -> None:
        """Say of the faults that come of what was set from outside which setting it was.

        Settings are named by their paths.
        """
        self._settings = settings
        self._without = cache(without)

    def error(self, path: Path, code: str, message: str, suggestion: str | None = None) -> None:
        """Note a fault that makes the file unplayable; its place is that of the value."""
        path = original(path, self._survivors)
        self._note(self.places.value(path), path, "error", code, message, suggestion)

    def key_error(self, path: Path, code: str, message: str, suggestion: str | None = None) -> None:
        """Note an error whose place is that of the key."""
        path = original(path, self._survivors)
        self._note(self.places.key(path), path, "error", code, message, suggestion)

    def warning(self, path: Path, code: str, message: str, suggestion: str | None = None) -> None:
        """Note something odd that can be played all the same."""
        path = original(path, self._survivors)
        self._note(self.places.value(path), path, "warning", code, message, suggestion)

    def _note(
        self, place: Place, path: Path, severity: Any, code: str, message: str, hint: str | None
    ) -> None:
        self._found.append(
            Fault(
                file=self.file,
                line=place[0],
                column=place[1],
                path=path_text(path),
                severity=severity,
                code=code,
                message=message,
                suggestion=hint,
            )
        )

    def has_fault_at(self, path: Path) -> bool:
        """Whether a fault of that very value has been noted."""
        text = path_text(original(path, self._survivors))
        return any(fault.path == text for fault in self._found)

    def has_fault_in(self, key: str) -> bool:
        """Whether a fault of the value of a key of the file, or within it, has been noted."""
        return any(fault.path.partition(".")[0].partition("[")[0] == key for fault in self._found)

    @property
    def has_errors(self) -> bool:
        """Whether one of the faults makes the file unplayable."""
        return any(fault.severity == "error" for fault in self._found)

    def sorted(self) -> tuple[Fault, ...]:
        """All faults by place."""
        return sorted_faults(self._credited(fault) for fault in self._found)

    def _credited(self, fault: Fault) -> Fault:
        """A fault by the setting that it stands in, or by those that it comes of.

        A key that a file repeats is always its own.
        """
        if not self._settings or fault.code == "duplicate_key":
            return fault
        inside = [route for route in self._settings if _is_below(fault.path, route)]
        blamed = inside[-1:] or self._causes(fault)
        if not blamed:
            return fault
        names = [f"--set {self._settings[route]}" for route in blamed[:_MOST_NAMED]]
        file = " ".join(names) + (" …" if len(blamed) > _MOST_NAMED else "")
        is_named = any(_is_below(route, fault.path) for route in blamed)
        return replace(fault, file=file, line=0, column=0, path="" if is_named else fault.path)

    def _causes(self, fault: Fault) -> Sequence[str]:
        """The settings that a fault outside them comes of, none if the file has it by itself.

        Those are all without which it is gone; where it takes more than one to be gone, all.
        """
        routes = tuple(self._settings)
        own = self._without(routes)
        if own is None or fault in own:
            return ()
        asked = routes if 1 < len(routes) <= _MOST_ASKED else ()
        left = {route: self._without((route,)) for route in asked}
        gone = [
            route for route, faults in left.items() if faults is not None and fault not in faults
        ]
        return gone or routes


def _is_below(path: str, other: str) -> bool:
    """Whether a path leads to or through another."""
    return f"{path}.".startswith((f"{other}.", f"{other}["))


def original(path: Path, survivors: Survivors) -> Path:
    """The path by the file's own count of a path that counts only the survivors."""
    found: Path = ()
    for part in path:
        left = survivors.get(found, ())
        found = (*found, left[part] if isinstance(part, int) and part < len(left) else part)
    return found


def has_part(data: Any, part: str | int) -> bool:
    """Whether a mapping has that key, or a list that index."""
    if isinstance(data, list):
        return isinstance(part, int) and part < len(data)
    return isinstance(data, Mapping) and part in data


def path_text(path: Path) -> str:
    """A path as people write it: `sides[0].formations[1].leader`."""
    text = "".join(f"[{part}]" if isinstance(part, int) else f".{part}" for part in path)
    return text.removeprefix(".")


def sorted_faults(faults: Iterable[Fault]) -> tuple[Fault, ...]:
    """Faults by file and place."""
    return tuple(sorted(faults, key=lambda f: (f.file, f.line, f.column, f.path, f.code)))


def nearest(word: str, known: Iterable[str]) -> str | None:
    """A suggestion of the known name nearest to a word, if one is near."""
    names = sorted(known)
    folded = {name.lower(): name for name in reversed(names)}
    found = get_close_matches(word.lower(), list(folded), n=1)
    return f"did you mean {folded[found[0]]!r}?" if found else None


def faults_document(faults: Iterable[Fault]) -> dict[str, Any]:
    """The faults of all files as plain data for `--json`, by file and place."""
    report: dict[str, Any] = msgspec.to_builtins(
        FaultReport("skirmish-sim/faults", 1, sorted_faults(faults))
    )
    return report
