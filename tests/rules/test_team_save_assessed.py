"""What the save of a team on the table depends on: its quality, cover, shield and emplacement."""

from typing import Any

import pytest

from sim.rules.hits import Condition, condition_of
from sim.rules.team_save import TeamSave, breakdown
from tests.support.builders import battle, index, unit
from tests.support.shots import attack, clauses, team_with, values, weapon


def modifiers_of(save: TeamSave) -> dict[str, int]:
    return values(breakdown(save, "intact").modifiers)


def on_table(gun: Any, weapons: Any = None, **more: Any) -> TeamSave:
    """The save of a gun at (30, 20) that faces the firer at (20, 20) unless it says otherwise."""
    catalogue = {"weapons": {"gun": weapons or weapon()}, "profiles": {"gunner": team_with("gun")}}
    state = battle(
        [unit("r", "gunner", 20, 20)],
        [{"id": "g", "profile": "at-gun-medium", **gun}],
        catalogue=catalogue,
        **more,
    )
    return attack(state, "r", "g").defence


PIT = {"emplacements": [{"id": "pit", "position": [30, 20], "facing": 270}]}
FACING = {"position": [30, 20], "facing": 270}
AWAY = {"position": [30, 20], "facing": 90}


@pytest.mark.clause("FR-1", "FR-12")
def test_the_assessment_takes_what_it_needs_from_the_table():
    save = on_table(
        {**FACING, "quality": "elite", "state": {"sprinted": True}},
        weapon(firepower=2, gun_class="heavy", negates_cover=True),
    )
    assert save == TeamSave(
        quality="elite",
        sprinted=True,
        gunshield=True,
        firepower=2,
        gun_class="heavy",
        negates_cover=True,
    )


@pytest.mark.clause("FR-17", "FR-18")
def test_a_team_that_sprinted_to_its_gun_saves_as_one_that_sprinted():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [
            unit("g", "at-gun-light", 30, 20, 90, state={"crewed": False}),
            {"id": "t", "profile": "rifle-team", "state": {"serves": "g", "sprinted": True}},
        ],
    )
    assert modifiers_of(attack(state, "r", "t").defence) == {"sprinted": -1}


@pytest.mark.clause("FR-23")
def test_the_shield_counts_only_towards_the_front():
    assert on_table(FACING).gunshield
    assert not on_table(AWAY).gunshield


@pytest.mark.clause("FR-20", "FR-23")
def test_a_gun_has_a_shield_only_if_its_profile_says_so():
    bare = {"kind": "gun", "footprint": {"rect": [2, 1.5]}, "weapons": ["light-gun"]}
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("g", "bare", 30, 20, 270)],
        catalogue={"profiles": {"bare": bare}},
    )
    assert not attack(state, "r", "g").defence.gunshield


@pytest.mark.clause("HR-33", "FR-12", "FR-13", "FR-20", "FR-21")
def test_a_foreign_crew_saves_by_its_own_quality_behind_the_shield_and_in_the_pit():
    state = battle(
        [unit("r", "rifle-team", 20, 20)],
        [
            {
                "id": "g",
                "profile": "at-gun-light",
                "quality": "elite",
                "emplacement": "pit",
                "state": {"crewed": False},
            },
            {
                "id": "t",
                "profile": "rifle-team",
                "quality": "conscript",
                "state": {"serves": "g", "broken": True},
            },
        ],
        **PIT,
    )
    assessed = attack(state, "r", "t")
    assert modifiers_of(assessed.defence) == {"conscript": -1, "emplaced": 3}
    assert assessed.defence.gunshield
    assert (assessed.gun, condition_of(state, index(state, "t"))) == (
        "g",
        Condition(gun="intact", broken=True),
    )


@pytest.mark.clause("FR-24", "FR-29")
@pytest.mark.parametrize("facing", [270, 90])
def test_the_emplacement_counts_from_all_sides(facing):
    pit = {"emplacements": [{"id": "pit", "position": [30, 20], "facing": facing}]}
    assert on_table({"emplacement": "pit"}, **pit).emplaced


@pytest.mark.clause("FR-27")
def test_a_gun_is_emplaced_only_where_the_scenario_says_so():
    assert not on_table(FACING, **PIT).emplaced


@pytest.mark.clause("FR-22")
def test_infantry_has_neither_shield_nor_emplacement():
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 30, 20, 270)])
    save = attack(state, "r", "b").defence
    assert not save.gunshield
    assert not save.emplaced


WOOD = {"terrain": [{"id": "w", "kind": "wood", "rect": {"center": [30, 20], "size": [6, 6]}}]}
WALL = {"terrain": [{"id": "w", "kind": "stone-wall", "line": [[28.4, 15], [28.4, 25]]}]}


@pytest.mark.clause("FR-30", "FR-26")
@pytest.mark.parametrize(
    ("gun", "table", "counting", "suppressed"),
    [
        pytest.param(
            {"emplacement": "pit"},
            {**WOOD, **PIT},
            {"emplaced": 3},
            {"soft_cover": "FR-30", "gunshield": "FR-30"},
            id="emplaced in a wood, from the front",
        ),
        pytest.param(
            FACING, WOOD, {"gunshield": 2}, {"soft_cover": "FR-26"}, id="in a wood, from the front"
        ),
        pytest.param(AWAY, WALL, {"hard_cover": 2}, {}, id="behind a wall, from behind"),
    ],
)
def test_shield_emplacement_and_cover_do_not_add_up(gun, table, counting, suppressed):
    reasons = breakdown(on_table(gun, **table), "intact")
    assert values(reasons.modifiers) == counting
    assert clauses(reasons.suppressed_modifiers) == suppressed
