"""The scenarios that come with the program."""

from pathlib import Path

SCENARIOS = Path(__file__).parents[2] / "scenarios"
SHIPPED = {path.stem: path for path in sorted(SCENARIOS.glob("*.yaml"))}
