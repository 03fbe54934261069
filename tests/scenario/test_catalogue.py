"""The shipped values, against the tables of the rules."""

import pytest

from sim.battlefield.terrain import MovementClasses
from sim.scenario.catalogue import (
    Catalogue,
    arms,
    body,
    crew_arms,
    merged,
    movement,
    shipped,
    terrain_kind,
    vehicle,
)
from sim.scenario.catalogue_models import CatalogueModel, GunModel, MeleeModel, VehicleModel
from sim.state.profiles import ALL_ROUND, Body, MeleeWeapon, Mount, Movement
from sim.state.ruleset import Ruleset
from tests.support.builders import scenario, unit

RULES = Ruleset()
SHIPPED: Catalogue = merged(CatalogueModel())

# range; stationary, moved, firefight; firepower; class; anti-tank; high explosive
WEAPONS = {
    "rifles": (24, 2, 1, 1, 0, "none", 0, 0),
    "smgs": (12, 2, 2, 3, 0, "none", 0, 0),
    "lmg": (36, 4, 1, 3, 0, "none", 0, 0),
    "hmg": (36, 6, 0, 4, 1, "none", 1, 0),
    "flamethrower": (8, 2, 1, 2, 1, "none", 0, 0),
    "at-rifle": (24, 1, 0, 1, 0, "none", 4, 0),
    "at-launcher": (12, 1, 1, 1, 1, "light", 6, 0),
    "light-gun": (36, 2, 1, 1, 1, "light", 5, 0),
    "medium-gun": (48, 2, 0, 1, 2, "medium", 6, 1),
    "heavy-gun": (60, 2, 0, 1, 3, "heavy", 8, 2),
    "infantry-gun": (36, 1, 1, 1, 2, "light", 3, 2),
    "medium-mortar": (36, 1, 0, 0, 1, "none", 0, 2),
    "light-tank-gun": (36, 1, 1, 1, 1, "light", 5, 0),
    "medium-tank-gun": (48, 1, 1, 1, 2, "medium", 6, 1),
    "heavy-tank-gun": (60, 1, 1, 1, 3, "heavy", 8, 2),
    "coaxial-mg": (24, 4, 1, 3, 0, "none", 0, 0),
    "hull-mg": (24, 4, 1, 3, 0, "none", 0, 0),
}
# rate of attacks, anti-tank, firepower
MELEE = {
    "rifle-butts": (1, 0, 0),
    "assault": (2, 0, 1),
    "grenade-bundle": (1, 3, 1),
    "satchel-charge": (1, 5, 2),
}
# armour front, other; open-topped; length, width, height; weapons a phase
VEHICLES = {
    "truck": (2, 2, True, 3, 1.5, 1.5, 1),
    "half-track": (5, 4, True, 3.5, 1.75, 1.5, 1),
    "armoured-car": (5, 4, False, 3, 1.75, 1.6, 1),
    "light-tank": (6, 5, False, 3.25, 1.75, 1.6, 2),
    "medium-tank": (8, 6, False, 4, 2, 1.8, 2),
    "assault-gun": (8, 5, False, 4, 2, 1.4, 1),
    "heavy-tank": (10, 7, False, 4.5, 2.25, 2.0, 2),
}
CARRIED = {
    "rifle-team": ["rifles", "rifle-butts", "grenade-bundle"],
    "command-team": ["smgs", "assault"],
    "assault-team": ["smgs", "assault", "satchel-charge"],
    "mg-team": ["hmg", "rifle-butts"],
    "at-team": ["at-launcher", "rifle-butts", "grenade-bundle"],
    "mortar-team": ["medium-mortar", "rifle-butts"],
    "flamethrower-team": ["flamethrower", "rifle-butts"],
    "at-gun-light": ["light-gun"],
    "at-gun-medium": ["medium-gun"],
    "at-gun-heavy": ["heavy-gun"],
    "infantry-gun": ["infantry-gun"],
    "truck": [],
    "half-track": ["lmg"],
    "armoured-car": ["light-tank-gun", "coaxial-mg"],
    "light-tank": ["light-tank-gun", "coaxial-mg"],
    "medium-tank": ["medium-tank-gun", "coaxial-mg", "hull-mg"],
    "heavy-tank": ["heavy-tank-gun", "coaxial-mg", "hull-mg"],
    "assault-gun": ["medium-tank-gun", "hull-mg"],
}
# sight, cover, area, height; infantry, gun, vehicle
KINDS = {
    "wood": ("blocks", "soft", True, 4, "difficult", "difficult", "difficult"),
    "orchard": ("obscures", "soft", True, 3, "open", "open", "difficult"),
    "crops": ("obscures", "none", True, 1, "open", "open", "open"),
    "scrub": ("obscures", "soft", True, 1, "open", "difficult", "difficult"),
    "rubble": ("obscures", "hard", True, 1, "difficult", "difficult", "very_difficult"),
    "building": ("blocks", "hard", True, 4, "difficult", "impassable", "impassable"),
    "crater": ("clear", "soft", True, 0, "open", "open", "difficult"),
    "stone-wall": ("obscures", "hard", False, 0.9, "difficult", "difficult", "difficult"),
    "hedge": ("obscures", "soft", False, 1, "open", "difficult", "difficult"),
    "bocage": ("blocks", "hard", False, 2.5, "difficult", "impassable", "very_difficult"),
    "fence": ("obscures", "soft", False, 0.8, "open", "open", "open"),
    "sandbags": ("obscures", "hard", False, 0.8, "open", "difficult", "difficult"),
    "hill": ("blocks", "hard", False, 0, "open", "open", "open"),
    "road": ("clear", "none", False, 0, "road", "road", "road"),
    "river": ("clear", "none", False, 0, "very_difficult", "impassable", "impassable"),
    "marsh": ("clear", "none", False, 0, "difficult", "impassable", "very_difficult"),
}


