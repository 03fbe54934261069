"""Odds against play: in 200 random situations the engine does what the odds say."""

import random
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import islice
from math import comb
from typing import Any, NamedTuple

import pytest

from sim.dice import KeyedDice
from sim.engine.options import Request
from sim.engine.step import step
from sim.errors import ScenarioError
from sim.report.adjudication.answers import adjudicate, ask
from sim.report.adjudication.document import Adjudication
from sim.report.adjudication.questions import FIGHT_PHASES, Question
from sim.rules import firefight, melee
from sim.rules.hits import condition_of
from sim.rules.odds import change_of
from sim.state.battle import BattleState
from sim.state.orders import Aim, Fire, UnitAims
from tests.support.adjudging import duel
from tests.support.shots import after

SITUATIONS = 200
PLAYS = 60
LEAST_TAIL = Fraction(1, 10**6)
TEAMS = ("rifle-team", "assault-team", "mg-team", "at-team", "mortar-team", "flamethrower-team")
GUNS = ("at-gun-light", "at-gun-medium", "at-gun-heavy", "infantry-gun")
VEHICLES = ("truck", "half-track", "armoured-car", "medium-tank", "assault-gun")
TEAM_STATES = ("broken", "suppressed", "cowering", "moved", "sprinted")
VEHICLE_STATES = ("suppressed", "moved", "sprinted", "stunned", "immobilized")


class Situation(NamedTuple):
    """A question that the rules allow, and its answer."""

    question: Question
    answer: Adjudication


def random_unit(stream: random.Random, x: float, y: float, states: float) -> dict[str, Any]:
    """Any unit at a place, in any state."""
    profile = stream.choice((*TEAMS, *GUNS, *VEHICLES))
    names = VEHICLE_STATES if profile in VEHICLES else TEAM_STATES
    state: dict[str, Any] = {name: True for name in names if stream.random() < states}
    if profile in ("armoured-car", "medium-tank", "assault-gun"):
        state["hatch"] = stream.choice(("buttoned", "unbuttoned"))
    return {
        "profile": profile,
        "position": [x, y],
        "facing": stream.randrange(360),
        "quality": stream.choice(("conscript", "regular", "elite")),
        "state": state,
    }


def random_terrain(stream: random.Random, x: float, y: float) -> list[dict[str, Any]]:
    """A line in the way, and what the target stands in."""
    ends = [[x - 3, y - stream.uniform(-1, 3)], [x - 3, y + stream.uniform(-1, 3)]]
    place = {"center": [x, y], "size": [5, 5]}
    pieces = [
        {"id": "line", "kind": stream.choice(("hedge", "stone-wall")), "line": ends, "base": 1},
        {"id": "area", "kind": stream.choice(("wood", "rubble", "crater", "crops")), "rect": place},
        {"id": "hill", "kind": "hill", "rect": place, "elevation": 2},
    ]
    return [piece for piece in pieces if stream.random() < 0.4]


def situations() -> Iterator[Situation]:
    """Random situations in which the rules allow an attack."""
    for seed in range(10**6):
        stream = random.Random(seed)
        phase = stream.choice(FIGHT_PHASES)
        away = {"shooting": 20.0, "firefight": 11.0, "melee": 3.0}[phase]
        x, y = 20 + stream.uniform(0.7, 1) * away, 20 + stream.uniform(-1, 1)
        red, blue = random_unit(stream, 20, 20, 0.15), random_unit(stream, x, y, 0.3)
        try:
            fought = duel(red, blue, terrain=random_terrain(stream, x, y))
        except ScenarioError:
            continue
        questions = ask(fought.start, phase, "r", "t")
        if questions:
            question = stream.choice(questions)
            answer = adjudicate(question)
            if answer.refusal is None:
                yield Situation(question, answer)


def play(question: Question, seed: int) -> tuple[str, bool]:
    """What becomes of the target in one play of the attack, and whether its gun is lost."""
    state = question.state
    left = after(state, fought_out(question, KeyedDice(seed).at(1, 1, question.phase)))
    gun = state.units[question.target].serves
    lost = gun >= 0 and left.guns[gun].fate == "destroyed"
    before, now = condition_of(state, question.target), condition_of(left, question.target)
    return change_of(before, now), lost


def fought_out(question: Question, dice: KeyedDice) -> Any:
    """The events of an order to attack so, as the engine carries it out."""
    state: BattleState = question.state
    attacker, target = question.names
    aims = (Aim(question.weapon, target),) if question.weapon else ()
    if question.phase == "shooting":
        request = Request(kind="shooting", side=0, units=(attacker,), number=1)
        done = step(state, request, Fire(attacker, aims), dice)
        assert done.refusal is None
        return done.events
    named = ((UnitAims(attacker, aims),) if aims else (), ())
    if question.phase == "firefight":
        return firefight.resolve_firefight(state, named, dice)
    (group,) = melee.melees(state)
    return melee.resolve_melee(state, group, named, dice)


def least_tail(count: int, plays: int, chance: Fraction) -> Fraction:
    """The exact chance of so few or of so many, whichever is less."""
    hit, miss = chance.numerator, chance.denominator - chance.numerator
    weights = [comb(plays, n) * hit**n * miss ** (plays - n) for n in range(plays + 1)]
    few, many = sum(weights[: count + 1]), sum(weights[count:])
    return Fraction(min(few, many), chance.denominator**plays)


@pytest.fixture(scope="module")
def found() -> list[Situation]:
    return list(islice(situations(), SITUATIONS))


def test_the_odds_agree_with_the_engine_s_own_play(found):
    for number, (question, answer) in enumerate(found):
        plays = [play(question, 1000 * number + seed) for seed in range(PLAYS)]
        counts = Counter(end for end, _ in plays)
        counts["gun_destroyed"] = sum(lost for _, lost in plays)
        for key, chance in answer.odds.attack.items():
            tail = least_tail(counts[key], PLAYS, Fraction(chance))
            assert tail > LEAST_TAIL, (number, question.names, answer.weapon, key, counts)


def test_the_situations_are_of_every_sort(found):
    answers = [situation.answer for situation in found]
    assert {answer.phase for answer in answers} == set(FIGHT_PHASES)
    assert {type(answer.save).__name__ for answer in answers} >= {"TeamSave", "CoverSave"}
    assert any(answer.to_hit is None for answer in answers)
    assert any(answer.odds.attack.get("gun_destroyed", "0") != "0" for answer in answers)


def test_a_wrong_chance_is_found_out():
    assert least_tail(30, PLAYS, Fraction(1, 2)) > LEAST_TAIL
    assert least_tail(1, PLAYS, Fraction(1, 2)) < LEAST_TAIL
    assert least_tail(0, PLAYS, Fraction(0)) == 1
