"""An index of many battles: a list to sort by outcome, with small pictures and links to pages."""

from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from sim.errors import LogError
from sim.geometry.segments import Point
from sim.replay.log import LogReader
from sim.report.page.assemble import index_page, replay_page
from sim.report.page.document import Document
from sim.report.page.patches import Rows, patched
from sim.report.page.scenery import KindEntry, PieceEntry, Scenery, scenery_of
from sim.report.page.scribe import Pool, document_of
from sim.runner.batch.rows import BattleRow
from sim.runner.batch.store import Results, open_results
from sim.scenario.load import load_document

LOG_SUFFIXES = (".jsonl", ".jsonl.gz")
INDEX = "index.html"

Write = Callable[[Path, str], None]
"""Writes a text to a new file."""

Dot = tuple[float, float, int, bool]
"""A unit in a small picture: its place, the look of its side, whether it lives."""


class GroundEntry(msgspec.Struct, frozen=True):
    """A table that small pictures share."""

    size: Point
    kinds: tuple[KindEntry, ...]
    pieces: tuple[PieceEntry, ...]


class SideResult(msgspec.Struct, frozen=True):
    """What a side came to; look 0 is blue, 1 red."""

    name: str
    look: int
    player: str
    points: float
    lost: int
    started: int


class BattleEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A battle of the list; `page` is a link, `winner` an index of its sides, `ground` of tables.

    `ending` is in words; a battle without an end says there what is wrong.
    """

    name: str
    page: str | None = None
    scenario: str = ""
    ending: str = ""
    winner: int | None = None
    round: int = 0
    events: int = 0
    seed: int | None = None
    sides: tuple[SideResult, ...] = ()
    ground: int | None = None
    dots: tuple[Dot, ...] = ()


class IndexDocument(msgspec.Struct, frozen=True, kw_only=True):
    """All battles of a folder or of a results file, as the index embeds them."""

    format: str = "skirmish-sim/page-index"
    format_version: int = 1
    title: str
    grounds: tuple[GroundEntry, ...]
    battles: tuple[BattleEntry, ...]


def write_index(source: Path, folder: Path, write: Write) -> list[str]:
    """Write a page for every log of a folder or results file, and `index.html` beside them.

    Returns what is wrong with logs, which the list tells as well. Raises `LogError` when there is
    nothing to list.
    """
    index = _Index(folder, write)
    if source.is_dir():
        battles = [index.of_log(log) for log in logs_in(source)]
    else:
        battles = list(index.of_results(open_results(source)))
    if not battles:
        raise LogError(f"{source}: there is no log in it ({', '.join(LOG_SUFFIXES)})")
    title = f"Battles of {source.resolve().name}"
    document = IndexDocument(title=title, grounds=index.grounds.values(), battles=tuple(battles))
    write(folder / INDEX, index_page(document, title))
    return index.problems


def logs_in(folder: Path) -> list[Path]:
    """The logs of a folder, by name."""
    return sorted(path for path in folder.iterdir() if path.name.endswith(LOG_SUFFIXES))


def page_name(log: Path) -> str:
    """The file name of a log's page."""
    stem = log.name.removesuffix(".gz").removesuffix(".jsonl")
    return f"{stem}.html"


