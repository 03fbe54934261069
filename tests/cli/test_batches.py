"""The command `batch`, as people and programs use it."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

from sim.report import terminal
from sim.runner.batch.store import open_results
from sim.state.orders import Pass
from tests.support.batches import inline_engine, skirmish_file, stored_rows
from tests.support.commands import Cli, Ending
from tests.support.players import Interrupter, Sulker

PAIR = ("-n", 1, "--seed", 1, "--workers", 1)
BAD = f"{Sulker.__module__}:Sulker"


@pytest.fixture(autouse=True)
def inline(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fight in this process, which is quicker to start."""
    monkeypatch.setattr("sim.runner.batch.engines.local_engine", inline_engine)


class Batches:
    """Runs `batch` on a small scenario, the results beside it."""

    def __init__(self, cli: Cli, folder: Path):
        self._cli = cli
        self.scenario = skirmish_file(folder)
        self.results = folder / "results.sqlite"
        self.folder = folder

    def __call__(self, *words: Any, players: tuple[str, ...] = ("null", "random")) -> Ending:
        """A batch of one pair into the results file, unless the words say otherwise."""
        named = [word for player in players for word in ("--player", player)]
        return self._cli("batch", self.scenario, *named, *PAIR, "--results", self.results, *words)

    def resume(self, *words: Any) -> Ending:
        """Going on with the results file, of which all the rest is known."""
        return self._cli("batch", "--results", self.results, "--resume", *words)


@pytest.fixture
def batch(cli: Cli, tmp_path: Path) -> Batches:
    return Batches(cli, tmp_path)


def test_it_tells_who_won_how_often(batch: Batches) -> None:
    done = batch()
    assert (done.code, done.err) == (0, "2 battles to fight\n")
    assert done.out.startswith("skirmish: null against random\n")
    assert "win rate   95 % interval" in done.out
    assert all(len(line) <= 80 for line in done.out.splitlines())


def test_a_value_is_listed_once(batch: Batches) -> None:
    done = batch("--set", "rounds=2,2")
    assert (done.code, done.err) == (2, "'rounds=2,2' lists '2' twice\n")


def test_who_goes_on_with_nothing_is_told_so(batch: Batches) -> None:
    done = batch.resume()
    assert done.code == 2
    assert "to go on with, and to begin one batch wants a scenario" in " ".join(done.err.split())


def test_what_settings_are_warned_of_is_told(batch: Batches) -> None:
    done = batch("--set", "victory=[{kind: survive, side: red, round: 9}]")
    assert "unreachable: warning" in done.err


@pytest.mark.parametrize(("word", "name"), [("red=null", "null"), ("red=", "greedy")])
def test_players_are_named_without_their_sides(batch: Batches, word: str, name: str) -> None:
    done = batch(players=(word, "random"))
    assert (done.code, done.out) == (2, "")
    assert done.err.endswith(f"name {name} alone\n")


def test_json_is_one_document(batch: Batches) -> None:
    done = batch("--json", "--set", "rounds=1,2")
    summary = json.loads(done.out)
    assert (summary["format"], summary["format_version"]) == ("skirmish-sim/batch", 1)
    assert (summary["planned"], summary["battles"], summary["complete"]) == (4, 4, True)
    assert [score["cell"]["settings"] for score in summary["scores"]] == [
        {"rounds": "1"},
        {"rounds": "2"},
    ]
    assert done.err == ""


def test_without_a_results_file_nothing_is_kept(cli: Cli, tmp_path: Path) -> None:
    done = cli("batch", skirmish_file(tmp_path), "--player", "null", *PAIR, "--json")
    assert json.loads(done.out)["results"] is None
    assert [path.name for path in tmp_path.iterdir()] == ["skirmish.json"]


