"""Victory: conditions, score, and the end of a battle (HR-9, HR-27 to HR-29)."""

from math import inf
from typing import assert_never

from sim.geometry.footprints import is_near_point
from sim.geometry.vectors import EPSILON
from sim.state.battle import BattleState
from sim.state.events import BattleEnded, Event, ObjectiveHeld, ObjectiveLost, Termination
from sim.state.roster import NOBODY, Condition, Objective


def is_lost(state: BattleState, unit: int) -> bool:
    """Whether a unit that started was destroyed or routed (HR-27)."""
    return started(state, unit) and state.units[unit].fate in ("destroyed", "routed")


def started(state: BattleState, unit: int) -> bool:
    """Whether a unit took part at all: the crew of a gun that starts uncrewed did not (BB-22)."""
    row = state.units[unit]
    return not (row.fate == "destroyed" and row.fate_round == 0)


def is_present(state: BattleState, side: int) -> bool:
    """Whether a side has a unit on the table (HR-29)."""
    return any(state.units[unit].alive for unit in state.roster.forces[side])


def holds(state: BattleState, side: int, objective: Objective) -> bool:
    """Whether a side holds an objective: an own unbroken unit in reach of it, no enemy (HR-27)."""
    return not _are_near(state, 1 - side, objective) and _are_near(state, side, objective)


def _are_near(state: BattleState, side: int, objective: Objective) -> bool:
    """Whether a side has an unbroken unit in reach of an objective."""
    x, y, radius = objective.x, objective.y, objective.radius
    for unit in state.living(side):
        row = state.units[unit]
        if not row.broken and is_near_point(row.footprint, x, y, radius):
            return True
    return False


def is_end_of_round(state: BattleState) -> bool:
    """Whether the player turn under way is the second of its round (BB-6)."""
    return state.turn % 2 == 0


def count_held(state: BattleState) -> list[Event]:
    """At the end of a round, how long each hold condition has been met (HR-27)."""
    found: list[Event] = []
    if not is_end_of_round(state):
        return found
    for number, condition in enumerate(state.roster.conditions):
        if condition.kind != "hold":
            continue
        rounds = state.held[number]
        if holds(state, condition.side, state.roster.objectives[condition.objective]):
            found.append(ObjectiveHeld(condition=number, rounds=rounds + 1))
        elif rounds:
            found.append(ObjectiveLost(condition=number))
    return found


def end_of_turn(state: BattleState) -> list[Event]:
    """How the battle ends with this player turn, if it does (HR-9, HR-28)."""
    ending = _by_condition(state, complete=is_end_of_round(state)) or _by_absence(state)
    if ending is None and is_end_of_round(state) and state.round >= state.roster.rounds:
        ending = _by_score(state)
    return [] if ending is None else [ending]


def end_of_phase(state: BattleState) -> list[Event]:
    """The end of the battle when a side has no unit on the table (HR-29, PR-34)."""
    absence = _by_absence(state)
    if absence is None:
        return []
    return [_by_condition(state, complete=False) or absence]


def forfeit(state: BattleState, side: int) -> BattleEnded:
    """The end of a battle that one side's player gave up."""
    return _ended(state, "forfeit", 1 - side)


def score_of(state: BattleState) -> tuple[float, float]:
    """The points of both sides now (HR-28)."""
    return _points(state, 0), _points(state, 1)


def _points(state: BattleState, side: int) -> float:
    score, roster = state.roster.score, state.roster
    units = sum(1 for spec in roster.units if spec.side != side and is_lost(state, spec.index))
    guns = sum(
        1
        for spec, gun in zip(roster.guns, state.guns, strict=True)
        if spec.side != side and gun.fate == "destroyed"
    )
    objectives = sum(1 for objective in roster.objectives if holds(state, side, objective))
    return score.unit * units + score.gun * guns + score.objective * objectives


def _is_met(state: BattleState, number: int, condition: Condition, *, complete: bool) -> bool:
    """Whether a condition holds; `complete` says that the round is over."""
    match condition.kind:
        case "hold":
            if not complete or not state.held[number]:
                return False
            if condition.rounds_running:
                return state.held[number] >= condition.rounds_running
            return state.round == condition.at_round
        case "survive":
            return (
                complete and state.round == condition.at_round and is_present(state, condition.side)
            )
        case "destroy":
            return _is_destroyed(state, condition)
        case "exit":
            gone = sum(
                1
                for i, unit in enumerate(state.units)
                if state.side_of(i) == condition.side and unit.exit == condition.edge
            )
            return gone >= condition.units
        case _:
            assert_never(condition.kind)


def _is_destroyed(state: BattleState, condition: Condition) -> bool:
    if condition.gun != NOBODY:
        return state.guns[condition.gun].fate == "destroyed"
    if condition.unit != NOBODY:
        return is_lost(state, condition.unit)
    enemies = [
        spec.index
        for spec in state.roster.units
        if spec.side != condition.side and started(state, spec.index)
    ]
    lost = sum(1 for index in enemies if is_lost(state, index))
    return lost >= condition.share * len(enemies) - EPSILON


def _by_condition(state: BattleState, *, complete: bool) -> BattleEnded | None:
    """The conditions that hold: the lowest rank wins, both sides on one rank draw (HR-27)."""
    met = [
        (inf if condition.rank is None else condition.rank, number, condition.side)
        for number, condition in enumerate(state.roster.conditions)
        if _is_met(state, number, condition, complete=complete)
    ]
    if not met:
        return None
    best, number, side = min(met)
    if any(other != side for rank, _, other in met if rank == best):
        return _ended(state, "condition", None)
    return _ended(state, "condition", side, number)


def _by_absence(state: BattleState) -> BattleEnded | None:
    present = [is_present(state, side) for side in (0, 1)]
    if all(present):
        return None
    return _ended(state, "no_units", present.index(True) if any(present) else None)


def _by_score(state: BattleState) -> BattleEnded:
    first, second = score_of(state)
    winner = None if first == second else 0 if first > second else 1
    return _ended(state, "rounds", winner)


def _ended(
    state: BattleState, termination: Termination, winner: int | None, condition: int | None = None
) -> BattleEnded:
    return BattleEnded(
        termination=termination,
        winner=None if winner is None else state.roster.sides[winner].id,
        condition=condition,
        score=score_of(state),
    )
