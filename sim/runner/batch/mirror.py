"""Whether a scenario is itself once the table is turned or flipped and the sides are exchanged."""

from collections.abc import Hashable, Iterable
from typing import Any

from msgspec.structs import astuple, replace

from sim.battlefield.terrain import Piece
from sim.geometry.footprints import Footprint
from sim.state.battle import BattleState, Unit
from sim.state.roster import NOBODY, Condition, Edge, Formation

_DECIMALS = 6
_FULL_CIRCLE = 360.0
_OPPOSITE: dict[Edge, Edge] = {"left": "right", "right": "left", "top": "bottom", "bottom": "top"}

Pose = tuple[float, float, float]


class Turning:
    """A way to lay a table onto itself: `across` changes left and right, `along` top and bottom."""

    def __init__(self, width: float, height: float, *, across: bool, along: bool):
        self._size = width, height
        self._across = across
        self._along = along

    def point(self, x: float, y: float) -> tuple[float, float]:
        """Where a point comes to lie."""
        width, height = self._size
        place = (width - x if self._across else x, height - y if self._along else y)
        return _rounded(*place)

    def facing(self, degrees: float) -> float:
        """Which way something faces then, in compass degrees."""
        if self._across:
            degrees = -degrees
        if self._along:
            degrees = _FULL_CIRCLE / 2 - degrees
        return round(degrees % _FULL_CIRCLE, _DECIMALS) % _FULL_CIRCLE

    def edge(self, edge: Edge | None) -> Edge | None:
        """Which edge an edge becomes."""
        changes = self._across if edge in ("left", "right") else self._along
        return _OPPOSITE[edge] if edge is not None and changes else edge


def _rounded(one: float, other: float) -> tuple[float, float]:
    """Two lengths without what rounding has left in them, nor a zero with a sign."""
    return round(one, _DECIMALS) + 0.0, round(other, _DECIMALS) + 0.0


def is_mirrored(start: BattleState) -> bool:
    """Whether a half turn or a flip of the table gives the same battle with the sides exchanged.

    Then neither side has an advantage but that of going first.
    """
    width, height = start.roster.world.width, start.roster.world.height
    same = Turning(width, height, across=False, along=False)
    ways = ((True, True), (True, False), (False, True))
    picture = _picture(start, same, exchanged=False)
    return any(
        _picture(start, Turning(width, height, across=across, along=along), exchanged=True)
        == picture
        for across, along in ways
    )


def _picture(start: BattleState, turning: Turning, *, exchanged: bool) -> tuple[Any, ...]:
    """All that a battle starts from, without names and the order of the file."""
    roster = start.roster
    sides = (1, 0) if exchanged else (0, 1)
    return (
        _sorted(_piece(piece, turning) for piece in roster.world.pieces),
        _sorted((*turning.point(o.x, o.y), o.radius) for o in roster.objectives),
        _sorted(
            (*turning.point(pit.x, pit.y), turning.facing(pit.facing))
            for pit in roster.emplacements
        ),
        tuple(_force(start, side, turning) for side in sides),
        tuple(
            _sorted(
                _condition(start, condition, turning)
                for condition in roster.conditions
                if condition.side == side
            )
            for side in sides
        ),
    )


def _sorted(items: Iterable[Any]) -> tuple[Any, ...]:
    return tuple(sorted(items, key=repr))


def _piece(piece: Piece, turning: Turning) -> Hashable:
    edges = _sorted(
        _sorted((turning.point(ax, ay), turning.point(bx, by))) for ax, ay, bx, by in piece.edges
    )
    return piece.kind.name, piece.is_line, *_rounded(piece.base, piece.top), edges


def _force(start: BattleState, side: int, turning: Turning) -> tuple[Any, ...]:
    formations = [f for f in start.roster.formations if f.side == side]
    return _sorted(_formation(start, formation, turning) for formation in formations)


def _formation(start: BattleState, formation: Formation, turning: Turning) -> tuple[Any, ...]:
    members = _sorted(_unit(start, member, turning) for member in formation.members)
    return formation.strength, _unit(start, formation.leader, turning), members


def _unit(start: BattleState, index: int, turning: Turning) -> tuple[Any, ...]:
    """A unit by what it is, where it stands and in which state, and what it serves."""
    spec, row = start.roster.units[index], start.units[index]
    nameless = replace(spec, index=0, id="", side=0, formation=0, gun=min(spec.gun, 0))
    serves = None if row.serves == NOBODY else _gun(start, row.serves, turning)
    return repr(astuple(nameless)), _state(row), _pose(row.footprint, turning), serves


def _state(row: Unit) -> tuple[Any, ...]:
    return (row.fate, row.broken, row.suppressed, row.cowering, row.moved, row.sprinted,
            row.stunned, row.immobilized, row.buttoned)  # fmt: skip


def _gun(start: BattleState, index: int, turning: Turning) -> tuple[Any, ...]:
    spec, gun = start.roster.guns[index], start.guns[index]
    emplaced = spec.emplacement != NOBODY
    nameless = replace(spec, index=0, id="", crew=0, side=0, emplacement=0)
    return repr(astuple(nameless)), emplaced, gun.fate, _pose(gun.footprint, turning)


def _pose(footprint: Footprint, turning: Turning) -> Pose:
    return (*turning.point(footprint.x, footprint.y), turning.facing(footprint.facing))


def _condition(start: BattleState, condition: Condition, turning: Turning) -> tuple[Any, ...]:
    roster = start.roster
    objective = None
    if condition.objective != NOBODY:
        found = roster.objectives[condition.objective]
        objective = (*turning.point(found.x, found.y), found.radius)
    unit = None if condition.unit == NOBODY else _unit(start, condition.unit, turning)
    gun = None if condition.gun == NOBODY else _gun(start, condition.gun, turning)
    rest = replace(condition, side=0, objective=0, unit=0, gun=0, edge=None)
    return repr(astuple(rest)), objective, unit, gun, turning.edge(condition.edge)
