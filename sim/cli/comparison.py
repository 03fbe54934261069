"""The command that says what a change did."""

import sys
from collections.abc import Sequence
from contextlib import redirect_stdout
from pathlib import Path
from tempfile import TemporaryDirectory
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
from sim.report.terminal import FORFEITED, advise, tell

if TYPE_CHECKING:
    from sim.report.batch.changes import Change
    from sim.report.batch.comparing import Comparison
    from sim.runner.batch.experiment import Experiment
    from sim.runner.batch.store import Results
    from sim.scenario.load import Scenario

_PAIRS = 100


BaseArgument = Annotated[
    str, typer.Argument(metavar="BASE", help="A scenario, or a results file with both cells.")
]
ChangedArgument = Annotated[
    str | None, typer.Argument(metavar="CHANGED", help="The scenario as it was changed.")
]
SetOption = Annotated[
    list[str] | None,
    typer.Option("--set", metavar="PATH=BASE,CHANGED", help="A setting before and after."),
]
CatalogueOption = Annotated[
    list[Path] | None,
    typer.Option(
        metavar="FILE", help="Entries for the catalogue: the base's file, then the changed one's."
    ),
]
PlayerOption = Annotated[
    list[str] | None,
    typer.Option(metavar="PLAYER", help="Who plays; two are the change if there is no other."),
]
AgainstOption = Annotated[
    str | None,
    typer.Option(metavar="PLAYER", help="Whom two players fight that are compared; else greedy."),
]
PairsOption = Annotated[
    int | None, typer.Option("-n", "--pairs", min=1, help="Pairs of battles under each; else 100.")
]
CellsOption = Annotated[
    str | None, typer.Option(metavar="BASE,CHANGED", help="The cells of a results file.")
]
PartingsOption = Annotated[
    int, typer.Option(min=0, help="How many battles to tell of, those that part most.")
]
LogsOption = Annotated[Path | None, typer.Option(help="Keep the logs of those in this folder.")]


@app.command()
@guarded
def compare(
    base: BaseArgument,
    changed: ChangedArgument = None,
    settings: SetOption = None,
    catalogue: CatalogueOption = None,
    player: PlayerOption = None,
    against: AgainstOption = None,
    pairs: PairsOption = None,
    seed: SeedOption = None,
    workers: WorkersOption = PROCESSORS,
    results: ResultsOption = None,
    resume: ResumeOption = False,
    cells: CellsOption = None,
    partings: PartingsOption = 3,
    logs: LogsOption = None,
    force: ForceOption = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Tell what a change did: the same battles before and after it, and how sure that is."""
    from sim.runner.batch.store import holds_results, open_results

    bare_players([*(player or []), *([against] if against else [])])
    if holds_results(Path(base)):
        _refuse_what_is_to_be_fought(
            changed, settings, catalogue, player, against, pairs, seed, results, resume or None
        )
        opened = open_results(Path(base))
    else:
        names = [base] if changed is None else [base, changed]
        keep_apart(results, names)
        loaded = _scenarios(names, catalogue or [], quiet=quiet)
        change = _change(loaded, player or [], settings or [], against)
        seed = _seed(seed, results if resume else None)
        experiment = _experiment(change, seed, pairs or _PAIRS, quiet=quiet)
        opened = _fought(
            experiment, results, workers=workers, resume=resume, force=force, quiet=quiet or as_json
        )
    found = _comparison(opened, cells, partings, logs, force=force)
    _print(found, as_json=as_json)
    return FORFEITED if found.unfinished else None


def _refuse_what_is_to_be_fought(*asked: object) -> None:
    """Refuse what says how to fight battles beside a results file, whose battles are fought."""
    if any(option not in (None, []) for option in asked):
        raise _usage("a results file holds what is compared, nothing is fought; --cells says which")


def _usage(message: str) -> Exception:
    from sim.errors import UsageError

    return UsageError(message)


def _scenarios(
    names: Sequence[str], catalogues: Sequence[Path], *, quiet: bool
) -> "list[tuple[str, Scenario]]":
    """The scenarios by name: one or two, or one with either of two catalogues."""
    from sim.report.batch.changes import with_catalogue

    loaded = [(Path(name).stem, load(name, None, quiet=quiet)) for name in names]
    if not catalogues:
        return loaded
    if len(loaded) > 1:
        raise _usage("compare takes a second scenario or --catalogue, not both")
    if len(catalogues) > 2:
        raise _usage("--catalogue is given for the base and for the changed one, no more")
    changed = [with_catalogue(*loaded[0], path) for path in catalogues]
    return changed if len(changed) > 1 else loaded + changed


def _change(
    scenarios: "Sequence[tuple[str, Scenario]]",
    players: Sequence[str],
    settings: Sequence[str],
    against: str | None,
) -> "Change":
    from sim.report.batch.changes import change_of

    return change_of(scenarios, players, settings, against)


def _seed(seed: int | None, stored: Path | None) -> int:
    """The seed that was named, or that of the file to go on with, or one by chance."""
    from sim.runner.batch.store import is_begun, open_results

    if seed is not None:
        return seed
    if stored is not None and is_begun(stored):
        return open_results(stored).experiment.seed
    return draw_seed()


def _experiment(change: "Change", seed: int, pairs: int, *, quiet: bool) -> "Experiment":
    from sim.report.batch.changes import experiment_of

    with redirect_stdout(sys.stderr):
        return experiment_of(
            change, seed=seed, pairs=pairs, heed=lambda warning: tell(str(warning), quiet=quiet)
        )


def _fought(
    experiment: "Experiment",
    results: Path | None,
    *,
    workers: int,
    resume: bool,
    force: bool,
    quiet: bool,
) -> "Results":
    """Fight what is missing, and open what there is then."""
    from sim.runner.batch.engines import local_engine
    from sim.runner.batch.store import open_results

    how = None if results is None else "to go on with it: the same command with --resume"
    with TemporaryDirectory() as folder:
        path = results or Path(folder) / "compare.sqlite"
        fight_missing(
            experiment, path, local_engine(workers), resume=resume, force=force, quiet=quiet,
            how_to_resume=how,
        )  # fmt: skip
        return open_results(path)


def _comparison(
    opened: "Results", cells: str | None, partings: int, logs: Path | None, *, force: bool
) -> "Comparison":
    """The comparison of two cells; battles that part are fought again."""
    from sim.errors import UsageError
    from sim.report.batch.changes import Refighter, two_cells
    from sim.report.batch.comparing import comparison_of
    from sim.report.batch.matching import match_cells
    from sim.runner.batch.plan import refuse_other_version

    base, changed = two_cells(opened.cells, cells)
    matching = match_cells(base, changed, opened.rows())
    try:
        refuse_other_version(opened.experiment)
    except UsageError as problem:
        advise(f"where battles part is not told: {problem}")
        return comparison_of(matching)
    with redirect_stdout(sys.stderr):
        refight = Refighter(opened.experiment, logs, force=force)
        return comparison_of(matching, refight, partings)


def _print(found: "Comparison", *, as_json: bool) -> None:
    import msgspec

    from sim.report.batch.comparison_text import comparison_lines
    from sim.report.lines import Printer

    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        Printer(sys.stdout)(comparison_lines(found))
