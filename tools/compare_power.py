"""What `compare` finds, and how often it is wrong (`python -m tools.compare_power`).

A pool of pairs is fought once and kept: the causeway gun, where the attackers' rifles are a weapon
of their own, before and after +1 Firepower on it. Comparisons of a few hundred pairs are then drawn
from it: before against after, which should be found, and before against before on other seeds,
which should not.
"""

import argparse
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from sim.report.batch.changes import change_of, experiment_of
from sim.report.batch.draws import Draws
from sim.report.batch.matching import match_cells
from sim.report.batch.quantities import primary_measures, quantities_of, values_of
from sim.report.batch.resampling import adjusted_p
from sim.runner.batch.experiment import Experiment
from sim.runner.batch.store import open_results
from sim.scenario.catalogue import shipped_data
from sim.scenario.load import Scenario, load_document, load_scenario, shipped_scenarios
from tools.experiments import fight_into

LEVEL = 0.05
OWN_RIFLES = "attackers-rifles"

_SCENARIO = "causeway-gun"
_SIDE = "attacker"


class Pool(NamedTuple):
    """The primary quantities: their names, and a table of pairs by quantity before and after."""

    names: tuple[str, ...]
    base: NDArray[np.float64]
    changed: NDArray[np.float64]


class Findings(NamedTuple):
    """How many of some comparisons were called different, and in which quantities."""

    runs: int
    different: int
    by_quantity: Mapping[str, int]

    @property
    def share(self) -> float:
        """The share that was called different."""
        return self.different / self.runs


def main() -> None:
    """Fight what the pool lacks, then print both rates."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("pool", type=Path, help="the results file of the pool; made if missing")
    parser.add_argument("--pairs", type=int, default=4000, help="pairs in the pool")
    parser.add_argument("--size", type=int, default=400, help="pairs of a comparison")
    parser.add_argument("--found", type=int, default=100, help="comparisons before against after")
    parser.add_argument("--false", type=int, default=1000, help="comparisons of the same")
    parser.add_argument("--player", default="greedy")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    experiment = planted_experiment(options.player, options.pairs, options.seed)
    fight_into(options.pool, experiment, options.workers)
    _print_quantities(options.pool)
    pool = read_pool(options.pool)
    found = found_rate(pool, options.found, options.size)
    false = false_rate(pool, options.false, options.size)
    print(_line(f"+1 Firepower, {options.size} pairs of {len(pool.base)}", found))
    print(_line("the same settings on disjoint seeds", false))


def with_own_rifles(scenario: Scenario) -> Scenario:
    """The scenario with the attackers' rifles under a name of their own, everything else alike."""
    data = shipped_data()
    document: dict[str, Any] = dict(scenario.document)
    profiles: dict[str, Any] = {}
    sides = [
        _with_profiles(side, profiles) if side["id"] == _SIDE else side
        for side in document["sides"]
    ]
    own = {OWN_RIFLES: data["weapons"]["rifles"]}
    catalogue = {"weapons": own, "profiles": profiles}
    return load_document({**document, "sides": sides, "catalogue": catalogue})


def _with_profiles(side: Mapping[str, Any], profiles: dict[str, Any]) -> dict[str, Any]:
    """A side whose units with rifles have profiles of their own, which are added to `profiles`."""
    formations = [
        {**formation, "units": [_with_profile(unit, profiles) for unit in formation["units"]]}
        for formation in side["formations"]
    ]
    return {**side, "formations": formations}


def _with_profile(unit: Mapping[str, Any], profiles: dict[str, Any]) -> Mapping[str, Any]:
    entry = shipped_data()["profiles"][unit["profile"]]
    if "rifles" not in entry["weapons"]:
        return unit
    name = f"{_SIDE}s-{unit['profile']}"
    weapons = [OWN_RIFLES if weapon == "rifles" else weapon for weapon in entry["weapons"]]
    profiles[name] = {**entry, "weapons": weapons}
    return {**unit, "profile": name}


def planted_experiment(player: str, pairs: int, seed: int) -> Experiment:
    """The experiment of the pool: before and after +1 Firepower on the attackers' rifles."""
    scenario = with_own_rifles(load_scenario(shipped_scenarios()[_SCENARIO]))
    setting = f"catalogue.weapons.{OWN_RIFLES}.firepower=0,1"
    change = change_of([(_SCENARIO, scenario)], [player], [setting], None)
    return experiment_of(change, seed=seed, pairs=pairs)


def read_pool(path: Path) -> Pool:
    """The primary quantities of all whole pairs of a results file."""
    results = open_results(path)
    matching = match_cells(*results.cells[:2], results.rows())
    measures = primary_measures(matching)
    values = np.array([values_of(matching, measure) for measure in measures])
    names = tuple(measure.name for measure in measures)
    return Pool(names, values[:, :, 0].T, values[:, :, 1].T)


def _print_quantities(path: Path) -> None:
    """What the whole pool shows: each change, and its variance against that without pairing."""
    results = open_results(path)
    matching = match_cells(*results.cells[:2], results.rows())
    for quantity in quantities_of(matching, primary_measures(matching)):
        found = quantity.difference
        print(
            f"{quantity.name:24} {quantity.base:.3f} -> {quantity.changed:.3f}, "
            f"change {found.value:+.3f} [{found.low:+.3f}, {found.high:+.3f}], "
            f"variance {100 * (quantity.spread or 0):.0f} % of unpaired"
        )


def found_rate(pool: Pool, runs: int, size: int) -> Findings:
    """Comparisons before against after, each of pairs drawn from the pool without return."""
    changes = pool.changed - pool.base
    drawn = (changes[_shuffled(run, len(changes))[:size]] for run in range(runs))
    return _findings(pool.names, drawn)


def false_rate(pool: Pool, runs: int, size: int) -> Findings:
    """Comparisons before against before, the pairs of either drawn without overlap."""
    base = pool.base
    orders = (_shuffled(run, len(base)) for run in range(runs))
    drawn = (base[order[:size]] - base[order[size : 2 * size]] for order in orders)
    return _findings(pool.names, drawn)


def _shuffled(run: int, size: int) -> NDArray[np.int64]:
    """The numbers below a size in an order that follows from the number of the run."""
    return np.argsort(Draws(run).indices(size, 2**31), kind="stable")


def _findings(names: Sequence[str], drawn: Iterable[NDArray[np.float64]]) -> Findings:
    runs = different = 0
    by_quantity: Counter[str] = Counter()
    for changes in drawn:
        chances = adjusted_p(changes.T.tolist())
        met = [name for name, p in zip(names, chances, strict=True) if p < LEVEL]
        runs += 1
        different += bool(met)
        by_quantity.update(met)
    return Findings(runs, different, by_quantity)


def _line(what: str, found: Findings) -> str:
    places = ", ".join(f"{name} {met}" for name, met in found.by_quantity.items())
    return f"{what}: {found.different} of {found.runs} called different ({places or 'nowhere'})"


if __name__ == "__main__":
    main()
