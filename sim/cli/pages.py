"""The command that turns logs into pages and pictures."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sim.cli.base import ForceOption, QuietOption, guarded, replay
from sim.report.terminal import INVALID, tell

if TYPE_CHECKING:
    from sim.replay.log import LogReader


@replay.command()
@guarded
def page(
    log: Annotated[
        Path | None, typer.Argument(readable=False, metavar="LOG", help="The log of a battle.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("-o", "--out", help="The file, or with --index the folder, to write."),
    ] = None,
    png: Annotated[
        int | None, typer.Option(metavar="N", min=1, help="Draw event N as PNG instead.")
    ] = None,
    gif: Annotated[
        Path | None, typer.Option(metavar="FILE", help="Draw all of it as an animated GIF instead.")
    ] = None,
    index: Annotated[
        Path | None,
        typer.Option(
            metavar="DIR", help="List a folder of logs, or a results file, with a page for each."
        ),
    ] = None,
    lenient: Annotated[bool, typer.Option("--lenient", help="Leave out damaged lines.")] = False,
    force: ForceOption = False,
    quiet: QuietOption = False,
) -> int | None:
    """Make a page of a battle to look at in a browser; or pictures; or an index of battles."""
    from sim.errors import UsageError
    from sim.replay.log import LogReader

    if (log is None) == (index is None):
        raise UsageError("give the log of a battle, or --index and a folder of logs")
    if sum(asked is not None for asked in (png, gif, index)) > 1:
        raise UsageError("--png, --gif and --index exclude each other")
    if gif is not None and out is not None:
        raise UsageError("--gif names its file itself: do without --out")
    if index is not None:
        problems = _write_index(index, out, force=force, quiet=quiet)
    else:
        assert log is not None
        reader = LogReader(log, lenient=lenient)
        if png is not None:
            path = _write_png(reader, png, out, force=force)
        elif gif is not None:
            path = _write_gif(reader, gif, force=force)
        else:
            path = _write_page(reader, out, force=force)
        tell(f"wrote {path}", quiet=quiet)
        problems = [*reader.skipped, *([reader.cut_off] if reader.cut_off else [])]
    for problem in problems:
        tell(f"warning: {problem}")
    return INVALID if problems else None


def _write_page(reader: "LogReader", out: Path | None, *, force: bool) -> Path:
    from sim.report.files import check_ending, write_text
    from sim.report.page.assemble import replay_page
    from sim.report.page.index import page_name
    from sim.report.page.scribe import document_of

    path = out or Path(page_name(reader.path))
    check_ending(path, ".html", ".htm")
    document = document_of(reader)
    write_text(path, replay_page(document, document.name), force=force)
    return path


def _write_png(reader: "LogReader", number: int, out: Path | None, *, force: bool) -> Path:
    from sim.errors import UsageError
    from sim.replay.fold import states_along
    from sim.report.files import check_ending, write_bytes
    from sim.report.page.index import page_name
    from sim.report.page.raster import picture_of, png_of

    path = out or Path(page_name(reader.path)).with_suffix(f".{number}.png")
    check_ending(path, ".png")
    last = 0
    for moment in states_along(reader):
        last = moment.line.stamp.n
        if last == number:
            write_bytes(path, png_of(picture_of(moment)), force=force)
            return path
    raise UsageError(f"there is no event {number}: the log has {last}")


def _write_gif(reader: "LogReader", path: Path, *, force: bool) -> Path:
    from sim.replay.fold import states_along
    from sim.report.files import check_ending, write_bytes
    from sim.report.page.raster import gif_of

    check_ending(path, ".gif")
    write_bytes(path, gif_of(states_along(reader)), force=force)
    return path


def _write_index(source: Path, out: Path | None, *, force: bool, quiet: bool) -> list[str]:
    """Write an index into a folder; what is wrong with the logs of it."""
    from sim.errors import UsageError
    from sim.report.files import write_text
    from sim.report.page.index import write_index

    folder = out or (source if source.is_dir() else source.with_name(f"{source.stem}-pages"))
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as problem:
        raise UsageError(f"{folder} cannot be made: {problem.strerror}") from problem
    problems = write_index(source, folder, lambda path, text: write_text(path, text, force=force))
    tell(f"wrote {folder / 'index.html'}", quiet=quiet)
    return problems
