"""The commands `sight`, `draw` and `catalogue`: streams, files and exit codes."""

import json
from pathlib import Path

import pytest

from tests.support.commands import Cli

PAIR = ("causeway-gun", "a3-mg", "d1-at")


def test_sight_answers_in_words(cli: Cli) -> None:
    done = cli("sight", *PAIR)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith("a3-mg and d1-at see each other")


def test_sight_json_is_one_document(cli: Cli) -> None:
    document = json.loads(cli("sight", *PAIR, "--json").out)
    assert (document["a"], document["b"], document["sight"]) == ("a3-mg", "d1-at", True)


def test_settings_move_and_turn_units(cli: Cli) -> None:
    settings = ("--set", "unit.a3-mg.position=[47, 22]", "--set", "emplacement.north-pit.facing=0")
    document = json.loads(cli("sight", *PAIR, *settings, "--json").out)
    assert document["distance"] < 10
    assert document["a_to_b"]["front_arc"] is False


def test_sight_draws_to_a_file_and_overwrites_none(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "sight.svg"
    assert cli("sight", *PAIR, "--svg", path).code == 0
    assert path.read_text(encoding="utf-8").startswith("<svg")
    again = cli("sight", *PAIR, "--svg", path)
    assert (again.code, again.out) == (2, "")
    assert cli("sight", *PAIR, "--svg", path, "--force").code == 0


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("causeway-gun", "a3-mgg", "d1-at"), "did you mean 'a3-mg'?"),
        (("causeway-gun", "a3-mg", "a3-mg"), "itself"),
        (("causeway-gnu", "a3-mg", "d1-at"), "causeway-gun"),
        ((*PAIR, "--set", "unit.a9.facing=3"), "a9"),
    ],
)
def test_what_does_not_exist_is_a_usage_error(cli: Cli, words: tuple[str, ...], said: str) -> None:
    done = cli("sight", *words)
    assert (done.code, done.out) == (2, "")
    assert said in done.err


def test_draw_prints_or_writes_the_same_picture(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "table.svg"
    printed = cli("draw", "walled-manor")
    assert cli("draw", "walled-manor", "-o", path) == (0, "", f"wrote {path}\n")
    assert cli("draw", "walled-manor", "-o", path, "--force", "--quiet") == (0, "", "")
    assert path.read_text(encoding="utf-8") == printed.out
    assert cli("draw", "walled-manor", "-o", path).code == 2


@pytest.mark.parametrize("words", [("draw", "walled-manor", "-o"), ("sight", *PAIR, "--svg")])
def test_svg_goes_into_no_picture_of_another_kind(
    cli: Cli, tmp_path: Path, words: tuple[str, ...]
) -> None:
    path = tmp_path / "table.png"
    done = cli(*words, path)
    assert (done.code, done.out) == (2, "")
    assert (
        done.err
        == f"{path}: what is written there ends in .svg; name it {path.with_suffix('.svg')}\n"
    )
    assert not path.exists()


def test_draw_takes_settings_and_refuses_faults(cli: Cli) -> None:
    assert "Another name" in cli("draw", "walled-manor", "--set", "name=Another name").out
    done = cli("draw", "walled-manor", "--set", "rounds=0")
    assert (done.code, done.out) == (3, "")


def test_warnings_go_to_stderr_unless_quiet(cli: Cli) -> None:
    over = ("--set", "piece.hedge-1.line=[[50, 40], [80, 40]]")
    done = cli("draw", "walled-manor", *over)
    assert "warning" in done.err
    assert cli("draw", "walled-manor", *over, "--quiet").err == ""


def test_catalogue_is_tables_or_a_document(cli: Cli) -> None:
    assert "medium-gun" in cli("catalogue").out
    assert json.loads(cli("catalogue", "hmg", "--json").out)["weapons"]["hmg"]["range"] == 36
    done = cli("catalogue", "hmgs")
    assert (done.code, done.out) == (2, "")
    assert "did you mean 'hmg'?" in done.err


def test_the_schema_of_sight_is_printed(cli: Cli) -> None:
    assert json.loads(cli("schema", "sight").out)["title"] == "skirmish-sim sight"
