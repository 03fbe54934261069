"""Pictures of events without a browser: PNG and animated GIF, the same bytes on every machine."""

from collections.abc import Iterable, Sequence
from io import BytesIO
from tempfile import NamedTemporaryFile
from typing import TYPE_CHECKING

from sim.errors import UsageError
from sim.geometry.segments import Point
from sim.replay.fold import Moment
from sim.report.draw.frame import Frame
from sim.report.draw.picture import Overlay, draw_picture, table_frame
from sim.report.draw.sight import covered_by_rays, draw_sight, ray_rows
from sim.report.draw.svg import FONT, element, outline
from sim.report.draw.units import SIDE_INKS, look_of
from sim.report.sight import look
from sim.report.words import PHASES
from sim.runner.extras import extra
from sim.state.events import (
    AttackEvent,
    GunDestroyed,
    UnitBroken,
    UnitDestroyed,
    UnitMoved,
    UnitRouted,
    VehicleStunned,
)

if TYPE_CHECKING:
    from PIL.Image import Image

PICTURE_WIDTH = 1400
ANIMATION_WIDTH = 720

_WORTH_A_FRAME = (
    UnitMoved,
    AttackEvent,
    UnitBroken,
    VehicleStunned,
    UnitDestroyed,
    UnitRouted,
    GunDestroyed,
)
_FRAME_TIME, _LAST_TIME = 450, 3000
_COLOURS = 48
_PLAIN_FONT = "Aileron"
_PLAIN_SIGNS = frozenset("«°±´·»‘’“”…‹›⁄™")
"""What the font has besides ASCII; the fonts of the machine do the rest."""


def picture_of(moment: Moment) -> str:
    """The table at an event, as SVG: an attack with its rays, a move with its path."""
    state = moment.before if isinstance(moment.line.event, AttackEvent) else moment.after
    frame = table_frame(state)
    stamp = moment.line.stamp
    when = f"round {stamp.round}, {stamp.side}, {PHASES[moment.after.phase]}"
    title = f"{state.roster.name} · {when} · event {stamp.n}"
    return draw_picture(state, frame, title, _overlay(moment, frame))


def _overlay(moment: Moment, frame: Frame) -> Overlay:
    event, before = moment.line.event, moment.before
    if isinstance(event, UnitMoved):
        unit = before.roster.unit_index[event.unit]
        ink = SIDE_INKS[look_of(before, before.side_of(unit))]
        return Overlay(under=_path(frame.points(event.path), ink))
    if isinstance(event, AttackEvent):
        index = before.roster.unit_index
        one = look(before, index[event.unit], index[event.target])
        return Overlay(
            under=draw_sight(before, one, frame),
            covered=covered_by_rays(one.view, frame),
            legend=ray_rows(one),
        )
    return Overlay()


def _path(points: Sequence[Point], ink: str) -> str:
    data = outline([points], closed=False)
    return element("path", d=data, fill="none", stroke=ink, stroke_width=3, opacity=0.7)


def png_of(svg: str, width: int = PICTURE_WIDTH) -> bytes:
    """A picture as PNG of that width, plain text in one font on every machine.

    Raises UsageError without the extra that does it.
    """
    resvg, fonts = extra("resvg_py", "pictures"), extra("PIL.ImageFont", "pictures")
    is_plain = all(sign.isascii() or sign in _PLAIN_SIGNS for sign in svg)
    with NamedTemporaryFile(suffix=".ttf") as font:
        font.write(fonts.load_default(size=12).path.getvalue())
        font.flush()
        return bytes(
            resvg.svg_to_bytes(
                svg_string=svg.replace(FONT, _PLAIN_FONT),
                skip_system_fonts=is_plain,
                font_files=[font.name],
                width=width,
            )
        )


def gif_of(moments: Iterable[Moment], width: int = ANIMATION_WIDTH) -> bytes:
    """A battle as an animation, a frame for every move, attack and loss, the end held longest.

    Raises UsageError without the extra that does it.
    """
    frames: list[Image] = []
    last: Moment | None = None
    for moment in moments:
        last = moment
        if isinstance(moment.line.event, _WORTH_A_FRAME):
            frames.append(_frame(moment, width))
    if last is None:
        raise UsageError("the log holds no event to draw")
    frames.append(_frame(last, width))
    out = BytesIO()
    durations = [_FRAME_TIME] * (len(frames) - 1) + [_LAST_TIME]
    frames[0].save(out, "GIF", save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return out.getvalue()


def _frame(moment: Moment, width: int) -> "Image":
    images = extra("PIL.Image", "pictures")
    image = images.open(BytesIO(png_of(picture_of(moment), width))).convert("RGB")
    frame: Image = image.quantize(_COLOURS)
    return frame
