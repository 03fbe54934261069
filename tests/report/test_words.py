"""Words for numbers, rolls, orders and conditions."""

from typing import get_args

import pytest
from hypothesis import given

from sim.report.cast import ConditionEntry
from sim.report.words import (
    condition_words,
    count,
    faces_words,
    heading,
    inches,
    leadership_words,
    listed,
    need_words,
    order_words,
    path_length,
    place,
    save_words,
    suppressed_words,
)
from sim.state.orders import (
    Aim,
    BreakAway,
    Charge,
    Cower,
    Fire,
    Move,
    NameTargets,
    Order,
    Pass,
    Resolve,
    SetHatch,
    UnitAims,
)
from sim.state.rolls import Modifier, Roll, SuppressedModifier
from tests.support.any_events import values_of

ELITE = Modifier("elite", 1, "FR-12")


def roll(*faces: int, need: int | None = None, modifiers: tuple[Modifier, ...] = ()) -> Roll:
    return Roll(purpose="any", faces=faces, result="pass", need=need, modifiers=modifiers)


def test_lengths_have_at_most_one_decimal() -> None:
    assert [inches(value) for value in (9.5, 12.0, 2.04, -0.01)] == ['9.5"', '12"', '2"', '0"']


def test_counts_agree_with_their_noun() -> None:
    assert [count(n, "hit") for n in (0, 1, 2)] == ["no hits", "1 hit", "2 hits"]
    assert count(2, "loss", "losses") == "2 losses"


def test_lists_end_with_and() -> None:
    assert listed(["a"]) == "a"
    assert listed(["a", "b", "c"]) == "a, b and c"


def test_places_are_pairs() -> None:
    assert place((12.25, 3.0)) == "(12.2, 3)"


def test_a_path_is_as_long_as_its_legs() -> None:
    assert path_length([(0, 0), (3, 4), (3, 6)]) == 7


@pytest.mark.parametrize(
    ("end", "wind"),
    [
        ((0, 5), "north"),
        ((5, 5), "north-east"),
        ((5, 0), "east"),
        ((5, -5), "south-east"),
        ((0, -5), "south"),
        ((-5, -5), "south-west"),
        ((-5, 0), "west"),
        ((-5, 5), "north-west"),
        ((0, 0), "back"),
    ],
)
def test_north_is_the_top_of_the_table(end: tuple[float, float], wind: str) -> None:
    assert heading((0, 0), end) == wind


@pytest.mark.clause("BB-13")
def test_a_need_says_what_it_is_made_of() -> None:
    modifiers = (Modifier("skill", 1, "BB-13"), Modifier("concealed", 1, "HR-10"))
    words = need_words(roll(3, need=6, modifiers=modifiers))
    assert words == "6+ (4 +1 skill BB-13, +1 concealed HR-10)"


@pytest.mark.clause("BB-3")
def test_a_need_above_six_is_a_double_six() -> None:
    assert need_words(roll(6, 2, need=7)) == "7+ by a double six"


def test_a_roll_without_a_need_has_no_words_for_it() -> None:
    assert need_words(roll(6)) == ""


@pytest.mark.clause("HR-3")
def test_a_leader_shows_in_the_leadership_test() -> None:
    leader = (Modifier("leader", 1, "HR-3"),)
    words = leadership_words(roll(3, need=3, modifiers=leader))
    assert words == "3+ (Leadership 4+, +1 leader HR-3)"
    assert leadership_words(roll(3, need=4)) == "4+"


def test_a_reroll_stands_behind_its_die() -> None:
    assert faces_words([roll(3), roll(6, 2), roll(1)]) == "3 6→2 1"


@pytest.mark.clause("FR-8")
def test_a_save_adds_up() -> None:
    assert save_words(roll(2, 4, modifiers=(ELITE,))) == "2D6 +1 (+1 elite FR-12): 2+4 +1 = 7"
    assert save_words(roll(2, 4)) == "2D6: 2+4 = 6"


def test_what_does_not_count_says_why() -> None:
    shield = SuppressedModifier("gunshield", 2, "FR-30", "the emplacement counts instead")
    words = "+2 gunshield (FR-30: the emplacement counts instead)"
    assert suppressed_words([shield]) == words


AIM = Aim("rifles", "b1")
ORDERS: dict[str, Order] = {
    "to pass": Pass(),
    "a1 to button": SetHatch("a1", buttoned=True),
    "a1 to unbutton": SetHatch("a1", buttoned=False),
    "a1 to cower": Cower("a1"),
    "a1 to move to (3, 4)": Move("a1", ((3.0, 4.0),), 0.0),
    "a1 to sprint to (3, 4)": Move("a1", ((3.0, 4.0),), 0.0, sprint=True),
    "a1 to turn to 90°": Move("a1", (), 90.0),
    "a1 to take over the gun g": Move("a1", ((3.0, 4.0),), 0.0, occupy="g"),
    "a1 to leave over the top edge": Move("a1", ((3.0, 4.0),), 0.0, exit="top"),
    "a1 to fire rifles at b1": Fire("a1", (AIM,)),
    "a1 to fire nothing": Fire("a1", ()),
    "the fight of a1 to be next": Resolve("a1"),
    "to attack with rifles of a1 at b1": NameTargets((UnitAims("a1", (AIM,)),)),
    "to attack with nothing": NameTargets(()),
    "a1 to charge b1": Charge("a1", "b1", ()),
    "a1 to break away to (3, 4)": BreakAway("a1", ((3.0, 4.0),), 0.0),
    "a1 to break away": BreakAway("a1", (), 0.0),
}


@pytest.mark.parametrize("words", ORDERS)
def test_an_order_in_words(words: str) -> None:
    assert order_words(ORDERS[words]) == words


@pytest.mark.parametrize("kind", get_args(Order), ids=lambda kind: kind.__name__)
def test_every_kind_of_order_has_words(kind: type) -> None:
    @given(values_of(kind))
    def has_words(order: Order) -> None:
        assert order_words(order)

    has_words()


CONDITIONS = {
    "holding hill at the end of round 8": {"kind": "hold", "objective": "hill", "at_round": 8},
    "holding hill for 2 rounds running": {"kind": "hold", "objective": "hill", "rounds": 2},
    "destroying 50 % of the enemy": {"kind": "destroy", "share": 0.5},
    "destroying b1": {"kind": "destroy", "unit": "b1"},
    "destroying the gun g": {"kind": "destroy", "gun": "g"},
    "taking 1 unit off the table over the top edge": {"kind": "exit", "edge": "top"},
    "taking 2 units off the table over the top edge": {"kind": "exit", "edge": "top", "units": 2},
    "surviving to the end of round 8": {"kind": "survive", "round": 8},
    "magic": {"kind": "magic"},
}


@pytest.mark.clause("HR-27")
@pytest.mark.parametrize("words", CONDITIONS)
def test_a_condition_in_words(words: str) -> None:
    condition = ConditionEntry(side="red", **CONDITIONS[words])  # type: ignore[arg-type]
    assert condition_words(condition) == words
