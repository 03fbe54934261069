"""JSON Schemas of the formats: made from the models, so that they cannot fall behind them."""

import json
from collections.abc import Callable
from typing import Any

import msgspec

from sim.errors import UsageError
from sim.scenario.faults import FaultReport, nearest
from sim.scenario.models import ScenarioModel

DIALECT = "https://json-schema.org/draft/2020-12/schema"

_MAKERS: dict[str, Callable[[], dict[str, Any]]] = {}


def register_schema(name: str, make: Callable[[], dict[str, Any]]) -> None:
    """Add a format of that name; `make` returns its schema."""
    _MAKERS[name] = make


def schema_names() -> tuple[str, ...]:
    """The names of all formats that have a schema."""
    return tuple(sorted(_MAKERS))


def json_schema(name: str) -> dict[str, Any]:
    """The schema of a format; raises UsageError for a name that is none."""
    if name not in _MAKERS:
        hint = nearest(name, _MAKERS) or f"there are {', '.join(schema_names())}"
        raise UsageError(f"there is no schema {name!r} ({hint})")
    return {"$schema": DIALECT, **_MAKERS[name]()}


def schema_text(name: str) -> str:
    """The schema of a format as its file has it."""
    return json.dumps(json_schema(name), indent=1, ensure_ascii=False) + "\n"


def document_schema(name: str, document: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of a document of ours, which always says what it is."""
    (reference,), definitions = msgspec.json.schema_components(
        [document], ref_template="#/$defs/{name}"
    )
    definition = definitions[document.__name__]
    definition["required"] = ["format", "format_version", *definition["required"]]
    return {"title": f"skirmish-sim {name}", **reference, "$defs": definitions}


def _scenario_schema() -> dict[str, Any]:
    return {**ScenarioModel.model_json_schema(), "title": "skirmish-sim scenario"}


def _faults_schema() -> dict[str, Any]:
    return {**msgspec.json.schema(FaultReport), "title": "skirmish-sim faults"}


register_schema("scenario", _scenario_schema)
register_schema("faults", _faults_schema)