class _Index:
    """An index in the making: pages go to its folder, tables are kept once, problems noted."""

    def __init__(self, folder: Path, write: Write):
        self._folder = folder
        self._write = write
        self._taken = {INDEX}
        self.grounds: Pool[GroundEntry] = Pool()
        self.problems: list[str] = []

    def of_log(self, log: Path) -> BattleEntry:
        """The entry of a log, its page written."""
        try:
            document = document_of(LogReader(log))
        except LogError as problem:
            self.problems.append(str(problem))
            return BattleEntry(name=log.name, ending=str(problem).replace(str(log), log.name))
        self.problems += document.warnings
        page = self._page_name(log)
        self._write(self._folder / page, replay_page(document, document.name))
        entry = _entry(document, self._ground(document.scenery))
        return msgspec.structs.replace(entry, name=page.removesuffix(".html"), page=page)

    def _page_name(self, log: Path) -> str:
        """The page of a log; where that is another's, as of a packed copy, it has a longer name."""
        name = page_name(log)
        while name.lower() in self._taken:
            name = f"{log.name}.html" if name == page_name(log) else f"_{name}"
        self._taken.add(name.lower())
        return name

    def of_results(self, results: Results) -> Iterator[BattleEntry]:
        """The battles of a results file, with pages for those of which a log was kept."""
        sceneries = {
            ground.name: scenery_of(load_document(ground.document).start, {})
            for ground in results.experiment.grounds
        }
        missing = []
        for _, row in sorted(results.stored.items()):
            scenery = sceneries[row.scenario]
            log = _kept_log(results.path, row)
            if row.log is not None and log is None:
                missing.append(row.log)
            yield msgspec.structs.replace(
                _entry_of_row(row, scenery, self._ground(scenery)),
                page=None if log is None else self.of_log(log).page,
            )
        if missing:
            self.problems.append(
                f"{results.path}: {len(missing)} of its logs are not there any more, {missing[0]} "
                "for one; they get no page"
            )

    def _ground(self, scenery: Scenery) -> int:
        return self.grounds.number(GroundEntry(scenery.size, scenery.kinds, scenery.pieces))


def _entry(document: Document, ground: int) -> BattleEntry:
    """What a battle that was taken down came to."""
    rows = patched(document.start, (event.patch for event in document.events))
    battle, outcome = rows["battle"], rows["battle"]["outcome"]
    scenery = document.scenery
    return BattleEntry(
        name=document.name,
        scenario=document.name,
        ending=outcome.termination if outcome else "cut off",
        winner=outcome.winner if outcome else None,
        round=battle["round"],
        events=len(document.events),
        seed=document.seed,
        sides=tuple(
            SideResult(
                name=side.name,
                look=side.look,
                player=side.player,
                points=battle["points"][number],
                lost=battle["lost"][number],
                started=sum(unit.side == number for unit in scenery.units),
            )
            for number, side in enumerate(scenery.sides)
        ),
        ground=ground,
        dots=tuple(_dots(scenery, rows)),
    )


def _dots(scenery: Scenery, rows: Rows) -> Iterator[Dot]:
    for number, unit in enumerate(scenery.units):
        row = rows[f"u{number}"]
        if row["fate"] != "exited":
            look = scenery.sides[unit.side].look
            yield row["x"], row["y"], look, row["fate"] == "alive"


def _kept_log(path: Path, row: BattleRow) -> Path | None:
    """The log of a battle, beside the results file unless it is elsewhere."""
    if row.log is None:
        return None
    return next((log for log in (path.parent / row.log, Path(row.log)) if log.is_file()), None)


def _entry_of_row(row: BattleRow, scenery: Scenery, ground: int) -> BattleEntry:
    """What a battle of a results file came to."""
    sides = {side.id: number for number, side in enumerate(scenery.sides)}
    looks = {side.id: side.look for side in scenery.sides}
    return BattleEntry(
        name=f"battle {row.index}",
        scenario=row.scenario,
        ending=row.problem or row.termination or row.status,
        winner=sides.get(row.winner or ""),
        round=row.round,
        events=row.events,
        seed=row.seed,
        sides=tuple(
            SideResult(
                name=side.name,
                look=side.look,
                player=row.players.get(side.id, "nobody"),
                points=row.score.get(side.id, 0.0),
                lost=sum(row.lost.get(side.id, {}).values()),
                started=sum(row.started.get(side.id, {}).values()),
            )
            for side in scenery.sides
        ),
        ground=ground,
        dots=(
            *((x, y, looks[side], True) for _, side, _, x, y in row.ends),
            *((x, y, looks[side], False) for _, side, _, x, y, _, _ in row.deaths),
        ),
    )
