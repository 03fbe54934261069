"""JSON Schemas of what is said of batches; importing this module registers them."""

from collections.abc import Mapping
from functools import partial
from typing import Any

import msgspec

from sim.report.batch.comparing import Comparison
from sim.report.batch.coverage import Coverage
from sim.report.batch.rating import Ratings
from sim.report.batch.stats import Stats
from sim.report.batch.summary import Summary
from sim.scenario.schema import register_schema

_REFERENCE = "#/$defs/{name}"

DOCUMENTS: Mapping[str, type[msgspec.Struct]] = {
    "batch": Summary,
    "comparison": Comparison,
    "coverage": Coverage,
    "ratings": Ratings,
    "stats": Stats,
}
"""The documents by the names of their schemas."""


def batch_schema(name: str) -> dict[str, Any]:
    """The schema of one of the documents, which always says what it is."""
    document = DOCUMENTS[name]
    (reference,), definitions = msgspec.json.schema_components([document], ref_template=_REFERENCE)
    definition = definitions[document.__name__]
    definition["required"] = ["format", "format_version", *definition["required"]]
    return {"title": f"skirmish-sim {name}", **reference, "$defs": definitions}


for _name in DOCUMENTS:
    register_schema(_name, partial(batch_schema, _name))
