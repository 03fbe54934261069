"""Why an event came out as it did: its reasons, clauses and odds, from the state before it."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, TypeAlias

from sim.report.cast import Cast, ConditionEntry, FormationEntry, SideEntry, UnitEntry
from sim.report.lines import Line, Role
from sim.report.narrate import tell_alone
from sim.report.replay import attacks, endings, nerves, ways
from sim.report.replay.nerves import clause_words
from sim.report.story import Story
from sim.state import events as ev
from sim.state.battle import BattleState
from sim.state.roster import NOBODY, Condition, Roster

Lines: TypeAlias = tuple[Line, ...]
"""What a report consists of."""


def explain(before: BattleState, event: ev.Event) -> Lines:
    """What an event was, and everything that it came from: nothing is thrown again.

    The first line says what happened; the others give modifiers, clauses, terrain, dice and odds.
    """
    explained = attacks.is_explained(before, event)
    return (*headline(before, event, explained=explained), *_reasons(before, event))


def headline(before: BattleState, event: ev.Event, *, explained: bool = False) -> Iterator[Line]:
    """What the course of the battle says of the event, on its own; of attacks the main thing.

    Of one that is `explained` behind it only what that does not say again.
    """
    is_attack = isinstance(event, ev.AttackEvent | ev.HitResolved)
    story = _story_until(before, verbose=not is_attack, explained=explained)
    for line in tell_alone(story, event):
        if line.text:
            role: Role = "title" if line.role == "turn" else line.role
            yield Line(line.text, role, max(0, line.indent - 2))


def _story_until(before: BattleState, *, verbose: bool, explained: bool) -> Story:
    """A story that knows the round and who has been lost."""
    story = Story(_cast_of(before.roster), verbose=verbose, explained=explained)
    for spec, unit in zip(before.roster.units, before.units, strict=True):
        if unit.fate in ("destroyed", "routed") and unit.fate_round:
            story.round = unit.fate_round
            story.lose(spec.id, "routed, " if unit.fate == "routed" else "")
    story.round = before.round
    return story


def _reasons(before: BattleState, event: ev.Event) -> Iterator[Line]:
    kind = type(event)
    clause = getattr(event, "clause", None)
    if clause:
        yield Line(clause_words(clause), "detail", 2)
    if kind in BY_STATE:
        yield from BY_STATE[kind](before, event)
    if kind in BY_EVENT:
        yield from BY_EVENT[kind](event)
    if kind in BY_KIND:
        yield Line(BY_KIND[kind], "detail", 2)


def _cast_of(roster: Roster) -> Cast:
    """The roster as reports have it."""
    return Cast(
        name=roster.name,
        rounds=roster.rounds,
        sides=tuple(_side_of(roster, number) for number in range(len(roster.sides))),
        victory=tuple(_entry_of(roster, condition) for condition in roster.conditions),
        guns=frozenset(gun.id for gun in roster.guns),
    )


def _side_of(roster: Roster, number: int) -> SideEntry:
    formations = tuple(
        FormationEntry(
            formation.id,
            tuple(
                UnitEntry(roster.units[unit].id, roster.units[unit].profile)
                for unit in formation.members
            ),
        )
        for formation in roster.formations
        if formation.side == number
    )
    return SideEntry(roster.sides[number].id, formations, roster.sides[number].name)


def _entry_of(roster: Roster, condition: Condition) -> ConditionEntry:
    """A victory condition with its things named again."""
    has_objective = condition.objective != NOBODY
    return ConditionEntry(
        kind=condition.kind,
        side=roster.sides[condition.side].id,
        objective=roster.objectives[condition.objective].id if has_objective else None,
        at_round=condition.at_round or None,
        rounds=condition.rounds_running or None,
        share=condition.share or None,
        unit=None if condition.unit == NOBODY else roster.units[condition.unit].id,
        gun=None if condition.gun == NOBODY else roster.guns[condition.gun].id,
        edge=condition.edge,
        units=condition.units,
        round=condition.at_round or None,
    )


BY_STATE: Mapping[type, Callable[[BattleState, Any], Iterable[Line]]] = {
    ev.TurnStarted: endings.turn_started,
    ev.PhaseStarted: endings.phase_started,
    ev.LeadershipTested: nerves.leadership_tested,
    ev.UnitMoved: ways.unit_moved,
    ev.GunOccupied: ways.gun_occupied,
    ev.UnitExited: ways.unit_exited,
    ev.WeaponFired: attacks.attack_lines,
    ev.MeleeFought: attacks.attack_lines,
    ev.HitResolved: attacks.hit_lines,
    ev.FirefightFormed: endings.firefight_formed,
    ev.MeleeFormed: endings.melee_formed,
    ev.FormationRouted: nerves.formation_routed,
    ev.ObjectiveHeld: endings.objective_held,
    ev.ObjectiveLost: endings.objective_lost,
    ev.TurnEnded: endings.turn_ended,
    ev.BattleEnded: endings.battle_ended,
}
"""What the state before tells of an event."""

BY_EVENT: Mapping[type, Callable[[Any], Iterable[Line]]] = {
    ev.OrderGiven: ways.order_given,
    ev.OrderRefused: ways.order_refused,
    ev.HatchChanged: nerves.hatch_changed,
    ev.TerrainTested: ways.terrain_tested,
    ev.MeleeDecided: endings.melee_decided,
}
"""What an event tells of itself."""

BY_KIND: Mapping[type, str] = {
    ev.SuppressionEnded: "it passed its test (BB-7)",
    ev.UnitRallied: "it passed its test (HR-6)",
    ev.StunEnded: "it passed its test (HR-6)",
    ev.UnitCowered: "it is hit at 1 worse (BB-13), fires at 2 worse (BB-17), and stays (HR-15)",
    ev.UnitImmobilized: "it failed its test (BB-9); it neither moves nor turns (HR-15)",
    ev.GunAbandoned: "a crew breaks away without its gun, which stays, uncrewed (RU-14)",
    ev.UnitBroken: "until it rallies it does not fire (HR-17), nor end nearer to the enemy (HR-15)",
    ev.VehicleStunned: "until it recovers it neither fires nor moves (HR-15, HR-17)",
    ev.UnitDestroyed: "it counts for its formation's nerve, and for victory (BB-22, HR-27)",
    ev.GunDestroyed: "the gun is taken off the table (HR-33)",
    ev.UnitSuppressed: "it fires at 2 worse and may neither sprint nor charge (BB-17, HR-15)",
    ev.UnitRouted: "its formation failed the test to stay (BB-22)",
    ev.PlayerForfeited: "a player that gives no sound answer has lost",
}
"""What is true of every event of a kind."""
