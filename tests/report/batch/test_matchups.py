"""The figures of a matchup."""

from typing import Any

import pytest

from sim.report.batch.matchups import Matchup, matchup_of
from sim.report.batch.samples import samples_of
from tests.support.rows import CELL, MIRROR, pairs, row, sides


def matchup(rows: Any, cell: Any = CELL) -> Matchup:
    """The figures of these rows."""
    (sample,) = samples_of([cell], rows)
    return matchup_of(sample)


def test_wins_draws_and_losses_of_players() -> None:
    able, baker = matchup(pairs(["able", "able", "baker", None])).players
    assert (able.wins, able.draws, able.losses) == (4, 2, 2)
    assert (baker.wins, baker.draws, baker.losses) == (2, 2, 4)
    assert able.rate.value == 5 / 8


def test_who_wins_from_either_seat_leads_and_no_side_does() -> None:
    found = matchup(pairs(["able"] * 20))
    assert found.player_lead is not None
    assert found.player_lead.difference.side == 1
    assert found.side_lead.difference.value == 0.0


def test_a_side_that_always_wins_leads_and_no_player_does() -> None:
    rows = [row("red", pair=pair, seat=seat) for pair in range(20) for seat in (0, 1)]
    found = matchup(rows)
    assert found.player_lead is not None
    assert found.player_lead.difference.value == 0.0
    assert found.side_lead.difference.value == 1.0


def test_a_player_against_itself_has_sides_only() -> None:
    found = matchup(sides(["red", "blue", "red"]), MIRROR)
    assert (found.players, found.player_lead) == ((), None)
    assert [tally.wins for tally in found.sides] == [2, 1]


def test_going_first_is_told_from_the_side() -> None:
    found = matchup(sides(["red", "blue"] * 20, first=("red", "blue")), MIRROR)
    assert found.first_lead is not None
    assert found.first_lead.difference.value == 1.0
    assert found.side_lead.difference.value == 0.0


def test_a_strong_side_is_told_from_going_first() -> None:
    found = matchup(sides(["red"] * 40, first=("red", "blue")), MIRROR)
    assert found.first_lead is not None
    assert found.first_lead.difference.value == 0.0
    assert found.side_lead.difference.value == 1.0


def test_one_side_always_first_cannot_be_told_apart() -> None:
    found = matchup(pairs(["able", "baker"]))
    assert (found.first_lead, found.goes_first) == (None, "red")


def test_forfeits_and_crashes_stand_in_no_rate() -> None:
    rows = [*pairs(["able"]), row("red", pair=1, status="forfeit"), row(pair=2, status="crashed")]
    found = matchup(rows)
    assert (found.battles, found.done, found.crashed) == (4, 2, 1)
    assert found.forfeits == {"baker": 1}
    assert found.players[1].losses == 2


def test_nothing_fought_has_no_figures() -> None:
    found = matchup([])
    assert found.players[0].rate.value is found.side_lead.difference.value is None
    assert found.lengths.mean is found.lengths.shortest is None
    assert (found.losses, found.causes, found.goes_first) == ((), (), None)


def test_losses_go_by_side_and_kind() -> None:
    losses = {(entry.side, entry.kind): entry for entry in matchup(pairs([None])).losses}
    assert list(losses) == [("red", "infantry"), ("blue", "infantry"), ("blue", "vehicle")]
    assert losses["red", "infantry"].share == 0.25
    assert losses["blue", "vehicle"].lost == 1.0


def test_causes_carry_the_titles_of_their_clauses() -> None:
    rows = [row(causes={"RU-9": 3, "XX-1": 1})]
    first, second = matchup(rows).causes
    assert (first.clause, first.losses, first.share) == ("RU-9", 3, 0.75)
    assert first.title
    assert second.title == ""


def test_lengths_and_endings() -> None:
    rows = [row(pair=1, round=3), row(pair=2, round=8, termination="condition"), row(pair=3)]
    lengths = matchup(rows).lengths
    assert (lengths.shortest, lengths.median, lengths.longest) == (3, 6.0, 8)
    assert lengths.mean == pytest.approx(17 / 3)
    assert lengths.endings == {"rounds": 2, "condition": 1}


def test_the_round_of_the_first_loss_is_a_median() -> None:
    rows = [row(pair=n, first_loss={"red": n, "blue": None}) for n in (1, 2, 6)]
    assert matchup(rows).first_losses == {"red": 2.0, "blue": None}
