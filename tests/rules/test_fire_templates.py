"""Templates: whom they touch, in which order, and what they do to each (BB-15)."""

from typing import Any

import pytest

from sim.dice import KeyedDice, RecordingDice
from sim.rules.fire import also_touched, assess_shots, resolve_fire
from sim.state.battle import BattleState
from sim.state.events import HitResolved, WeaponFired
from tests.support.builders import battle, index, unit
from tests.support.shots import fire, fire_order, kinds, mount, team_with, values, weapon


def mortar(size: str = "medium", dice: int = 1, **more: Any) -> dict[str, Any]:
    return {
        "weapons": {"mortar": weapon(dice=dice, template=size, **more)},
        "profiles": {"gunner": team_with("mortar")},
    }


CROWD = [
    unit("far", "rifle-team", 30, 26),
    unit("a", "rifle-team", 30, 22),
    unit("t", "rifle-team", 30, 20),
    unit("tank", "medium-tank", 33, 20, 0),
]


def under_template(size: str = "medium", dice: int = 1, **more: Any) -> BattleState:
    return battle(
        [unit("r", "gunner", 20, 20), unit("friend", "rifle-team", 29, 18)],
        CROWD,
        catalogue=mortar(size, dice, **more),
    )


MORTAR = fire_order("r", mortar="t")


@pytest.mark.clause("BB-15")
@pytest.mark.parametrize(
    ("size", "touched"),
    [
        ("small", ["a", "friend"]),
        ("medium", ["a", "friend", "tank"]),
        ("large", ["a", "friend", "tank"]),
    ],
)
def test_a_template_touches_friend_and_foe(size, touched):
    state = under_template(size)
    units = also_touched(state, mount(state, "r"), index(state, "t"))
    assert sorted(state.spec(unit).id for unit in units) == touched


@pytest.mark.clause("BB-15")
@pytest.mark.parametrize(("size", "radius"), [("small", 1.5), ("medium", 2.5), ("large", 3.5)])
@pytest.mark.parametrize(("beyond", "touched"), [(0.0, True), (0.01, False)])
def test_a_template_touches_a_footprint_within_its_radius(size, radius, beyond, touched):
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [unit("t", "rifle-team", 30, 20), unit("u", "rifle-team", 30, 20.75 + radius + beyond)],
        catalogue=mortar(size),
    )
    assert bool(also_touched(state, mount(state, "r"), index(state, "t"))) == touched


@pytest.mark.clause("BB-15")
def test_the_named_target_comes_first_then_file_order():
    events = fire(under_template(), MORTAR, [1, 1, 1, 1])
    assert [event.target for event in events] == ["t", "friend", "a", "tank"]
    assert [event.template for event in events] == [0, 1, 2, 3]


@pytest.mark.clause("BB-15")
def test_each_template_attacks_each_unit_with_one_die():
    state = under_template(dice=2)
    shots = assess_shots(state, 0, mount(state, "r"), index(state, "t"))
    assert [shot.dice for shot in shots] == [2, 2, 2, 2]
    events = fire(state, MORTAR, [4, 4, 6, 6, 6, 6, 1, 1, 1, 1, 1, 1])
    assert kinds(events)[:4] == ["WeaponFired", "HitResolved", "HitResolved", "WeaponFired"]


@pytest.mark.clause("PR-40")
def test_all_templates_on_a_unit_are_one_attack():
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [{"id": "t", "profile": "at-gun-light", "emplacement": "pit"}],
        emplacements=[{"id": "pit", "position": [30, 20], "facing": 270}],
        catalogue=mortar(dice=2, gun_class="heavy"),
    )
    events = fire(state, MORTAR, [4, 4, 1, 2, 6, 6])
    hits = [event for event in events if isinstance(event, HitResolved)]
    assert [values(hit.rolls[0].modifiers) for hit in hits] == [{"emplaced": 3}, {"emplaced": 3}]


@pytest.mark.clause("BB-15", "HR-19")
def test_a_template_attacks_the_unseen_from_where_the_firer_stands():
    wood = {"id": "w", "kind": "wood", "rect": {"center": [25, 26.2], "size": [2, 7]}}
    state = battle(
        [unit("r", "gunner", 20, 24)],
        [unit("t", "rifle-team", 30, 20), unit("u", "rifle-team", 30, 22.6)],
        catalogue=mortar(),
        terrain=[wood],
    )
    shots = assess_shots(state, 0, mount(state, "r"), index(state, "t"))
    assert [shot.exposure.seen for shot in shots] == [True, False]
    assert [shot.exposure.concealed for shot in shots] == [False, True]


@pytest.mark.clause("RU-7")
def test_a_template_does_not_touch_a_gun_without_a_crew():
    gun = unit("g", "at-gun-light", 30, 22, state={"crewed": False})
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [unit("t", "rifle-team", 30, 20), gun],
        catalogue=mortar("large"),
    )
    assert also_touched(state, mount(state, "r"), index(state, "t")) == ()


@pytest.mark.clause("BW-7", "HR-19")
def test_an_indirect_template_hits_other_and_a_direct_one_may_hit_front():
    facings = []
    for indirect in (True, False):
        state = battle(
            [unit("r", "gunner", 20, 20)],
            [unit("t", "medium-tank", 30, 20, 270)],
            catalogue=mortar(indirect=indirect),
        )
        (shot,) = assess_shots(state, 0, mount(state, "r"), index(state, "t"))
        facings.append(shot.defence.to_wound.facing)
    assert facings == ["other", "front"]


@pytest.mark.clause("PR-42")
@pytest.mark.parametrize("faces", [[1, 4, 1, 1], [1, 4, 3, 3]])
def test_a_firer_under_its_own_template_fires_on_only_while_it_lives_and_serves(faces):
    catalogue = {
        "weapons": {"bomb": weapon(template="large", gun_class="heavy"), "mg": weapon()},
        "profiles": {
            "mount": {
                "kind": "gun",
                "footprint": {"rect": [2, 1.5]},
                "weapons": ["bomb", "mg"],
            }
        },
    }
    state = battle(
        [unit("r", "mount", 20, 20, 90)], [unit("t", "rifle-team", 23, 20)], catalogue=catalogue
    )
    events = fire(state, fire_order("r", bomb="t", mg="t"), faces)
    shots = [event for event in events if isinstance(event, WeaponFired)]
    assert [(shot.weapon, shot.target) for shot in shots] == [("bomb", "t"), ("bomb", "r")]


@pytest.mark.clause("PR-42", "BB-15")
def test_infantry_that_dies_under_its_own_template_fires_no_more():
    catalogue = {
        "weapons": {"bomb": weapon(template="large"), "mg": weapon()},
        "profiles": {"gunner": team_with("bomb", "mg")},
    }
    state = battle(
        [unit("r", "gunner", 20, 20)], [unit("t", "rifle-team", 23, 20)], catalogue=catalogue
    )
    events = fire(state, fire_order("r", bomb="t", mg="t"), [1, 4, 1, 1])
    assert kinds(events) == ["WeaponFired", "WeaponFired", "HitResolved", "UnitDestroyed"]


def test_no_two_throws_of_an_order_have_the_same_name():
    dice = RecordingDice(KeyedDice(7))
    resolve_fire(under_template(dice=6), MORTAR, dice)
    names = [throw[:5] for throw in dice.record]
    assert len(names) == len(set(names)) > 8
