"""Lines of a report: what they say and what they are, folded to a width and put on a terminal."""

import os
import re
import unicodedata
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import Literal, NamedTuple, TextIO

from rich.cells import cell_len, chop_cells
from rich.console import Console
from rich.text import Text

Role = Literal[
    "title", "turn", "phase", "plain", "detail", "good", "grave", "loss", "refusal", "row"
]

PAGE_WIDTH = 80
_WIDEST_PAGE = 100
_NARROWEST_PAGE = 20
_HANGING = 4
_STYLES: dict[Role, str] = {
    "title": "bold",
    "turn": "bold cyan",
    "phase": "bold",
    "plain": "",
    "detail": "dim",
    "good": "green",
    "grave": "yellow",
    "loss": "bold red",
    "refusal": "magenta",
    "row": "",
}
_WORD = re.compile(r"\S+(?: %\S*)?")
_UNSAFE = {"Cc", "Cs", "Zl", "Zp"}
_DIRECTION_MARKS = frozenset("\u202a\u202b\u202c\u202d\u202e\u2066\u2067\u2068\u2069")


class Line(NamedTuple):
    """One line of a report; `indent` in columns."""

    text: str
    role: Role = "plain"
    indent: int = 0


def printable(text: str) -> str:
    """Text of any script without what would steer a terminal: controls become blanks."""
    if text.isprintable():
        return text
    return "".join(
        " " if unicodedata.category(c) in _UNSAFE or c in _DIRECTION_MARKS else c for c in text
    )


def fold(line: Line, width: int = PAGE_WIDTH) -> Iterator[str]:
    """A line as rows no wider than `width` columns; a turn's heading is ruled to its end.

    The row of a table stays as it is laid out.
    """
    line = line._replace(text=printable(line.text))
    if line.role == "row":
        yield " " * line.indent + line.text
        return
    if line.role == "turn":
        line = line._replace(text=f"── {line.text} " + "─" * (width - cell_len(line.text) - 4))
    row, used = " " * line.indent, line.indent
    margin = line.indent + (_HANGING if line.indent else 0)
    is_fresh = True
    for word in _words(line.text, width - margin):
        size = cell_len(word)
        if not is_fresh and used + 1 + size > width:
            yield row
            row, used, is_fresh = " " * margin, margin, True
        row += word if is_fresh else " " + word
        used += size if is_fresh else size + 1
        is_fresh = False
    yield row.rstrip()


def _words(text: str, widest: int) -> Iterator[str]:
    """The words of a text, a per cent sign with its number, none wider than a row."""
    for word in _WORD.findall(text):
        if cell_len(word) <= widest:
            yield word
        else:
            yield from chop_cells(word, widest)


def page_width(stream: TextIO, widest: int = _WIDEST_PAGE) -> int:
    """The columns of a terminal, within reason; those of a page where nobody knows them."""
    columns = 0
    if stream.isatty():
        with suppress(OSError):
            columns = os.get_terminal_size(stream.fileno()).columns
    return min(max(columns, _NARROWEST_PAGE), widest) if columns else PAGE_WIDTH


class Printer:
    """Prints lines: plain text, or styled where the stream is a terminal that wants colour."""

    def __init__(self, stream: TextIO):
        self._stream = stream
        self._console: Console | None = None
        self._width = page_width(stream)
        if stream.isatty():
            self._console = Console(file=stream, width=self._width, highlight=False, soft_wrap=True)

    def __call__(self, lines: Iterable[Line]) -> None:
        """Print lines."""
        for line in lines:
            for row in fold(line, self._width):
                self._print(row, line.role)

    def _print(self, row: str, role: Role) -> None:
        if self._console is None:
            self._stream.write(row + "\n")
        else:
            self._console.print(Text(row, style=_STYLES[role]))
