"""The design of an experiment: what is fought in which cells, and the battles that makes."""

from collections.abc import Iterator
from functools import cached_property
from hashlib import blake2b
from typing import Any, Literal

import msgspec

from sim.dice import GREATEST_SEED

BATTLE_TIME = 600.0
"""The limit of a battle in seconds, unless an experiment has another."""


class Ground(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario of an experiment: its document as it stands before any setting of a cell."""

    name: str
    document: dict[str, Any]
    digest: str


class Cell(msgspec.Struct, frozen=True, kw_only=True):
    """A scenario with settings, and two players; `sides` in file order.

    `digest` is that of the scenario with its settings. `mirrored` says that the scenario is
    itself once the table is turned or flipped and the sides are exchanged.
    """

    index: int
    scenario: str
    settings: dict[str, str]
    players: tuple[str, str]
    sides: tuple[str, str]
    first_side: str
    digest: str
    mirrored: bool

    @property
    def seats(self) -> int:
        """Battles of a pair: a player against itself has no other seats to take."""
        return 1 if self.players[0] == self.players[1] else 2

    def players_at(self, seat: int) -> dict[str, str]:
        """Who plays which side; at seat 1 they have changed."""
        one, other = self.players if seat == 0 else self.players[::-1]
        return {self.sides[0]: one, self.sides[1]: other}

    def first_side_of(self, pair: int) -> str:
        """Who goes first: on a mirrored table each side in every second pair."""
        if not self.mirrored or pair % 2 == 0:
            return self.first_side
        return self.sides[1 - self.sides.index(self.first_side)]


class Battle(msgspec.Struct, frozen=True, gc=False):
    """A battle of an experiment, by its place in the order of play."""

    index: int
    cell: int
    pair: int
    seat: int


class Experiment(msgspec.Struct, frozen=True, kw_only=True, dict=True):
    """The whole definition of a batch.

    `pairs` are fought in each cell, fewer where the win rate is known to within `until_width`.
    `battle_time` is the limit of one battle in seconds, `sources` the digests of the players' code.
    """

    format: Literal["skirmish-sim/experiment"] = "skirmish-sim/experiment"
    format_version: Literal[1] = 1
    program_version: str
    rules_digest: str
    seed: int
    pairs: int
    grounds: tuple[Ground, ...]
    cells: tuple[Cell, ...]
    until_width: float | None = None
    battle_time: float
    sources: dict[str, str] = {}

    @cached_property
    def battles_of_pair(self) -> int:
        """Battles of one pair over all cells."""
        return sum(cell.seats for cell in self.cells)

    @property
    def size(self) -> int:
        """All battles, if none is saved by stopping early."""
        return self.pairs * self.battles_of_pair

    def battles(self) -> Iterator[Battle]:
        """All battles in the order of their index: pair by pair, each over all cells."""
        index = 0
        for pair in range(self.pairs):
            for cell in self.cells:
                for seat in range(cell.seats):
                    yield Battle(index, cell.index, pair, seat)
                    index += 1


def players_of(experiment: Experiment) -> list[str]:
    """The players of an experiment, each once."""
    return list(dict.fromkeys(name for cell in experiment.cells for name in cell.players))


def seed_of(seed: int, pair: int) -> int:
    """The seed of a pair, the same in every cell and at both seats, so that dice are shared."""
    key = blake2b(f"{seed}/{pair}".encode(), digest_size=8).digest()
    return int.from_bytes(key, "big") & GREATEST_SEED
