"""Commands that look into logs, verify them, and fight on from them."""

import gzip
import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.report.lines import PAGE_WIDTH
from sim.scenario.load import load_document
from tests.support.commands import Cli
from tests.support.crowd import crowd
from tests.support.logs import skirmish
from tests.support.replays import (
    crowded,
    edited,
    first_of,
    fought,
    joined,
    lines_of,
    other_face,
    resealed,
    written,
)

LINES = lines_of(crowded())
FIRED = first_of(crowded(), "weapon_fired")
MOVED = first_of(crowded(), "unit_moved")
SHOW = ["replay", "show"]
LAST = max(n for n, line in enumerate(LINES) if b'"kind":"order_given"' in line)


def edited_log(folder: Path) -> Path:
    return written(folder, edited(crowded(), FIRED, other_face), "edited.jsonl")


def damaged_log(folder: Path) -> Path:
    return written(folder, joined([*LINES[:MOVED], b"#", *LINES[MOVED + 1 :]]), "damaged.jsonl")


def cut_log(folder: Path) -> Path:
    packed = gzip.compress(crowded())
    return written(folder, packed[: len(packed) // 2], "cut.jsonl.gz")


def newer_log(folder: Path) -> Path:
    data = edited(crowded(), 0, lambda header: header.update(format_version=99))
    return written(folder, data, "newer.jsonl")


def scenario_file(folder: Path) -> Path:
    return written(folder, b"format: skirmish-sim/scenario\n", "ford.yaml")


def test_what_is_no_log_is_verified_as_it_is_shown(cli: Cli, tmp_path: Path) -> None:
    verified, shown = (cli(*words, scenario_file(tmp_path)) for words in (["verify"], SHOW))
    assert "".join(verified.out.split()) == "".join(shown.err.split())


def test_a_true_log_is_verified(cli: Cli, tmp_path: Path) -> None:
    done = cli("verify", written(tmp_path))
    assert (done.code, done.err) == (0, "")
    assert ": true:" in done.out


@pytest.mark.parametrize(
    ("make", "code", "word"),
    [
        (edited_log, 5, "edited"),
        (damaged_log, 3, "damaged"),
        (cut_log, 3, "cut off"),
        (newer_log, 3, "version 99"),
        (lambda folder: written(folder, b"\n", "empty.jsonl"), 3, "not the header"),
        (lambda folder: folder / "missing.jsonl", 3, "cannot be read"),
        (scenario_file, 3, "this is a scenario, not a log"),
    ],
)
def test_each_fault_has_its_exit_code(
    cli: Cli, tmp_path: Path, make: Any, code: int, word: str
) -> None:
    done = cli("verify", make(tmp_path))
    assert done.code == code
    assert word in " ".join(done.out.split())


def test_the_real_command_ends_with_that_code(tmp_path: Path) -> None:
    command = [sys.executable, "-m", "sim", "verify", str(edited_log(tmp_path))]
    assert subprocess.run(command, capture_output=True, check=False).returncode == 5


@pytest.mark.slow
@pytest.mark.parametrize(("make", "code"), [(written, 0), (damaged_log, 3), (cut_log, 3)])
def test_the_real_command_ends_with_the_other_codes(tmp_path: Path, make: Any, code: int) -> None:
    command = [sys.executable, "-m", "sim", "verify", str(make(tmp_path))]
    assert subprocess.run(command, capture_output=True, check=False).returncode == code


def test_many_logs_are_verified_one_after_the_other(cli: Cli, tmp_path: Path) -> None:
    done = cli("verify", newer_log(tmp_path), edited_log(tmp_path), written(tmp_path), "--json")
    verdicts = [json.loads(line)["verdict"] for line in done.out.splitlines()]
    assert verdicts == ["other_version", "edited", "same"]
    assert done.code == 5


def test_lenience_verifies_what_can_be_read(cli: Cli, tmp_path: Path) -> None:
    done = cli("verify", damaged_log(tmp_path), "--lenient", "--json")
    found = json.loads(done.out)
    assert (done.code, found["events"], found["unread"]) == (3, len(LINES) - 3, 1)


def test_a_difference_is_drawn_on_request(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "parting.svg"
    assert cli("verify", edited_log(tmp_path), "--svg", picture).code == 5
    assert picture.read_text(encoding="utf-8").startswith("<svg")
    again = cli("verify", edited_log(tmp_path), "--svg", picture)
    assert (again.code, "--force" in again.err) == (2, True)


@pytest.mark.parametrize("words", [["verify"], ["replay", "diff"]])
def test_a_picture_is_drawn_into_no_file_of_another_kind(
    cli: Cli, tmp_path: Path, words: list[str]
) -> None:
    logs = [written(tmp_path), edited_log(tmp_path)]
    done = cli(*words, *logs, "--svg", tmp_path / "parting.png")
    assert (done.code, done.out) == (2, "")
    assert "parting.svg" in done.err
    assert not (tmp_path / "parting.png").exists()


def test_without_a_difference_nothing_is_drawn(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "parting.svg"
    done = cli("verify", written(tmp_path), "--svg", picture)
    assert (done.code, done.err) == (0, "nothing differs, so nothing is drawn\n")
    assert not picture.exists()


def test_show_filters_by_round_and_unit(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "show", written(tmp_path), "--round", 1, "--unit", "r-1")
    assert done.code == 0
    assert "Round 1 of 8 · red" in done.out
    assert "Round 2" not in done.out


def test_show_prints_the_lines_that_are_wanted(cli: Cli, tmp_path: Path) -> None:
    words = ["--json", "--kind", "weapon_fired", "--phase", "shooting"]
    header, *found = cli("replay", "show", written(tmp_path), *words).out.splitlines()
    assert header.encode() == LINES[0]
    kinds = {(json.loads(line)["kind"], json.loads(line)["phase"]) for line in found}
    assert kinds == {("weapon_fired", "shooting")}


def test_show_prints_the_whole_log_as_it_is(cli: Cli, tmp_path: Path) -> None:
    assert cli("replay", "show", written(tmp_path), "--json").out.encode() == crowded()


def test_show_warns_of_what_is_missing(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "show", cut_log(tmp_path), "--brief")
    assert done.code == 3
    assert "warning: " in done.err
    assert "cut off" in done.err


@pytest.mark.parametrize("more", [(), ("--json",), ("--brief",)])
def test_show_says_how_many_rounds_there_are(cli: Cli, tmp_path: Path, more: Any) -> None:
    path = written(tmp_path)
    done = cli("replay", "show", path, "--round", 44, *more)
    rounds = json.loads(LINES[-2])["round"]
    assert done.code == 2
    assert done.err == f"{path}: there is no round 44; the log has {rounds} rounds\n"


def test_show_says_nothing_else_where_a_round_is_missing(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "show", written(tmp_path), "--round", 1, "--round", 44)
    assert (done.code, done.out) == (2, "")


def test_show_says_that_more_rounds_may_be_cut_off(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "show", cut_log(tmp_path), "--round", 44)
    assert done.err.endswith(" rounds, where it is cut off\n")


def test_an_edited_log_comes_with_a_hint(cli: Cli, tmp_path: Path) -> None:
    path = edited_log(tmp_path)
    done = cli("replay", "stats", path)
    assert (done.code, len(done.err.splitlines())) == (3, 1)
    assert "does not fit what stands before it; `verify` tells what was changed" in done.err
    assert "`verify`" not in cli("verify", path).out


def test_brief_is_for_words(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "show", written(tmp_path), "--brief", "--json")
    assert (done.code, "--brief is for words" in done.err) == (2, True)


def test_show_refuses_kinds_that_do_not_exist(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "show", written(tmp_path), "--kind", "unit_movd")
    assert done.code == 2
    assert done.err == "there is no kind of event 'unit_movd' (did you mean 'unit_moved'?)\n"


def test_why_explains_an_event(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "why", written(tmp_path), FIRED)
    assert done.code == 0
    assert f"event {FIRED}, round 1, Shooting of red" in done.out
    assert "odds" in done.out
    assert "BB-17: Suppressed firers hit at two worse" in done.out
    assert max(map(len, done.out.splitlines())) <= PAGE_WIDTH


def test_why_has_a_document(cli: Cli, tmp_path: Path) -> None:
    found = json.loads(cli("replay", "why", written(tmp_path), FIRED, "--json").out)
    assert (found["format"], found["n"], found["kind"]) == (
        "skirmish-sim/why",
        FIRED,
        "weapon_fired",
    )
    assert found["event"] == json.loads(LINES[FIRED])
    assert found["adjudication"]["to_hit"]["need"] == found["event"]["rolls"][0]["need"]
    assert found["rolls"][0]["chances"]
    assert "GE-1" in found["clauses"]


def test_why_names_no_clauses_where_there_are_none(cli: Cli, tmp_path: Path) -> None:
    number = first_of(crowded(), "turn_ended")
    *_, last = cli("replay", "why", written(tmp_path), number).out.splitlines()
    assert last == "  the digest is that of the state the events lead to"


def test_why_tells_what_an_event_changed(cli: Cli, tmp_path: Path) -> None:
    number = first_of(crowded(), "unit_broken")
    found = json.loads(cli("replay", "why", written(tmp_path), number, "--json").out)
    assert [(change["field"], change["b"]) for change in found["changes"]] == [("broken", True)]
    assert found["adjudication"] is None


def test_why_refuses_an_event_that_is_not_there(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "why", written(tmp_path), 9999)
    assert done.code == 2
    assert f"has no event 9999; its events are 1 to {len(LINES) - 2}" in done.err


def test_why_gives_the_title_of_a_clause_once(cli: Cli, tmp_path: Path) -> None:
    path = written(tmp_path)
    broken = cli("replay", "why", path, first_of(crowded(), "unit_broken")).out.splitlines()
    titles = [row for row in broken if row.startswith("  FR-10: ")]
    assert len(titles) == 1
    (start, *_) = lines_of(crowded())
    empty = written(tmp_path, joined([start]), "empty.jsonl")
    assert "has no event 1; it has none, where it is cut off" in cli("replay", "why", empty, 1).err


def test_why_reads_a_log_as_far_as_it_needs(cli: Cli, tmp_path: Path) -> None:
    assert cli("replay", "why", damaged_log(tmp_path), 3).code == 0
    assert cli("replay", "why", damaged_log(tmp_path), 30).code == 3
    assert cli("replay", "why", damaged_log(tmp_path), 30, "--lenient").code == 0


def test_stats_are_told_and_written(cli: Cli, tmp_path: Path) -> None:
    assert "luck" in cli("replay", "stats", written(tmp_path)).out
    found = json.loads(cli("replay", "stats", written(tmp_path), "--json").out)
    assert found["format"] == "skirmish-sim/replay-stats"
    assert set(found["sides"]) == {"red", "blue"}


def test_stats_of_a_log_that_is_cut_off_warn(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "stats", cut_log(tmp_path), "--json")
    assert (done.code, "warning: " in done.err) == (3, True)
    assert json.loads(done.out)["warnings"]


def test_diff_finds_where_battles_part(cli: Cli, tmp_path: Path) -> None:
    other = written(tmp_path, fought(load_document(crowd()), seed=6), "other.jsonl")
    done = cli("replay", "diff", written(tmp_path), other)
    assert (done.code, "they part at event" in done.out) == (0, True)
    found = json.loads(cli("replay", "diff", written(tmp_path), other, "--json").out)
    assert (found["format"], found["same"]) == ("skirmish-sim/diff", False)


def test_diff_of_a_log_that_is_cut_off_warns(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "diff", written(tmp_path), cut_log(tmp_path))
    assert (done.code, "warning: " in done.err) == (3, True)


def test_a_fork_is_told_and_its_log_is_true(cli: Cli, tmp_path: Path) -> None:
    child, order = tmp_path / "child.jsonl", written(tmp_path, b'{"order":"pass"}', "order.json")
    words = ["--at", FIRED - 1, "--order", order, "--dice", "same", "--log", child]
    done = cli("replay", "fork", written(tmp_path), *words)
    assert (done.code, done.err) == (0, "")
    assert "instead: to pass" in done.out
    assert cli("verify", child).code == 0


def test_a_fork_has_a_document(cli: Cli, tmp_path: Path) -> None:
    words = ["--at", LAST, "-n", 2, "--seed", 3, "--player", "blue=null", "--json"]
    found = json.loads(cli("replay", "fork", written(tmp_path), *words).out)
    assert (found["format"], found["event"], found["continuations"]) == (
        "skirmish-sim/fork", LAST, 2,
    )  # fmt: skip
    assert found["players"]["blue"] == "null"
    assert [ending["seed"] for ending in found["endings"]] == [3, 4]


def test_the_help_of_a_fork_says_what_counts_events(cli: Cli) -> None:
    assert "--numbers" in cli("replay", "fork", "--help").out


def test_new_dice_are_drawn_and_told(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "fork", written(tmp_path), "--at", LAST, "--json")
    (ending,) = json.loads(done.out)["endings"]
    assert done.err == f"seed {ending['seed']}\n"


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--dice", "same", "--seed", "1"], "--seed is for new dice"),
        (["--dice", "same", "-n", "2"], "every continuation is the same"),
        (["--dice", "old"], "--dice is same or new"),
        (["-n", "2", "--log", "child.jsonl"], "--log keeps one continuation"),
        (["--order", "nothing.json"], "cannot be read"),
        (["--player", "red"], "--player wants SIDE=PLAYER, not 'red': --player red=greedy"),
    ],
)
def test_options_of_a_fork_have_to_fit(
    cli: Cli, tmp_path: Path, words: list[str], said: str
) -> None:
    done = cli("replay", "fork", written(tmp_path), "--at", 1, *words)
    assert (done.code, said in done.err) == (2, True)


def test_a_fork_does_not_overwrite_its_parent(cli: Cli, tmp_path: Path) -> None:
    path = written(tmp_path)
    done = cli("replay", "fork", path, "--at", 1, "--log", path, "--force")
    assert (done.code, "is the log that is forked" in done.err) == (2, True)
    assert path.read_bytes() == crowded()


def test_nothing_is_written_for_a_fork_that_cannot_be(cli: Cli, tmp_path: Path) -> None:
    order = written(tmp_path, b'{"order":"cower","unit":"nobody"}', "order.json")
    child = tmp_path / "child.jsonl"
    words = ["--at", FIRED, "--order", order, "--seed", 1, "--log", child]
    done = cli("replay", "fork", written(tmp_path), *words)
    assert (done.code, "the rules forbid that order" in done.err) == (2, True)
    assert not child.exists()


def test_a_continuation_that_is_forfeited_has_its_exit_code(cli: Cli, tmp_path: Path) -> None:
    player = "red=tests.support.players:Leaver"
    done = cli("replay", "fork", written(tmp_path), "--at", FIRED, "--seed", 1, "--player", player)
    assert done.code == 4
    assert "blue wins" in done.out


def test_diff_draws_both_states(cli: Cli, tmp_path: Path) -> None:
    data = fought(load_document(crowd()), seed=6)
    other, picture = written(tmp_path, data, "other.jsonl"), tmp_path / "parting.svg"
    assert cli("replay", "diff", written(tmp_path), other, "--svg", picture).code == 0
    assert "other.jsonl parts from battle.jsonl at event" in picture.read_text(encoding="utf-8")


def test_diff_draws_nothing_where_there_is_nothing(cli: Cli, tmp_path: Path) -> None:
    picture = tmp_path / "parting.svg"
    done = cli("replay", "diff", written(tmp_path), written(tmp_path), "--svg", picture)
    assert (done.code, "do not part" in done.err) == (2, True)
    strangers = written(tmp_path, fought(skirmish(rounds=1), "null"), "strangers.jsonl")
    done = cli("replay", "diff", written(tmp_path), strangers, "--svg", picture)
    assert (done.code, "of other forces" in done.err) == (2, True)


def test_a_log_that_is_not_true_cannot_be_forked(cli: Cli, tmp_path: Path) -> None:
    path = written(tmp_path, resealed(edited(crowded(), FIRED, other_face)), "false.jsonl")
    done = cli("replay", "fork", path, "--at", LAST, "--seed", 1)
    assert (done.code, f"not true from event {FIRED} on" in done.err) == (3, True)


def test_a_battle_that_is_cut_off_is_not_counted_as_lost(cli: Cli, tmp_path: Path) -> None:
    done = cli("replay", "stats", cut_log(tmp_path))
    assert "won 0 of 0, 1 not finished" in done.out
