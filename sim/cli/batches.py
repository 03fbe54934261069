"""The command that fights many battles."""

import sys
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack, redirect_stdout
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.base import (
    ForceOption,
    JsonOption,
    QuietOption,
    SeedOption,
    app,
    bare_players,
    draw_seed,
    guarded,
    keep_apart,
    load,
    print_json,
)
from sim.cli.fighting import (
    PROCESSORS,
    ResultsOption,
    ResumeOption,
    WorkersOption,
    fight_missing,
)
from sim.report.terminal import FORFEITED, tell

if TYPE_CHECKING:
    from sim.runner.batch.engines import Engine
    from sim.runner.batch.experiment import Experiment
    from sim.runner.batch.run import Logs

_PAIRS = 50


ScenariosArgument = Annotated[
    list[str] | None,
    typer.Argument(
        metavar="SCENARIO", help="Scenario files or names; with --resume none are needed."
    ),
]
PlayersOption = Annotated[
    list[str] | None,
    typer.Option(metavar="PLAYER", help="One fights itself, of several every two; else greedy."),
]
PairsOption = Annotated[
    int | None, typer.Option("-n", "--pairs", min=1, help="Pairs of battles in each cell; else 50.")
]
CellsOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=V1,V2", help="A cell for every value of a setting."),
]
ClusterOption = Annotated[
    str | None, typer.Option(metavar="ADDRESS", help="Fight on the workers of a dask scheduler.")
]
RetryOption = Annotated[
    bool, typer.Option("--retry-crashed", help="With --resume: fight crashed battles again.")
]
WidthOption = Annotated[
    float | None,
    typer.Option(min=0.001, max=0.5, help="End a cell whose win rate is known to so much: 0.02."),
]
MaxTimeOption = Annotated[
    float | None, typer.Option(min=0, help="Begin no further battle after so many seconds.")
]
BattleTimeOption = Annotated[
    float | None,
    typer.Option(min=0.1, max=1e6, help="Give a battle up after so many seconds; else 600."),
]
LogsOption = Annotated[Path | None, typer.Option(help="Keep logs in this folder.")]
KeepOption = Annotated[
    str,
    typer.Option(metavar="all|failed|N", help="Which logs to keep; N: those of every N-th pair."),
]
ExportOption = Annotated[
    Path | None, typer.Option(help="Write the rows to a .csv or .parquet file as well.")
]