def carried(name: str) -> list[Mount]:
    """The ranged weapons of a shipped profile."""
    return list(arms(SHIPPED, SHIPPED.profiles[name], RULES).mounts)


def test_nothing_else_is_shipped() -> None:
    assert set(shipped().weapons) == set(WEAPONS) | set(MELEE)
    assert set(shipped().profiles) == set(CARRIED)
    assert set(shipped().terrain) == set(KINDS)


@pytest.mark.parametrize(("name", "numbers"), WEAPONS.items())
def test_a_ranged_weapon_has_the_numbers_of_the_table(
    name: str, numbers: tuple[object, ...]
) -> None:
    weapon = SHIPPED.weapons[name]
    assert not isinstance(weapon, MeleeModel)
    rate = weapon.rate_of_fire
    found = (weapon.range, rate.stationary, rate.moved, rate.firefight, weapon.firepower)
    assert (*found, weapon.gun_class, weapon.anti_tank, weapon.high_explosive) == numbers


@pytest.mark.parametrize(("name", "numbers"), MELEE.items())
def test_a_melee_weapon_has_the_numbers_of_the_table(
    name: str, numbers: tuple[int, int, int]
) -> None:
    weapon = SHIPPED.weapons[name]
    assert isinstance(weapon, MeleeModel)
    assert (weapon.rate_of_attacks, weapon.anti_tank, weapon.firepower) == numbers


def test_only_the_mortar_is_indirect_and_only_flame_negates_cover() -> None:
    ranged = {n: w for n, w in SHIPPED.weapons.items() if not isinstance(w, MeleeModel)}
    assert [n for n, w in ranged.items() if w.indirect] == ["medium-mortar"]
    assert [n for n, w in ranged.items() if w.template != "none"] == ["medium-mortar"]
    assert ranged["medium-mortar"].template == "medium"
    assert [n for n, w in ranged.items() if w.negates_cover] == ["flamethrower"]
    assert not any(w.heavy or w.unbuttoned_only for w in ranged.values())


@pytest.mark.parametrize(("name", "weapons"), CARRIED.items())
def test_a_profile_carries_the_weapons_of_the_table(name: str, weapons: list[str]) -> None:
    assert [mount.weapon for mount in SHIPPED.profiles[name].weapons] == weapons


@pytest.mark.parametrize(("name", "numbers"), VEHICLES.items())
def test_a_vehicle_has_the_numbers_of_the_table(name: str, numbers: tuple[object, ...]) -> None:
    profile = SHIPPED.profiles[name]
    assert isinstance(profile, VehicleModel)
    made, size = vehicle(profile), body(profile, RULES)
    found = (made.armour.front, made.armour.other, made.open_topped, size.length, size.width)
    assert (*found, size.height, made.weapons_per_phase) == numbers
    assert (made.sealed, made.awkward, made.melee_save, size.eye) == (False, 2, 0, size.height)


