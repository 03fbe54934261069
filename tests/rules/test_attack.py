"""One attack: what its to-hit dice need, and its hits one after the other."""

from typing import Any

import pytest

from sim.dice import RecordingDice, ScriptedDice
from sim.rules.attack import (
    Attack,
    AttackResult,
    Strike,
    hit_events,
    next_attack,
    resolve_attack,
    roll_to_hit,
)
from sim.rules.hits import Condition
from sim.rules.vehicle_damage import VehicleDamage
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import GunAbandoned, GunDestroyed, GunOccupied, UnitDestroyed
from tests.support.builders import battle, changed, unit
from tests.support.shots import attack, clauses, kinds, team_with, values, weapon

CREW = Condition(gun="intact")


def scene(firer: str = "rifle-team", target: str = "rifle-team", **more: Any) -> BattleState:
    """A firer at (20, 20) that faces its target at (30, 20), which faces it."""
    return battle(
        [unit("r", firer, 20, 20, 90, **more.pop("firer_has", {}))],
        [unit("t", target, 30, 20, 270, **more.pop("target_has", {}))],
        **more,
    )


def to_hit(state: BattleState, key: str = "", **more: Any) -> dict[str, int]:
    assessed = attack(state, "r", "t", key, **more).to_hit
    assert assessed is not None
    assert assessed.need == 4 + sum(values(assessed.modifiers).values())
    return values(assessed.modifiers)


@pytest.mark.clause("BB-13", "HR-1", "RU-1")
@pytest.mark.parametrize(
    ("own", "other", "need"),
    [
        ("regular", "regular", 4),
        ("conscript", "elite", 6),
        ("elite", "conscript", 2),
        ("regular", "elite", 5),
    ],
)
def test_skill_against_skill(own, other, need):
    state = scene(firer_has={"quality": own}, target_has={"quality": other})
    found = attack(state, "r", "t").to_hit
    assert (found.base, found.need) == (4, need)
    assert values(found.modifiers) == ({"skill": need - 4} if need != 4 else {})


@pytest.mark.parametrize(
    ("name", "value", "clause", "firer", "target"),
    [
        pytest.param(name, value, clause, firer, target, marks=pytest.mark.clause(clause), id=case)
        for case, name, value, clause, firer, target in [
            ("target cowers", "cowering", 1, "BB-13", {}, {"cowering": True}),
            ("moved", "moved", 1, "BB-13", {"moved": True}, {}),
            ("suppressed", "suppressed", 2, "BB-17", {"suppressed": True}, {}),
            ("cowers", "suppressed", 2, "BB-17", {"cowering": True}, {}),
            ("both", "suppressed", 2, "BB-17", {"cowering": True, "suppressed": True}, {}),
        ]
    ],
)
def test_each_state_alone(name, value, clause, firer, target):
    state = changed(changed(scene(), "r", **firer), "t", **target)
    assert to_hit(state) == {name: value}
    assert clauses(attack(state, "r", "t").to_hit.modifiers) == {name: clause}


@pytest.mark.clause("BB-13")
def test_a_heavy_weapon_that_moved_hits_at_two_worse():
    catalogue = {
        "weapons": {"howitzer": weapon(heavy=True)},
        "profiles": {"gunner": team_with("howitzer")},
    }
    state = scene("gunner", catalogue=catalogue)
    assert to_hit(state) == {}
    assert to_hit(changed(state, "r", moved=True)) == {"heavy_moved": 2}


@pytest.mark.clause("BB-13", "HR-10", "BW-3")
@pytest.mark.parametrize(("target", "clause"), [("rifle-team", "HR-10"), ("truck", "BW-3")])
def test_a_concealed_target_is_harder_to_hit(target, clause):
    crops = {"id": "c", "kind": "crops", "rect": {"center": [30, 20], "size": [6, 6]}}
    state = scene(target=target, terrain=[crops])
    assert to_hit(state) == {"concealed": 1}
    assert clauses(attack(state, "r", "t").to_hit.modifiers) == {"concealed": clause}


