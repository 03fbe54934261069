"""The terrain layer of a picture: the ground, its pieces by kind, and a grid in inches."""

from collections.abc import Iterable

from sim.battlefield.terrain import Piece, TerrainKind
from sim.battlefield.world import World
from sim.geometry.segments import Point
from sim.report.draw.frame import Frame, Window
from sim.report.draw.labels import Tag, tag_around
from sim.report.draw.styles import layer_of, pattern, pattern_id, style_of
from sim.report.draw.svg import element, group, line, number, outline, written
from sim.report.words import inches

_GROUND = "#eef0e2"
_GRID = "#d7dac6"
_FRAME_INK = "#444444"
_LABEL_SIZE = 10.5
_LABEL_INK = "#2e2e2e"
_RULER_SIZE = 10.0
_STEPS = ((18.0, 2), (36.0, 4))
_STEP, _WIDE = 6, 144.0
_TICK = 4.0
_SPOTS_ALONG = 9
_LINE_OFFSET = 0.55
_LEAST_PART = 1.5


def shown_pieces(world: World, frame: Frame) -> list[Piece]:
    """The pieces in the window of a picture, in the order in which they are drawn."""
    near = [piece for piece in world.pieces if frame.window.overlaps(*piece.bounds)]
    return sorted(near, key=lambda piece: (layer_of(piece), piece.top if piece.is_hill else 0.0))


def kinds_of(pieces: Iterable[Piece]) -> list[TerrainKind]:
    """The kinds of some pieces, each once, in their order."""
    return list({piece.kind.name: piece.kind for piece in pieces}.values())


def draw_patterns(pieces: Iterable[Piece]) -> str:
    """The definitions that the pieces are drawn with."""
    return element("defs", *(pattern(kind) for kind in kinds_of(pieces)))


def draw_ground(frame: Frame) -> str:
    """The bare table."""
    return element(
        "rect", x=frame.x0, y=frame.y0, width=frame.width, height=frame.height, fill=_GROUND
    )


def draw_terrain(pieces: Iterable[Piece], frame: Frame) -> str:
    """The pieces, in the order given."""
    return group(*(_piece(piece, frame) for piece in pieces), class_="terrain")


def _piece(piece: Piece, frame: Frame) -> str:
    style, rings = style_of(piece.kind), [frame.points(ring) for ring in piece.rings]
    data = outline(rings, closed=not piece.is_line)
    if piece.is_line:
        strokes = [element("path", d=data, stroke=style.ink, stroke_width=style.width)]
        if style.dashes:
            core = style.core or _GROUND
            strokes.append(
                element(
                    "path",
                    d=data,
                    stroke=core,
                    stroke_width=max(1.0, style.width - 2.0),
                    stroke_dasharray=style.dashes,
                )
            )
        return group(*strokes, fill="none")
    marks = f"url(#{pattern_id(piece.kind)})" if style.marks else "none"
    return group(
        element("path", d=data, fill=style.fill, stroke=style.ink, stroke_width=style.width),
        element("path", d=data, fill=marks) if style.marks else "",
        fill_rule="evenodd",
    )


def draw_contours(pieces: Iterable[Piece], frame: Frame) -> str:
    """The outlines of hills, over whatever grows on them."""
    hills = (piece for piece in pieces if piece.is_hill)
    return group(
        *(
            element("path", d=outline([frame.points(ring) for ring in hill.rings], closed=True))
            for hill in hills
        ),
        fill="none",
        stroke="#8a6424",
        stroke_width=1.4,
        stroke_dasharray="10 4",
        class_="contours",
    )


def draw_grid(frame: Frame) -> str:
    """A grid over the window."""
    step, window = _grid_step(frame.window), frame.window
    upright = (
        line(frame.at(x, window.bottom), frame.at(x, window.top))
        for x in _multiples(window.left, window.right, step)
    )
    level = (
        line(frame.at(window.left, y), frame.at(window.right, y))
        for y in _multiples(window.bottom, window.top, step)
    )
    return group(*upright, *level, class_="grid", stroke=_GRID, stroke_width=0.7, opacity=0.9)


