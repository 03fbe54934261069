"""The result of a battle as `run --json` prints it."""

from collections.abc import Sequence
from typing import Literal

import msgspec

from sim.replay.codec import Footer, Header
from sim.state.battle import BattleState, Fate, Outcome, Unit
from sim.state.events import Termination


class OutcomeResult(msgspec.Struct, frozen=True, kw_only=True):
    """How the battle ended: the winning side or None for a draw, an index of the victory list."""

    termination: Termination
    winner: str | None
    round: int
    condition: int | None


class UnitResult(msgspec.Struct, frozen=True, kw_only=True):
    """What became of a unit, and in which round; 0 for a crew that a gun started without."""

    side: str
    fate: Fate
    round: int | None


class Result(msgspec.Struct, frozen=True, kw_only=True):
    """A whole battle in short; `digest` is the running digest of its log."""

    format: Literal["skirmish-sim/result"] = "skirmish-sim/result"
    format_version: Literal[1] = 1
    scenario: str
    scenario_digest: str
    seed: int
    players: dict[str, str]
    outcome: OutcomeResult
    score: dict[str, float]
    units: dict[str, UnitResult]
    guns_destroyed: tuple[str, ...]
    events: int
    digest: str


def result_of(header: Header, state: BattleState, footer: Footer) -> Result:
    """The result of a battle from its last state; raises ValueError while it is not over."""
    if state.outcome is None:
        raise ValueError("the battle is not over")
    roster = state.roster
    sides = [side.id for side in roster.sides]
    return Result(
        scenario=roster.name,
        scenario_digest=header.scenario_digest,
        seed=header.seed,
        players=header.players,
        outcome=_outcome(state.outcome, sides),
        score=dict(zip(sides, state.outcome.score, strict=True)),
        units={
            spec.id: _unit(sides[spec.side], row)
            for spec, row in zip(roster.units, state.units, strict=True)
        },
        guns_destroyed=tuple(
            spec.id
            for spec, gun in zip(roster.guns, state.guns, strict=True)
            if gun.fate == "destroyed"
        ),
        events=footer.events,
        digest=footer.digest,
    )


def _outcome(outcome: Outcome, sides: Sequence[str]) -> OutcomeResult:
    return OutcomeResult(
        termination=outcome.termination,
        winner=None if outcome.winner is None else sides[outcome.winner],
        round=outcome.round,
        condition=outcome.condition,
    )


def _unit(side: str, row: Unit) -> UnitResult:
    return UnitResult(side=side, fate=row.fate, round=None if row.alive else row.fate_round)
