"""What whole experiments show that were fought for the test: pairing pays, mirrors are fair."""

from typing import Any

import pytest

from sim.report.batch.changes import change_of, experiment_of
from sim.report.batch.matching import match_cells
from sim.report.batch.matchups import matchup_of
from sim.report.batch.quantities import primary_measures, quantities_of
from sim.report.batch.samples import samples_of
from sim.runner.batch.battles import assignment_of, fight_battle
from sim.runner.batch.experiment import Experiment
from sim.scenario.load import load_scenario, shipped_scenarios
from tests.support.batches import experiment


def rows(wanted: Experiment) -> list[Any]:
    """The battles of an experiment, fought in this process."""
    return [fight_battle(assignment_of(wanted, each, "never")).row for each in wanted.battles()]


def test_a_mirror_match_on_a_mirrored_table_shows_no_side_ahead() -> None:
    wanted = experiment(players=["random"], pairs=60)
    assert wanted.cells[0].mirrored
    found = matchup_of(*samples_of(wanted.cells, rows(wanted)))
    assert found.side_lead.difference.side == 0
    assert found.first_lead is not None
    assert found.first_lead.difference.side == 0
    assert found.first_lead.pairs == 60


@pytest.mark.slow
def test_common_dice_halve_the_variance_at_least() -> None:
    scenario = load_scenario(shipped_scenarios()["causeway-gun"])
    settings = ["rules.second_break_heavy=gun_lost,gun_kept"]
    change = change_of([("causeway-gun", scenario)], ["greedy"], settings, None)
    wanted = experiment_of(change, seed=1, pairs=16, battle_time=60.0)
    matching = match_cells(*wanted.cells, rows(wanted))
    for quantity in quantities_of(matching, primary_measures(matching)):
        assert quantity.spread is not None
        assert quantity.spread <= 0.5
