"""Settings that flip a result: one step of quality, a state that were not, the other ruling."""

from collections.abc import Iterator
from typing import get_args, get_type_hints

from sim.report.adjudication.answers import adjudicate
from sim.report.adjudication.document import Measure
from sim.report.adjudication.proposals import Proposal
from sim.report.adjudication.questions import Question
from sim.state.profiles import Quality
from sim.state.ruleset import Ruleset

_QUALITIES: tuple[Quality, ...] = get_args(Quality)
_STATES = (
    "broken",
    "suppressed",
    "cowering",
    "moved",
    "sprinted",
    "stunned",
    "immobilized",
)


def switches(question: Question) -> Iterator[Proposal]:
    """The settings about the two units and the rules that may flip the result."""
    for unit in (question.attacker, question.target):
        yield from _qualities(question, unit)
        yield from _states(question, unit)
        yield from _hatch(question, unit)
    yield from _rulings(question)


def result_of(question: Question) -> object:
    """All that an adjudication finds of dice, needs, saves and odds, or the refusal."""
    found = adjudicate(question)
    code = None if found.refusal is None else found.refusal.code
    return code, found.dice, found.to_hit, found.to_wound, found.save, found.odds, found.also


def _setting(text: str, setting: str, step: str, measure: Measure = "setting") -> Proposal:
    return Proposal(
        step=step, by=1, measure=measure, text=text, settings=(setting,), reading=result_of
    )


def _qualities(question: Question, unit: int) -> Iterator[Proposal]:
    spec = question.state.spec(unit)
    place = _QUALITIES.index(spec.quality)
    for other in _QUALITIES[max(0, place - 1) : place + 2]:
        if other != spec.quality:
            text = f"{spec.id} {other} instead of {spec.quality}"
            yield _setting(text, f"unit.{spec.id}.quality={other}", "quality", "steps")


def _states(question: Question, unit: int) -> Iterator[Proposal]:
    spec, row = question.state.spec(unit), question.state.units[unit]
    for name in _STATES:
        if getattr(row, name):
            setting = f"unit.{spec.id}.state.{name}=false"
            yield _setting(f"{spec.id} not {name}", setting, name)


def _hatch(question: Question, unit: int) -> Iterator[Proposal]:
    spec, row = question.state.spec(unit), question.state.units[unit]
    if spec.vehicle is None or spec.vehicle.open_topped or spec.vehicle.sealed:
        return
    hatch = "unbuttoned" if row.buttoned else "buttoned"
    yield _setting(f"{spec.id} {hatch}", f"unit.{spec.id}.state.hatch={hatch}", "hatch")


def _rulings(question: Question) -> Iterator[Proposal]:
    for name, annotation in get_type_hints(Ruleset).items():
        now = getattr(question.state.rules, name)
        for other in get_args(annotation):
            if other != now:
                text = f"the ruling {name} {other} instead of {now}"
                yield _setting(text, f"rules.{name}={other}", name)
