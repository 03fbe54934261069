"""Who may fire what at whom: each refusal, and which comes first."""

from typing import Any

import pytest

from sim.errors import Refusal
from sim.rules.aim import AIM_RULES, can_fire, can_use, check_aims, mounts_of, targets_of
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import GunAbandoned, GunDestroyed, UnitDestroyed
from sim.state.orders import Aim
from tests.support.builders import battle, changed, index, rules, unit
from tests.support.shots import mount, team_with, weapon

CODES = [
    "own_side",
    "not_in_sight",
    "out_of_range",
    "out_of_arc",
    "no_rate",
    "wrong_phase",
    "gun_not_a_target",
    "broken",
    "stunned",
    "sprinted",
    "uncrewed",
    "engaged",
    "unbuttoned_only",
    "beyond_12",
]


def refusal(
    state: BattleState, key: str = "rifles", target: str = "t", *, phase: Any = "shooting"
) -> tuple[str, str] | None:
    """The code and clause of the refusal when r fires one weapon."""
    found = check_aims(state, phase, index(state, "r"), [Aim(key, target)])
    return None if found is None else (found.code, found.clause)


def scene(firer: str = "rifle-team", at: float = 30, **more: Any) -> BattleState:
    """A firer at (20, 20) facing its target, a rifle team, at (30, 20)."""
    return battle(
        [unit("r", firer, 20, 20, more.pop("facing", 90), state=more.pop("state", {}))],
        [unit("t", more.pop("target", "rifle-team"), at, 20)],
        **more,
    )


WOOD = {"id": "w", "kind": "wood", "rect": {"center": [25, 20], "size": [2, 20]}}


def test_the_refusals_come_in_their_fixed_order():
    assert [rule.__name__ for rule in AIM_RULES] == CODES


@pytest.mark.clause("HR-17")
def test_an_enemy_in_range_arc_and_sight_may_be_fired_at():
    assert refusal(scene()) is None
    assert refusal(scene(), phase="firefight") is None


@pytest.mark.clause("HR-17")
def test_nobody_fires_at_the_own_side():
    state = battle(
        [unit("r", "rifle-team", 20, 20), unit("s", "rifle-team", 25, 20)],
        [unit("t", "rifle-team", 30, 20)],
    )
    assert refusal(state, target="s") == ("own_side", "HR-17")


@pytest.mark.clause("HR-17", "GE-2")
def test_fire_needs_sight():
    assert refusal(scene(terrain=[WOOD])) == ("not_in_sight", "HR-17")


def with_leader(x: float, y: float, team: str = "mortar-team", **leader: Any) -> BattleState:
    """A mortar, or another team, behind a wood and its leader elsewhere."""
    state = battle(
        [unit("hq", "command-team", x, y), unit("r", team, 20, 20)],
        [unit("t", "rifle-team", 30, 20)],
        terrain=[WOOD],
    )
    return changed(state, "hq", **leader)


@pytest.mark.clause("HR-19")
def test_the_leader_may_spot_for_an_indirect_weapon():
    assert refusal(with_leader(30, 26), "medium-mortar") is None
    assert refusal(with_leader(18, 20), "medium-mortar") == ("not_in_sight", "HR-17")


@pytest.mark.clause("HR-19")
def test_nobody_spots_for_a_direct_weapon():
    assert refusal(with_leader(30, 26, "rifle-team")) == ("not_in_sight", "HR-17")


@pytest.mark.clause("HR-31")
def test_a_lost_leader_spots_no_more():
    state = with_leader(30, 26, fate="destroyed")
    assert refusal(state, "medium-mortar") == ("not_in_sight", "HR-17")


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize(("gap", "code"), [(24.0, None), (24.01, ("out_of_range", "HR-17"))])
def test_range_is_measured_between_the_edges(gap, code):
    assert refusal(scene(at=20 + 1.5 + gap)) == code


@pytest.mark.clause("HR-18")
@pytest.mark.parametrize(("facing", "code"), [(45, None), (44.9, ("out_of_arc", "HR-18"))])
def test_a_gun_fires_45_degrees_to_each_side(facing, code):
    assert refusal(scene("at-gun-light", facing=facing), "light-gun") == code
    assert refusal(scene("at-gun-light", at=10, facing=360 - facing), "light-gun") == code


