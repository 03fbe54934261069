"""The catalogue: shipped weapons, profiles and kinds of terrain, and what a scenario adds."""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from importlib import resources
from typing import Any

import msgspec

from sim.battlefield.terrain import MovementClasses, TerrainKind
from sim.scenario.catalogue_models import (
    CatalogueModel,
    GunModel,
    InfantryModel,
    MeleeModel,
    MountModel,
    ProfileModel,
    RangedModel,
    TerrainModel,
    VehicleModel,
)
from sim.scenario.text import parse_yaml
from sim.state.profiles import (
    ALL_ROUND,
    Armour,
    Arms,
    Body,
    MeleeWeapon,
    Mount,
    Movement,
    Quality,
    RateOfFire,
    Vehicle,
    Weapon,
)
from sim.state.ruleset import Ruleset

GROUPS = ("weapons", "profiles", "terrain")

_VEHICLE_MOVE = Movement(open=12.0, difficult=6.0)  # BB-8


class Catalogue(msgspec.Struct, frozen=True):
    """Everything a scenario may name, by name."""

    weapons: Mapping[str, RangedModel | MeleeModel]
    profiles: Mapping[str, ProfileModel]
    terrain: Mapping[str, TerrainModel]


@lru_cache(maxsize=1)
def shipped_data() -> Mapping[str, Mapping[str, Any]]:
    """The shipped data files as plain data, by group and name."""
    folder = resources.files("sim") / "data"
    texts = {group: (folder / f"{group}.yaml").read_text("utf-8") for group in GROUPS}
    return {group: parse_yaml(text).data for group, text in texts.items()}


@lru_cache(maxsize=1)
def shipped() -> CatalogueModel:
    """The shipped catalogue, lengths in inches."""
    return CatalogueModel.model_validate(shipped_data())


def merged(additions: CatalogueModel) -> Catalogue:
    """The shipped catalogue with a scenario's additions and replacements."""
    return Catalogue(
        weapons={**shipped().weapons, **additions.weapons},
        profiles={**shipped().profiles, **additions.profiles},
        terrain={**shipped().terrain, **additions.terrain},
    )


def terrain_kind(name: str, model: TerrainModel, *, line: bool) -> TerrainKind:
    """The kind as a piece has it; a line is never area terrain."""
    movement = model.movement
    return TerrainKind(
        name=name,
        sight=model.sight,
        cover=model.cover,
        area=model.area and not line,
        height=model.height,
        movement=MovementClasses(movement.infantry, movement.gun, movement.vehicle),
    )


def skill(rules: Ruleset, quality: Quality) -> int:
    """The skill of a quality (HR-1)."""
    skills = (rules.conscript_skill, rules.regular_skill, rules.elite_skill)
    return dict(zip(("conscript", "regular", "elite"), skills, strict=True))[quality]


def leadership(rules: Ruleset, quality: Quality) -> int:
    """The Leadership of a quality, the N of N+ (HR-1)."""
    needs = (rules.conscript_leadership, rules.regular_leadership, rules.elite_leadership)
    return dict(zip(("conscript", "regular", "elite"), needs, strict=True))[quality]


def body(profile: ProfileModel, rules: Ruleset) -> Body:
    """The base and heights of a unit, for a gun with its crew (HR-4)."""
    if isinstance(profile, InfantryModel):
        usual = team_body(rules)
        return Body(
            height=profile.height or usual.height,
            eye=profile.eye_height or usual.eye,
            diameter=profile.footprint.disc if profile.footprint else usual.diameter,
        )
    if isinstance(profile, GunModel):
        height, eye = profile.height or rules.crew_height, rules.crew_eye
    else:
        height = eye = profile.height
    length, width = profile.footprint.rect
    return Body(height=height, eye=profile.eye_height or eye, length=length, width=width)


def team_body(rules: Ruleset) -> Body:
    """The base of a crew without its gun (HR-33)."""
    return Body(
        height=rules.infantry_height, eye=rules.infantry_eye, diameter=rules.infantry_diameter
    )


