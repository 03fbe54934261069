"""The dice of a battle that was continued from another: the seed changes at an event."""

from collections.abc import Iterator
from typing import NamedTuple

from msgspec import UNSET
from msgspec.structs import replace

from sim.dice import KeyedDice, Table, Throw
from sim.replay.codec import Header, Parent


class Reseeding(NamedTuple):
    """From this event on, dice are those of the seed."""

    event: int
    seed: int


def seeds_of(header: Header) -> tuple[Reseeding, ...]:
    """The seeds of a battle, each with its first event, in their order."""
    parents = list(_parents(header))
    seeds = [*(parent.seed for parent in reversed(parents)), header.seed]
    starts = [0, *(parent.event for parent in reversed(parents))]
    return tuple(Reseeding(*pair) for pair in zip(starts, seeds, strict=True))


def _parents(header: Header) -> Iterator[Parent]:
    """The log a battle was continued from, the log that one was continued from, and so on."""
    parent = header.parent
    while parent is not UNSET:
        yield parent
        parent = parent.parent


def child_of(header: Header, digest: str, event: int, seed: int) -> Header:
    """The header of a battle continued from one of that running digest, at an event."""
    kept = [parent for parent in _parents(header) if parent.event < event]
    earlier = kept[0] if kept else UNSET
    (*_, before) = (one.seed for one in seeds_of(header) if one.event < event)
    parent = Parent(digest=digest, event=event, seed=before, parent=earlier)
    return replace(header, seed=seed, parent=parent)


class SwitchingDice:
    """Keyed dice whose seed can be exchanged in the middle of a battle, also within a phase."""

    def __init__(self, seed: int):
        self._seeds = [seed]
        self._scene = (0, 0, "setup")

    def reseed(self, seed: int) -> None:
        """Throw with another seed from now on, whatever the phase."""
        self._seeds[:] = [seed]

    def at(self, round_number: int, turn: int, phase: str) -> "SwitchingDice":
        """The dice of a phase; they change their seed together with these."""
        dice = SwitchingDice(0)
        dice._seeds, dice._scene = self._seeds, (round_number, turn, phase)
        return dice

    def throw(
        self,
        table: Table,
        count: int,
        purpose: str,
        unit: str,
        weapon: str = "",
        target: str = "",
        occurrence: int = 0,
    ) -> tuple[Throw, ...]:
        """The throws of the seed of now."""
        keyed = KeyedDice(self._seeds[0]).at(*self._scene)
        return keyed.throw(table, count, purpose, unit, weapon, target, occurrence)
