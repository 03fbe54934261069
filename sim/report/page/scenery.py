"""What of a battle never changes, as a page draws it: the table, its places, sides and units."""

from collections.abc import Iterator, Sequence

import msgspec

from sim.battlefield.terrain import Piece, TerrainKind
from sim.geometry.segments import Point
from sim.report.draw.frame import Frame
from sim.report.draw.labels import Box, place_labels
from sim.report.draw.picture import table_frame
from sim.report.draw.styles import style_of
from sim.report.draw.terrain import kinds_of, piece_tags, shown_pieces
from sim.report.draw.units import covered_boxes, look_of, place_tags
from sim.report.words import inches
from sim.state.battle import BattleState
from sim.state.profiles import ALL_ROUND, MeleeWeapon, Mount
from sim.state.roster import NOBODY, UnitSpec

_PAGE_WIDTH = 800.0
"""About how many pixels the table gets on a wide screen; labels are placed for that."""

_DIGITS = 3


class KindEntry(msgspec.Struct, frozen=True):
    """A kind of terrain and its look: colours, a pattern over polygons, strokes of lines."""

    name: str
    note: str
    fill: str
    ink: str
    marks: str
    width: float
    dashes: str | None
    core: str | None


class PieceEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """A piece of terrain, in the order of drawing; `kind` is an index. Hills tell their top."""

    id: str
    kind: int
    rings: tuple[tuple[Point, ...], ...]
    is_line: bool = False
    elevation: float | None = None


class LabelEntry(msgspec.Struct, frozen=True):
    """A name on the table, centred on a point."""

    text: str
    role: str
    at: Point


class SideEntry(msgspec.Struct, frozen=True):
    """A side; look 0 is blue with squares, 1 red with diamonds."""

    id: str
    name: str
    look: int
    player: str


class UnitEntry(msgspec.Struct, frozen=True):
    """A unit as it was fielded, with its numbers in words for its card."""

    id: str
    side: int
    kind: str
    profile: str
    formation: str
    is_leader: bool
    has_hatch: bool
    facts: tuple[str, ...]


class Scenery(msgspec.Struct, frozen=True, kw_only=True):
    """The table and who stands on it. Inches, y up; guns by the ids of their own crews.

    `near` is the distance at which units are engaged (HR-32).
    """

    size: Point
    near: float
    kinds: tuple[KindEntry, ...]
    pieces: tuple[PieceEntry, ...]
    labels: tuple[LabelEntry, ...]
    objectives: tuple[tuple[float, float, float], ...]
    emplacements: tuple[tuple[float, float, float], ...]
    sides: tuple[SideEntry, ...]
    units: tuple[UnitEntry, ...]
    guns: tuple[str, ...]


def scenery_of(start: BattleState, players: dict[str, str]) -> Scenery:
    """The scenery of a battle, from its first state."""
    roster, world = start.roster, start.roster.world
    frame = table_frame(start, _PAGE_WIDTH / world.width)
    pieces = shown_pieces(world, frame)
    kinds = kinds_of(pieces)
    numbers = {kind.name: number for number, kind in enumerate(kinds)}
    return Scenery(
        size=(world.width, world.height),
        near=start.rules.engaged_range,
        kinds=tuple(_kind(kind) for kind in kinds),
        pieces=tuple(_piece(piece, numbers[piece.kind.name]) for piece in pieces),
        labels=tuple(_labels(start, pieces, frame)),
        objectives=tuple((o.x, o.y, o.radius) for o in roster.objectives),
        emplacements=tuple((e.x, e.y, e.facing) for e in roster.emplacements),
        sides=tuple(
            SideEntry(side.id, side.name, look_of(start, number), players.get(side.id, "nobody"))
            for number, side in enumerate(roster.sides)
        ),
        units=tuple(_unit(start, spec) for spec in roster.units),
        guns=tuple(gun.id for gun in roster.guns),
    )


def _kind(kind: TerrainKind) -> KindEntry:
    look = style_of(kind)
    cover = "no cover" if kind.cover == "none" else f"{kind.cover} cover"
    note = f"sight: {kind.sight}, {cover}" + (f", {inches(kind.height)} high" * bool(kind.height))
    return KindEntry(
        kind.name, note, look.fill, look.ink, look.marks, look.width, look.dashes, look.core
    )


def _piece(piece: Piece, kind: int) -> PieceEntry:
    rings = tuple(
        tuple((round(x, _DIGITS), round(y, _DIGITS)) for x, y in ring) for ring in piece.rings
    )
    elevation = piece.top if piece.is_hill else None
    return PieceEntry(piece.id, kind, rings, is_line=piece.is_line, elevation=elevation)


def _labels(start: BattleState, pieces: Sequence[Piece], frame: Frame) -> Iterator[LabelEntry]:
    tags = [*place_tags(start, frame), *piece_tags(pieces, frame)]
    left, top = frame.x0, frame.y0
    sheet = Box(left, top, left + frame.width, top + frame.height)
    for tag, box in place_labels(tags, covered_boxes(start, frame), sheet):
        x = ((box.left + box.right) / 2 - left) / frame.scale
        y = frame.window.top - ((box.top + box.bottom) / 2 - top) / frame.scale
        yield LabelEntry(tag.text, tag.role, (round(x, _DIGITS), round(y, _DIGITS)))


def _unit(start: BattleState, spec: UnitSpec) -> UnitEntry:
    formation = start.roster.formations[spec.formation]
    return UnitEntry(
        id=spec.id,
        side=spec.side,
        kind=spec.kind,
        profile=spec.profile,
        formation=formation.id,
        is_leader=formation.leader == spec.index,
        has_hatch=spec.vehicle is not None
        and not (spec.vehicle.open_topped or spec.vehicle.sealed),
        facts=tuple(_facts(start, spec)),
    )


def _facts(start: BattleState, spec: UnitSpec) -> Iterator[str]:
    """The numbers of a unit, in words."""
    skills = f"skill {spec.ranged_skill} ranged, {spec.melee_skill} melee"
    yield f"{spec.quality}: {skills}; Leadership {spec.leadership}+"
    vehicle, movement = spec.vehicle, spec.movement
    if vehicle is not None:
        top = "open-topped" if vehicle.open_topped else "sealed" if vehicle.sealed else "closed"
        yield f"armour {vehicle.armour.front} front, {vehicle.armour.other} other; {top}"
    if spec.gun != NOBODY:
        gun = start.roster.guns[spec.gun]
        shield = " with a gunshield" if gun.shield else ""
        yield f"serves a {gun.gun_class} gun{shield}"
        yield from map(_mount_words, gun.mounts)
    else:
        yield f"moves {inches(movement.open)}, {inches(movement.difficult)} in difficult terrain"
        yield from map(_mount_words, spec.arms.mounts)
    yield from map(_melee_words, spec.arms.melee)


def _mount_words(mount: Mount) -> str:
    weapon, rate = mount.weapon, mount.weapon.rate_of_fire
    arc = "" if mount.field_of_fire >= ALL_ROUND else f", {mount.field_of_fire:g}° to each side"
    return (
        f"{mount.key}: {inches(weapon.range)}, "
        f"{rate.stationary}/{rate.moved}/{rate.firefight} dice, "
        f"firepower {weapon.firepower}, anti-tank {weapon.anti_tank}{arc}"
    )


def _melee_words(weapon: MeleeWeapon) -> str:
    return (
        f"{weapon.name}: melee, {weapon.rate_of_attacks} dice, "
        f"firepower {weapon.firepower}, anti-tank {weapon.anti_tank}"
    )
