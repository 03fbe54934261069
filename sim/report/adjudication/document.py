"""The document of an adjudication, `adjudicate --json`: its keys, in their order."""

from typing import Literal

import msgspec
from msgspec import UNSET, UnsetType

from sim.battlefield.terrain import Cause
from sim.errors import Refusal
from sim.report.adjudication.questions import FightPhase
from sim.rules.attack import ToHit
from sim.rules.vehicle_damage import ToWound
from sim.state.rolls import Modifier, SuppressedModifier

RollName = Literal["to_hit", "to_wound", "save"]
Measure = Literal["degrees", "inches", "rays", "steps", "setting"]


class Obscured(msgspec.Struct, frozen=True):
    """The obscured fractions of the target, multiples of 1/64 (GE-2)."""

    hard: float
    soft: float
    any: float


class TeamSave(msgspec.Struct, frozen=True, tag_field="kind", tag="team"):
    """The save of a team: 2D6 and `modifier`, without a needed number (FR-8)."""

    modifier: int
    need: None
    modifiers: tuple[Modifier, ...]
    suppressed_modifiers: tuple[SuppressedModifier, ...]


class CoverSave(msgspec.Struct, frozen=True, tag_field="kind", tag="cover"):
    """The Cover Save of a vehicle; `need` null when there is none (BW-18, RU-17)."""

    base: int
    need: int | None
    modifiers: tuple[Modifier, ...]
    suppressed_modifiers: tuple[SuppressedModifier, ...]


class MeleeSave(msgspec.Struct, frozen=True, tag_field="kind", tag="melee"):
    """The save of a special profile in Melee (BW-40)."""

    need: int


Save = TeamSave | CoverSave | MeleeSave


class Odds(msgspec.Struct, frozen=True):
    """Exact chances as fractions in lowest terms: one die to hit, one hit, the whole attack."""

    hit: str
    per_hit: dict[str, str]
    attack: dict[str, str]


class Numbers(msgspec.Struct, frozen=True, kw_only=True):
    """What the dice of an attack on one unit need, and what they do."""

    to_hit: ToHit | None
    to_wound: ToWound | None
    save: Save | None
    odds: Odds


class RolledDie(msgspec.Struct, frozen=True):
    """The faces of one throw, a re-roll behind its die.

    `purpose` is to_hit, to_wound, team_save, cover_save or melee_save.
    """

    purpose: str
    faces: tuple[int, ...]


class Outcome(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the dice did: `target` is a key of `odds.attack`, `also` one for each other unit."""

    hits: int
    target: str
    gun_destroyed: bool
    also: dict[str, str] | UnsetType = UNSET


class Rolled(msgspec.Struct, frozen=True):
    """The dice of one attack, in the order of its resolution, and what they did."""

    dice: tuple[RolledDie, ...]
    outcome: Outcome


class Level(msgspec.Struct, frozen=True):
    """Where a unit stands, in inches and compass degrees; `level` is that of its eye or middle."""

    x: float
    y: float
    facing: float
    ground: float
    level: float


class Screening(msgspec.Struct, frozen=True):
    """How many of the 64 rays one piece, vehicle or wreck hides, and as what (GE-2)."""

    id: str
    cause: Cause
    rays: int


class Geometry(msgspec.Struct, frozen=True):
    """The measures behind the modifiers: levels of eye and aim, and what hides which rays."""

    attacker: Level
    target: Level
    hidden_by: tuple[Screening, ...]


class Because(msgspec.Struct, frozen=True):
    """What on the table causes a modifier, whether it counts or not."""

    roll: RollName
    name: str
    clause: str
    because: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """The nearest change that flips a step; `settings` are the `--set` that make it.

    `by` is its size in `measure`; `effect` says what becomes of the numbers.
    """

    step: str
    by: float
    measure: Measure
    text: str
    effect: str
    settings: tuple[str, ...] = ()


class Adjudication(msgspec.Struct, frozen=True, kw_only=True):
    """One weapon of one unit at another: the numbers, the reasons and the exact odds.

    `also_attacked` and `also` are there for templates only, `settings` where there are any.
    """

    format: Literal["skirmish-sim/adjudication"] = "skirmish-sim/adjudication"
    format_version: Literal[1] = 1
    phase: FightPhase
    attacker: str
    target: str
    weapon: str | None
    distance: float
    refusal: Refusal | None
    target_seen: bool
    higher_ground: bool
    front_arc: bool
    front_quarter: bool
    angle_off_facing: float
    obscured: Obscured
    in_area_terrain: str | None
    concealed: bool
    dice: int | None
    also_attacked: tuple[str, ...] | UnsetType = UNSET
    to_hit: ToHit | None
    to_wound: ToWound | None
    save: Save | None
    odds: Odds | None
    rolled: Rolled | None
    also: dict[str, Numbers] | UnsetType = UNSET
    geometry: Geometry
    because: tuple[Because, ...]
    changes: tuple[Change, ...] | UnsetType = UNSET
    settings: tuple[str, ...] | UnsetType = UNSET
