"""One hit: the name of its dice, what it finds of its target, and what it does."""

from typing import Literal

import msgspec

from sim.dice import Dice, Table, Throw
from sim.state.battle import BattleState
from sim.state.rolls import Roll
from sim.state.roster import NOBODY

GunState = Literal["none", "intact", "lost", "lost_before"]
"""The gun a target serves: none at all, there, lost earlier in this attack, or in one before."""


class Hit(msgspec.Struct, frozen=True, gc=False):
    """Who hit whom with what; `number` is the index of the to-hit die that hit."""

    unit: str
    weapon: str
    target: str
    number: int = 0

    def throw(self, dice: Dice, table: Table, purpose: str) -> Throw:
        """The one throw of this hit for that purpose."""
        (throw,) = dice.throw(table, 1, purpose, self.unit, self.weapon, self.target, self.number)
        return throw


class Condition(msgspec.Struct, frozen=True, gc=False, cache_hash=True, kw_only=True):
    """What the hits before have left of a target (RU-13, RU-19)."""

    alive: bool = True
    broken: bool = False
    stunned: bool = False
    gun: GunState = "none"

    @property
    def has_lost_gun(self) -> bool:
        """Whether the gun that the target served has been destroyed."""
        return self.gun in ("lost", "lost_before")


class HitEffect(msgspec.Struct, frozen=True, gc=False):
    """What one hit did: as `HitResolved`; `gun_clause` says by what its gun was destroyed."""

    wound: bool
    result: str
    clause: str
    rolls: tuple[Roll, ...] = ()
    gun_clause: str = ""


def condition_of(state: BattleState, unit: int) -> Condition:
    """The condition of a unit before the first hit."""
    row = state.units[unit]
    gun: GunState = "none" if row.serves == NOBODY else "intact"
    return Condition(alive=row.alive, broken=row.broken, stunned=row.stunned, gun=gun)
