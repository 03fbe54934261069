"""A battle takes down nothing but itself."""

import os
import signal
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from sim.runner.batch import contain
from sim.runner.batch.battles import Assignment, Report, assignment_of, crashed, fight_battle
from sim.runner.batch.contain import Child, ChildLostError, ClosedError, Keeper, fight_contained
from sim.runner.batch.experiment import Battle
from tests.support.batches import experiment, until


@pytest.fixture
def keeper() -> Iterator[Keeper]:
    made = Keeper()
    yield made
    made.close()
    made.clear()


def assignment(player: str = "random", **more: float) -> Assignment:
    named = player if player.islower() else f"tests.support.players:{player}"
    return assignment_of(experiment((named, "null"), **more), Battle(0, 0, 0, 0), "always")


def to_answer(player: str) -> str:
    return f"; it was for tests.support.players:{player} (red) to answer"


def is_alive(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    return True


def test_a_contained_battle_is_the_same_battle(keeper: Keeper) -> None:
    contained, here = keeper.fight(assignment()), fight_battle(assignment())
    assert contained.row.compared == here.row
    assert contained.log == here.log
    assert contained.row.seconds > 0
    assert contained.row.worker


def test_one_child_fights_battle_after_battle(keeper: Keeper) -> None:
    assert keeper.fight(assignment()).row.worker == keeper.fight(assignment()).row.worker


def test_what_players_print_does_not_come_between(keeper: Keeper) -> None:
    assert keeper.fight(assignment("Talker")).row.status == "done"


def test_a_player_that_exits_crashes_its_battle_and_no_other(keeper: Keeper) -> None:
    row = keeper.fight(assignment("Deserter")).row
    assert (row.status, row.problem) == (
        "crashed",
        "its process exited with code 7, 3 times" + to_answer("Deserter"),
    )
    assert keeper.fight(assignment()).row.status == "done"


def test_a_player_that_never_answers_crashes_its_battle_and_no_other(keeper: Keeper) -> None:
    keeper.fight(assignment())
    row = keeper.fight(assignment("Dozer", battle_time=0.3)).row
    assert (row.status, row.problem) == ("crashed", "not over after 0.3 s" + to_answer("Dozer"))
    assert keeper.fight(assignment()).row.status == "done"


def running_in_group(group: int) -> list[str]:
    """The processes of a group that have not ended, waited for or not."""
    running: list[str] = []
    for process in Path("/proc").glob("[0-9]*/stat"):
        with suppress(OSError):
            fields = process.read_text(encoding="utf-8").rpartition(")")[2].split()
            if int(fields[2]) == group and fields[0] != "Z":
                running.append(process.parent.name)
    return running


@pytest.mark.parametrize("player", ["Forker", "Reader"])
def test_players_that_fork_or_read_come_between_nothing(keeper: Keeper, player: str) -> None:
    for _ in range(2):
        row = keeper.fight(assignment(player)).row
        assert (row.status, row.players["red"]) == ("done", f"tests.support.players:{player}")


def test_what_players_start_ends_with_their_process(keeper: Keeper) -> None:
    row = keeper.fight(assignment("Parent")).row
    assert row.status == "done"
    pid = int(row.worker.partition(":")[2])
    keeper.close()
    keeper.clear()
    until(lambda: not running_in_group(pid), seconds=10.0)


@pytest.mark.parametrize(
    ("frame", "message"),
    [
        (b"what?", "answered nonsense"),
        (msgspec.msgpack.encode(crashed(assignment(), "lost")), "answered for another battle"),
    ],
)
def test_what_is_no_answer_loses_the_process(frame: bytes, message: str) -> None:
    with pytest.raises(ChildLostError, match=message):
        contain._sound(frame, replace(assignment(), index=1))


def test_a_battle_whose_process_is_killed_is_fought_anew(keeper: Keeper) -> None:
    keeper.fight(assignment())
    (child,) = keeper._children
    child.end()
    assert keeper.fight(assignment()).row.compared == fight_battle(assignment()).row


def test_how_a_process_ended_is_said() -> None:
    child = Child()
    child.end()
    with pytest.raises(ChildLostError, match="was killed by signal 9"):
        child.fight(assignment())
    child.close()


def test_ctrl_c_does_not_reach_a_child() -> None:
    child = Child()
    child.fight(assignment())
    os.kill(int(child.name.partition(":")[2]), signal.SIGINT)
    assert child.fight(assignment()).row.status == "done"
    child.close()


def test_a_child_ends_once_nobody_writes_to_it_whatever_it_is_about() -> None:
    child = Child()
    pid = int(child.name.partition(":")[2])
    with ThreadPoolExecutor(1) as executor:
        lost = executor.submit(child.fight, assignment("Dozer"))
        until(lost.running)
        child._process.stdin.close()  # type: ignore[union-attr]
        assert isinstance(lost.exception(timeout=20), ChildLostError | ValueError)
    child._process.wait(timeout=20)
    assert not is_alive(pid)
    child._process.stdout.close()  # type: ignore[union-attr]


def test_a_closed_keeper_fights_no_more(keeper: Keeper) -> None:
    keeper.close()
    with pytest.raises(ClosedError):
        keeper.fight(assignment())


def test_a_worker_keeps_one_child() -> None:
    reports: list[Report] = [fight_contained(assignment()) for _ in range(2)]
    assert reports[0].row.worker == reports[1].row.worker
    assert reports[0].row.compared == reports[1].row.compared
