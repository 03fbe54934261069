"""The JSON Schemas of all formats; importing this module has those of reports registered."""

from sim.report.adjudication.schemas import adjudication_schema, exchange_schema
from sim.report.batch.schemas import batch_schema
from sim.report.replay.schemas import DOCUMENTS as REPLAY_DOCUMENTS
from sim.report.sight import sight_schema
from sim.runner.schemas import schema_names, schema_text

__all__ = [
    "REPLAY_DOCUMENTS",
    "adjudication_schema",
    "batch_schema",
    "exchange_schema",
    "schema_names",
    "schema_text",
    "sight_schema",
]
