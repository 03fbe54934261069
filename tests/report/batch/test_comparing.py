"""What a change did, over battles before and after it."""

import re
from collections.abc import Iterable
from typing import Any

import pytest
from msgspec.structs import replace

from sim.errors import UsageError
from sim.report.batch.comparing import Comparison, comparison_of
from sim.report.batch.comparison_text import comparison_lines
from sim.report.batch.matching import Matching, match_cells
from sim.report.batch.quantities import Quantity
from sim.report.lines import fold
from tests.support.rows import CELL, MIRROR, pairs, row, sides

CHANGED = replace(CELL, index=1, settings={"rounds": "9"})
CHANGED_MIRROR = replace(MIRROR, index=1, settings={"rounds": "9"})


def moved(rows: Iterable[Any], **more: Any) -> list[Any]:
    """Rows as those of the second cell."""
    return [replace(each, cell=1, index=1000 + each.index, **more) for each in rows]


def matching(before: list[Any], after: list[Any], cells: Any = (CELL, CHANGED)) -> Matching:
    """These rows side by side."""
    return match_cells(*cells, [*before, *moved(after)])


def mirror(before: list[Any], after: list[Any]) -> Comparison:
    """What a change did to a player against itself."""
    return comparison_of(matching(before, after, (MIRROR, CHANGED_MIRROR)))


def page(found: Comparison) -> str:
    """The page as it is printed."""
    return "\n".join(text for line in comparison_lines(found) for text in fold(line))


def words(found: Comparison) -> str:
    """The words of the page, however its lines are folded."""
    return " ".join(page(found).split())


def primary(found: Comparison) -> dict[str, Quantity]:
    """The quantities of the verdict by name."""
    return {quantity.name: quantity for quantity in found.primary}


def test_something_against_itself_differs_by_nothing_in_every_pair() -> None:
    rows = pairs(["able", "baker", None, "able"])
    found = comparison_of(matching(rows, rows))
    assert (found.identical, found.differs, found.parted, found.other_winner) == (True, False, 0, 0)
    assert {quantity.difference.value for quantity in found.primary} == {0.0}
    assert "No difference: 0 in every pair. The battles are the same (4 pairs" in words(found)


def test_camps_are_players_where_two_fight() -> None:
    rows = pairs(["able"] * 4)
    assert list(primary(comparison_of(matching(rows, rows)))) == [
        "win rate of able",
        "units lost by able",
        "units lost early by able",
        "units lost by baker",
        "units lost early by baker",
    ]


def test_camps_are_sides_where_a_player_fights_itself() -> None:
    rows = sides(["red", "blue"])
    assert mirror(rows, rows).camps == ("red", "blue")


def test_wins_that_turn_are_found() -> None:
    found = mirror(sides(["blue"] * 20), sides(["red"] * 20, turns=("a", "c")))
    wins = primary(found)["win rate of red"]
    assert found.differs
    assert (wins.base, wins.changed, wins.difference.value) == (0.0, 1.0, 1.0)
    assert wins.p == 0.0005
    assert found.other_winner == 20
    assert "Different, in win rate of red (p < 0.001)." in words(found)


def test_losses_that_change_are_found_and_named() -> None:
    one = {"red": {"infantry": 1}, "blue": {"infantry": 1}}
    other = {"red": {"infantry": 1}, "blue": {"infantry": 2}}
    found = mirror(sides(["red"] * 20, lost=one), sides(["red"] * 20, lost=other, turns=("a", "c")))
    assert [quantity.name for quantity in found.primary if quantity.differs] == [
        "units lost by blue"
    ]
    assert primary(found)["units lost by blue"].difference.value == 1.0


def test_losses_that_come_earlier_are_found() -> None:
    late = (("b1", "blue", "infantry", 1.0, 1.0, 6, "FR-9"),)
    early = (("b1", "blue", "infantry", 1.0, 1.0, 3, "FR-9"),)
    before, after = sides(["red"] * 20, deaths=late), sides(["red"] * 20, deaths=early, turns="x")
    found = primary(mirror(before, after))["units lost early by blue"]
    assert found.differs
    assert (found.base, found.changed) == pytest.approx((1 / 6, 4 / 6))


