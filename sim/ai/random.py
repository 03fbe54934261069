"""The player that gives any legal order: a control that knows nothing of the game's aims."""

from collections.abc import Callable, Sequence
from typing import TypeVar

from sim.ai.ways import find_exit, find_occupation, find_rush, reach_of
from sim.dice import Stream
from sim.engine.check import check
from sim.engine.options import Request, RequestKind
from sim.rules.activation import enemies
from sim.rules.aim import can_use, mounts_of, targets_of, weapons_allowed
from sim.rules.melee import opponents
from sim.rules.movement.move import move_allowance
from sim.state.battle import BattleState
from sim.state.events import Phase
from sim.state.orders import (
    Aim,
    BreakAway,
    Cower,
    Fire,
    Move,
    NameTargets,
    Order,
    Pass,
    Resolve,
    SetHatch,
    UnitAims,
)
from sim.state.roster import NOBODY

_TRIES = 12
_FACINGS = 36000
Choice = TypeVar("Choice")


class RandomPlayer:
    """Gives legal orders of every kind, drawn at random."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        """Any order that the rules allow; `Pass` now and then, and when none is found."""
        draw = _DRAWS[request.kind]
        if stream.below(2 if request.kind == "start" else len(request.units) + 2) == 0:
            return Pass()
        for _ in range(_TRIES):
            unit = state.roster.unit_index[_one_of(request.units, stream)]
            order = draw(state, request, unit, stream)
            if order is not None and check(state, request, order) is None:
                return order
        return Pass()


def _one_of(choices: Sequence[Choice], stream: Stream) -> Choice:
    return choices[stream.below(len(choices))]


def _facing(stream: Stream) -> float:
    return stream.below(_FACINGS) / 100


def _start(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:  # noqa: ARG001
    spec = state.spec(unit)
    if spec.is_vehicle:
        return SetHatch(spec.id, buttoned=stream.below(2) == 0)
    return Cower(spec.id) if stream.below(4) == 0 else None


def _movement(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:
    match stream.below(8):
        case 0:
            return Move(state.spec(unit).id, (), _facing(stream))
        case 1:
            return _occupation(state, request, unit, stream)
        case 2:
            return _exit(state, request, unit, stream)
        case 3 | 4:
            return _move(state, unit, stream, sprint=True)
        case _:
            return _move(state, unit, stream, sprint=False)


def _move(state: BattleState, unit: int, stream: Stream, *, sprint: bool) -> Order | None:
    found = reach_of(state, unit, move_allowance(state, unit, sprint=sprint))
    if not found.numbers:
        return None
    path = found.path(_one_of(found.numbers, stream))
    return Move(state.spec(unit).id, path, _facing(stream), sprint)


def _occupation(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:
    free = [
        number
        for number, gun in enumerate(state.guns)
        if gun.fate == "intact" and gun.crew == NOBODY
    ]
    if not free:
        return None
    gun, sprint = _one_of(free, stream), stream.below(2) == 0
    return find_occupation(state, request, unit, gun, sprint=sprint)


def _exit(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:
    edges = [
        condition.edge
        for condition in state.roster.conditions
        if condition.edge is not None and condition.side == request.side
    ]
    if not edges:
        return None
    edge, sprint = _one_of(edges, stream), stream.below(2) == 0
    return find_exit(state, request, unit, edge, sprint=sprint)


def _shooting(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:  # noqa: ARG001
    aims = _aims(state, "shooting", unit, stream)
    return Fire(state.spec(unit).id, aims) if aims else None


def _firefight(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:  # noqa: ARG001
    units = (state.roster.unit_index[name] for name in request.units)
    named = (UnitAims(state.spec(u).id, _aims(state, "firefight", u, stream)) for u in units)
    return NameTargets(tuple(aims for aims in named if aims.aims))


def _aims(state: BattleState, phase: Phase, unit: int, stream: Stream) -> tuple[Aim, ...]:
    """Targets for some of the weapons that a unit may fire."""
    aims: list[Aim] = []
    for mount in mounts_of(state, unit):
        if len(aims) == weapons_allowed(state, unit) or not can_use(state, phase, unit, mount):
            continue
        targets = targets_of(state, phase, unit, mount)
        if targets and stream.below(4):
            aims.append(Aim(mount.key, state.spec(_one_of(targets, stream)).id))
    return tuple(aims)


def _resolve(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:  # noqa: ARG001
    return Resolve(state.spec(unit).id)


def _rush(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:
    target = _one_of(enemies(state, unit), stream)
    return find_rush(state, request, unit, target)


def _melee(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:  # noqa: ARG001
    named = []
    for fighter in (state.roster.unit_index[name] for name in request.units):
        spec = state.spec(fighter)
        foe = _one_of(tuple(opponents(state, fighter)), stream)
        aim = Aim(_one_of(spec.arms.melee, stream).name, state.spec(foe).id)
        named.append(UnitAims(spec.id, (aim,)))
    return NameTargets(tuple(named))


def _break_away(state: BattleState, request: Request, unit: int, stream: Stream) -> Order | None:  # noqa: ARG001
    found = reach_of(state, unit, move_allowance(state, unit, sprint=False))
    if not found.numbers:
        return None
    path = found.path(_one_of(found.numbers, stream))
    return BreakAway(state.spec(unit).id, path, _facing(stream))


_Draw = Callable[[BattleState, Request, int, Stream], Order | None]
_DRAWS: dict[RequestKind, _Draw] = {
    "start": _start,
    "movement": _movement,
    "shooting": _shooting,
    "firefight_order": _resolve,
    "firefight": _firefight,
    "charge": _rush,
    "pile_in": _rush,
    "melee_order": _resolve,
    "melee": _melee,
    "break_away": _break_away,
}
