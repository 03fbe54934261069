"""Dice: the odd ends of tests, keyed faces, scripts, records, and exact enumeration."""

from collections import Counter
from fractions import Fraction
from itertools import product

import pytest
from hypothesis import given
from hypothesis import strategies as st

from sim.dice import (
    Dice,
    KeyedDice,
    RecordingDice,
    ScriptedDice,
    Stream,
    Table,
    Throw,
    enumerate_outcomes,
    need_table,
    throws_on,
)
from sim.errors import UsageError

HIGHEST = Table(lambda faces: str(max(faces)), dice=2)


def chance(need: int) -> Fraction:
    return dict(need_table(need).weights).get("pass", Fraction(0))


@pytest.mark.clause("BB-1")
@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
def test_a_face_of_at_least_the_number_passes(need):
    assert chance(need) == Fraction(7 - need, 6)


@pytest.mark.clause("BB-2")
@pytest.mark.parametrize("need", [1, 0, -7])
def test_only_a_second_one_fails_at_one_or_less(need):
    assert chance(need) == Fraction(35, 36)
    assert need_table(need).read([1, 2]) == Throw((1, 2), "pass")
    assert need_table(need).read([1, 1]) == Throw((1, 1), "fail")


@pytest.mark.clause("BB-3")
@pytest.mark.parametrize("need", [7, 8, 40])
def test_only_a_double_six_passes_at_seven_or_more(need):
    assert chance(need) == Fraction(1, 36)
    assert need_table(need).read([6, 6]) == Throw((6, 6), "pass")
    assert need_table(need).read([6, 5]) == Throw((6, 5), "fail")


@pytest.mark.clause("BB-4")
def test_a_die_is_thrown_once_more_at_most():
    assert need_table(1).read([1, 1, 6]).faces == (1, 1)
    assert need_table(7).read([6, 6, 6]).faces == (6, 6)
    assert need_table(7).read([5, 6]).faces == (5,)


def test_throws_on_a_row_each_have_a_stretch_of_their_own():
    throws = throws_on(need_table(7), [5, 6, 6, 6, 6, 1], 3)
    assert [throw.faces for throw in throws] == [(5,), (6, 6), (6, 1)]


def test_a_table_of_two_dice_weighs_every_pair_of_faces():
    pairs = Counter(str(max(pair)) for pair in product(range(1, 7), repeat=2))
    assert dict(HIGHEST.weights) == {best: Fraction(n, 36) for best, n in pairs.items()}


@given(st.integers(-3, 12))
def test_the_weights_of_a_table_sum_to_one(need):
    assert sum(weight for _, weight in need_table(need).weights) == 1


def keyed(seed: int, **name: object) -> tuple[Throw, ...]:
    words = {"purpose": "to_hit", "unit": "a", "weapon": "w", "target": "b", "occurrence": 0}
    dice = KeyedDice(seed).at(1, 2, "shooting")
    return dice.throw(HIGHEST, 12, **{**words, **name})


@pytest.mark.parametrize(
    "other",
    [{"purpose": "save"}, {"unit": "c"}, {"weapon": "v"}, {"target": "c"}, {"occurrence": 1}],
)
def test_every_word_of_its_name_makes_another_throw(other):
    assert keyed(7, **other) != keyed(7)


@pytest.mark.parametrize("scene", [(2, 2, "shooting"), (1, 3, "shooting"), (1, 2, "melee")])
def test_another_phase_makes_another_throw(scene):
    here, there = KeyedDice(7).at(1, 2, "shooting"), KeyedDice(7).at(*scene)
    assert here.throw(HIGHEST, 12, "to_hit", "a") != there.throw(HIGHEST, 12, "to_hit", "a")


def test_the_same_name_and_seed_make_the_same_throw():
    assert keyed(7) == keyed(7)
    assert keyed(7) != keyed(8)


def test_a_throw_of_more_dice_begins_with_the_throw_of_fewer():
    dice = KeyedDice(3)
    many = dice.throw(HIGHEST, 100, "to_hit", "a")
    assert many[:10] == dice.throw(HIGHEST, 10, "to_hit", "a")


def test_keyed_faces_do_not_change_from_version_to_version():
    throws = KeyedDice(2024).throw(need_table(4), 12, "to_hit", "a")
    assert [throw.faces[0] for throw in throws] == [6, 3, 6, 2, 2, 5, 4, 5, 2, 6, 2, 2]


