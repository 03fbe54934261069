"""The course of a battle, told from the header of its log and its events alone."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, assert_never

from sim.replay.codec import Header
from sim.report import acting, fighting
from sim.report.cast import SideEntry, read_cast
from sim.report.lines import Line
from sim.report.story import Story
from sim.report.words import PHASES, condition_words, count, listed
from sim.state import events as ev
from sim.state.orders import Pass

Teller = Callable[[Story, Any], Iterable[Line]]
"""What one kind of event comes to in words."""


class Narrator:
    """Tells a battle event by event, as lines.

    `introduction` comes first; `finish` gives what is still held back behind the last event.
    """

    def __init__(self, header: Header, *, verbose: bool = False):
        self._header = header
        self._story = Story(read_cast(header.scenario), verbose=verbose)
        self._phase: ev.Phase | None = None
        self._is_quiet_turn = False
        self._gathered_type: type | None = None
        self._gathered: list[Any] = []

    def introduction(self) -> list[Line]:
        """What is fought, by whom, and for what."""
        cast, header = self._story.cast, self._header
        lines = [Line(cast.name, "title")]
        if cast.description:
            lines.append(Line(cast.description))
        lines.append(Line(""))
        for side in cast.sides:
            lines += self._introduce(side)
        first = cast.first_side or cast.sides[0].id
        lines.append(Line(f"{count(cast.rounds, 'round')}, {first} first; seed {header.seed}"))
        return lines

    def _introduce(self, side: SideEntry) -> Iterator[Line]:
        units = count(sum(len(formation.units) for formation in side.formations), "unit")
        player = self._header.players.get(side.id, "nobody")
        yield Line(f"{_title(side)}: {units}, played by {player}")
        for condition in self._story.cast.victory or ():
            if condition.side == side.id:
                yield Line(f"wins by {condition_words(condition)}", "detail", 2)

    def tell(self, event: ev.Event) -> list[Line]:
        """The lines of an event; some kinds are held back until another kind comes."""
        lines: list[Line] = []
        if type(event) is not self._gathered_type and not _is_silent(event):
            lines = self.finish()
        if type(event) in _GATHERED:
            self._gathered_type = type(event)
            self._gathered.append(event)
            return lines
        if isinstance(event, ev.PhaseStarted):
            self._phase = event.name
            self._story.begin_scene()
            return lines
        return lines + self._under_heading(event, list(_TELLERS[type(event)](self._story, event)))

    def note(self, event: ev.Event) -> None:
        """Take in an event that is not to be told: when it is, what it orders, whom it costs."""
        if isinstance(event, _NOTED):
            tell_alone(self._story, event)

    def finish(self) -> list[Line]:
        """The lines held back."""
        if self._gathered_type is None:
            return []
        told = _GATHERED[self._gathered_type](self._story, self._gathered)
        self._gathered_type, self._gathered = None, []
        return self._with_phase(list(told))

    def _under_heading(self, event: ev.Event, lines: list[Line]) -> list[Line]:
        if isinstance(event, ev.TurnStarted):
            self._is_quiet_turn = True
            return lines
        if isinstance(event, ev.TurnEnded):
            idle = [Line("nothing happens", "detail", 2)] if self._is_quiet_turn else []
            self._phase = None
            return idle + lines
        if isinstance(event, ev.BattleEnded):
            return lines
        return self._with_phase(lines)

    def _with_phase(self, lines: list[Line]) -> list[Line]:
        """Lines below the name of their phase, if they are its first."""
        if not lines:
            return []
        self._is_quiet_turn = False
        if self._phase is None:
            return lines
        title, self._phase = PHASES[self._phase], None
        return [Line(title, "phase"), *lines]


def tell_alone(story: Story, event: ev.Event) -> list[Line]:
    """The lines of one event out of its course; none where others tell it."""
    if type(event) in _GATHERED:
        return list(_GATHERED[type(event)](story, [event]))
    if isinstance(event, ev.PhaseStarted):
        return [Line(PHASES[event.name], "phase")]
    return list(_TELLERS[type(event)](story, event))


def _title(side: SideEntry) -> str:
    return f"{side.id} ({side.name})" if side.name and side.name != side.id else side.id


def _is_silent(event: ev.Event) -> bool:
    """Whether an event is told by those that come of it."""
    return isinstance(event, ev.OrderGiven) and not isinstance(event.order, Pass)


def _turn_started(story: Story, event: ev.TurnStarted) -> Iterator[Line]:
    story.begin_turn(event.round_number)
    side = next((_title(s) for s in story.cast.sides if s.id == event.by), event.by)
    yield Line("")
    yield Line(f"Round {event.round_number} of {story.cast.rounds} · {side}", "turn")


def _turn_ended(story: Story, event: ev.TurnEnded) -> Iterator[Line]:
    if story.verbose:
        yield Line(f"state {event.digest}", "detail", 2)


def _cowered(story: Story, events: list[ev.UnitCowered]) -> Iterator[Line]:
    verb = "cower" if len(events) > 1 else "cowers"
    yield Line(f"{listed(story.name(event.unit) for event in events)} {verb} (HR-7)", indent=2)


def _suppressed(story: Story, events: list[ev.UnitSuppressed]) -> Iterator[Line]:
    clauses = dict.fromkeys(event.clause for event in events)
    names = listed(story.name(event.unit) for event in events)
    yield Line(f"suppressed: {names} ({', '.join(clauses)})", "grave", 2)


def _routed(story: Story, events: list[ev.UnitRouted]) -> Iterator[Line]:
    for event in events:
        story.lose(event.unit, "routed, ")
    names = listed(story.name(event.unit) for event in events)
    yield Line(f"off the table: {names} (BB-22)", "loss", 2)


def _battle_ended(story: Story, event: ev.BattleEnded) -> Iterator[Line]:
    yield Line("")
    yield Line(f"The battle ends in round {story.round}", "turn")
    yield Line(f"{_verdict(story, event)}.", "title")
    points = zip(story.cast.sides, event.score, strict=False)
    yield Line(f"Points: {', '.join(f'{side.id} {score:g}' for side, score in points)}.")
    for side in story.cast.sides:
        yield Line(f"Losses of {side.id}: {', '.join(story.losses[side.id]) or 'none'}.")


def _verdict(story: Story, event: ev.BattleEnded) -> str:
    """Who won, and by what."""
    winner = event.winner
    loser = next((side.id for side in story.cast.sides if side.id != winner), "the other side")
    match event.termination:
        case "condition":
            if winner is None or event.condition is None:
                return "A draw: both sides have met a condition (HR-27)"
            return f"{story.goal(event.condition)} (HR-27)"
        case "rounds":
            return f"{winner} wins on points (HR-28)" if winner else "A draw on points (HR-28)"
        case "no_units":
            if winner is None:
                return "A draw: neither side has a unit left on the table (HR-29)"
            return f"{winner} wins: {loser} has no unit left on the table (HR-29)"
        case "forfeit":
            return f"{winner} wins: {loser} has forfeited"
        case _:
            assert_never(event.termination)


_NOTED = (ev.TurnStarted, ev.OrderGiven, ev.UnitDestroyed, ev.GunDestroyed, ev.UnitRouted)

_GATHERED: Mapping[type, Callable[[Story, list[Any]], Iterable[Line]]] = {
    ev.UnitCowered: _cowered,
    ev.UnitSuppressed: _suppressed,
    ev.UnitRouted: _routed,
}

_TELLERS: Mapping[type, Teller] = {
    ev.TurnStarted: _turn_started,
    ev.OrderGiven: acting.order_given,
    ev.OrderRefused: acting.order_refused,
    ev.LeadershipTested: acting.leadership_tested,
    ev.SuppressionEnded: acting.suppression_ended,
    ev.UnitRallied: acting.unit_rallied,
    ev.StunEnded: acting.stun_ended,
    ev.HatchChanged: acting.hatch_changed,
    ev.UnitMoved: acting.unit_moved,
    ev.TerrainTested: acting.terrain_tested,
    ev.UnitImmobilized: acting.unit_immobilized,
    ev.GunOccupied: acting.gun_occupied,
    ev.GunAbandoned: acting.gun_abandoned,
    ev.UnitExited: acting.unit_exited,
    ev.WeaponFired: fighting.weapon_fired,
    ev.MeleeFought: fighting.melee_fought,
    ev.HitResolved: fighting.hit_resolved,
    ev.UnitBroken: fighting.unit_broken,
    ev.VehicleStunned: fighting.vehicle_stunned,
    ev.UnitDestroyed: fighting.unit_destroyed,
    ev.GunDestroyed: fighting.gun_destroyed,
    ev.FirefightFormed: acting.firefight_formed,
    ev.MeleeFormed: acting.melee_formed,
    ev.MeleeDecided: acting.melee_decided,
    ev.FormationRouted: acting.formation_routed,
    ev.ObjectiveHeld: acting.objective_held,
    ev.ObjectiveLost: acting.objective_lost,
    ev.PlayerForfeited: acting.player_forfeited,
    ev.TurnEnded: _turn_ended,
    ev.BattleEnded: _battle_ended,
}