@pytest.mark.clause("HR-18")
def test_turrets_fire_all_round_and_the_hull_weapon_does_not():
    state = scene("medium-tank", facing=270)
    assert refusal(state, "medium-tank-gun") is None
    assert refusal(state, "hull-mg") == ("out_of_arc", "HR-18")


@pytest.mark.clause("HR-18")
@pytest.mark.parametrize(("facing", "code"), [(75, None), (74.9, ("out_of_arc", "HR-18"))])
def test_a_profile_may_narrow_the_field_of_fire(facing, code):
    assert refusal(scene("assault-gun", facing=facing), "medium-tank-gun") == code


@pytest.mark.clause("BB-12")
def test_a_rate_of_zero_cannot_fire_so():
    state = scene("mg-team")
    assert refusal(state, "hmg") is None
    assert refusal(changed(state, "r", moved=True), "hmg") == ("no_rate", "BB-12")
    assert refusal(scene("mortar-team"), "medium-mortar", phase="firefight") == (
        "no_rate",
        "BB-12",
    )


@pytest.mark.clause("BW-8")
@pytest.mark.parametrize("more", [{"template": "small"}, {"indirect": True}])
def test_templates_and_indirect_weapons_do_not_fire_in_firefight(more):
    catalogue = {"weapons": {"gun": weapon(**more)}, "profiles": {"gunner": team_with("gun")}}
    state = scene("gunner", catalogue=catalogue)
    assert refusal(state, "gun") is None
    assert refusal(state, "gun", phase="firefight") == ("wrong_phase", "BW-8")
    assert not can_use(state, "firefight", index(state, "r"), mount(state, "r"))


@pytest.mark.clause("BW-35")
def test_melee_weapons_do_not_fire():
    assert refusal(scene(), "rifle-butts") == ("wrong_phase", "BW-35")


def with_gun(**gun: Any) -> BattleState:
    return battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "at-gun-light", 30, 20, 270, **gun), unit("u", "rifle-team", 30, 24)],
    )


@pytest.mark.clause("FR-6", "RU-7")
def test_a_gun_without_a_crew_cannot_be_fired_at():
    assert refusal(with_gun()) is None
    state = with_gun(state={"crewed": False})
    assert refusal(state) == ("gun_not_a_target", "RU-7")


@pytest.mark.clause("FR-6", "HR-33", "PR-44")
def test_a_gun_that_others_serve_is_hit_by_naming_them():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [
            unit("t", "at-gun-light", 30, 20, 270, state={"crewed": False}),
            {"id": "u", "profile": "rifle-team", "state": {"serves": "t"}},
        ],
    )
    assert refusal(state, target="t") == ("gun_not_a_target", "FR-6")
    assert refusal(state, target="u") is None


@pytest.mark.clause("HR-32", "HR-33")
def test_a_gun_destroyed_with_its_crew_is_not_there_any_more():
    state = apply(with_gun(), UnitDestroyed(unit="t", clause="FR-9"))
    assert refusal(state) == ("gun_not_a_target", "RU-7")
    state = apply(state, GunDestroyed(gun="t", clause="FR-32"))
    assert refusal(state) == ("not_on_table", "HR-32")


@pytest.mark.clause("HR-33")
def test_a_crew_without_its_gun_is_named_by_its_id():
    state = with_gun()
    assert refusal(apply(state, GunAbandoned(unit="t", gun="t"))) is None


@pytest.mark.clause("HR-17")
@pytest.mark.parametrize(
    ("firer", "key", "state"),
    [("rifle-team", "rifles", "broken"), ("truck-mg", "lmg", "stunned")],
)
def test_broken_and_stunned_units_do_not_fire(firer, key, state):
    vehicle = {
        "kind": "vehicle",
        "footprint": {"rect": [3, 2]},
        "height": 1.5,
        "armour": {"front": 2, "other": 2},
        "weapons": ["lmg"],
    }
    table = scene(firer, state={state: True}, catalogue={"profiles": {"truck-mg": vehicle}})
    assert refusal(table, key) == (state, "HR-17")
    assert refusal(table, key, phase="firefight") == (state, "HR-17")


