"""JSON Schemas of adjudications and exchanges; importing this module registers them."""

from typing import Any

import msgspec

from sim.report.adjudication.document import Adjudication
from sim.report.adjudication.exchanges import Exchange
from sim.scenario.schema import register_schema

_REFERENCE = "#/$defs/{name}"


def adjudication_schema() -> dict[str, Any]:
    """The schema of `adjudicate --json`, of each of its lines."""
    return _schema("adjudication", Adjudication)


def exchange_schema() -> dict[str, Any]:
    """The schema of `adjudicate --exchange --json`."""
    return _schema("exchange", Exchange)


def _schema(name: str, document: type[msgspec.Struct]) -> dict[str, Any]:
    """The schema of a document, which always says what it is."""
    (reference,), definitions = msgspec.json.schema_components([document], ref_template=_REFERENCE)
    definition = definitions[document.__name__]
    definition["required"] = ["format", "format_version", *definition["required"]]
    return {"title": f"skirmish-sim {name}", **reference, "$defs": definitions}


register_schema("adjudication", adjudication_schema)
register_schema("exchange", exchange_schema)
