from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from msgspec.structs import replace

from sim.replay.log import LogReader
from sim.runner.batch.battles import fight_battle
from sim.runner.batch.engines import Engine, EngineLostError
from sim.runner.batch.intervals import wilson
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.run import Logs, run_batch
from sim.runner.batch.stopping import Progress
from sim.runner.batch.store import open_results, open_store
from tests.support.batches import experiment, fought, fought_by, inline_engine, stored_rows


class Interrupted:
    """Watches a batch, and presses Ctrl-C after so many battles."""

    def __init__(self, battles: int):
        self._left = battles

    def __call__(self, _progress: Progress, row: BattleRow | None) -> None:
        self._left -= row is not None
        if self._left == 0:
            raise KeyboardInterrupt


def test_every_battle_has_its_row(tmp_path: Path) -> None:
    rows = fought(experiment(settings=["rounds=1,2"]), tmp_path / "results.sqlite")
    assert [row.index for row in rows] == list(range(8))
    assert {row.status for row in rows} == {"done"}


@pytest.mark.parametrize("workers", [2, 8])
def test_rows_do_not_depend_on_the_number_of_workers(tmp_path: Path, workers: int) -> None:
    wanted = experiment(pairs=20)
    alone = fought(wanted, tmp_path / "alone.sqlite", workers=1)
    together = fought(wanted, tmp_path / "together.sqlite", workers=workers)
    assert len(alone) == 40
    assert alone == together


def test_interrupted_and_resumed_it_is_the_same_batch(tmp_path: Path) -> None:
    path, wanted = tmp_path / "results.sqlite", experiment(pairs=4)
    with pytest.raises(KeyboardInterrupt):
        fought(wanted, path, watch=Interrupted(3))
    assert 3 <= stored_rows(path) < 8
    assert fought(wanted, path) == fought(wanted, tmp_path / "whole.sqlite")


def test_a_whole_batch_is_not_fought_again(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    fought(experiment(), path)
    seconds = [row.seconds for row in open_results(path).rows()]
    fought(experiment(), path, watch=Interrupted(1))
    assert [row.seconds for row in open_results(path).rows()] == seconds


def test_more_pairs_go_on_where_fewer_ended(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    few = fought(experiment(pairs=1), path)
    assert fought(experiment(pairs=2), path)[:2] == few


def test_time_that_is_up_leaves_whole_battles_from_the_first_on(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    assert fought(experiment(), path, max_time=0.0) == ()
    with open_store(path, experiment(), resume=True) as store, inline_engine() as engine:
        assert not run_batch(store, engine, max_time=0.0)
        assert run_batch(store, engine, max_time=60.0)


def test_a_batch_ends_once_the_answer_is_sharp_whatever_is_over_first(tmp_path: Path) -> None:
    wanted = experiment(pairs=90, until_width=0.1, settings=["rounds=1"])
    one = fought(wanted, tmp_path / "one.sqlite", logs=Logs(tmp_path / "logs"))
    with inline_engine(4) as engine:
        two = fought_by(engine, wanted, tmp_path / "two.sqlite")
    assert 80 <= len(one) < 180
    assert [replace(row, log=None) for row in one] == list(two)
    assert open_results(tmp_path / "one.sqlite").planned == len(one)
    assert stored_rows(tmp_path / "one.sqlite") == len(one)
    assert len(list((tmp_path / "logs").iterdir())) == len(one)


@pytest.mark.parametrize(("every", "kept"), [(1, [0, 1, 2, 3]), (2, [0, 1]), (0, [])])
def test_logs_are_kept_of_every_so_many_pairs(tmp_path: Path, every: int, kept: list[int]) -> None:
    rows = fought(experiment(), tmp_path / "results.sqlite", logs=Logs(tmp_path / "logs", every))
    assert [row.index for row in rows if row.log] == kept
    for row in rows:
        if row.log:
            reader = LogReader(Path(row.log))
            assert len(list(reader.events())) == row.events


def test_players_that_fail_fail_in_their_battles_only(tmp_path: Path) -> None:
    wanted = experiment(("null", "tests.support.players:Deserter"), ["rounds=1,2"], pairs=1)
    rows = fought(wanted, tmp_path / "results.sqlite", workers=2)
    assert [row.status for row in rows] == ["done", "done", "crashed", "crashed"]


def test_on_a_mirrored_table_going_first_is_told_apart_from_the_side(tmp_path: Path) -> None:
    wanted = experiment(("greedy",), ["rounds=5"], pairs=100)
    rows = fought(wanted, tmp_path / "results.sqlite")
    assert [row.first_side for row in rows[:4]] == ["red", "blue", "red", "blue"]
    by_side = wilson(sum(row.winner == "red" for row in rows), len(rows))
    by_turn = wilson(sum(row.winner == row.first_side for row in rows), len(rows))
    assert by_side is not None
    assert by_turn is not None
    assert by_side[0] < 0.5 < by_side[1]
    assert by_turn[0] > 0.5


def test_a_lost_engine_keeps_what_is_over(tmp_path: Path) -> None:
    path = tmp_path / "results.sqlite"
    with ThreadPoolExecutor(1) as executor:

        def watch(_progress: Progress, row: BattleRow | None) -> None:
            if row is not None:
                executor.shutdown()

        with (
            open_store(path, experiment(pairs=4)) as store,
            pytest.raises(EngineLostError),
        ):
            run_batch(store, Engine(executor, fight_battle, 1), watch=watch)
    assert stored_rows(path) == 2
