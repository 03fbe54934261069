"""The ids of a document: what they name, where, and that none names two things."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from sim.scenario.faults import FaultLog, Path, path_text

SORTS: Mapping[str, str] = {
    "terrain": "piece",
    "emplacements": "emplacement",
    "objectives": "objective",
    "sides": "side",
    "formations": "formation",
    "units": "unit",
}
"""What the entries of each list are called."""


class Declared(NamedTuple):
    """An id of the document: what sort of thing it names, and the path of the entry."""

    sort: str
    id: str
    path: Path


def declared(data: Mapping[str, Any]) -> tuple[Declared, ...]:
    """Every id in file order, also those of entries that have faults."""
    return tuple(_declared(data, ()))


def names(found: Sequence[Declared], sort: str) -> tuple[str, ...]:
    """The ids of one sort."""
    return tuple(item.id for item in found if item.sort == sort)


def report_twins(found: Sequence[Declared], log: FaultLog) -> None:
    """Report every id used before, whatever its case."""
    first: dict[str, Declared] = {}
    for item in sorted(found, key=lambda declared: log.places.value(declared.path)):
        earlier = first.setdefault(item.id.casefold(), item)
        if earlier is not item:
            message = f"the id {item.id!r} is that of the {earlier.sort}"
            if item.id != earlier.id:
                message += f" {earlier.id!r}"
            log.error((*item.path, "id"), "duplicate_id", f"{message} {_where(earlier, item, log)}")


def _where(earlier: Declared, item: Declared, log: FaultLog) -> str:
    """Where the first of two things of one id stands: by its line, unless the other shares it."""
    line, own = (log.places.value((*each.path, "id"))[0] for each in (earlier, item))
    return f"on line {line}" if line != own else f"at {path_text(earlier.path)}"


def _declared(entry: Any, path: Path) -> Iterator[Declared]:
    if not isinstance(entry, Mapping):
        return
    for group, sort in SORTS.items():
        items = entry.get(group)
        for i, item in enumerate(items if isinstance(items, list) else ()):
            inner = (*path, group, i)
            if isinstance(item, Mapping) and isinstance(item.get("id"), str):
                yield Declared(sort, item["id"], inner)
            yield from _declared(item, inner)
