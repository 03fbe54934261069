"""The sight layer of a picture: the rays from an eye to a silhouette, by what hides them."""

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from sim.battlefield.sight import PieceMask
from sim.battlefield.terrain import Cause
from sim.geometry.footprints import Footprint, corners
from sim.geometry.masks import NEAREST, RAYS, View, window
from sim.geometry.segments import Edge, Point
from sim.geometry.vectors import facing_vector
from sim.report.draw.frame import Frame
from sim.report.draw.labels import Box
from sim.report.draw.legend import Row
from sim.report.draw.svg import element, group, line, number, outline
from sim.report.sight import Look
from sim.state.battle import BattleState

RAY_COLOURS: dict[Cause | None, str] = {
    None: "#f4d944",
    "bare": "#8f8f8f",
    "soft": "#009e73",
    "hard": "#d55e00",
    "opaque": "#262626",
}
"""The colours of rays: free, and by what hides them."""

STRENGTH: tuple[Cause | None, ...] = (None, "bare", "soft", "hard", "opaque")
"""The causes from the weakest to the strongest; a ray shows the strongest it has met."""

_ARC_REACH = 4.5
_ARC_INK = "#7a1fa2"
_RAY_WIDTH = 1.1
_COVERED_STEPS, _COVERED_ROWS = 24, 5
_NAMES: dict[Cause | None, str] = {
    None: "ray that is free",
    "bare": "hidden, without cover",
    "soft": "hidden by soft cover",
    "hard": "hidden by hard cover",
    "opaque": "hidden, sight blocked",
}


class Stretch(NamedTuple):
    """A part of a ray between two depths, and the strongest cause met so far."""

    near: float
    far: float
    cause: Cause | None


class Curtain(NamedTuple):
    """What hides some rays, and the depths at which it is high enough to."""

    by: PieceMask
    edges: Sequence[Edge]
    near: float
    far: float


def draw_sight(state: BattleState, one: Look, frame: Frame) -> str:
    """The arcs of the target, the rays, and the silhouette between the outermost of them."""
    if one.view is None:
        return draw_arcs(state.units[one.target].footprint, frame)
    return group(
        draw_arcs(state.units[one.target].footprint, frame),
        _rays(state, one, one.view, frame),
        _silhouette(one.view, frame),
        class_="sight",
    )


def draw_arcs(footprint: Footprint, frame: Frame) -> str:
    """The front arc of a base, 180 degrees, and in it the front quarter (GE-1)."""
    return group(
        _arc(footprint, frame, 90.0, 0.07, "7 4"),
        _arc(footprint, frame, 45.0, 0.11, None),
        fill=_ARC_INK,
        stroke=_ARC_INK,
        stroke_width=1.2,
        class_="arcs",
    )


def _arc(
    footprint: Footprint, frame: Frame, half_width: float, opacity: float, dashes: str | None
) -> str:
    ends = [
        _ahead(footprint, facing_vector(footprint.facing + turn))
        for turn in (-half_width, half_width)
    ]
    centre = frame.at(footprint.x, footprint.y)
    (ax, ay), (bx, by) = frame.points(ends)
    radius = number(_ARC_REACH * frame.scale)
    data = (
        f"M{number(centre[0])} {number(centre[1])} L{number(ax)} {number(ay)} "
        f"A{radius} {radius} 0 0 1 {number(bx)} {number(by)}Z"
    )
    return element(
        "path", d=data, fill_opacity=opacity, stroke_opacity=0.7, stroke_dasharray=dashes
    )


def _ahead(footprint: Footprint, way: tuple[float, float]) -> Point:
    return footprint.x + way[0] * _ARC_REACH, footprint.y + way[1] * _ARC_REACH


def _rays(state: BattleState, one: Look, sight: View, frame: Frame) -> str:
    curtains = list(curtains_of(state, one, sight))
    step = (sight.u1 - sight.u0) / RAYS
    width = max(_RAY_WIDTH, step * sight.depth * frame.scale * 1.2)
    parts: dict[Cause | None, list[str]] = {cause: [] for cause in STRENGTH}
    for k in range(RAYS):
        slope = sight.u0 + (k + 0.5) * step
        for stretch in stretches(curtains, sight, k, slope):
            ends = (on_table(sight, depth, slope) for depth in (stretch.near, stretch.far))
            parts[stretch.cause].append(outline([frame.points(ends)], closed=False))
    return group(
        *(
            element("path", d=" ".join(lines), stroke=RAY_COLOURS[cause])
            for cause, lines in parts.items()
            if lines
        ),
        stroke_width=width,
        fill="none",
        opacity=0.8,
        class_="rays",
    )


def stretches(
    curtains: Sequence[Curtain], sight: View, ray: int, slope: float
) -> Iterator[Stretch]:
    """A ray from the eye to the target's depth, cut where something stronger hides it."""
    met = sorted(
        (_first_depth(curtain, sight, slope), STRENGTH.index(curtain.by.cause))
        for curtain in curtains
        if curtain.by.mask >> ray & 1
    )
    near, strength = NEAREST, 0
    for depth, stronger in met:
        if stronger > strength:
            if depth > near:
                yield Stretch(near, depth, STRENGTH[strength])
            near, strength = max(near, depth), stronger
    yield Stretch(near, sight.depth, STRENGTH[strength])


