"""Commands that say what batches of battles show."""

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.base import ForceOption, JsonOption, QuietOption, app, guarded, print_json
from sim.report.terminal import tell

if TYPE_CHECKING:
    from sim.battlefield.world import World
    from sim.runner.batch.experiment import Experiment

ResultsArgument = Annotated[
    Path, typer.Argument(readable=False, metavar="RESULTS", help="A results file of batch.")
]


@app.command()
@guarded
def stats(results: ResultsArgument, as_json: JsonOption = False) -> None:
    """Tell who won how often, how sure that is, how long it took, what was lost and why."""
    import msgspec

    from sim.report.batch.stats import stats_of
    from sim.report.batch.stats_text import stats_lines
    from sim.report.lines import Printer
    from sim.runner.batch.store import open_results

    opened = open_results(results)
    found = stats_of(opened.cells, opened.rows(), opened.planned)
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        Printer(sys.stdout)(stats_lines(found))


@app.command()
@guarded
def rate(results: ResultsArgument, as_json: JsonOption = False) -> None:
    """Rate players by all their battles against each other, with intervals."""
    import msgspec

    from sim.report.batch.rating import ratings_of
    from sim.report.batch.rating_text import rating_lines
    from sim.report.lines import Printer
    from sim.runner.batch.store import open_results

    opened = open_results(results)
    found = ratings_of(opened.cells, opened.rows())
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        Printer(sys.stdout)(rating_lines(found))


@app.command()
@guarded
def coverage(results: ResultsArgument, as_json: JsonOption = False) -> None:
    """Tell how often each clause and thing of the game occurred in play, and which never did."""
    import msgspec

    from sim.report.batch.coverage import coverage_of
    from sim.report.batch.coverage_text import coverage_lines
    from sim.report.lines import Printer
    from sim.runner.batch.store import open_results

    found = coverage_of(open_results(results).rows())
    if as_json:
        print_json(msgspec.to_builtins(found))
    else:
        Printer(sys.stdout)(coverage_lines(found))


@app.command()
@guarded
def plot(
    results: ResultsArgument,
    out: Annotated[
        Path, typer.Option("-o", "--out", help="A folder for all, or one .svg or .png file.")
    ] = Path("plots"),
    picture: Annotated[
        str | None,
        typer.Option(
            metavar="NAME", help="The picture for one file: rates, losses-0, deaths-0, ends-0..."
        ),
    ] = None,
    png: Annotated[bool, typer.Option("--png", help="PNG instead of SVG in a folder.")] = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
) -> None:
    """Draw win rates, losses over rounds, where units fell and stood, and sweeps."""
    from sim.errors import UsageError
    from sim.report.batch.plots import TYPES, picture_named, pictures_of, save_picture
    from sim.report.batch.samples import samples_of
    from sim.report.files import check_ending, make_folder
    from sim.runner.batch.store import open_results

    check_ending(out, *(f".{kind}" for kind in TYPES))
    is_file = out.suffix.removeprefix(".").lower() in TYPES
    if is_file and png:
        raise UsageError(f"--png goes with a folder; {out} says by its ending what it is")
    if picture is not None and not is_file:
        raise UsageError(f"--picture goes with one file: -o {picture}.svg")
    opened = open_results(results)
    pictures = pictures_of(samples_of(opened.cells, opened.rows()), _worlds(opened.experiment))
    if not pictures:
        tell(f"no data: {results} holds no battle that was fought out")
        return
    if is_file:
        save_picture(picture_named(pictures, picture or "rates"), out, force=force)
        tell(f"wrote {out}", quiet=quiet)
        return
    make_folder(out)
    for drawn in pictures:
        path = out / f"{drawn.name}.{'png' if png else 'svg'}"
        save_picture(drawn, path, force=force)
        tell(f"wrote {path}", quiet=quiet)


def _worlds(experiment: "Experiment") -> "dict[int, World]":
    """The table of each cell."""
    from sim.scenario.load import load_document

    documents = {ground.name: ground.document for ground in experiment.grounds}
    found = {}
    for cell in experiment.cells:
        settings = [f"{path}={value}" for path, value in cell.settings.items()]
        loaded = load_document(documents[cell.scenario], cell.scenario, settings)
        found[cell.index] = loaded.roster.world
    return found
