"""Hits on vehicles: the needed numbers, stun and destruction, the saves, in fire and in Melee."""

from fractions import Fraction
from typing import Any

import pytest

from sim.dice import KeyedDice, ScriptedDice, enumerate_outcomes
from sim.rules.hits import Condition, Hit, HitEffect
from sim.rules.vehicle_damage import (
    VehicleDamage,
    assess_melee_damage,
    resolve_damage,
    vehicle_of,
)
from sim.state.battle import BattleState
from sim.state.profiles import MeleeWeapon
from tests.support.builders import battle, changed, index, rules, unit
from tests.support.shots import attack, clauses, team_with, values, weapon

FRESH = Condition()
HIT = Hit("r", "gun", "v")


def vehicle(**profile: Any) -> dict[str, Any]:
    """A box of armour 4 all round that is not awkward."""
    return {
        "kind": "vehicle",
        "footprint": {"rect": [4, 4]},
        "height": 1.0,
        "armour": {"front": 4, "other": 4},
        "awkward": 0,
        **profile,
    }


def scene(
    profile: Any = None, arms: Any = None, *, facing: float = 270, state: Any = None, **more: Any
) -> BattleState:
    """A vehicle at (30, 20), facing the firer at (20, 20) unless it says otherwise."""
    catalogue = {
        "weapons": {"gun": weapon(**(arms or {}))},
        "profiles": {"gunner": team_with("gun"), "box": vehicle(**(profile or {}))},
    }
    target = unit("v", "box", 30, 20, facing, state=state or {})
    return battle([unit("r", "gunner", 20, 20)], [target], catalogue=catalogue, **more)


def damage(
    profile: Any = None, arms: Any = None, *, phase: str = "shooting", **more: Any
) -> VehicleDamage:
    defence = attack(scene(profile, arms, **more), "r", "v", phase=phase).defence
    assert isinstance(defence, VehicleDamage)
    return defence


def to_wound(*args: Any, **more: Any) -> Any:
    return damage(*args, **more).to_wound


def save(*args: Any, **more: Any) -> Any:
    return damage(*args, **more).save


def hit(
    assessed: VehicleDamage, *faces: int, condition: Condition = FRESH
) -> tuple[Condition, HitEffect]:
    dice = ScriptedDice(faces)
    outcome = resolve_damage(assessed, condition, HIT, dice)
    dice.finish()
    return outcome


def chances(assessed: VehicleDamage, condition: Condition = FRESH) -> dict[str, Fraction]:
    return enumerate_outcomes(lambda dice: resolve_damage(assessed, condition, HIT, dice)[1].result)


def unsaved(armour: int, anti_tank: int = 0, *, top: str = "closed") -> VehicleDamage:
    """A hit that allows no save."""
    plates = {"armour": {"front": armour, "other": armour}, "top": top}
    return damage(plates, {"anti_tank": anti_tank, "negates_cover": True})


@pytest.mark.clause("BW-4", "BW-9", "BW-10", "RU-15")
@pytest.mark.parametrize(
    ("armour", "anti_tank", "need"),
    [(0, 0, 2), (1, 0, 3), (4, 0, 6), (8, 5, 5), (8, 8, 2), (4, 9, 2), (9, 1, 10)],
)
def test_armour_raises_the_number_and_anti_tank_cancels_it(armour, anti_tank, need):
    wound = unsaved(armour, anti_tank).to_wound
    assert (wound.base, wound.need, wound.armour, wound.anti_tank) == (2, need, armour, anti_tank)


@pytest.mark.clause("BW-9", "BW-10")
def test_only_the_anti_tank_that_counts_is_a_modifier():
    modifiers = unsaved(4, 9).to_wound.modifiers
    assert values(modifiers) == {"armour": 4, "anti_tank": -4}
    assert clauses(modifiers) == {"armour": "BW-9", "anti_tank": "BW-10"}
    assert values(unsaved(0, 3).to_wound.modifiers) == {}


@pytest.mark.clause("BW-5", "BW-6", "BW-7", "GE-1")
@pytest.mark.parametrize(("facing", "side"), [(270, "front"), (225, "front"), (224, "other")])
def test_fire_from_the_front_quarter_hits_the_front(facing, side):
    plates = {"armour": {"front": 5, "other": 1}}
    wound = to_wound(plates, facing=facing)
    assert (wound.facing, wound.armour) == (side, 5 if side == "front" else 1)


@pytest.mark.clause("BW-7", "HR-19")
def test_indirect_fire_never_hits_the_front():
    assert to_wound(arms={"indirect": True}).facing == "other"


@pytest.mark.clause("BW-8")
def test_firefight_hits_the_other_facing():
    assert to_wound(phase="firefight").facing == "other"


