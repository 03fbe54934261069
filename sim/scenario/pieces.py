"""The terrain of a scenario: its pieces, sound and on the table."""

from sim.battlefield.terrain import PieceSpec
from sim.scenario.catalogue import terrain_kind
from sim.scenario.draft import Draft
from sim.scenario.faults import Path
from sim.scenario.models import PieceModel
from sim.scenario.shapes import is_line, piece_shape
from sim.scenario.values import per_inch

HILL = "hill"
_UNITS = {"inch": "inches", "cm": "centimetres"}


def piece_specs(draft: Draft) -> list[PieceSpec]:
    """The pieces without faults, in file order; the faults of the others are noted."""
    specs = []
    model, log = draft.model, draft.log
    table = model.table.width, model.table.height
    for i, piece in enumerate(model.terrain):
        path: Path = ("terrain", i)
        shape = piece_shape(piece, path, per_inch(model.length_unit), table, log)
        is_kind = draft.is_known("kind", piece.kind, (*path, "kind"))
        if shape is None:
            continue
        _check_hill(piece, path, draft, line=is_line(shape))
        kind = draft.catalogue.terrain.get(piece.kind)
        if is_kind and kind is not None:
            terrain = terrain_kind(piece.kind, kind, line=is_line(shape))
            specs.append(PieceSpec(piece.id, terrain, shape, piece.elevation, piece.base))
    return specs


def _check_hill(piece: PieceModel, path: Path, draft: Draft, *, line: bool) -> None:
    log, units = draft.log, _UNITS[draft.model.length_unit]
    is_left_out = piece.elevation is None and not log.has_fault_at((*path, "elevation"))
    if piece.kind == HILL and is_left_out:
        hint = f"the {units} that it rises, as elevation: 1.5"
        log.error(path, "missing_key", f"the hill {piece.id!r} needs an elevation", hint)
    if line and (piece.elevation is not None or piece.kind == HILL):
        log.error(path, "hill_line", f"the line {piece.id!r} cannot be a hill", "give it a width")
