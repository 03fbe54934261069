"""Commands for those who write scenarios and players."""

import sys
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.base import (
    ForceOption,
    JsonOption,
    QuietOption,
    ScenarioArgument,
    SetOption,
    app,
    guarded,
    keep_apart,
    load,
    print_json,
)
from sim.report.terminal import INVALID, USAGE, advise, tell


@app.command()
@guarded
def draw(
    scenario: ScenarioArgument,
    out: Annotated[
        Path | None, typer.Option("-o", "--out", help="The file; stdout when left out.")
    ] = None,
    force: ForceOption = False,
    settings: SetOption = None,
    quiet: QuietOption = False,
) -> None:
    """Draw the table of a scenario as SVG."""
    from sim.report.draw.picture import draw_table
    from sim.report.files import check_ending, write_text

    check_ending(out, ".svg")
    keep_apart(out, [scenario])
    loaded = load(scenario, settings, quiet=quiet)
    picture = draw_table(loaded.start, loaded.name)
    if out is None:
        typer.echo(picture, nl=False)
    else:
        write_text(out, picture, force=force)
        tell(f"wrote {out}", quiet=quiet)


@app.command()
@guarded
def catalogue(
    name: Annotated[
        str | None,
        typer.Argument(
            metavar="NAME",
            help="weapons, profiles, terrain, rules, clauses, or one of their names.",
        ),
    ] = None,
    as_json: JsonOption = False,
) -> None:
    """Show the shipped weapons, profiles, kinds of terrain and rules, with their clauses."""
    from sim.report.catalogue import catalogue_document, find_entries
    from sim.report.catalogue_text import print_catalogue

    found = find_entries(name)
    if as_json:
        print_json(catalogue_document(found))
    else:
        print_catalogue(found, sys.stdout)


@app.command()
@guarded
def validate(
    files: Annotated[
        list[str],
        typer.Argument(metavar="FILE", help="Scenario files, or names of shipped ones."),
    ],
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Check scenario files, and print every fault of every file with its place."""
    from sim.report.words import count
    from sim.scenario.faults import faults_document, sorted_faults
    from sim.scenario.load import examine_scenario, find_scenarios

    paths, unknown = find_scenarios(files)
    faults = [fault for path in paths for fault in examine_scenario(path, thorough=True)[1]]
    errors = sum(fault.severity == "error" for fault in faults)
    if as_json:
        print_json(faults_document(faults))
    else:
        for fault in sorted_faults(faults):
            typer.echo(fault)
    for problem in unknown:
        advise(problem)
    counts = [
        count(len(paths), "file"),
        count(errors, "error"),
        count(len(faults) - errors, "warning"),
    ]
    tell(", ".join(counts), quiet=quiet or as_json)
    if unknown:
        return USAGE
    return INVALID if errors else None


@app.command()
@guarded
def schema(
    name: Annotated[
        str,
        typer.Argument(
            metavar="NAME",
            help="scenario, event, result, adjudication, exchange, sight, faults, batch, stats, "
            "comparison, ratings, coverage, verification, why, diff, fork or replay-stats.",
        ),
    ],
) -> None:
    """Print the JSON Schema of a format."""
    from sim.report.schemas import schema_text

    typer.echo(schema_text(name), nl=False)


@app.command()
@guarded
def players(as_json: JsonOption = False) -> None:
    """List the players that can be named."""
    from textwrap import fill

    from sim.ai.registry import list_players
    from sim.report.lines import page_width

    listed = list_players()
    if as_json:
        rows = [listing._asdict() for listing in listed]
        print_json({"format": "skirmish-sim/players", "format_version": 1, "players": rows})
        return
    name_width = max(len(listing.name) for listing in listed) + 2
    for listing in listed:
        about = listing.problem or listing.summary
        origin = "" if listing.origin == "skirmish-sim" else f" ({listing.origin})"
        text = f"{listing.name:{name_width}}{about}{origin}"
        typer.echo(fill(text, page_width(sys.stdout), subsequent_indent=" " * name_width))
