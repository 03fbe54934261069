"""One battle between two players, and what becomes of a player that does not answer."""

import re
from inspect import CORO_CLOSED, getcoroutinestate
from typing import Any

import pytest

from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.options import Request
from sim.errors import UsageError
from sim.runner.match import AnswerError, fight, play, players_by_side, sound_order
from sim.state.battle import BattleState, Outcome
from sim.state.events import Event, PlayerForfeited
from sim.state.orders import Aim, Cower, Fire, Move, Order, Pass
from tests.support.builders import scenario, unit

SCENARIO = scenario([unit("r1", "rifle-team", 10, 10)], [unit("b1", "rifle-team", 60, 10)])


class Says:
    """Answers everything alike, or raises what it was given to raise."""

    def __init__(self, answer: Any):
        self.answer = answer

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        if issubclass(type(self.answer), BaseException):
            raise self.answer
        answer: Order = self.answer
        return answer


class Unspeakable:
    """Cannot be shown."""

    def __repr__(self) -> str:
        raise RuntimeError


def outcome_of(answer: Any) -> tuple[Outcome, list[Event]]:
    """How a battle ends in which red answers so, and blue passes."""
    events: list[Event] = []
    battle = Battle(SCENARIO.start, KeyedDice(1), lambda event, _state: events.append(event))
    fight(battle, [Says(answer), Says(Pass())], 1)
    assert battle.outcome is not None
    return battle.outcome, events


@pytest.mark.parametrize(
    "answer",
    [
        RuntimeError("out of ideas"),
        None,
        "pass",
        Move,
        Move(unit="r1", path=((float("nan"), 1.0),), facing=0),
        Move(unit="r1", path=(), facing=float("inf")),
        SystemExit(0),
        Move(unit="r1", path="nowhere", facing=0),  # type: ignore[arg-type]
        Cower(unit="\ud800"),
        Fire(unit=7, aims=(Aim(weapon="rifles", target="b1"),)),  # type: ignore[arg-type]
    ],
)
@pytest.mark.clause("HR-9")
def test_a_player_that_does_not_answer_forfeits(answer: Any) -> None:
    outcome, events = outcome_of(answer)
    assert (outcome.termination, outcome.winner) == ("forfeit", 1)
    assert isinstance(events[-2], PlayerForfeited)
    assert events[-2].by == "red"


def test_the_reason_of_a_forfeit_holds_no_address() -> None:
    _, events = outcome_of(RuntimeError("cannot use <object at 0x7f00deadbeef>"))
    assert isinstance(events[-2], PlayerForfeited)
    assert events[-2].reason.startswith("RuntimeError: cannot use <object> (line ")


def test_the_reason_of_a_forfeit_names_the_line_of_the_player() -> None:
    _, events = outcome_of(RuntimeError("out of ideas"))
    line = Says.decide.__code__.co_firstlineno + 2
    reason = f"RuntimeError: out of ideas (line {line} of {__name__})"
    assert events[-2] == PlayerForfeited(by="red", reason=reason)


def test_an_answer_that_is_no_order_has_no_line() -> None:
    _, events = outcome_of(None)
    reason = "the answer is no order but of type NoneType"
    assert events[-2] == PlayerForfeited(by="red", reason=reason)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ("pass", "the answer is no order but of type str"),
        (Unspeakable(), "the answer is no order but of type Unspeakable"),
        (Cower(unit=Unspeakable()), "the answer, of type Cower, holds what no order can hold"),  # type: ignore[arg-type]
        (Cower(unit="\ud800"), "the answer, of type Cower, holds text with half a surrogate pair"),
        (Cower(unit=7), "the answer, of type Cower, does not fit: Expected `str`, got `int`"),  # type: ignore[arg-type]
        ({"order": "pas"}, "the answer, of type dict, does not fit: Invalid value 'pas'"),
    ],
)
def test_an_answer_that_is_no_order_is_told_in_a_sentence(answer: Any, reason: str) -> None:
    with pytest.raises(AnswerError, match=f"^{re.escape(reason)}"):
        sound_order(answer)


def test_a_coroutine_is_no_answer_and_is_closed() -> None:
    async def decide() -> Order:
        return Pass()

    answer = decide()
    _, events = outcome_of(answer)
    assert isinstance(events[-2], PlayerForfeited)
    assert events[-2].reason.startswith("decide is `async`")
    assert getcoroutinestate(answer) == CORO_CLOSED


def test_a_reason_that_cannot_be_said_is_left_out() -> None:
    class MuteError(Exception):
        def __str__(self) -> str:
            raise RuntimeError

    _, events = outcome_of(MuteError())
    assert isinstance(events[-2], PlayerForfeited)
    assert events[-2].reason.startswith("MuteError (line ")


class Nameless(type):
    """A class of classes that do not tell their names."""

    @property
    def __name__(cls) -> str:  # type: ignore[override]
        raise RuntimeError


class NamelessError(Exception, metaclass=Nameless):
    """Of a name that nobody gets to know."""


class QuitterError(Exception):
    """Ends the program when it is asked what it says."""

    def __str__(self) -> str:
        raise SystemExit(7)


class LiarError(Exception):
    """Gives itself out for what it is not."""

    @property
    def __class__(self) -> Any:
        raise RuntimeError


@pytest.mark.parametrize(
    "kind", [NamelessError, QuitterError, LiarError], ids=["name", "text", "class"]
)
def test_a_hostile_exception_is_a_forfeit_like_any(kind: type[Exception]) -> None:
    outcome, events = outcome_of(kind())
    assert outcome.termination == "forfeit"
    assert isinstance(events[-2], PlayerForfeited)
    assert events[-2].reason


def test_ctrl_c_while_a_reason_is_told_is_no_forfeit() -> None:
    class ImpatientError(Exception):
        def __str__(self) -> str:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        outcome_of(ImpatientError())


def test_a_reason_is_short_and_of_characters() -> None:
    _, events = outcome_of(RuntimeError("\ud800" * 5000))
    assert isinstance(events[-2], PlayerForfeited)
    assert events[-2].reason.startswith("RuntimeError: ???")
    assert len(events[-2].reason) == 1000


def test_ctrl_c_is_no_forfeit() -> None:
    with pytest.raises(KeyboardInterrupt):
        outcome_of(KeyboardInterrupt())


def test_an_order_keeps_its_value_on_the_way() -> None:
    order = Fire(unit="r1", aims=(Aim(weapon="rifles", target="b1"),))
    assert sound_order(order) == order


def test_every_side_has_a_player_and_no_other() -> None:
    assert players_by_side(SCENARIO, {"blue": "null"}) == {"red": "greedy", "blue": "null"}
    with pytest.raises(UsageError, match="there is no side 'green'"):
        players_by_side(SCENARIO, {"green": "null"})


def test_a_battle_is_fought_to_its_end() -> None:
    events: list[Event] = []
    state = play(
        SCENARIO, {"red": "null", "blue": "null"}, 3, lambda event, _state: events.append(event)
    )
    assert state.outcome == Outcome("rounds", None, 8, None, (0.0, 0.0))
    assert len(events) > 100
