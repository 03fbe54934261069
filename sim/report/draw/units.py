"""The units layer of a picture: bases in their true size, with side, kind, facing and state.

Sides differ by colour and by shape: one is blue with square badges, one red with diamonds.
"""

from collections.abc import Iterator
from typing import assert_never

from sim.geometry.footprints import Footprint, corners, disc
from sim.geometry.segments import Point
from sim.geometry.vectors import facing_vector
from sim.report.draw.frame import Frame
from sim.report.draw.labels import Box, Tag, tag_around
from sim.report.draw.svg import Value, element, group, line, outline
from sim.state.battle import BattleState, Unit
from sim.state.profiles import Kind
from sim.state.roster import NOBODY, UnitSpec

SIDE_FILLS = ("#8fb8e8", "#f0a58c")
SIDE_INKS = ("#123f78", "#8a2410")
WRECK_FILL, WRECK_INK = "#8c8c8c", "#3d3d3d"
GUN_FILL = "#f4f4f0"
PLACE_INK = "#6a3d8f"

_LABEL_SIZE = 11.5
_LABEL_MARGIN = 0.4
_BADGE = 0.42
_PIT_RADIUS = 1.75
_PIT_BEARINGS = tuple(range(-120, 121, 20))
_FLAG = 16.0


def look_of(state: BattleState, side: int) -> int:
    """Which look a side has: the first is blue and the second red, unless they are named so."""
    first, second = state.roster.sides
    return 1 - side if first.id == "red" or second.id == "blue" else side


def is_shown(state: BattleState, unit: int) -> bool:
    """Whether a unit is on the table, alive or as a wreck."""
    row, spec = state.units[unit], state.roster.units[unit]
    return row.alive or (spec.is_vehicle and row.fate == "destroyed")


def draw_units(state: BattleState, frame: Frame) -> str:
    """All that stands on the table: uncrewed guns and wrecks first, then who lives."""
    shown = [unit for unit in range(len(state.units)) if is_shown(state, unit)]
    shown.sort(key=lambda unit: state.units[unit].alive)
    guns = (
        _base(gun.footprint, frame, GUN_FILL, WRECK_INK)
        for gun in state.guns
        if gun.fate == "intact" and gun.crew == NOBODY
    )
    return group(*guns, *(_unit(state, unit, frame) for unit in shown), class_="units")


def _unit(state: BattleState, unit: int, frame: Frame) -> str:
    row, spec = state.units[unit], state.roster.units[unit]
    if not row.alive:
        return group(_base(row.footprint, frame, WRECK_FILL, WRECK_INK), _cross(row, frame))
    look = look_of(state, spec.side)
    return group(
        _base(row.footprint, frame, SIDE_FILLS[look], SIDE_INKS[look]),
        draw_facing(row.footprint, frame, SIDE_INKS[look]),
        draw_badge(frame.at(row.footprint.x, row.footprint.y), look, _kind(spec, row), frame.scale),
        id=f"unit-{spec.id}",
    )


def _kind(spec: UnitSpec, row: Unit) -> Kind:
    """What a unit is now: who serves a gun is a gun, a crew without one infantry (HR-33)."""
    if row.serves != NOBODY:
        return "gun"
    return "vehicle" if spec.is_vehicle else "infantry"


def _base(footprint: Footprint, frame: Frame, fill: str, ink: str) -> str:
    return draw_base(footprint, frame, fill=fill, stroke=ink, stroke_width=1.6)


def draw_base(footprint: Footprint, frame: Frame, **attributes: Value) -> str:
    """The outline of a footprint."""
    if footprint.radius:
        x, y = frame.at(footprint.x, footprint.y)
        return element("circle", cx=x, cy=y, r=footprint.radius * frame.scale, **attributes)
    ring = frame.points((*corners(footprint), corners(footprint)[0]))
    return element("path", d=outline([ring], closed=True), **attributes)


