"""Counting what occurs in a battle, in one pass over its events."""

from collections import Counter
from collections.abc import Iterable, Mapping
from itertools import pairwise

from sim.battlefield.world import World
from sim.geometry.segments import Point, segments_meet
from sim.runner.batch.rows import Death
from sim.state.battle import BattleState
from sim.state.events import (
    BattleEnded,
    Event,
    LeadershipTested,
    OrderGiven,
    OrderRefused,
    Termination,
    TurnEnded,
    UnitDestroyed,
    UnitMoved,
    UnitRouted,
    WeaponFired,
)
from sim.state.orders import NameTargets, Order
from sim.state.profiles import Kind
from sim.state.rolls import Roll
from sim.state.roster import Roster, UnitSpec

SWITCHES: Mapping[str, str] = {
    "RU-6": "emplaced_swivel",
    "RU-10": "second_break_heavy",
    "RU-16": "awkward",
    "RU-17": "save_beyond_six",
    "RU-18": "firefight_cover",
    "HR-26": "break_away_failed",
}
"""The switches of the rules, by the rulings that they belong to."""

_ROUT = "BB-22"
_DIGEST_LENGTH = 12

_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "turn_started": ("BB-6",),
    "leadership_tested": ("BB-5",),
    "suppression_ended": ("BB-7",),
    "unit_rallied": ("HR-6",),
    "stun_ended": ("HR-6",),
    "hatch_changed": ("HR-5",),
    "unit_cowered": ("HR-7",),
    "order_given": ("HR-8",),
    "terrain_tested": ("BB-9",),
    "unit_immobilized": ("BB-9",),
    "gun_occupied": ("HR-16",),
    "gun_abandoned": ("RU-14",),
    "unit_exited": ("HR-36",),
    "weapon_fired": ("BB-12",),
    "melee_fought": ("HR-23",),
    "firefight_formed": ("BB-18",),
    "melee_formed": ("HR-22",),
    "melee_decided": ("HR-25",),
    "formation_routed": (_ROUT,),
    "unit_routed": (_ROUT,),
    "objective_held": ("HR-27",),
    "objective_lost": ("HR-27",),
}
"""The clauses at work in events that name none."""

_ENDINGS: Mapping[Termination, tuple[str, ...]] = {
    "condition": ("HR-27",),
    "rounds": ("HR-28",),
    "no_units": ("HR-29",),
    "forfeit": (),
}
"""The clauses by which battles end."""

_RATES: Mapping[Kind, str] = {"infantry": "HR-12", "gun": "HR-13", "vehicle": "BB-8"}
"""The clauses of rates of movement."""

_MANNERS: Mapping[str, str] = {
    "sprint": "BB-10",
    "charge": "BB-20",
    "pile_in": "HR-21",
    "break_away": "HR-26",
}
"""The clauses of ways to move other than the plain one."""


class Census:
    """The sink of a battle that counts: what `BattleRow` says of its course."""

    def __init__(self, roster: Roster):
        self._roster = roster
        self._counts: Counter[str] = Counter()
        self.causes: Counter[str] = Counter()
        self.deaths: list[Death] = []
        self.turns: list[str] = []
        self.first_loss: dict[str, int | None] = {side.id: None for side in roster.sides}
        self.actions = 0

    def __call__(self, event: Event, state: BattleState) -> None:
        """Take in an event and the state after it."""
        kind = str(event.__struct_config__.tag)
        self._counts[f"event:{kind}"] += 1
        self._count_clauses(_CLAUSES.get(kind, ()))
        self._count_clauses([getattr(event, "clause", "")])
        for roll in getattr(event, "rolls", ()):
            self._count_roll(roll)
        self._note(event, state)

    def counts(self) -> dict[str, int]:
        """How often things occurred, by sorted names; switches where their ruling came up."""
        for clause, switch in SWITCHES.items():
            met = self._counts[f"clause:{clause}"]
            if met:
                value = getattr(self._roster.rules, switch)
                self._counts[f"switch:{switch}={value}"] = met
        return {name: met for name, met in sorted(self._counts.items()) if met}

    def _note(self, event: Event, state: BattleState) -> None:
        """What is particular to a kind of event."""
        match event:
            case OrderGiven():
                self.actions += 1
                self._count_profiles(event.order)
            case OrderRefused():
                self._counts[f"refusal:{event.code}"] += 1
            case UnitMoved():
                rate = _RATES[self._spec(event.unit).kind]
                self._count_clauses([_MANNERS.get(event.manner, rate)])
                self._count_terrain(event.path)
            case WeaponFired():
                ends = (self._place(state, event.unit), self._place(state, event.target))
                self._count_terrain(ends)
            case LeadershipTested(reason="formation"):
                self._count_clauses([_ROUT])
            case UnitDestroyed():
                self._count_loss(state, event.unit, event.clause)
            case UnitRouted():
                self._count_loss(state, event.unit, _ROUT)
            case BattleEnded():
                self._count_clauses(_ENDINGS[event.termination])
            case TurnEnded():
                self.turns.append(event.digest[:_DIGEST_LENGTH])
            case _:
                pass

    def _count_clauses(self, clauses: Iterable[str]) -> None:
        for clause in clauses:
            if clause:
                self._counts[f"clause:{clause}"] += 1

    def _count_roll(self, roll: Roll) -> None:
        """The row of its table that a roll came to, and the clauses that had a say."""
        self._counts[f"table:{roll.purpose}/{roll.result}"] += 1
        if roll.need is not None:
            self._counts[f"table:{roll.purpose}/{roll.need}+"] += 1
        self._count_clauses(modifier.clause for modifier in roll.modifiers)
        self._count_clauses(modifier.clause for modifier in roll.suppressed_modifiers)

    def _count_profiles(self, order: Order) -> None:
        """The profiles of the units that an order is for."""
        named = [aims.unit for aims in order.units] if isinstance(order, NameTargets) else []
        for unit in [getattr(order, "unit", None), *named]:
            if unit is not None:
                self._counts[f"profile:{self._spec(unit).profile}"] += 1

    def _count_terrain(self, path: Iterable[Point]) -> None:
        """The kinds of terrain on the way of a unit or a shot, each once."""
        kinds = {
            kind: None
            for a, b in pairwise(path)
            for kind in kinds_between(self._roster.world, a, b)
        }
        for kind in kinds:
            self._counts[f"terrain:{kind}"] += 1

    def _count_loss(self, state: BattleState, unit: str, clause: str) -> None:
        spec = self._spec(unit)
        side = self._roster.sides[spec.side].id
        self.causes[clause] += 1
        self.deaths.append((unit, side, spec.kind, *self._place(state, unit), state.round, clause))
        if self.first_loss[side] is None:
            self.first_loss[side] = state.round

    def _spec(self, unit: str) -> UnitSpec:
        return self._roster.units[self._roster.unit_index[unit]]

    def _place(self, state: BattleState, unit: str) -> Point:
        base = state.units[self._roster.unit_index[unit]].footprint
        return base.x, base.y


def kinds_between(world: World, a: Point, b: Point) -> list[str]:
    """The kinds of the pieces that the straight way from a to b meets, its ends included."""
    left, right = min(a[0], b[0]), max(a[0], b[0])
    bottom, top = min(a[1], b[1]), max(a[1], b[1])
    return [
        piece.kind.name
        for piece in world.pieces
        if piece.bounds[0] <= right
        and piece.bounds[2] >= left
        and piece.bounds[1] <= top
        and piece.bounds[3] >= bottom
        and (
            piece.contains(*b)
            or any(segments_meet(a, b, edge[:2], edge[2:]) for edge in piece.edges)
        )
    ]
