"""Settings from outside, `PATH=VALUE`, applied to a document before it is validated."""

from collections.abc import Sequence
from typing import Any

from sim.errors import UsageError
from sim.scenario.catalogue import shipped_data
from sim.scenario.faults import Path, nearest
from sim.scenario.models import ScenarioModel
from sim.scenario.naming import SORTS, declared, names
from sim.scenario.text import MAX_DEPTH, TextError, parse_yaml, plain
from sim.scenario.values import per_inch, to_file_unit

_LENGTHS = ("range", "height", "eye_height", "disc", "rect", "open", "difficult")


def apply_settings(data: dict[str, Any], settings: Sequence[str]) -> list[Path]:
    """Change a document by settings such as `rounds=6` or `unit.a1.state.broken=true`.

    Paths go by keys, by indices or ids within lists, or start at an entry by its sort and id
    (unit, formation, side, objective, emplacement, piece); lengths are in the document's unit.
    Returns the paths that were set. Raises UsageError for a setting that leads nowhere, and for
    one that sets again what another has set.
    """
    found: dict[Path, str] = {}
    for setting in settings:
        path = _apply(data, setting)
        if path in found:
            raise UsageError(
                f"{setting!r} sets what {found[path]!r} has set; leave one of them out"
            )
        found[path] = setting
    return list(found)


def setting_name(setting: str) -> str:
    """What a setting sets, as it was given: `PATH` of `PATH=VALUE`."""
    return setting.partition("=")[0].strip()


def _apply(data: dict[str, Any], setting: str) -> Path:
    route, equals, text = setting.partition("=")
    parts = [part.strip() for part in route.split(".")]
    if not equals or not all(parts):
        raise UsageError(f"a setting is PATH=VALUE, not {setting!r}")
    if len(parts) > MAX_DEPTH:
        raise UsageError(f"{setting!r}: nothing stands as deep as that")
    start, rest = _start(data, parts, setting)
    if not rest:
        raise UsageError(f"{setting!r} does not say which key of {parts[-1]!r} it sets")
    node: Any = data
    for part in start:
        node = node[part]
    path = start
    for part in rest[:-1]:
        key = _key(node, part, setting)
        _prepare(data, node, key, path)
        node, path = node[key], (*path, key)
    key = _key(node, rest[-1], setting)
    _prepare(data, node, key, path)
    node[key] = _value(text, setting)
    return (*path, key)


def _value(text: str, setting: str) -> Any:
    try:
        return plain(parse_yaml(text).data)
    except TextError as error:
        raise UsageError(f"the value of {setting!r} cannot be read: {error}") from None


def _start(data: dict[str, Any], parts: list[str], setting: str) -> tuple[Path, list[str]]:
    """The entry from which a route starts, and the rest of the route."""
    if parts[0] in ScenarioModel.model_fields or parts[0] in data:
        return (), parts
    if parts[0] not in SORTS.values():
        known = [*SORTS.values(), *ScenarioModel.model_fields]
        raise _unknown(f"{setting!r}: a scenario has no {parts[0]!r}", parts[0], known)
    found = declared(data)
    wanted = parts[1] if len(parts) > 1 else ""
    for item in found:
        if (item.sort, item.id) == (parts[0], wanted):
            return item.path, parts[2:]
    message = f"{setting!r}: there is no {parts[0]} {wanted!r}"
    others = [f"{item.sort}.{wanted}" for item in found if item.id == wanted]
    if others:
        raise UsageError(f"{message} (did you mean {others[0]!r}?)")
    raise _unknown(message, wanted, names(found, parts[0]))


def _key(node: Any, part: str, setting: str) -> Any:
    """The key or index that a part of a route means in a mapping or a list."""
    if isinstance(node, dict):
        return part
    if not isinstance(node, list):
        raise UsageError(f"{setting!r}: there is nothing below a single value to set {part!r} of")
    if part.isdecimal() and int(part) < len(node):
        return int(part)
    ids = [item.get("id") if isinstance(item, dict) else None for item in node]
    if part in ids:
        return ids.index(part)
    known = [name for name in ids if isinstance(name, str)]
    raise _unknown(f"{setting!r}: the list has no entry {part!r}", part, known)


def _prepare(data: dict[str, Any], node: Any, key: Any, path: Path) -> None:
    """Make the mapping that a route goes on through, if the document does not have it."""
    if not isinstance(node, dict) or node.get(key) is not None:
        return
    if path and path[0] == "catalogue" and len(path) == 2:
        entry = shipped_data().get(str(path[1]), {}).get(key, {})
        node[key] = _in_file_unit(plain(entry), per_inch(data.get("length_unit")))
    else:
        node[key] = {}


def _in_file_unit(entry: Any, units: float, *, length: bool = False) -> Any:
    """A shipped entry with its lengths in the document's unit."""
    if isinstance(entry, dict):
        return {
            key: _in_file_unit(value, units, length=key in _LENGTHS) for key, value in entry.items()
        }
    if isinstance(entry, list):
        return [_in_file_unit(value, units, length=length) for value in entry]
    return to_file_unit(entry, units) if length else entry


def _unknown(message: str, word: str, known: Sequence[str]) -> UsageError:
    hint = nearest(word, known)
    return UsageError(f"{message} ({hint})" if hint else message)
