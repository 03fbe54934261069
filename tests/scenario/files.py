"""Scenario files for tests: texts with one marked place, and the faults found in them."""

from pathlib import Path
from typing import Any

import pytest

from sim.errors import Fault, ScenarioError
from sim.scenario.load import examine_scenario, load_document

MARK = "§"

TEXT = """\
format: skirmish-sim/scenario
format_version: 1
name: Test
table: {width: 48, height: 36}
rounds: 8
score: {unit: 1}
%s
terrain:
  - {id: copse, kind: wood, polygon: [[40, 30], [44, 30], [44, 34], [40, 34]]}
%s
sides:
  - id: red
    formations:
      - id: r
        units:
          - {id: r-1, profile: rifle-team, position: [10, 10]}
          - {id: r-gun, profile: at-gun-light, position: [10, 5], state: {crewed: false}}
%s
  - id: blue
    formations:
      - id: b
        units:
          - {id: b-1, profile: rifle-team, position: [10, 30]}
          - {id: b-tank, profile: medium-tank, position: [20, 30]}
          - {id: b-truck, profile: truck, position: [30, 30]}
          - {id: b-gun, profile: at-gun-light, position: [34, 30]}
"""


def text(*, top: str = "", terrain: str = "", units: str = "") -> str:
    """A scenario file with further keys, pieces and units of the red side."""
    rows = [f"  - {terrain}" if terrain else "", f"          - {units}" if units else ""]
    return TEXT % (top, *rows)


def marked(marked_text: str) -> tuple[str, int, int]:
    """The text without its mark, and the line and column of what the mark stood before."""
    before, _, after = marked_text.partition(MARK)
    return before + after, before.count("\n") + 1, len(before) - before.rfind("\n")


def faults_of_text(folder: Path, content: str | bytes, name: str = "battle.yaml") -> list[Fault]:
    """The faults and warnings of a file with that content."""
    path = folder / name
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return list(examine_scenario(path)[1])


def faults_of(document: Any) -> list[Fault]:
    """The errors of a document that cannot be played."""
    with pytest.raises(ScenarioError) as caught:
        load_document(document)
    return [fault for fault in caught.value.faults if fault.severity == "error"]
