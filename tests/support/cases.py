"""The scenarios of tests/data/cases, and what is asked of their answers."""

from math import cos, radians, sin
from pathlib import Path
from typing import Any

from sim.report.adjudication.questions import question_state
from sim.scenario.load import Scenario, load_document, load_scenario
from sim.state.battle import BattleState
from tests.support.adjudging import Answer

CASES = Path(__file__).parent.parent / "data" / "cases"
CENTRE = 24.0


def case(number: str, *settings: str) -> Scenario:
    """The scenario of a case, with settings."""
    (path,) = CASES.glob(f"{number}-*.yaml")
    return load_scenario(path, settings)


def turned(fought: Scenario, degrees: float) -> Scenario:
    """The scenario turned clockwise about (24, 24): bases, facings and lines."""
    settings = []
    for spec, row in zip(fought.roster.units, fought.start.units, strict=True):
        x, y = turned_point((row.footprint.x, row.footprint.y), degrees)
        settings.append(f"unit.{spec.id}.position=[{x!r}, {y!r}]")
        settings.append(f"unit.{spec.id}.facing={row.footprint.facing + degrees!r}")
    for piece in fought.document.get("terrain", ()):
        if "line" in piece:
            ends = [list(turned_point(end, degrees)) for end in piece["line"]]
            settings.append(f"piece.{piece['id']}.line={ends}")
    return load_document(fought.document, settings=settings)


def turned_point(point: Any, degrees: float) -> tuple[float, float]:
    sine, cosine = sin(radians(degrees)), cos(radians(degrees))
    dx, dy = point[0] - CENTRE, point[1] - CENTRE
    return CENTRE + dx * cosine + dy * sine, CENTRE - dx * sine + dy * cosine


def values(modifiers: list[Answer]) -> dict[str, int]:
    """Modifiers of an answer by name."""
    return {modifier["name"]: modifier["value"] for modifier in modifiers}


def clauses(answered: Answer) -> dict[str, str]:
    """The clauses of what does not count for the save, by name."""
    suppressed = answered["save"]["suppressed_modifiers"]
    return {modifier["name"]: modifier["clause"] for modifier in suppressed}


def ready(fought: Scenario) -> BattleState:
    """The start in the Shooting of the first side's turn."""
    return question_state(fought.start, "shooting", 0)
