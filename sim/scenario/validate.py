"""From plain data to the model of a scenario: every fault of its shape in words and in place.

Entries with faults are left out, so that what remains can be checked further in the same run.
"""

import re
from collections.abc import Mapping, Sequence
from typing import Any

from pydantic import ValidationError

from sim.scenario.faults import FaultLog, Path, has_part, nearest, original
from sim.scenario.models import MAX_ROUNDS, ScenarioModel
from sim.scenario.values import per_inch

_HEADER = (("format",), ("format_version",))
_STAND_INS = {"name": "", "rounds": MAX_ROUNDS, "table": {"width": 240, "height": 240}}
_EXPECTED = {
    "model_type": "a mapping",
    "model_attributes_type": "a mapping",
    "dict_type": "a mapping",
    "list_type": "a list",
    "tuple_type": "a list of two numbers",
    "float_type": "a number",
    "int_type": "a whole number",
    "int_from_float": "a whole number",
    "string_type": "text",
    "bool_type": "true or false",
}
_SIZES = {
    "too_short": ("min_length", "at least", "entry", "entries"),
    "too_long": ("max_length", "at most", "entry", "entries"),
    "string_too_long": ("max_length", "at most", "character", "characters"),
}
_BOUNDS = {
    "greater_than": ("gt", "above"),
    "greater_than_equal": ("ge", "at least"),
    "less_than_equal": ("le", "at most"),
}


def validate(data: Mapping[str, Any], log: FaultLog) -> ScenarioModel | None:
    """The model of a document, less its faulty parts, or None if nothing sound remains.

    Lengths are in inches. Every fault of shape is noted; `log` then takes paths of the model.
    """
    dropped: dict[Path, None] = {}
    while () not in dropped:
        remains, survivors = _without(data, dropped)
        context = {"per_inch": per_inch(data.get("length_unit")), "partial": bool(dropped)}
        try:
            model = ScenarioModel.model_validate(remains, context=context)
        except ValidationError as error:
            found = error.errors(include_url=False)
        else:
            log.leave_out(survivors, partial=bool(dropped))
            return model
        if not dropped and _report_all(found, data, log):
            return None
        for details in found:
            path = original(_path(details, remains), survivors)
            dropped[_droppable(path, data, dropped)] = None
    return None


def _report_all(found: Sequence[Any], data: Mapping[str, Any], log: FaultLog) -> bool:
    """Note the faults, only those of a foreign header if it has some; whether it has."""
    foreign = [details for details in found if details["loc"][:1] in _HEADER]
    for details in foreign or found:
        _report(details, _path(details, data), log)
    return bool(foreign)


def _path(details: Any, data: Any) -> Path:
    """The path of an error: its location without the parts that stand for no value."""
    path: Path = ()
    for part in details["loc"]:
        if has_part(data, part):
            data = data[part]
            path = (*path, part)
    return (*path, details["loc"][-1]) if details["type"] == "missing" else path


def _report(details: Any, path: Path, log: FaultLog) -> None:
    kind, context, value = details["type"], details.get("ctx", {}), details["input"]
    if kind == "fault":
        note = log.key_error if context["code"] == "unknown_key" else log.error
        note(path, context["code"], details["msg"], context["suggestion"])
    elif kind == "missing":
        _report_missing(path, log)
    elif kind == "union_tag_not_found":
        log.error(path, "missing_key", f"the key {context['discriminator']} is missing")
    elif kind in ("literal_error", "union_tag_invalid"):
        _report_choice(context, path, value, log)
    elif kind in _EXPECTED:
        message = f"must be {_EXPECTED[kind]}, not {_shown(value)}"
        is_list = kind in ("list_type", "tuple_type") and isinstance(value, str)
        hint = None
        if is_list and "(" not in value:
            hint = f"did you mean [{','.join(value.replace(',', ' ').split())}]?"
        log.error(path, "wrong_type", message, hint)
    elif kind in _BOUNDS:
        name, words = _BOUNDS[kind]
        log.error(path, "out_of_range", f"must be {words} {context[name]:g}, not {_shown(value)}")
    elif kind in _SIZES:
        name, words, one, many = _SIZES[kind]
        things = f"{context[name]} {one if context[name] == 1 else many}"
        log.error(path, "wrong_length", f"must have {words} {things}, not {len(value)}")
    elif kind == "finite_number":
        log.error(path, "not_finite", f"{_path_end(path)} must be a finite number")
    elif kind == "string_pattern_mismatch":
        note = log.key_error if details["loc"][-1] == "[key]" else log.error
        note(path, "bad_id", f"{_shown(value)} has more than ASCII letters, digits, - and _")
    else:
        log.error(path, "wrong_value", details["msg"].replace("Input should", "it should"))


def _report_missing(path: Path, log: FaultLog) -> None:
    if isinstance(path[-1], int):
        log.error(path[:-1], "wrong_length", f"entry {path[-1] + 1} of the list is missing")
    else:
        log.error(path, "missing_key", f"the key {path[-1]!r} is missing")


def _report_choice(context: Mapping[str, Any], path: Path, value: Any, log: FaultLog) -> None:
    """A value that is none of those allowed; of a tagged union, the tag."""
    if "tag" in context:
        path = (*path, context["discriminator"].strip("'"))
        value = context["tag"]
    expected = context.get("expected_tags", context.get("expected", ""))
    known = re.findall(r"'([^']*)'", expected)
    is_choice = " or " in expected or ", " in expected
    if is_choice and " or " not in expected:
        expected = " or ".join(expected.rsplit(", ", 1))
    message = f"must be {'one of ' if is_choice else ''}{expected}, not {_shown(value)}"
    log.error(path, "unknown_value", message, nearest(str(value), known))


def _shown(value: Any) -> str:
    """A value as a message shows it."""
    if isinstance(value, Mapping):
        return "a mapping"
    if isinstance(value, list):
        return "a list"
    if value is None:
        return "nothing"
    if isinstance(value, bool):
        return str(value).lower()
    text = repr(value)
    return text if len(text) <= 40 else f"{text[:37]}..."


def _path_end(path: Path) -> str:
    return next((repr(part) for part in reversed(path) if isinstance(part, str)), "it")


def _droppable(path: Path, data: Any, dropped: Mapping[Path, None]) -> Path:
    """The least part of a document to leave out for a fault: a key, or an entry of a list."""
    while path and (path in dropped or not _can_drop(path, data)):
        path = path[:-1]
    return path


def _can_drop(path: Path, data: Any) -> bool:
    if len(path) == 1 and path[0] in _STAND_INS:
        return True
    for part in path:
        if not has_part(data, part):
            return False
        data = data[part]
    return isinstance(path[-1], str) or isinstance(data, Mapping)


def _without(data: Any, dropped: Mapping[Path, None]) -> tuple[Any, dict[Path, list[int]]]:
    """The data less what is dropped, and which items of each shortened list are left."""
    survivors: dict[Path, list[int]] = {}

    def kept(value: Any, path: Path) -> Any:
        """What is left of a value at a path."""
        if isinstance(value, Mapping):
            return {
                key: kept(item, (*path, key))
                for key, item in value.items()
                if (*path, key) not in dropped
            }
        if isinstance(value, list):
            left = [i for i in range(len(value)) if (*path, i) not in dropped]
            if len(left) < len(value):
                survivors[path] = left
            return [kept(value[i], (*path, i)) for i in left]
        return value

    remains = kept(data, ())
    for path in dropped:
        if len(path) == 1 and path[0] in _STAND_INS:
            remains[path[0]] = _STAND_INS[path[0]]
    return remains, survivors
