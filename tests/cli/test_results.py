"""The commands that say what batches show, over a small results file."""

import json
import re
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from sim.runner.batch.store import open_store
from tests.support.batches import experiment, fought, skirmish_file
from tests.support.commands import Cli


@pytest.fixture(scope="module")
def results(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two cells of small battles."""
    path = tmp_path_factory.mktemp("batch") / "small.sqlite"
    fought(experiment(settings=["rounds=1,2"], pairs=3), path)
    return path


@pytest.fixture
def scenario(tmp_path: Path) -> Path:
    """A scenario of small battles."""
    return skirmish_file(tmp_path)


@pytest.mark.parametrize(
    ("command", "words"),
    [
        ("stats", "skirmish: random against null"),
        ("rate", "Strength of players, 12 battles, 6 pairs"),
        ("coverage", "What occurred in 12 battles"),
    ],
)
def test_a_command_prints_a_page_of_80_columns(
    cli: Cli, results: Path, command: str, words: str
) -> None:
    code, out, err = cli(command, results)
    assert (code, err) == (0, "")
    assert words in out
    assert max(map(len, out.splitlines())) <= 80


@pytest.mark.parametrize(
    ("command", "format_name"), [("stats", "stats"), ("rate", "ratings"), ("coverage", "coverage")]
)
def test_a_command_prints_one_document(
    cli: Cli, results: Path, command: str, format_name: str
) -> None:
    code, out, err = cli(command, results, "--json")
    document = json.loads(out)
    assert (code, err) == (0, "")
    assert (document["format"], document["format_version"]) == (f"skirmish-sim/{format_name}", 1)


@pytest.mark.parametrize("command", ["stats", "rate", "coverage"])
def test_what_is_no_results_file_is_refused(cli: Cli, tmp_path: Path, command: str) -> None:
    path = tmp_path / "none.sqlite"
    assert cli(command, path).code == 3
    path.write_text("no database, but long enough to be looked into " * 20)
    code, out, err = cli(command, path)
    assert (code, out) == (3, "")
    assert len(err.splitlines()) == 1
    assert "none.sqlite" in err


def test_a_file_without_battles_has_no_data(cli: Cli, tmp_path: Path) -> None:
    path = tmp_path / "empty.sqlite"
    with open_store(path, experiment()):
        pass
    assert cli("stats", path) == (0, "no data: 0 of 4 battles planned fought\n", "")
    assert cli("coverage", path) == (0, "no data: no battles\n", "")
    code, out, err = cli("plot", path, "-o", tmp_path)
    assert (code, out) == (0, "")
    assert err.startswith("no data: ")
    assert cli("rate", path).code == 2


def test_plot_draws_all_pictures_into_a_folder(cli: Cli, results: Path, tmp_path: Path) -> None:
    code, out, err = cli("plot", results, "--out", tmp_path / "pictures")
    drawn = {path.name for path in (tmp_path / "pictures").iterdir()}
    assert (code, out) == (0, "")
    assert {"rates.svg", "losses-0.svg", "deaths-1.svg", "ends-1.svg", "sweep-rounds.svg"} <= drawn
    assert len(err.splitlines()) == len(drawn) == 8


def test_plot_draws_one_picture_into_a_file(cli: Cli, results: Path, tmp_path: Path) -> None:
    path = tmp_path / "where.png"
    assert cli("plot", results, "-o", path, "--picture", "ends-0").code == 0
    assert path.read_bytes().startswith(b"\x89PNG")
    code, _, err = cli("plot", results, "-o", path)
    assert code == 2
    assert "exists already" in err


@pytest.mark.parametrize(
    ("out", "option", "hint"),
    [
        ("where.svg", ["--png"], "says by its ending"),
        ("plots", ["--picture", "rates"], "-o rates.svg"),
    ],
)
def test_plot_refuses_what_would_mean_nothing(
    cli: Cli, results: Path, tmp_path: Path, out: str, option: list[str], hint: str
) -> None:
    code, _, err = cli("plot", results, "-o", tmp_path / out, *option)
    assert (code, hint in err) == (2, True)
    assert not (tmp_path / out).exists()


def test_plot_makes_no_folder_of_the_name_of_a_picture(
    cli: Cli, results: Path, tmp_path: Path
) -> None:
    code, _, err = cli("plot", results, "-o", tmp_path / "where.gif")
    assert (code, "where.png" in err) == (2, True)
    assert not (tmp_path / "where.gif").exists()


def test_compare_wants_players_without_their_sides(cli: Cli) -> None:
    players = ("--player", "null", "--player", "random", "--against", "red=greedy")
    code, _, err = cli("compare", "causeway-gun", *players)
    assert (code, "name greedy alone" in err) == (2, True)


def test_compare_tells_what_two_cells_differ_in(cli: Cli, results: Path) -> None:
    code, out, err = cli("compare", results)
    assert (code, err) == (0, "")
    assert "changed: skirmish: random against null (rounds=2)" in out
    assert "6 battles of 6 part" in out


def test_compare_tells_of_battles_by_other_rules_what_it_can(
    cli: Cli, results: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sim.runner.batch.plan.rules_digest", lambda: "others")
    code, out, err = cli("compare", results)
    assert code == 0
    assert "6 battles of 6 part" in out
    assert "Pair 0" not in out
    assert err.startswith("where battles part is not told: ")


@pytest.mark.parametrize(
    "option",
    [("--set", "rounds=1,2"), ("--seed", 0), ("-n", 100), ("--results", "x"), ["--resume"]],
)
def test_compare_fights_nothing_beside_a_results_file(
    cli: Cli, results: Path, option: Sequence[Any]
) -> None:
    code, _, err = cli("compare", results, *option)
    assert code == 2
    assert "--cells says which" in err


SMALL = ("--player", "null", "-n", 2, "--seed", 1, "--workers", 1)


def test_compare_of_something_with_itself_differs_by_nothing(cli: Cli, scenario: Path) -> None:
    code, out, _ = cli("compare", scenario, scenario, *SMALL, "--json")
    document: dict[str, Any] = json.loads(out)
    assert code == 0
    assert (document["identical"], document["differs"], document["parted"]) == (True, False, 0)
    assert [quantity["difference"]["value"] for quantity in document["primary"]] == [0.0] * 5


def test_compare_wants_scenarios_that_are_there(cli: Cli) -> None:
    code, _, err = cli("compare", "causeway-gum", "causeway-gun")
    assert code == 2
    assert "did you mean" in err
    assert "causeway-gun" in err


def test_compare_tells_files_of_one_name_apart(cli: Cli, scenario: Path, tmp_path: Path) -> None:
    folder = tmp_path / "changed"
    folder.mkdir()
    document = json.loads(scenario.read_text(encoding="utf-8"))
    other = folder / scenario.name
    other.write_text(json.dumps(document | {"rounds": 1}), encoding="utf-8")
    code, out, _ = cli("compare", scenario, other, *SMALL, "--json")
    found = json.loads(out)
    assert code == 0
    assert found["base"]["scenario"] == "skirmish"
    assert found["changed"]["scenario"] == "skirmish (changed)"
    assert found["parted"] == 2


def test_compare_keeps_its_battles_and_goes_on(cli: Cli, scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "kept.sqlite"
    words = ("compare", scenario, "--set", "rounds=1,2", "--player", "null", "--workers", 1)
    assert cli(*words, "-n", 1, "--seed", 5, "--results", path).code == 0
    assert cli(*words, "-n", 2, "--results", path).code == 2
    code, out, err = cli(*words, "-n", 2, "--results", path, "--resume", "--quiet")
    assert (code, err) == (0, "")
    assert "2 pairs" in out


def test_compare_draws_a_seed_and_tells_it(cli: Cli, scenario: Path) -> None:
    code, _, err = cli("compare", scenario, scenario, "--player", "null", "-n", 1)
    assert code == 0
    assert re.search(r"^seed \d+$", err, re.MULTILINE)


def test_compare_takes_catalogues(cli: Cli, scenario: Path, tmp_path: Path) -> None:
    path = tmp_path / "far.yaml"
    movement = "{infantry: open, gun: open, vehicle: open}"
    path.write_text(
        "terrain:\n"
        f"  fence: {{sight: blocks, cover: none, area: false, height: 1, movement: {movement}}}\n"
    )
    code, out, _ = cli("compare", scenario, "--catalogue", path, *SMALL)
    assert code == 0
    assert "changed: skirmish with far.yaml: null against itself" in out
    assert cli("compare", scenario, scenario, "--catalogue", path, *SMALL).code == 2
    assert cli("compare", scenario, *["--catalogue", path] * 3, *SMALL).code == 2


def test_compare_ends_with_4_where_battles_are_given_up(cli: Cli, scenario: Path) -> None:
    words = ("--player", "tests.support.players:Sulker", "-n", 1, "--seed", 1, "--workers", 1)
    code, out, _ = cli("compare", scenario, "--set", "rounds=2,3", *words)
    assert code == 4
    assert "forfeited" in out


def test_compare_that_is_interrupted_tells_how_to_go_on(
    cli: Cli, scenario: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupt(*_: Any, **__: Any) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("sim.runner.batch.run.run_batch", interrupt)
    words = ("compare", scenario, scenario, *SMALL)
    code, out, err = cli(*words, "--results", tmp_path / "kept.sqlite")
    assert (code, out) == (130, "")
    assert "to go on with it: the same command with --resume" in err
    assert "--resume" not in cli(*words).err


@pytest.mark.parametrize(
    "command",
    [
        ("run", "{}", "--seed", 1, "--log", "{}", "--force"),
        ("batch", "{}", "--seed", 1, "-n", 1, "--results", "{}", "--force"),
        ("compare", "{}", "--set", "rounds=1,2", "-n", 1, "--results", "{}", "--force"),
    ],
)
def test_nothing_is_written_over_the_scenario(
    cli: Cli, scenario: Path, command: tuple[Any, ...]
) -> None:
    before = scenario.read_bytes()
    done = cli(*(scenario if word == "{}" else word for word in command))
    assert done.code == 2
    assert "is the scenario" in done.err
    assert scenario.read_bytes() == before


def test_what_holds_no_results_is_not_gone_on_with(cli: Cli, scenario: Path) -> None:
    other = scenario.with_name("other.txt")
    other.write_text("precious")
    done = cli("batch", scenario, "--seed", 1, "-n", 1, "--results", other)
    assert done.code == 2
    assert "--force" in done.err
    assert "--resume" not in done.err


def test_a_folder_is_no_results_file(cli: Cli, tmp_path: Path) -> None:
    assert "is a directory" in cli("stats", tmp_path).err


def test_results_given_for_a_log_are_told(cli: Cli, results: Path) -> None:
    for command in (("replay", "show"), ("verify",)):
        done = cli(*command, results)
        assert "this is a results file" in " ".join(f"{done.out} {done.err}".split())


def test_scenarios_of_other_sides_are_refused_before_they_are_fought(
    cli: Cli, scenario: Path, tmp_path: Path
) -> None:
    kept = tmp_path / "kept.sqlite"
    done = cli("compare", scenario, "causeway-gun", "-n", 1, "--seed", 1, "--results", kept)
    assert done.code == 2
    assert "there is nothing to compare" in " ".join(done.err.split())
    assert not kept.exists()
