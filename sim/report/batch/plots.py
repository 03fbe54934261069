"""Pictures of a batch by matplotlib: the same bytes for the same rows."""

import re
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from io import BytesIO
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

from sim.battlefield.world import World
from sim.errors import UsageError
from sim.report.batch.curves import (
    CELL,
    Curve,
    Sweep,
    bars_of,
    heat,
    losses_over_rounds,
    numbered,
    sweeps_of,
)
from sim.report.batch.figures import shortened
from sim.report.batch.samples import Sample
from sim.report.draw.styles import layer_of, style_of
from sim.report.draw.units import SIDE_INKS
from sim.report.files import write_bytes
from sim.report.lines import printable
from sim.runner.extras import extra
from sim.scenario.faults import nearest

TYPES = ("svg", "png")

_SETTINGS = {
    "svg.hashsalt": "skirmish-sim",
    "text.parse_math": False,
    "font.family": "DejaVu Sans",
    "font.size": 9.0,
}
_METADATA: Mapping[str, Mapping[str, None]] = {
    "svg": {"Date": None, "Creator": None},
    "png": {"Software": None},
}
_DPI = 120
_WIDEST_NAME = 60
_MOST_LINES = 4
_UNFIT = re.compile(r"[^\w.=-]")


Place = Sequence[Any]
"""A unit, its side and kind, and its place in inches; more may follow."""


class Picture(NamedTuple):
    """A picture: the stem of its file, and what draws it on a figure of matplotlib."""

    name: str
    draw: Callable[[Any], None]


def pictures_of(samples: Sequence[Sample], worlds: Mapping[int, World]) -> list[Picture]:
    """All pictures of the matchups that have battles; `worlds` are their tables by cell."""
    fought = [sample for sample in samples if sample.done]
    if not fought:
        return []
    pictures = [Picture("rates", lambda figure: _draw_rates(figure, fought))]
    for sample in fought:
        pictures += _of_matchup(sample, worlds[sample.cell.index])
    for sweep in sweeps_of(fought):
        pictures.append(Picture(f"sweep-{_UNFIT.sub('_', sweep.path)}", _sweep_drawer(sweep)))
    return pictures


def _of_matchup(sample: Sample, world: World) -> Iterator[Picture]:
    title, rows = numbered(sample.cell), sample.done
    yield Picture(f"losses-{sample.cell.index}", lambda figure: _draw_losses(figure, sample))
    deaths = [place for row in rows for place in row.deaths]
    ends = [place for row in rows for place in row.ends]
    for name, heading, places in (("deaths", "Losses", deaths), ("ends", "At the end", ends)):
        yield Picture(
            f"{name}-{sample.cell.index}",
            _heat_drawer(f"{heading}: {title}", places, sample, world),
        )


def picture_named(pictures: Sequence[Picture], name: str) -> Picture:
    """The picture of that name; raises UsageError with the names that there are."""
    for picture in pictures:
        if picture.name == name:
            return picture
    names = [picture.name for picture in pictures]
    hint = nearest(name, names) or f"there are {', '.join(names)}"
    raise UsageError(f"there is no picture {name!r} ({hint})")


def save_picture(picture: Picture, path: Path, *, force: bool = False) -> None:
    """Draw a picture into a file, by its suffix.

    Raises UsageError for another suffix, a file that exists without `force`, or no matplotlib.
    """
    kind = path.suffix.removeprefix(".").lower()
    if kind not in TYPES:
        raise UsageError(f"{path} is neither .svg nor .png")
    matplotlib = extra("matplotlib", "plots")
    figures = extra("matplotlib.figure", "plots")
    with warnings.catch_warnings(), matplotlib.rc_context(_SETTINGS):
        warnings.filterwarnings("ignore", message="Glyph .* missing from font")
        figure = figures.Figure(layout="constrained")
        picture.draw(figure)
        drawn = BytesIO()
        figure.savefig(drawn, format=kind, dpi=_DPI, metadata=_METADATA[kind])
    write_bytes(path, drawn.getvalue(), force=force)


def _draw_rates(figure: Any, samples: Sequence[Sample]) -> None:
    """Win rates with their intervals, one below the other."""
    bars = [bar for sample in samples for bar in bars_of(sample)]
    figure.set_size_inches(8, 1.2 + 0.6 * len(bars))
    axes = figure.subplots()
    for place, bar in enumerate(bars):
        value, low, high = bar.rate.value or 0.0, bar.rate.low or 0.0, bar.rate.high or 0.0
        axes.plot([low, high], [place, place], color=SIDE_INKS[place % 2], linewidth=2)
        axes.plot([value], [place], "o", color=SIDE_INKS[place % 2])
    names = [f"{shortened(bar.name, _WIDEST_NAME)}\n{_heading(bar.matchup)}" for bar in bars]
    axes.set_yticks(range(len(bars)), names)
    axes.set_ylim(len(bars) - 0.5, -0.5)
    axes.set_xlim(0, 1)
    axes.axvline(0.5, color="#999999", linewidth=0.8, linestyle="--")
    axes.set_xlabel("win rate, a draw counts half; 95 % intervals")


