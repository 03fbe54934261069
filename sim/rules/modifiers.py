"""The one shape of modifiers: an ordered tuple of small functions, one clause each."""

from collections.abc import Callable, Iterable
from typing import TypeVar

from sim.state.rolls import Modifier, SuppressedModifier

Subject = TypeVar("Subject")
ModifierRule = Callable[[Subject], Modifier]


def gather(rules: Iterable[ModifierRule[Subject]], subject: Subject) -> tuple[Modifier, ...]:
    """The modifiers that count for a subject, in the order of the rules; 0 is left out."""
    modifiers = (rule(subject) for rule in rules)
    return tuple(modifier for modifier in modifiers if modifier.value)


def suppress(modifier: Modifier, clause: str, reason: str) -> SuppressedModifier:
    """A modifier that does not count, and why."""
    return SuppressedModifier(modifier.name, modifier.value, clause, reason)