def test_keyed_faces_are_as_even_as_chance_has_them():
    throws = KeyedDice(5).throw(need_table(4), 6000, "to_hit", "a")
    counts = Counter(throw.faces[0] for throw in throws)
    assert sorted(counts) == [1, 2, 3, 4, 5, 6]
    assert sum((n - 1000) ** 2 / 1000 for n in counts.values()) < 20.5


def test_a_script_gives_its_faces_in_order_a_second_die_behind_its_first():
    dice = ScriptedDice([6, 6, 4, 6, 1]).at(1, 1, "shooting")
    throws = dice.throw(need_table(7), 3, "to_hit", "a")
    assert [throw.faces for throw in throws] == [(6, 6), (4,), (6, 1)]
    dice.finish()


def test_a_script_by_purpose_keeps_a_row_for_each():
    dice = ScriptedDice({"save": [1, 2], "to_hit": [5]})
    assert dice.throw(need_table(4), 1, "to_hit", "a")[0].faces == (5,)
    assert dice.throw(HIGHEST, 1, "save", "b")[0].faces == (1, 2)
    dice.finish()


def resolve_two(dice: Dice) -> None:
    dice.throw(need_table(4), 1, "to_hit", "a")
    dice.throw(HIGHEST, 1, "save", "a", "", "b")


def test_a_missing_die_names_what_it_was_wanted_for():
    dice = ScriptedDice([4])
    with pytest.raises(UsageError, match="too few dice: after 1, expected 2 for save of a at b"):
        resolve_two(dice)


def test_a_second_die_may_be_missing_as_well():
    with pytest.raises(UsageError, match=r"expected 2 for to_hit of a$"):
        ScriptedDice([6]).throw(need_table(7), 1, "to_hit", "a")


def test_a_purpose_without_a_row_has_no_dice():
    with pytest.raises(UsageError, match="too few dice"):
        ScriptedDice({"to_hit": [4]}).throw(need_table(4), 1, "save", "a")


def test_a_die_left_over_is_an_error():
    with pytest.raises(UsageError, match=r"too many dice: 0 were used, 2 left over$"):
        ScriptedDice([4, 4]).finish()
    with pytest.raises(UsageError, match=r"1 left over \(save\)$"):
        ScriptedDice({"to_hit": [], "save": [3]}).finish()


def test_a_record_holds_every_throw_over_all_phases():
    dice = RecordingDice(ScriptedDice([4, 5]))
    first = dice.throw(need_table(4), 1, "to_hit", "a", "w", "b", 3)
    dice.at(1, 1, "melee").throw(need_table(4), 1, "save", "b")
    assert [throw.purpose for throw in dice.record] == ["to_hit", "save"]
    assert dice.record[0] == ("to_hit", "a", "w", "b", 3, first)


def hit_then_save(dice: Dice) -> str:
    if dice.throw(need_table(4), 1, "to_hit", "a")[0].result == "fail":
        return "missed"
    return dice.at(1, 1, "shooting").throw(HIGHEST, 1, "save", "b")[0].result


def test_enumeration_is_exact_and_follows_every_branch():
    chances = enumerate_outcomes(hit_then_save)
    assert chances == {
        "missed": Fraction(1, 2),
        **{str(n): Fraction(2 * n - 1, 72) for n in range(1, 7)},
    }


def test_enumeration_shows_no_faces():
    faces = enumerate_outcomes(lambda dice: dice.throw(HIGHEST, 2, "save", "a")[0].faces)
    assert faces == {(): Fraction(1)}


@given(st.integers(0, 2**53 - 1), st.integers(1, 40))
def test_a_stream_stays_below_its_bound_and_repeats_itself(seed, bound):
    first, again = Stream.of(seed, "red", "1"), Stream.of(seed, "red", "1")
    numbers = [first.below(bound) for _ in range(20)]
    assert all(0 <= number < bound for number in numbers)
    assert numbers == [again.below(bound) for _ in range(20)]


@pytest.mark.parametrize("other", [(2, "red", "1"), (1, "blue", "1"), (1, "red", "2")])
def test_every_side_and_request_has_a_stream_of_its_own(other):
    first, second = Stream.of(1, "red", "1"), Stream.of(*other)
    assert [first.below(1000) for _ in range(5)] != [second.below(1000) for _ in range(5)]