def test_a_seed_that_is_drawn_is_told_and_kept(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    scenario = skirmish_file(tmp_path)
    done = cli("batch", scenario, "--player", "null", "-n", 1, "--results", path)
    assert done.err == f"seed {open_results(path).experiment.seed}\n1 battle to fight\n"


def test_resuming_needs_nothing_but_the_file(batch: Batches) -> None:
    whole = batch()
    again = batch.resume()
    assert (again.code, again.out) == (whole.code, whole.out)
    assert again.err == "no battle to fight: 2 battles over already\n"
    assert batch.resume("-n", 2, "--json").code == 0
    assert stored_rows(batch.results) == 4


def test_resuming_with_the_same_words_is_fine_and_with_others_refused(batch: Batches) -> None:
    batch()
    assert batch("--resume").code == 0
    refused = batch("--resume", "--set", "rounds=1")
    assert refused.code == terminal.USAGE
    assert "holds another experiment" in refused.err
    assert "its seed is 1, not 2" in batch("--resume", "--seed", 2).err


def test_resuming_wants_a_file(cli: Cli, batch: Batches) -> None:
    assert cli("batch", "--resume").code == terminal.USAGE
    refused = batch.resume()
    assert refused.code == terminal.USAGE
    assert "wants a scenario" in refused.err


def test_files_are_not_overwritten_unasked(batch: Batches) -> None:
    batch()
    refused = batch()
    assert refused.code == terminal.USAGE
    assert "--resume goes on with it, --force overwrites it" in refused.err
    assert batch("--force").code == 0


def test_time_that_is_up_is_said(batch: Batches) -> None:
    done = batch("--max-time", 0)
    assert done.code == 0
    assert "2 battles of 2 not fought." in done.out
    assert "no data" in done.out


def test_failed_battles_are_told_and_change_the_exit_code(batch: Batches) -> None:
    done = batch(players=(BAD, "null"))
    assert done.code == terminal.FORFEITED
    assert "2 battles forfeited; the rates leave them out." in done.out


def test_crashed_battles_are_told_and_change_the_exit_code(batch: Batches) -> None:
    done = batch(players=(BAD.replace("Sulker", "Interrupter"), "null"))
    assert done.code == terminal.FORFEITED
    assert "2 battles crashed; the rates leave them out." in done.out


def test_crashed_battles_are_fought_again_if_asked(
    batch: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    batch(players=(BAD.replace("Sulker", "Interrupter"), "null"))
    monkeypatch.setattr(Interrupter, "decide", lambda *_: Pass())
    assert batch.resume().code == terminal.FORFEITED
    assert batch.resume("--retry-crashed").code == terminal.DONE
    assert "--retry-crashed goes with --resume" in batch("--retry-crashed").err


@pytest.mark.parametrize(("keep", "kept"), [("all", 4), ("2", 2), ("failed", 0)])
def test_logs_are_kept_as_asked(batch: Batches, keep: str, kept: int) -> None:
    logs = batch.folder / "logs"
    assert batch("-n", 2, "--logs", logs, "--keep", keep).code == 0
    assert len(list(logs.glob("*.jsonl.gz"))) == kept


def test_a_directory_with_something_in_it_is_left_alone(batch: Batches) -> None:
    refused = batch("--logs", batch.folder)
    assert refused.code == terminal.USAGE
    assert "exists already" in refused.err
    assert batch("--logs", batch.folder, "--force").code == 0


@pytest.mark.parametrize("keep", ["some", "0", "-1"])
def test_logs_to_keep_are_named_or_counted(batch: Batches, keep: str) -> None:
    refused = batch("--keep", keep)
    assert refused.code == terminal.USAGE
    assert "--keep wants all, failed or a number" in refused.err


def test_rows_are_exported(batch: Batches) -> None:
    path = batch.folder / "rows.csv"
    assert batch("--export", path).code == 0
    with path.open(encoding="utf-8") as file:
        assert len(list(csv.DictReader(file))) == 2
    refused = batch.resume("--export", path)
    assert refused.code == terminal.USAGE
    assert "exists already" in refused.err


@pytest.mark.parametrize("name", ["rows.csv", "no/rows.csv", "no/rows.parquet"])
def test_rows_that_can_go_nowhere_are_told_before_the_first_battle(
    batch: Batches, name: str
) -> None:
    (batch.folder / "rows.csv").mkdir()
    refused = batch("--export", batch.folder / name, "--force")
    assert refused.code == terminal.USAGE
    assert "cannot be written" in refused.err
    assert not batch.results.exists()


def test_two_scenarios_of_one_name_are_refused(batch: Batches) -> None:
    (batch.folder / "other").mkdir()
    refused = batch(skirmish_file(batch.folder / "other"))
    assert refused.code == terminal.USAGE
    assert "two scenarios are called 'skirmish'" in refused.err


@pytest.mark.parametrize(
    ("words", "code", "message"),
    [
        (("--set", "rounds"), terminal.USAGE, "a setting is PATH=VALUE or PATH=V1,V2"),
        (("--set", "rounds=0"), terminal.INVALID, "rounds"),
        (("--player", "grady"), terminal.USAGE, "did you mean 'greedy'"),
        (("--cluster", "tcp://127.0.0.1:1"), terminal.USAGE, "no scheduler can be reached"),
    ],
)
def test_bad_input_has_one_clear_line(
    batch: Batches, words: tuple[str, ...], code: int, message: str
) -> None:
    refused = batch(*words)
    assert refused.code == code
    assert message in refused.err
    assert len(refused.err.splitlines()) == 1
    assert not batch.results.exists()


def test_an_interrupted_batch_says_how_to_go_on(
    batch: Batches, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.runner.batch.run.run_batch", interrupt)
    logs = batch.folder / "logs"
    done = batch("--logs", logs, "--keep", "failed")
    assert done.code == terminal.INTERRUPTED
    hint = f"skirmish-sim batch --results {batch.results} --resume --logs {logs} --keep failed"
    assert done.err == f"to resume it: {hint}\ninterrupted\n"


def test_without_a_file_there_is_nothing_to_go_on_with(
    cli: Cli, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.runner.batch.run.run_batch", interrupt)
    done = cli("batch", skirmish_file(tmp_path), "--player", "null", *PAIR)
    assert done == Ending(terminal.INTERRUPTED, "", "interrupted\n")
