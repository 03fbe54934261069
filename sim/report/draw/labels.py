"""Labels that do not collide: each takes the best of its spots that is still free."""

from collections.abc import Iterable, Iterator, Sequence
from math import inf
from typing import Literal, NamedTuple

from sim.geometry.segments import Point
from sim.geometry.vectors import facing_vector
from sim.report.draw.svg import group, line, written

_NARROW, _WIDE = frozenset("fijlrtI1-. ()"), frozenset("mwMW%@")
_PADDING = 1.5
_LINE_HEIGHT = 1.15
_ASCENT = 0.86
_STRAIGHT = (180.0, 0.0, 90.0, 270.0)
_ASLANT = tuple(step * 22.5 for step in range(16) if step % 4)
_RINGS = (0.0, 6.0, 14.0, 26.0, 42.0, 64.0, 90.0)
_OFF_SHEET, _CROWDED = 10000.0, 1000.0
_COVERED = 40.0
_FARTHER = 0.35
_LEADER_FROM = 12.0

Role = Literal["unit", "piece", "place"]


class Box(NamedTuple):
    """A rectangle of the sheet, in pixels, y downwards."""

    left: float
    top: float
    right: float
    bottom: float

    def shared(self, other: "Box") -> float:
        """The area that two boxes share."""
        wide = min(self.right, other.right) - max(self.left, other.left)
        high = min(self.bottom, other.bottom) - max(self.top, other.top)
        return wide * high if wide > 0 and high > 0 else 0.0

    def contains(self, other: "Box") -> bool:
        """Whether another box lies in this one."""
        return (
            self.left <= other.left
            and self.top <= other.top
            and self.right >= other.right
            and self.bottom >= other.bottom
        )


class Tag(NamedTuple):
    """A label that wants a place: its text, size in pixels, and the centres it may have, best
    first. A leader joins it to its anchor when it ends up far from it."""

    text: str
    role: Role
    size: float
    colour: str
    anchor: Point
    spots: tuple[Point, ...]
    reach: float = 0.0


class Label(NamedTuple):
    """A tag with the box it got."""

    tag: Tag
    box: Box


def text_width(text: str, size: float) -> float:
    """About how wide a text of a sans-serif font is, rather too much than too little."""
    return size * sum(_character_width(character) for character in text)


def _character_width(character: str) -> float:
    if character in _NARROW:
        return 0.36
    if character in _WIDE:
        return 0.9
    if character.isupper():
        return 0.74
    return 0.57 if character.isascii() else 1.05


def spots_around(
    anchor: Point, reach: float, width: float, height: float, rings: Sequence[float] = _RINGS
) -> tuple[Point, ...]:
    """Centres for a box of that size around something that reaches so far from its anchor.

    Below and above come first, then the sides, then farther rings.
    """
    x, y = anchor
    ways = [facing_vector(bearing) for bearing in _STRAIGHT + _ASLANT]
    return tuple(
        (x + across * (reach + ring + width / 2), y - up * (reach + ring + height / 2))
        for ring in rings
        for across, up in ways
    )


def tag_around(text: str, role: Role, size: float, colour: str, anchor: Point, reach: float) -> Tag:
    """A tag that may stand anywhere around something that reaches so far from its anchor."""
    spots = spots_around(anchor, reach, text_width(text, size), size * _LINE_HEIGHT)
    return Tag(text, role, size, colour, anchor, spots, reach)


def place_labels(tags: Iterable[Tag], covered: Sequence[Box], sheet: Box) -> list[Label]:
    """The labels of all tags, in their order; earlier ones have the first choice.

    A label keeps off the others and on the sheet if any spot allows it, and off `covered` where
    it costs little.
    """
    placed: list[Label] = []
    for tag in tags:
        placed.append(Label(tag, _best_box(tag, placed, covered, sheet)))
    return placed


def _best_box(tag: Tag, placed: Sequence[Label], covered: Sequence[Box], sheet: Box) -> Box:
    best, least = _box(tag, tag.spots[0]), inf
    for number, spot in enumerate(tag.spots):
        box = _box(tag, spot)
        cost = 0.0
        for part in _costs(box, number / len(tag.spots), tag, placed, covered, sheet):
            cost += part
            if cost >= least:
                break
        else:
            best, least = box, cost
    return best


def _box(tag: Tag, centre: Point) -> Box:
    wide = text_width(tag.text, tag.size) / 2 + _PADDING
    high = tag.size * _LINE_HEIGHT / 2
    return Box(centre[0] - wide, centre[1] - high, centre[0] + wide, centre[1] + high)


def _costs(
    box: Box, rank: float, tag: Tag, placed: Sequence[Label], covered: Sequence[Box], sheet: Box
) -> Iterator[float]:
    """What speaks against a box, bit by bit, what is quick to see first."""
    yield rank + _FARTHER * max(0.0, _gap(box, tag.anchor) - tag.reach)
    if not sheet.contains(box):
        yield _OFF_SHEET
    for label in placed:
        if shared := box.shared(label.box):
            yield _CROWDED + shared
    area = (box.right - box.left) * (box.bottom - box.top)
    yield _COVERED * sum(box.shared(other) for other in covered) / area


def _gap(box: Box, point: Point) -> float:
    """How far a point is from a box, along the worse of the two axes."""
    across = max(box.left - point[0], point[0] - box.right, 0.0)
    down = max(box.top - point[1], point[1] - box.bottom, 0.0)
    return max(across, down)


def draw_labels(labels: Iterable[Label]) -> str:
    """The labels, with a pale rim against what is under them, and leaders for those far off."""
    return group(*(part for label in labels for part in _drawn(label)), class_="labels")


def _drawn(label: Label) -> Iterator[str]:
    tag, box = label
    x, y = (box.left + box.right) / 2, box.top + tag.size * _ASCENT * _LINE_HEIGHT
    if tag.reach and _gap(box, tag.anchor) > tag.reach + _LEADER_FROM:
        end_x = min(max(tag.anchor[0], box.left), box.right)
        end_y = min(max(tag.anchor[1], box.top), box.bottom)
        yield line(tag.anchor, (end_x, end_y), stroke=tag.colour, stroke_width=0.8)
    yield written(
        tag.text,
        x,
        y,
        class_=tag.role,
        font_size=tag.size,
        font_style="italic" if tag.role == "piece" else None,
        font_weight="bold" if tag.role == "unit" else None,
        text_anchor="middle",
        fill=tag.colour,
        stroke="#ffffff",
        stroke_width=2.4,
        stroke_opacity=0.8,
        stroke_linejoin="round",
        paint_order="stroke",
    )
