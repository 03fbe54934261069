"""Battles fought on from the middle of their logs."""

import io
from pathlib import Path
from typing import Any

import pytest

from sim.dice import GREATEST_SEED
from sim.engine.course import MOST_REFUSALS
from sim.errors import LogError, UsageError
from sim.replay.codec import Parent, decode_header
from sim.replay.log import LogReader
from sim.replay.verify import verify
from sim.runner.fork import (
    Change,
    ForkPoint,
    check_change,
    continue_from,
    find_point,
    read_dice,
    read_order_file,
    same_seed,
    several,
)
from sim.scenario.load import load_scenario
from sim.state.events import PlayerForfeited
from sim.state.orders import Cower, Pass
from tests.support.logs import skirmish
from tests.support.replays import (
    SEED,
    crowded,
    edited,
    first_of,
    fought,
    joined,
    lines_of,
    resealed,
    written,
)
from tests.support.shipped import SHIPPED

ORDERS = [n for n, line in enumerate(lines_of(crowded())) if b'"kind":"order_given"' in line]
TURNS = [n for n, line in enumerate(lines_of(crowded())) if b'"kind":"turn_started"' in line]


def forked(point: ForkPoint, **change: Any) -> bytes:
    """The child log of a fork, with the dice of its parent unless another seed is given."""
    out = io.BytesIO()
    seed = change.pop("seed") if "seed" in change else same_seed(point)
    continue_from(point, Change(seed=seed, **change), out)
    return out.getvalue()


def test_a_fork_is_at_the_order_that_the_event_is(tmp_path: Path) -> None:
    point = find_point(written(tmp_path), ORDERS[3])
    assert point.event == ORDERS[3]


def test_a_fork_is_at_the_order_that_follows_the_event(tmp_path: Path) -> None:
    number = first_of(crowded(), "weapon_fired")
    assert find_point(written(tmp_path), number).event == min(n for n in ORDERS if n > number)


def test_behind_the_last_order_there_is_nothing_to_fork(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=f"behind the last order of the log, event {ORDERS[-1]}"):
        find_point(written(tmp_path), ORDERS[-1] + 1)


@pytest.mark.parametrize("number", [*TURNS[::3], ORDERS[-1]])
def test_a_fork_that_changes_nothing_has_the_same_events(tmp_path: Path, number: int) -> None:
    child = forked(find_point(written(tmp_path), number))
    assert lines_of(child)[1:-1] == lines_of(crowded())[1:-1]


def assert_forks_are_the_same(path: Path) -> None:
    """A fork at every player turn of a true log has its events."""
    assert verify(path).is_same
    lines = lines_of(path.read_bytes())
    turns = [n for n, line in enumerate(lines) if b'"kind":"turn_started"' in line]
    assert turns
    for number in turns:
        assert lines_of(forked(find_point(path, number)))[1:-1] == lines[1:-1]


@pytest.mark.parametrize("name", SHIPPED)
def test_so_it_is_in_the_first_turns_of_shipped_battles(tmp_path: Path, name: str) -> None:
    data = fought(load_scenario(SHIPPED[name], ["rounds=1"]), "random", 7)
    assert_forks_are_the_same(written(tmp_path, data))


@pytest.mark.slow
@pytest.mark.parametrize("name", SHIPPED)
def test_so_it_is_in_all_turns_of_shipped_battles(tmp_path: Path, name: str) -> None:
    data = fought(load_scenario(SHIPPED[name]), "greedy", 7)
    assert_forks_are_the_same(written(tmp_path, data))


def test_the_header_of_a_child_names_its_parent(tmp_path: Path) -> None:
    point = find_point(written(tmp_path), TURNS[2])
    child = decode_header(lines_of(forked(point, seed=99))[0])
    reader = LogReader(point.path)
    list(reader.events())
    assert child.parent == Parent(digest=reader.seal.digest, event=point.event, seed=SEED)
    assert child.seed == 99


def test_new_dice_leave_what_was_before_and_change_what_comes(tmp_path: Path) -> None:
    point = find_point(written(tmp_path), ORDERS[40])
    child, parent = lines_of(forked(point, seed=99)), lines_of(crowded())
    assert child[1 : point.event] == parent[1 : point.event]
    assert child[1:-1] != parent[1:-1]


@pytest.mark.parametrize("number", [ORDERS[2], ORDERS[-9]])
def test_children_and_their_children_are_true(tmp_path: Path, number: int) -> None:
    child = written(tmp_path, forked(find_point(written(tmp_path), number), seed=99), "child.jsonl")
    assert verify(child).is_same
    for at in (number + 5, max(1, number - 20)):
        second = forked(find_point(child, at), seed=98)
        assert verify(written(tmp_path, second, "second.jsonl")).is_same


def test_a_fork_of_a_child_that_changes_nothing_has_the_same_events(tmp_path: Path) -> None:
    data = forked(find_point(written(tmp_path), ORDERS[20]), seed=99)
    child = written(tmp_path, data, "child.jsonl")
    for at in (ORDERS[20], ORDERS[20] + 20):
        assert lines_of(forked(find_point(child, at)))[1:-1] == lines_of(data)[1:-1]


