"""What units and weapons are: the numbers of a profile, which never change in a battle."""

from typing import Literal

import msgspec

Kind = Literal["infantry", "gun", "vehicle"]
Quality = Literal["conscript", "regular", "elite"]
GunClass = Literal["none", "light", "medium", "heavy"]
TemplateSize = Literal["none", "small", "medium", "large"]

ALL_ROUND = 180.0
"""The half-width of a field of fire that holds every bearing."""


class RateOfFire(msgspec.Struct, frozen=True, gc=False):
    """Dice a weapon throws: stationary, moved, in Firefight; 0 means it cannot fire so (BB-12)."""

    stationary: int
    moved: int
    firefight: int


class Weapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A ranged weapon. Range in inches, `field_of_fire` the half-width in degrees (None: usual)."""

    name: str
    range: float
    rate_of_fire: RateOfFire
    firepower: int = 0
    gun_class: GunClass = "none"
    anti_tank: int = 0
    high_explosive: int = 0
    indirect: bool = False
    negates_cover: bool = False
    heavy: bool = False
    template: TemplateSize = "none"
    field_of_fire: float | None = None
    unbuttoned_only: bool = False


class MeleeWeapon(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A weapon for Melee (RU-22, RU-23)."""

    name: str
    rate_of_attacks: int
    firepower: int = 0
    anti_tank: int = 0


class Mount(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A ranged weapon as a unit carries it.

    `key` names it within its unit (the weapon's name, with `#2` and so on for further ones of the
    same name); `field_of_fire` is resolved: the half-width in degrees, 180 for all round (HR-18).
    """

    key: str
    weapon: Weapon
    field_of_fire: float = ALL_ROUND
    unbuttoned_only: bool = False


class Movement(msgspec.Struct, frozen=True, gc=False):
    """Rates in inches a move: in the open and in difficult terrain (BB-8, HR-12, HR-13)."""

    open: float
    difficult: float


class Body(msgspec.Struct, frozen=True, gc=False):
    """Size of a base in inches: a disc (`diameter`) or a rectangle, and its heights (HR-4)."""

    height: float
    eye: float
    diameter: float = 0.0
    length: float = 0.0
    width: float = 0.0


class Arms(msgspec.Struct, frozen=True, gc=False):
    """The weapons somebody fights with."""

    mounts: tuple[Mount, ...] = ()
    melee: tuple[MeleeWeapon, ...] = ()


class Armour(msgspec.Struct, frozen=True, gc=False):
    """Armour by facing (BW-6, BW-7)."""

    front: int
    other: int


class Vehicle(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """What only vehicles have. `melee_save` is the N of N+, 0 for none (BW-40)."""

    armour: Armour
    open_topped: bool = False
    sealed: bool = False
    awkward: int = 2
    weapons_per_phase: int = 2
    melee_save: int = 0
