"""Loading scenarios: from a file, or from a document as a log embeds it."""

import json
from collections.abc import Iterable, Mapping, Sequence
from importlib import resources
from pathlib import Path as FilePath
from typing import Any

import msgspec

from sim.battlefield.world import compile_world
from sim.errors import Fault, ScenarioError, UsageError
from sim.scenario.access import check_access
from sim.scenario.compile import build_roster, start_state
from sim.scenario.conditions import check_conditions
from sim.scenario.draft import Draft, draft_of
from sim.scenario.faults import FaultLog, Path, Places, has_part, nearest, path_text
from sim.scenario.naming import declared, report_twins
from sim.scenario.pieces import piece_specs
from sim.scenario.placement import check_placement
from sim.scenario.references import check_references
from sim.scenario.settings import apply_settings, setting_name
from sim.scenario.states import check_states
from sim.scenario.text import Parsed, TextError, plain, read_document
from sim.scenario.validate import validate
from sim.state.battle import BattleState
from sim.state.digest import digest_of
from sim.state.roster import Roster

SUFFIXES = (".yaml", ".yml", ".json")


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario ready to be played.

    `document` is its data as plain JSON values, lengths as the file has them, settings applied;
    `digest` names that data. `start` is the state before the first round.
    """

    name: str
    description: str
    source: str
    document: Mapping[str, Any]
    digest: str
    roster: Roster
    start: BattleState
    warnings: tuple[Fault, ...]


def load_scenario(path: str | FilePath, settings: Sequence[str] = ()) -> Scenario:
    """The scenario of a file, with settings (`PATH=VALUE`) applied.

    Raises ScenarioError with all its faults, UsageError for a setting that leads nowhere.
    """
    return _playable(*examine_scenario(path, settings))


def load_document(
    data: Mapping[str, Any], source: str = "<document>", settings: Sequence[str] = ()
) -> Scenario:
    """The scenario of a document: the data of a file, as a log embeds it.

    Raises ScenarioError with all its faults, UsageError for a setting that leads nowhere.
    """
    return _playable(*_examine(Parsed(data, Places()), source, settings))


def examine_scenario(
    path: str | FilePath, settings: Sequence[str] = (), *, thorough: bool = False
) -> tuple[Scenario | None, tuple[Fault, ...]]:
    """The scenario of a file, or None, and its faults and warnings by place.

    `thorough` asks too whether the sides can come to where their conditions send them.
    """
    try:
        return _examine(read_document(FilePath(path)), str(path), settings, thorough=thorough)
    except TextError as error:
        log = FaultLog(str(path), Places({(): error.place}))
        log.error((), error.code, str(error))
        return None, log.sorted()


def find_scenario(name: str) -> FilePath:
    """The file of a scenario: a path, or the stem of a shipped one; raises UsageError."""
    shipped = shipped_scenarios()
    if name in shipped and not FilePath(name).is_file():
        return shipped[name]
    try:
        if FilePath(name).exists():
            return FilePath(name)
    except (OSError, ValueError):
        pass
    hint = nearest(FilePath(name).stem, shipped) or f"shipped are {', '.join(shipped)}"
    raise UsageError(f"there is no scenario {name!r} ({hint})")


def find_scenarios(names: Iterable[str]) -> tuple[list[FilePath], list[str]]:
    """The files of scenarios, and what is wrong with the names that lead to none."""
    paths, unknown = [], []
    for name in names:
        try:
            paths.append(find_scenario(name))
        except UsageError as problem:
            unknown.append(str(problem))
    return paths, unknown


def shipped_scenarios() -> dict[str, FilePath]:
    """The shipped scenarios by the stems of their files, in order."""
    package = FilePath(str(resources.files("sim")))
    folders = (package.parent / "scenarios", package / "scenarios")
    paths = [path for folder in folders for path in folder.glob("*") if path.suffix in SUFFIXES]
    found = {path.stem: path for path in paths}
    return dict(sorted(found.items()))


def _playable(scenario: Scenario | None, faults: tuple[Fault, ...]) -> Scenario:
    if scenario is None:
        raise ScenarioError(faults)
    return scenario


def _examine(
    parsed: Parsed,
    source: str,
    settings: Sequence[str],
    *,
    thorough: bool = False,
    credits_settings: bool = True,
) -> tuple[Scenario | None, tuple[Fault, ...]]:
    log = FaultLog(source, parsed.places)
    data = _plain_mapping(parsed, log)
    if data is None:
        return None, log.sorted()
    routes = apply_settings(data, settings)
    named = list(zip(routes, map(setting_name, settings), strict=True))
    for path, line in parsed.repeated:
        log.key_error(path, "duplicate_key", f"the key {path[-1]!r} is on line {line} already")
    ids = declared(data)
    report_twins(ids, log)
    model = validate(data, log)
    _refuse_routes(named, parsed.data, log.sorted())
    if credits_settings:
        texts = [path_text(route) for route in routes]
        names = [name for _, name in named]

        def without(left_out: tuple[str, ...]) -> tuple[Fault, ...] | None:
            """The faults without some of the settings; None if they cannot do without those."""
            kept = [s for s, text in zip(settings, texts, strict=True) if text not in left_out]
            return _faults_of(parsed, source, kept, thorough=thorough)

        log.credit(dict(zip(texts, names, strict=True)), without)
    if model is None:
        return None, log.sorted()
    return _compiled(draft_of(model, data, ids, log), data, thorough=thorough)


def _faults_of(
    parsed: Parsed, source: str, settings: Sequence[str], *, thorough: bool
) -> tuple[Fault, ...] | None:
    """The faults with those settings alone; None for a file that is not playable by itself."""
    try:
        scenario, faults = _examine(
            parsed, source, settings, thorough=thorough, credits_settings=False
        )
    except UsageError:
        return None
    return faults if settings or scenario is not None else None


def _plain_mapping(parsed: Parsed, log: FaultLog) -> dict[str, Any] | None:
    try:
        data = plain(parsed.data)
    except TextError as error:
        log.error((), error.code, str(error))
        return None
    if not isinstance(data, dict):
        log.error((), "not_a_scenario", "a scenario is a mapping of keys to values")
        return None
    return data


def _refuse_routes(named: Sequence[tuple[Path, str]], before: Any, faults: Sequence[Fault]) -> None:
    """What a setting brought in on its way, but nothing knows, makes the setting wrong."""
    for route, name in named:
        brought = [route[:end] for end in range(1, len(route) + 1) if not _has(before, route[:end])]
        texts = [path_text(path) for path in brought]
        for fault in faults:
            on_the_way = fault.path in texts and fault.path != path_text(route)
            if on_the_way or (fault.path in texts and fault.code == "unknown_key"):
                hint = f" ({fault.suggestion})" if fault.suggestion else ""
                raise UsageError(f"the setting {name}: {fault.message}{hint}")


def _has(data: Any, path: Path) -> bool:
    for part in path:
        if not has_part(data, part):
            return False
        data = data[part]
    return True


def _compiled(
    draft: Draft, data: Mapping[str, Any], *, thorough: bool
) -> tuple[Scenario | None, tuple[Fault, ...]]:
    """The scenario of a draft, if nothing is wrong with it."""
    log, table = draft.log, draft.model.table
    check_references(draft)
    check_conditions(draft)
    check_states(draft)
    pieces = piece_specs(draft)
    check_placement(draft, pieces)
    if log.has_errors:
        return None, log.sorted()
    world = compile_world(table.width, table.height, pieces, draft.rules.own_wall)
    roster = build_roster(draft.model, draft.catalogue, draft.units, world, draft.rules)
    start = start_state(roster, draft.units)
    if thorough:
        check_access(start, log)
    scenario = Scenario(
        name=draft.model.name,
        description=draft.model.description,
        source=draft.model.source,
        document=data,
        digest=digest_of(canonical(data)),
        roster=roster,
        start=start,
        warnings=log.sorted(),
    )
    return scenario, scenario.warnings


def canonical(document: Mapping[str, Any]) -> bytes:
    """The one text of a document: compact JSON with sorted keys."""
    text = json.dumps(
        document, sort_keys=True, separators=(",", ":"), ensure_ascii=False, allow_nan=False
    )
    return text.encode("utf-8")