def test_before_its_own_fork_a_child_cannot_keep_its_dice(tmp_path: Path) -> None:
    data = forked(find_point(written(tmp_path), ORDERS[20]), seed=99)
    point = find_point(written(tmp_path, data, "child.jsonl"), ORDERS[10])
    with pytest.raises(UsageError, match=f"changes its dice at event {ORDERS[20]}"):
        same_seed(point)


def test_another_order_stands_in_the_place_of_the_old_one(tmp_path: Path) -> None:
    number = first_of(crowded(), "order_given", holding='"order":"fire"')
    point = find_point(written(tmp_path), number)
    child = lines_of(forked(point, order=Pass()))
    assert child[:number][1:] == lines_of(crowded())[1:number]
    assert b'"order":{"order":"pass"}' in child[number]


def test_a_continuation_knows_the_request_that_it_begins_with(tmp_path: Path) -> None:
    number = first_of(crowded(), "order_given", holding='"order":"fire"')
    point = find_point(written(tmp_path), number)
    assert continue_from(point, Change(seed=1)).request.kind == "shooting"


def test_an_order_that_the_rules_forbid_can_be_found_out_before(tmp_path: Path) -> None:
    point = find_point(written(tmp_path), first_of(crowded(), "weapon_fired"))
    with pytest.raises(UsageError, match="the rules forbid that order: Cower is no answer"):
        check_change(point, Change(order=Cower("nobody"), seed=1))
    check_change(point, Change(order=Pass(), seed=1))
    check_change(point, Change(seed=1))


def test_an_order_that_the_rules_forbid_is_refused_and_the_player_asked(tmp_path: Path) -> None:
    point = find_point(written(tmp_path), first_of(crowded(), "weapon_fired"))
    lines = lines_of(forked(point, order=Cower("nobody")))
    assert b'"kind":"order_refused"' in lines[point.event]
    assert b'"kind":"order_given"' in lines[point.event + 1]


def test_another_player_plays_on(tmp_path: Path) -> None:
    point = find_point(written(tmp_path), ORDERS[10])
    child = written(tmp_path, forked(point, players={"blue": "null"}), "child.jsonl")
    assert LogReader(child).header.players == {"red": "random", "blue": "null"}
    assert verify(child).is_same


@pytest.mark.parametrize(
    ("players", "match"),
    [({"green": "null"}, "no side 'green'"), ({"red": "nul"}, "no player 'nul'")],
)
def test_sides_and_players_have_to_exist(tmp_path: Path, players: Any, match: str) -> None:
    point = find_point(written(tmp_path), 1)
    for attempt in (continue_from, check_change):
        with pytest.raises(UsageError, match=match):
            attempt(point, Change(players=players, seed=1))


def test_a_log_that_is_not_true_before_the_fork_is_refused(tmp_path: Path) -> None:
    number = first_of(crowded(), "unit_moved")
    data = edited(crowded(), number, lambda event: event.update(cost=0.0))
    with pytest.raises(LogError, match=f"not true from event {number} on"):
        forked(find_point(written(tmp_path, resealed(data)), number + 40))


def test_a_log_that_is_cut_off_can_be_fought_on(tmp_path: Path) -> None:
    cut = joined(lines_of(crowded())[: ORDERS[40] + 1])
    child = forked(find_point(written(tmp_path, cut), ORDERS[40]))
    assert lines_of(child)[1:-1] == lines_of(crowded())[1:-1]


def test_a_forfeit_is_an_answer_to_fork_at(tmp_path: Path) -> None:
    data = fought(skirmish(), {"red": "null", "blue": "tests.support.players:Sulker"})
    number = first_of(data, "player_forfeited")
    point = find_point(written(tmp_path, data), number)
    assert isinstance(point.answer, PlayerForfeited)
    child = forked(point, players={"blue": "null"})
    assert b"player_forfeited" not in child


def test_the_pass_after_too_many_refusals_is_no_order(tmp_path: Path) -> None:
    data = fought(skirmish(rounds=1), {"red": "tests.support.players:Stubborn", "blue": "null"})
    given = first_of(data, "order_given")
    assert given == first_of(data, "order_refused") + MOST_REFUSALS
    assert find_point(written(tmp_path, data), given).event > given


def test_an_order_is_read_as_logs_have_it(tmp_path: Path) -> None:
    path = written(tmp_path, b'{"order":"cower","unit":"r1"}', "order.json")
    assert read_order_file(path) == Cower("r1")


@pytest.mark.parametrize("text", [b"{}", b"pass", b'{"order":"dance"}', b'{"a":' * 100_000])
def test_anything_else_is_no_order(tmp_path: Path, text: bytes) -> None:
    with pytest.raises(UsageError, match=r"order\.json holds no order"):
        read_order_file(written(tmp_path, text, "order.json"))


def test_an_order_in_no_file_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        read_order_file(tmp_path / "nothing.json")


def test_dice_are_the_same_or_new() -> None:
    assert [read_dice(name) for name in ("same", "new")] == ["same", "new"]
    with pytest.raises(UsageError, match="same or new, not 'old'"):
        read_dice("old")


def test_seeds_go_on_from_the_first_within_their_bounds() -> None:
    changes = several(Change(order=Pass(), seed=GREATEST_SEED), 3)
    assert [change.seed for change in changes] == [GREATEST_SEED, 0, 1]
    assert {change.order for change in changes} == {Pass()}
