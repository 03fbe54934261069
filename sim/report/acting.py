"""Everything but attacks in words: orders, moves, tests of nerve, formations, objectives."""

from collections.abc import Iterator

from sim.report.lines import Line
from sim.report.story import Story
from sim.report.words import (
    MANNERS,
    TESTS,
    count,
    faces_words,
    heading,
    inches,
    leadership_words,
    listed,
    need_words,
    number,
    order_words,
    path_length,
    place,
)
from sim.state.events import (
    FirefightFormed,
    FormationRouted,
    GunAbandoned,
    GunOccupied,
    HatchChanged,
    LeadershipTested,
    MeleeDecided,
    MeleeFormed,
    ObjectiveHeld,
    ObjectiveLost,
    OrderGiven,
    OrderRefused,
    PlayerForfeited,
    StunEnded,
    SuppressionEnded,
    TerrainTested,
    UnitExited,
    UnitImmobilized,
    UnitMoved,
    UnitRallied,
)
from sim.state.orders import Charge, Pass

_RECOVERIES: dict[str, type] = {
    "suppressed": SuppressionEnded,
    "broken": UnitRallied,
    "stunned": StunEnded,
}


def order_given(story: Story, event: OrderGiven) -> Iterator[Line]:
    """An order, told by what comes of it; a pass only to those who want everything."""
    story.begin_scene()
    story.order = event.order
    if story.verbose and isinstance(event.order, Pass):
        yield Line(f"{event.by} passes", "detail", 2)


def order_refused(story: Story, event: OrderRefused) -> Iterator[Line]:  # noqa: ARG001
    """An order that the rules forbid, and why."""
    text = f"{event.by} ordered {order_words(event.order)}"
    yield Line(f"{text}; refused: {event.text} ({event.clause})", "refusal", 2)


def player_forfeited(story: Story, event: PlayerForfeited) -> Iterator[Line]:  # noqa: ARG001
    """A player that gave no answer."""
    text = f"the player of {event.by} gives no sound answer and forfeits: {event.reason}"
    yield Line(text, "refusal", 2)


def leadership_tested(story: Story, event: LeadershipTested) -> Iterator[Line]:
    """A test of Leadership, and what it decided."""
    what, passed, failed = TESTS[event.reason]
    if event.passed and event.reason in _RECOVERIES:
        story.tell_ahead(_RECOVERIES[event.reason], event.unit)
    text = f"{story.name(event.unit)} {what}"
    for roll in event.rolls:
        text += f", needs {leadership_words(roll)}: {faces_words([roll])}"
    verdict = passed if event.passed else failed
    yield Line(f"{text} — {verdict}", "good" if event.passed else "grave", 2)


def suppression_ended(story: Story, event: SuppressionEnded) -> Iterator[Line]:
    """The end of suppression, unless its test has told it."""
    if not story.was_told(event):
        yield Line(f"{story.name(event.unit)} is no longer suppressed", "good", 2)


def unit_rallied(story: Story, event: UnitRallied) -> Iterator[Line]:
    """A rally, unless its test has told it."""
    if not story.was_told(event):
        yield Line(f"{story.name(event.unit)} rallies", "good", 2)


def stun_ended(story: Story, event: StunEnded) -> Iterator[Line]:
    """The end of a stun, unless its test has told it."""
    if not story.was_told(event):
        yield Line(f"{story.name(event.unit)} is no longer stunned", "good", 2)


def hatch_changed(story: Story, event: HatchChanged) -> Iterator[Line]:
    """A hatch shut or opened."""
    does = "buttons up" if event.buttoned else "opens its hatch"
    yield Line(f"{story.name(event.unit)} {does} (HR-5)", indent=2)


