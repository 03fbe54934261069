"""The states along a log are those of the battle, without the rules."""

from itertools import pairwise
from pathlib import Path

import pytest
from msgspec.structs import replace

from sim.dice import KeyedDice
from sim.errors import LogError
from sim.replay.codec import encode, encode_event
from sim.replay.fold import kind_of, scenario_of, states_along
from sim.replay.log import LogReader
from sim.replay.resimulate import answers_in, resimulate
from sim.state.battle import BattleState
from sim.state.digest import state_digest
from sim.state.events import (
    Event,
    FormationRouted,
    GunDestroyed,
    ObjectiveHeld,
    ObjectiveLost,
    TurnEnded,
    TurnStarted,
    UnitBroken,
    UnitMoved,
)
from tests.support.logs import few_events, header, log_bytes, skirmish
from tests.support.replays import SEED, crowded, joined, lines_of, moments, resealed, written
from tests.support.telling import hit


def test_the_states_are_those_of_the_battle(tmp_path: Path) -> None:
    found = moments(written(tmp_path))
    played: list[BattleState] = []
    events = [moment.line.event for moment in found]
    resimulate(
        found[0].before,
        KeyedDice(SEED),
        answers_in(events),
        lambda event, state: played.append(state),
    )
    assert [moment.after for moment in found] == played


def test_each_state_before_is_the_last_one_after(tmp_path: Path) -> None:
    found = moments(written(tmp_path))
    for one, following in pairwise(found):
        assert following.before is one.after


def test_the_digests_of_the_log_are_those_of_its_states(tmp_path: Path) -> None:
    ended = [m for m in moments(written(tmp_path)) if isinstance(m.line.event, TurnEnded)]
    assert ended
    for moment in ended:
        assert moment.line.event == TurnEnded(digest=state_digest(moment.before))


def test_a_header_without_a_scenario_is_an_error_with_its_place(tmp_path: Path) -> None:
    bare = encode(replace(header(), scenario={"name": "nothing"}))
    path = written(tmp_path, resealed(joined([bare, *lines_of(log_bytes())[1:]])))
    with pytest.raises(LogError, match=r"battle\.jsonl:1: the header holds no scenario"):
        scenario_of(LogReader(path))


@pytest.mark.parametrize(
    ("event", "what"),
    [
        (UnitBroken(unit="nobody", clause="FR-10"), "there is no unit 'nobody'"),
        (hit("saved", "FR-11", target="nobody"), "there is no target 'nobody'"),
        (GunDestroyed(gun="r1", clause="FR-32"), "there is no gun 'r1'"),
        (FormationRouted(formation="r1"), "there is no formation 'r1'"),
        (ObjectiveLost(condition=0), "there is no condition 0"),
        (ObjectiveHeld(condition=-1, rounds=1), "there is no condition -1"),
        (UnitMoved(unit="r1", manner="move", path=(), facing=0.0, cost=0.0), "range"),
        (TurnStarted(round_number=2, by="nobody"), "does not fit"),
    ],
)
def test_what_does_not_exist_is_an_error_with_its_event(
    tmp_path: Path, event: Event, what: str
) -> None:
    lines = lines_of(log_bytes())
    lines[2] = encode_event(2, event, skirmish().start)
    path = written(tmp_path, joined(lines))
    with pytest.raises(LogError, match=rf"event 2 \({kind_of(event)}\) .*{what}"):
        list(states_along(LogReader(path)))


def test_a_formation_of_the_battle_may_rout(tmp_path: Path) -> None:
    events = [few_events()[0], FormationRouted(formation="red-1")]
    assert len(moments(written(tmp_path, log_bytes(events)))) == 2


def test_a_condition_of_the_battle_may_be_met(tmp_path: Path) -> None:
    head, first, *_ = lines_of(crowded())
    start = moments(written(tmp_path))[0].before
    held = encode_event(2, ObjectiveHeld(condition=0, rounds=1), start)
    assert moments(written(tmp_path, joined([head, first, held])))[-1].after.held[0] == 1


def test_a_kind_is_called_as_in_the_log() -> None:
    assert kind_of(UnitBroken) == kind_of(UnitBroken(unit="r1", clause="FR-10")) == "unit_broken"
