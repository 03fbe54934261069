"""No clause that battles over the shipped scenarios reach stops occurring in play."""

import pytest

from sim.report.batch.known import known
from sim.runner.batch.battles import assignment_of, fight_battle
from tests.support.batches import experiment
from tools.reached import fight, listed


@pytest.mark.slow
def test_every_clause_of_the_list_still_occurs() -> None:
    rows = fight()
    occurred = {key for row in rows for key in row.counts}
    missing = [clause for clause in listed() if f"clause:{clause}" not in occurred]
    assert missing == [], "if that is right, run python -m tools.reached"


def test_the_list_is_of_clauses_of_the_index() -> None:
    assert set(listed()) <= set(known("clause"))
    assert len(listed()) > 50


def test_what_a_battle_counts_is_known() -> None:
    wanted = experiment(players=["greedy"], pairs=1)
    (row,) = (fight_battle(assignment_of(wanted, each, "never")).row for each in wanted.battles())
    for sort in ("clause", "refusal", "profile", "terrain", "event", "switch"):
        counted = {key.partition(":")[2] for key in row.counts if key.startswith(f"{sort}:")}
        assert counted <= set(known(sort)), sort
    rows = {key for key in row.counts if key.startswith("table:") and not key.endswith("+")}
    assert {key.partition(":")[2] for key in rows} <= set(known("table"))
    assert row.counts["clause:BB-6"] == row.counts["event:turn_started"] > 0
