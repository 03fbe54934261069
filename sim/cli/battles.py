"""The command that fights one battle."""

import sys
from collections.abc import Sequence
from contextlib import ExitStack, redirect_stdout
from pathlib import Path
from typing import Annotated

import typer

from sim.cli.base import (
    JsonOption,
    QuietOption,
    ScenarioArgument,
    SeedOption,
    SetOption,
    VerboseOption,
    app,
    draw_seed,
    guarded,
    keep_apart,
    load,
    named_players,
    print_json,
)
from sim.report.terminal import FORFEITED

PlayerOption = Annotated[
    list[str] | None,
    typer.Option(metavar="SIDE=PLAYER", help="Who plays a side; greedy when left out."),
]
RedOption = Annotated[str | None, typer.Option(help="Short for --player red=PLAYER.")]
BlueOption = Annotated[str | None, typer.Option(help="Short for --player blue=PLAYER.")]
LogOption = Annotated[
    Path | None, typer.Option(help="Write the log of the battle (.jsonl or .jsonl.gz).")
]
ForceLogOption = Annotated[bool, typer.Option("--force", help="Overwrite the log if it exists.")]


@app.command()
@guarded
def run(
    scenario: ScenarioArgument,
    seed: SeedOption = None,
    player: PlayerOption = None,
    red: RedOption = None,
    blue: BlueOption = None,
    settings: SetOption = None,
    log: LogOption = None,
    force: ForceLogOption = False,
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

    keep_apart(log, [scenario])
    loaded = load(scenario, settings, quiet=quiet)
    sides = (side.id for side in loaded.roster.sides)
    named = named_players(player or [], sides, red=red, blue=blue)
    players = players_by_side(loaded, named)
    with redirect_stdout(sys.stderr):
        for name in players.values():
            make_player(name)
    with ExitStack() as stack:
        out = open_log(log, stack, force=force) if log else None
        seed = draw_seed() if seed is None else seed
        header = header_of(loaded, players, seed)
        course = (
            None if as_json else CoursePrinter(header, sys.stdout, verbose=verbose, quiet=quiet)
        )
        stack.enter_context(redirect_stdout(sys.stderr))
        try:
            result = fight(loaded, header, out, course or (lambda _event, _state: None))
        except Exception as problem:
            problem.add_note(_how_to_repeat(scenario, players, settings or (), seed))
            raise
    if course is not None:
        course.finish()
    else:
        import msgspec

        print_json(msgspec.to_builtins(result))
    return FORFEITED if result.outcome.termination == "forfeit" else None


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