@pytest.mark.clause("BB-10", "BB-19")
def test_who_sprinted_fires_in_firefight_only():
    state = scene(state={"sprinted": True})
    assert refusal(state) == ("sprinted", "BB-10")
    assert refusal(state, phase="firefight") is None


@pytest.mark.clause("HR-17", "HR-33")
def test_a_gun_without_a_crew_does_not_fire():
    state = scene("at-gun-light", state={"crewed": False})
    assert refusal(state, "light-gun") == ("uncrewed", "HR-17")


@pytest.mark.clause("HR-33", "PR-44")
def test_a_gun_that_others_serve_fires_by_their_id():
    state = battle(
        [
            unit("r", "at-gun-light", 20, 20, 90, state={"crewed": False}),
            {"id": "s", "profile": "rifle-team", "state": {"serves": "r"}},
        ],
        [unit("t", "rifle-team", 30, 20)],
    )
    assert refusal(state, "light-gun") == ("uncrewed", "HR-33")
    assert check_aims(state, "shooting", index(state, "s"), [Aim("light-gun", "t")]) is None


@pytest.mark.clause("HR-17", "HR-32")
@pytest.mark.parametrize(("gap", "code"), [(2.0, ("engaged", "HR-17")), (2.01, None)])
def test_an_engaged_unit_names_only_who_is_within_two_inches(gap, code):
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 30, 20), unit("n", "rifle-team", 20, 21.5 + gap)],
    )
    assert refusal(state) == code
    assert refusal(state, target="n") is None


@pytest.mark.clause("HR-17", "BW-b")
@pytest.mark.parametrize("phase", ["shooting", "firefight"])
@pytest.mark.parametrize(
    ("top", "code"), [({"top": "open"}, None), ({"sealed": True}, ("unbuttoned_only", "HR-17"))]
)
def test_an_open_top_is_an_open_hatch_and_a_sealed_one_never(phase, top, code):
    profile = {
        "kind": "vehicle",
        "footprint": {"rect": [3, 2]},
        "height": 1.5,
        "armour": {"front": 2, "other": 2},
        "weapons": [{"weapon": "lmg", "unbuttoned_only": True}],
        **top,
    }
    state = scene("car", catalogue={"profiles": {"car": profile}})
    assert refusal(state, "lmg", phase=phase) == code
    assert can_use(state, phase, index(state, "r"), mount(state, "r")) == (code is None)


@pytest.mark.clause("HR-17")
def test_a_weapon_may_need_the_open_hatch():
    profile = {
        "kind": "vehicle",
        "footprint": {"rect": [3, 2]},
        "height": 1.5,
        "armour": {"front": 2, "other": 2},
        "weapons": [{"weapon": "lmg", "unbuttoned_only": True}],
    }
    states = [
        scene("car", state={"hatch": hatch}, catalogue={"profiles": {"car": profile}})
        for hatch in ("buttoned", "unbuttoned")
    ]
    assert [refusal(state, "lmg") for state in states] == [("unbuttoned_only", "HR-17"), None]


@pytest.mark.clause("BB-18")
@pytest.mark.parametrize(("gap", "code"), [(12.0, None), (12.01, ("beyond_12", "BB-18"))])
def test_firefight_reaches_twelve_inches(gap, code):
    state = scene(at=21.5 + gap)
    assert refusal(state, phase="firefight") == code
    assert refusal(state) is None


def test_of_several_refusals_the_first_in_the_order_is_given():
    state = scene("at-gun-light", at=60, facing=270, state={"crewed": False}, terrain=[WOOD])
    assert refusal(state, "light-gun") == ("not_in_sight", "HR-17")
    state = scene("at-gun-light", at=60, facing=270, state={"crewed": False})
    assert refusal(state, "light-gun") == ("out_of_range", "HR-17")
    state = scene("at-gun-light", facing=270, state={"crewed": False})
    assert refusal(state, "light-gun") == ("out_of_arc", "HR-18")


def asked(state: BattleState, *aims: tuple[str, str]) -> str | None:
    found = check_aims(state, "shooting", index(state, "r"), [Aim(*aim) for aim in aims])
    return found.code if isinstance(found, Refusal) else None


