"""The experiment behind a comparison: two cells that differ in nothing but what was changed."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path

import msgspec
from msgspec.structs import replace

from sim.errors import Fault, UsageError
from sim.report.batch.curves import cell_text
from sim.report.batch.matching import refuse_other_sides
from sim.report.batch.parting import Fought, fought_of
from sim.report.files import make_folder, write_bytes
from sim.runner.batch.battles import assignment_of
from sim.runner.batch.contain import fight_contained
from sim.runner.batch.experiment import BATTLE_TIME, Battle, Cell, Experiment
from sim.runner.batch.plan import plan_experiment, setting_choices
from sim.runner.batch.rows import BattleRow
from sim.runner.match import DEFAULT_PLAYER
from sim.scenario.load import Scenario, load_document
from sim.scenario.text import TextError, plain, read_document

_ONE_CHANGE = "compare wants one change: a second scenario, --set PATH=BASE,CHANGED, --catalogue, "


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What is compared: the scenarios by name, players and settings before and after."""

    scenarios: tuple[tuple[str, Scenario], tuple[str, Scenario]]
    players: tuple[tuple[str, ...], tuple[str, ...]]
    settings: tuple[tuple[str, ...], tuple[str, ...]]


def change_of(
    scenarios: Sequence[tuple[str, Scenario]],
    players: Sequence[str],
    settings: Sequence[str],
    against: str | None,
) -> Change:
    """What the words of a command line ask to be compared.

    Settings are `PATH=VALUE` for both or `PATH=BASE,CHANGED`. Two players are the change if there
    is no other: each fights `against`; else they fight each other. Raises `UsageError` where
    nothing changes or more than that is asked for.
    """
    base, *others = scenarios
    before, after = _settings(settings)
    is_changed = bool(others) or before != after
    if len(players) > 2:
        raise UsageError("compare takes two players at most")
    if not is_changed and len(players) < 2:
        raise UsageError(f"{_ONE_CHANGE}or two players")
    return Change(
        scenarios=(base, others[0] if others else base),
        players=_players(players, against, is_changed=is_changed),
        settings=(before, after),
    )


def _settings(settings: Iterable[str]) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """The settings before and after the change."""
    before: dict[str, str] = {}
    after: dict[str, str] = {}
    for setting in settings:
        values = [choice for chosen in setting_choices([setting]) for choice in chosen.items()]
        if len(values) > 2:
            raise UsageError(f"compare takes PATH=BASE,CHANGED, not {setting!r}")
        before |= [values[0]]
        after |= [values[-1]]
    return _texts(before), _texts(after)


def _texts(settings: Mapping[str, str]) -> tuple[str, ...]:
    return tuple(f"{path}={value}" for path, value in settings.items())


def _players(
    players: Sequence[str], against: str | None, *, is_changed: bool
) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Who plays before and after; a single name plays itself."""
    if is_changed or len(players) < 2:
        if against is not None:
            raise UsageError("--against is for two players that are compared")
        named = tuple(players) or (DEFAULT_PLAYER,)
        return named, named
    opponent = against or DEFAULT_PLAYER
    one, other = (tuple(dict.fromkeys((player, opponent))) for player in players)
    return one, other


def experiment_of(
    change: Change,
    *,
    seed: int,
    pairs: int,
    battle_time: float = BATTLE_TIME,
    heed: Callable[[Fault], None] = lambda _warning: None,
) -> Experiment:
    """The experiment of two cells: first the base, then the changed one.

    `heed` is told the warnings that come of settings.
    Who goes first changes from pair to pair only if either table is its own mirror image. Raises
    `UsageError` where the sides of the two have other names.
    """
    base, changed = (
        plan_experiment(
            dict([scenario]),
            players,
            settings,
            seed=seed,
            pairs=pairs,
            battle_time=battle_time,
            heed=heed,
        )
        for scenario, players, settings in zip(
            change.scenarios, change.players, change.settings, strict=True
        )
    )
    (ground,), (cell,) = base.grounds, base.cells
    (other_ground,), (other,) = changed.grounds, changed.cells
    refuse_other_sides(cell, other)
    if ground.name == other_ground.name and ground != other_ground:
        other_ground = replace(other_ground, name=f"{ground.name} (changed)")
    is_mirrored = cell.mirrored and other.mirrored
    return replace(
        base,
        sources={**base.sources, **changed.sources},
        grounds=(ground,) if ground == other_ground else (ground, other_ground),
        cells=(
            replace(cell, mirrored=is_mirrored),
            replace(other, index=1, scenario=other_ground.name, mirrored=is_mirrored),
        ),
    )


def with_catalogue(name: str, scenario: Scenario, path: Path) -> tuple[str, Scenario]:
    """A scenario with the entries of a file put into its catalogue, and its name.

    Raises `UsageError` for a file that cannot be read, `ScenarioError` for entries that are wrong.
    """
    try:
        entries = plain(read_document(path).data)
    except TextError as problem:
        raise UsageError(f"{path}: {problem}") from problem
    if not isinstance(entries, dict) or not all(isinstance(v, dict) for v in entries.values()):
        raise UsageError(f"{path}: a catalogue is a mapping of weapons, profiles and terrain")
    own = scenario.document.get("catalogue") or {}
    catalogue = own | {group: {**own.get(group, {}), **items} for group, items in entries.items()}
    return f"{name} with {path.name}", load_document(
        {**scenario.document, "catalogue": catalogue}, str(path)
    )


def two_cells(cells: Sequence[Cell], wanted: str | None) -> tuple[Cell, Cell]:
    """The cells `BASE,CHANGED` of a results file; the only two if none are named.

    Raises `UsageError` for anything else, with what the cells are.
    """
    if wanted is None and len(cells) == 2:
        return cells[0], cells[1]
    numbers = (wanted or "").split(",")
    if len(numbers) == 2 and all(n.isdecimal() and int(n) < len(cells) for n in numbers):
        return cells[int(numbers[0])], cells[int(numbers[1])]
    listed = "; ".join(f"{cell.index} {cell_text(cell)}" for cell in cells)
    raise UsageError(f"--cells BASE,CHANGED says which two of the cells to compare: {listed}")


class Refighter:
    """Fights battles of an experiment again for their logs; keeps these in a folder if asked."""

    def __init__(self, experiment: Experiment, folder: Path | None = None, *, force: bool = False):
        self._experiment = experiment
        self._folder = folder
        self._force = force

    def __call__(self, row: BattleRow) -> Fought:
        """The battle of a row.

        Raises `UsageError` where it can be fought no more, and for a log that would be overwritten
        unasked.
        """
        battle = Battle(row.index, row.cell, row.pair, row.seat)
        report = fight_contained(assignment_of(self._experiment, battle, "always"))
        log = report.log
        if not log:
            problem = report.row.problem
            raise UsageError(f"battle {row.index} cannot be fought again: {problem}")
        if self._folder is None:
            return fought_of(log)
        make_folder(self._folder)
        path = self._folder / f"{row.index:06}.jsonl.gz"
        write_bytes(path, log, force=self._force)
        return fought_of(log, str(path))
