"""What a side is asked: the kind of request, and the units it concerns."""

from typing import Literal

import msgspec

RequestKind = Literal[
    "start",
    "movement",
    "shooting",
    "firefight_order",
    "firefight",
    "charge",
    "pile_in",
    "melee_order",
    "melee",
    "break_away",
]


class Request(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One question to one side; `Pass` always answers it.

    `units` are the side's units that may be ordered, in file order. `groups` are the firefights or
    melees still to be resolved, or the one that targets are to be named in. `number` counts the
    requests of the player turn from 1.
    """

    kind: RequestKind
    side: int
    units: tuple[str, ...]
    number: int
    groups: tuple[tuple[str, ...], ...] = ()