def unit_moved(story: Story, event: UnitMoved) -> Iterator[Line]:
    """A move: how far, and whither; for the verbose what the ground made of it as well."""
    name, length = story.name(event.unit), path_length(event.path)
    if length == 0:
        yield Line(f"{name} turns to {number(event.facing)}°", indent=2)
        return
    start, end = event.path[0], event.path[-1]
    text = f"{name} {MANNERS[event.manner]}"
    if isinstance(story.order, Charge) and story.order.unit == event.unit:
        text += f" onto {story.name(story.order.target)},"
    text += f" {inches(length)} {heading(start, end)} to {place(end)}"
    if story.verbose:
        text += f", cost {inches(event.cost)}, facing {number(event.facing)}°"
    yield Line(text, indent=2)


def terrain_tested(story: Story, event: TerrainTested) -> Iterator[Line]:
    """A vehicle's test in difficult terrain (BB-9)."""
    if not event.passed:
        story.tell_ahead(UnitImmobilized, event.unit)
    text = f"{story.name(event.unit)} tests in {event.piece}"
    for roll in event.rolls:
        text += f", needs {need_words(roll)}: {faces_words([roll])}"
    verdict = "gets through" if event.passed else "immobilized"
    yield Line(f"{text} — {verdict} (BB-9)", "plain" if event.passed else "grave", 2)


def unit_immobilized(story: Story, event: UnitImmobilized) -> Iterator[Line]:
    """A vehicle that will not move again, unless its test has told it."""
    if not story.was_told(event):
        yield Line(f"{story.name(event.unit)} is immobilized in {event.piece} (BB-9)", "grave", 2)


def gun_occupied(story: Story, event: GunOccupied) -> Iterator[Line]:
    """A team that takes a gun over."""
    yield Line(f"{story.name(event.unit)} takes over the gun {event.gun} (HR-16)", indent=4)


def gun_abandoned(story: Story, event: GunAbandoned) -> Iterator[Line]:
    """A crew that leaves its gun behind."""
    yield Line(f"{story.name(event.unit)} leaves the gun {event.gun} behind (RU-14)", "grave", 2)


def unit_exited(story: Story, event: UnitExited) -> Iterator[Line]:
    """A unit that leaves the table."""
    text = f"{story.name(event.unit)} leaves the table over the {event.edge} edge (HR-36)"
    yield Line(text, "good", 2)


def firefight_formed(story: Story, event: FirefightFormed) -> Iterator[Line]:
    """Who takes part in a firefight."""
    story.begin_scene()
    yield Line(f"{story.opponents(event.units)}:", indent=1)


def melee_formed(story: Story, event: MeleeFormed) -> Iterator[Line]:
    """Who takes part in a melee."""
    story.begin_scene()
    yield Line(f"{story.opponents(event.units)}:", indent=1)


def melee_decided(story: Story, event: MeleeDecided) -> Iterator[Line]:
    """Who lost a melee, and by what count (HR-25)."""
    tally = [
        f"{side.id} {count(lost, 'loss', 'losses')}"
        for side, lost in zip(story.cast.sides, event.losses, strict=False)
    ]
    who = f"{event.loser} loses the melee" if event.loser else "nobody loses the melee"
    yield Line(f"{who}: {listed(tally)} (HR-25)", indent=2)


def formation_routed(story: Story, event: FormationRouted) -> Iterator[Line]:
    """A formation that runs."""
    story.begin_scene()
    yield Line(f"formation {event.formation} routs (BB-22)", "loss", 2)


def objective_held(story: Story, event: ObjectiveHeld) -> Iterator[Line]:
    """A hold condition that is met, and for how long."""
    running = f", {count(event.rounds, 'round')} running" if event.rounds > 1 else ""
    yield Line(f"objective held{running}: {story.goal(event.condition)} (HR-27)", "good", 2)


def objective_lost(story: Story, event: ObjectiveLost) -> Iterator[Line]:
    """A hold condition that is met no more."""
    yield Line(f"objective lost: {story.goal(event.condition)} (HR-27)", "grave", 2)
