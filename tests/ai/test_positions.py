"""Positions: what was decided in them is remembered, for as long as it may be met again."""

import pytest
from msgspec.structs import replace

from sim.ai import positions
from sim.ai.greedy import GreedyPlayer
from sim.ai.positions import Positions, position_of, positions_of
from sim.ai.tactician import TacticianPlayer
from sim.ai.temper import Temper
from sim.dice import Stream
from sim.engine.options import Request
from sim.state.battle import BattleState
from sim.state.orders import Cower, Order, Pass
from tests.support.asking import answer, request
from tests.support.builders import battle, changed, unit


def state() -> BattleState:
    """A team before another and a machine gun, of which the tactician fires at the gun."""
    blue = [unit("b", "rifle-team", 30, 12), unit("m", "mg-team", 30, 28)]
    return battle([unit("r", "rifle-team", 12, 20)], blue)


class Deciding:
    """Decides anew each time, and counts how often it had to."""

    def __init__(self) -> None:
        self.times = 0

    def __call__(self) -> Order:
        self.times += 1
        return Cower(f"u{self.times}")


def test_a_position_is_decided_upon_once() -> None:
    found, decide = Positions(state().roster), Deciding()
    assert found.order("a", decide) == found.order("a", decide) == Cower("u1")
    assert found.order("b", decide) == Cower("u2")


def test_those_met_lately_are_kept_and_others_forgotten(monkeypatch: pytest.MonkeyPatch) -> None:
    roster = state().roster
    monkeypatch.setattr(positions, "_KEPT_ROWS", 2 * len(roster.units) + 1)
    found, decide = Positions(roster), Deciding()
    for position in "abcad":
        found.order(position, decide)
    assert decide.times == 4
    assert [found.order(position, decide) for position in "ad"] == [Cower("u1"), Cower("u4")]
    found.order("b", decide)
    assert decide.times == 5


def test_an_equal_state_is_the_same_position_and_any_other_is_not() -> None:
    one = state()
    question = request(one, "shooting", "r")
    same = replace(one, units=tuple(replace(row) for row in one.units))
    assert position_of(same, question) == position_of(one, question)
    assert hash(position_of(same, question)) == hash(position_of(one, question))
    others = [changed(one, "b", broken=True), replace(one, round=2), replace(one, acted=1)]
    asked = [position_of(other, question) for other in others]
    asked.append(position_of(one, request(one, "firefight", "r", groups=[("r", "b")])))
    asked.append(position_of(one, request(one, "charge", "r")))
    assert position_of(one, question) not in asked
    assert len(set(asked)) == len(asked)


def test_every_roster_has_a_memory_of_its_own() -> None:
    roster = state().roster
    first = positions_of(roster)
    assert positions_of(roster) is first
    assert positions_of(replace(roster)) is not first


class Moody(GreedyPlayer):
    """Passes or not, as its mood is; two of them are not the same player."""

    def __init__(self, *, good: bool) -> None:
        super().__init__()
        self._good = good

    def _decide_anew(self, state: BattleState, request: Request) -> Order:
        return super()._decide_anew(state, request) if self._good else Pass()


def test_heirs_that_have_more_to_them_share_nothing() -> None:
    one = state()
    bad, good, again = (
        answer(one, "shooting", "r", player=Moody(good=mood)) for mood in (False, True, False)
    )
    assert bad == again == Pass() != good


def test_a_player_that_was_given_more_shares_nothing() -> None:
    one, changed_player = state(), GreedyPlayer()
    vars(changed_player)["view"] = lambda state, side: pytest.fail("it is asked, as it should be")
    answer(one, "shooting", "r")
    with pytest.raises(pytest.fail.Exception, match="asked"):
        answer(one, "shooting", "r", player=changed_player)


def test_a_request_of_lists_is_answered_as_well() -> None:
    one = state()
    question = replace(request(one, "shooting", "r"), units=["r"], groups=[])
    assert GreedyPlayer().decide(one, question, Stream(b"any")) == answer(one, "shooting", "r")


@pytest.mark.parametrize("other", [TacticianPlayer(), GreedyPlayer(Temper(caution=9.0))])
def test_players_of_other_classes_or_tempers_share_nothing(other: GreedyPlayer) -> None:
    one = state()
    first = answer(one, "shooting", "r", player=GreedyPlayer())
    kept = positions_of(one.roster)
    assert answer(one, "shooting", "r", player=GreedyPlayer()) is first
    assert answer(one, "shooting", "r", player=other) is not first
    assert positions_of(one.roster) is kept
