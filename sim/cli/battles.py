"""Commands that fight battles and look into their logs."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.base import (
    GREATEST_SEED,
    JsonOption,
    QuietOption,
    ScenarioArgument,
    SeedOption,
    SetOption,
    VerboseOption,
    app,
    guarded,
    load,
    print_json,
    replay,
)
from sim.report.terminal import FORFEITED, INVALID, tell


@app.command()
@guarded
def run(
    scenario: ScenarioArgument,
    seed: SeedOption = None,
    player: Annotated[
        list[str] | None,
        typer.Option(metavar="SIDE=PLAYER", help="Who plays a side; greedy when left out."),
    ] = None,
    red: Annotated[str | None, typer.Option(help="Short for --player red=PLAYER.")] = None,
    blue: Annotated[str | None, typer.Option(help="Short for --player blue=PLAYER.")] = None,
    settings: SetOption = None,
    log: Annotated[
        Path | None, typer.Option(help="Write the log of the battle (.jsonl or .jsonl.gz).")
    ] = None,
    force: Annotated[bool, typer.Option("--force", help="Overwrite the log if it exists.")] = False,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
    verbose: VerboseOption = False,
) -> int | None:
    """Fight one battle, and print its course and its outcome."""
    from sim.ai.registry import make_player
    from sim.replay.log import open_log
    from sim.report.course import CoursePrinter
    from sim.runner.fight import fight
    from sim.runner.match import header_of, players_by_side

    named = _named_players(player or [], red=red, blue=blue)
    loaded = load(scenario, settings, quiet=quiet)
    players = players_by_side(loaded, named)
    with redirect_stdout(sys.stderr):
        for name in players.values():
            make_player(name)
    if seed is None:
        seed = _draw_seed()
        tell(f"seed {seed}")
    header = header_of(loaded, players, seed)
    with ExitStack() as stack:
        out = open_log(log, stack, force=force) if log else None
        watch = (
            (lambda _event, _state: None)
            if as_json
            else CoursePrinter(header, sys.stdout, verbose=verbose, quiet=quiet)
        )
        stack.enter_context(redirect_stdout(sys.stderr))
        try:
            result = fight(loaded, header, out, watch)
        except Exception as problem:
            problem.add_note(_how_to_repeat(scenario, players, settings or (), seed))
            raise
    if as_json:
        import msgspec

        print_json(msgspec.to_builtins(result))
    return FORFEITED if result.outcome.termination == "forfeit" else None


def _named_players(pairs: Sequence[str], **short: str | None) -> dict[str, str]:
    """Players by side from `SIDE=PLAYER` and the short options."""
    from sim.errors import UsageError

    named = {side: player for side, player in short.items() if player is not None}
    for pair in pairs:
        side, equals, player = pair.partition("=")
        if not (side and equals and player):
            raise UsageError(f"--player wants SIDE=PLAYER, not {pair!r}")
        if side in named:
            raise UsageError(f"side {side!r} is given two players")
        named[side] = player
    return named


def _draw_seed() -> int:
    from secrets import randbelow

    return randbelow(GREATEST_SEED + 1)


def _how_to_repeat(
    scenario: str, players: dict[str, str], settings: Sequence[str], seed: int
) -> str:
    from shlex import join

    words = ["skirmish-sim", "run", scenario, "--seed", str(seed)]
    for side, player in players.items():
        words += ["--player", f"{side}={player}"]
    for setting in settings:
        words += ["--set", setting]
    return f"to repeat it: {join(words)}"


@replay.command()
@guarded
def show(
    log: Annotated[Path, typer.Argument(readable=False, help="The log of a battle.")],
    lenient: Annotated[bool, typer.Option("--lenient", help="Leave out damaged lines.")] = False,
    as_json: JsonOption = False,
    verbose: VerboseOption = False,
) -> int | None:
    """Tell a battle from its log, as it was told when it was fought."""
    from sim.replay.codec import encode
    from sim.replay.log import LogReader
    from sim.report.course import course_of
    from sim.report.lines import Printer

    reader = LogReader(log, lenient=lenient)
    if as_json:
        typer.echo(reader.first_line.decode())
        for line in reader.events():
            typer.echo(line.line.decode())
        if reader.footer is not None:
            typer.echo(encode(reader.footer).decode())
    else:
        printer = Printer(sys.stdout)
        for lines in course_of(reader, verbose=verbose):
            printer(lines)
    sys.stdout.flush()
    problems = [*reader.skipped, *([reader.cut_off] if reader.cut_off else [])]
    for problem in problems:
        tell(f"warning: {problem}")
    return INVALID if problems else None
