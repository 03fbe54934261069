"""The state of a battle: frozen rows, replaced and never changed."""

from typing import Literal

import msgspec

from sim.battlefield.sight import Obstacle, Stance
from sim.geometry.footprints import Footprint
from sim.state.events import Phase, Termination
from sim.state.roster import NOBODY, Edge, Formation, GunSpec, Roster, UnitSpec
from sim.state.ruleset import Ruleset

Fate = Literal["alive", "destroyed", "routed", "exited"]
GunFate = Literal["intact", "destroyed", "exited"]


class Unit(msgspec.Struct, frozen=True, gc=False, kw_only=True, cache_hash=True):
    """A unit now (HR-2). A wreck is a vehicle whose fate is destroyed (HR-30).

    `footprint` is its base with its facing, `stance` how sight sees it there;
    `serves` is the index of the gun it serves, whose place and footprint are then its own;
    `dug_in` says that its gun was destroyed in the emplacement where it still stands (RU-13);
    `exit` is the edge it left the table by (HR-36).
    """

    footprint: Footprint
    stance: Stance
    fate: Fate = "alive"
    fate_round: int = 0
    broken: bool = False
    suppressed: bool = False
    cowering: bool = False
    moved: bool = False
    sprinted: bool = False
    stunned: bool = False
    immobilized: bool = False
    buttoned: bool = False
    dug_in: bool = False
    serves: int = NOBODY
    exit: Edge | None = None

    @property
    def alive(self) -> bool:
        """Whether it is on the table and living."""
        return self.fate == "alive"


class Gun(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A gun now; `crew` is the index of the unit that serves it, or NOBODY."""

    footprint: Footprint
    fate: GunFate = "intact"
    crew: int = NOBODY


class Outcome(msgspec.Struct, frozen=True, gc=False):
    """How the battle ended: the winning side's index or None for a draw; points by side."""

    termination: Termination
    winner: int | None
    round: int
    condition: int | None
    score: tuple[float, float]


class BattleState(msgspec.Struct, frozen=True, gc=False, kw_only=True):
    """A moment of a battle. Bit i of the int fields stands for unit i.

    `turn` counts player turns from 1; `acted` are the units ordered in this phase, `fired` those
    that fired in this turn's Firefight, `wounded` and `fallen` those that took a wound or were
    destroyed in this phase; `held` counts the rounds running of each victory condition.
    `obstacles` are the vehicles and wrecks in the way of sight, kept up to date by `apply`.
    """

    roster: Roster
    units: tuple[Unit, ...]
    guns: tuple[Gun, ...]
    obstacles: tuple[Obstacle, ...]
    round: int = 0
    turn: int = 0
    active: int = 0
    phase: Phase = "setup"
    acted: int = 0
    fired: int = 0
    wounded: int = 0
    fallen: int = 0
    held: tuple[int, ...] = ()
    outcome: Outcome | None = None

    @property
    def rules(self) -> Ruleset:
        """The ruleset of the battle."""
        return self.roster.rules

    def spec(self, unit: int) -> UnitSpec:
        """What a unit was fielded as."""
        return self.roster.units[unit]

    def formation_of(self, unit: int) -> Formation:
        """The formation of a unit."""
        return self.roster.formations[self.roster.units[unit].formation]

    def gun_of(self, unit: int) -> GunSpec | None:
        """The gun a unit serves now, if any."""
        serves = self.units[unit].serves
        return None if serves == NOBODY else self.roster.guns[serves]

    def side_of(self, unit: int) -> int:
        """The index of a unit's side."""
        return self.roster.units[unit].side

    def living(self, side: int) -> tuple[int, ...]:
        """The units of a side that live and are on the table, in file order."""
        units = self.units
        return tuple([i for i in self.roster.forces[side] if units[i].fate == "alive"])
