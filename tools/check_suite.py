"""Check what a run of the tests left behind: its skips, and the branches it covered.

    python tools/check_suite.py OUTPUT [COVERAGE]

OUTPUT is what `pytest -rs` printed, COVERAGE the data file of its coverage (`.coverage`). Fails
on a skip that `ALLOWED_SKIPS` does not list, and where coverage falls below `FLOORS`.
"""

import json
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, NamedTuple

import coverage

_NO_CHROMIUM = "no Chromium on this machine: install Debian's package chromium"

ALLOWED_SKIPS: tuple[tuple[str, str], ...] = (
    ("tests/report/page/test_index.py", _NO_CHROMIUM),
    ("tests/report/page/test_replay_page.py", _NO_CHROMIUM),
)
"""Pairs of a file and the reason it may skip for, each as `-rs` prints it."""

FLOORS: tuple[tuple[str, float], ...] = (
    ("sim/rules/", 100.0),
    ("sim/geometry/", 100.0),
    ("sim/", 95.0),
)
"""The least coverage, in percent of statements and branches, of all files under a folder."""

_SKIP = re.compile(r"^SKIPPED \[\d+\] (?P<file>[^:]+)(?::\d+)?: (?P<reason>.*)$", re.MULTILINE)


class Skip(NamedTuple):
    """A skip of a test file, and its reason."""

    file: str
    reason: str


def skips_in(output: str) -> list[Skip]:
    """The skips that a run of pytest lists."""
    return [Skip(found["file"], found["reason"]) for found in _SKIP.finditer(output)]


def unlisted(skips: Iterable[Skip], allowed: Iterable[tuple[str, str]]) -> list[Skip]:
    """The skips that are not allowed."""
    known = set(allowed)
    return [skip for skip in skips if tuple(skip) not in known]


def covered_share(files: Mapping[str, Any], folder: str) -> float:
    """The percentage of statements and branches covered in the files under a folder."""
    met = wanted = 0
    for name, report in files.items():
        if name.replace("\\", "/").startswith(folder):
            summary = report["summary"]
            met += summary["covered_lines"] + summary["covered_branches"]
            wanted += summary["num_statements"] + summary["num_branches"]
    return 100.0 * met / wanted if wanted else 0.0


def read_coverage(data_file: Path) -> dict[str, Any]:
    """The report of each file of a coverage data file."""
    data = coverage.Coverage(data_file=str(data_file))
    data.load()
    with TemporaryDirectory() as folder:
        report = Path(folder) / "coverage.json"
        data.json_report(outfile=str(report))
        files: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))["files"]
    return files


def problems(output: str, files: Mapping[str, Any]) -> Iterator[str]:
    """All that is wrong with a run."""
    for skip in unlisted(skips_in(output), ALLOWED_SKIPS):
        yield f"a skip that is not listed: {skip.file}: {skip.reason}"
    for folder, floor in FLOORS:
        share = covered_share(files, folder)
        if share < floor:
            yield f"coverage of {folder} is {share:.2f} %, below {floor:g} %"


def main() -> int:
    """Print what is wrong with the run that the arguments name; 1 if anything is."""
    output = Path(sys.argv[1]).read_text(encoding="utf-8")
    data_file = Path(sys.argv[2] if len(sys.argv) > 2 else ".coverage")
    found = list(problems(output, read_coverage(data_file)))
    for problem in found:
        print(problem)
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
