"""JSON Schemas of what a battle writes: its result, and the lines of its log.

Importing this module adds them to those of the scenario files.
"""

from typing import Any, get_args

import msgspec

from sim.replay.codec import Footer, Header, Stamp
from sim.runner.result import Result
from sim.scenario.schema import register_schema, schema_names, schema_text
from sim.state.events import Event

__all__ = ["event_schema", "result_schema", "schema_names", "schema_text"]

_REFERENCE = "#/$defs/{name}"


def result_schema() -> dict[str, Any]:
    """The schema of `run --json`."""
    (reference,), definitions = msgspec.json.schema_components([Result], ref_template=_REFERENCE)
    _demand_format(definitions["Result"])
    return {"title": "skirmish-sim result", **reference, "$defs": definitions}


def event_schema() -> dict[str, Any]:
    """The schema of a line of a log: the header, an event with its stamp, or the footer."""
    kinds = get_args(Event)
    references, definitions = msgspec.json.schema_components(
        [Header, *kinds, Footer], ref_template=_REFERENCE
    )
    _demand_format(definitions["Header"])
    stamp = msgspec.json.schema(Stamp)["$defs"]["Stamp"]
    for kind in kinds:
        definition = definitions[kind.__name__]
        definition["properties"] = stamp["properties"] | definition["properties"]
        definition["required"] = stamp["required"] + definition["required"]
    return {"title": "skirmish-sim event", "anyOf": list(references), "$defs": definitions}


def _demand_format(definition: dict[str, Any]) -> None:
    """A document of ours always says what it is."""
    definition["required"] = ["format", "format_version", *definition["required"]]


register_schema("result", result_schema)
register_schema("event", event_schema)
