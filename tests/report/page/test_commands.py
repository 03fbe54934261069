"""`replay page` at the command line: what it writes where, and what it refuses."""

from pathlib import Path

import pytest

from tests.support.commands import Cli
from tests.support.pages import battle_bytes, log_of


@pytest.fixture
def log(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return log_of(tmp_path, battle_bytes("walled-manor", "rounds=1"))


def test_a_page_is_written_beside_nothing_it_needs(cli: Cli, log: Path) -> None:
    done = cli("replay", "page", log, "-o", "b.html")
    assert (done.code, done.out, done.err) == (0, "", "wrote b.html\n")
    assert Path("b.html").read_text(encoding="utf-8").startswith("<!doctype html>")


def test_a_page_is_named_after_its_log_and_not_overwritten(cli: Cli, log: Path) -> None:
    assert cli("replay", "page", log, "--quiet").err == ""
    refused = cli("replay", "page", log)
    assert refused.code == 2
    assert "battle.html exists already; --force overwrites it" in refused.err
    assert cli("replay", "page", log, "--force").code == 0


def test_a_picture_of_an_event_needs_no_browser(cli: Cli, log: Path) -> None:
    assert cli("replay", "page", log, "--png", 3).code == 0
    assert Path("battle.3.png").read_bytes().startswith(b"\x89PNG")


def test_an_event_that_is_not_there_is_a_usage_error(cli: Cli, log: Path) -> None:
    done = cli("replay", "page", log, "--png", 9999)
    assert done.code == 2
    assert "there is no event 9999: the log has " in done.err


def test_an_animation_is_written(cli: Cli, tmp_path: Path) -> None:
    log = log_of(tmp_path, battle_bytes("walled-manor", "rounds=1", player="null"))
    assert cli("replay", "page", log, "--gif", tmp_path / "b.gif").code == 0
    assert (tmp_path / "b.gif").read_bytes().startswith(b"GIF89a")


def test_a_log_that_is_cut_off_is_shown_with_a_warning(cli: Cli, log: Path) -> None:
    log.write_bytes(log.read_bytes()[:-40])
    done = cli("replay", "page", log)
    assert done.code == 3
    assert "warning:" in done.err
    assert Path("battle.html").is_file()


def test_damage_is_an_error_that_lenient_steps_over(cli: Cli, log: Path) -> None:
    lines = log.read_bytes().splitlines(keepends=True)
    log.write_bytes(b"".join([*lines[:4], b"{]\n", *lines[5:]]))
    assert cli("replay", "page", log).code == 3
    assert not Path("battle.html").exists()
    assert cli("replay", "page", log, "--lenient").code == 3
    assert Path("battle.html").is_file()


def test_an_index_lies_beside_its_logs_or_elsewhere(cli: Cli, log: Path, tmp_path: Path) -> None:
    assert cli("replay", "page", "--index", tmp_path).code == 0
    assert (tmp_path / "index.html").is_file()
    assert cli("replay", "page", "--index", tmp_path, "-o", tmp_path / "deep" / "down").code == 0
    assert (tmp_path / "deep" / "down" / "battle.html").is_file()


@pytest.mark.parametrize(
    "words",
    [
        (),
        ("battle.jsonl", "--index", "."),
        ("--index", ".", "--png", "1"),
        ("battle.jsonl", "-o", "b.png"),
        ("battle.jsonl", "--png", "3", "-o", "b.txt"),
        ("battle.jsonl", "--gif", "b.png"),
        ("battle.jsonl", "--gif", "b.gif", "-o", "c.gif"),
    ],
)
def test_what_does_not_go_together_is_refused(cli: Cli, log: Path, words: tuple[str, ...]) -> None:
    done = cli("replay", "page", *words)
    assert done.code == 2
    assert done.err.count("\n") == 1
    assert [path.name for path in Path().iterdir()] == ["battle.jsonl"]


def test_a_folder_that_cannot_be_made_is_refused(cli: Cli, log: Path, tmp_path: Path) -> None:
    done = cli("replay", "page", "--index", tmp_path, "-o", log / "below")
    assert done.code == 2
    assert "cannot be made" in done.err
