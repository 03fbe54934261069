"""What is said of battles that were fought on."""

from pathlib import Path
from typing import Any

import msgspec
import pytest

from sim.report.lines import PAGE_WIDTH, fold
from sim.report.replay.forks import Fork, fork_document, fork_lines
from sim.runner.batch.intervals import wilson
from sim.runner.fork import Change, continue_from, find_point, same_seed, several
from sim.state.orders import Order, Pass
from tests.support.logs import skirmish
from tests.support.replays import crowded, first_of, fought, lines_of, written

FIRE = first_of(crowded(), "order_given", holding='"order":"fire"')
LATE = max(n for n, line in enumerate(lines_of(crowded())) if b'"kind":"order_given"' in line)


def forked(
    folder: Path, at: int, number: int = 1, order: Order | None = None, dice: Any = "new"
) -> tuple[Fork, list[str]]:
    point = find_point(written(folder), at)
    change = Change(order=order, seed=same_seed(point))
    made = [continue_from(point, one) for one in several(change, number)]
    document = fork_document(point, order, dice, made)
    return document, [row for line in fork_lines(document, point, order) for row in fold(line)]


def test_shares_have_their_intervals_and_make_up_the_whole(tmp_path: Path) -> None:
    document, rows = forked(tmp_path, LATE, 4)
    shares = [*document.wins.values(), document.draws]
    assert sum(share.count for share in shares) == document.continuations == 4
    for share in shares:
        assert (share.low, share.high) == pytest.approx(wilson(share.count, 4), abs=1e-4)
    assert any("4 continuations" in row and "95 % interval" in row for row in rows)
    assert max(map(len, rows)) <= PAGE_WIDTH


def test_every_continuation_can_be_repeated_by_its_seed(tmp_path: Path) -> None:
    document, _ = forked(tmp_path, LATE, 3)
    first = document.endings[0].seed
    assert [ending.seed for ending in document.endings] == [first, first + 1, first + 2]
    again = continue_from(find_point(written(tmp_path), LATE), Change(seed=first + 2))
    assert again.result.digest == document.endings[2].digest


def test_the_old_order_and_the_new_one_are_told(tmp_path: Path) -> None:
    document, rows = forked(tmp_path, FIRE, order=Pass(), dice="same")
    assert (document.request, document.order) == ("shooting", {"order": "pass"})
    assert document.was["order"] == "fire"
    assert "  instead: to pass" in rows
    assert any(row.startswith("  the log: ") and "to fire" in row for row in rows)
    assert any("with the dice of the log" in row for row in rows)


def test_a_player_that_is_asked_anew_has_no_order(tmp_path: Path) -> None:
    document, rows = forked(tmp_path, LATE)
    assert document.order is None
    assert not any("instead" in row for row in rows)


def test_a_forfeit_is_told_as_one(tmp_path: Path) -> None:
    data = fought(skirmish(), {"red": "null", "blue": "tests.support.players:Sulker"})
    point = find_point(written(tmp_path, data), first_of(data, "player_forfeited"))
    made = [continue_from(point, Change(seed=1, players={"blue": "null"}))]
    document = fork_document(point, None, "new", made)
    rows = [line.text for line in fork_lines(document, point, None)]
    assert "the log: blue forfeits" in rows
    assert msgspec.json.encode(document)
