"""JSON Schemas of what is told of replays; importing this module registers them."""

from collections.abc import Mapping
from functools import partial

import msgspec

from sim.report.replay.comparison import Diff
from sim.report.replay.counting import ReplayStats
from sim.report.replay.forks import Fork
from sim.report.replay.reasons import Why
from sim.report.replay.verification import Verification
from sim.scenario.schema import document_schema, register_schema

DOCUMENTS: Mapping[str, type[msgspec.Struct]] = {
    "why": Why,
    "replay-stats": ReplayStats,
    "diff": Diff,
    "verification": Verification,
    "fork": Fork,
}
"""The documents by the names of their schemas."""

for _name, _document in DOCUMENTS.items():
    register_schema(_name, partial(document_schema, _name, _document))
