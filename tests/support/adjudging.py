"""Adjudications for tests: a question about a scenario, and its answer as the JSON has it."""

import json
from collections.abc import Sequence
from typing import Any

import msgspec

from sim.report.adjudication.answers import Throw, adjudicate, ask
from sim.report.adjudication.document import Change
from sim.report.adjudication.questions import FightPhase, Question
from sim.scenario.load import Scenario
from tests.support.builders import scenario

Answer = dict[str, Any]


def one_question(
    fought: Scenario,
    attacker: str = "r",
    target: str = "t",
    weapon: str | None = None,
    phase: FightPhase = "shooting",
) -> Question:
    """The question about one weapon, by default the only one that the unit has."""
    (question,) = ask(fought.start, phase, attacker, target, weapon)
    return question


def answers(
    fought: Scenario, attacker: str = "r", target: str = "t", *, phase: FightPhase = "shooting"
) -> list[Answer]:
    """The answers for every weapon that the unit has for the phase."""
    questions = ask(fought.start, phase, attacker, target)
    return [as_json(adjudicate(question)) for question in questions]


def answer(
    fought: Scenario,
    attacker: str = "r",
    target: str = "t",
    weapon: str | None = None,
    *,
    phase: FightPhase = "shooting",
    faces: Sequence[int] | None = None,
    seed: int | None = None,
) -> Answer:
    """The answer for one weapon, with given faces or with those of a seed."""
    throw = Throw(None if faces is None else tuple(faces), seed)
    return as_json(adjudicate(one_question(fought, attacker, target, weapon, phase), throw))


def duel(attacker: Any, target: Any, **more: Any) -> Scenario:
    """A scenario of r at (20, 20) and t at (30, 20), facing each other unless told otherwise."""
    red = {"id": "r", "position": [20, 20], "facing": 90, **_profiled(attacker)}
    blue = {"id": "t", "position": [30, 20], "facing": 270, **_profiled(target)}
    if "emplacement" in blue:
        del blue["position"], blue["facing"]
    return scenario([red], [blue, *more.pop("others", ())], **more)


def _profiled(entry: Any) -> dict[str, Any]:
    return {"profile": entry} if isinstance(entry, str) else entry


def as_json(document: msgspec.Struct) -> Answer:
    """A document as its JSON reads."""
    found: Answer = json.loads(msgspec.json.encode(document))
    return found


def named(changes: Sequence[Change], step: str) -> list[Change]:
    """The changes of one step."""
    return [change for change in changes if change.step == step]
