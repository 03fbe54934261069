"""JSON Schemas of what a battle writes: its result, and the lines of its log."""

from typing import Any, get_args

import msgspec

from sim.replay.codec import Footer, Header, Stamp
from sim.runner.result import Result
from sim.state.events import Event

_DRAFT = "https://json-schema.org/draft/2020-12/schema"
_REFERENCE = "#/$defs/{name}"


def result_schema() -> dict[str, Any]:
    """The schema of `run --json`."""
    return _schema("The result of a battle", msgspec.json.schema(Result))


def event_schema() -> dict[str, Any]:
    """The schema of a line of a log: the header, an event with its stamp, or the footer."""
    kinds = get_args(Event)
    references, definitions = msgspec.json.schema_components(
        [Header, *kinds, Footer], ref_template=_REFERENCE
    )
    stamp = msgspec.json.schema(Stamp)["$defs"]["Stamp"]
    for kind in kinds:
        definition = definitions[kind.__name__]
        definition["properties"] = stamp["properties"] | definition["properties"]
        definition["required"] = stamp["required"] + definition["required"]
    return _schema("A line of a log", {"anyOf": list(references), "$defs": definitions})


def _schema(title: str, body: dict[str, Any]) -> dict[str, Any]:
    return {"$schema": _DRAFT, "title": title, **body}
