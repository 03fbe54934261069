"""The picture of where a log and its battle part: the table as played, the log's places dashed."""

from collections.abc import Iterator

from sim.geometry.footprints import Footprint
from sim.report.draw.frame import Frame
from sim.report.draw.picture import Overlay, draw_picture, table_frame
from sim.report.draw.svg import element, group, line
from sim.report.draw.units import draw_base, draw_facing
from sim.state.battle import BattleState

_INK = "#c0208a"
_DASHES = "6 4"


def parting_picture(played: BattleState, other: BattleState, title: str, other_name: str) -> str:
    """A state as SVG; what stands or fares otherwise in the other one is marked there.

    Both have the same units.
    """
    frame = table_frame(played)
    overlay = Overlay(
        under=group(*_marks(played, other, frame), class_="parting"),
        legend=((_swatch(), other_name, "where it differs"),),
    )
    return draw_picture(played, frame, title, overlay)


def _marks(played: BattleState, other: BattleState, frame: Frame) -> Iterator[str]:
    for row, elsewhere in zip(played.units, other.units, strict=True):
        if row != elsewhere and (row.alive or elsewhere.alive):
            yield from _mark(row.footprint, elsewhere.footprint, frame)
    for gun, elsewhere_gun in zip(played.guns, other.guns, strict=True):
        if gun != elsewhere_gun:
            yield from _mark(gun.footprint, elsewhere_gun.footprint, frame)


def _mark(here: Footprint, there: Footprint, frame: Frame) -> Iterator[str]:
    """A dashed base where the other state has it, joined to where it stands here, and a ring."""
    start, end = frame.at(here.x, here.y), frame.at(there.x, there.y)
    yield line(start, end, stroke=_INK, stroke_width=2, stroke_dasharray=_DASHES)
    yield draw_base(
        there, frame, fill="none", stroke=_INK, stroke_width=2.5, stroke_dasharray=_DASHES
    )
    yield draw_facing(there, frame, _INK)
    radius = 1.6 * frame.scale
    yield element(
        "circle", cx=start[0], cy=start[1], r=radius, fill="none", stroke=_INK, stroke_width=2
    )


def _swatch() -> str:
    return element(
        "circle", cx=15, cy=0, r=8, fill="none", stroke=_INK, stroke_width=2,
        stroke_dasharray=_DASHES,
    )  # fmt: skip
