"""The picture of `sight`: the part of the table between two units, the rays, and both looks."""

from collections.abc import Iterator

from sim.geometry.masks import RAYS
from sim.report.draw.frame import Frame, window_about
from sim.report.draw.legend import fitted
from sim.report.draw.picture import Overlay, draw_picture, frame_of
from sim.report.draw.sight import (
    RAY_COLOURS,
    STRENGTH,
    covered_by_rays,
    draw_sight,
    ray_rows,
)
from sim.report.draw.svg import element, group, written
from sim.report.sight import Look, MutualSight
from sim.report.sight_text import (
    CAUSES,
    bearing_words,
    exact_inches,
    exempt_words,
    percent,
    verdict,
)
from sim.state.battle import BattleState

_MARGIN = 4.0
_LEAST = 15.0
_WIDEST, _HIGHEST, _CLOSEST = 1000.0, 720.0, 40.0
_CELL, _ROW = 6.0, 16.0
_STRIP = RAYS * _CELL
_HEAD_ROWS = 2.3
_INK, _PALE = "#222222", "#666666"


def sight_frame(found: MutualSight) -> Frame:
    """The frame about two units, as close as the sheet allows."""
    state, world = found.state, found.state.roster.world
    both = [state.units[unit].footprint for unit in (found.there.firer, found.there.target)]
    window = window_about(both, _MARGIN, _LEAST, world.width, world.height)
    return frame_of(window, min(_CLOSEST, _WIDEST / window.width, _HIGHEST / window.height))


def sight_picture(found: MutualSight) -> str:
    """What the first unit has of the second on the table, and below it what each has of the
    other, ray by ray, as an SVG file."""
    state, frame = found.state, sight_frame(found)
    a, b = found.ids
    see = "see each other" if found.there.exposure.seen else "do not see each other"
    distance = exact_inches(found.there.exposure.distance)
    title = f"{state.roster.name}: {a} and {b} {see}, {distance} apart"
    overlay = Overlay(
        under=draw_sight(state, found.there, frame),
        covered=covered_by_rays(found.there.view, frame),
        legend=ray_rows(found.there),
        panel=_panel(found, frame),
        panel_height=sum(_height(one) for one in (found.there, found.back)),
    )
    return draw_picture(state, frame, title, overlay)


def _panel(found: MutualSight, frame: Frame) -> str:
    top = frame.y0 + frame.height + 40.0
    parts = []
    for one in (found.there, found.back):
        parts.append(_look_panel(found.state, one, frame.x0, top))
        top += _height(one)
    return group(*parts, class_="looks", fill=_INK, font_size=12.0)


def _height(one: Look) -> float:
    return (_HEAD_ROWS + 2 + len(one.hidden_by) + len(one.exempt)) * _ROW


def _look_panel(state: BattleState, one: Look, x: float, y: float) -> str:
    firer, target = (state.roster.units[unit].id for unit in (one.firer, one.target))
    parts = [
        written(f"{target} as {firer} sees it", x, y + 12, font_weight="bold"),
        written(f"{verdict(state, one)}; {firer} is {bearing_words(one)}", x, y + 12 + _ROW),
    ]
    for number, (cells, text) in enumerate(_rows(one)):
        top = y + (number + _HEAD_ROWS) * _ROW
        parts.append(_strip(cells, x, top))
        text = fitted(text, 12.0, 420.0)
        parts.append(written(text, x + _STRIP + 10, top + 11, fill=_INK if cells else _PALE))
    return group(*parts)


def _rows(one: Look) -> Iterator[tuple[list[str], str]]:
    """Rows of coloured rays, from the left of the silhouette to its right, with their words."""
    rays = one.exposure.rays
    yield _colours(one), f"{percent(rays.any)} obscured: {rays.any} of {RAYS} rays, left to right"
    for by in one.hidden_by:
        colour = RAY_COLOURS[by.cause]
        cells = [colour if by.mask >> k & 1 else "none" for k in reversed(range(RAYS))]
        yield cells, f"{by.id}: {CAUSES[by.cause]}, {by.mask.bit_count()} rays"
    for exempt in one.exempt:
        yield [], exempt_words(exempt)


def _colours(one: Look) -> list[str]:
    """The colour of each ray at the target: that of the strongest cause that hides it."""
    colours = []
    for k in reversed(range(RAYS)):
        causes = [STRENGTH.index(by.cause) for by in one.hidden_by if by.mask >> k & 1]
        colours.append(RAY_COLOURS[STRENGTH[max(causes, default=0)]])
    return colours


def _strip(cells: list[str], x: float, y: float) -> str:
    if not cells:
        return ""
    boxes = (
        element("rect", x=x + k * _CELL, y=y, width=_CELL, height=_ROW - 4, fill=colour)
        for k, colour in enumerate(cells)
        if colour != "none"
    )
    rim = element("rect", x=x, y=y, width=_STRIP, height=_ROW - 4, fill="none", stroke="#999999")
    return group(*boxes, rim)
