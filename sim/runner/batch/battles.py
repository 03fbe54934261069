"""One battle of an experiment: what a process is handed, and the row and log that come back."""

import gzip
from collections.abc import Callable
from functools import lru_cache
from io import BytesIO
from typing import Any, Literal

import msgspec
from msgspec.structs import replace

from sim.replay.log import LogWriter
from sim.rules.victory import is_lost, started
from sim.runner.batch.census import Census
from sim.runner.batch.experiment import Battle, Experiment, seed_of
from sim.runner.batch.rows import BattleRow, Fixture
from sim.runner.match import Asked, header_of, play
from sim.runner.result import Result, result_of
from sim.scenario.load import Scenario, canonical, load_document
from sim.state.battle import BattleState
from sim.state.digest import digest_of
from sim.state.events import Event, PlayerForfeited

KEPT_SCENARIOS = 8
"""Scenarios that a process keeps ready, with their tables of sight."""

KeepLog = Literal["never", "failed", "always"]


class Assignment(Fixture, frozen=True, kw_only=True):
    """A battle with all it takes to fight it; `keep_log` says when its log is wanted."""

    document: dict[str, Any]
    keep_log: KeepLog
    limit: float


class Report(msgspec.Struct, frozen=True):
    """What came of a battle; `log` is gzipped, and empty if it was not to be kept."""

    row: BattleRow
    log: bytes = b""


def assignment_of(experiment: Experiment, battle: Battle, keep_log: KeepLog) -> Assignment:
    """What a process needs to fight a battle."""
    cell = experiment.cells[battle.cell]
    ground = next(ground for ground in experiment.grounds if ground.name == cell.scenario)
    return Assignment(
        index=battle.index,
        cell=battle.cell,
        pair=battle.pair,
        seat=battle.seat,
        seed=seed_of(experiment.seed, battle.pair),
        scenario=cell.scenario,
        document=ground.document,
        settings=cell.settings,
        players=cell.players_at(battle.seat),
        first_side=cell.first_side_of(battle.pair),
        keep_log=keep_log,
        limit=experiment.battle_time,
    )


def crashed(assignment: Assignment, problem: str, asked: int | None = None) -> Report:
    """The row of a battle that came to no end; `asked` is the side that had been asked last."""
    if asked is not None:
        side, player = list(assignment.players.items())[asked]
        problem = f"{problem}; it was for {player} ({side}) to answer"
    return Report(BattleRow(**_place_of(assignment), status="crashed", problem=problem))


def fight_battle(assignment: Assignment, asked: Asked = lambda _side: None) -> Report:
    """Fight a battle in this process; what this program itself does wrong makes it crash.

    So does a player that presses Ctrl-C: nobody else can where battles are contained.
    """
    sides: list[int] = []

    def note(side: int) -> None:
        """Keep who was asked last, and pass it on."""
        sides[:] = [side]
        asked(side)

    try:
        return _fight(assignment, note)
    except KeyboardInterrupt:
        return crashed(assignment, "KeyboardInterrupt", *sides)
    except (Exception, SystemExit) as problem:
        return crashed(assignment, f"{type(problem).__name__}: {problem}".rstrip(": "))


def _place_of(assignment: Assignment) -> dict[str, Any]:
    """The fields of a row that are known beforehand."""
    return {name: getattr(assignment, name) for name in Fixture.__struct_fields__}


def _fight(assignment: Assignment, asked: Asked) -> Report:
    scenario = _scenario_of(assignment)
    header = header_of(scenario, assignment.players, assignment.seed)
    kept = BytesIO()
    with gzip.GzipFile(filename="", mode="wb", fileobj=kept, mtime=0) as packed:
        log = packed if assignment.keep_log != "never" else None
        writer = LogWriter(header, log)  # type: ignore[arg-type]
        census = Census(scenario.roster)
        problems: list[str] = []

        def sink(event: Event, state: BattleState) -> None:
            """Log and count an event; keep why a side gave up."""
            writer(event, state)
            census(event, state)
            if isinstance(event, PlayerForfeited):
                problems.append(event.reason)

        state = play(scenario, header.players, header.seed, sink, asked)
        result = result_of(header, state, writer.close())
    row = _row_of(assignment, state, result, census, problems)
    wanted = assignment.keep_log == "always" or row.status != "done"
    return Report(row, kept.getvalue() if log is not None and wanted else b"")


def _row_of(
    assignment: Assignment,
    state: BattleState,
    result: Result,
    census: Census,
    problems: list[str],
) -> BattleRow:
    outcome = result.outcome
    roster = state.roster
    return BattleRow(
        **_place_of(assignment),
        status="forfeit" if outcome.termination == "forfeit" else "done",
        problem=next(iter(problems), None),
        termination=outcome.termination,
        winner=outcome.winner,
        round=outcome.round,
        condition=outcome.condition,
        score=result.score,
        started=_by_kind(state, started),
        lost=_by_kind(state, is_lost),
        causes=dict(sorted(census.causes.items())),
        first_loss=census.first_loss,
        counts=census.counts(),
        ends=tuple(
            (spec.id, result.units[spec.id].side, spec.kind, unit.footprint.x, unit.footprint.y)
            for spec, unit in zip(roster.units, state.units, strict=True)
            if unit.alive
        ),
        deaths=tuple(census.deaths),
        turns=tuple(census.turns),
        actions=census.actions,
        events=result.events,
        digest=result.digest,
    )


def _by_kind(
    state: BattleState, counts: Callable[[BattleState, int], bool]
) -> dict[str, dict[str, int]]:
    """The number of units that count, by side and kind."""
    roster = state.roster
    found: dict[str, dict[str, int]] = {side.id: {} for side in roster.sides}
    for spec in roster.units:
        if counts(state, spec.index):
            kinds = found[roster.sides[spec.side].id]
            kinds[spec.kind] = kinds.get(spec.kind, 0) + 1
    return found


def _scenario_of(assignment: Assignment) -> Scenario:
    settings = tuple(f"{path}={value}" for path, value in assignment.settings.items())
    scenario = _ready(msgspec.json.encode(assignment.document), settings)
    return going_first(scenario, assignment.first_side)


@lru_cache(maxsize=KEPT_SCENARIOS)
def _ready(document: bytes, settings: tuple[str, ...]) -> Scenario:
    """A scenario compiled, its keys in the order of its file; the last ones are kept."""
    return load_document(msgspec.json.decode(document), settings=settings)


def going_first(scenario: Scenario, side: str) -> Scenario:
    """The same scenario, compiled as it is, with that side going first."""
    index = [str(each.id) for each in scenario.roster.sides].index(side)
    if scenario.roster.first_side == index:
        return scenario
    document = {**scenario.document, "first_side": side}
    roster = replace(scenario.roster, first_side=index)
    return replace(
        scenario,
        document=document,
        digest=digest_of(canonical(document)),
        roster=roster,
        start=replace(scenario.start, roster=roster, active=index),
    )
