"""The index of clauses: complete, current, and true of the code and the tests."""

import ast
from pathlib import Path

import pytest

from sim.rules.clauses import ORIGINS, load_clauses
from tools.clauses import (
    INDEX,
    Citation,
    code_citations,
    home_of,
    index_text,
    marked_tests,
)

CLAUSES = load_clauses()
BUILT = [clause for clause in CLAUSES.values() if clause.built]


@pytest.fixture(scope="module")
def marks() -> set[str]:
    return set(marked_tests())


def test_the_index_is_current() -> None:
    assert INDEX.read_text(encoding="utf-8") == index_text(), "run python -m tools.clauses"


@pytest.mark.parametrize("clause", BUILT, ids=lambda clause: clause.id)
def test_every_built_clause_has_a_test(marks: set[str], clause: object) -> None:
    assert clause.id in marks  # type: ignore[attr-defined]


@pytest.mark.parametrize("clause", BUILT, ids=lambda clause: clause.id)
def test_every_built_clause_has_a_module(clause: object) -> None:
    assert home_of(clause) is not None  # type: ignore[arg-type]


def test_every_clause_cited_in_the_code_exists() -> None:
    assert set(code_citations()) <= set(CLAUSES)


def test_every_mark_names_a_clause(marks: set[str]) -> None:
    assert marks <= set(CLAUSES)


def test_rulings_are_marked_as_such() -> None:
    rulings = {clause.id for clause in CLAUSES.values() if clause.ruling}
    assert rulings == {name for name in CLAUSES if name.startswith(("RU-", "PR-"))}


def test_every_clause_has_an_origin_and_a_title() -> None:
    assert {clause.origin for clause in CLAUSES.values()} == set(ORIGINS.values())
    assert all(clause.title for clause in CLAUSES.values())


def test_what_is_not_built_has_no_module() -> None:
    unbuilt = [clause for clause in CLAUSES.values() if not clause.built]
    assert [home_of(clause) for clause in unbuilt] == [None] * len(unbuilt)


def test_citations_name_the_function_they_stand_in(tmp_path: Path) -> None:
    source = '"""About FR-1."""\n\n\ndef save():\n    """FR-2 and FR-2, not XFR-3 nor BW-ab."""\n'
    (tmp_path / "rules").mkdir()
    (tmp_path / "rules" / "x.py").write_text(source, encoding="utf-8")
    assert code_citations(tmp_path) == {
        "FR-1": [Citation("rules.x", "")],
        "FR-2": [Citation("rules.x", "save")],
    }


def test_marks_of_modules_classes_and_parameters_count(tmp_path: Path) -> None:
    source = """
pytestmark = pytest.mark.clause("FR-1")

@pytest.mark.clause("FR-2", "FR-3")
class TestSave:
    def test_one(self): ...

    @pytest.mark.clause("FR-4")
    def test_two(self): ...

    def helper(self): ...

@pytest.mark.parametrize(
    "clause",
    [pytest.param(c, marks=pytest.mark.clause(c)) for c in ["FR-5", "FR-6", "other"]],
)
def test_three(clause): ...
"""
    ast.parse(source)
    (tmp_path / "test_x.py").write_text(source, encoding="utf-8")
    assert marked_tests(tmp_path) == {
        "FR-1": {"test_x": 3},
        "FR-2": {"test_x": 2},
        "FR-3": {"test_x": 2},
        "FR-4": {"test_x": 1},
        "FR-5": {"test_x": 1},
        "FR-6": {"test_x": 1},
    }
