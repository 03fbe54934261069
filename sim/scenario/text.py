"""The text of a file: YAML 1.2 or JSON to plain data, keeping line and column of everything.

Scalars follow the core schema of YAML 1.2 and nothing else: `NO`, `on` and `12:30` are text.
Aliases and tags are refused, so no text can unfold into more than it says.
"""

import json
import re
from collections.abc import Mapping
from pathlib import Path as FilePath
from typing import Any

import msgspec
from ruamel.yaml import YAML
from ruamel.yaml.composer import Composer
from ruamel.yaml.error import MarkedYAMLError, YAMLError
from ruamel.yaml.events import AliasEvent
from ruamel.yaml.nodes import MappingNode, Node, ScalarNode, SequenceNode

from sim.scenario.faults import Path, Place, Places

_TEXT_TAG = "tag:yaml.org,2002:str"
_CORE_TAGS = re.compile(
    r"tag:yaml\.org,2002:(str|int|float|bool|null|map|seq|timestamp|merge|value)"
)
_NULL = re.compile(r"~|null|Null|NULL|")
_TRUE = re.compile(r"true|True|TRUE")
_FALSE = re.compile(r"false|False|FALSE")
_INTEGER = re.compile(r"[-+]?[0-9]+")
_BASED_INTEGER = re.compile(r"0o[0-7]+|0x[0-9a-fA-F]+")
_NUMBER = re.compile(r"[-+]?(\.[0-9]+|[0-9]+(\.[0-9]*)?)([eE][-+]?[0-9]+)?")
_INFINITE = re.compile(r"[-+]?\.(inf|Inf|INF)")
_NOT_A_NUMBER = re.compile(r"\.(nan|NaN|NAN)")
_TOO_DEEP = "the file is nested too deeply"
_EXACT = 2**53
_MANY_DIGITS = 18

MAX_BYTES = 1 << 23
"""No file is larger."""

MAX_DEPTH = 50
"""No document is nested more deeply."""

MAX_VALUES = 100_000
"""No document has more values, keys and lists among them: each costs time to be read and checked.

The coordinates of a text of `wkt` are one value.
"""


RESULTS_MAGIC = b"SQLite format 3\x00"
"""How a results file begins."""

_OTHERS = {
    b'{"format":"skirmish-sim/log"': "this is a log: `replay show` tells what happened in it",
    b"\x1f\x8b": "the file is compressed: if it is a log, `replay show` tells what happened in it",
    RESULTS_MAGIC: "this is a results file: `stats` tells what it shows",
}
"""How files begin that are something else, and what to do with them."""


class Parsed(msgspec.Struct, frozen=True):
    """What a text says, where it says so, and the keys it repeats with the lines of the first."""

    data: Any
    places: Places
    repeated: tuple[tuple[Path, int], ...] = ()


class TextError(Exception):
    """A text that cannot be read, with a place, a code and a message."""

    def __init__(self, place: Place, code: str, message: str) -> None:
        super().__init__(message)
        self.place, self.code = place, code


class TooManyError(TextError):
    """A text of more values than a document may have."""


def read_document(path: FilePath) -> Parsed:
    """The data of a scenario file.

    Raises TextError for a file that cannot be read, or is not what its suffix says.
    """
    content = _bytes(path)
    for start, message in _OTHERS.items():
        if content.startswith(start):
            raise TextError((1, 1), "no_scenario", message)
    text = _decoded(content)
    return parse_json(text) if path.suffix.lower() == ".json" else parse_yaml(text)


def _bytes(path: FilePath) -> bytes:
    try:
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or str(error)
        raise TextError((1, 1), "unreadable", f"the file cannot be read: {reason}") from None
    if len(content) > MAX_BYTES:
        raise TextError((1, 1), "too_large", f"no scenario has more than {MAX_BYTES} bytes")
    return content


