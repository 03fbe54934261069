import os
import sqlite3
from contextlib import closing
from pathlib import Path
from unittest.mock import Mock

import msgspec
import pytest
from msgspec.structs import replace

from sim.errors import LogError, UsageError
from sim.runner.batch.columns import COLUMNS, row_of, values_of
from sim.runner.batch.experiment import Experiment
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.store import is_begun, open_results, open_store
from tests.support.batches import experiment
from tests.support.rows import row


@pytest.fixture
def path(tmp_path: Path) -> Path:
    return tmp_path / "results.sqlite"


def full_row(index: int = 0) -> BattleRow:
    return row(
        "red",
        index=index,
        pair=index // 2,
        seat=index % 2,
        condition=1,
        problem="none",
        settings={"rounds": "2"},
        counts={"clause:FR-12": 3},
        ends=(("r-1", "red", "infantry", 1.5, 2.25),),
        deaths=(("b-1", "blue", "vehicle", 3.0, 4.0, 2, "BW-16"),),
        log="logs/1.jsonl.gz",
    )


def stored(path: Path, wanted: Experiment, *indices: int) -> None:
    with open_store(path, wanted) as store:
        for index in indices:
            store.put(full_row(index))


@pytest.mark.parametrize("kept", [full_row(), BattleRow(**dict.fromkeys(
    ("index", "cell", "pair", "seat", "seed"), 0), scenario="s", settings={}, players={},
    first_side="red", status="crashed")])  # fmt: skip
def test_a_row_comes_back_as_it_was(kept: BattleRow) -> None:
    assert row_of(values_of(kept)) == kept


def test_every_field_has_a_column() -> None:
    assert list(COLUMNS)[1:] == [field.name for field in msgspec.structs.fields(BattleRow)][1:]
    assert (COLUMNS["battle"], COLUMNS["seconds"], COLUMNS["winner"]) == ("INTEGER", "REAL", "TEXT")
    assert COLUMNS["condition"] == "INTEGER"
    assert COLUMNS["deaths"] == COLUMNS["counts"] == "JSON"


def test_results_hold_the_experiment_and_its_rows(path: Path) -> None:
    wanted = experiment()
    stored(path, wanted, 1, 0)
    results = open_results(path)
    assert results.experiment == wanted
    assert results.cells == wanted.cells
    assert results.rows() == (full_row(0), full_row(1))
    assert results.planned == wanted.size


def test_rows_behind_a_missing_one_are_stored_but_do_not_count(path: Path) -> None:
    stored(path, experiment(), 0, 2, 3)
    results = open_results(path)
    assert [each.index for each in results.rows()] == [0]
    assert sorted(results.stored) == [0, 2, 3]


def test_a_battle_put_twice_is_one_row(path: Path) -> None:
    stored(path, experiment(), 0, 0)
    assert len(open_results(path).stored) == 1


def test_results_can_be_read_while_they_are_written(path: Path) -> None:
    with open_store(path, experiment()) as store:
        store.put(full_row())
        assert len(open_results(path).rows()) == 1


def test_a_second_writer_is_refused_and_nothing_lost(path: Path) -> None:
    with open_store(path, experiment()) as store:
        with (
            pytest.raises(UsageError, match="another batch is writing"),
            open_store(path, experiment(), resume=True),
        ):
            pass
        store.put(full_row())
    assert len(open_results(path).rows()) == 1
    assert list(path.parent.iterdir()) == [path]


def test_an_existing_file_is_left_alone(path: Path) -> None:
    stored(path, experiment(), 0)
    with (
        pytest.raises(UsageError, match="--resume goes on with it"),
        open_store(path, experiment()),
    ):
        pass
    assert len(open_results(path).rows()) == 1


def test_force_begins_anew(path: Path) -> None:
    stored(path, experiment(), 0)
    with open_store(path, experiment(seed=2), force=True):
        pass
    assert open_results(path).stored == {}
    assert open_results(path).experiment.seed == 2


def test_to_resume_finds_what_is_there(path: Path) -> None:
    stored(path, experiment(), 0)
    with open_store(path, experiment(), resume=True) as store:
        assert store.worths() == {0: 1.0}


def test_a_longer_time_for_battles_is_the_same_experiment(path: Path) -> None:
    stored(path, experiment(), 0)
    with open_store(path, experiment(battle_time=90.0), resume=True):
        pass
    assert open_results(path).experiment.battle_time == 90.0


def test_crashed_battles_can_be_dropped(path: Path) -> None:
    with open_store(path, experiment()) as store:
        store.put(full_row())
        store.put(replace(full_row(1), status="crashed"))
        store.drop_crashed()
    assert list(open_results(path).stored) == [0]


def test_what_was_made_and_left_at_once_can_be_resumed(path: Path) -> None:
    assert not is_begun(path)
    path.touch()
    assert not is_begun(path)
    with open_store(path, experiment(), resume=True):
        assert is_begun(path)


