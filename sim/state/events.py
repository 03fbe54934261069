"""Events: everything that happens in a battle, in the past tense.

The state changes only by them (`sim.state.apply`). Each is one line of the log, by its `kind`.
"""

from typing import Literal

import msgspec

from sim.state.orders import Order, Point
from sim.state.rolls import Roll
from sim.state.roster import Edge

Phase = Literal["setup", "start", "movement", "shooting", "firefight", "melee", "end"]
Manner = Literal["move", "sprint", "charge", "pile_in", "break_away"]
Termination = Literal["condition", "rounds", "no_units", "forfeit"]
TestReason = Literal["suppressed", "broken", "stunned", "break_away", "formation"]


def _kind(class_name: str) -> str:
    return "".join("_" + c.lower() if c.isupper() else c for c in class_name).lstrip("_")


class EventBase(msgspec.Struct, frozen=True, gc=False, kw_only=True, tag_field="kind", tag=_kind):
    """What all events share: the tag `kind`, made from the name of the class."""


class TurnStarted(EventBase, frozen=True, gc=False):
    """A player turn began (BB-6): sprints and cowering of that side end (HR-2, HR-7)."""

    round_number: int
    by: str


class PhaseStarted(EventBase, frozen=True, gc=False):
    """A phase began."""

    name: Phase


class OrderGiven(EventBase, frozen=True, gc=False):
    """A side gave an order that the rules allow."""

    by: str
    order: Order


class OrderRefused(EventBase, frozen=True, gc=False):
    """A side gave an order that the rules forbid; no die was thrown for it."""

    by: str
    order: Order
    code: str
    clause: str
    text: str


class LeadershipTested(EventBase, frozen=True, gc=False):
    """A unit tested Leadership (BB-5)."""

    unit: str
    reason: TestReason
    passed: bool
    rolls: tuple[Roll, ...]


class SuppressionEnded(EventBase, frozen=True, gc=False):
    """A unit is no longer suppressed (BB-7)."""

    unit: str


class UnitRallied(EventBase, frozen=True, gc=False):
    """A team is no longer broken (HR-6)."""

    unit: str


class StunEnded(EventBase, frozen=True, gc=False):
    """A vehicle is no longer stunned (HR-6)."""

    unit: str


class HatchChanged(EventBase, frozen=True, gc=False):
    """A vehicle buttoned or unbuttoned (HR-5)."""

    unit: str
    buttoned: bool


class UnitCowered(EventBase, frozen=True, gc=False):
    """A team started to cower (HR-7)."""

    unit: str


class UnitMoved(EventBase, frozen=True, gc=False):
    """A unit went along `path` (its start included) and faces `facing`; `cost` in inches."""

    unit: str
    manner: Manner
    path: tuple[Point, ...]
    facing: float
    cost: float


class TerrainTested(EventBase, frozen=True, gc=False):
    """A vehicle tested for immobilization in a piece of difficult terrain (BB-9)."""

    unit: str
    piece: str
    passed: bool
    rolls: tuple[Roll, ...]


class UnitImmobilized(EventBase, frozen=True, gc=False):
    """A vehicle became immobilized (BB-9)."""

    unit: str
    piece: str


class GunOccupied(EventBase, frozen=True, gc=False):
    """A team became the crew of a gun (HR-16)."""

    unit: str
    gun: str


class GunAbandoned(EventBase, frozen=True, gc=False):
    """A crew left its gun behind to break away (RU-14)."""

    unit: str
    gun: str


class UnitExited(EventBase, frozen=True, gc=False):
    """A unit left the table over an edge (HR-36)."""

    unit: str
    edge: Edge


class AttackEvent(EventBase, frozen=True, gc=False):
    """The to-hit side of an attack: dice, their rolls, and the hits.

    `distance` in inches, `obscured` the hidden shares of hard, soft and any cause, in 64ths.
    """

    unit: str
    weapon: str
    target: str
    distance: float
    dice: int
    hits: int
    rolls: tuple[Roll, ...]


