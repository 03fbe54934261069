"""Turns, phases, groups of fighters, objectives and endings explained."""

from collections.abc import Iterable, Iterator, Sequence

from sim.geometry.footprints import distance_to_point
from sim.geometry.vectors import EPSILON
from sim.report.lines import Line
from sim.report.replay.nerves import clause_words
from sim.report.words import inches, listed
from sim.rules.activation import are_within, distance_between
from sim.rules.aim import FIREFIGHT_RANGE
from sim.rules.melee import opponents
from sim.rules.sight import sees
from sim.rules.victory import holds, is_lost, score_of
from sim.state.battle import BattleState
from sim.state.digest import state_digest
from sim.state.events import (
    BattleEnded,
    FirefightFormed,
    MeleeDecided,
    MeleeFormed,
    ObjectiveHeld,
    ObjectiveLost,
    Phase,
    PhaseStarted,
    Termination,
    TurnEnded,
    TurnStarted,
)
from sim.state.roster import NOBODY

_PHASE_CLAUSES: dict[Phase, str] = {
    "setup": "BB-6",
    "start": "BB-7",
    "movement": "HR-8",
    "shooting": "HR-17",
    "firefight": "BB-18",
    "melee": "BB-20",
    "end": "HR-9",
}
_ENDING_CLAUSES: dict[Termination, str] = {
    "condition": "HR-27",
    "rounds": "HR-28",
    "no_units": "HR-29",
    "forfeit": "PR-1",
}


def turn_started(before: BattleState, event: TurnStarted) -> Iterator[Line]:
    """Whose sprints and cowering end (HR-2, HR-7)."""
    yield Line(clause_words("BB-6"), "detail", 2)
    ended = [
        f"{spec.id} {'cowered' if row.cowering else 'sprinted'}"
        for spec, row in zip(before.roster.units, before.units, strict=True)
        if before.roster.sides[spec.side].id == event.by and (row.cowering or row.sprinted)
    ]
    if ended:
        yield Line(f"no longer counts: {listed(ended)} (HR-2, HR-7)", "detail", 2)


def phase_started(before: BattleState, event: PhaseStarted) -> Iterator[Line]:
    """Whose phase it is, and what for."""
    yield Line(f"{before.roster.sides[before.active].id} is the active side", "detail", 2)
    yield Line(clause_words(_PHASE_CLAUSES[event.name]), "detail", 2)


def firefight_formed(before: BattleState, event: FirefightFormed) -> Iterator[Line]:
    """The pairs of enemies that see each other within 12 inches (BB-18)."""
    for a, b in _pairs(before, event.units):
        if are_within(before, a, b, FIREFIGHT_RANGE) and sees(before, a, b):
            yield _pair_line(before, a, b, "in sight of each other (BB-18)")


def melee_formed(before: BattleState, event: MeleeFormed) -> Iterator[Line]:
    """The pairs of enemies within reach of each other (HR-22)."""
    for a, b in _pairs(before, event.units):
        if b in opponents(before, a):
            yield _pair_line(before, a, b, "within 2 of each other (HR-22)")


def _pairs(before: BattleState, names: Iterable[str]) -> Iterator[tuple[int, int]]:
    """Every unit of one side with every unit of the other."""
    index = before.roster.unit_index
    units = [index[name] for name in names if name in index]
    for a in units:
        for b in units:
            if before.side_of(a) == 0 and before.side_of(b) == 1:
                yield a, b


def _pair_line(before: BattleState, a: int, b: int, how: str) -> Line:
    names = f"{before.spec(a).id} and {before.spec(b).id}"
    return Line(f"{names}, {inches(distance_between(before, a, b))} apart, {how}", "detail", 2)


def melee_decided(event: MeleeDecided) -> Iterator[Line]:
    """What counts as a loss, and who has to go."""
    yield Line("who was destroyed or newly broken in it counts (HR-25)", "detail", 2)
    losers = f", and whoever of {event.loser} is still engaged (HR-26)" if event.loser else ""
    yield Line(f"every vehicle must break away (BW-42){losers}", "detail", 2)


def objective_held(before: BattleState, event: ObjectiveHeld) -> Iterator[Line]:
    """Who stands at the objective (HR-27)."""
    yield from _near(before, event.condition)


def objective_lost(before: BattleState, event: ObjectiveLost) -> Iterator[Line]:
    """Who stands at the objective (HR-27)."""
    yield from _near(before, event.condition)


def _near(before: BattleState, condition: int) -> Iterator[Line]:
    number = before.roster.conditions[condition].objective
    if number == NOBODY:
        return
    objective = before.roster.objectives[number]
    at_it = []
    for spec, row in zip(before.roster.units, before.units, strict=True):
        away = distance_to_point(row.footprint, objective.x, objective.y)
        if row.alive and away <= objective.radius + EPSILON:
            broken = ", broken and so not counting" if row.broken else ""
            at_it.append(f"{spec.id} of {before.roster.sides[spec.side].id}{broken}")
    reach = f"within {inches(objective.radius)} of {objective.id}"
    yield Line(f"{reach}: {listed(at_it) if at_it else 'nobody'} (HR-27)", "detail", 2)


def turn_ended(before: BattleState, event: TurnEnded) -> Iterator[Line]:
    """Whether the digest is that of the state that the events before lead to."""
    own = state_digest(before)
    if own == event.digest:
        yield Line("the digest is that of the state the events lead to", "detail", 2)
    else:
        yield Line(f"the events lead to a state of another digest: {own}", "refusal", 2)


def battle_ended(before: BattleState, event: BattleEnded) -> Iterator[Line]:
    """The clause of the ending, and what the points are made of (HR-28)."""
    yield Line(clause_words(_ENDING_CLAUSES[event.termination]), "detail", 2)
    for side, points in enumerate(score_of(before)):
        yield Line(_points_words(before, side, points), "detail", 2)


def _points_words(before: BattleState, side: int, points: float) -> str:
    roster = before.roster
    lost = [spec.id for spec in roster.units if spec.side != side and is_lost(before, spec.index)]
    held = [one.id for one in roster.objectives if holds(before, side, one)]
    words = f"{roster.sides[side].id} {points:g}: enemy units lost: {_names(lost)}"
    return f"{words}; objectives held: {_names(held)} (HR-28)"


def _names(names: Sequence[str]) -> str:
    return listed(names) if names else "none"
