"""Who fights whom, and the blows (HR-22 to HR-24, HR-37, BW-25 to BW-38, BB-21)."""

from typing import Any

import pytest

from sim.rules import melee
from sim.rules.team_save import TeamSave, breakdown
from sim.rules.vehicle_damage import VehicleDamage
from sim.state.battle import BattleState
from sim.state.events import (
    GunDestroyed,
    HitResolved,
    MeleeFought,
    UnitBroken,
    UnitDestroyed,
)
from sim.state.orders import Aim, NameTargets, UnitAims
from tests.support.builders import battle, changed, index, rules, unit
from tests.support.melees import fight, named, teams

BLOW = Aim(weapon="rifle-butts", target="b1")


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize(("gap", "groups"), [(0.0, ((0, 2),)), (2.0, ((0, 2),)), (2.1, ())])
def test_enemies_within_two_inches_are_in_melee(gap: float, groups: Any) -> None:
    assert melee.melees(teams(gap)) == groups


@pytest.mark.clause("HR-22")
def test_chains_of_enemies_are_one_melee() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 16, 10)]
    blue = [unit("b1", "rifle-team", 13, 10), unit("b2", "rifle-team", 19, 10)]
    assert melee.melees(battle(red, blue)) == ((0, 1, 2, 3),)


@pytest.mark.clause("HR-22")
@pytest.mark.parametrize(
    ("red", "blue"), [("medium-tank", "rifle-team"), ("rifle-team", "medium-tank")]
)
def test_a_vehicle_and_a_team_are_a_melee_whoever_has_it(red: str, blue: str) -> None:
    state = battle([unit("r1", red, 10, 10)], [unit("b1", blue, 13, 10)], phase="melee")
    assert melee.melees(state) == ((0, 1),)


@pytest.mark.clause("HR-22")
def test_two_vehicles_are_no_melee() -> None:
    red = [unit("r1", "medium-tank", 10, 10)]
    blue = [unit("b1", "medium-tank", 13, 10), unit("b2", "rifle-team", 60, 40)]
    assert melee.melees(battle(red, blue)) == ()


def check(state: BattleState, *units: UnitAims, side: int = 0) -> str | None:
    (group,) = melee.melees(state)
    refusal = melee.check_targets(state, side, group, NameTargets(units=units))
    return refusal and refusal.code


@pytest.mark.clause("RU-23")
def test_a_team_names_one_melee_weapon_and_one_enemy() -> None:
    state = teams(1.0)
    assert check(state, named("r1", "rifle-butts", "b1")) is None
    both = (BLOW, Aim(weapon="grenade-bundle", target="b1"))
    assert check(state, UnitAims(unit="r1", aims=both)) == "too_many_weapons"
    assert check(state, UnitAims(unit="r1", aims=())) is None
    assert check(state, *[named("r1", "rifle-butts", "b1")] * 2) == "acted"


@pytest.mark.clause("RU-23")
def test_it_names_an_enemy_of_the_melee_within_two_inches() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 16, 10)]
    blue = [unit("b1", "rifle-team", 13, 10), unit("b2", "rifle-team", 19, 10)]
    state = battle(red, blue, phase="melee")
    assert check(state, named("r1", "rifle-butts", "b2")) == "beyond_2"
    assert check(state, named("r1", "rifle-butts", "r2")) == "own_side"
    assert check(state, named("r1", "rifle-butts", "nobody")) == "unknown_unit"
    assert check(state, named("b1", "rifle-butts", "r1")) == "unknown_unit"
    far = battle([*red, unit("r3", "rifle-team", 60, 40)], blue, phase="melee")
    assert check(far, named("r3", "rifle-butts", "b1")) == "unknown_unit"


@pytest.mark.clause("BW-35")
def test_only_melee_weapons_attack() -> None:
    assert check(teams(1.0), named("r1", "rifles", "b1")) == "unknown_weapon"


@pytest.mark.clause("BB-21")
def test_a_vehicle_names_nothing() -> None:
    state = teams(1.0, blue="medium-tank")
    assert check(state, named("b1", "rifle-butts", "r1"), side=1) == "vehicle"


@pytest.mark.clause("RU-22")
def test_every_team_with_a_melee_weapon_fights_whatever_its_state() -> None:
    state = changed(teams(1.0), "r1", broken=True, suppressed=True, cowering=True)
    assert melee.check_fighter(state, index(state, "r1")) is None
    assert melee.check_fighter(teams(1.0, red="at-gun-light"), 0) is None


