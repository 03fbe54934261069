"""Logs of whole battles, and the pages made of them."""

from collections.abc import Iterable
from functools import lru_cache
from io import BytesIO
from pathlib import Path

from sim.replay.fold import states_along
from sim.replay.log import LogReader, LogWriter
from sim.report.page.assemble import replay_page
from sim.report.page.document import Document
from sim.report.page.patches import Rows, rows_of
from sim.report.page.scribe import document_of
from sim.runner.fight import fight
from sim.runner.match import header_of
from sim.scenario.load import Scenario, load_scenario
from sim.state.apply import apply
from sim.state.events import Event
from tests.support.shipped import SHIPPED


@lru_cache(maxsize=8)
def battle_bytes(name: str, *settings: str, player: str = "greedy", seed: int = 7) -> bytes:
    """The log of a shipped scenario's battle."""
    scenario, out = load_scenario(SHIPPED[name], settings), BytesIO()
    players = {side.id: player for side in scenario.roster.sides}
    fight(scenario, header_of(scenario, players, seed), out, lambda event, state: None)
    return out.getvalue()


def log_of(folder: Path, data: bytes, name: str = "battle.jsonl") -> Path:
    """A file of a log's bytes."""
    path = folder / name
    path.write_bytes(data)
    return path


def written(folder: Path, scenario: Scenario, events: Iterable[Event]) -> Path:
    """The log of given events."""
    players = {side.id: "null" for side in scenario.roster.sides}
    out, state = BytesIO(), scenario.start
    writer = LogWriter(header_of(scenario, players, 1), out)
    for event in events:
        state = apply(state, event)
        writer(event, state)
    writer.close()
    return log_of(folder, out.getvalue())


def document_in(log: Path) -> Document:
    """What the page of a log embeds."""
    return document_of(LogReader(log))


def page_of(log: Path) -> Path:
    """The page of a log, beside it."""
    document = document_in(log)
    path = log.with_suffix(".html")
    path.write_text(replay_page(document, document.name), encoding="utf-8")
    return path


def rows_along(log: Path) -> list[Rows]:
    """The rows of every state of a log, the start included, straight from the states."""
    moments = list(states_along(LogReader(log)))
    return [rows_of(moments[0].before), *(rows_of(moment.after) for moment in moments)]