def _grid_step(window: Window) -> int:
    """The inches between the lines of the grid."""
    size = max(window.width, window.height)
    return next((step for reach, step in _STEPS if size <= reach), _STEP * int(1 + size // _WIDE))


def draw_rulers(frame: Frame) -> str:
    """The rim of the window, ticks for inches, a number for each line of the grid."""
    window, step = frame.window, _grid_step(frame.window)
    every = max(1, step // _STEP)
    rim = element(
        "rect", x=frame.x0, y=frame.y0, width=frame.width, height=frame.height, fill="none"
    )
    ticks, numbers = [rim], []
    for x in _multiples(window.left, window.right, every):
        px, py = frame.at(x, window.bottom)
        ticks.append(line((px, py), (px, py + (_TICK if x % step else 2 * _TICK))))
        if x % step == 0:
            numbers.append(written(number(x), px, py + 18, text_anchor="middle"))
    for y in _multiples(window.bottom, window.top, every):
        px, py = frame.at(window.left, y)
        ticks.append(line((px, py), (px - (_TICK if y % step else 2 * _TICK), py)))
        if y % step == 0:
            numbers.append(written(number(y), px - 11, py + 3.5, text_anchor="end"))
    return group(
        group(*ticks, stroke=_FRAME_INK, stroke_width=1.0),
        group(*numbers, font_size=_RULER_SIZE, fill=_FRAME_INK),
        class_="rulers",
    )


def _multiples(low: float, high: float, step: int) -> range:
    """The multiples of a step from low to high."""
    first = -int(-low // step) * step
    return range(first, int(high // step) * step + 1, step)


def piece_tags(pieces: Iterable[Piece], frame: Frame) -> list[Tag]:
    """The ids of pieces as labels: on the piece where it is free, else beside it.

    A piece of which the window shows but a corner has none.
    """
    parts = ((piece, _seen_part(piece, frame.window)) for piece in pieces)
    return [
        _piece_tag(piece, part, frame)
        for piece, part in parts
        if frame.window.covers(*piece.bounds) or _is_large(piece, part)
    ]


def _is_large(piece: Piece, part: Window) -> bool:
    """Whether so much of a piece is seen that it can bear a label."""
    if piece.is_line:
        return part.width + part.height > _LEAST_PART
    return min(part.width, part.height) > _LEAST_PART


def _piece_tag(piece: Piece, window: Window, frame: Frame) -> Tag:
    """The label of a piece of which that part of the window is seen."""
    text = f"{piece.id} {inches(piece.top)}" if piece.is_hill else piece.id
    anchor = frame.at((window.left + window.right) / 2, (window.bottom + window.top) / 2)
    shorter, longer = sorted((window.width / 2, window.height / 2))
    reach = (max(shorter, _LINE_OFFSET) if piece.is_line else longer) * frame.scale
    spots = _beside(piece, window) if piece.is_line else _inside(piece, window)
    tag = tag_around(text, "piece", _LABEL_SIZE, _LABEL_INK, anchor, reach)
    return tag._replace(spots=(*frame.points(spots), *tag.spots))


def _seen_part(piece: Piece, window: Window) -> Window:
    """The part of a window that the bounds of a piece take up."""
    left, bottom, right, top = piece.bounds
    return Window(
        max(left, window.left),
        max(bottom, window.bottom),
        min(right, window.right),
        min(top, window.top),
    )


def _inside(piece: Piece, window: Window) -> list[Point]:
    """Points of a polygon on a lattice over a part of it, the middle ones first."""
    shares = [(n + 0.5) / _SPOTS_ALONG for n in range(_SPOTS_ALONG)]
    lattice = sorted(
        (abs(across - 0.5) + abs(up - 0.5), across, up) for across in shares for up in shares
    )
    points = [
        (window.left + window.width * across, window.bottom + window.height * up)
        for _, across, up in lattice
    ]
    return [point for point in points if piece.contains(*point)]


def _beside(piece: Piece, window: Window) -> list[Point]:
    """Points a little off the segments of a line, the longest segment first."""
    edges = sorted(piece.edges, key=lambda edge: -abs(edge[2] - edge[0]) - abs(edge[3] - edge[1]))
    points = [
        (ax + (bx - ax) * share, ay + (by - ay) * share + off)
        for ax, ay, bx, by in edges
        for share in (0.5, 0.25, 0.75)
        for off in (_LINE_OFFSET, -_LINE_OFFSET)
    ]
    return [point for point in points if window.widened(_LINE_OFFSET).contains(*point)]
