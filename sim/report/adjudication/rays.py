"""Hidden rays that flip a step: so many more or fewer to concealment, soft and hard cover."""

from collections.abc import Callable, Iterator

import msgspec
from msgspec.structs import replace

from sim.geometry.masks import RAYS
from sim.report.adjudication.document import Change
from sim.report.adjudication.questions import Question
from sim.rules.sight import Rays, Shelter, assess_exposure, assess_shelter
from sim.state.profiles import Mount


class Ladder(msgspec.Struct, frozen=True):
    """A step that hidden rays of some cause decide: how to hide more of them, or fewer."""

    step: str
    what: str
    cause: str
    holds: Callable[[Shelter], bool]
    more: Callable[[Rays, int], Rays]
    fewer: Callable[[Rays, int], Rays]


def ray_changes(question: Question) -> Iterator[Change]:
    """The least number of rays that flips concealment, cover and hard cover, as they count."""
    if not isinstance(question.arm, Mount) or question.phase == "melee":
        return
    rays = assess_exposure(question.state, question.attacker, question.target).rays
    for ladder in _ladders(question, question.arm):
        holds = ladder.holds(assess_shelter(question.state, question.target, rays))
        number = _least(question, ladder, rays, holds=holds)
        if number:
            yield _change(ladder, number, holds=holds)


def _ladders(question: Question, mount: Mount) -> Iterator[Ladder]:
    """The steps that count: without cover for whom it does nothing (FR-25, RU-18)."""
    is_vehicle = question.state.spec(question.target).is_vehicle
    yield _CONCEALED
    if mount.weapon.negates_cover:
        return
    is_bare = question.state.rules.firefight_cover == "none"
    if is_vehicle and is_bare and question.phase == "firefight":
        return
    yield _COVER
    if is_vehicle:
        yield _COVER_BY_HARD
    yield _HARD_COVER


def _least(question: Question, ladder: Ladder, rays: Rays, *, holds: bool) -> int:
    """How many rays more, or fewer, flip the step; 0 when no number does."""
    shift = ladder.fewer if holds else ladder.more
    for number in range(1, RAYS + 1):
        shifted = shift(rays, number)
        if not _is_possible(shifted):
            return 0
        if ladder.holds(assess_shelter(question.state, question.target, shifted)) != holds:
            return number
    return 0


def _is_possible(rays: Rays) -> bool:
    return 0 <= rays.hard <= RAYS and rays.hard <= rays.together <= rays.any <= RAYS


def _change(ladder: Ladder, number: int, *, holds: bool) -> Change:
    amount = "fewer" if holds else "more"
    return Change(
        step=ladder.step,
        by=number,
        measure="rays",
        text=f"{number} {amount} of the {RAYS} rays hidden by {ladder.cause}",
        effect=f"{'no longer' if holds else 'now'} {ladder.what}",
    )


def _is_concealed(shelter: Shelter) -> bool:
    return shelter.concealed


def _has_cover(shelter: Shelter) -> bool:
    return shelter.cover != "none"


def _has_hard_cover(shelter: Shelter) -> bool:
    return shelter.cover == "hard"


def _any_more(rays: Rays, number: int) -> Rays:
    return replace(rays, any=rays.any + number)


def _any_fewer(rays: Rays, number: int) -> Rays:
    left = rays.any - number
    return Rays(*(min(part, left) for part in (rays.hard, rays.soft, rays.together, left)))


def _soft_more(rays: Rays, number: int) -> Rays:
    """Rays hidden by no cover before."""
    together = rays.together + number
    return replace(rays, soft=rays.soft + number, together=together, any=max(rays.any, together))


def _soft_fewer(rays: Rays, number: int) -> Rays:
    """Rays hidden by nothing else."""
    return replace(rays, soft=rays.soft - number, together=rays.together - number)


def _hard_more(rays: Rays, number: int) -> Rays:
    """Rays not hidden by hard cover before."""
    hard = rays.hard + number
    together = max(rays.together, hard)
    return replace(rays, hard=hard, together=together, any=max(rays.any, together))


def _hard_fewer(rays: Rays, number: int) -> Rays:
    """Rays hidden by nothing else, as far as there are any."""
    together = max(rays.soft, rays.together - number)
    return replace(rays, hard=rays.hard - number, together=together)


_CONCEALED = Ladder("concealed", "concealed", "anything", _is_concealed, _any_more, _any_fewer)
_COVER = Ladder("cover", "in cover", "soft cover", _has_cover, _soft_more, _soft_fewer)
_COVER_BY_HARD = Ladder("cover", "in cover", "hard cover", _has_cover, _hard_more, _hard_fewer)
_HARD_COVER = Ladder(
    "hard_cover", "in hard cover", "hard cover", _has_hard_cover, _hard_more, _hard_fewer
)
