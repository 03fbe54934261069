"""The page and the document of `stats`, and what they say in words."""

from typing import Any

import msgspec
import pytest
from msgspec.structs import replace

from sim.report.batch.stats import Stats, stats_of
from sim.report.batch.stats_text import stats_lines
from sim.report.lines import fold
from tests.support.rows import CELL, MIRROR, pairs, row, sides


def stats(rows: Any, cell: Any = CELL, planned: int = 0) -> Stats:
    """The figures of a results file of one cell."""
    return stats_of([cell], rows, planned or len(rows))


def page(found: Stats) -> str:
    """The page as it is printed."""
    return "\n".join(text for line in stats_lines(found) for text in fold(line))


def said(rows: Any, cell: Any = CELL) -> str:
    """The sentences about the only matchup."""
    return " ".join(stats(rows, cell).matchups[0].sentences)


def test_an_empty_file_has_no_data() -> None:
    assert page(stats([], planned=40)) == "no data: 0 of 40 battles planned fought"
    assert page(stats_of([], [], 0)) == "no data: no battles fought"


def test_an_empty_file_is_null_and_finite_in_json() -> None:
    document = msgspec.json.decode(msgspec.json.encode(stats([], planned=40)))
    (matchup,) = document["matchups"]
    assert (document["format"], document["format_version"]) == ("skirmish-sim/stats", 1)
    assert matchup["players"][0]["rate"] == {"value": None, "low": None, "high": None}


def test_counts_add_up() -> None:
    rows = [*pairs(["able"]), row("red", pair=1, status="forfeit"), row(pair=2, status="crashed")]
    found = stats(rows, planned=10)
    assert (found.planned, found.battles, found.done) == (10, 4, 2)
    assert (found.forfeited, found.crashed) == (1, 1)


def test_the_page_names_rates_and_intervals() -> None:
    text = page(stats(pairs(["able"] * 3 + ["baker"])))
    assert "the ford: able against baker" in text
    assert "able      6      0       2    75.0 %  40.9 to 92.9 %" in text
    assert "able over baker" in text


def test_endings_are_told_in_words() -> None:
    rows = [row(pair=pair, termination="no_units") for pair in (1, 2, 3)] + [row(pair=4)]
    assert "Ended by: no unit left on the table 75.0 %, points 25.0 %" in page(stats(rows))


def test_a_player_against_itself_is_told_by_sides() -> None:
    text = page(stats(sides(["red", "blue"], first=("red", "blue")), MIRROR))
    assert "the ford: able against itself" in text
    assert "first over second" in text


def test_settings_forfeits_and_crashes_are_told() -> None:
    rows = [*pairs(["able"]), row("red", pair=1, status="forfeit"), row(pair=2, status="crashed")]
    text = page(stats(rows, replace(CELL, settings={"rounds": "6"}), planned=9))
    assert "with rounds=6" in text
    assert "1 forfeited; 1 crashed" in text
    assert "4 of 9 battles planned fought so far." in text


def test_a_page_is_80_columns_wide() -> None:
    name = "a.module.with.a.long.name:AndAnEvenLongerPlayer"
    cell = replace(CELL, players=(name, "baker"), scenario="x" * 100, settings={"a" * 40: "b" * 60})
    players = {"red": name, "blue": "baker"}
    causes = {f"RU-{n}": 100 for n in range(1, 25)}
    rows = [row("red", pair=n, players=players, causes=causes, round=10**6) for n in range(3)]
    for line in page(stats(rows, cell)).splitlines():
        assert len(line) <= 80, line


def test_many_causes_are_summed_up() -> None:
    text = page(stats([row(causes={f"XX-{n}": 1 for n in range(20)})]))
    assert "8 other clauses" in text


def test_losses_without_causes_are_told() -> None:
    assert "lost by" not in page(stats([row(causes={})]))


def test_a_cell_without_battles_is_told_as_such() -> None:
    second = replace(CELL, index=1, settings={"rounds": "9"})
    text = page(stats_of([CELL, second], pairs(["able"]), 4))
    assert "no battles fought out, no whole pairs" in text
    assert "Nothing was fought out here, so nothing can be said." in text


def test_half_a_pair_has_no_interval_of_leads() -> None:
    assert "able over baker                     no data" in page(stats([row("red")]))


def test_a_clear_lead_is_called_so() -> None:
    assert "able is the stronger player: it wins at least" in said(pairs(["able"] * 50))
    assert "baker is the stronger player: it wins at least" in said(pairs(["baker"] * 50))


def test_an_unclear_lead_is_not() -> None:
    words = said(pairs(["able", "baker"] * 20 + ["able"]))
    assert "Which player is the stronger cannot be told" in words
    assert "If it is as large as it looks (2.4 points), about" in words


def test_a_few_pairs_are_called_few() -> None:
    assert "With 5 pairs take all this as a first look." in said(pairs(["able"] * 5))
    assert "a first look" not in said(pairs(["able"] * 50))


def test_what_a_sharper_answer_takes() -> None:
    words = said(pairs(["able", "baker"] * 20))
    assert "To know this difference to within 2 points takes about" in words


def test_a_sharp_answer_takes_no_more() -> None:
    assert "takes about" not in said(pairs([None] * 2000))


@pytest.mark.parametrize(
    ("won", "words"),
    [
        (["red", "blue"], "Going first helps: it wins at least"),
        (["blue", "red"], "Going first harms"),
        (["red", "red"], "Going first makes no difference that so many battles could show."),
    ],
)
def test_what_going_first_does(won: Any, words: str) -> None:
    assert words in said(sides(won * 30, first=("red", "blue")), MIRROR)


def test_halves_of_pairs_tell_nothing_of_players() -> None:
    assert "Without whole pairs nothing tells the players able and baker apart." in said([row()])


def test_nothing_fought_out_says_nothing() -> None:
    assert said([row(status="crashed")]).startswith("Nothing was fought out here")


def test_what_forfeits_would_change_is_said() -> None:
    words = said([*pairs(["baker"]), row("red", pair=1, status="forfeit")])
    assert "baker gave up 1 battle; the rates leave them out." in words
    assert "With them as defeats baker would win 66.7 %." in words


def test_a_player_that_forfeits_against_itself_is_named() -> None:
    forfeit = row("red", pair=1, status="forfeit", players={"red": "able", "blue": "able"})
    assert "able gave up 1 battle" in said([*sides(["red"]), forfeit], MIRROR)