@pytest.mark.clause("BW-4", "BW-15", "BW-16", "BW-17", "RU-24")
@pytest.mark.parametrize("need", [2, 3, 4, 5, 6])
@pytest.mark.parametrize("top", ["closed", "open"])
def test_equal_stuns_and_above_destroys(need, top):
    expected = {
        "unharmed": Fraction(need - 2 + 1, 6),
        "stunned": Fraction(1, 6),
        "destroyed": Fraction(6 - need, 6),
    }
    found = chances(unsaved(need - 2, top=top))
    assert found == {result: chance for result, chance in expected.items() if chance}


@pytest.mark.clause("RU-24")
def test_a_six_against_six_is_equal_and_not_thrown_again():
    _, effect = hit(unsaved(4, top="open"), 6)
    assert (effect.result, effect.rolls[0].faces) == ("stunned", (6,))


@pytest.mark.clause("BW-11", "BW-12")
@pytest.mark.parametrize("need", [7, 8, 12])
@pytest.mark.parametrize("hatch", [{"sealed": True}, {"sealed": False}])
def test_a_closed_vehicle_cannot_be_wounded_at_seven_or_more(need, hatch):
    plates = {"armour": {"front": need - 2, "other": 0}, **hatch}
    assessed = damage(plates)
    condition, effect = hit(assessed)
    assert not assessed.to_wound.can_wound
    assert (condition, effect) == (FRESH, HitEffect(False, "unharmed", "BW-12"))


@pytest.mark.clause("BW-13", "BW-14", "BW-16")
@pytest.mark.parametrize("need", [7, 8, 12])
def test_an_open_vehicle_is_stunned_by_a_double_six(need):
    found = chances(unsaved(need - 2, top="open"))
    assert found == {"unharmed": Fraction(35, 36), "stunned": Fraction(1, 36)}


@pytest.mark.clause("BW-a", "BW-b", "BW-13")
@pytest.mark.parametrize(
    ("profile", "state", "can_wound"),
    [
        ({"top": "open"}, {}, True),
        ({}, {"hatch": "unbuttoned"}, True),
        ({}, {"hatch": "buttoned"}, False),
        ({"sealed": True}, {}, False),
    ],
)
def test_who_counts_as_open_topped(profile, state, can_wound):
    plates = {"armour": {"front": 9, "other": 9}}
    assert to_wound({**plates, **profile}, state=state).can_wound == can_wound


