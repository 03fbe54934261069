"""Modifiers: gathered in the order of their rules, zeros left out."""

import pytest

from sim.rules.modifiers import gather, suppress
from sim.state.rolls import Modifier, SuppressedModifier, total


def large(number: int) -> Modifier:
    return Modifier("large", int(number > 10), "RU-1")


def itself(number: int) -> Modifier:
    return Modifier("itself", number, "RU-1")


def test_a_modifier_of_zero_is_left_out():
    assert [modifier.name for modifier in gather((large, itself), 5)] == ["itself"]
    assert gather((large, itself), 0) == ()


@pytest.mark.clause("RU-1")
def test_modifiers_keep_their_order_and_add_up():
    modifiers = gather((large, itself), 12)
    assert [modifier.name for modifier in modifiers] == ["large", "itself"]
    assert total(modifiers) == 13


def test_a_suppressed_modifier_keeps_its_value_and_says_why():
    suppressed = suppress(Modifier("shield", 2, "FR-20"), "FR-26", "cover counts")
    assert suppressed == SuppressedModifier("shield", 2, "FR-26", "cover counts")
