"""The answer of `sight` in words, for a page of 80 columns."""

from collections.abc import Iterator

from sim.battlefield.terrain import Cause
from sim.geometry.masks import RAYS
from sim.report.lines import Line
from sim.report.sight import Exempt, ExemptReason, Look, MutualSight, area_of, geometry_of
from sim.report.words import count, number
from sim.state.battle import BattleState

CAUSES: dict[Cause, str] = {
    "hard": "hard cover",
    "soft": "soft cover",
    "bare": "no cover",
    "opaque": "blocks sight",
}
_EXEMPT: dict[ExemptReason, str] = {
    "firer_inside": "the firer is in it",
    "target_inside": "the target is in it",
    "own_wall": "the firer stands at it",
}


def sight_lines(found: MutualSight) -> Iterator[Line]:
    """The answer line by line: what is mutual, then each look with its reasons."""
    a, b = found.ids
    exposure = found.there.exposure
    see = "see each other" if exposure.seen else "do not see each other"
    yield Line(f"{a} and {b} {see}, {exact_inches(exposure.distance)} apart", "title")
    for one in (found.there, found.back):
        yield Line("")
        yield from _look_lines(found.state, one)


def _look_lines(state: BattleState, one: Look) -> Iterator[Line]:
    firer, target = (state.roster.units[unit].id for unit in (one.firer, one.target))
    yield Line(f"{target} as {firer} sees it", "phase")
    yield Line(verdict(state, one), indent=2)
    yield Line(bearing_words(one), indent=2)
    yield Line(_height_words(state, one), indent=2)
    yield Line(f"obscured {obscured_words(one)} (GE-2)", indent=2)
    for by in one.hidden_by:
        rays = count(by.mask.bit_count(), "ray")
        yield Line(f"{by.id}: {rays} of {RAYS} ({CAUSES[by.cause]})", indent=4)
    for exempt in one.exempt:
        yield Line(exempt_words(exempt), "detail", indent=4)


def verdict(state: BattleState, one: Look) -> str:
    """Concealment and cover of the target with their clauses, and the area terrain it is in."""
    exposure = one.exposure
    concealed = "concealed" if exposure.concealed else "not concealed"
    cover = "no cover" if exposure.cover == "none" else f"{exposure.cover} cover"
    area = area_of(state, one)
    place = f"; in {area} (RU-3)" if area else ""
    return f"{concealed} ({exposure.concealed_clause}), {cover} ({exposure.cover_clause}){place}"


def bearing_words(one: Look) -> str:
    """Where the firer is, seen from the target."""
    exposure = one.exposure
    if exposure.front_quarter:
        arc = "in its front quarter and front arc"
    elif exposure.front_arc:
        arc = "in its front arc, not in its front quarter"
    else:
        arc = "behind its front arc"
    return f"{arc}, {number(one.angle_off_facing)}° off its facing (GE-1)"


def _height_words(state: BattleState, one: Look) -> str:
    geometry = geometry_of(state, one)
    levels = (
        f"eye at {exact_inches(geometry.eye)}, its middle at {exact_inches(geometry.middle)}, "
        f"its top at {exact_inches(geometry.top)}"
    )
    if geometry.firer_ground == geometry.target_ground:
        return f"{levels}; both on ground at {exact_inches(geometry.target_ground)} (GE-3)"
    order = "higher" if one.exposure.higher_ground else "lower"
    return (
        f"{levels}; it is on {order} ground, {exact_inches(geometry.target_ground)} "
        f"to {exact_inches(geometry.firer_ground)} (GE-3)"
    )


def obscured_words(one: Look) -> str:
    """The obscured fractions by cause."""
    rays = one.exposure.rays
    if not rays.any:
        return "nowhere" if one.view else "nowhere: they touch"
    shares = (
        ("hard", rays.hard),
        ("soft", rays.soft),
        ("hard or soft", rays.together),
        ("anything", rays.any),
    )
    return ", ".join(f"{percent(hidden)} by {cause}" for cause, hidden in shares)


def percent(rays: int) -> str:
    """A share of the 64 rays."""
    return f"{number(100 * rays / RAYS)} %"


def exempt_words(exempt: Exempt) -> str:
    """A piece that counts for nothing, and why."""
    return f"{exempt.id} hides nothing: {_EXEMPT[exempt.reason]}"


def exact_inches(value: float) -> str:
    """A length with up to two decimals, as a tape measure would settle it."""
    return f"{round(value, 2) + 0.0:.2f}".rstrip("0").rstrip(".") + '"'
