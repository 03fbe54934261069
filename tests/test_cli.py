"""The command line: what it prints, where, and how it ends."""

import gzip
import json
import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import sim
from sim.report.schemas import schema_names
from tests.support.builders import document, unit
from tests.support.commands import Cli, Ending

ROOT = Path(sim.__file__).parent.parent
GUN = "causeway-gun"
QUICK = ("--player", "attacker=null", "--player", "defender=null")


def shell(*words: Any, **variables: str) -> Ending:
    """A command line run in a process of its own."""
    done = subprocess.run(
        [sys.executable, "-m", "sim", *map(str, words)],
        capture_output=True,
        cwd=ROOT,
        env=os.environ | variables,
        check=False,
    )
    return Ending(done.returncode, done.stdout.decode(), done.stderr.decode())


def scenario_file(folder: Path, file: str = "duel.json", **more: Any) -> Path:
    """A file of a duel that ends after three rounds."""
    duel = document(
        [unit("r1", "rifle-team", 10, 10)],
        [unit("b1", "rifle-team", 60, 10)],
        **{"rounds": 3} | more,
    )
    path = folder / file
    path.write_text(json.dumps(duel), encoding="utf-8")
    return path


class TestRun:
    def test_it_prints_the_course_and_the_outcome(self, cli: Cli) -> None:
        done = cli("run", GUN, "--seed", 7, *QUICK)
        assert done.code == 0
        assert "── Round 1 of 8 · attacker" in done.out
        assert "The battle ends in round" in done.out
        assert done.err == ""

    def test_json_is_one_document_and_nothing_else(self, cli: Cli) -> None:
        done = cli("run", GUN, "--seed", 7, "--json", *QUICK)
        result = json.loads(done.out)
        assert result["format"] == "skirmish-sim/result"
        assert result["seed"] == 7
        assert result["players"] == {"attacker": "null", "defender": "null"}

    def test_a_drawn_seed_is_printed_and_stored(self, cli: Cli, tmp_path: Path) -> None:
        log = tmp_path / "battle.jsonl"
        done = cli("run", GUN, "--log", log, *QUICK)
        seed = json.loads(log.read_text(encoding="utf-8").splitlines()[0])["seed"]
        assert done.err == f"seed {seed}\n"
        assert f"seed {seed}\n" in done.out

    @pytest.mark.parametrize("seed", ["-1", str(2**53), "1.5", "x"])
    def test_a_seed_is_a_whole_number_below_two_to_the_53(self, cli: Cli, seed: str) -> None:
        assert cli("run", GUN, "--seed", seed).code == 2

    def test_the_greatest_seed_is_one(self, cli: Cli) -> None:
        done = cli("run", GUN, "--seed", 2**53 - 1, "--json", *QUICK)
        assert json.loads(done.out)["seed"] == 2**53 - 1

    def test_the_same_seed_gives_the_same_battle(self, cli: Cli) -> None:
        battle = ("run", GUN, "--seed", 11, "--player", "attacker=random", *QUICK[2:])
        assert cli(*battle) == cli(*battle)

    def test_quiet_leaves_the_outcome(self, cli: Cli) -> None:
        done = cli("run", GUN, "--seed", 7, "--quiet", *QUICK)
        assert done.out.startswith("── The battle ends in round")

    def test_settings_reach_the_scenario(self, cli: Cli) -> None:
        done = cli("run", GUN, "--seed", 7, "--set", "rounds=2", "--json", *QUICK)
        assert json.loads(done.out)["outcome"]["round"] == 2

    def test_red_and_blue_are_short_for_their_sides(self, cli: Cli, tmp_path: Path) -> None:
        duel = scenario_file(tmp_path)
        done = cli("run", duel, "--seed", 1, "--red", "null", "--blue", "random", "--json")
        assert json.loads(done.out)["players"] == {"red": "null", "blue": "random"}

    @pytest.mark.parametrize(
        ("words", "said"),
        [
            (["--red", "null"], "no side 'red'"),
            (["--player", "attaker=null"], "did you mean 'attacker'?"),
            (["--player", "null"], "--player attacker=null or --player defender=null"),
            (["--player", "attacker"], "SIDE=PLAYER, not 'attacker': --player attacker=greedy"),
            (["--player", "attacker=null", "--player", "attacker=null"], "two players"),
            (["--player", "attacker=nul"], "did you mean 'null'?"),
            (["--player", "attacker=tests.support.players:Unmakable"], "out of order"),
            (["--player", "attacker=no.such.module:X"], "cannot be loaded"),
            (["--player", "attacker=builtins:exit"], "cannot be made: SystemExit"),
            (["--player", "attacker=os:getcwd"], "is no player"),
            (["--set", "rounds"], "rounds"),
            (["--colour"], "--colour"),
        ],
    )
    def test_what_does_not_fit_is_a_usage_error(
        self, cli: Cli, tmp_path: Path, words: list[str], said: str
    ) -> None:
        log = tmp_path / "battle.jsonl"
        done = cli("run", GUN, "--seed", 7, "--log", log, *words)
        assert done.code == 2
        assert said in " ".join(done.err.split())
        assert done.out == ""
        assert not log.exists()

    def test_an_unknown_scenario_is_a_usage_error(self, cli: Cli) -> None:
        done = cli("run", "causeway-gum")
        assert done.code == 2
        assert "causeway-gun" in done.err

    def test_an_invalid_scenario_says_what_is_wrong(self, cli: Cli, tmp_path: Path) -> None:
        done = cli("run", scenario_file(tmp_path, rounds=0))
        assert done.code == 3
        assert "must be at least 1, not 0" in done.err
        assert "Traceback" not in done.err

    def test_a_forfeit_is_told_and_has_its_code(self, cli: Cli) -> None:
        sulker = ("--player", "attacker=tests.support.players:Sulker", *QUICK[2:])
        done = cli("run", GUN, "--seed", 7, *sulker)
        assert done.code == 4
        assert "RuntimeError: no more" in " ".join(done.out.split())
        assert "defender wins: attacker has forfeited." in done.out

    def test_a_player_that_leaves_forfeits(self, cli: Cli) -> None:
        leaver = ("--player", "attacker=tests.support.players:Leaver", *QUICK[2:])
        done = cli("run", GUN, "--seed", 7, *leaver)
        assert done.code == 4
        assert "SystemExit" in done.out

    def test_a_player_of_the_current_directory_is_found(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        text = "from sim.ai.null import NullPlayer\n\n\nclass Idler(NullPlayer):\n    pass\n"
        (tmp_path / "homemade.py").write_text(text, encoding="utf-8")
        monkeypatch.chdir(tmp_path)
        done = cli("run", GUN, "--seed", 7, "--player", "attacker=homemade:Idler", *QUICK[2:])
        assert done.code == 0
        assert "played by homemade:Idler" in done.out

    def test_what_players_print_is_no_part_of_the_data(self, cli: Cli) -> None:
        talker = ("--player", "attacker=tests.support.players:Talker", *QUICK[2:])
        done = cli("run", GUN, "--seed", 7, "--json", *talker)
        assert json.loads(done.out)["outcome"]["termination"] == "rounds"
        assert "let me see" in done.err

    def test_an_existing_log_is_kept(self, cli: Cli, tmp_path: Path) -> None:
        log = tmp_path / "battle.jsonl"
        log.write_text("precious", encoding="utf-8")
        done = cli("run", GUN, "--seed", 7, "--log", log, *QUICK)
        assert (done.code, log.read_text(encoding="utf-8")) == (2, "precious")
        assert cli("run", GUN, "--seed", 7, "--log", log, "--force", *QUICK).code == 0
        assert log.read_text(encoding="utf-8") != "precious"

    def test_warnings_of_a_scenario_go_to_stderr(self, cli: Cli, tmp_path: Path) -> None:
        words = ("run", scenario_file(tmp_path), "--seed", 1, "--red", "null", "--blue", "null")
        done = cli(*words)
        assert "warning" in done.err
        assert "warning" not in done.out
        assert cli(*words, "--quiet").err == ""

    def test_a_fault_of_the_program_says_how_to_repeat_it(
        self, cli: Cli, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def fail(*_: Any) -> None:
            raise ZeroDivisionError("oops")

        monkeypatch.setattr("sim.runner.fight.play", fail)
        setting = ("--set", "name=Another gun")
        done = cli("run", GUN, "--seed", 7, *setting, *QUICK)
        assert done.code == 1
        assert len(done.err.splitlines()) == 1
        assert "ZeroDivisionError: oops" in done.err
        assert "skirmish-sim run causeway-gun --seed 7 --player attacker=null" in done.err
        assert "--set 'name=Another gun'" in done.err
        assert "Traceback" in cli("run", GUN, "--seed", 7, "--verbose", *QUICK).err


class TestReplayShow:
    @pytest.fixture(params=["battle.jsonl", "battle.jsonl.gz"])
    def log(self, request: pytest.FixtureRequest, cli: Cli, tmp_path: Path) -> Path:
        path = tmp_path / str(request.param)
        player = ("--player", "attacker=random", "--player", "defender=random")
        cli("run", GUN, "--seed", 7, "--log", path, *player)
        return path

    @pytest.mark.parametrize("options", [[], ["--verbose"]])
    def test_it_tells_what_the_battle_told(self, cli: Cli, log: Path, options: list[str]) -> None:
        player = ("--player", "attacker=random", "--player", "defender=random")
        live = cli("run", GUN, "--seed", 7, *player, *options)
        assert cli("replay", "show", log, *options) == live

    def test_json_is_the_log_itself(self, cli: Cli, log: Path) -> None:
        data = log.read_bytes()
        text = gzip.decompress(data) if log.suffix == ".gz" else data
        assert cli("replay", "show", log, "--json").out.encode() == text

    def test_a_cut_log_is_shown_with_a_warning(self, cli: Cli, log: Path) -> None:
        log.write_bytes(log.read_bytes()[:-40])
        done = cli("replay", "show", log)
        assert done.code == 3
        assert "── Round 1" in done.out
        assert done.err.startswith("warning: ")
        assert "cut off" in done.err

    @pytest.mark.parametrize("data", [b"", b"hello\n", b"\x1f\x8b\x00\x00", b'{"format": 1}\n'])
    def test_what_is_no_log_is_refused(self, cli: Cli, tmp_path: Path, data: bytes) -> None:
        path = tmp_path / "x.jsonl"
        path.write_bytes(data)
        done = cli("replay", "show", path)
        assert (done.code, done.out) == (3, "")
        assert "x.jsonl" in done.err

    def test_a_missing_log_is_refused(self, cli: Cli, tmp_path: Path) -> None:
        assert cli("replay", "show", tmp_path / "none.jsonl").code == 3

    def test_a_log_that_may_not_be_read_is_refused_like_any_other(
        self, cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "access", lambda *_: False)
        path = tmp_path / "secret.jsonl"
        path.write_bytes(b"")
        assert cli("replay", "show", path).code == 3

    def test_damage_is_an_error_unless_it_may_be_left_out(self, cli: Cli, tmp_path: Path) -> None:
        log = tmp_path / "battle.jsonl"
        cli("run", GUN, "--seed", 7, "--log", log, *QUICK)
        lines = log.read_bytes().splitlines(keepends=True)
        log.write_bytes(b"".join([*lines[:4], b"#\n", *lines[5:]]))
        done = cli("replay", "show", log)
        assert done.code == 3
        assert "battle.jsonl:5: damaged line" in done.err
        lenient = cli("replay", "show", log, "--lenient")
        assert lenient.code == 3
        assert "The battle ends in round" in lenient.out
        assert "battle.jsonl:5: damaged line" in lenient.err


class TestValidate:
    def test_a_sound_file_has_no_faults(self, cli: Cli) -> None:
        assert cli("validate", GUN) == (0, "", "1 file, no errors, no warnings\n")

    def test_all_faults_of_all_files_are_printed(self, cli: Cli, tmp_path: Path) -> None:
        first = scenario_file(tmp_path, "a.json", rounds=0)
        second = scenario_file(tmp_path, "b.json", first_side="green", table={"width": -1})
        done = cli("validate", second, first)
        assert done.code == 3
        places = [line.split(": ")[0] for line in done.out.splitlines()]
        assert str(places[0]).startswith(str(first))
        assert sum(place.startswith(str(second)) for place in places) >= 2

    def test_a_name_that_leads_nowhere_hides_no_fault(self, cli: Cli, tmp_path: Path) -> None:
        done = cli("validate", "no-such", scenario_file(tmp_path, rounds=0), "causeway-gum")
        assert done.code == 2
        assert "out_of_range" in done.out
        *unknown, summary = done.err.splitlines()
        assert "no-such" in unknown[0]
        assert "did you mean 'causeway-gun'" in unknown[-1]
        assert summary == "1 file, 1 error, 1 warning"

    def test_json_is_the_document_of_faults(self, cli: Cli, tmp_path: Path) -> None:
        done = cli("validate", "--json", scenario_file(tmp_path, rounds=0))
        document = json.loads(done.out)
        assert done.code == 3
        assert document["format"] == "skirmish-sim/faults"
        assert "error" in {fault["severity"] for fault in document["faults"]}

    def test_warnings_alone_are_no_failure(self, cli: Cli, tmp_path: Path) -> None:
        done = cli("validate", scenario_file(tmp_path), "--quiet")
        assert done.code == 0
        assert "warning" in done.out
        assert done.err == ""


@pytest.mark.parametrize("name", schema_names())
def test_schema_prints_a_schema(cli: Cli, name: str) -> None:
    assert json.loads(cli("schema", name).out)["$schema"].startswith("https://json-schema.org")
    assert name in cli("schema", "--help").out


def test_an_unknown_schema_is_a_usage_error(cli: Cli) -> None:
    done = cli("schema", "evnt")
    assert done.code == 2
    assert "event" in done.err


def test_players_are_listed(cli: Cli) -> None:
    lines = cli("players").out.splitlines()
    assert {"greedy", "random", "null"} <= {line.split()[0] for line in lines}
    assert max(map(len, lines)) <= 80
    listed = json.loads(cli("players", "--json").out)
    assert listed["format"] == "skirmish-sim/players"
    assert {"greedy", "random", "null"} <= {player["name"] for player in listed["players"]}


def test_the_version_is_the_package_version(cli: Cli) -> None:
    assert cli("--version").out == f"skirmish-sim {sim.__version__}\n"


def test_no_command_and_a_wrong_one_are_usage_errors(cli: Cli) -> None:
    assert cli("fly").code == 2
    assert cli().code == 2


class TestProcess:
    def test_ctrl_c_leaves_the_log_so_far(self, tmp_path: Path) -> None:
        log = tmp_path / "battle.jsonl.gz"
        player = ("--player", "attacker=tests.support.players:Interrupter")
        done = shell("run", GUN, "--seed", 7, *player, *QUICK[2:], "--log", log)
        assert done.code == 130
        assert "Traceback" not in done.err
        shown = shell("replay", "show", log)
        assert shown.code == 3
        assert "── Round 2" in shown.out

    def test_a_closed_pipe_ends_quietly(self, tmp_path: Path) -> None:
        log = tmp_path / "battle.jsonl"
        command = f'"{sys.executable}" -m sim run {GUN} --seed 7 --log "{log}" {" ".join(QUICK)}'
        show = f'"{sys.executable}" -m sim replay show "{log}" --json'
        for line in (command, show):
            script = f"set -o pipefail; {line} | head -n 1"
            done = subprocess.run(
                ["bash", "-c", script], capture_output=True, cwd=ROOT, check=False
            )
            assert (done.returncode, done.stderr) == (0, b"")
        assert '"kind":"footer"' in log.read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("words", "code", "said"),
        [
            (f"run {GUN} --seed 7 {' '.join(QUICK)} >&-", 0, ""),
            ("players --json >&-", 0, ""),
            ("validate nothing 2>&-", 2, ""),
            ("validate nothing 2>/dev/full", 2, ""),
            ("--version >/dev/full", 1, "standard output: No space left on device\n"),
        ],
    )
    def test_streams_that_are_closed_or_full(self, words: str, code: int, said: str) -> None:
        script = f'"{sys.executable}" -m sim {words}'
        done = subprocess.run(["bash", "-c", script], capture_output=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stderr.decode()) == (code, said)

    @pytest.mark.parametrize("name", ["battle.jsonl", "battle.jsonl.gz"])
    def test_where_nothing_can_be_printed_the_log_is_whole(self, tmp_path: Path, name: str) -> None:
        log = tmp_path / name
        words = f'run {GUN} --seed 7 --log "{log}" {" ".join(QUICK)} > /dev/full'
        script = f'"{sys.executable}" -m sim {words}'
        done = subprocess.run(["bash", "-c", script], capture_output=True, cwd=ROOT, check=False)
        assert done.returncode == 1
        assert done.stderr == b"standard output: No space left on device\n"
        assert shell("verify", log).code == 0

    def test_a_log_that_cannot_be_written_is_named(self) -> None:
        done = shell("run", GUN, "--seed", 7, *QUICK, "--log", "/dev/full", "--force")
        assert (done.code, done.err.split(";")[0]) == (1, "/dev/full: No space left on device")

    def test_players_are_listed_without_docstrings(self) -> None:
        script = [sys.executable, "-OO", "-m", "sim", "players"]
        done = subprocess.run(script, capture_output=True, cwd=ROOT, check=False)
        assert (done.returncode, done.stderr) == (0, b"")

    @pytest.mark.parametrize("locale", [{"LC_ALL": "C", "PYTHONUTF8": "0"}, {"LC_ALL": "C.UTF-8"}])
    def test_names_of_any_script_in_any_locale(
        self, tmp_path: Path, locale: Mapping[str, str]
    ) -> None:
        names = "Müller 第二小隊 כחול e\u0301 👩‍🚀"
        path = scenario_file(tmp_path, "Füße 表.json", name=names)
        log = tmp_path / "Ü.jsonl"
        done = shell(
            "run", path, "--seed", 7, "--red", "null", "--blue", "null", "--log", log, **locale
        )
        assert done.code == 0
        assert done.out.splitlines()[0] == names
        assert "Füße 表.json" in done.err
        assert shell("replay", "show", log, **locale).out == done.out

    def test_help_is_quick_because_nothing_heavy_is_imported(self) -> None:
        script = "import sys, sim.cli; print(*sys.modules)"
        done = subprocess.run(
            [sys.executable, "-c", script], capture_output=True, cwd=ROOT, check=True
        )
        loaded = set(done.stdout.decode().split())
        assert not loaded & {"shapely", "networkx", "pydantic", "numpy", "ruamel.yaml"}

    def test_help_has_the_exit_codes(self) -> None:
        done = shell("--help", COLUMNS="200")
        assert done.code == 0
        assert "3 a scenario, a log or a results file is invalid" in done.out
