"""Simultaneous attacks: all strike first, and the effects come by target."""

import pytest

from sim.dice import ScriptedDice
from sim.rules.attack import Attack, Strike
from sim.rules.exchange import resolve_exchange
from sim.state.events import MeleeFought
from tests.support.builders import battle, unit
from tests.support.shots import attack, kinds


def fought(assessed: Attack, strike: Strike) -> MeleeFought:
    return MeleeFought(
        unit=assessed.attacker,
        weapon=assessed.weapon,
        target=assessed.target,
        distance=0.0,
        dice=assessed.dice,
        hits=len(strike.hits),
        rolls=strike.rolls,
    )


@pytest.mark.clause("HR-37")
def test_in_an_exchange_all_strike_before_any_effect_and_targets_come_in_file_order():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 30, 20), unit("u", "rifle-team", 30, 24)],
    )
    pairs = [("u", "r"), ("r", "u"), ("r", "t"), ("t", "r")]
    attacks = [attack(state, a, b, phase="firefight") for a, b in pairs]
    dice = {"to_hit": [4, 4, 4, 4], "team_save": [1, 1, 6, 6, 1, 1]}
    events = resolve_exchange(state, attacks, ScriptedDice(dice), fought)
    hits = [event for event in events if type(event).__name__ == "HitResolved"]
    assert kinds(events)[:4] == ["MeleeFought"] * 4
    assert [(hit.unit, hit.target, hit.result) for hit in hits] == [
        ("u", "r", "destroyed"),
        ("t", "r", "lost"),
        ("r", "t", "saved"),
        ("r", "u", "destroyed"),
    ]
