"""What a roll could have come to, from its own numbers."""

from fractions import Fraction

import pytest

from sim.report.replay.chances import (
    chances_of,
    is_success,
    roll_chance_words,
    success_chance,
)
from sim.state.rolls import Modifier, Roll


def roll(purpose: str, result: str = "pass", **more: object) -> Roll:
    return Roll(purpose=purpose, faces=(4,), result=result, **more)  # type: ignore[arg-type]


@pytest.mark.clause("BB-1", "BB-3")
@pytest.mark.parametrize(("need", "chance"), [(4, "1/2"), (6, "1/6"), (7, "1/36"), (1, "35/36")])
def test_a_die_passes_as_its_need_says(need: int, chance: str) -> None:
    assert success_chance(roll("to_hit", need=need)) == Fraction(chance)


@pytest.mark.clause("PR-20")
def test_leadership_knows_no_double_six() -> None:
    assert success_chance(roll("rally_broken", need=7)) == 0


@pytest.mark.clause("FR-9", "FR-10", "FR-11")
def test_a_team_save_is_read_from_its_modifiers() -> None:
    save = roll("team_save", modifiers=(Modifier("emplaced", 3, "FR-21"),))
    assert chances_of(save) == {
        "destroyed": Fraction(1, 36),
        "broken": Fraction(1, 4),
        "saved": Fraction(13, 18),
    }
    assert success_chance(save) == Fraction(13, 18)


@pytest.mark.clause("BW-16", "BW-17")
def test_a_wound_may_stun_or_destroy() -> None:
    wound = roll("to_wound", need=4)
    assert chances_of(wound) == {
        "below": Fraction(1, 2),
        "equal": Fraction(1, 6),
        "above": Fraction(1, 3),
    }
    assert success_chance(wound) == Fraction(1, 2)


@pytest.mark.parametrize("unknown", [roll("to_dance", need=4), roll("to_hit")])
def test_of_an_unknown_roll_nothing_is_said(unknown: Roll) -> None:
    assert chances_of(unknown) == {}
    assert success_chance(unknown) is None
    assert roll_chance_words(unknown) == ""


@pytest.mark.parametrize("result", ["pass", "saved", "equal", "above", "double_six"])
def test_what_serves_the_thrower(result: str) -> None:
    assert is_success(roll("to_hit", result))


@pytest.mark.parametrize("result", ["fail", "below", "broken", "destroyed"])
def test_what_does_not(result: str) -> None:
    assert not is_success(roll("to_hit", result))


def test_chances_in_words() -> None:
    words = roll_chance_words(roll("terrain", need=2))
    assert words == "failure 1/6 (16.67 %), success 5/6 (83.33 %)"
