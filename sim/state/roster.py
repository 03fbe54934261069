"""The battle as it was set up: who takes part, with what, on which table, for what."""

from typing import Literal, NoReturn

import msgspec

from sim.battlefield.world import World
from sim.ids import FormationId, GunId, SideId, UnitId
from sim.state.profiles import Arms, Body, GunClass, Kind, Mount, Movement, Quality, Vehicle
from sim.state.ruleset import Ruleset

Edge = Literal["top", "right", "bottom", "left"]

NOBODY = -1
"""An index that points at no unit, gun or emplacement."""


class UnitSpec(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A unit as it is fielded. Indices count in file order.

    For the crew of a gun, `kind` is "gun": `body`, `arms` and `movement` are what it is and has
    as infantry, once without its gun (HR-33), but `arms.melee` it always fights with.
    """

    index: int
    id: UnitId
    side: int
    formation: int
    kind: Kind
    profile: str
    quality: Quality
    ranged_skill: int
    melee_skill: int
    leadership: int
    body: Body
    arms: Arms
    movement: Movement
    vehicle: Vehicle | None = None
    gun: int = NOBODY

    @property
    def is_vehicle(self) -> bool:
        """Whether it is a vehicle; everybody else is a team."""
        return self.vehicle is not None


class GunSpec(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A gun as it is fielded; its id is that of its own crew (HR-33)."""

    index: int
    id: GunId
    crew: int
    side: int
    gun_class: GunClass
    shield: bool
    body: Body
    mounts: tuple[Mount, ...]
    movement: Movement
    emplacement: int = NOBODY


class Formation(msgspec.Struct, frozen=True, gc=False):
    """A platoon or squad: its leader and members as unit indices; `strength` counts for BB-22."""

    id: FormationId
    side: int
    leader: int
    members: tuple[int, ...]
    strength: int


class Side(msgspec.Struct, frozen=True, gc=False):
    """One of the two sides."""

    id: SideId
    name: str


class Emplacement(msgspec.Struct, frozen=True, gc=False):
    """A dug-in position for one gun (FR-27); inches and compass degrees."""

    id: str
    x: float
    y: float
    facing: float


class Objective(msgspec.Struct, frozen=True, gc=False):
    """A place to hold: within `radius` inches of the point (HR-27)."""

    id: str
    x: float
    y: float
    radius: float


class Condition(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A victory condition (HR-27); `side` wins by it. Fields a kind does not use stay empty.

    `at_round` for hold and survive, `rounds_running` for hold, `share`, `unit` or `gun` for
    destroy, `edge` and `units` for exit. A lower `rank` wins when several hold; None ranks last.
    """

    kind: Literal["hold", "destroy", "exit", "survive"]
    side: int
    rank: int | None = None
    objective: int = NOBODY
    at_round: int = 0
    rounds_running: int = 0
    share: float = 0.0
    unit: int = NOBODY
    gun: int = NOBODY
    edge: Edge | None = None
    units: int = 0


class Score(msgspec.Struct, frozen=True, gc=False):
    """Points for each enemy unit lost, enemy gun destroyed, objective held at the end (HR-28)."""

    unit: float = 1.0
    gun: float = 0.0
    objective: float = 0.0


class Index(dict[str, int]):
    """The places of things by id. Players are handed it, so it refuses to be changed."""

    def _refuse(self, *_: object, **__: object) -> NoReturn:
        raise TypeError("an index is never changed")

    __setitem__ = __delitem__ = __ior__ = _refuse
    clear = pop = popitem = setdefault = update = _refuse

    def __reduce__(self) -> tuple[type["Index"], tuple[dict[str, int]]]:
        return Index, (dict(self),)


class Roster(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """Everything about a battle that does not change while it is fought.

    `forces` are the units of each side, in file order.
    """

    name: str
    world: World
    rules: Ruleset
    rounds: int
    first_side: int
    sides: tuple[Side, ...]
    formations: tuple[Formation, ...]
    units: tuple[UnitSpec, ...]
    forces: tuple[tuple[int, ...], tuple[int, ...]]
    guns: tuple[GunSpec, ...]
    emplacements: tuple[Emplacement, ...] = ()
    objectives: tuple[Objective, ...] = ()
    conditions: tuple[Condition, ...] = ()
    score: Score = Score()
    unit_index: Index
    gun_index: Index