@pytest.mark.clause("BB-14")
@pytest.mark.parametrize(
    ("profile", "state", "modifiers"),
    [
        ("medium-tank", {}, {"buttoned": 1}),
        ("medium-tank", {"hatch": "unbuttoned"}, {}),
        ("half-track", {}, {}),
        ("bunker", {}, {}),
    ],
)
def test_a_buttoned_vehicle_fires_at_one_worse_unless_sealed(profile, state, modifiers):
    bunker = {
        "kind": "vehicle",
        "footprint": {"rect": [3, 2]},
        "height": 1.5,
        "armour": {"front": 4, "other": 4},
        "sealed": True,
        "weapons": ["lmg"],
    }
    table = scene(profile, firer_has={"state": state}, catalogue={"profiles": {"bunker": bunker}})
    assert to_hit(table) == modifiers


@pytest.mark.clause("BB-11")
def test_a_crew_that_was_not_the_gun_s_own_fires_at_one_worse():
    gun = unit("g", "at-gun-light", 20, 20, 90, state={"crewed": False})
    crew = {"id": "r", "profile": "rifle-team", "state": {"serves": "g"}}
    state = battle([gun, crew], [unit("t", "rifle-team", 30, 20)])
    assert to_hit(state) == {"foreign_crew": 1}
    assert to_hit(scene("at-gun-light")) == {}


@pytest.mark.clause("HR-33", "BB-11")
def test_a_foreign_crew_fires_and_is_fired_at_with_its_own_skill():
    gun = unit("g", "at-gun-light", 20, 20, 90, quality="elite", state={"crewed": False})
    crew = {"id": "r", "profile": "rifle-team", "quality": "conscript", "state": {"serves": "g"}}
    state = battle([gun, crew], [unit("t", "rifle-team", 30, 20)])
    assert to_hit(state) == {"skill": 1, "foreign_crew": 1}
    assert values(attack(state, "t", "r").to_hit.modifiers) == {"skill": -1}


@pytest.mark.clause("BB-11", "HR-33")
def test_a_crew_that_comes_back_to_its_own_gun_is_no_foreign_one():
    state = apply(scene("at-gun-light"), GunAbandoned(unit="r", gun="r"))
    assert to_hit(apply(state, GunOccupied(unit="r", gun="r")), "light-gun") == {"moved": 1}


@pytest.mark.clause("BB-10", "BB-17")
def test_who_sprinted_fires_as_suppressed_in_firefight_only():
    state = changed(scene(), "r", sprinted=True)
    assert to_hit(state, phase="firefight") == {"suppressed": 2}
    assert to_hit(state) == {}


@pytest.mark.clause("BB-13")
def test_the_modifiers_come_in_their_order_and_add_up_without_limit():
    state = scene("mortar-team", firer_has={"quality": "conscript"})
    state = changed(state, "r", moved=True, suppressed=True)
    state = changed(state, "t", cowering=True)
    found = attack(state, "r", "t").to_hit
    assert list(values(found.modifiers)) == ["skill", "cowering", "moved", "suppressed"]
    assert found.need == 9


@pytest.mark.clause("BB-12")
@pytest.mark.parametrize(
    ("phase", "moved", "dice"),
    [
        ("shooting", False, 2),
        ("shooting", True, 1),
        ("firefight", False, 1),
        ("firefight", True, 1),
    ],
)
def test_the_dice_are_the_rate_of_fire(phase, moved, dice):
    assert attack(changed(scene(), "r", moved=moved), "r", "t", phase=phase).dice == dice


@pytest.mark.clause("BW-1", "BW-2", "FR-3")
def test_guns_and_vehicles_are_hit_as_infantry_is():
    needs = [attack(scene(target=kind), "r", "t").to_hit for kind in ("at-gun-light", "truck")]
    assert needs == [attack(scene(), "r", "t").to_hit] * 2


@pytest.mark.clause("FR-2", "FR-4")
def test_the_target_is_the_crew_and_its_gun_is_known():
    assessed = attack(scene(target="at-gun-light"), "r", "t")
    assert (assessed.target, assessed.gun) == ("t", "t")
    assert attack(scene(), "r", "t").gun is None


def played(assessed: Attack, *faces: int, condition: Condition = CREW) -> AttackResult:
    dice = ScriptedDice(faces)
    result = resolve_attack(assessed, condition, dice)
    dice.finish()
    return result


