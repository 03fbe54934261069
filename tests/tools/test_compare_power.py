"""The resampling behind the figures of `compare`, on quantities whose truth is known."""

from pathlib import Path

import numpy as np

from sim.report.batch.draws import Draws
from sim.scenario.load import load_scenario, shipped_scenarios
from tools.compare_power import (
    OWN_RIFLES,
    Pool,
    false_rate,
    found_rate,
    planted_experiment,
    read_pool,
    with_own_rifles,
)
from tools.experiments import fight_into


def pool(change: float) -> Pool:
    """Wins and two kinds of losses that go with them, before and after a change of the last."""
    draws = Draws(3)
    wins = draws.indices(2000, 2).astype(float)
    fewer = 6 - 2 * wins + draws.indices(2000, 4)
    more = 2 + 2 * wins + draws.indices(2000, 4)
    base = np.stack([wins, fewer, more], axis=1)
    moved = draws.indices(2000, 5) - 2 + change
    return Pool(
        ("wins", "own losses", "losses"), base, base + np.stack([moved * 0] * 2 + [moved]).T
    )


def test_the_same_is_called_different_in_5_of_100() -> None:
    found = false_rate(pool(0.0), 1000, 60)
    assert 0.025 <= found.share <= 0.075


def test_a_change_is_found_where_it_is() -> None:
    found = found_rate(pool(0.5), 50, 400)
    assert found.share == 1.0
    assert found.by_quantity == {"losses": 50}


def test_what_does_not_change_is_not_found() -> None:
    assert found_rate(pool(0.0), 100, 400).share <= 0.12


def test_only_the_attackers_have_rifles_of_their_own() -> None:
    roster = with_own_rifles(load_scenario(shipped_scenarios()["causeway-gun"])).roster
    own = {unit.id for unit in roster.units if unit.profile.startswith("attackers-")}
    assert own == {"a1-rifles-1", "a1-rifles-2", "a2-rifles-1", "a2-rifles-2", "a2-rifles-3"}
    for unit in roster.units:
        names = {mount.key for mount in unit.arms.mounts}
        assert (OWN_RIFLES in names) == (unit.id in own)


def test_a_pool_is_fought_and_read(tmp_path: Path) -> None:
    path = tmp_path / "pool.sqlite"
    fight_into(path, planted_experiment("null", 2, 1), 1)
    found = read_pool(path)
    assert found.names[0] == "win rate of attacker"
    assert found.base.shape == found.changed.shape == (2, 5)
