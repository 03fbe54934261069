"""Charges and pile-ins (BB-20, HR-20, HR-21)."""

from typing import Any

import pytest
from msgspec.structs import replace

from sim.dice import ScriptedDice
from sim.rules import charge
from sim.state.battle import BattleState
from sim.state.events import UnitMoved
from sim.state.orders import Charge
from tests.support.builders import battle, changed, unit


def teams(gap: float = 6.0, red: str = "rifle-team", **more: Any) -> BattleState:
    reds = [unit("r1", red, 10, 10), unit("r2", "rifle-team", 10, 14)]
    blues = [
        unit("b1", "rifle-team", 11.5 + gap, 10),
        unit("b2", "rifle-team", 11.5 + gap, 13),
        unit("b3", "rifle-team", 60, 40),
    ]
    return battle(reds, blues, phase="melee", **more)


def to(x: float, target: str = "b1", name: str = "r1", y: float = 10.0) -> Charge:
    return Charge(unit=name, target=target, path=((x, y),))


def charge_code(state: BattleState, order: Charge) -> str | None:
    refusal = charge.check_charge(state, order)
    return refusal and refusal.code


@pytest.mark.clause("BB-20")
def test_infantry_charges_up_to_eight_inches_into_contact() -> None:
    assert charge_code(teams(6.0), to(16.0)) is None
    assert charge_code(teams(8.0), to(18.0)) is None
    assert charge_code(teams(8.1), to(18.1)) == "too_far"
    assert charge_code(teams(6.0), to(15.0)) == "no_contact"


@pytest.mark.clause("BB-20", "BB-17")
@pytest.mark.parametrize("state", ["broken", "suppressed", "cowering", "sprinted"])
def test_some_states_do_not_charge(state: str) -> None:
    assert charge_code(changed(teams(), "r1", **{state: True}), to(16.0)) == state


@pytest.mark.clause("BB-20")
def test_who_fired_in_this_firefight_or_is_engaged_does_not_charge() -> None:
    assert charge_code(replace(teams(), fired=1), to(16.0)) == "fired"
    assert charge_code(teams(gap=1.0), to(11.0)) == "engaged"


@pytest.mark.clause("BB-20", "HR-20")
def test_vehicles_and_crews_do_not_charge() -> None:
    assert charge_code(teams(red="half-track"), to(16.0)) == "not_infantry"
    assert charge_code(teams(red="at-gun-light"), to(16.0)) == "serves_gun"


@pytest.mark.clause("BB-20")
def test_a_charge_names_a_living_enemy() -> None:
    assert charge_code(teams(), to(16.0, "nobody")) == "unknown_unit"
    assert charge_code(teams(), to(16.0, "r2")) == "own_side"
    gone = changed(teams(), "b1", fate="destroyed")
    assert charge_code(gone, to(16.0)) == "not_on_table"


@pytest.mark.clause("BB-20")
def test_the_charger_ends_facing_its_enemy() -> None:
    (moved,) = charge.resolve_charge(teams(), to(16.0), "charge", ScriptedDice([]))
    assert isinstance(moved, UnitMoved)
    assert (moved.manner, moved.facing, moved.path[-1]) == ("charge", 90.0, (16.0, 10.0))
    (moved,) = charge.resolve_charge(teams(), to(17.5, y=8.5), "charge", ScriptedDice([]))
    assert isinstance(moved, UnitMoved)
    assert moved.facing == 0.0


def pile_in_code(state: BattleState, order: Charge) -> str | None:
    refusal = charge.check_pile_in(state, order)
    return refusal and refusal.code


def charged(**more: Any) -> BattleState:
    """r1 stands in contact with b1; b2 is near, of the same formation."""
    reds = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 10, 20)]
    blues = [unit("b1", "rifle-team", 11.5, 10), unit("b2", "rifle-team", 14, 10)]
    return battle(reds, blues, phase="melee", **more)


PATH = ((12.0, 7.0), (10.0, 8.5))
ONTO_R1 = Charge(unit="b2", target="r1", path=PATH)


@pytest.mark.clause("HR-21")
def test_the_other_side_piles_in_onto_an_engaged_enemy() -> None:
    assert pile_in_code(charged(), ONTO_R1) is None
    onto_r2 = Charge(unit="b2", target="r2", path=PATH)
    assert pile_in_code(charged(), onto_r2) == "target_not_engaged"
    assert pile_in_code(charged(), Charge(unit="b2", target="b1", path=PATH)) == "own_side"


@pytest.mark.clause("HR-21")
@pytest.mark.parametrize("state", ["broken", "suppressed", "cowering"])
def test_some_states_do_not_pile_in(state: str) -> None:
    assert pile_in_code(changed(charged(), "b2", **{state: True}), ONTO_R1) == state


@pytest.mark.clause("HR-21")
def test_who_fired_or_sprinted_may_pile_in() -> None:
    state = replace(changed(charged(), "b2", sprinted=True), fired=0b1111)
    assert charge.check_reserve(state, 3) is None


@pytest.mark.clause("HR-21")
def test_only_the_formation_of_an_engaged_unit_piles_in() -> None:
    assert charge.check_reserve(charged(), 3) is None
    fallen = changed(charged(), "b1", fate="destroyed")
    for state, reserve in ((teams(), 2), (fallen, 3)):
        refusal = charge.check_reserve(state, reserve)
        assert refusal is not None
        assert refusal.code == "formation_not_engaged"


@pytest.mark.clause("HR-21", "HR-20")
@pytest.mark.parametrize(
    ("profile", "x", "code"),
    [
        ("rifle-team", 13.4, "engaged"),
        ("at-gun-light", 16, "serves_gun"),
        ("half-track", 16, "not_infantry"),
    ],
)
def test_only_unengaged_infantry_piles_in(profile: str, x: float, code: str) -> None:
    reds = [unit("r1", "rifle-team", 10, 10)]
    blues = [unit("b1", "rifle-team", 11.5, 10), unit("b2", profile, x, 10.5)]
    refusal = charge.check_reserve(battle(reds, blues, phase="melee"), 2)
    assert refusal is not None
    assert refusal.code == code


@pytest.mark.clause("HR-21")
def test_a_pile_in_has_a_length_of_its_own_in_the_ruleset() -> None:
    assert pile_in_code(charged(rules={"pile_in_move": 3.0}), ONTO_R1) == "too_far"
