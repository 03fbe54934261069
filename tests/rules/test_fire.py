"""Shooting: what comes of an order to fire, on guns and crews and on vehicles."""

from typing import Any

import pytest
from msgspec.structs import replace

from sim.rules.fire import check_fire, may_fire, targets
from sim.rules.sight import sees
from sim.state.battle import BattleState
from sim.state.events import (
    GunDestroyed,
    HitResolved,
    UnitBroken,
    UnitDestroyed,
    VehicleStunned,
    WeaponFired,
)
from sim.state.orders import Aim, Fire
from tests.support.builders import battle, index, row, unit
from tests.support.moves import move, moved
from tests.support.shots import (
    after,
    clauses,
    fire,
    fire_order,
    found,
    kinds,
    mount,
    team_with,
    values,
    weapon,
)

RIFLES = fire_order("r", rifles="t")


def at_gun(profile: str = "at-gun-light", key: str = "rifles", **arms: Any) -> BattleState:
    """A team at (20, 20) with one weapon of one die, and a gun at (30, 20) facing it."""
    catalogue = {"weapons": {key: weapon(**arms)}, "profiles": {"gunner": team_with(key)}}
    return battle(
        [unit("r", "gunner", 20, 20)], [unit("t", profile, 30, 20, 270)], catalogue=catalogue
    )


@pytest.mark.clause("HR-17")
def test_an_order_to_fire_is_refused_for_a_reason():
    state = at_gun()
    assert check_fire(state, RIFLES) is None
    orders = [Fire("x", RIFLES.aims), fire_order("t", light_gun="r"), Fire("r", ())]
    refusals = [check_fire(state, order) for order in orders]
    assert [refusal.code for refusal in refusals if refusal] == [
        "unknown_unit",
        "not_active",
        "no_aims",
    ]


@pytest.mark.clause("FR-6")
def test_fire_at_a_gun_whose_crew_is_dead_is_refused():
    state = after(at_gun(), [UnitDestroyed(unit="t", clause="FR-9")])
    refusal = check_fire(state, RIFLES)
    assert refusal is not None
    assert (refusal.code, refusal.clause) == ("gun_not_a_target", "RU-7")


@pytest.mark.clause("HR-17")
def test_the_options_of_a_unit():
    state = at_gun()
    assert may_fire(state, 0)
    assert targets(state, 0, mount(state, "r")) == (1,)


@pytest.mark.clause("FR-9", "FR-33", "RU-14")
def test_rifles_kill_the_crew_and_leave_the_gun():
    state = at_gun()
    events = fire(state, RIFLES, [4, 1, 2])
    assert kinds(events) == ["WeaponFired", "HitResolved", "UnitDestroyed"]
    state = after(state, events)
    assert (row(state, "t").fate, state.guns[0].fate, state.guns[0].crew) == (
        "destroyed",
        "intact",
        -1,
    )


@pytest.mark.clause("FR-32")
def test_firepower_destroys_the_gun_with_its_crew():
    state = at_gun(firepower=1)
    events = fire(state, RIFLES, [4, 1, 1])
    assert found(events, UnitDestroyed) == UnitDestroyed(unit="t", clause="FR-9", by="r")
    assert found(events, GunDestroyed) == GunDestroyed(gun="t", clause="FR-32", by="r")
    assert after(state, events).guns[0].fate == "destroyed"


@pytest.mark.clause("FR-33")
def test_firepower_leaves_the_gun_of_a_crew_that_breaks():
    state = at_gun(firepower=1)
    events = fire(state, RIFLES, [4, 3, 3])
    assert found(events, UnitBroken) == UnitBroken(unit="t", clause="FR-10")
    assert after(state, events).guns[0].fate == "intact"


@pytest.mark.clause("FR-34", "HR-33")
def test_a_broken_crew_that_lost_its_gun_stays_as_infantry():
    state = at_gun("at-gun-heavy", gun_class="medium")
    state = after(state, fire(state, RIFLES, [4, 2, 3]))
    crew = row(state, "t")
    assert (crew.alive, crew.broken, crew.serves, crew.footprint.radius) == (True, True, -1, 0.75)
    assert state.guns[0].fate == "destroyed"