def curtains_of(state: BattleState, one: Look, sight: View) -> Iterator[Curtain]:
    """What hides rays of a look, with the edges and depths at which it does."""
    eye, shown = state.units[one.firer].stance, state.units[one.target].stance
    pieces = {piece.id: piece for piece in state.roster.world.pieces}
    obstacles = {obstacle.id: obstacle for obstacle in state.obstacles}
    for by in one.hidden_by:
        edges: Sequence[Edge]
        if by.id in pieces:
            edges, top = pieces[by.id].edges, pieces[by.id].top
        else:
            obstacle = obstacles[by.id]
            edges, top = _sides(obstacle.footprint), obstacle.ground + obstacle.height
        aim = shown.ground + (shown.height if by.cause == "opaque" else shown.height / 2)
        depths = window(top, eye.ground + eye.eye, aim, sight.depth)
        assert depths is not None
        yield Curtain(by, edges, *depths)


def _sides(footprint: Footprint) -> tuple[Edge, ...]:
    a, b, c, d = corners(footprint)
    return (*a, *b), (*b, *c), (*c, *d), (*d, *a)


def _first_depth(curtain: Curtain, sight: View, slope: float) -> float:
    """Where a ray that something hides is hidden first."""
    depths = sorted(_crossings(curtain.edges, sight, slope))
    beyond = [depth for depth in depths if depth > curtain.near]
    is_closed = len(depths) % 2 == 0
    if is_closed and len(beyond) % 2:
        return curtain.near
    return min(beyond, default=curtain.near)


def _crossings(edges: Sequence[Edge], sight: View, slope: float) -> Iterator[float]:
    """The depths, before and behind the eye, at which the line of a ray crosses some edges."""
    for ax, ay, bx, by in edges:
        xa, off_a = _in_view(sight, ax, ay, slope)
        xb, off_b = _in_view(sight, bx, by, slope)
        if (off_a > 0.0) != (off_b > 0.0):
            yield xa + (xb - xa) * off_a / (off_a - off_b)


def _in_view(sight: View, x: float, y: float, slope: float) -> tuple[float, float]:
    """The depth of a point and how far it lies to the left of a ray."""
    dx, dy = x - sight.eye_x, y - sight.eye_y
    depth = dx * sight.cosine + dy * sight.sine
    return depth, dy * sight.cosine - dx * sight.sine - slope * depth


def on_table(sight: View, depth: float, slope: float) -> Point:
    """The point of the table at a depth of a view, on the ray of that slope."""
    aside = depth * slope
    return (
        sight.eye_x + depth * sight.cosine - aside * sight.sine,
        sight.eye_y + depth * sight.sine + aside * sight.cosine,
    )


def _silhouette(sight: View, frame: Frame) -> str:
    eye = frame.at(sight.eye_x, sight.eye_y)
    right, left = (frame.at(*on_table(sight, sight.depth, u)) for u in (sight.u0, sight.u1))
    return group(
        *(line(eye, end) for end in (left, right)),
        line(left, right),
        stroke="#3a3a3a",
        stroke_width=0.8,
        stroke_dasharray="5 3",
    )


def covered_by_rays(sight: View | None, frame: Frame) -> tuple[Box, ...]:
    """Boxes along the rays, which labels had better keep off."""
    if sight is None:
        return ()
    boxes = []
    half = (sight.u1 - sight.u0) / 2
    for step in range(_COVERED_STEPS):
        depth = sight.depth * (step + 0.5) / _COVERED_STEPS
        reach = max(2.0, half / _COVERED_ROWS * depth * frame.scale)
        for row in range(_COVERED_ROWS):
            slope = sight.u0 + half * (2 * row + 1) / _COVERED_ROWS
            x, y = frame.at(*on_table(sight, depth, slope))
            boxes.append(Box(x - reach, y - reach, x + reach, y + reach))
    return tuple(boxes)


def ray_rows(one: Look) -> tuple[Row, ...]:
    """The rows of a legend for what the layer shows."""
    arcs = (
        (_swatch_line(_ARC_INK, None), "front quarter of the target", ""),
        (_swatch_line(_ARC_INK, "7 4"), "front arc of the target", ""),
    )
    causes = {by.cause for by in one.hidden_by}
    shown = [cause for cause in STRENGTH if cause is None or cause in causes]
    rays = ((_swatch_line(RAY_COLOURS[cause], None, 6.0), _NAMES[cause], "") for cause in shown)
    return (*rays, *arcs)


def _swatch_line(colour: str, dashes: str | None, width: float = 1.6) -> str:
    return line((0, 0), (30, 0), stroke=colour, stroke_width=width, stroke_dasharray=dashes)
