"""Orders: what a player may say. Units, guns and pieces are named by id, weapons by mount key."""

import msgspec

from sim.state.roster import Edge

Point = tuple[float, float]


class Pass(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="pass"):
    """Nothing more from this side in answer to this request (HR-8)."""


class SetHatch(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="set_hatch"):
    """Button or unbutton a vehicle at the start of the turn (HR-5)."""

    unit: str
    buttoned: bool


class Cower(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="cower"):
    """A team starts to cower (HR-7)."""

    unit: str


class Move(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="move"):
    """A move along straight legs from where the unit stands through `path`, ending at `facing`.

    An empty path turns on the spot. `occupy` names an uncrewed gun to serve (HR-16), `exit` the
    edge to leave by (HR-36).
    """

    unit: str
    path: tuple[Point, ...]
    facing: float
    sprint: bool = False
    occupy: str | None = None
    exit: Edge | None = None


class Aim(msgspec.Struct, frozen=True, gc=False):
    """One weapon of a unit, by mount key or melee weapon name, at one enemy unit."""

    weapon: str
    target: str


class Fire(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="fire"):
    """A unit fires in Shooting; an enemy for each weapon that is to fire (HR-17)."""

    unit: str
    aims: tuple[Aim, ...]


class Resolve(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="resolve"):
    """The firefight or melee to resolve next, by any unit in it (BB-18, HR-22)."""

    unit: str


class UnitAims(msgspec.Struct, frozen=True, gc=False):
    """The targets one unit names in a simultaneous exchange."""

    unit: str
    aims: tuple[Aim, ...]


class NameTargets(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="name_targets"):
    """All that one side's units attack in one firefight or melee (HR-37)."""

    units: tuple[UnitAims, ...]


class Charge(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="charge"):
    """A charge or, when asked for those, a pile-in onto a named enemy (BB-20, HR-21)."""

    unit: str
    target: str
    path: tuple[Point, ...]


class BreakAway(msgspec.Struct, frozen=True, gc=False, tag_field="order", tag="break_away"):
    """Where a unit that passed its test goes to break away (HR-26)."""

    unit: str
    path: tuple[Point, ...]
    facing: float


Order = Pass | SetHatch | Cower | Move | Fire | Resolve | NameTargets | Charge | BreakAway
