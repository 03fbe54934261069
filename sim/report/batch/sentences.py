"""What the figures of a matchup can show and cannot, in plain sentences."""

from collections.abc import Iterable

from sim.report.batch.estimates import Estimate, pairs_for
from sim.report.batch.figures import percent
from sim.report.batch.matchups import Lead, Matchup
from sim.report.words import count

FEW = 30
"""Fewer pairs than this are told to be few."""

_SHARP = 0.02
_LEVEL = "with 95 % confidence"


def sentences_of(matchup: Matchup) -> tuple[str, ...]:
    """The sentences of a matchup, the most important first."""
    if not matchup.done:
        return ("Nothing was fought out here, so nothing can be said.",)
    lead = matchup.player_lead or matchup.side_lead
    said = [_of_lead(lead, _noun(matchup))]
    if matchup.player_lead is not None:
        said.append(_of_lead(matchup.side_lead, "side"))
    said.append(_of_first(matchup))
    if matchup.pairs < FEW:
        said.append(few_pairs(matchup.pairs))
    said.extend(_of_sharper(matchup, lead))
    said.extend(_of_unfinished(matchup))
    return tuple(said)


def few_pairs(pairs: int) -> str:
    """A warning that so many pairs are few."""
    return f"With {count(pairs, 'pair')} take all this as a first look."


def _noun(matchup: Matchup) -> str:
    return "side" if matchup.player_lead is None else "player"


def _of_lead(lead: Lead, noun: str) -> str:
    """Whether one is better than the other, and by how much at least."""
    found = lead.difference
    if found.value is None or found.low is None or found.high is None:
        return f"Without whole pairs nothing tells the {noun}s {lead.of} and {lead.over} apart."
    if found.side > 0:
        return f"{lead.of} is the stronger {noun}: {_ahead(lead.over, found.low)}."
    if found.side < 0:
        return f"{lead.over} is the stronger {noun}: {_ahead(lead.of, -found.high)}."
    return (
        f"Which {noun} is the stronger cannot be told: the truth may be anything from "
        f"{_signed(lead.over, found.low, lead.of)} to {_signed(lead.of, found.high, lead.over)}."
    )


def _ahead(other: str, least: float) -> str:
    return f"it wins at least {100 * least:.1f} points more often than {other}, {_LEVEL}"


def _signed(ahead: str, difference: float, behind: str) -> str:
    return f"{ahead} {100 * abs(difference):.1f} points ahead of {behind}"


def _of_first(matchup: Matchup) -> str:
    """What is known of going first."""
    lead = matchup.first_lead
    if lead is None:
        first = matchup.goes_first
        return f"{first} always goes first: the advantages of the two cannot be told apart."
    found = lead.difference
    if found.side == 0:
        return "Going first makes no difference that so many battles could show."
    if found.side > 0:
        return f"Going first helps: {_ahead('going second', found.low or 0.0)}."
    return f"Going first harms: going second wins more often, {_LEVEL}."


def _of_sharper(matchup: Matchup, lead: Lead) -> Iterable[str]:
    """How many battles a sharper answer takes: as the spread of these pairs has it."""
    seats = matchup.cell.seats
    found = lead.difference
    wanted = pairs_for(found, lead.pairs, _SHARP)
    if wanted is None:
        return
    if wanted > lead.pairs:
        yield (
            f"To know this difference to within {100 * _SHARP:.0f} points takes about "
            f"{seats * wanted:,} battles, {count(wanted, 'pair')}."
        )
    yield from _of_telling(found, lead.pairs, seats)


def _of_telling(found: Estimate, pairs: int, seats: int) -> Iterable[str]:
    """How many battles it takes to tell a difference as small as the one that was seen."""
    if found.side or not found.value or pairs < FEW:
        return
    wanted = pairs_for(found, pairs, abs(found.value))
    assert wanted is not None
    yield (
        f"If it is as large as it looks ({100 * abs(found.value):.1f} points), about "
        f"{seats * wanted:,} battles would show it."
    )


def _of_unfinished(matchup: Matchup) -> Iterable[str]:
    """That some battles stand outside, and what they would change."""
    for player, number in matchup.forfeits.items():
        yield f"{player} gave up {count(number, 'battle')}; the rates leave them out." + (
            _with_forfeits(matchup, player, number)
        )
    if matchup.crashed:
        yield f"{count(matchup.crashed, 'battle')} crashed; the rates leave them out."


def _with_forfeits(matchup: Matchup, player: str, number: int) -> str:
    """The win rate of a player with its forfeits as defeats."""
    for tally in matchup.players:
        if tally.name == player:
            rate = (tally.wins + tally.draws / 2) / (tally.battles + number)
            return f" With them as defeats {player} would win {percent(rate)}."
    return ""
