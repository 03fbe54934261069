"""What is known of a table is bounded, and what is forgotten is found again."""

import pytest

from sim.ai.duels import assess_duel, duels
from sim.ai.knowledge import knowledge_of
from sim.ai.survey import Survey
from sim.state.battle import BattleState
from tests.support.builders import battle, unit


def facing_each_other() -> BattleState:
    blue = [unit("b", "rifle-team", 30, 20), unit("c", "mg-team", 30, 26)]
    return battle([unit("r", "rifle-team", 12, 20)], blue)


def test_cases_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.knowledge._KEPT_CASES", 1)
    state = facing_each_other()
    survey = Survey(state.roster)
    me, foe = survey.standing(state, 0), survey.standing(state, 1)
    there, back = survey.case(state, me, foe), survey.case(state, foe, me)
    assert len(survey.known.cases) == 1
    assert (survey.case(state, me, foe), survey.case(state, foe, me)) == (there, back)


def test_duels_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.knowledge._KEPT_DUELS", 1)
    state = facing_each_other()
    survey = Survey(state.roster)
    me, foes = survey.standing(state, 0), survey.foes_of(state, 0)
    for _ in range(2):
        found = [terms for _, terms in duels(survey, state, me, foes)]
        assert found == [assess_duel(survey, state, me, foe) for foe in foes]


def test_with_too_many_spots_the_next_battle_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = facing_each_other()
    survey = Survey(state.roster)
    survey.foes_of(state, 0)
    assert knowledge_of(state.roster) is survey.known
    monkeypatch.setattr("sim.ai.knowledge._KEPT_SPOTS", 1)
    assert knowledge_of(state.roster) is not survey.known
