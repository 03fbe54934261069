"""What is kept of one battle of a batch."""

from typing import Literal

import msgspec

Status = Literal["done", "forfeit", "crashed"]
Standing = tuple[str, str, str, float, float]
"""A unit at the end: its id, side, kind, and place in inches."""

Death = tuple[str, str, str, float, float, int, str]
"""A unit lost: its id, side, kind, last place in inches, the round and the clause."""

UNCOMPARED = ("seconds", "worker")
"""Fields that differ from run to run."""


class Fixture(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A battle of an experiment before it is fought.

    `seat` is 1 where the players have changed sides; `settings` are those of the cell.
    """

    index: int
    cell: int
    pair: int
    seat: int
    seed: int
    scenario: str
    settings: dict[str, str]
    players: dict[str, str]
    first_side: str


class BattleRow(Fixture, frozen=True, gc=False, kw_only=True):
    """One battle; all but `UNCOMPARED` follows from the experiment and the index alone.

    `players`, `score`, `started`, `lost` and `first_loss` go by side, the middle two then by kind
    of unit; lost are units destroyed or routed. `causes` counts losses by clause. `counts` says how
    often things occurred in play: `clause:FR-12`, `event:unit_moved`, `refusal:CODE`,
    `terrain:wood`, `profile:rifle-team`, `switch:NAME=VALUE`, `table:NAME/ROW`. `turns` are the
    state digests at the ends of player turns, shortened. A battle that crashed has but its
    `problem`; `log` is the path of its log, if one was kept.
    """

    status: Status
    problem: str | None = None
    termination: str | None = None
    winner: str | None = None
    round: int = 0
    condition: int | None = None
    score: dict[str, float] = {}
    started: dict[str, dict[str, int]] = {}
    lost: dict[str, dict[str, int]] = {}
    causes: dict[str, int] = {}
    first_loss: dict[str, int | None] = {}
    counts: dict[str, int] = {}
    ends: tuple[Standing, ...] = ()
    deaths: tuple[Death, ...] = ()
    turns: tuple[str, ...] = ()
    actions: int = 0
    events: int = 0
    digest: str = ""
    log: str | None = None
    seconds: float = 0.0
    worker: str = ""

    @property
    def compared(self) -> "BattleRow":
        """The row without what differs from run to run."""
        return msgspec.structs.replace(self, seconds=0.0, worker="")