@pytest.mark.clause("FR-5", "BB-16")
def test_a_hit_counts_as_a_wound_of_the_crew():
    state = at_gun()
    hit = found(fire(state, RIFLES, [4, 6, 6]), HitResolved)
    assert (hit.unit, hit.weapon, hit.target, hit.hit) == ("r", "rifles", "t", 0)
    assert (hit.wound, hit.result) == (True, "saved")
    assert after(state, [hit]).wounded == 1 << index(state, "t")


def test_a_miss_is_one_event():
    events = fire(at_gun(), RIFLES, [3])
    assert kinds(events) == ["WeaponFired"]
    assert (events[0].dice, events[0].hits) == (1, 0)


@pytest.mark.clause("FR-23", "GE-1", "GE-2")
def test_the_shot_shows_what_was_decided_about_it():
    wall = {"id": "w", "kind": "stone-wall", "line": [[28.5, 10], [28.5, 30]]}
    state = battle(
        [unit("r", "rifle-team", 20, 20)], [unit("t", "at-gun-light", 30, 20, 180)], terrain=[wall]
    )
    shot = found(fire(state, RIFLES, [1, 1]), WeaponFired)
    assert (shot.angle_off_facing, shot.front_arc, shot.front_quarter) == (90, True, False)
    assert (shot.obscured, shot.concealed, shot.distance) == ((64, 0, 64), True, 8.5)
    assert shot.template is None
    assert values(shot.rolls[0].modifiers) == {"concealed": 1}


@pytest.mark.clause("FR-26")
def test_a_save_shows_what_did_not_count():
    wall = {"id": "w", "kind": "stone-wall", "line": [[28.4, 10], [28.4, 30]]}
    state = battle(
        [unit("r", "rifle-team", 20, 20)], [unit("t", "at-gun-light", 30, 20, 270)], terrain=[wall]
    )
    hit = found(fire(state, RIFLES, [5, 1, 6, 6]), HitResolved)
    (suppressed,) = hit.rolls[0].suppressed_modifiers
    assert (suppressed.name, suppressed.value, suppressed.clause) == ("gunshield", 2, "FR-26")
    assert suppressed.reason == "other cover counts instead"


@pytest.mark.clause("BB-16", "BW-12")
def test_a_hit_that_does_not_wound_is_no_wound():
    state = at_tank("buttoned")
    assert after(state, fire(state, RIFLES, [4])).wounded == 0


@pytest.mark.clause("BB-20")
def test_who_fires_in_shooting_may_charge():
    state = at_gun()
    assert after(state, fire(state, RIFLES, [3])).fired == 0


@pytest.mark.clause("HR-17")
def test_weapons_fire_in_the_order_of_the_profile():
    state = battle(
        [unit("r", "medium-tank", 20, 20, 90)],
        [unit("t", "rifle-team", 30, 20), unit("u", "rifle-team", 30, 26)],
    )
    order = fire_order("r", coaxial_mg="u", medium_tank_gun="t")
    shots = fire(state, order, [1] * 5)
    assert [shot.weapon for shot in shots] == ["medium-tank-gun", "coaxial-mg"]
    assert [shot.target for shot in shots] == ["t", "u"]


@pytest.mark.clause("HR-17")
def test_fire_at_a_unit_already_destroyed_is_lost_without_dice():
    state = battle([unit("r", "medium-tank", 20, 20, 90)], [unit("t", "rifle-team", 30, 20)])
    order = fire_order("r", medium_tank_gun="t", coaxial_mg="t")
    events = fire(state, order, [5, 1, 1])
    assert kinds(events) == ["WeaponFired", "HitResolved", "UnitDestroyed", "WeaponFired"]
    assert (events[3].dice, events[3].hits, events[3].rolls) == (0, 0, ())


@pytest.mark.clause("RU-13")
def test_the_next_weapon_finds_the_crew_where_its_gun_was_lost():
    catalogue = {
        "weapons": {"big": weapon(gun_class="heavy"), "small": weapon()},
        "profiles": {"gunner": team_with("big", "small")},
    }
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [{"id": "t", "profile": "at-gun-light", "emplacement": "pit"}],
        emplacements=[{"id": "pit", "position": [30, 20], "facing": 270}],
        catalogue=catalogue,
    )
    events = fire(state, fire_order("r", big="t", small="t"), [4, 1, 2, 4, 5, 5])
    hits = [event for event in events if isinstance(event, HitResolved)]
    assert [values(hit.rolls[0].modifiers) for hit in hits] == [{"emplaced": 3}, {"hard_cover": 2}]
    assert row(after(state, events), "t").dug_in


