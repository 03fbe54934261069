"""The states along a log: from the scenario in its header, event by event, without the rules."""

from collections.abc import Iterator
from typing import NamedTuple

from sim.errors import LogError, ScenarioError
from sim.replay.log import LogLine, LogReader
from sim.scenario.load import Scenario, load_document
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import Event, EventBase, FormationRouted, ObjectiveHeld, ObjectiveLost
from sim.state.roster import Roster


class Moment(NamedTuple):
    """One event of a log between the state before it and the state after it."""

    line: LogLine
    before: BattleState
    after: BattleState


def scenario_of(log: LogReader) -> Scenario:
    """The scenario in a log's header.

    Raises `LogError` when it cannot be played, or the header's players are not those of its sides.
    """
    try:
        scenario = load_document(log.header.scenario)
    except ScenarioError as problem:
        errors = (fault for fault in problem.faults if fault.severity == "error")
        what = "; ".join(f"{fault.path}: {fault.message}" for fault in errors)
        raise LogError(f"{log.path}:1: the header holds no scenario: {what}") from problem
    sides = sorted(side.id for side in scenario.roster.sides)
    if sorted(log.header.players) != sides:
        named = ", ".join(log.header.players) or "nobody"
        what = f"the header has players for {named}; the sides are {', '.join(sides)}"
        raise LogError(f"{log.path}:1: {what}")
    return scenario


def states_along(log: LogReader) -> Iterator[Moment]:
    """Every event of a log with the states around it; one state is held at a time.

    Raises `LogError` for damage, and for an event that nothing can be done with.
    """
    state = scenario_of(log).start
    for line in log.events():
        after = state_after(log, state, line)
        yield Moment(line, state, after)
        state = after


def state_after(log: LogReader, state: BattleState, line: LogLine) -> BattleState:
    """The state after an event of a log; raises `LogError` where it does not fit the state."""
    try:
        _check_names(state.roster, line.event)
        return apply(state, line.event)
    except (LookupError, StopIteration) as problem:
        place = f"{log.path}: event {line.stamp.n} ({kind_of(line.event)})"
        raise LogError(f"{place} does not fit this battle: {problem}") from problem


def _check_names(roster: Roster, event: Event) -> None:
    """Raise LookupError for what an event names and the battle does not have."""
    for field, known in (
        ("unit", roster.unit_index),
        ("target", roster.unit_index),
        ("gun", roster.gun_index),
    ):
        name = getattr(event, field, None)
        if name is not None and name not in known:
            raise LookupError(f"there is no {field} {name!r}")
    match event:
        case FormationRouted(formation=name):
            if all(formation.id != name for formation in roster.formations):
                raise LookupError(f"there is no formation {name!r}")
        case ObjectiveHeld(condition=number) | ObjectiveLost(condition=number):
            if not 0 <= number < len(roster.conditions):
                raise LookupError(f"there is no condition {number}")
        case _:
            pass


def kind_of(event: Event | type[EventBase]) -> str:
    """The name of an event's kind, as the log has it."""
    return str(event.__struct_config__.tag)