@pytest.mark.parametrize(
    ("code", "aims"),
    [
        ("unknown_weapon", [("bazooka", "t")]),
        ("unknown_unit", [("rifles", "nobody")]),
        ("weapon_twice", [("rifles", "t"), ("rifles", "t")]),
    ],
)
def test_what_does_not_exist_is_refused(code, aims):
    assert asked(scene(), *aims) == code


@pytest.mark.clause("HR-32")
def test_neither_the_dead_fire_nor_are_they_fired_at():
    assert asked(changed(scene(), "t", fate="destroyed"), ("rifles", "t")) == "not_on_table"
    assert asked(changed(scene(), "r", fate="exited"), ("rifles", "t")) == "not_on_table"


@pytest.mark.clause("HR-17")
def test_a_vehicle_fires_only_so_many_weapons_a_phase():
    state = scene("medium-tank")
    two = [("medium-tank-gun", "t"), ("hull-mg", "t")]
    assert asked(state, *two) is None
    assert asked(state, *two, ("coaxial-mg", "t")) == "too_many_weapons"
    aims = [Aim(*aim) for aim in (*two, ("coaxial-mg", "t"))]
    found = check_aims(state, "firefight", index(state, "r"), aims)
    assert found is not None
    assert found.code == "too_many_weapons"


@pytest.mark.clause("HR-33")
def test_who_serves_a_gun_fires_its_weapons_only():
    crew = scene("at-gun-light")
    assert asked(crew, ("rifles", "t")) == "unknown_weapon"
    infantry = apply(crew, GunAbandoned(unit="r", gun="r"))
    assert asked(infantry, ("rifles", "t")) is None
    assert asked(infantry, ("light-gun", "t")) == "unknown_weapon"


@pytest.mark.clause("HR-17", "BB-19")
@pytest.mark.parametrize(
    ("changes", "shooting", "firefight"),
    [
        ({}, True, True),
        ({"broken": True}, False, False),
        ({"stunned": True}, False, False),
        ({"sprinted": True}, False, True),
        ({"fate": "destroyed"}, False, False),
    ],
)
def test_who_can_fire_at_all(changes, shooting, firefight):
    state = changed(scene(), "r", **changes)
    assert can_fire(state, "shooting", index(state, "r")) == shooting
    assert can_fire(state, "firefight", index(state, "r")) == firefight


@pytest.mark.clause("BB-12")
def test_a_unit_can_fire_with_a_weapon_that_it_can_use():
    state = changed(scene("mg-team"), "r", moved=True)
    unit_index = index(state, "r")
    assert not can_use(state, "shooting", unit_index, mount(state, "r"))
    assert not can_fire(state, "shooting", unit_index)
    assert can_fire(state, "firefight", unit_index)


CROWD = [
    unit("a", "rifle-team", 30, 20),
    unit("b", "rifle-team", 20, 36),
    unit("c", "rifle-team", 50, 20),
    unit("d", "rifle-team", 20, 6),
    unit("e", "rifle-team", 27, 24),
]


@pytest.mark.clause("HR-17", "BB-18")
@pytest.mark.parametrize("phase", ["shooting", "firefight"])
@pytest.mark.parametrize("near", [[], [unit("n", "rifle-team", 23, 20)]])
def test_the_targets_offered_are_those_that_are_not_refused(phase, near):
    terrain = [{"id": "w", "kind": "wood", "rect": {"center": [20, 12], "size": [9, 2]}}]
    state = battle([unit("r", "rifle-team", 20, 20)], [*CROWD, *near], terrain=terrain)
    offered = targets_of(state, phase, 0, mounts_of(state, 0)[0])
    ids = [spec.id for spec in state.roster.units]
    allowed = [n for n in range(1, len(ids)) if refusal(state, target=ids[n], phase=phase) is None]
    assert list(offered) == allowed
    assert offered


@pytest.mark.clause("HR-17")
def test_the_reach_of_an_engaged_unit_is_a_number_of_the_ruleset():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 30, 20), unit("n", "rifle-team", 20, 23.5)],
        **rules(engaged_range=1.0),
    )
    assert refusal(state) is None