def _decoded(content: bytes) -> str:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = content[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - before.rfind(b"\n")
        raise TextError((line, column), "encoding", "the file is not UTF-8 text") from None
    return text.replace("\r\n", "\n")


def parse_yaml(text: str) -> Parsed:
    """The data of a YAML 1.2 text; raises TextError."""
    node = _composed(text)
    if node is None:
        return Parsed(None, Places({(): (1, 1)}))
    reader = _NodeReader(text)
    data = reader.read(node, ())
    return Parsed(data, Places(reader.values, reader.keys), tuple(reader.repeated))


def parse_json(text: str) -> Parsed:
    """The data of a JSON text; raises TextError. The places come from reading it as YAML."""
    try:
        data = json.loads(text, parse_int=_whole)
    except json.JSONDecodeError as error:
        raise TextError((error.lineno, error.colno), "syntax", error.msg) from None
    except RecursionError:
        raise TextError((1, 1), "too_deep", _TOO_DEEP) from None
    try:
        shape = parse_yaml(text.replace("\t", " "))
    except TooManyError:
        raise
    except TextError:
        return Parsed(data, Places({(): (1, 1)}))
    return Parsed(data, shape.places, shape.repeated)


class _Composer(Composer):
    """Composes as many values as a document may have; raises `TooManyError` at the next."""

    _values = 0

    def compose_node(self, parent: Any, index: Any) -> Any:
        """The next node, counted."""
        self._values += 1
        if self._values > MAX_VALUES:
            place = _place(self.parser.peek_event())
            message = f"no scenario has more than {MAX_VALUES} values; `wkt` takes larger shapes"
            raise TooManyError(place, "too_many_values", message)
        return super().compose_node(parent, index)


def _composed(text: str) -> Node | None:
    yaml = YAML(typ="safe", pure=True)
    yaml.Composer = _Composer
    try:
        node: Node | None = yaml.compose(text)
    except RecursionError:
        raise TextError((1, 1), "too_deep", _TOO_DEEP) from None
    except MarkedYAMLError as error:
        mark = error.problem_mark or error.context_mark
        place = (mark.line + 1, mark.column + 1) if mark else (1, 1)
        raise TextError(place, "syntax", _reason(error)) from None
    except YAMLError as error:
        place = _place_at(text, getattr(error, "position", 0))
        raise TextError(place, "syntax", "a character that no YAML text may hold") from None
    except (ValueError, OverflowError):
        raise TextError((1, 1), "syntax", "an escape stands for no character") from None
    return node


def _reason(error: MarkedYAMLError) -> str:
    """What is wrong, with what was expected where the one goes on from the other."""
    problem = str(error.problem or error.context or "not YAML")
    return f"{error.context}, {problem}" if problem.startswith("but ") else problem


def _place_at(text: str, position: int) -> Place:
    before = text[:position]
    return before.count("\n") + 1, position - before.rfind("\n")


class _NodeReader:
    """Turns nodes into data and notes the places of values and keys on the way."""

    def __init__(self, text: str) -> None:
        self._text = text
        self.values: dict[Path, Place] = {}
        self.keys: dict[Path, Place] = {}
        self.repeated: list[tuple[Path, int]] = []
        self._seen: set[int] = set()

    def read(self, node: Node, path: Path) -> Any:
        """The value of a node, the places of all in it noted; raises `TextError`."""
        place = _place(node)
        if id(node) in self._seen:
            message = "aliases are not allowed: write the value out"  # PR-60
            raise TextError(_first_alias(self._text), "alias", message)
        if len(path) > MAX_DEPTH:
            raise TextError(place, "too_deep", _TOO_DEEP)
        if not _CORE_TAGS.fullmatch(str(node.tag)):
            raise TextError(place, "tag", f"the tag {node.tag} is not allowed")
        self._seen.add(id(node))
        self.values[path] = place
        match node:
            case MappingNode():
                return self._mapping(node, path)
            case SequenceNode():
                return [self.read(item, (*path, i)) for i, item in enumerate(node.value)]
            case _:
                return _scalar(node)

    def _mapping(self, node: MappingNode, path: Path) -> dict[Any, Any]:
        data: dict[Any, Any] = {}
        for key_node, value_node in node.value:
            if not isinstance(key_node, ScalarNode):
                raise TextError(_place(key_node), "syntax", "a key must be a plain name")
            key = key_node.value
            inner = (*path, key)
            if key in data:
                self.repeated.append((inner, self.keys[inner][0]))
            self.keys[inner] = _place(key_node)
            data[key] = self.read(value_node, inner)
        return data


def _first_alias(text: str) -> Place:
    events = YAML(typ="safe", pure=True).parse(text)
    return next(_place(event) for event in events if isinstance(event, AliasEvent))


def _place(node: Any) -> Place:
    return node.start_mark.line + 1, node.start_mark.column + 1


def _scalar(node: Any) -> Any:
    text: str = node.value
    if node.style or node.tag == _TEXT_TAG:
        return text
    return _plain_scalar(text)


def _plain_scalar(text: str) -> Any:
    if _NULL.fullmatch(text):
        return None
    if _TRUE.fullmatch(text) or _FALSE.fullmatch(text):
        return text.lower() == "true"
    if _BASED_INTEGER.fullmatch(text):
        return int(text, 0) if len(text) < _MANY_DIGITS else text
    if _INTEGER.fullmatch(text):
        return _whole(text)
    if _NUMBER.fullmatch(text):
        return float(text)
    if _INFINITE.fullmatch(text):
        return float(text.replace(".", ""))
    return float("nan") if _NOT_A_NUMBER.fullmatch(text) else text


def _whole(digits: str) -> float:
    """A whole number; of very many digits only about, for Python takes long over them."""
    return int(digits) if len(digits) < _MANY_DIGITS else float(digits)


def plain(value: Any, depth: int = 0) -> Any:
    """A copy as plain JSON-able data: text as keys, lists, whole floats as integers.

    Other values stay what they are. Raises TextError for what is nested too deeply and for text
    that is no Unicode.
    """
    if depth > MAX_DEPTH:
        raise TextError((1, 1), "too_deep", _TOO_DEEP)
    if isinstance(value, Mapping):
        return {plain(str(key)): plain(item, depth + 1) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [plain(item, depth + 1) for item in value]
    if isinstance(value, str):
        return _unicode(value)
    if isinstance(value, float) and value.is_integer() and abs(value) < _EXACT:
        return int(value)
    if isinstance(value, int) and abs(value) >= _EXACT:
        return _rounded(value)
    return value


def _unicode(text: str) -> str:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        raise TextError((1, 1), "encoding", "half a surrogate pair is no character") from None
    return text


def _rounded(number: int) -> float:
    try:
        return float(number)
    except OverflowError:
        return float("inf")
