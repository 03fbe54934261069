"""The shape of catalogue entries: weapons, profiles of units, kinds of terrain."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal, Self

from pydantic import BeforeValidator, Discriminator, Field, Tag, model_validator

from sim.battlefield.terrain import Cover, MovementClass, Sight
from sim.scenario.values import (
    Count,
    Entry,
    Extent,
    HalfWidth,
    Id,
    MeleeSave,
    Need,
    Size,
    fault,
)
from sim.state.profiles import GunClass, Quality, TemplateSize


class RateModel(Entry):
    """Dice a weapon throws, by what its unit does (BB-12)."""

    stationary: Count
    moved: Count
    firefight: Count


class RangedModel(Entry):
    """A ranged weapon."""

    melee: Literal[False] = False
    range: Size
    rate_of_fire: RateModel
    firepower: Count = 0
    gun_class: GunClass = "none"
    anti_tank: Count = 0
    high_explosive: Count = 0
    indirect: bool = False
    negates_cover: bool = False
    heavy: bool = False
    template: TemplateSize = "none"
    field_of_fire: HalfWidth | None = None
    unbuttoned_only: bool = False


class MeleeModel(Entry):
    """A weapon for Melee."""

    melee: Literal[True]
    rate_of_attacks: Count
    firepower: Count = 0
    anti_tank: Count = 0


def _weapon_sort(value: Any) -> str:
    melee = value.get("melee") if isinstance(value, Mapping) else getattr(value, "melee", False)
    return "melee weapon" if melee is True else "ranged weapon"


WeaponModel = Annotated[
    Annotated[RangedModel, Tag("ranged weapon")] | Annotated[MeleeModel, Tag("melee weapon")],
    Discriminator(_weapon_sort),
]


class MountModel(Entry):
    """A weapon as a profile carries it, with what it overrides."""

    weapon: Id
    field_of_fire: HalfWidth | None = None
    unbuttoned_only: bool | None = None


def _named(value: Any) -> Any:
    return {"weapon": value} if isinstance(value, str) else value


Carried = Annotated[
    list[Annotated[MountModel, BeforeValidator(_named, json_schema_input_type=Id | MountModel)]],
    Field(max_length=30),
]
"""The weapons of a profile: names, or names with overrides."""


class DiscModel(Entry):
    """A round base of some diameter."""

    disc: Size


class RectModel(Entry):
    """A rectangular base: length along the facing, and width."""

    rect: Annotated[tuple[Size, Size], Field(strict=False)]


class MoveModel(Entry):
    """Rates in length units a move."""

    open: Extent
    difficult: Extent

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        """Refuse rates by which difficult ground would be easier, or endless."""
        if self.difficult > self.open or (self.open > 0 and self.difficult == 0):
            raise fault("out_of_range", "difficult must be above 0 and at most open")
        return self


class ProfileBase(Entry):
    """What all profiles may say; None stands for the default of the rules (HR-1, HR-4)."""

    quality: Quality = "regular"
    height: Size | None = None
    eye_height: Size | None = None
    weapons: Carried = []
    ranged_skill: Count | None = None
    melee_skill: Count | None = None
    leadership: Need | None = None
    move: MoveModel | None = None


class InfantryModel(ProfileBase):
    """An infantry team."""

    kind: Literal["infantry"]
    footprint: DiscModel | None = None


class GunModel(ProfileBase):
    """A gun and its own crew, whose skills, quality and heights it states."""

    kind: Literal["gun"]
    footprint: RectModel
    gun_class: Literal["light", "medium", "heavy"] = "light"
    gunshield: bool = False
    crew_weapons: Carried = [MountModel(weapon="rifles"), MountModel(weapon="rifle-butts")]


class ArmourModel(Entry):
    """Armour by facing (BW-9)."""

    front: Count
    other: Count


class VehicleModel(ProfileBase):
    """A vehicle."""

    kind: Literal["vehicle"]
    footprint: RectModel
    height: Size
    armour: ArmourModel
    top: Literal["open", "closed"] = "closed"
    sealed: bool = False
    awkward: Count = 2
    weapons_per_phase: Count = 2
    melee_save: MeleeSave = 0

    @model_validator(mode="after")
    def _refuse(self) -> Self:
        """Refuse a vehicle both open and sealed (BW-a)."""
        if self.sealed and self.top == "open":
            raise fault("open_and_sealed", "an open-topped vehicle cannot be sealed")
        return self


ProfileModel = Annotated[
    InfantryModel | GunModel | VehicleModel,
    Field(discriminator="kind"),
]


class MovementModel(Entry):
    """How hard a kind of terrain is to move in (HR-35)."""

    infantry: MovementClass
    gun: MovementClass
    vehicle: MovementClass


class TerrainModel(Entry):
    """A kind of terrain."""

    sight: Sight
    cover: Cover = "none"
    area: bool = False
    height: Extent = 0.0
    movement: MovementModel


class CatalogueModel(Entry):
    """Additions to the shipped catalogue, or replacements in it."""

    weapons: dict[Id, WeaponModel] = {}
    profiles: dict[Id, ProfileModel] = {}
    terrain: dict[Id, TerrainModel] = {}
