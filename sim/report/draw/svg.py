"""SVG as text: elements, numbers, and text of any script made safe."""

from collections.abc import Iterable

from sim.geometry.segments import Point
from sim.report.lines import printable

FONT = "Helvetica, Arial, 'Liberation Sans', 'Noto Sans', sans-serif"

Value = str | float | None
"""What an attribute may be given; None leaves it out."""

_ENTITIES = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;"})
_NO_CHARACTERS = str.maketrans({"\ufffe": " ", "\uffff": " "})
_DECIMALS = 2


def number(value: float) -> str:
    """A number with at most two decimals."""
    text = f"{round(value, _DECIMALS) + 0.0:.{_DECIMALS}f}"
    return text.rstrip("0").rstrip(".")


def escaped(text: str) -> str:
    """Text as it may stand in a document or in an attribute of one."""
    return printable(text).translate(_NO_CHARACTERS).translate(_ENTITIES)


def element(tag: str, *children: str, **attributes: Value) -> str:
    """An element with its children, which are SVG; None attributes are left out.

    Underscores of attribute names become hyphens, a last one is dropped.
    """
    head = " ".join([tag, *_written(attributes)])
    if not children:
        return f"<{head}/>"
    inner = "\n".join(child for child in children if child)
    return f"<{head}>\n{inner}\n</{tag}>"


def written(content: str, x: float, y: float, **attributes: Value) -> str:
    """A text of one line whose base line begins at a point, or is anchored there."""
    head = " ".join(["text", *_written({"x": x, "y": y, **attributes})])
    return f"<{head}>{escaped(content)}</text>"


def line(start: Point, end: Point, **attributes: Value) -> str:
    """A straight line."""
    return element("line", x1=start[0], y1=start[1], x2=end[0], y2=end[1], **attributes)


def group(*children: str, **attributes: Value) -> str:
    """A group of elements; nothing when it has no children."""
    kept = [child for child in children if child]
    return element("g", *kept, **attributes) if kept else ""


def outline(rings: Iterable[Iterable[Point]], *, closed: bool) -> str:
    """The data of a path through rows of points, each closed or left open."""
    parts = []
    for ring in rings:
        points = [f"{number(x)} {number(y)}" for x, y in ring]
        parts.append("M" + " L".join(points[:-1] if closed else points) + ("Z" if closed else ""))
    return " ".join(parts)


def document(width: float, height: float, title: str, *children: str) -> str:
    """A whole SVG file of that size in pixels, with a title for readers that speak it."""
    name = f"<title>{escaped(title)}</title>"
    body = element(
        "svg",
        name,
        *children,
        xmlns="http://www.w3.org/2000/svg",
        viewBox=f"0 0 {number(width)} {number(height)}",
        width=width,
        height=height,
        font_family=FONT,
    )
    return body + "\n"


def _written(attributes: dict[str, Value]) -> Iterable[str]:
    for name, value in attributes.items():
        if value is not None:
            text = escaped(value) if isinstance(value, str) else number(value)
            yield f'{name.rstrip("_").replace("_", "-")}="{text}"'