def test_results_can_be_read_where_nothing_can_be_written(path: Path) -> None:
    stored(path, experiment(), 0)
    uri = f"file:{path}?mode=ro"
    with closing(sqlite3.connect(uri, uri=True)) as connection:
        assert connection.execute("PRAGMA journal_mode").fetchone() == ("delete",)


def fill_up(path: Path) -> None:
    """Put rows into a new file until the disk is full."""
    with open_store(path, experiment()) as store:
        store._connection.execute("PRAGMA max_page_count = 1")
        for index in range(100):
            store.put(full_row(index))


def test_a_disk_that_is_full_is_no_fault_of_the_words(path: Path) -> None:
    with pytest.raises(OSError, match="cannot be written: database or disk is full"):
        fill_up(path)
    assert open_results(path).stored


def test_a_battle_of_no_cell_is_told(path: Path) -> None:
    stored(path, experiment(), 0)
    with closing(sqlite3.connect(path)) as connection, connection:
        connection.execute("UPDATE battles SET cell = 7")
    with pytest.raises(LogError, match="battles that its experiment does not have"):
        open_results(path)


def test_a_directory_is_no_results_file(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match="is a directory"),
        open_store(tmp_path, experiment(), force=True),
    ):
        pass


def test_more_pairs_are_the_same_experiment(path: Path) -> None:
    stored(path, experiment(pairs=1), 0)
    with open_store(path, experiment(pairs=9), resume=True):
        pass
    assert open_results(path).experiment.pairs == 9


@pytest.mark.parametrize(
    ("other", "message"),
    [
        (experiment(seed=2), "its seed is 1, not 2"),
        (experiment(("null",)), "its scenarios, players or settings are others"),
        (experiment(settings=["rounds=1"]), "its scenarios, players or settings are others"),
        (replace(experiment(), grounds=()), "its scenarios are others"),
        (experiment(pairs=1), "it has 2 pairs; -n can be raised, to 1 it cannot be lowered"),
        (experiment(battle_time=2.0), "60 s; that can be raised, to 2 it cannot be lowered"),
        (experiment(until_width=0.1), "its until width is None, not 0.1"),
        (replace(experiment(), format_version=2), "its format version"),
    ],
)
def test_another_experiment_is_refused(path: Path, other: Experiment, message: str) -> None:
    stored(path, experiment(), 0)
    with pytest.raises(UsageError, match=message), open_store(path, other, resume=True):
        pass


def test_an_experiment_of_another_version_is_refused(path: Path) -> None:
    stored(path, replace(experiment(), program_version="0.0.1"), 0)
    with (
        pytest.raises(UsageError, match=r"made by skirmish-sim 0\.0\.1, this is"),
        open_store(path, experiment(), resume=True),
    ):
        pass


def test_battles_beyond_the_end_of_a_cell_are_dropped(path: Path) -> None:
    with open_store(path, experiment()) as store:
        for index in range(4):
            store.put(full_row(index))
        assert store.drop_beyond({0: 1}) == ["logs/1.jsonl.gz"] * 2
    assert sorted(open_results(path).stored) == [0, 1]


def test_what_is_no_results_file_is_refused(path: Path) -> None:
    with pytest.raises(LogError, match="no such file"):
        open_results(path)
    path.write_bytes(b"not a database, but long enough to be looked at as one" * 40)
    with pytest.raises(LogError, match="no results file"):
        open_results(path)
    with (
        pytest.raises(UsageError, match="cannot be written"),
        open_store(path, experiment(), resume=True),
    ):
        pass


def test_what_is_no_regular_file_stays_what_it_is(path: Path) -> None:
    os.mkfifo(path)
    with (
        pytest.raises(UsageError, match="no regular file"),
        open_store(path, experiment(), force=True),
    ):
        pass
    assert path.is_fifo()
    with pytest.raises(LogError, match="no regular file"):
        open_results(path)


def test_a_link_that_leads_nowhere_is_told(path: Path) -> None:
    path.symlink_to(path)
    with pytest.raises(LogError, match="leads nowhere"):
        open_results(path)


def test_a_disk_that_fails_is_not_blamed_on_the_file(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stored(path, experiment())
    problem = sqlite3.OperationalError("disk I/O error")
    problem.sqlite_errorcode = sqlite3.SQLITE_IOERR_READ
    monkeypatch.setattr("sim.runner.batch.store._connect", Mock(side_effect=problem))
    with pytest.raises(LogError, match="cannot be read: disk I/O error"):
        open_results(path)


def test_a_database_of_something_else_is_refused(path: Path) -> None:
    connection = sqlite3.connect(path)
    connection.execute("CREATE TABLE experiment (definition TEXT)")
    connection.commit()
    connection.close()
    with pytest.raises(LogError, match="holds no experiment"):
        open_results(path)


def test_a_file_that_cannot_be_made_is_refused(tmp_path: Path) -> None:
    with (
        pytest.raises(UsageError, match="cannot be written"),
        open_store(tmp_path / "no" / "results.sqlite", experiment()),
    ):
        pass