def draw_facing(footprint: Footprint, frame: Frame, ink: str) -> str:
    """A wedge at the front of a base, pointing where it faces."""
    ahead = footprint.radius or footprint.half_length
    sine, cosine = facing_vector(footprint.facing)
    reach, half = min(0.42, ahead * 0.42), min(0.34, (footprint.half_width or ahead) * 0.5)

    def spot(forward: float, right: float) -> Point:
        """The point so far ahead of the middle and to its right."""
        return frame.at(
            footprint.x + sine * forward + cosine * right,
            footprint.y + cosine * forward - sine * right,
        )

    tip, left, right = spot(ahead, 0.0), spot(ahead - reach, -half), spot(ahead - reach, half)
    return element("path", d=outline([[tip, right, left, tip]], closed=True), fill=ink)


def draw_badge(centre: Point, look: int, kind: Kind, scale: float) -> str:
    """A square or a diamond on a base, with a cross for infantry, a gun, or the oval of tracks."""
    x, y = centre
    half = _BADGE * scale * (0.8 if look == 0 else 1.05)
    square = [(-1, -1), (1, -1), (1, 1), (-1, 1), (-1, -1)]
    diamond = [(0, -1), (1, 0), (0, 1), (-1, 0), (0, -1)]
    ring = [(x + across * half, y + down * half) for across, down in (square, diamond)[look]]
    frame = element("path", d=outline([ring], closed=True), fill="#ffffff")
    return group(
        frame,
        *_kind_marks(x, y, half if look == 0 else half / 2, kind),
        stroke=SIDE_INKS[look],
        stroke_width=1.3,
        fill="none",
    )


def _kind_marks(x: float, y: float, half: float, kind: Kind) -> Iterator[str]:
    match kind:
        case "infantry":
            yield line((x - half, y - half), (x + half, y + half))
            yield line((x - half, y + half), (x + half, y - half))
        case "gun":
            yield line((x, y + half), (x, y - half * 0.8))
            yield line((x - half * 0.6, y - half * 0.1), (x, y - half * 0.8))
            yield line((x + half * 0.6, y - half * 0.1), (x, y - half * 0.8))
        case "vehicle":
            yield element("ellipse", cx=x, cy=y, rx=half * 0.8, ry=half * 0.5)
        case _:
            assert_never(kind)


def _cross(row: Unit, frame: Frame) -> str:
    a, b, c, d = (frame.at(*corner) for corner in corners(row.footprint))
    return group(line(a, c), line(b, d), stroke=WRECK_INK, stroke_width=1.4)


def draw_places(state: BattleState, frame: Frame) -> str:
    """The objectives with their reach, and the emplacements."""
    objectives = (
        group(
            element(
                "circle",
                cx=frame.at(place.x, place.y)[0],
                cy=frame.at(place.x, place.y)[1],
                r=place.radius * frame.scale,
                fill=PLACE_INK,
                fill_opacity=0.06,
                stroke=PLACE_INK,
                stroke_width=1.6,
                stroke_dasharray="9 5",
            ),
            draw_flag(frame.at(place.x, place.y)),
        )
        for place in state.roster.objectives
    )
    pits = (
        draw_pit(frame, (pit.x, pit.y), pit.facing, frame.scale)
        for pit in state.roster.emplacements
    )
    return group(*objectives, *pits, class_="places")


def draw_flag(foot: Point) -> str:
    """The flag of an objective, its staff on a point of the sheet."""
    x, y = foot
    cloth = [(x, y - _FLAG), (x + 10, y - _FLAG + 4), (x, y - _FLAG + 8), (x, y - _FLAG)]
    return group(
        line((x, y), (x, y - _FLAG), stroke_width=1.6),
        element("path", d=outline([cloth], closed=True), fill=PLACE_INK),
        stroke=PLACE_INK,
    )


