"""The check of a run of the tests: unlisted skips and uncovered branches fail it."""

from typing import Any

import pytest

from tools import check_suite
from tools.check_suite import covered_share, problems, skips_in

OUTPUT = """
................                                                         [100%]
=========================== short test summary info ============================
SKIPPED [1] tests/ai/test_x.py:12: needs a browser
SKIPPED [2] tests/conftest.py: could not import 'x': no module
"""


def file(covered: int, wanted: int) -> dict[str, Any]:
    """The report of a file without branches."""
    summary = {
        "covered_lines": covered,
        "num_statements": wanted,
        "covered_branches": 0,
        "num_branches": 0,
    }
    return {"summary": summary}


COVERED = {
    "sim/rules/a.py": file(9, 9),
    "sim/geometry/b.py": file(5, 5),
    "sim/cli/battles.py": file(8, 9),
}


def test_skips_are_read_with_file_and_reason() -> None:
    assert skips_in(OUTPUT) == [
        ("tests/ai/test_x.py", "needs a browser"),
        ("tests/conftest.py", "could not import 'x': no module"),
    ]


def test_an_unlisted_skip_is_a_problem(monkeypatch: pytest.MonkeyPatch) -> None:
    listed = (("tests/ai/test_x.py", "needs a browser"),)
    monkeypatch.setattr(check_suite, "ALLOWED_SKIPS", listed)
    (problem,) = problems(OUTPUT, COVERED)
    assert "tests/conftest.py" in problem


def test_a_covered_run_without_skips_is_sound() -> None:
    assert list(problems("....", COVERED)) == []


@pytest.mark.parametrize("folder", ["sim/rules/", "sim/geometry/"])
def test_one_missed_line_of_rules_or_geometry_is_a_problem(folder: str) -> None:
    files = COVERED | {f"{folder}c.py": file(999, 1000)}
    assert any(folder in problem for problem in problems("", files))


def test_the_whole_may_miss_a_twentieth() -> None:
    assert list(problems("", COVERED | {"sim/cli/battles.py": file(86, 91)})) == []
    assert list(problems("", COVERED | {"sim/cli/battles.py": file(0, 91)})) != []


def test_a_missed_branch_counts() -> None:
    report = file(9, 9)
    report["summary"] |= {"covered_branches": 1, "num_branches": 3}
    assert covered_share({"sim/a.py": report}, "sim/") == pytest.approx(100 * 10 / 12)


def test_a_folder_without_files_is_not_covered() -> None:
    assert covered_share({}, "sim/rules/") == 0.0
