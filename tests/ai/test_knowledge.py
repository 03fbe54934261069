"""What is known of a table is bounded, and what is forgotten is found again."""

import pytest

from sim.ai.ground import ground_of
from sim.ai.knowledge import knowledge_of
from sim.ai.prospects import hope
from sim.ai.survey import Survey
from sim.ai.view import view_of
from sim.state.battle import BattleState
from tests.support.builders import battle, unit


def facing_each_other() -> BattleState:
    blue = [unit("b", "rifle-team", 30, 20), unit("c", "mg-team", 30, 26)]
    return battle([unit("r", "rifle-team", 12, 20)], blue)


def test_pairs_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.knowledge._KEPT_PAIRS", 1)
    state = facing_each_other()
    survey = Survey(state.roster)
    me, foe = survey.standing(state, 0), survey.standing(state, 1)
    there, back = survey.pair(state, me, foe), survey.pair(state, foe, me)
    assert len(survey.known.pairs) == 1
    assert (survey.pair(state, me, foe), survey.pair(state, foe, me)) == (there, back)


def test_duels_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    """The hull of a tank bears on few, so that its duels are kept one by one."""
    monkeypatch.setattr("sim.ai.knowledge._KEPT_DUELS", 1)
    blue = [unit("b", "rifle-team", 30, 20), unit("c", "mg-team", 30, 26)]
    state = battle([unit("t", "medium-tank", 12, 20, 90)], blue)
    view = view_of(state)
    known = view.survey.known.duels
    found = [hope(view, 0) for _ in range(3)]
    assert found[0] > 0.0
    assert found == found[:1] * 3
    assert sum(map(len, known.values())) == 1


def test_standoffs_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.knowledge._KEPT_STANDOFFS", 1)
    view = view_of(facing_each_other())
    found = [hope(view, 0) for _ in range(3)]
    assert found[0] > 0.0
    assert found == found[:1] * 3
    assert len(view.survey.known.standoffs) == 1


def test_grounds_are_forgotten_when_there_are_too_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.knowledge._KEPT_GROUNDS", 1)
    view = view_of(facing_each_other())
    first = ground_of(view, 0, 6.0)
    assert ground_of(view, 0, 6.0) is first
    assert ground_of(view, 0, 12.0) is not first
    assert len(view.survey.known.grounds) == 1
    again = ground_of(view, 0, 6.0)
    assert again is not first
    assert again.cells.tolist() == first.cells.tolist()


def test_with_too_many_spots_the_next_battle_begins_anew(monkeypatch: pytest.MonkeyPatch) -> None:
    state = facing_each_other()
    survey = Survey(state.roster)
    survey.foes_of(state, 0)
    assert knowledge_of(state.roster) is survey.known
    monkeypatch.setattr("sim.ai.knowledge._KEPT_SPOTS", 1)
    assert knowledge_of(state.roster) is not survey.known
