import csv
import json
import sys
from pathlib import Path

import pytest

from sim.errors import UsageError
from sim.runner.batch.columns import COLUMNS
from sim.runner.batch.export import check_export, export
from tests.support.rows import row

ROWS = [row("red", log='a "log", of 1'), row(None, pair=1, seat=1, counts={"clause:FR-12": 2})]


def test_csv_has_a_line_for_each_battle(tmp_path: Path) -> None:
    export(ROWS, tmp_path / "rows.csv")
    with (tmp_path / "rows.csv").open(encoding="utf-8", newline="") as file:
        lines = list(csv.DictReader(file))
    assert list(lines[0]) == list(COLUMNS)
    assert [line["winner"] for line in lines] == ["red", ""]
    assert lines[0]["log"] == 'a "log", of 1'
    assert json.loads(lines[1]["counts"]) == {"clause:FR-12": 2}


@pytest.mark.parametrize("name", ["rows.parquet", "it's.parquet"])
def test_parquet_has_a_row_for_each_battle(tmp_path: Path, name: str) -> None:
    import duckdb

    export(ROWS, tmp_path / name)
    with duckdb.connect() as connection:
        found = connection.execute(
            "SELECT battle, winner, seconds, counts FROM read_parquet(?)", [str(tmp_path / name)]
        ).fetchall()
    assert found == [(0, "red", 0.1, "{}"), (3, None, 0.1, '{"clause:FR-12":2}')]


def test_nothing_exports_to_nothing(tmp_path: Path) -> None:
    for name in ("rows.csv", "rows.parquet"):
        export([], tmp_path / name)
        assert (tmp_path / name).exists()


def test_only_known_endings_and_new_files_are_taken(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"\.csv or \.parquet"):
        check_export(tmp_path / "rows.xlsx")
    (tmp_path / "rows.csv").touch()
    with pytest.raises(UsageError, match="exists already"):
        check_export(tmp_path / "rows.csv")
    check_export(tmp_path / "rows.csv", force=True)
    check_export(tmp_path / "rows.parquet")


def test_without_duckdb_parquet_names_the_extra(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(sys.modules, "duckdb", None)
    with pytest.raises(UsageError, match=r"[.]\[export\]"):
        check_export(tmp_path / "rows.parquet")
