"""Proposed changes: what could flip a step, by how much, and the settings that would do it."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import msgspec

from sim.report.adjudication.document import Measure
from sim.report.adjudication.questions import Question
from sim.scenario.values import per_inch, to_file_unit
from sim.state.roster import NOBODY

Reading = Callable[[Question], object]
"""Reads the step that a change would flip: its value, to compare before and after."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A change that should flip a step; `settings` in the words of `--set`."""

    step: str
    by: float
    measure: Measure
    text: str
    settings: tuple[str, ...]
    reading: Reading


Alternatives = Sequence[Proposal]
"""Several ways to the same flip, the first that the scenario allows is meant."""


def entry_of(question: Question, unit: int) -> str:
    """The route to the entry that says where a unit stands: its own, its gun's or the pit's."""
    state = question.state
    serves = state.units[unit].serves
    if serves == NOBODY:
        return f"unit.{state.spec(unit).id}"
    gun = state.roster.guns[serves]
    if gun.emplacement != NOBODY:
        return f"emplacement.{state.roster.emplacements[gun.emplacement].id}"
    return f"unit.{gun.id}"


def facing_setting(question: Question, unit: int, facing: float) -> str:
    """The setting that turns a unit; compass degrees."""
    return f"{entry_of(question, unit)}.facing={facing:g}"


def position_setting(
    document: Mapping[str, Any], question: Question, unit: int, x: float, y: float
) -> str:
    """The setting that puts a unit on a point, given in inches, in the document's own unit."""
    units = per_inch(document.get("length_unit"))
    place = ", ".join(str(to_file_unit(part, units)) for part in (x, y))
    return f"{entry_of(question, unit)}.position=[{place}]"
