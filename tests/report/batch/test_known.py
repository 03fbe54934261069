"""What could occur in a battle."""

import ast
from collections.abc import Iterator
from pathlib import Path

import sim
from sim.report.batch.known import known


def refusals_in_the_code() -> Iterator[str]:
    """The codes of refusals as they are written down in the code."""
    for path in Path(sim.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Refusal":
                code = node.args[0]
                if isinstance(code, ast.Constant):
                    yield str(code.value)


def test_every_refusal_of_the_code_is_known() -> None:
    written = set(refusals_in_the_code())
    assert len(written) > 60
    assert written == set(known("refusal"))


def test_clauses_that_are_not_built_cannot_occur() -> None:
    assert "BB-23" not in known("clause")
    assert "FR-12" in known("clause")


def test_what_could_occur_is_known_by_sort() -> None:
    assert "second_break_heavy=gun_kept" in known("switch")
    assert "bocage" in known("terrain")
    assert "half-track" in known("profile")
    assert "unit_moved" in known("event")
    assert "team_save/broken" in known("table")
    assert known("weather") == {}
