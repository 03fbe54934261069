"""A player that keeps to multiples of 1/8 inch, so that what it does mirrors exactly."""

from sim.dice import Stream
from sim.engine.check import check
from sim.engine.options import Request
from sim.rules.activation import distance_between, enemies
from sim.rules.aim import mounts_of, targets_of
from sim.rules.melee import melees
from sim.state.battle import BattleState
from sim.state.events import Phase
from sim.state.orders import Aim, Charge, Fire, Move, NameTargets, Order, Pass, UnitAims

STEPS = (-4.0, -2.5, -1.0, 0.0, 0.125, 1.5, 3.0)
FACINGS = (0.0, 45.0, 90.0, 135.0, 180.0, 225.0, 270.0, 315.0)
TRIES = 8


class GridPlayer:
    """Moves by grid steps, fires at the nearest, charges along the axes, breaks away never."""

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:
        for _ in range(TRIES):
            unit = state.roster.unit_index[request.units[stream.below(len(request.units))]]
            order = self._propose(state, request, unit, stream)
            if check(state, request, order) is None:
                return order
        return Pass()

    def _propose(self, state: BattleState, request: Request, unit: int, stream: Stream) -> Order:
        name, base = state.spec(unit).id, state.units[unit].footprint
        match request.kind:
            case "movement":
                place = (
                    base.x + STEPS[stream.below(len(STEPS))],
                    base.y + STEPS[stream.below(len(STEPS))],
                )
                facing = FACINGS[stream.below(len(FACINGS))]
                return Move(unit=name, path=(place,), facing=facing)
            case "shooting":
                return Fire(unit=name, aims=_aims(state, "shooting", unit))
            case "firefight" if stream.below(3) == 0:
                return NameTargets(units=_all_aims(state, request))
            case "melee":
                return NameTargets(units=_blows(state, request))
            case "charge":
                return _charge(state, unit, stream)
            case _:
                return Pass()


def _aims(state: BattleState, phase: Phase, unit: int) -> tuple[Aim, ...]:
    for mount in mounts_of(state, unit):
        targets = targets_of(state, phase, unit, mount)
        if targets:
            return (Aim(weapon=mount.key, target=state.spec(targets[0]).id),)
    return ()


def _all_aims(state: BattleState, request: Request) -> tuple[UnitAims, ...]:
    named = (
        (name, _aims(state, "firefight", state.roster.unit_index[name])) for name in request.units
    )
    return tuple(UnitAims(unit=name, aims=aims) for name, aims in named if aims)


def _blows(state: BattleState, request: Request) -> tuple[UnitAims, ...]:
    group = request.groups[0]
    named = []
    for name in request.units:
        unit = state.roster.unit_index[name]
        weapon = state.spec(unit).arms.melee[0].name
        foes = (state.spec(enemy).id for enemy in enemies(state, unit))
        target = next((foe for foe in foes if foe in group), None)
        if target is not None and len(melees(state)) == 1:
            named.append(UnitAims(unit=name, aims=(Aim(weapon=weapon, target=target),)))
    return tuple(named)


def _charge(state: BattleState, unit: int, stream: Stream) -> Order:
    """Along a side of the grid, up to touching a round base."""
    base = state.units[unit].footprint
    foes = sorted(enemies(state, unit), key=lambda foe: distance_between(state, unit, foe))
    target = foes[stream.below(min(2, len(foes)))]
    enemy = state.units[target].footprint
    gap = base.radius + (enemy.radius or enemy.half_width)
    corner = (base.x, enemy.y)
    end = (enemy.x - gap if base.x < enemy.x else enemy.x + gap, enemy.y)
    path = (corner, end) if base.y != enemy.y else (end,)
    return Charge(unit=state.spec(unit).id, target=state.spec(target).id, path=path)