@pytest.mark.clause("RU-22", "HR-33")
def test_crews_fight_with_what_they_bring_along() -> None:
    gun = unit("gun", "at-gun-light", 10, 10, state={"crewed": False})
    crew = {"id": "r1", "profile": "assault-team", "state": {"serves": "gun"}}
    blue = [unit("b1", "at-gun-light", 13, 10)]
    state = battle([gun, crew], blue, phase="melee")
    assert check(state, named("r1", "satchel-charge", "b1")) is None
    assert check(state, named("r1", "rifle-butts", "b1")) == "unknown_weapon"
    assert check(state, named("b1", "rifle-butts", "r1"), side=1) is None


@pytest.mark.clause("RU-22")
def test_a_team_without_melee_weapon_does_not() -> None:
    unarmed = {
        "catalogue": {
            "profiles": {
                "clerks": {"kind": "infantry", "footprint": {"disc": 1.5}, "weapons": ["rifles"]}
            }
        }
    }
    refusal = melee.check_fighter(teams(1.0, red="clerks", **unarmed), 0)
    assert refusal is not None
    assert refusal.code == "no_melee_weapon"


@pytest.mark.clause("HR-23")
@pytest.mark.parametrize(
    ("mine", "theirs", "need"), [("regular", "regular", 4), ("elite", "conscript", 2)]
)
def test_the_need_is_four_and_the_difference_of_melee_skills(
    mine: str, theirs: str, need: int
) -> None:
    red = [unit("r1", "rifle-team", 10, 10, quality=mine)]
    blue = [unit("b1", "rifle-team", 12, 10, quality=theirs)]
    state = battle(red, blue)
    blow = melee.assess_blow(state, 0, state.spec(0).arms.melee[0], 1)
    assert blow.to_hit is not None
    assert (blow.to_hit.need, blow.dice) == (need, 1)
    assert [m.clause for m in blow.to_hit.modifiers] == ([] if need == 4 else ["HR-23"])


@pytest.mark.clause("HR-23")
def test_no_other_modifier_counts_to_hit() -> None:
    state = changed(teams(1.0), "r1", suppressed=True, moved=True)
    state = changed(state, "b1", cowering=True)
    blow = melee.assess_blow(state, 0, state.spec(0).arms.melee[0], 2)
    assert blow.to_hit is not None
    assert blow.to_hit.need == 4


@pytest.mark.clause("HR-23")
def test_the_number_itself_is_one_of_the_ruleset() -> None:
    state = teams(1.0, **rules(melee_to_hit=5))
    blow = melee.assess_blow(state, 0, state.spec(0).arms.melee[0], 2)
    assert blow.to_hit is not None
    assert (blow.to_hit.base, blow.to_hit.need) == (5, 5)


@pytest.mark.clause("HR-23")
def test_cover_is_negated_and_the_weapons_firepower_counts() -> None:
    wood = {"id": "w", "kind": "wood", "polygon": [[5, 5], [20, 5], [20, 15], [5, 15]]}
    state = teams(1.0, terrain=[wood])
    bundle = state.spec(0).arms.melee[1]
    save = melee.assess_blow(state, 0, bundle, 2).defence
    assert isinstance(save, TeamSave)
    reasons = breakdown(save, "none")
    assert reasons.modifier == -1
    assert [(m.name, m.clause) for m in reasons.suppressed_modifiers] == [("soft_cover", "FR-25")]


@pytest.mark.clause("HR-23", "FR-32")
def test_a_melee_weapon_with_firepower_takes_the_gun_with_its_crew() -> None:
    state = teams(0.5, red="command-team", blue="at-gun-light")
    events = fight(state, [named("r1", "assault", "b1")], [], to_hit=[4, 1], team_save=[2, 2])
    assert [type(event) for event in events] == [
        MeleeFought,
        HitResolved,
        UnitDestroyed,
        GunDestroyed,
    ]


@pytest.mark.clause("HR-37")
def test_the_blows_of_the_dead_count() -> None:
    state = teams(0.0)
    events = fight(
        state,
        [named("r1", "rifle-butts", "b1")],
        [named("b1", "rifle-butts", "r1")],
        to_hit=[4, 4],
        team_save=[1, 1, 1, 1],
    )
    assert [event.unit for event in events if isinstance(event, UnitDestroyed)] == ["r1", "b1"]
    assert all(isinstance(event, MeleeFought) for event in events[:2])


@pytest.mark.clause("HR-37")
def test_the_active_side_strikes_first_in_the_order_of_hits() -> None:
    red = [unit("r1", "rifle-team", 10, 10)]
    blue = [unit("b1", "rifle-team", 12, 10), unit("b2", "rifle-team", 8, 10)]
    state = battle(red, blue, phase="melee", active=1)
    events = fight(
        state,
        [named("r1", "rifle-butts", "b2")],
        [named("b2", "rifle-butts", "r1"), named("b1", "rifle-butts", "r1")],
        to_hit=[1, 1, 1],
    )
    assert [event.unit for event in events] == ["b1", "b2", "r1"]  # type: ignore[union-attr]


