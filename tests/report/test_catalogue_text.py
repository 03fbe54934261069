"""The catalogue as tables, 80 columns wide unless a terminal is wider."""

import io
import os

import pytest
from rich.cells import cell_len

from sim.report.catalogue import GROUPS, find_entries
from sim.report.catalogue_text import field_words, print_catalogue, value_words
from sim.report.lines import PAGE_WIDTH
from sim.state.profiles import ALL_ROUND


class Terminal(io.StringIO):
    """A stream that is a terminal."""

    def isatty(self) -> bool:
        return True

    def fileno(self) -> int:
        return 1


def printed(name: str | None = None) -> list[str]:
    """The page of what is asked for, line by line."""
    stream = io.StringIO()
    print_catalogue(find_entries(name), stream)
    return stream.getvalue().splitlines()


def row(name: str, words: str) -> str:
    """The row of a table that begins with a word, blanks made single."""
    (found,) = (line for line in printed(name) if line.startswith(f"{words} "))
    return " ".join(found.split())


@pytest.mark.parametrize("name", [None, *GROUPS, "infantry-gun", "wood", "awkward", "FR-30"])
def test_it_fits_the_page(name: str | None) -> None:
    assert all(cell_len(line) <= PAGE_WIDTH for line in printed(name))
    assert all(line == line.rstrip() for line in printed(name))


def test_without_a_name_there_is_a_table_for_each_sort() -> None:
    headings = [line.split(":")[0] for line in printed() if line[:1].isupper() and ":" in line]
    sorts = ["Weapons", "Melee weapons", "Infantry", "Guns", "Vehicles", "Terrain"]
    assert headings[: len(sorts)] == sorts
    assert "awkward" in "\n".join(printed())


def test_rows_have_the_numbers_of_the_catalogue() -> None:
    assert row("weapons", "medium-gun") == 'medium-gun 48" 2/0/1 2 6 1 medium'
    assert row("weapons", "hull-mg") == 'hull-mg 24" 4/1/3 0 0 0 none ±45°'
    assert row("weapons", "satchel-charge") == "satchel-charge 1 2 5"
    assert row("weapons", "flamethrower").endswith("negates cover")
    assert row("profiles", "mg-team") == 'mg-team regular 8/6" hmg, rifle-butts'
    assert row("profiles", "at-gun-heavy") == 'at-gun-heavy heavy yes 2 x 1.5, 0.8" 0/0" heavy-gun'
    assert row("profiles", "truck") == 'truck 2/2 open 2 3 x 1.5, 1.5" -'
    assert row("terrain", "hedge") == 'hedge obscures soft no 1" open difficult difficult'
    assert row("rules", "awkward") == "awkward included stacked RU-16 ruling"
    assert row("rules", "standoff") == "standoff 2 HR-14 house rule"


def test_a_name_shows_properties_with_the_titles_of_their_clauses() -> None:
    lines = printed("hmg")
    assert lines[0] == "hmg (weapons; shipped catalogue, weapons.yaml)"
    assert row("hmg", "firepower") == "firepower 1 FR-19 Firepower lowers the save"
    assert row("awkward", "choices") == "choices included, stacked"
    assert "medium-tank-gun (±15°)" in " ".join(" ".join(printed("assault-gun")).split())


def test_what_is_not_built_says_so() -> None:
    assert "(not built)" in " ".join(printed("clauses"))


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (None, "-"),
        (True, "yes"),
        (2.0, "2"),
        ([4.0, 2.5], "4, 2.5"),
        ({"open": 8.0, "very_difficult": "no"}, "open 8, very difficult no"),
        ([{"weapon": "lmg", "field_of_fire": ALL_ROUND}], "lmg (all round)"),
        (
            [{"weapon": "lmg", "field_of_fire": 15.0, "unbuttoned_only": True}, {"weapon": "hmg"}],
            "lmg (±15°, unbuttoned only), hmg",
        ),
    ],
)
def test_values_are_words(value: object, words: str) -> None:
    assert value_words(value) == words


def test_a_field_of_fire_is_its_half_width() -> None:
    assert (field_words(45.0), field_words(ALL_ROUND)) == ("±45°", "all round")


def test_a_wide_terminal_is_used(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(os, "get_terminal_size", lambda _: os.terminal_size((200, 50)))
    monkeypatch.setenv("TERM", "xterm")
    stream = Terminal()
    print_catalogue(find_entries("clauses"), stream)
    ruled = max(line.count("─") for line in stream.getvalue().splitlines())
    assert PAGE_WIDTH < ruled <= 120
