"""Loading scenarios: from a file, or from a document as a log embeds it."""

import json
from collections.abc import Mapping, Sequence
from pathlib import Path as FilePath
from typing import Any

import msgspec

from sim.battlefield.terrain import PieceSpec
from sim.battlefield.world import compile_world
from sim.errors import Fault, ScenarioError
from sim.scenario.catalogue import Catalogue, merged, terrain_kind
from sim.scenario.compile import build_roster, start_state
from sim.scenario.faults import FaultLog, Places
from sim.scenario.fielding import field_units
from sim.scenario.models import ScenarioModel
from sim.scenario.shapes import is_line, piece_shape
from sim.scenario.values import per_inch
from sim.state.battle import BattleState
from sim.state.digest import digest_of
from sim.state.roster import Roster
from sim.state.ruleset import Ruleset


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario ready to be played.

    `document` is its data as plain JSON values, lengths as the file has them, settings applied;
    `digest` names that data. `start` is the state before the first round.
    """

    name: str
    description: str
    source: str
    document: Mapping[str, Any]
    digest: str
    roster: Roster
    start: BattleState
    warnings: tuple[Fault, ...]


def load_document(
    data: Mapping[str, Any], source: str = "<document>", settings: Sequence[str] = ()
) -> Scenario:
    """The scenario of a document."""
    log = FaultLog(source, Places())
    units_per_inch = per_inch(data.get("length_unit"))
    model = ScenarioModel.model_validate(data, context={"per_inch": units_per_inch})
    catalogue = merged(model.catalogue)
    rules = Ruleset(**model.rules.model_dump())
    units = field_units(model, catalogue, rules)
    pieces = []
    table = model.table.width, model.table.height
    for i, piece in enumerate(model.terrain):
        shape = piece_shape(piece, ("terrain", i), units_per_inch, table, log)
        kind = terrain_kind(piece.kind, catalogue.terrain[piece.kind], line=is_line(shape))
        pieces.append(PieceSpec(piece.id, kind, shape, piece.elevation, piece.base))
    world = compile_world(*table, pieces, rules.own_wall)
    roster = build_roster(model, catalogue, units, world, rules)
    if log.has_errors:
        raise ScenarioError(log.sorted())
    text = json.dumps(data, sort_keys=True)
    return Scenario(
        name=model.name,
        description=model.description,
        source=model.source,
        document=data,
        digest=digest_of(text.encode()),
        roster=roster,
        start=start_state(roster, units),
        warnings=log.sorted(),
    )
