"""How a roll explains itself: its modifiers with their clauses, its faces, what it decided."""

import msgspec


class Modifier(msgspec.Struct, frozen=True, gc=False):
    """One number that counts, and the clause it comes from."""

    name: str
    value: int
    clause: str


class SuppressedModifier(msgspec.Struct, frozen=True, gc=False):
    """One number that would count, and the clause and reason that it does not."""

    name: str
    value: int
    clause: str
    reason: str


class Roll(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """One throw of an event: every face thrown, what was needed, why, and what came of it.

    `need` is None where no single number is needed (the team save goes by its total, FR-8).
    """

    purpose: str
    faces: tuple[int, ...]
    result: str
    need: int | None = None
    modifiers: tuple[Modifier, ...] = ()
    suppressed_modifiers: tuple[SuppressedModifier, ...] = ()


def total(modifiers: tuple[Modifier, ...]) -> int:
    """The sum of the values (RU-1: modifiers add up)."""
    return sum(modifier.value for modifier in modifiers)
