"""Rows of batches as a test wants them: who won, and what else it says."""

from collections.abc import Sequence
from typing import Any

from msgspec.structs import replace

from sim.runner.batch.experiment import Cell
from sim.runner.batch.rows import BattleRow

SIDES = ("red", "blue")

CELL = Cell(
    index=0,
    scenario="the ford",
    settings={},
    players=("able", "baker"),
    sides=SIDES,
    first_side="red",
    digest="f0",
    mirrored=False,
)
MIRROR = replace(CELL, players=("able", "able"), mirrored=True)
"""A player against itself on a table where either side may go first."""


def row(winner: str | None = None, *, pair: int = 0, seat: int = 0, **more: Any) -> BattleRow:
    """A battle between able and baker, able red in seat 0; other fields as keywords."""
    players = dict(zip(SIDES, ("able", "baker") if seat == 0 else ("baker", "able"), strict=True))
    made = BattleRow(
        index=2 * pair + seat,
        cell=0,
        pair=pair,
        seat=seat,
        seed=pair,
        scenario="the ford",
        settings={},
        players=players,
        first_side="red",
        status="done",
        problem=None,
        termination="rounds",
        winner=winner,
        round=6,
        condition=None,
        score={"red": 0.0, "blue": 0.0},
        started={"red": {"infantry": 4}, "blue": {"infantry": 3, "vehicle": 1}},
        lost={"red": {"infantry": 1}, "blue": {"vehicle": 1}},
        causes={"FR-11": 1, "BW-16": 1},
        first_loss={"red": 3, "blue": None},
        counts={},
        ends=(),
        deaths=(),
        turns=("a", "b"),
        actions=10,
        events=100,
        digest="d",
        log=None,
        seconds=0.1,
        worker="1",
    )
    return replace(made, **more)


def pairs(won: Sequence[str | None], **more: Any) -> list[BattleRow]:
    """Whole pairs in which that player won both battles, or nobody did (None)."""
    found = []
    for number, player in enumerate(won):
        for seat in (0, 1):
            made = row(pair=number, seat=seat, **more)
            winner = next((s for s, name in made.players.items() if name == player), None)
            found.append(replace(made, winner=winner))
    return found


def sides(won: Sequence[str | None], first: Sequence[str] = ("red",), **more: Any) -> Any:
    """Battles of able against itself that those sides won; `first` goes round."""
    return [
        row(
            side,
            pair=number,
            players={"red": "able", "blue": "able"},
            first_side=first[number % len(first)],
            **more,
        )
        for number, side in enumerate(won)
    ]