def _draw_losses(figure: Any, sample: Sample) -> None:
    figure.set_size_inches(7, 4)
    axes = figure.subplots()
    for number, curve in enumerate(losses_over_rounds(sample)):
        axes.step(curve.xs, curve.ys, where="mid", color=SIDE_INKS[number], label=curve.name)
    axes.set_xlabel("round")
    axes.set_ylabel("units lost, mean of a battle")
    axes.set_title(_heading(numbered(sample.cell)))
    axes.set_ylim(bottom=0)
    axes.legend()


def _heat_drawer(
    title: str, places: Sequence[Place], sample: Sample, world: World
) -> Callable[[Any], None]:
    """Draws how many units of either side a battle had in each square, over the terrain."""
    size, battles = (world.width, world.height), len(sample.done)

    def draw(figure: Any) -> None:
        """One map for each side, on the same scale."""
        figure.set_size_inches(13, 1.2 + 6 * world.height / world.width)
        sides = sample.cell.sides
        maps = [heat([p for p in places if p[1] == side], battles, size) for side in sides]
        most = max(max(map(max, squares)) for squares in maps) or 1.0
        panels = figure.subplots(1, 2)
        for axes, side, squares in zip(panels, sides, maps, strict=True):
            image = _draw_heat(axes, world, squares, most)
            axes.set_title(shortened(side, _WIDEST_NAME))
        figure.colorbar(image, ax=list(panels), shrink=0.7, label="units per battle and square")
        figure.suptitle(_heading(title))

    return draw


def _draw_heat(axes: Any, world: World, squares: list[list[float]], most: float) -> Any:
    """The squares over the terrain; colours end at `most`."""
    _draw_terrain(axes, world)
    image = axes.imshow(
        squares,
        origin="lower",
        extent=(0, len(squares[0]) * CELL, 0, len(squares) * CELL),
        cmap=_see_through(),
        vmin=0,
        vmax=most,
        interpolation="nearest",
        zorder=20,
    )
    axes.set_xlim(0, world.width)
    axes.set_ylim(0, world.height)
    axes.set_aspect("equal")
    return image


def _heading(text: str) -> str:
    """A text on a few lines, cut short beyond."""
    return "\n".join(wrap(printable(text), _WIDEST_NAME, max_lines=_MOST_LINES, placeholder=" …"))


def _see_through() -> Any:
    """Reds from clear to opaque, so that the terrain shows where nothing happened."""
    colors = extra("matplotlib.colors", "plots")
    return colors.LinearSegmentedColormap.from_list(
        "heat", [(1.0, 0.6, 0.0, 0.0), (0.9, 0.2, 0.0, 0.7), (0.4, 0.0, 0.0, 0.95)]
    )


def _draw_terrain(axes: Any, world: World) -> None:
    """The pieces in the colours of all pictures, without their patterns."""
    paths, patches = extra("matplotlib.path", "plots"), extra("matplotlib.patches", "plots")
    axes.set_facecolor("#eef0e2")
    for piece in sorted(world.pieces, key=layer_of):
        style = style_of(piece.kind)
        if piece.is_line:
            for ring in piece.rings:
                axes.plot(*zip(*ring, strict=True), color=style.ink, linewidth=1.5, zorder=10)
            continue
        outline = paths.Path.make_compound_path(*(paths.Path(ring) for ring in piece.rings))
        axes.add_patch(
            patches.PathPatch(outline, facecolor=style.fill, edgecolor=style.ink, linewidth=0.6)
        )


def _sweep_drawer(sweep: Sweep) -> Callable[[Any], None]:
    """Draws win rates over the values of a setting."""

    def draw(figure: Any) -> None:
        """A curve for each of the other settings."""
        figure.set_size_inches(7, 4.5)
        axes = figure.subplots()
        for curve in sweep.curves:
            axes.errorbar(
                curve.xs, curve.ys, yerr=_errors(curve), marker="o", capsize=3, label=_name(curve)
            )
        axes.set_xticks(range(len(sweep.values)), sweep.values)
        axes.set_xlabel(sweep.path)
        axes.set_ylabel("win rate, 95 % intervals")
        axes.set_ylim(0, 1)
        axes.axhline(0.5, color="#999999", linewidth=0.8, linestyle="--")
        axes.legend()

    return draw


def _name(curve: Curve) -> str:
    return shortened(curve.name, _WIDEST_NAME)


def _errors(curve: Curve) -> list[list[float]]:
    below = [max(0.0, y - low) for y, low in zip(curve.ys, curve.low, strict=True)]
    above = [max(0.0, high - y) for y, high in zip(curve.ys, curve.high, strict=True)]
    return [below, above]
