"""Folding lines to a width, in any script; styling on terminals only."""

import io
import os
from typing import NoReturn

import pytest
from hypothesis import given
from hypothesis import strategies as st
from rich.cells import cell_len

from sim.report.lines import PAGE_WIDTH, Line, Printer, fold, page_width, printable


@given(st.text(), st.integers(0, 8))
def test_no_row_is_wider_than_the_page(text: str, indent: int) -> None:
    for row in fold(Line(printable(text), indent=indent)):
        assert cell_len(row) <= PAGE_WIDTH


@given(st.lists(st.text("abc表あ́🎲", min_size=1, max_size=12), max_size=40))
def test_folding_loses_no_word(words: list[str]) -> None:
    rows = list(fold(Line(" ".join(words), indent=2), 40))
    assert " ".join(rows).split() == " ".join(words).split()


def test_a_long_word_is_broken() -> None:
    rows = list(fold(Line("表" * 100), 40))
    assert "".join(row.strip() for row in rows) == "表" * 100


def test_rows_after_the_first_hang() -> None:
    rows = list(fold(Line("one two three", indent=2), 12))
    assert rows == ["  one two", "      three"]


def test_a_number_keeps_its_per_cent_sign() -> None:
    assert list(fold(Line("odds of 14.81 %; more"), 14)) == ["odds of", "14.81 %; more"]


def test_rows_of_plain_prose_do_not_hang() -> None:
    assert list(fold(Line("one two three"), 12)) == ["one two", "three"]


def test_a_turn_is_ruled_to_the_edge_whatever_its_script() -> None:
    for name in ("Round 1", "第一回合", "e\u0301"):
        (row,) = fold(Line(name, "turn"), 40)
        assert cell_len(row) == 40


def test_an_empty_line_is_an_empty_row() -> None:
    assert list(fold(Line("", indent=2))) == [""]


@pytest.mark.parametrize("name", ["Müller", "第二小隊", "כחול", "e\u0301", "👩‍🚀", "नमस्ते"])
def test_names_of_any_script_stay_as_they_are(name: str) -> None:
    assert printable(name) == name


@pytest.mark.parametrize("control", ["\x1b", "\n", "\x9b", "\u202e", "\u2066", "\ud800", "\u2028"])
def test_what_steers_a_terminal_becomes_a_blank(control: str) -> None:
    assert printable(f"a{control}b") == "a b"


def test_a_file_gets_plain_text() -> None:
    out = io.StringIO()
    Printer(out)([Line("lost", "loss", 2)])
    assert out.getvalue() == "  lost\n"


class Terminal(io.StringIO):
    """A stream that says it is a terminal of 60 columns."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


@pytest.fixture
def terminal(monkeypatch: pytest.MonkeyPatch) -> Terminal:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((60, 24)))
    for name in ("NO_COLOR", "FORCE_COLOR", "TTY_COMPATIBLE"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("TERM", "xterm")
    return Terminal()


def test_a_terminal_gets_colour_and_its_own_width(terminal: Terminal) -> None:
    Printer(terminal)([Line("lost", "loss"), Line("word " * 20)])
    assert "\x1b[" in terminal.getvalue()
    assert max(map(len, terminal.getvalue().splitlines()[1:])) <= 60


@pytest.mark.parametrize(("columns", "width"), [(0, 80), (1, 20), (20, 20), (60, 60), (300, 100)])
def test_a_page_is_as_wide_as_the_terminal_within_reason(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch, columns: int, width: int
) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((columns, 24)))
    monkeypatch.setenv("COLUMNS", "0")
    Printer(terminal)([Line("x" * 500), Line("word " * 99, indent=6)])
    assert max(len(row) for row in terminal.getvalue().splitlines()) in (width, width - 1)
    assert terminal.getvalue().count("x") == 500


def test_a_terminal_that_does_not_know_its_width_has_that_of_a_page(
    terminal: Terminal, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(_: int) -> NoReturn:
        raise OSError

    monkeypatch.setattr(os, "get_terminal_size", refuse)
    assert page_width(terminal) == 80


def test_no_color_is_honoured(terminal: Terminal, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")
    Printer(terminal)([Line("lost", "loss")])
    assert "31m" not in terminal.getvalue()


def test_markup_in_names_is_text(terminal: Terminal) -> None:
    Printer(terminal)([Line("[bold]x[/bold] :tada:")])
    assert "[bold]x[/bold] :tada:" in terminal.getvalue()
