"""The file of a batch: one SQLite database, the experiment's definition and a row a battle."""

import sqlite3
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager, suppress
from pathlib import Path
from typing import Any

import msgspec

from sim.errors import LogError, UsageError
from sim.runner.batch.columns import COLUMNS, row_of, values_of
from sim.runner.batch.experiment import Cell, Experiment
from sim.runner.batch.plan import refuse_other_version
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.stopping import Progress, worth_of
from sim.scenario.text import RESULTS_MAGIC

_BUSY_MILLISECONDS = 30_000

_PRIMARY = 0xFF
"""The part of SQLite's error codes that tells the kind."""

_DISK_FAILS = (sqlite3.SQLITE_IOERR, sqlite3.SQLITE_FULL, sqlite3.SQLITE_CANTOPEN)


class Results:
    """A results file, read.

    `rows` are what counts, in the order of their index: battles up to the first that is missing,
    of each cell up to the pair where its rule stopped it, so that what was over first decides
    nothing. `planned` is the number of battles there are to be, as far as is known; `stored` all
    rows of the file by their index.
    """

    def __init__(self, path: Path, experiment: Experiment, stored: Mapping[int, BattleRow]):
        self.path = path
        self.experiment = experiment
        self.stored = stored
        progress = Progress(experiment, {i: _worth(experiment, row) for i, row in stored.items()})
        self.planned = progress.planned
        self._rows = tuple(stored[index] for index in progress.counted())

    @property
    def cells(self) -> tuple[Cell, ...]:
        """The cells of the experiment."""
        return self.experiment.cells

    def rows(self) -> tuple[BattleRow, ...]:
        """The battles that count, in the order of their index."""
        return self._rows


def open_results(path: Path) -> Results:
    """A results file, which may still be written to; raises `LogError` for anything else."""
    if not path.is_file():
        raise LogError(f"{path}: {_what_it_is(path)}")
    try:
        with closing(_connect(path)) as connection:
            experiment = _read_experiment(path, connection)
            stored = {row.index: row for row in _read_rows(connection)}
        return Results(path, experiment, stored)
    except (sqlite3.DatabaseError, msgspec.DecodeError) as problem:
        raise LogError(f"{path} {_what_failed(problem)}: {problem}") from problem
    except LookupError as problem:
        raise LogError(f"{path} holds battles that its experiment does not have") from problem


def _what_it_is(path: Path) -> str:
    if path.is_dir():
        return "is a directory, not a results file"
    if path.exists():
        return "is no regular file, as results files are"
    if path.is_symlink():
        return "is a link that leads nowhere"
    return "there is no such file"


def _what_failed(problem: Exception) -> str:
    """Whether it is the disk that fails, or the file that is another."""
    code = getattr(problem, "sqlite_errorcode", sqlite3.SQLITE_NOTADB) & _PRIMARY
    return "cannot be read" if code in _DISK_FAILS else "is no results file"


def holds_results(path: Path) -> bool:
    """Whether a file begins like a results file."""
    try:
        with path.open("rb") as file:
            return file.read(len(RESULTS_MAGIC)) == RESULTS_MAGIC
    except OSError:
        return False


def is_begun(path: Path) -> bool:
    """Whether there is a results file with anything in it; one just made may have been left so."""
    return path.exists() and not (path.is_file() and path.stat().st_size == 0)


class Store:
    """The one writer of a results file; use `open_store`."""

    def __init__(self, connection: sqlite3.Connection, experiment: Experiment):
        self._connection = connection
        self.experiment = experiment

    def worths(self) -> dict[int, float | None]:
        """What the stored battles were worth to the first player of their cell."""
        return {row.index: _worth(self.experiment, row) for row in _read_rows(self._connection)}

    def put(self, row: BattleRow) -> None:
        """Keep a row, whatever becomes of this process from here on."""
        marks = ", ".join("?" * len(COLUMNS))
        self._connection.execute(f"INSERT OR REPLACE INTO battles VALUES ({marks})", values_of(row))

    def drop_crashed(self) -> None:
        """Drop the battles that crashed, so that they are missing."""
        self._connection.execute("DELETE FROM battles WHERE status = 'crashed'")

    def drop_beyond(self, pairs: Mapping[int, int]) -> list[str]:
        """Drop the battles beyond so many pairs of a cell; the paths of their logs."""
        logs: list[str] = []
        for cell, number in pairs.items():
            beyond = "FROM battles WHERE cell = ? AND pair >= ?"
            found = self._connection.execute(f"SELECT log {beyond}", (cell, number))
            logs += [log for (log,) in found if log is not None]
            self._connection.execute(f"DELETE {beyond}", (cell, number))
        return logs


