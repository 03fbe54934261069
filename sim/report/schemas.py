"""The JSON Schemas of all formats; importing this module has those of reports registered."""

from sim.report.adjudication.schemas import adjudication_schema, exchange_schema
from sim.report.sight import sight_schema
from sim.runner.schemas import schema_names, schema_text

__all__ = [
    "adjudication_schema",
    "exchange_schema",
    "schema_names",
    "schema_text",
    "sight_schema",
]
