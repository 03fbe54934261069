"""Tests of nerve and changes of state explained: Leadership, leaders, clauses, what follows."""

from collections.abc import Iterator

from sim.report.lines import Line
from sim.report.replay.chances import roll_chance_words
from sim.report.words import count, inches, number
from sim.rules.activation import distance_between, leader_near
from sim.rules.clauses import load_clauses
from sim.state.battle import BattleState
from sim.state.events import FormationRouted, HatchChanged, LeadershipTested, TestReason

_CLAUSES: dict[TestReason, str] = {
    "suppressed": "BB-7",
    "broken": "HR-6",
    "stunned": "HR-6",
    "break_away": "HR-26",
    "formation": "BB-22",
}


def clause_words(clause: str) -> str:
    """A clause with its title: `HR-3: A leader of the formation nearby adds one...`."""
    known = {str(entry.id): entry.title for entry in load_clauses().values()}
    return f"{clause}: {known[clause]}" if clause in known else clause


def leadership_tested(before: BattleState, event: LeadershipTested) -> Iterator[Line]:
    """Why the test, whose leader is near, and how likely it was (BB-5, HR-3)."""
    unit = before.roster.unit_index[event.unit]
    spec = before.spec(unit)
    yield Line(clause_words(_CLAUSES[event.reason]), "detail", 2)
    words = f"{event.unit} is {spec.quality}, with Leadership {spec.leadership}+ (HR-1)"
    yield Line(words, "detail", 2)
    yield Line(_leader_words(before, unit), "detail", 2)
    for roll in event.rolls:
        yield Line(roll_chance_words(roll), indent=2)


def _leader_words(before: BattleState, unit: int) -> str:
    """Whether the leader of a unit's formation helps it, and why or why not (HR-3, HR-31)."""
    formation = before.formation_of(unit)
    leader, name = formation.leader, before.spec(formation.leader).id
    if leader == unit:
        return f"no +1: {name} leads {formation.id} itself (HR-3)"
    row, reach = before.units[leader], before.rules.leader_range
    if not row.alive:
        return f"no +1: {name}, the leader of {formation.id}, is lost (HR-31)"
    if row.broken:
        return f"no +1: {name}, the leader of {formation.id}, is broken (HR-3)"
    away = distance_between(before, unit, leader)
    place = f"{name}, the leader of {formation.id}, is {inches(away)} away"
    if leader_near(before, unit):
        return f"+{before.rules.leader_bonus}: {place}, within {number(reach)} (HR-3)"
    return f"no +1: {place}, farther than {number(reach)} (HR-3)"


def hatch_changed(event: HatchChanged) -> Iterator[Line]:
    """What the hatch means from now on."""
    if event.buttoned:
        text = "buttoned it fires at 1 worse (BB-14); fire does not wound it by double six (BW-11)"
    else:
        text = "unbuttoned it counts as open-topped (BW-b): double sixes wound it (BW-13)"
    yield Line(text, "detail", 2)


def formation_routed(before: BattleState, event: FormationRouted) -> Iterator[Line]:
    """How many the formation had and has (BB-22)."""
    formations = before.roster.formations
    for formation in (one for one in formations if one.id == event.formation):
        left = sum(before.units[unit].alive for unit in formation.members)
        yield Line(
            f"of {count(formation.strength, 'unit')} {left} left, and the test was failed (BB-22)",
            "detail",
            2,
        )
