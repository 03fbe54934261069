"""Laying out an experiment: scenarios, pairings of players and settings make its cells."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import combinations, product

import sim
from sim.errors import Fault, UsageError
from sim.replay.codec import rules_digest
from sim.runner.batch.experiment import BATTLE_TIME, Cell, Experiment, Ground
from sim.runner.batch.mirror import is_mirrored
from sim.runner.batch.sources import sources_of
from sim.scenario.load import Scenario, load_document

_BRACKETS = {"[": 1, "{": 1, "(": 1, "]": -1, "}": -1, ")": -1}


def plan_experiment(
    scenarios: Mapping[str, Scenario],
    players: Sequence[str],
    settings: Sequence[str],
    *,
    seed: int,
    pairs: int,
    until_width: float | None = None,
    battle_time: float = BATTLE_TIME,
    heed: Callable[[Fault], None] = lambda _warning: None,
) -> Experiment:
    """The experiment of some scenarios by their names, players, and settings `PATH=V1,V2`.

    `heed` is told the warnings that come of settings.
    Raises `UsageError` for players that cannot be had and settings that lead nowhere,
    `ScenarioError` for a cell that cannot be played.
    """
    sources = sources_of(players)
    cells: list[Cell] = []
    for name, scenario in scenarios.items():
        for chosen in setting_choices(settings):
            changed = load_document(
                scenario.document, name, [f"{path}={value}" for path, value in chosen.items()]
            )
            for warning in changed.warnings:
                if warning not in scenario.warnings:
                    heed(warning)
            cells += [
                _cell(len(cells) + number, name, changed, chosen, pairing)
                for number, pairing in enumerate(pairings(players))
            ]
    return Experiment(
        program_version=sim.__version__,
        rules_digest=rules_digest(),
        seed=seed,
        pairs=pairs,
        grounds=tuple(
            Ground(name=name, document=dict(scenario.document), digest=scenario.digest)
            for name, scenario in scenarios.items()
        ),
        cells=tuple(cells),
        until_width=until_width,
        battle_time=battle_time,
        sources=sources,
    )


def pairings(players: Sequence[str]) -> list[tuple[str, str]]:
    """Every two of the players, each pairing once; a single one fights itself."""
    if len(players) == 1:
        return [(players[0], players[0])]
    return list(dict.fromkeys(combinations(players, 2)))


def setting_choices(settings: Iterable[str]) -> list[dict[str, str]]:
    """Every way to choose a value for each setting `PATH=V1,V2`; one way for no setting."""
    axes: dict[str, list[str]] = {}
    for setting in settings:
        path, equals, values = setting.partition("=")
        if not equals:
            raise UsageError(f"a setting is PATH=VALUE or PATH=V1,V2, not {setting!r}")
        if path in axes:
            raise UsageError(f"{path} is set twice; values are listed as {path}=V1,V2")
        axes[path] = split_values(values)
        twice = next((value for value in axes[path] if axes[path].count(value) > 1), None)
        if twice is not None:
            raise UsageError(f"{setting!r} lists {twice!r} twice")
    return [dict(zip(axes, values, strict=True)) for values in product(*axes.values())]


def split_values(text: str) -> list[str]:
    """The values between commas, but for commas in brackets or quotation marks."""
    values, depth, quote = [""], 0, ""
    for letter in text:
        if quote:
            quote = "" if letter == quote else quote
        elif letter in "'\"":
            quote = letter
        depth += 0 if quote else _BRACKETS.get(letter, 0)
        if letter == "," and not quote and depth == 0:
            values.append("")
        else:
            values[-1] += letter
    return values


def _cell(
    index: int,
    name: str,
    scenario: Scenario,
    settings: dict[str, str],
    players: tuple[str, str],
) -> Cell:
    sides = [side.id for side in scenario.roster.sides]
    return Cell(
        index=index,
        scenario=name,
        settings=settings,
        players=players,
        sides=(sides[0], sides[1]),
        first_side=sides[scenario.roster.first_side],
        digest=scenario.digest,
        mirrored=is_mirrored(scenario.start),
    )


def refuse_other_version(experiment: Experiment) -> None:
    """Raise `UsageError` unless program and players are those an experiment was begun with."""
    if experiment.program_version != sim.__version__:
        raise UsageError(
            f"the results were made by skirmish-sim {experiment.program_version}, "
            f"this is {sim.__version__}"
        )
    if experiment.rules_digest != rules_digest():
        raise UsageError("the results were made with other rules than those of this program")
    for player, digest in sources_of(experiment.sources).items():
        if experiment.sources[player] != digest:
            raise UsageError(
                f"the code of player {player!r} is not what the results were made with"
            )