def draw_pit(frame: Frame, centre: Point, facing: float, scale: float) -> str:
    """The parapet of an emplacement, open to the rear."""
    x, y = centre
    ways = [facing_vector(facing + bearing) for bearing in _PIT_BEARINGS]
    parapet = [frame.at(x + across * _PIT_RADIUS, y + up * _PIT_RADIUS) for across, up in ways]
    data = outline([parapet], closed=False)
    wide = scale * 0.34
    return group(
        element("path", d=data, stroke="#7b6338", stroke_width=wide),
        element("path", d=data, stroke="#c6ad77", stroke_width=wide * 0.6, stroke_dasharray="6 2"),
        fill="none",
    )


def unit_tags(state: BattleState, frame: Frame) -> list[Tag]:
    """The ids of all units in the window as labels, with their states."""
    tags = []
    for unit, row in enumerate(state.units):
        if not (is_shown(state, unit) and _has_label(row.footprint, frame)):
            continue
        spec = state.roster.units[unit]
        states = states_of(row) if row.alive else ("wreck",)
        text = f"{spec.id} ({', '.join(states)})" if states else str(spec.id)
        ink = SIDE_INKS[look_of(state, spec.side)] if row.alive else WRECK_INK
        tags.append(_tag(text, row.footprint, frame, ink))
    for number, gun in enumerate(state.guns):
        if gun.fate == "intact" and gun.crew == NOBODY and _has_label(gun.footprint, frame):
            text = f"{state.roster.guns[number].id} (no crew)"
            tags.append(_tag(text, gun.footprint, frame, WRECK_INK))
    return tags


def _has_label(footprint: Footprint, frame: Frame) -> bool:
    """Whether so much of a base is in the window that it can be told apart."""
    return frame.window.widened(_LABEL_MARGIN).contains(footprint.x, footprint.y)


def states_of(row: Unit) -> tuple[str, ...]:
    """The states of a unit that a reader of a picture must know, in words (HR-2)."""
    names = ("broken", "suppressed", "cowering", "stunned", "immobilized", "moved", "sprinted")
    return tuple(name for name in names if getattr(row, name))


def _tag(text: str, footprint: Footprint, frame: Frame, ink: str) -> Tag:
    reach = footprint.radius or max(abs(y - footprint.y) for _, y in corners(footprint))
    anchor = frame.at(footprint.x, footprint.y)
    return tag_around(text, "unit", _LABEL_SIZE, ink, anchor, reach * frame.scale + 1.5)


def place_tags(state: BattleState, frame: Frame) -> list[Tag]:
    """The ids of objectives and emplacements as labels."""
    window = frame.window
    tags = []
    for place in state.roster.objectives:
        if window.contains(place.x, place.y):
            anchor = frame.at(place.x, place.y)
            tags.append(tag_around(place.id, "place", _LABEL_SIZE, PLACE_INK, anchor, 4.0))
    for pit in state.roster.emplacements:
        if window.contains(pit.x, pit.y):
            anchor = frame.at(pit.x, pit.y)
            reach = (_PIT_RADIUS + 0.2) * frame.scale
            tags.append(tag_around(pit.id, "place", _LABEL_SIZE - 1, "#5f4a22", anchor, reach))
    return tags


def covered_boxes(state: BattleState, frame: Frame) -> list[Box]:
    """The boxes of bases and emplacements, which labels had better keep off."""
    bases = [
        box_of(row.footprint, frame)
        for unit, row in enumerate(state.units)
        if is_shown(state, unit)
    ]
    pits = [box_of(disc(pit.x, pit.y, 2 * _PIT_RADIUS), frame) for pit in state.roster.emplacements]
    return bases + pits


def box_of(footprint: Footprint, frame: Frame) -> Box:
    """The upright box about a footprint on the sheet."""
    x, y = frame.at(footprint.x, footprint.y)
    if footprint.radius:
        reach = footprint.radius * frame.scale
        return Box(x - reach, y - reach, x + reach, y + reach)
    spots = frame.points(corners(footprint))
    across, down = [spot[0] for spot in spots], [spot[1] for spot in spots]
    return Box(min(across), min(down), max(across), max(down))