@pytest.mark.clause("BW-11", "BW-13", "BW-16")
def test_rifles_against_heavy_armour_in_many_hits():
    hits, dice = 36_000, KeyedDice(24)
    buttoned, unbuttoned = (
        damage({"armour": {"front": 9, "other": 9}}, {"high_explosive": 9}, state={"hatch": hatch})
        for hatch in ("buttoned", "unbuttoned")
    )
    assert {hit(buttoned)[1].result for _ in range(10)} == {"unharmed"}
    results = [
        resolve_damage(unbuttoned, FRESH, Hit("r", "gun", "v", n), dice)[1].result
        for n in range(hits)
    ]
    assert results.count("destroyed") == 0
    assert abs(results.count("stunned") - hits // 36) < 4 * 31.2


@pytest.mark.clause("BW-18", "BW-19", "BW-20", "BW-21")
@pytest.mark.parametrize(("phase", "base", "need"), [("shooting", 3, 5), ("firefight", 5, None)])
def test_the_save_of_a_typical_vehicle_in_the_open(phase, base, need):
    found = save({"awkward": 2}, phase=phase)
    assert (found.kind, found.base, found.need) == ("cover", base, need)
    assert clauses(found.modifiers) == {"awkward": "BW-19"}


@pytest.mark.parametrize(
    ("name", "value", "clause", "more"),
    [
        pytest.param(name, value, clause, more, marks=pytest.mark.clause(clause), id=name)
        for name, value, clause, more in [
            ("awkward", 2, "BW-19", {"profile": {"awkward": 2}}),
            ("high_explosive", 2, "BW-18", {"arms": {"high_explosive": 2}}),
            ("sprinted", 2, "BB-10", {"state": {"sprinted": True}}),
        ]
    ],
)
def test_what_makes_the_save_worse(name, value, clause, more):
    found = save(**more)
    assert (values(found.modifiers), clauses(found.modifiers)) == ({name: value}, {name: clause})
    assert found.need == 3 + value


def behind(y: float, kind: str = "stone-wall") -> dict[str, Any]:
    """A line piece flush with the front that hides the silhouette from below up to y."""
    return {"terrain": [{"id": "w", "kind": kind, "line": [[27.9, 15], [27.9, y]]}]}


HALF, QUARTER = 20.0, 19.0
"""How far up a piece at 27.9 goes that hides half or a quarter of the box."""


@pytest.mark.clause("BW-22")
def test_half_behind_hard_cover_is_hard_cover():
    found = save(**behind(HALF))
    assert (found.need, values(found.modifiers)) == (1, {"hard_cover": -2})
    assert clauses(found.modifiers) == {"hard_cover": "BW-22"}


@pytest.mark.clause("BW-23")
def test_a_quarter_behind_hard_cover_is_soft_cover():
    found = save(**behind(QUARTER))
    assert (found.need, clauses(found.modifiers)) == (2, {"soft_cover": "BW-23"})


@pytest.mark.clause("BW-24")
def test_half_behind_soft_cover_is_soft_cover():
    found = save(**behind(HALF, "hedge"))
    assert (found.need, clauses(found.modifiers)) == (2, {"soft_cover": "BW-24"})


@pytest.mark.clause("RU-4")
def test_soft_cover_beside_hard_cover_does_not_count():
    wall, hedge = behind(HALF)["terrain"], behind(HALF, "hedge")["terrain"]
    found = save(terrain=[*wall, {**hedge[0], "id": "h"}])
    assert values(found.modifiers) == {"hard_cover": -2}
    assert clauses(found.suppressed_modifiers) == {"soft_cover": "RU-4"}


@pytest.mark.clause("RU-2")
def test_an_area_of_the_hard_sort_alone_gives_soft_cover():
    rubble = {"id": "a", "kind": "rubble", "rect": {"center": [30, 20], "size": [6, 6]}}
    found = save(terrain=[rubble])
    assert (found.need, clauses(found.modifiers)) == (2, {"soft_cover": "RU-2"})


@pytest.mark.clause("RU-16")
def test_awkward_may_be_stacked():
    found = save({"awkward": 2}, **rules(awkward="stacked"))
    assert (found.need, values(found.modifiers)) == (None, {"awkward": 4})


@pytest.mark.clause("RU-17", "BW-18")
@pytest.mark.parametrize(("awkward", "need", "saved"), [(3, 6, Fraction(1, 6)), (4, None, 0)])
def test_a_save_of_six_is_one_and_of_seven_is_none(awkward, need, saved):
    found = damage({"awkward": awkward}, {"anti_tank": 4})
    assert found.save.need == need
    assert chances(found).get("saved", 0) == Fraction(5, 6) * saved


@pytest.mark.clause("BB-2", "BW-18", "BW-22")
@pytest.mark.parametrize(
    ("faces", "result"), [((6, 1, 1), "destroyed"), ((6, 1, 2), "saved"), ((6, 2), "saved")]
)
def test_a_save_of_one_or_less_fails_by_a_second_one_only(faces, result):
    found = damage({}, {"anti_tank": 4}, **behind(HALF))
    assert found.save.need == 1
    assert hit(found, *faces)[1].result == result


@pytest.mark.clause("RU-17")
def test_a_save_beyond_six_may_need_a_double_six():
    found = damage({"awkward": 4}, {"anti_tank": 4}, **rules(save_beyond_six="double_six"))
    assert found.save.need == 7
    assert chances(found)["saved"] == Fraction(5, 6) * Fraction(1, 36)


@pytest.mark.clause("RU-18")
@pytest.mark.parametrize(("switch", "need"), [("formula", 3), ("none", 5)])
def test_cover_in_firefight_is_a_switch(switch, need):
    found = save(phase="firefight", **behind(HALF), **rules(firefight_cover=switch))
    silent = {"hard_cover": "RU-18"} if switch == "none" else {}
    assert (found.need, clauses(found.suppressed_modifiers)) == (need, silent)


@pytest.mark.clause("RU-18")
def test_the_switch_for_firefight_changes_nothing_in_shooting():
    assert save(**behind(HALF), **rules(firefight_cover="none")).need == 1


@pytest.mark.clause("RU-18")
def test_an_attack_that_negates_cover_allows_no_save():
    found = save({"awkward": 1}, {"negates_cover": True}, **behind(HALF))
    assert (found.need, values(found.modifiers)) == (None, {"awkward": 1})
    assert clauses(found.suppressed_modifiers) == {"hard_cover": "RU-18"}


@pytest.mark.clause("BW-18", "RU-19")
def test_a_passed_save_cancels_the_wound():
    condition, effect = hit(damage(), 6, 3)
    assert (condition, effect.result, effect.clause) == (FRESH, "saved", "BW-18")
    assert [roll.purpose for roll in effect.rolls] == ["to_wound", "cover_save"]


@pytest.mark.clause("BB-16", "BW-18")
@pytest.mark.parametrize(("faces", "wound"), [((5,), False), ((6, 3), True), ((6, 2), True)])
def test_a_wound_is_counted_before_the_save(faces, wound):
    effect = hit(damage(), *faces)[1]
    assert effect.wound == wound
    assert wound or effect.clause == "BW-4"


@pytest.mark.clause("BW-15", "BW-16")
def test_an_unsaved_wound_takes_effect():
    stunned, effect = hit(damage(), 6, 2)
    assert (stunned, effect.clause) == (Condition(stunned=True), "BW-16")
    destroyed, effect = hit(damage(arms={"anti_tank": 1}), 6, 2)
    assert (destroyed.alive, effect.clause) == (False, "BW-17")


@pytest.mark.clause("RU-19")
def test_a_stunned_vehicle_is_not_stunned_twice_over():
    condition, effect = hit(unsaved(4), 6, condition=Condition(stunned=True))
    assert condition == Condition(stunned=True)
    assert (effect.result, effect.clause, effect.wound) == ("unharmed", "RU-19", True)


@pytest.mark.clause("BB-10", "BW-18", "BW-21")
def test_a_vehicle_that_sprinted_saves_worse_in_firefight_too():
    found = save(phase="firefight", state={"sprinted": True}, **rules(save_beyond_six="double_six"))
    assert (found.need, values(found.modifiers)) == (7, {"sprinted": 2})


def test_a_team_has_no_armour():
    state = scene()
    with pytest.raises(ValueError, match="r is no vehicle"):
        vehicle_of(state, index(state, "r"))


def in_melee(
    profile: Any = None, *, anti_tank: int = 0, state: Any = None, **changes: bool
) -> VehicleDamage:
    table = changed(scene(profile, state=state), "v", **changes)
    bomb = MeleeWeapon(name="bomb", rate_of_attacks=1, anti_tank=anti_tank)
    return assess_melee_damage(table, index(table, "v"), bomb)


@pytest.mark.clause("BW-29", "BW-30", "BW-31", "BW-32")
def test_in_melee_a_hit_must_wound_the_other_facing():
    wound = in_melee({"armour": {"front": 9, "other": 5}}, anti_tank=2).to_wound
    assert (wound.facing, wound.need) == ("other", 5)
    assert clauses(wound.modifiers) == {"armour": "BW-31", "anti_tank": "BW-32"}


@pytest.mark.clause("BW-34", "RU-20", "BW-39")
@pytest.mark.parametrize(
    ("face", "result", "clause"),
    [(4, "unharmed", "BW-29"), (5, "destroyed", "BW-34"), (6, "destroyed", "RU-20")],
)
def test_in_melee_equal_and_above_destroy(face, result, clause):
    _, effect = hit(in_melee({"armour": {"front": 3, "other": 3}}), face)
    assert (effect.result, effect.clause) == (result, clause)


@pytest.mark.clause("BW-33", "BW-34")
@pytest.mark.parametrize("sealed", [True, False])
def test_in_melee_a_double_six_destroys_every_vehicle(sealed):
    found = chances(in_melee({"armour": {"front": 9, "other": 9}, "sealed": sealed}))
    assert found == {"unharmed": Fraction(35, 36), "destroyed": Fraction(1, 36)}


@pytest.mark.parametrize(
    ("clause", "profile", "changes"),
    [
        pytest.param(clause, profile, changes, marks=pytest.mark.clause(clause), id=name)
        for name, clause, profile, changes in [
            ("open-topped", "BW-36", {"top": "open"}, {}),
            ("unbuttoned", "BW-36", {}, {"buttoned": False}),
            ("immobilized and sealed", "BW-37", {"sealed": True}, {"immobilized": True}),
            ("stunned and buttoned", "BW-38", {}, {"stunned": True}),
        ]
    ],
)
def test_in_melee_a_helpless_vehicle_is_destroyed_without_a_roll(clause, profile, changes):
    condition, effect = hit(in_melee(profile, **changes))
    assert (condition.alive, effect.clause, effect.rolls) == (False, clause, ())


@pytest.mark.clause("PR-43")
def test_a_destruction_without_a_roll_that_is_saved_is_a_wound():
    assert hit(in_melee({"melee_save": 4}, stunned=True), 4)[1].wound


@pytest.mark.clause("BW-40")
@pytest.mark.parametrize("helpless", [True, False])
def test_a_melee_save_is_taken_against_every_destruction(helpless):
    assessed = in_melee({"melee_save": 4}, stunned=helpless)
    assert (assessed.save.kind, assessed.save.need) == ("melee", 4)
    wound = () if helpless else (6,)
    condition, effect = hit(assessed, *wound, 4)
    assert (condition.alive, effect.result, effect.clause) == (True, "saved", "BW-40")
    assert not hit(assessed, *wound, 3)[0].alive
