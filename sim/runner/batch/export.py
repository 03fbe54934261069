"""Rows of a batch as files for other programs: CSV, or Parquet."""

import csv
import json
from collections.abc import Iterable
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from sim.errors import UsageError
from sim.runner.batch.columns import COLUMNS, values_of
from sim.runner.batch.rows import BattleRow
from sim.runner.extras import extra

_DUCKDB_TYPES = {"INTEGER": "BIGINT", "REAL": "DOUBLE", "TEXT": "VARCHAR", "JSON": "VARCHAR"}
SUFFIXES = (".csv", ".parquet")


def check_export(path: Path, *, force: bool = False) -> None:
    """Raise `UsageError` if rows cannot be exported to that file, as far as can be foreseen."""
    if path.suffix not in SUFFIXES:
        raise UsageError(f"{path}: rows are exported as {' or '.join(SUFFIXES)}")
    if path.is_dir() or not path.parent.is_dir():
        raise UsageError(
            f"{path} cannot be written: it has to be a file in a directory that exists"
        )
    if path.exists() and not force:
        raise UsageError(f"{path} exists already; --force overwrites it")
    if path.suffix == ".parquet":
        extra("duckdb", "export")


def export(rows: Iterable[BattleRow], path: Path) -> None:
    """Write rows to a file by its ending; what is no single value is JSON in a column of text."""
    if path.suffix == ".csv":
        _write_csv(rows, path)
    else:
        _write_parquet(rows, path)


def _write_csv(rows: Iterable[BattleRow], path: Path) -> None:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.writer(file)
        writer.writerow(COLUMNS)
        writer.writerows(map(values_of, rows))


def _write_parquet(rows: Iterable[BattleRow], path: Path) -> None:
    import duckdb

    types = {name: _DUCKDB_TYPES[kind] for name, kind in COLUMNS.items()}
    with TemporaryDirectory() as folder, duckdb.connect() as connection:
        lines = Path(folder) / "rows.json"
        with lines.open("w", encoding="utf-8") as file:
            for row in rows:
                named: dict[str, Any] = dict(zip(COLUMNS, values_of(row), strict=True))
                file.write(json.dumps(named, ensure_ascii=False, allow_nan=False) + "\n")
        columns = ", ".join(f"'{name}': '{kind}'" for name, kind in types.items())
        source = f"read_json(?, format = 'newline_delimited', columns = {{{columns}}})"
        target = str(path).replace("'", "''")
        connection.execute(
            f"COPY (SELECT * FROM {source}) TO '{target}' (FORMAT parquet)", [str(lines)]
        )
