"""The legend of a picture: sides, kinds of unit, places and kinds of terrain that it shows."""

from collections.abc import Iterable, Sequence

from sim.battlefield.terrain import Piece, TerrainKind
from sim.geometry.segments import Point
from sim.report.draw.labels import text_width
from sim.report.draw.styles import pattern_id, style_of
from sim.report.draw.svg import element, group, line, outline, written
from sim.report.draw.terrain import kinds_of
from sim.report.draw.units import SIDE_FILLS, SIDE_INKS, draw_badge, draw_flag, look_of
from sim.report.words import inches
from sim.state.battle import BattleState
from sim.state.profiles import Kind

WIDTH = 285.0
ROW = 21.0

_SIZE = 12.0
_SMALL = 10.5
_INK = "#222222"
_SWATCH = 30.0
_INDENT = 40.0
_SIGHT = {"clear": "clear", "obscures": "obscures", "blocks": "blocks sight"}
_COVER = {"none": "no cover", "soft": "soft cover", "hard": "hard cover"}
_KINDS: tuple[tuple[Kind, str], ...] = (
    ("infantry", "infantry"),
    ("gun", "gun"),
    ("vehicle", "vehicle"),
)


Row = tuple[str, str, str]
"""A swatch drawn about the point (15, 0), a name, and a note in smaller type."""


def draw_legend(
    state: BattleState, pieces: Sequence[Piece], corner: Point, more: Sequence[Row] = ()
) -> tuple[str, float]:
    """The legend, further rows last, with its upper left corner at a point; and its height."""
    x, y = corner
    rows = [*_side_rows(state), *_place_rows(state), *_terrain_rows(pieces), *more]
    parts = []
    for number, (swatch, text, note) in enumerate(rows):
        middle = y + (number + 0.5) * ROW
        parts.append(_moved(swatch, x, middle))
        parts.append(_row_text(text, note, x + _INDENT, middle))
    return group(*parts, class_="legend", fill=_INK), len(rows) * ROW


def _moved(swatch: str, x: float, y: float) -> str:
    return group(swatch, transform=f"translate({x:.2f} {y:.2f})")


def _row_text(text: str, note: str, x: float, middle: float) -> str:
    text = fitted(text, _SIZE, WIDTH - _INDENT)
    room = WIDTH - _INDENT - text_width(text, _SIZE) - 6
    name = written(text, x, middle + 4, font_size=_SIZE)
    if not note or room < text_width(note, _SMALL):
        return name
    place = x + text_width(text, _SIZE) + 6
    return name + "\n" + written(note, place, middle + 4, font_size=_SMALL, fill="#666666")


def fitted(text: str, size: float, width: float) -> str:
    """A text cut to a width, with an ellipsis where something is missing."""
    if text_width(text, size) <= width:
        return text
    while text and text_width(text + "…", size) > width:
        text = text[:-1]
    return text + "…"


def _side_rows(state: BattleState) -> Iterable[Row]:
    kinds = {spec.kind for spec in state.roster.units}
    for number, side in enumerate(state.roster.sides):
        look = look_of(state, number)
        base = element("circle", cx=15, cy=0, r=9, fill=SIDE_FILLS[look], stroke=SIDE_INKS[look])
        yield group(base, draw_badge((15, 0), look, "infantry", 16)), side.name, ""
    for kind, name in _KINDS:
        if kind in kinds:
            badges = draw_badge((7, 0), 0, kind, 18), draw_badge((24, 0), 1, kind, 18)
            yield group(*badges), name, ""


def _place_rows(state: BattleState) -> Iterable[Row]:
    if state.roster.objectives:
        yield draw_flag((12, 8)), "objective and its reach", ""
    if state.roster.emplacements:
        arc = element("path", d="M5 7A10 10 0 0 1 25 7", fill="none", stroke_width=5)
        yield group(arc, stroke="#a58a53"), "emplacement, open to the rear", ""


def _terrain_rows(pieces: Sequence[Piece]) -> Iterable[Row]:
    lines = {piece.kind.name for piece in pieces if piece.is_line}
    for kind in sorted(kinds_of(pieces), key=lambda kind: (kind.name in lines, kind.name)):
        yield _swatch(kind, is_line=kind.name in lines), kind.name, _note(kind)


def _note(kind: TerrainKind) -> str:
    if kind.sight == "clear" and kind.cover == "none":
        return "clear"
    height = f", {inches(kind.height)} high" if kind.height else ""
    return f"{_SIGHT[kind.sight]}, {_COVER[kind.cover]}{height}"


def _swatch(kind: TerrainKind, *, is_line: bool) -> str:
    style = style_of(kind)
    if is_line:
        ends = (0.0, 0.0), (_SWATCH, 0.0)
        core = line(
            *ends,
            stroke=style.core or "#ffffff",
            stroke_width=max(1.0, style.width - 2),
            stroke_dasharray=style.dashes,
        )
        return line(*ends, stroke=style.ink, stroke_width=style.width) + "\n" + core
    ring = [(0.0, -7.0), (_SWATCH, -7.0), (_SWATCH, 7.0), (0.0, 7.0), (0.0, -7.0)]
    data = outline([ring], closed=True)
    fill = element("path", d=data, fill=style.fill, stroke=style.ink)
    if not style.marks:
        return fill
    return fill + "\n" + element("path", d=data, fill=f"url(#{pattern_id(kind)})")