class WeaponFired(AttackEvent, frozen=True, gc=False):
    """A weapon fired at a unit in Shooting or Firefight.

    The angle and the arcs are those of the firer, seen from the target. `template` is the place
    of the target among those that a template touches, 0 for the one that was named (BB-15).
    """

    obscured: tuple[int, int, int]
    concealed: bool
    angle_off_facing: float
    front_arc: bool
    front_quarter: bool
    template: int | None = None


class MeleeFought(AttackEvent, frozen=True, gc=False):
    """A unit attacked in Melee (HR-23, BW-26, BB-21)."""


class HitResolved(EventBase, frozen=True, gc=False):
    """What one hit did, after its rolls: a save, or a to-wound roll and its save.

    `wound` counts for suppression (BB-16). `result` is destroyed, broken, saved, stunned,
    unharmed, or lost for a hit on a target that an earlier hit destroyed (RU-13).
    """

    unit: str
    weapon: str
    target: str
    hit: int
    wound: bool
    result: str
    clause: str
    rolls: tuple[Roll, ...]


class UnitBroken(EventBase, frozen=True, gc=False):
    """A team broke (FR-10)."""

    unit: str
    clause: str


class VehicleStunned(EventBase, frozen=True, gc=False):
    """A vehicle was stunned (BW-16, HR-26)."""

    unit: str
    clause: str


class UnitDestroyed(EventBase, frozen=True, gc=False):
    """A unit was destroyed; `by` is the unit that did it, if one did."""

    unit: str
    clause: str
    by: str | None = None


class GunDestroyed(EventBase, frozen=True, gc=False):
    """A gun was destroyed (FR-32, FR-34)."""

    gun: str
    clause: str
    by: str | None = None


class UnitSuppressed(EventBase, frozen=True, gc=False):
    """A unit that took a wound in the phase is suppressed (BB-16), or broke away (HR-26)."""

    unit: str
    clause: str


class FirefightFormed(EventBase, frozen=True, gc=False):
    """The units of one firefight (BB-18)."""

    units: tuple[str, ...]


class MeleeFormed(EventBase, frozen=True, gc=False):
    """The units of one melee (HR-22)."""

    units: tuple[str, ...]


class MeleeDecided(EventBase, frozen=True, gc=False):
    """Who lost a melee (HR-25): the side, or None, and the losses of each side in file order."""

    loser: str | None
    losses: tuple[int, int]


class FormationRouted(EventBase, frozen=True, gc=False):
    """A formation failed its break test (BB-22)."""

    formation: str


class UnitRouted(EventBase, frozen=True, gc=False):
    """A unit was removed with its routed formation (BB-22)."""

    unit: str


class ObjectiveHeld(EventBase, frozen=True, gc=False):
    """A hold condition was met at the end of a round; `rounds` of them running (HR-27)."""

    condition: int
    rounds: int


class ObjectiveLost(EventBase, frozen=True, gc=False):
    """A hold condition was no longer met at the end of a round (HR-27)."""

    condition: int


class PlayerForfeited(EventBase, frozen=True, gc=False):
    """A player failed to answer; its side loses."""

    by: str
    reason: str


class TurnEnded(EventBase, frozen=True, gc=False):
    """A player turn ended; the digest of the state at that moment."""

    digest: str


class BattleEnded(EventBase, frozen=True, gc=False):
    """The battle ended; `winner` None for a draw, `condition` an index of the victory list."""

    termination: Termination
    winner: str | None
    condition: int | None
    score: tuple[float, float]


Event = (
    TurnStarted
    | PhaseStarted
    | OrderGiven
    | OrderRefused
    | LeadershipTested
    | SuppressionEnded
    | UnitRallied
    | StunEnded
    | HatchChanged
    | UnitCowered
    | UnitMoved
    | TerrainTested
    | UnitImmobilized
    | GunOccupied
    | GunAbandoned
    | UnitExited
    | WeaponFired
    | MeleeFought
    | HitResolved
    | UnitBroken
    | VehicleStunned
    | UnitDestroyed
    | GunDestroyed
    | UnitSuppressed
    | FirefightFormed
    | MeleeFormed
    | MeleeDecided
    | FormationRouted
    | UnitRouted
    | ObjectiveHeld
    | ObjectiveLost
    | PlayerForfeited
    | TurnEnded
    | BattleEnded
)
