"""The window of a table that a picture shows, and where it lies on the sheet."""

from collections.abc import Iterable

import msgspec

from sim.geometry.footprints import Footprint, circumradius
from sim.geometry.segments import Point


class Window(msgspec.Struct, frozen=True):
    """A part of the table, in inches."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """How wide it is, in inches."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """How high it is, in inches."""
        return self.top - self.bottom

    def widened(self, margin: float) -> "Window":
        """The window with a margin on every side."""
        return Window(
            self.left - margin, self.bottom - margin, self.right + margin, self.top + margin
        )

    def contains(self, x: float, y: float) -> bool:
        """Whether a point lies in the window, edge included."""
        return self.left <= x <= self.right and self.bottom <= y <= self.top

    def covers(self, left: float, bottom: float, right: float, top: float) -> bool:
        """Whether all of a box lies in the window."""
        return self.contains(left, bottom) and self.contains(right, top)

    def overlaps(self, left: float, bottom: float, right: float, top: float) -> bool:
        """Whether any of a box lies in the window."""
        return left < self.right and right > self.left and bottom < self.top and top > self.bottom


class Frame(msgspec.Struct, frozen=True):
    """A window on the sheet: its top left corner there, and the pixels of an inch."""

    window: Window
    x0: float
    y0: float
    scale: float

    @property
    def width(self) -> float:
        """The width of the window in pixels."""
        return self.window.width * self.scale

    @property
    def height(self) -> float:
        """The height of the window in pixels."""
        return self.window.height * self.scale

    def at(self, x: float, y: float) -> Point:
        """The point of the sheet, y downwards, for a point of the table."""
        return (
            self.x0 + (x - self.window.left) * self.scale,
            self.y0 + (self.window.top - y) * self.scale,
        )

    def points(self, spots: Iterable[Point]) -> list[Point]:
        """The points of the sheet for points of the table."""
        return [self.at(x, y) for x, y in spots]


def whole_table(width: float, height: float) -> Window:
    """The window that shows all of a table."""
    return Window(0.0, 0.0, width, height)


def window_about(
    footprints: Iterable[Footprint], margin: float, least: float, width: float, height: float
) -> Window:
    """A window about footprints with a margin, at least so wide and high, kept on the table."""
    shown = [(footprint, circumradius(footprint) + margin) for footprint in footprints]
    left, right = _span(
        min(f.x - reach for f, reach in shown), max(f.x + reach for f, reach in shown), least, width
    )
    bottom, top = _span(
        min(f.y - reach for f, reach in shown),
        max(f.y + reach for f, reach in shown),
        least,
        height,
    )
    return Window(left, bottom, right, top)


def _span(low: float, high: float, least: float, limit: float) -> tuple[float, float]:
    """A stretch widened to a least length and moved, as far as may be, into 0 to a limit."""
    short = max(0.0, least - (high - low)) / 2
    low, high = low - short, high + short
    shift = max(0.0, -low) - max(0.0, high - limit)
    return max(0.0, low + shift), min(limit, high + shift)
