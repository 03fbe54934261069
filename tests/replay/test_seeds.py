"""The seeds of a battle that was continued from others."""

from msgspec import UNSET
from msgspec.structs import replace

from sim.dice import KeyedDice, need_table
from sim.replay.codec import Header, Parent, decode_header, encode
from sim.replay.seeds import SwitchingDice, child_of, seeds_of
from tests.support.logs import header

TABLE = need_table(4)


def child(of: Header, event: int, seed: int) -> Header:
    return child_of(of, f"digest {event}", event, seed)


def test_a_battle_of_its_own_has_one_seed() -> None:
    assert seeds_of(header()) == ((0, 7),)
    assert b"parent" not in encode(header())


def test_a_child_throws_its_parents_dice_before_its_own() -> None:
    made = child(header(), 40, 11)
    assert made.parent == Parent(digest="digest 40", event=40, seed=7)
    assert seeds_of(made) == ((0, 7), (40, 11))


def test_a_child_of_a_child_throws_the_dice_of_all_three() -> None:
    made = child(child(header(), 40, 11), 60, 12)
    assert seeds_of(made) == ((0, 7), (40, 11), (60, 12))


def test_a_fork_before_the_parents_own_has_nothing_of_its_dice() -> None:
    made = child(child(header(), 40, 11), 20, 12)
    assert seeds_of(made) == ((0, 7), (20, 12))
    assert isinstance(made.parent, Parent)
    assert made.parent.parent is UNSET


def test_a_fork_where_the_parent_was_forked_takes_the_place_of_its_dice() -> None:
    assert seeds_of(child(child(header(), 40, 11), 40, 12)) == ((0, 7), (40, 12))


def test_the_parents_survive_their_line() -> None:
    made = child(child(header(), 40, 11), 60, 12)
    assert decode_header(encode(made)) == made


def test_a_header_with_a_parent_differs_only_there() -> None:
    made = child(header(), 40, 7)
    assert replace(made, parent=UNSET) == header()


def test_dice_change_their_seed_in_the_middle_of_a_phase() -> None:
    dice = SwitchingDice(7)
    scene = dice.at(2, 3, "shooting")
    before = scene.throw(TABLE, 9, "to_hit", "r1")
    dice.reseed(8)
    after = scene.throw(TABLE, 9, "to_hit", "r1")
    assert before == KeyedDice(7).at(2, 3, "shooting").throw(TABLE, 9, "to_hit", "r1")
    assert after == KeyedDice(8).at(2, 3, "shooting").throw(TABLE, 9, "to_hit", "r1")


def test_dice_before_any_phase_are_keyed_dice_too() -> None:
    thrown = SwitchingDice(7).throw(TABLE, 9, "to_hit", "r1", "rifles", "b1", 2)
    assert thrown == KeyedDice(7).throw(TABLE, 9, "to_hit", "r1", "rifles", "b1", 2)
