"""The clauses that battles over the shipped scenarios reach (`python -m tools.reached`).

Writes the list that a test holds against fresh battles, so that a clause that stops occurring is
missed.
"""

from pathlib import Path

import sim
from sim.report.batch.coverage import coverage_of
from sim.runner.batch.plan import plan_experiment
from sim.runner.batch.rows import BattleRow
from sim.scenario.load import load_scenario, shipped_scenarios
from tools.experiments import rows_of

PATH = Path(sim.__file__).parent.parent / "tests" / "data" / "reached_clauses.txt"
PLAYERS = ("greedy", "random")
PAIRS = 4
WORKERS = 2

_OFTEN = 2


def main() -> None:
    """Fight the battles and write the list."""
    found = reached(fight())
    PATH.write_text("".join(f"{clause}\n" for clause in found), encoding="utf-8")
    print(f"{len(found)} clauses")


def fight() -> tuple[BattleRow, ...]:
    """A few battles in every shipped scenario: greedy against random and against itself."""
    scenarios = {name: load_scenario(path) for name, path in shipped_scenarios().items()}
    rows: list[BattleRow] = []
    for players in (PLAYERS, PLAYERS[:1]):
        experiment = plan_experiment(scenarios, players, (), seed=1, pairs=PAIRS)
        rows += rows_of(experiment, WORKERS)
    return tuple(rows)


def reached(rows: tuple[BattleRow, ...]) -> list[str]:
    """The clauses that occurred in some battles at least, in alphabetical order."""
    clauses = next(sort for sort in coverage_of(rows).sorts if sort.sort == "clause")
    return sorted(entry.name for entry in clauses.occurred if entry.battles >= _OFTEN)


def listed() -> list[str]:
    """The clauses of the list."""
    return PATH.read_text(encoding="utf-8").split()


if __name__ == "__main__":
    main()