@app.command()
@guarded
def batch(
    scenarios: ScenariosArgument = None,
    player: PlayersOption = None,
    pairs: PairsOption = None,
    seed: SeedOption = None,
    settings: CellsOption = None,
    workers: WorkersOption = PROCESSORS,
    cluster: ClusterOption = None,
    results: ResultsOption = None,
    resume: ResumeOption = False,
    retry_crashed: RetryOption = False,
    until_width: WidthOption = None,
    max_time: MaxTimeOption = None,
    battle_time: BattleTimeOption = None,
    logs: LogsOption = None,
    keep: KeepOption = "all",
    export: ExportOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Fight many battles, each seed with both seatings, and tell who won how often."""
    from tempfile import TemporaryDirectory

    from sim.errors import UsageError
    from sim.runner.batch.export import check_export

    if resume and results is None:
        raise UsageError("--resume wants the file to go on with: --results FILE")
    if retry_crashed and not resume:
        raise UsageError("--retry-crashed goes with --resume")
    for out in (results, export):
        keep_apart(out, scenarios or [])
    if export is not None:
        check_export(export, force=force)
    kept = _logs(logs, keep, resume=resume, force=force)
    experiment = _experiment(
        scenarios or [], bare_players(player or []), settings or [], results if resume else None,
        seed=seed, pairs=pairs, until_width=until_width, battle_time=battle_time, quiet=quiet,
    )  # fmt: skip
    with ExitStack() as stack:
        path = results or Path(stack.enter_context(TemporaryDirectory())) / "batch.sqlite"
        how = _how_to_resume(results, cluster, logs, keep)
        fight_missing(
            experiment, path, _engine(experiment, workers, cluster), logs=kept, max_time=max_time,
            resume=resume, retry_crashed=retry_crashed, force=force, quiet=quiet or as_json,
            how_to_resume=how,
        )  # fmt: skip
        return _report(path, results, export, as_json=as_json)


def _experiment(
    scenarios: Sequence[str],
    players: Sequence[str],
    settings: Sequence[str],
    stored: Path | None,
    *,
    seed: int | None,
    pairs: int | None,
    until_width: float | None,
    battle_time: float | None,
    quiet: bool,
) -> "Experiment":
    """The experiment that is asked for, or that of the file to go on with."""
    from msgspec.structs import replace

    from sim.errors import UsageError
    from sim.runner.batch.experiment import BATTLE_TIME
    from sim.runner.batch.plan import plan_experiment, refuse_other_version
    from sim.runner.batch.store import is_begun, open_results
    from sim.runner.match import DEFAULT_PLAYER

    before = open_results(stored).experiment if stored is not None and is_begun(stored) else None
    if before is not None:
        seed = before.seed if seed is None else seed
        pairs = before.pairs if pairs is None else pairs
        until_width = before.until_width if until_width is None else until_width
        battle_time = before.battle_time if battle_time is None else battle_time
        if not (scenarios or players or settings):
            refuse_other_version(before)
            return replace(
                before, seed=seed, pairs=pairs, until_width=until_width, battle_time=battle_time
            )
    if not scenarios:
        begun = "" if stored is None else f"there is no {stored} to go on with, and to begin one "
        raise UsageError(f"{begun}batch wants a scenario: a file, or the name of a shipped one")
    with redirect_stdout(sys.stderr):
        planned = plan_experiment(
            {_stem(name, scenarios): load(name, None, quiet=quiet) for name in scenarios},
            players or [DEFAULT_PLAYER],
            settings,
            seed=seed or 0,
            pairs=pairs or _PAIRS,
            until_width=until_width,
            battle_time=battle_time or BATTLE_TIME,
            heed=lambda warning: tell(str(warning), quiet=quiet),
        )
    return replace(planned, seed=draw_seed()) if seed is None else planned


def _stem(name: str, names: Sequence[str]) -> str:
    """What a scenario is called in the results; raises UsageError for two of one name."""
    from sim.errors import UsageError

    stem = Path(name).stem
    if [Path(other).stem for other in names].count(stem) > 1:
        raise UsageError(f"two scenarios are called {stem!r}; results could not tell them apart")
    return stem


def _logs(folder: Path | None, keep: str, *, resume: bool, force: bool) -> "Logs | None":
    """Which logs to keep, and where."""
    from sim.errors import UsageError
    from sim.runner.batch.run import Logs

    every = {"all": 1, "failed": 0}.get(keep)
    if every is None:
        if not keep.isdecimal() or int(keep) == 0:
            raise UsageError(f"--keep wants all, failed or a number from 1 on, not {keep!r}")
        every = int(keep)
    if folder is None:
        return None
    if folder.exists() and not (resume or force) and (not folder.is_dir() or any(folder.iterdir())):
        raise UsageError(f"{folder} exists already; --force overwrites what is in it")
    return Logs(folder, every)


def _engine(
    experiment: "Experiment", workers: int, cluster: str | None
) -> "AbstractContextManager[Engine]":
    """Who fights: the workers of a cluster if one is named, else processes of this machine."""
    from sim.runner.batch.cluster import cluster_engine
    from sim.runner.batch.engines import local_engine
    from sim.runner.batch.experiment import players_of

    return cluster_engine(cluster, players_of(experiment)) if cluster else local_engine(workers)


def _how_to_resume(
    results: Path | None, cluster: str | None, logs: Path | None, keep: str
) -> str | None:
    """What to tell whoever interrupts a batch: the command that goes on, if its rows are kept."""
    from shlex import join

    if results is None:
        return None
    words = ["skirmish-sim", "batch", "--results", str(results), "--resume"]
    if cluster is not None:
        words += ["--cluster", cluster]
    if logs is not None:
        words += ["--logs", str(logs), "--keep", keep]
    return f"to resume it: {join(words)}"


def _report(path: Path, results: Path | None, export: Path | None, *, as_json: bool) -> int | None:
    """Print what the battles came to, and export their rows."""
    import msgspec

    from sim.report.batch.summary import summary_lines, summary_of
    from sim.report.lines import Printer
    from sim.runner.batch.export import export as write_rows
    from sim.runner.batch.store import open_results

    opened = open_results(path)
    if export is not None:
        write_rows(opened.rows(), export)
    summary = summary_of(opened, None if results is None else str(results))
    if as_json:
        print_json(msgspec.to_builtins(summary))
    else:
        Printer(sys.stdout)(summary_lines(summary))
    return FORFEITED if summary.forfeited or summary.crashed else None