@pytest.mark.parametrize(("name", "numbers"), KINDS.items())
def test_a_kind_of_terrain_has_the_values_of_the_table(
    name: str, numbers: tuple[object, ...]
) -> None:
    kind = terrain_kind(name, SHIPPED.terrain[name], line=False)
    assert (kind.sight, kind.cover, kind.area, kind.height) == numbers[:4]
    assert kind.movement == MovementClasses(*numbers[4:])  # type: ignore[arg-type]


@pytest.mark.parametrize("name", ["at-gun-light", "at-gun-medium", "at-gun-heavy", "infantry-gun"])
def test_guns_have_shields_and_one_size(name: str) -> None:
    profile = SHIPPED.profiles[name]
    assert isinstance(profile, GunModel)
    assert profile.gunshield
    assert profile.footprint.rect == (2, 1.5)
    assert profile.gun_class == {"infantry-gun": "light"}.get(name, name.split("-")[-1])


@pytest.mark.clause("HR-4")
def test_bases_and_heights_follow_the_rules() -> None:
    team, gun = SHIPPED.profiles["rifle-team"], SHIPPED.profiles["at-gun-light"]
    assert body(team, RULES) == Body(height=1.0, eye=0.9, diameter=1.5)
    assert body(gun, RULES) == Body(height=0.8, eye=0.7, length=2.0, width=1.5)


@pytest.mark.clause("BB-8", "HR-12", "HR-13")
def test_movement_follows_the_rules() -> None:
    rates = {
        "rifle-team": Movement(8, 6),
        "medium-tank": Movement(12, 6),
        "at-gun-light": Movement(3, 1.5),
        "at-gun-medium": Movement(2, 1),
        "at-gun-heavy": Movement(0, 0),
    }
    assert {name: movement(SHIPPED.profiles[name], RULES) for name in rates} == rates


@pytest.mark.clause("HR-18")
def test_fields_of_fire_are_45_on_guns_and_hulls_15_on_the_assault_gun_else_all() -> None:
    assert [mount.field_of_fire for mount in carried("at-gun-medium")] == [45]
    assert [mount.field_of_fire for mount in carried("medium-tank")] == [ALL_ROUND, ALL_ROUND, 45]
    assert [mount.field_of_fire for mount in carried("assault-gun")] == [15, 45]
    assert [mount.field_of_fire for mount in carried("rifle-team")] == [ALL_ROUND]


@pytest.mark.clause("HR-33")
def test_a_crew_has_rifles_of_its_own() -> None:
    gun = SHIPPED.profiles["at-gun-heavy"]
    assert isinstance(gun, GunModel)
    own = crew_arms(SHIPPED, gun)
    assert [mount.key for mount in own.mounts] == ["rifles"]
    assert own.melee == (MeleeWeapon(name="rifle-butts", rate_of_attacks=1),)


def test_infantry_fires_all_round_whatever_its_weapon_says() -> None:
    aimed = {"kind": "infantry", "weapons": [{"weapon": "hull-mg", "field_of_fire": 10}]}
    catalogue = CatalogueModel.model_validate({"profiles": {"team": aimed}})
    made = arms(merged(catalogue), catalogue.profiles["team"], RULES)
    assert made.mounts[0].field_of_fire == ALL_ROUND


def test_further_weapons_of_a_name_get_a_number() -> None:
    twin = {
        "kind": "vehicle",
        "height": 2,
        "footprint": {"rect": [4, 2]},
        "armour": {"front": 1, "other": 1},
        "weapons": ["lmg", "hull-mg", {"weapon": "lmg", "unbuttoned_only": True}, "lmg"],
    }
    fielded = unit("v", "twin", 10, 10)
    other = unit("b", "rifle-team", 40, 40)
    loaded = scenario([fielded], [other], catalogue={"profiles": {"twin": twin}})
    mounts = loaded.roster.units[0].arms.mounts
    assert [mount.key for mount in mounts] == ["lmg", "hull-mg", "lmg#2", "lmg#3"]
    assert [mount.unbuttoned_only for mount in mounts] == [False, False, True, False]


def test_a_replaced_weapon_is_replaced_in_shipped_profiles_too() -> None:
    pistol = {"range": 6, "rate_of_fire": {"stationary": 1, "moved": 1, "firefight": 1}}
    red, blue = unit("r", "rifle-team", 10, 10), unit("b", "rifle-team", 40, 40)
    loaded = scenario([red], [blue], catalogue={"weapons": {"rifles": pistol}})
    assert loaded.roster.units[0].arms.mounts[0].weapon.range == 6.0