def results(result: AttackResult) -> list[str]:
    return [effect.result for effect in result.effects]


def test_all_dice_to_hit_come_before_the_saves():
    result = played(attack(scene(), "r", "t"), 4, 5, 2, 4, 6, 6)
    assert [roll.faces for roll in result.strike.rolls] == [(4,), (5,)]
    assert results(result) == ["broken", "saved"]


def test_a_save_is_named_by_the_die_that_hit():
    dice = RecordingDice(ScriptedDice([3, 4, 6, 6]))
    resolve_attack(attack(scene(), "r", "t"), CREW, dice)
    assert [(throw.purpose, throw.occurrence) for throw in dice.record] == [
        ("to_hit", 0),
        ("team_save", 1),
    ]


@pytest.mark.clause("RU-13")
def test_hits_after_the_destruction_of_the_crew_are_lost():
    result = played(attack(scene(), "r", "t"), 4, 4, 1, 1)
    assert results(result) == ["destroyed", "lost"]
    assert (result.effects[1].clause, result.effects[1].wound) == ("RU-13", False)


@pytest.mark.clause("RU-19")
def test_hits_after_the_destruction_of_a_vehicle_are_lost():
    catalogue = {
        "weapons": {"gun": weapon(dice=2, anti_tank=9)},
        "profiles": {"gunner": team_with("gun")},
    }
    state = scene("gunner", "truck", catalogue=catalogue)
    result = played(attack(state, "r", "t"), 4, 4, 3, 4, condition=Condition())
    assert results(result) == ["destroyed", "lost"]
    assert (result.effects[1].clause, result.effects[1].wound) == ("RU-19", False)


HEAVY = {
    "weapons": {"gun": weapon(dice=2, gun_class="heavy")},
    "profiles": {"gunner": team_with("gun")},
}
PIT = {"emplacements": [{"id": "pit", "position": [30, 20], "facing": 270}]}


def at_emplaced_gun() -> Attack:
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [{"id": "t", "profile": "at-gun-light", "emplacement": "pit"}],
        catalogue=HEAVY,
        **PIT,
    )
    return attack(state, "r", "t")


@pytest.mark.clause("RU-13")
def test_the_save_after_the_gun_is_lost_keeps_the_emplacement_in_the_same_attack():
    result = played(at_emplaced_gun(), 4, 4, 1, 3, 1, 3)
    first, second = (effect.rolls[0] for effect in result.effects)
    assert values(first.modifiers) == values(second.modifiers) == {"emplaced": 3}
    assert "gunshield" in values(first.suppressed_modifiers)
    assert "gunshield" not in values(second.suppressed_modifiers)
    assert results(result) == ["broken", "destroyed"]


@pytest.mark.clause("RU-13")
def test_the_next_attack_finds_the_gun_lost_before_it():
    assert next_attack(Condition(gun="lost")) == Condition(gun="lost_before")
    for gun in ("none", "intact", "lost_before"):
        assert next_attack(Condition(gun=gun)) == Condition(gun=gun)


@pytest.mark.clause("BW-26")
def test_without_a_number_every_die_hits_unthrown():
    damage = VehicleDamage(to_wound=None, save=None, in_melee=True, automatic="BW-36")
    assault = Attack(
        attacker="r",
        weapon="assault",
        target="t",
        gun=None,
        dice=2,
        to_hit=None,
        defence=damage,
        exposure=attack(scene(), "r", "t").exposure,
    )
    assert roll_to_hit(assault, ScriptedDice([])) == Strike((), (0, 1))
    assert results(played(assault, condition=Condition())) == ["destroyed", "lost"]


@pytest.mark.clause("FR-34")
def test_a_hit_is_followed_by_what_it_changed():
    assessed = at_emplaced_gun()
    result = played(assessed, 4, 4, 1, 3, 1, 3)
    events = hit_events(assessed, result.strike.hits, result.effects)
    assert kinds(events) == [
        "HitResolved",
        "UnitBroken",
        "GunDestroyed",
        "HitResolved",
        "UnitDestroyed",
    ]
    assert events[2] == GunDestroyed(gun="t", clause="FR-34", by="r")
    assert events[4] == UnitDestroyed(unit="t", clause="RU-9", by="r")
