"""Commands that answer what would happen, and why."""

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
from sim.dice import GREATEST_SEED
from sim.report.terminal import tell

AttackerArgument = Annotated[
    str | None, typer.Argument(metavar="ATTACKER", help="The id of the unit that attacks.")
]
TargetArgument = Annotated[
    str | None, typer.Argument(metavar="TARGET", help="The id of the unit attacked.")
]
WeaponOption = Annotated[str | None, typer.Option(help="One weapon; else all of the phase.")]
PhaseOption = Annotated[
    str | None, typer.Option(help="shooting (when left out), firefight or melee.")
]
DiceOption = Annotated[
    str | None, typer.Option(metavar="4,6,..", help="Faces, in the order of the resolution.")
]
ThrowOption = Annotated[
    int | None,
    typer.Option(min=0, max=GREATEST_SEED, help="Throw once with this seed, without --dice."),
]
WhatIfOption = Annotated[
    bool,
    typer.Option("--what-if", help="What would change it, also with --json or many weapons."),
]
ExchangeOption = Annotated[
    str | None,
    typer.Option(metavar="UNIT", help="The odds of the whole firefight or melee of a unit."),
]
AimOption = Annotated[
    list[str] | None,
    typer.Option(metavar="UNIT=WEAPON@TARGET", help="Whom a unit of the exchange attacks."),
]


@app.command()
@guarded
def adjudicate(
    scenario: ScenarioArgument,
    attacker: AttackerArgument = None,
    target: TargetArgument = None,
    weapon: WeaponOption = None,
    phase: PhaseOption = None,
    dice: DiceOption = None,
    seed: ThrowOption = None,
    what_if: WhatIfOption = False,
    exchange: ExchangeOption = None,
    aim: AimOption = None,
    settings: SetOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Tell what an attack would do and why: numbers, reasons, exact odds, given dice."""
    import msgspec

    from sim.report.adjudication.inquiry import Inquiry, inquire
    from sim.report.lines import Printer

    inquiry = Inquiry(
        attacker=attacker,
        target=target,
        weapon=weapon,
        phase=phase,
        faces=dice,
        seed=seed,
        what_if=what_if,
        exchange=exchange,
        aims=tuple(aim or ()),
        settings=tuple(settings or ()),
        in_words=not as_json,
    )
    found = inquire(load(scenario, settings, quiet=quiet), inquiry)
    if as_json:
        for document in found.documents:
            typer.echo(msgspec.json.encode(document).decode())
    else:
        Printer(sys.stdout)(found.lines)
    if found.remark:
        tell(found.remark, quiet=quiet)


@app.command()
@guarded
def sight(
    scenario: ScenarioArgument,
    a: Annotated[str, typer.Argument(metavar="A", help="The id of a unit.")],
    b: Annotated[str, typer.Argument(metavar="B", help="The id of another.")],
    svg: Annotated[Path | None, typer.Option(help="Draw what A has of B to a file.")] = None,
    force: ForceOption = False,
    settings: SetOption = None,
    as_json: JsonOption = False,
    quiet: QuietOption = False,
) -> None:
    """Tell whether two units see each other, what hides how much of them, and why."""
    from sim.report.files import check_ending, write_text
    from sim.report.lines import Printer
    from sim.report.sight import assess_mutual_sight, sight_document
    from sim.report.sight_picture import sight_picture
    from sim.report.sight_text import sight_lines

    check_ending(svg, ".svg")
    keep_apart(svg, [scenario])
    found = assess_mutual_sight(load(scenario, settings, quiet=quiet).start, a, b)
    if svg is not None:
        write_text(svg, sight_picture(found), force=force)
        tell(f"wrote {svg}", quiet=quiet)
    if as_json:
        print_json(sight_document(found))
    else:
        Printer(sys.stdout)(sight_lines(found))