def test_a_few_pairs_that_turned_are_no_proof() -> None:
    won = ["red", "blue"] * 20
    found = mirror(sides(won), sides(["red", "red", *won[2:]], turns=("a", "c")))
    assert not found.differs
    assert "No difference was found, which is not to say that there is none." in words(found)
    assert "A smaller change is missed more often than once in five." in words(found)
    assert "variance: that of the change, as a share of what it would be" in words(found)


def test_draws_forfeits_and_crashes_are_classes_of_their_own() -> None:
    before = [row("red"), row(None, pair=1), row("red", pair=2, status="forfeit")]
    after = [row("blue"), row("red", pair=1, status="crashed"), row(None, pair=2)]
    cells = (replace(CELL, players=("able", "able")), replace(CHANGED, players=("able", "able")))
    found = comparison_of(matching(before, after, cells))
    assert {entry.name: (entry.base, entry.changed) for entry in found.classes} == {
        "won by red": (1, 0),
        "drawn": (1, 1),
        "won by blue": (0, 1),
        "forfeited": (1, 0),
        "crashed": (0, 1),
    }
    assert (found.whole_pairs, found.unfinished) == (1, 2)
    assert "forfeited" in words(found)


def test_wins_of_players_count_from_both_seats() -> None:
    found = comparison_of(matching(pairs(["able"] * 3), pairs(["baker"] * 3)))
    assert [(entry.base, entry.changed) for entry in found.classes[:3]] == [(6, 0), (0, 0), (0, 6)]


def test_clauses_that_fire_more_often_are_found() -> None:
    before = sides(["red"] * 30, counts={"clause:FR-19": 2, "clause:FR-11": 5})
    after = sides(["red"] * 30, counts={"clause:FR-19": 4, "clause:FR-11": 5}, turns=("a", "c"))
    found = mirror(before, after)
    (change,) = found.clauses
    assert (change.name, change.base, change.changed) == ("FR-19", 2.0, 4.0)
    assert change.title
    assert found.clauses_tested == 2
    assert "FR-19 Firepower lowers the save" in words(found)


def test_many_clauses_are_cut_short() -> None:
    before = sides(["red"] * 30, counts={f"clause:XX-{n}": 1 for n in range(15)})
    after = sides(
        ["red"] * 30, counts={f"clause:XX-{n}": 2 + n for n in range(15)}, turns=("a", "c")
    )
    assert "3 more, and 15 clauses tested together at 5 %." in words(mirror(before, after))


def test_no_clause_beyond_chance_is_said() -> None:
    before = sides(["red"] * 30, counts={"clause:FR-19": 2})
    after = sides(["blue"] * 30, counts={"clause:FR-19": 2}, turns=("a", "c"))
    assert "No clause fires more or less often beyond chance, of 1 clause." in words(
        mirror(before, after)
    )


def test_common_dice_show_in_the_variance() -> None:
    won = ["red", "blue"] * 10
    found = mirror(sides(won), sides([*won[:-1], "red"], turns=("a", "c")))
    wins = primary(found)["win rate of red"]
    assert wins.spread == pytest.approx(0.095, abs=0.005)
    assert primary(found)["units lost by red"].spread is None
    assert re.search(r"win rate of red [\d.]+ points 9\.\d %", words(found))


def test_more_pairs_detect_less() -> None:
    few = primary(mirror(sides(["red"] * 20), sides(["blue", "red"] * 10)))["win rate of red"]
    many = primary(mirror(sides(["red"] * 80), sides(["blue", "red"] * 40)))["win rate of red"]
    assert few.detectable is not None
    assert many.detectable is not None
    assert many.detectable < few.detectable < 0.6


def test_one_pair_detects_nothing_of_losses() -> None:
    found = mirror(sides(["red"]), sides(["blue"]))
    assert primary(found)["units lost by red"].detectable is None
    assert "With 1 pair take all this as a first look." in words(found)