@pytest.mark.clause("RU-13")
def test_nobody_else_gains_from_an_emplacement_without_a_gun():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [
            {"id": "g", "profile": "at-gun-light", "emplacement": "pit"},
            unit("t", "rifle-team", 30, 24),
        ],
        emplacements=[{"id": "pit", "position": [30, 20], "facing": 270}],
    )
    lost = [UnitDestroyed(unit="g", clause="FR-9"), GunDestroyed(gun="g", clause="FR-32")]
    assert [row(after(state, lost), name).dug_in for name in ("g", "t")] == [False, False]


def at_tank(hatch: str, **arms: Any) -> BattleState:
    catalogue = {"weapons": {"rifles": weapon(**arms)}, "profiles": {"gunner": team_with("rifles")}}
    return battle(
        [unit("r", "gunner", 20, 20)],
        [unit("t", "medium-tank", 30, 20, 270, state={"hatch": hatch})],
        catalogue=catalogue,
    )


@pytest.mark.clause("BW-12")
def test_rifles_cannot_wound_a_buttoned_tank_and_the_event_says_so():
    hit = found(fire(at_tank("buttoned"), RIFLES, [4]), HitResolved)
    assert (hit.wound, hit.result, hit.clause, hit.rolls) == (False, "unharmed", "BW-12", ())


@pytest.mark.clause("BW-14", "BW-16")
def test_rifles_stun_an_unbuttoned_tank_with_a_double_six():
    state = at_tank("unbuttoned")
    events = fire(state, RIFLES, [4, 6, 6, 4])
    assert found(events, VehicleStunned) == VehicleStunned(unit="t", clause="BW-16")
    assert row(after(state, events), "t").stunned


@pytest.mark.clause("HR-30")
def test_a_destroyed_vehicle_leaves_a_wreck_in_the_way():
    state = at_tank("buttoned", anti_tank=8)
    events = fire(state, RIFLES, [4, 6, 4])
    state = after(state, events)
    assert found(events, UnitDestroyed).clause == "BW-17"
    assert [obstacle.id for obstacle in state.obstacles] == ["t"]


@pytest.mark.clause("PR-41")
def test_a_target_once_named_is_fired_at_though_it_is_seen_no_more():
    bocage = {"id": "b", "kind": "bocage", "line": [[25, 10], [25, 20.45]]}
    catalogue = {
        "weapons": {"big": weapon(gun_class="heavy"), "small": weapon()},
        "profiles": {"gunner": team_with("big", "small")},
    }
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [unit("t", "at-gun-light", 30, 20)],
        catalogue=catalogue,
        terrain=[bocage],
    )
    order = fire_order("r", big="t", small="t")
    assert check_fire(state, order) is None
    events = fire(state, order, [5, 2, 2, 5, 6, 6])
    assert not sees(after(state, events), 0, 1)
    assert kinds(events)[-2:] == ["WeaponFired", "HitResolved"]


@pytest.mark.clause("HR-13", "BB-12", "HR-17")
@pytest.mark.parametrize(("profile", "code"), [("at-gun-heavy", "no_rate"), ("at-gun-light", None)])
def test_a_gun_that_swivelled_fires_at_its_rate_moved(profile, code):
    state = battle(
        [unit("r", profile, 20, 20, 0)], [unit("t", "rifle-team", 30, 20)], phase="movement"
    )
    state = replace(after(state, moved(state, move("r", facing=90))), phase="shooting")
    order = Fire("r", (Aim(mount(state, "r").key, "t"),))
    refusal = check_fire(state, order)
    assert (refusal and refusal.code) == code
    if code is None:
        assert [shot.dice for shot in fire(state, order, [1])] == [1]


def test_the_clauses_of_a_shot_are_in_its_roll():
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("t", "truck", 30, 20)])
    shot = found(fire(state, RIFLES, [1, 1]), WeaponFired)
    assert [clauses(roll.modifiers) for roll in shot.rolls] == [{}, {}]
    assert [(roll.purpose, roll.need, roll.result) for roll in shot.rolls] == [
        ("to_hit", 4, "fail")
    ] * 2