@contextmanager
def open_store(
    path: Path, experiment: Experiment, *, resume: bool = False, force: bool = False
) -> Iterator[Store]:
    """A results file for writing: a new one, or with `resume` that of the same experiment.

    Raises `UsageError` if it exists, belongs to another experiment or version, is no results
    file, cannot be made, or is being written to; `OSError` if it can be written to no more.
    """
    exists = path.exists()
    if exists and not path.is_file():
        raise UsageError(f"{path}: {_what_it_is(path)}")
    if exists and not (resume or force):
        resumed = "--resume goes on with it, " if holds_results(path) else ""
        raise UsageError(f"{path} exists already; {resumed}--force overwrites it")
    with _only_writer(path):
        if exists and not resume:
            for name in (path, *(path.with_name(path.name + end) for end in ("-wal", "-shm"))):
                name.unlink(missing_ok=True)
        with _complaining(path, OSError), ExitStack() as stack:
            with _complaining(path, UsageError):
                connection = stack.enter_context(closing(_connect(path)))
                _prepare(path, connection, experiment)
            yield Store(connection, experiment)
            with suppress(sqlite3.OperationalError):
                connection.execute("PRAGMA journal_mode = DELETE")


@contextmanager
def _complaining(path: Path, kind: type[Exception]) -> Iterator[None]:
    """Raise what SQLite finds wrong as an error of that kind."""
    try:
        yield
    except sqlite3.DatabaseError as problem:
        raise kind(f"{path} cannot be written: {problem}") from problem


@contextmanager
def _only_writer(path: Path) -> Iterator[None]:
    """Hold the lock of a file; SQLite lets go of it even if this process is killed."""
    lock = path.with_name(path.name + "-lock")
    try:
        connection = sqlite3.connect(lock, timeout=0, isolation_level=None)
    except sqlite3.OperationalError as problem:
        raise UsageError(f"{path} cannot be written: {problem}") from problem
    with closing(connection):
        try:
            connection.execute("PRAGMA journal_mode = MEMORY")
            connection.execute("BEGIN EXCLUSIVE")
        except sqlite3.OperationalError as problem:
            raise UsageError(f"another batch is writing to {path}") from problem
        try:
            yield
        finally:
            lock.unlink(missing_ok=True)


def _prepare(path: Path, connection: sqlite3.Connection, experiment: Experiment) -> None:
    """The tables, and the experiment if there is none; raises `UsageError` for another one."""
    columns = ", ".join(f"{name} {kind}" for name, kind in COLUMNS.items())
    connection.execute("BEGIN IMMEDIATE")
    connection.execute("CREATE TABLE IF NOT EXISTS experiment (definition TEXT NOT NULL)")
    connection.execute(f"CREATE TABLE IF NOT EXISTS battles ({columns}, PRIMARY KEY (battle))")
    if connection.execute("SELECT 1 FROM experiment").fetchone() is None:
        definition = msgspec.json.encode(experiment).decode()
        connection.execute("INSERT INTO experiment VALUES (?)", (definition,))
    else:
        stored = _read_experiment(path, connection)
        refuse_other(path, stored, experiment)
        definition = msgspec.json.encode(experiment).decode()
        connection.execute("UPDATE experiment SET definition = ?", (definition,))
    connection.execute("COMMIT")
    connection.execute("PRAGMA journal_mode = WAL")
    connection.execute("PRAGMA synchronous = NORMAL")


def refuse_other(path: Path, stored: Experiment, wanted: Experiment) -> None:
    """Raise `UsageError` unless the wanted experiment is the stored one, or asks for more of it."""
    refuse_other_version(stored)
    for field in msgspec.structs.fields(Experiment):
        one, other = getattr(stored, field.name), getattr(wanted, field.name)
        if field.name == "sources":
            continue
        grows = field.name in ("pairs", "battle_time") and one < other
        if one != other and not grows:
            raise UsageError(
                f"{path} holds another experiment: {_difference(field.name, one, other)}"
            )


def _difference(name: str, one: Any, other: Any) -> str:
    """How two experiments differ, in words."""
    match name:
        case "grounds":
            return "its scenarios are others"
        case "cells":
            return "its scenarios, players or settings are others"
        case "pairs":
            return f"it has {one} pairs; -n can be raised, to {other} it cannot be lowered"
        case "battle_time":
            return f"a battle has {one:g} s; that can be raised, to {other:g} it cannot be lowered"
        case _:
            return f"its {name.replace('_', ' ')} is {one}, not {other}"


def _worth(experiment: Experiment, row: BattleRow) -> float | None:
    cell = experiment.cells[row.cell]
    return worth_of(cell, row.seat, row.status, row.winner)


def _read_experiment(path: Path, connection: sqlite3.Connection) -> Experiment:
    found = connection.execute("SELECT definition FROM experiment").fetchone()
    if found is None:
        raise LogError(f"{path} holds no experiment")
    return msgspec.json.decode(found[0], type=Experiment)


def _connect(path: Path) -> sqlite3.Connection:
    connection = sqlite3.connect(path, timeout=_BUSY_MILLISECONDS / 1000, isolation_level=None)
    connection.execute(f"PRAGMA busy_timeout = {_BUSY_MILLISECONDS}")
    return connection


def _read_rows(connection: sqlite3.Connection) -> Iterator[BattleRow]:
    for values in connection.execute(f"SELECT {', '.join(COLUMNS)} FROM battles ORDER BY battle"):
        yield row_of(values)