def movement(profile: ProfileModel, rules: Ruleset) -> Movement:
    """The rates of a unit, for a gun by manhandling (BB-8, HR-12, HR-13)."""
    if profile.move is not None:
        return Movement(open=profile.move.open, difficult=profile.move.difficult)
    if isinstance(profile, InfantryModel):
        return team_movement(rules)
    if isinstance(profile, GunModel):
        rates = (rules.light_gun_move, rules.medium_gun_move, rules.heavy_gun_move)
        rate = dict(zip(("light", "medium", "heavy"), rates, strict=True))[profile.gun_class]
        return Movement(open=rate, difficult=rate * rules.gun_difficult_share)
    return _VEHICLE_MOVE


def team_movement(rules: Ruleset) -> Movement:
    """The rates of infantry (HR-12)."""
    return Movement(open=rules.infantry_move, difficult=rules.infantry_difficult_move)


def vehicle(profile: VehicleModel) -> Vehicle:
    """What only vehicles have."""
    return Vehicle(
        armour=Armour(front=profile.armour.front, other=profile.armour.other),
        open_topped=profile.top == "open",
        sealed=profile.sealed,
        awkward=profile.awkward,
        weapons_per_phase=profile.weapons_per_phase,
        melee_save=profile.melee_save,
    )


def arms(catalogue: Catalogue, profile: ProfileModel, rules: Ruleset) -> Arms:
    """The weapons of a unit, fields of fire resolved; infantry's are all round (HR-18)."""
    usual = rules.gun_field_of_fire if isinstance(profile, GunModel) else ALL_ROUND
    turns = isinstance(profile, InfantryModel)
    return _arms(catalogue, profile.weapons, usual=usual, turns=turns)


def crew_arms(catalogue: Catalogue, profile: GunModel) -> Arms:
    """The own weapons of a gun's crew (HR-33)."""
    return _arms(catalogue, profile.crew_weapons, usual=ALL_ROUND, turns=True)


def _arms(
    catalogue: Catalogue, carried: Sequence[MountModel], *, usual: float, turns: bool = False
) -> Arms:
    mounts: list[Mount] = []
    melee: list[MeleeWeapon] = []
    for item in carried:
        model = catalogue.weapons[item.weapon]
        if isinstance(model, MeleeModel):
            melee.append(_melee_weapon(item.weapon, model))
            continue
        count = 1 + sum(mount.weapon.name == item.weapon for mount in mounts)
        stated = model.field_of_fire if item.field_of_fire is None else item.field_of_fire
        mounts.append(
            Mount(
                key=item.weapon if count == 1 else f"{item.weapon}#{count}",
                weapon=_weapon(item.weapon, model),
                field_of_fire=usual if turns or stated is None else stated,
                unbuttoned_only=(
                    model.unbuttoned_only if item.unbuttoned_only is None else item.unbuttoned_only
                ),
            )
        )
    return Arms(mounts=tuple(mounts), melee=tuple(melee))


def _weapon(name: str, model: RangedModel) -> Weapon:
    rate = model.rate_of_fire
    return Weapon(
        name=name,
        range=model.range,
        rate_of_fire=RateOfFire(rate.stationary, rate.moved, rate.firefight),
        firepower=model.firepower,
        gun_class=model.gun_class,
        anti_tank=model.anti_tank,
        high_explosive=model.high_explosive,
        indirect=model.indirect,
        negates_cover=model.negates_cover,
        heavy=model.heavy,
        template=model.template,
        field_of_fire=model.field_of_fire,
        unbuttoned_only=model.unbuttoned_only,
    )


def _melee_weapon(name: str, model: MeleeModel) -> MeleeWeapon:
    return MeleeWeapon(
        name=name,
        rate_of_attacks=model.rate_of_attacks,
        firepower=model.firepower,
        anti_tank=model.anti_tank,
    )