def test_battles_part_at_the_first_turn_that_differs() -> None:
    before = sides(["red"] * 3, turns=("a", "b", "c"))
    after = sides(["red"] * 3, turns=("a", "x", "c"))
    found = mirror(before, after)
    assert (found.parted, found.parted_turn) == (3, 2.0)
    assert "3 battles of 3 part, by the median in player turn 2." in words(found)


def test_battles_of_other_length_part_after_the_shorter() -> None:
    found = mirror(sides(["red"], turns=("a",)), sides(["red"], turns=("a", "b")))
    assert found.parted_turn == 2.0


def test_nothing_fought_under_both_has_no_data() -> None:
    found = mirror(sides(["red"]), [])
    assert (found.battles, found.identical, found.differs) == (0, False, False)
    assert "no data: no battle was fought under both" in words(found)


def test_nothing_fought_out_has_no_quantities() -> None:
    crashed = sides(["red"], status="crashed")
    text = page(mirror(crashed, crashed))
    assert "win rate" not in text


def test_pairs_that_lack_a_battle_are_left_out() -> None:
    rows = pairs(["able"] * 2)
    found = match_cells(CELL, CHANGED, [*rows[:3], *moved(rows), replace(rows[0], cell=7)])
    assert [pair[0].base.pair for pair in found.pairs] == [0]


def test_pairs_of_which_another_side_goes_first_are_left_out() -> None:
    rows = sides(["red"] * 4)
    found = match_cells(MIRROR, replace(CHANGED_MIRROR, mirrored=False), [*rows, *moved(rows)])
    assert [pair[0].base.pair for pair in found.pairs] == [0, 2]
    swapped = replace(CHANGED_MIRROR, mirrored=False, first_side="blue")
    assert len(match_cells(MIRROR, swapped, [*rows, *moved(rows)]).pairs) == 4


def test_other_sides_cannot_be_compared() -> None:
    other = replace(CHANGED, sides=("left", "right"))
    with pytest.raises(UsageError, match="red, blue and left, right"):
        match_cells(CELL, other, [])


def test_a_player_against_itself_stands_in_for_both_seats() -> None:
    alone = replace(CELL, players=("able", "able"))
    versus = replace(CHANGED, players=("baker", "able"))
    before = sides(["red"] * 2)
    found = match_cells(alone, versus, [*before, *moved(pairs(["able"] * 2))])
    assert found.camps == ("able/baker", "able")
    assert [[twin.base.seat for twin in pair] for pair in found.pairs] == [[0, 0], [0, 0]]
    assert [twin.changed.seat for twin in found.pairs[0]] == [0, 1]


def test_what_was_changed_is_told_apart_from_what_was_not() -> None:
    base = replace(MIRROR, settings={"rules.standoff": "1", "rounds": "8"})
    changed = replace(base, index=1, settings={"rules.standoff": "1", "rounds": "9"})
    rows = sides(["red"])
    lines = page(comparison_of(matching(rows, rows, (base, changed)))).splitlines()
    assert lines[1:4] == [
        "  base: the ford: able against itself (rounds=8)",
        "  changed: the ford: able against itself (rounds=9)",
        "  both with rules.standoff=1",
    ]


def test_no_change_of_a_share_beyond_all_is_told() -> None:
    wins = primary(mirror(sides(["red"] * 3), sides(["blue"] * 3)))["win rate of red"]
    assert wins.detectable == 1.0


def test_a_page_is_80_columns_wide() -> None:
    name = "a.module.with.a.long.name:AndAnEvenLongerPlayer"
    base = replace(CELL, players=(name, "baker"))
    changed = replace(base, index=1)
    won = pairs(["able"] * 5, counts={"clause:FR-19": 1})
    rows = [replace(each, players=base.players_at(each.seat)) for each in won]
    after = moved(rows, winner="blue", turns=("x",), counts={"clause:FR-19": 99})
    found = comparison_of(match_cells(base, changed, [*rows, *after]))
    assert max(map(len, page(found).splitlines())) <= 80