@pytest.mark.clause("BW-25", "BW-26", "BW-27", "BW-28")
@pytest.mark.parametrize("gap", [0.0, 1.9, 2.0])
def test_infantry_hits_a_vehicle_automatically_with_its_full_rate(gap: float) -> None:
    red = [unit("r1", "command-team", 10, 10)]
    blue = [unit("b1", "medium-tank", 11.75 + gap, 10)]
    state = battle(red, blue, phase="melee")
    events = fight(state, [named("r1", "assault", "b1")], [], to_wound=[1, 1], to_hit=[1])
    fought = events[0]
    assert isinstance(fought, MeleeFought)
    assert (fought.dice, fought.hits, fought.rolls) == (2, 2, ())


@pytest.mark.clause("BW-26")
def test_beyond_two_inches_it_may_not() -> None:
    red = [unit("r1", "command-team", 10, 10)]
    blue = [unit("b1", "medium-tank", 13.85, 10)]
    assert melee.melees(battle(red, blue)) == ()


@pytest.mark.clause("BW-26", "BW-30", "BW-31", "BW-32")
def test_a_healthy_buttoned_vehicle_is_hit_on_its_other_armour() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 12, 10)]
    state = battle(red, blue, phase="melee")
    damage = melee.assess_blow(state, 0, state.spec(0).arms.melee[1], 1).defence
    assert isinstance(damage, VehicleDamage)
    assert damage.to_wound is not None
    assert (damage.to_wound.facing, damage.to_wound.need) == ("other", 2 + 6 - 3)
    assert damage.save is None


@pytest.mark.clause("BB-21", "HR-24")
def test_a_vehicle_rolls_one_die_for_each_team_near_it() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 14, 10)]
    blue = [unit("b1", "medium-tank", 12, 10)]
    state = battle(red, blue, phase="melee")
    events = fight(state, [], [], to_hit=[6, 5], team_save=[4, 4])
    assert [event.target for event in events if isinstance(event, MeleeFought)] == ["r1", "r2"]
    (hit,) = [event for event in events if isinstance(event, HitResolved)]
    assert [(m.name, m.value) for m in hit.rolls[0].modifiers] == [("firepower", -2)]
    assert UnitBroken(unit="r1", clause="FR-10") in events


@pytest.mark.clause("BB-21")
def test_a_stunned_vehicle_does_not_strike() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 12, 10)]
    state = changed(battle(red, blue, phase="melee"), "b1", stunned=True)
    assert fight(state, [], []) == []


@pytest.mark.clause("BB-21", "HR-22")
def test_it_does_not_strike_at_a_vehicle_beside_it() -> None:
    red = [unit("r1", "rifle-team", 10, 10), unit("r2", "light-tank", 14, 12)]
    state = battle(red, [unit("b1", "medium-tank", 12, 10)], phase="melee")
    events = fight(state, [], [], to_hit=[1])
    assert [event.target for event in events if isinstance(event, MeleeFought)] == ["r1"]


@pytest.mark.clause("BB-21", "HR-22")
def test_it_strikes_as_far_as_melee_goes() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 14, 10)]
    state = battle(red, blue, phase="melee", **rules(melee_range=3, engaged_range=1))
    events = fight(state, [], [], to_hit=[1])
    assert [event.target for event in events if isinstance(event, MeleeFought)] == ["r1"]


@pytest.mark.clause("HR-24", "BB-21")
def test_it_strikes_even_if_it_dies_in_that_melee() -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "half-track", 12, 10)]
    state = battle(red, blue, phase="melee")
    events = fight(state, [named("r1", "rifle-butts", "b1")], [], to_hit=[6], team_save=[1, 1])
    assert [event.unit for event in events if isinstance(event, UnitDestroyed)] == ["r1", "b1"]


@pytest.mark.clause("BW-36", "BW-37", "BW-38")
@pytest.mark.parametrize(
    ("changes", "clause"),
    [
        ({"buttoned": False}, "BW-36"),
        ({"immobilized": True}, "BW-37"),
        ({"stunned": True}, "BW-38"),
    ],
)
def test_open_immobilized_and_stunned_vehicles_die_by_the_first_hit(
    changes: dict[str, bool], clause: str
) -> None:
    red, blue = [unit("r1", "rifle-team", 10, 10)], [unit("b1", "medium-tank", 12, 10)]
    state = changed(battle(red, blue, phase="melee"), "b1", **changes)
    dice = {} if "stunned" in changes else {"to_hit": [1]}
    events = fight(state, [named("r1", "rifle-butts", "b1")], [], **dice)
    assert UnitDestroyed(unit="b1", clause=clause, by="r1") in events


def test_a_named_team_without_an_aim_strikes_nobody() -> None:
    assert fight(teams(1.0), [UnitAims(unit="r1", aims=())], []) == []
