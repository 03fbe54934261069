"""The picture of a table: layers, labels and legend put together on one sheet."""

from collections.abc import Sequence

import msgspec

from sim.report.draw.frame import Frame, Window, whole_table
from sim.report.draw.labels import Box, Label, draw_labels, place_labels
from sim.report.draw.legend import WIDTH as LEGEND_WIDTH
from sim.report.draw.legend import Row, draw_legend, fitted
from sim.report.draw.svg import document, element, group, written
from sim.report.draw.terrain import (
    draw_contours,
    draw_grid,
    draw_ground,
    draw_patterns,
    draw_rulers,
    draw_terrain,
    piece_tags,
    shown_pieces,
)
from sim.report.draw.units import covered_boxes, draw_places, draw_units, place_tags, unit_tags
from sim.state.battle import BattleState

SCALE = 20.0
"""The pixels of an inch in the picture of a whole table."""

_LEFT, _TOP, _BOTTOM, _GAP = 34.0, 40.0, 34.0, 24.0
_TITLE_SIZE = 18.0


class Overlay(msgspec.Struct, frozen=True):
    """What a picture shows beside the table: SVG under the units, rows of the legend, a panel.

    `covered` are boxes that labels had better keep off; the panel lies below the window and is
    `panel_height` pixels high.
    """

    under: str = ""
    covered: tuple[Box, ...] = ()
    legend: tuple[Row, ...] = ()
    panel: str = ""
    panel_height: float = 0.0


_NOTHING = Overlay()


def frame_of(window: Window, scale: float = SCALE) -> Frame:
    """The frame of a window on a sheet with room for its title and rulers."""
    return Frame(window, _LEFT, _TOP, scale)


def table_frame(state: BattleState, scale: float = SCALE) -> Frame:
    """The frame that shows the whole table of a battle."""
    world = state.roster.world
    return frame_of(whole_table(world.width, world.height), scale)


def labels_of(state: BattleState, frame: Frame, covered: Sequence[Box] = ()) -> list[Label]:
    """The labels of all that a frame shows, placed."""
    tags = [
        *unit_tags(state, frame),
        *place_tags(state, frame),
        *piece_tags(shown_pieces(state.roster.world, frame), frame),
    ]
    left, top = frame.x0, frame.y0
    sheet = Box(left + 2, top + 2, left + frame.width - 2, top + frame.height - 2)
    return place_labels(tags, [*covered_boxes(state, frame), *covered], sheet)


def draw_table(state: BattleState, title: str) -> str:
    """The table of a battle as it stands now, as an SVG file."""
    return draw_picture(state, table_frame(state), title)


def draw_picture(state: BattleState, frame: Frame, title: str, overlay: Overlay = _NOTHING) -> str:
    """The window of a table with what lies over it, as an SVG file."""
    pieces = shown_pieces(state.roster.world, frame)
    legend_x = frame.x0 + frame.width + _GAP
    legend, legend_height = draw_legend(state, pieces, (legend_x, frame.y0), overlay.legend)
    width = legend_x + LEGEND_WIDTH
    height = frame.y0 + max(frame.height + _BOTTOM + overlay.panel_height, legend_height + _BOTTOM)
    heading = fitted(title, _TITLE_SIZE, width - 2 * frame.x0)
    table = group(
        draw_ground(frame),
        draw_terrain(pieces, frame),
        draw_contours(pieces, frame),
        draw_grid(frame),
        draw_places(state, frame),
        overlay.under,
        draw_units(state, frame),
        draw_labels(labels_of(state, frame, overlay.covered)),
        clip_path="url(#window)",
    )
    return document(
        width,
        height,
        title,
        element("rect", width=width, height=height, fill="#ffffff"),
        draw_patterns(pieces),
        _clip(frame),
        written(heading, frame.x0, 26, font_size=_TITLE_SIZE, font_weight="bold"),
        table,
        draw_rulers(frame),
        legend,
        overlay.panel,
    )


def _clip(frame: Frame) -> str:
    window = element("rect", x=frame.x0, y=frame.y0, width=frame.width, height=frame.height)
    return element("defs", element("clipPath", window, id="window"))
