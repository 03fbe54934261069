"""How the kinds of terrain look: colours, and patterns that tell them apart without colour."""

from typing import NamedTuple

from sim.battlefield.terrain import Piece, TerrainKind
from sim.report.draw.svg import element

_TILE = 16.0


class Style(NamedTuple):
    """The look of a kind: a fill and a pattern over it for polygons, strokes for lines.

    `dashes` break a line up; `core` is a thinner stroke on top of it.
    """

    fill: str
    ink: str
    marks: str = ""
    width: float = 1.0
    dashes: str | None = None
    core: str | None = None


_STYLES: dict[str, Style] = {
    "wood": Style("#a9cc98", "#3f7438", "M4 9a3 3 0 1 1 .1 0M4 9v3M12 5a3 3 0 1 1 .1 0M12 5v3"),
    "orchard": Style("#d3e6b4", "#66913c", "M4 6a2 2 0 1 1 .1 0M12 14a2 2 0 1 1 .1 0"),
    "crops": Style("#f2e5a0", "#b6962f", "M2 0v16M6 0v16M10 0v16M14 0v16"),
    "scrub": Style("#dde2b4", "#7c8444", "M2 6l2-3 2 3M10 14l2-3 2 3"),
    "rubble": Style("#d6cfc6", "#75685a", "M2 3h3v3h-3zM10 2l4 3M9 10h4v3h-4zM3 13l3-3"),
    "building": Style("#cbb3a1", "#5d4636", "M0 16L16 0M-4 4L4 -4M12 20L20 12", 2.0),
    "crater": Style("#e0d2bd", "#8d7350", "M2 4h3M10 8h3M4 13h3"),
    "hill": Style("#e5d2ad", "#a4824a"),
    "road": Style("#e9e3d8", "#b3a893"),
    "river": Style("#a9cfe8", "#4b87b3", "M0 5q4-3 8 0t8 0M0 13q4-3 8 0t8 0"),
    "marsh": Style("#c5dfd8", "#4c8a81", "M2 5h6M5 5v-3M9 12h6M12 12v-3"),
    "stone-wall": Style("#8d8a86", "#5b5753", "", 5.0, "7 1.5", "#b9b5b0"),
    "hedge": Style("#79a74e", "#4c7a2c", "", 5.0, "2 2", "#79a74e"),
    "bocage": Style("#47702f", "#2f5220", "", 8.0, "3 1.5", "#47702f"),
    "fence": Style("#8a6a42", "#8a6a42", "", 1.6, "8 2"),
    "sandbags": Style("#c6ad77", "#83693a", "", 5.0, "3.5 1.5", "#c6ad77"),
}
_BY_COVER = {
    "none": Style("#dcdcdc", "#777777", "M0 8h16", 2.0),
    "soft": Style("#cfe0c4", "#56713f", "M0 4h16M0 12h16", 3.0),
    "hard": Style("#cfc6c6", "#6b5050", "M0 8h16M8 0v16", 4.0),
}


def style_of(kind: TerrainKind) -> Style:
    """The look of a kind; of one that no picture knows by name, by the cover it gives."""
    return _STYLES.get(kind.name) or _BY_COVER[kind.cover]


def layer_of(piece: Piece) -> int:
    """What lies on what: hills, flat ground, roads, areas and houses, lines."""
    if piece.is_line:
        return 4
    if piece.is_hill:
        return 0
    if piece.kind.movement.vehicle == "road":
        return 2
    return 3 if piece.kind.height or piece.kind.area else 1


def pattern_id(kind: TerrainKind) -> str:
    """The id of the pattern of a kind within a picture."""
    return f"marks-{kind.name}"


def pattern(kind: TerrainKind) -> str:
    """The pattern of a kind; nothing for one without marks."""
    style = style_of(kind)
    if not style.marks:
        return ""
    marks = element("path", d=style.marks, fill="none", stroke=style.ink, stroke_width=0.9)
    return element(
        "pattern",
        marks,
        id=pattern_id(kind),
        width=_TILE,
        height=_TILE,
        patternUnits="userSpaceOnUse",
    )
