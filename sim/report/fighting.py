"""Attacks in words: the shot or blow, what its dice needed and why, and what each hit did."""

from collections.abc import Iterator

from sim.report.lines import Line, Role
from sim.report.story import Story
from sim.report.words import (
    count,
    faces_words,
    inches,
    need_words,
    number,
    save_words,
    suppressed_words,
)
from sim.state.events import (
    AttackEvent,
    GunDestroyed,
    HitResolved,
    MeleeFought,
    UnitBroken,
    UnitDestroyed,
    VehicleStunned,
    WeaponFired,
)
from sim.state.rolls import Roll

_RAYS = 64
_DETAIL = 4
_PURPOSES = {
    "to_hit": "to hit",
    "to_wound": "to wound",
    "cover_save": "cover save",
    "melee_save": "melee save",
}
_TARGET = "*"
_OUTCOMES: dict[str, tuple[str, Role, type | None]] = {
    "saved": ("saved", "detail", None),
    "unharmed": ("no wound", "detail", None),
    "broken": ("* breaks", "grave", UnitBroken),
    "stunned": ("* is stunned", "grave", VehicleStunned),
    "destroyed": ("* is destroyed", "loss", UnitDestroyed),
}
_UNHARMED = {"BW-12": "it cannot wound", "RU-19": "* is stunned already"}


def weapon_fired(story: Story, event: WeaponFired) -> Iterator[Line]:
    """A shot: at whom, how far, how well seen, and the dice that had to hit."""
    story.attack = (event.unit, event.weapon, event.target)
    firer, target = story.name(event.unit), story.name(event.target)
    text = f"{firer} fires {event.weapon} at {target}, {inches(event.distance)} away"
    if event.template:
        text = f"the template of {event.unit}'s {event.weapon} touches {target} too"
    hidden = event.obscured[2]
    if hidden and not story.explained:
        text += f", {_percent(hidden)} obscured"
    yield Line(text + (", concealed" if event.concealed else ""), indent=2)
    if story.verbose:
        yield Line(_aspect(event), "detail", _DETAIL)
    yield from _to_hit(story, event)


def _percent(rays: int) -> str:
    return f"{number(100 * rays / _RAYS)} %"


def _aspect(event: WeaponFired) -> str:
    """The causes that hide the target, and where the firer is as the target sees it."""
    hard, soft, _ = event.obscured
    hidden = ""
    if hard or soft:
        hidden = f"{_percent(hard)} hidden by hard cover, {_percent(soft)} by soft; "
    arc = "in its front arc" if event.front_arc else "behind its front arc"
    quarter = " and front quarter" if event.front_quarter else ""
    off_facing = f"{number(event.angle_off_facing)}° off the facing of {event.target}"
    return f"{hidden}the firer is {off_facing}, {arc}{quarter}"


def melee_fought(story: Story, event: MeleeFought) -> Iterator[Line]:
    """A blow in Melee; a vehicle strikes without a weapon (BB-21)."""
    story.attack = (event.unit, event.weapon, event.target)
    attacker, target = story.name(event.unit), story.name(event.target)
    with_what = f" with {event.weapon}" if event.weapon else ""
    yield Line(f"{attacker} attacks {target}{with_what}", indent=2)
    yield from _to_hit(story, event)


def _to_hit(story: Story, event: AttackEvent) -> Iterator[Line]:
    hits = count(event.hits, "hit")
    if event.rolls:
        words = "thrown" if story.explained else f"to hit {need_words(event.rolls[0])}"
        yield Line(f"{words}: {faces_words(event.rolls)} — {hits}", "detail", _DETAIL)
    elif isinstance(event, WeaponFired):
        yield Line(f"{event.target} was lost before: no dice (HR-17)", "detail", _DETAIL)
    else:
        yield Line(f"hits by itself (BW-26): {hits}", "detail", _DETAIL)


def hit_resolved(story: Story, event: HitResolved) -> Iterator[Line]:
    """One hit: its rolls, and what they came to; the change that follows is told with it.

    Hits on a target that is gone are told once for all of them.
    """
    if event.result == "lost":
        if story.is_new(f"lost hits on {event.target}"):
            text = f"more hits on {event.target} are lost ({event.clause})"
            yield Line(text, "detail", _DETAIL)
        return
    attack = (event.unit, event.weapon, event.target)
    if attack != story.attack:
        story.attack = attack
        with_what = f" with {event.weapon}" if event.weapon else ""
        text = f"{story.name(event.target)}, hit by {story.name(event.unit)}{with_what}"
        yield Line(text, indent=2)
    target = event.target
    outcome, role, change = _OUTCOMES.get(event.result, (event.result, "detail", None))
    if event.result == "unharmed":
        outcome = _UNHARMED.get(event.clause, outcome)
    if change is not None:
        story.tell_ahead(change, event.target)
    if event.result == "destroyed":
        target = story.victim(target, target)
    verdict = f"{outcome.replace(_TARGET, target)} ({event.clause})"
    yield from _hit_lines(story, event.rolls, verdict, role)


def _hit_lines(story: Story, rolls: tuple[Roll, ...], verdict: str, role: Role) -> Iterator[Line]:
    """A line for each roll, the verdict behind the last."""
    if not rolls:
        yield Line(f"hit: {verdict}", role, _DETAIL)
    for roll in rolls:
        words = _roll_words(roll, reasons=not story.explained)
        if roll is rolls[-1]:
            yield Line(f"{words} — {verdict}", role, _DETAIL)
        else:
            yield Line(f"{words} — a wound", "detail", _DETAIL)
        if story.verbose and roll.suppressed_modifiers:
            words = suppressed_words(roll.suppressed_modifiers)
            yield Line(f"not counted: {words}", "detail", _DETAIL + 2)


def _roll_words(roll: Roll, *, reasons: bool) -> str:
    if roll.purpose == "team_save":
        return f"save {save_words(roll, reasons=reasons)}"
    need = need_words(roll, reasons=reasons)
    return f"{_PURPOSES.get(roll.purpose, roll.purpose)} {need}: {faces_words([roll])}"


def unit_broken(story: Story, event: UnitBroken) -> Iterator[Line]:
    """A team that broke otherwise than by a hit just told."""
    if not story.was_told(event):
        yield Line(f"{story.name(event.unit)} breaks ({event.clause})", "grave", 2)


def vehicle_stunned(story: Story, event: VehicleStunned) -> Iterator[Line]:
    """A vehicle stunned otherwise than by a hit just told."""
    if not story.was_told(event):
        yield Line(f"{story.name(event.unit)} is stunned ({event.clause})", "grave", 2)


def unit_destroyed(story: Story, event: UnitDestroyed) -> Iterator[Line]:
    """A unit lost; said again only when no hit just told says so."""
    story.lose(event.unit)
    if not story.was_told(event):
        by = f" by {event.by}" if event.by else ""
        victim = story.victim(event.unit, story.name(event.unit))
        yield Line(f"{victim} is destroyed{by} ({event.clause})", "loss", 2)


def gun_destroyed(story: Story, event: GunDestroyed) -> Iterator[Line]:
    """A gun lost, with its crew or without."""
    story.lose(event.gun, "the gun, ")
    yield Line(f"the gun {event.gun} is destroyed ({event.clause})", "loss", _DETAIL)
