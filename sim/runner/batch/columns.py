"""The columns of a results file: the fields of a row, each a plain value or JSON."""

from collections.abc import Iterable
from typing import Any, Literal, get_args, get_origin

import msgspec

from sim.runner.batch.rows import BattleRow

ColumnType = Literal["INTEGER", "REAL", "TEXT", "JSON"]

_TYPES: dict[Any, ColumnType] = {int: "INTEGER", float: "REAL", str: "TEXT"}
_NAMES = {"index": "battle"}
"""Columns that cannot be called as their fields are: `index` is a word of SQL's own."""


def _type_of(kind: Any) -> ColumnType:
    if get_origin(kind) in (dict, tuple):
        return "JSON"
    return _TYPES.get(kind if isinstance(kind, type) else get_args(kind)[0], "TEXT")


_FIELDS = {field.name: _type_of(field.type) for field in msgspec.structs.fields(BattleRow)}

COLUMNS: dict[str, ColumnType] = {_NAMES.get(name, name): kind for name, kind in _FIELDS.items()}
"""The types of the columns by their names, in their order."""


def values_of(row: BattleRow) -> list[Any]:
    """The values of a row, in the order of the columns."""
    values = ((getattr(row, name), kind) for name, kind in _FIELDS.items())
    return [
        msgspec.json.encode(value).decode() if kind == "JSON" else value for value, kind in values
    ]


def row_of(values: Iterable[Any]) -> BattleRow:
    """The row of its values."""
    fields = {
        name: msgspec.json.decode(value) if kind == "JSON" else value
        for (name, kind), value in zip(_FIELDS.items(), values, strict=True)
    }
    return msgspec.convert(fields, BattleRow)
