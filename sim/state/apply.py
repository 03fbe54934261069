"""The one door: `apply(state, event)` is the only way a battle changes."""

from collections.abc import Callable, Mapping
from typing import Any, get_args

from msgspec.structs import replace

from sim.battlefield.sight import Obstacle, stance_of
from sim.geometry.footprints import Footprint, disc, rectangle
from sim.state import events as ev
from sim.state import orders
from sim.state.battle import BattleState, Gun, Outcome, Unit
from sim.state.profiles import Body
from sim.state.roster import NOBODY, GunSpec, Roster

Handler = Callable[[BattleState, Any], BattleState]


def apply(state: BattleState, event: ev.Event) -> BattleState:
    """The state after an event."""
    return _HANDLERS[type(event)](state, event)


def base_of(body: Body, x: float, y: float, facing: float) -> Footprint:
    """The footprint of a body at a pose (HR-4)."""
    if body.diameter:
        return disc(x, y, body.diameter, facing)
    return rectangle(x, y, facing, body.length, body.width)


def placed(roster: Roster, body: Body, footprint: Footprint) -> dict[str, Any]:
    """The fields of a row that say where a body stands."""
    stance = stance_of(roster.world, footprint, body.eye, body.height)
    return {"footprint": footprint, "stance": stance}


def obstacles_of(roster: Roster, units: tuple[Unit, ...]) -> tuple[Obstacle, ...]:
    """The vehicles and wrecks on the table, in file order (HR-30)."""
    return tuple(
        Obstacle(
            id=spec.id,
            footprint=unit.footprint,
            ground=unit.stance.ground,
            height=unit.stance.height,
        )
        for spec, unit in zip(roster.units, units, strict=True)
        if spec.vehicle is not None and unit.fate in ("alive", "destroyed")
    )


def _with_unit(state: BattleState, index: int, row: Unit, **changes: Any) -> BattleState:
    units = state.units[:index] + (row,) + state.units[index + 1 :]
    if state.roster.units[index].vehicle is not None:
        changes["obstacles"] = obstacles_of(state.roster, units)
    return replace(state, units=units, **changes)


def _with_gun(state: BattleState, index: int, gun: Gun) -> BattleState:
    return replace(state, guns=state.guns[:index] + (gun,) + state.guns[index + 1 :])


def _change(state: BattleState, unit: str, **changes: Any) -> BattleState:
    index = state.roster.unit_index[unit]
    row = replace(state.units[index], **changes)
    return replace(state, units=state.units[:index] + (row,) + state.units[index + 1 :])


def _turn_started(state: BattleState, event: ev.TurnStarted) -> BattleState:
    active = next(i for i, side in enumerate(state.roster.sides) if side.id == event.by)
    units = tuple(
        replace(unit, sprinted=False, cowering=False)
        if spec.side == active and (unit.sprinted or unit.cowering)
        else unit
        for spec, unit in zip(state.roster.units, state.units, strict=True)
    )
    return replace(
        state, units=units, round=event.round_number, turn=state.turn + 1, active=active, fired=0
    )


def _phase_started(state: BattleState, event: ev.PhaseStarted) -> BattleState:
    return replace(state, phase=event.name, acted=0, wounded=0, fallen=0)


def _order_given(state: BattleState, event: ev.OrderGiven) -> BattleState:
    order = event.order
    if isinstance(order, orders.Pass | orders.Resolve | orders.NameTargets):
        return state
    return replace(state, acted=state.acted | 1 << state.roster.unit_index[order.unit])


def _unchanged(state: BattleState, event: ev.Event) -> BattleState:  # noqa: ARG001
    return state


def _suppression_ended(state: BattleState, event: ev.SuppressionEnded) -> BattleState:
    return _change(state, event.unit, suppressed=False)


def _unit_rallied(state: BattleState, event: ev.UnitRallied) -> BattleState:
    return _change(state, event.unit, broken=False)


def _stun_ended(state: BattleState, event: ev.StunEnded) -> BattleState:
    return _change(state, event.unit, stunned=False)


def _hatch_changed(state: BattleState, event: ev.HatchChanged) -> BattleState:
    return _change(state, event.unit, buttoned=event.buttoned)


def _unit_cowered(state: BattleState, event: ev.UnitCowered) -> BattleState:
    return _change(state, event.unit, cowering=True)


def _unit_moved(state: BattleState, event: ev.UnitMoved) -> BattleState:
    index = state.roster.unit_index[event.unit]
    row = state.units[index]
    before = row.footprint
    x, y = event.path[-1]
    after = before.moved(x, y, event.facing)
    displaced = len(event.path) > 1
    turns = row.serves != NOBODY or state.spec(index).is_vehicle
    turned = turns and before.facing != after.facing
    own_move = event.manner in ("move", "sprint") and (displaced or turned)
    stance = stance_of(state.roster.world, after, row.stance.eye, row.stance.height)
    row = replace(
        row,
        footprint=after,
        stance=stance,
        moved=row.moved or own_move,
        sprinted=row.sprinted or event.manner == "sprint",
        dug_in=row.dug_in and not displaced,
    )
    if row.serves != NOBODY:
        state = _with_gun(state, row.serves, replace(state.guns[row.serves], footprint=after))
    return _with_unit(state, index, row)


def _unit_immobilized(state: BattleState, event: ev.UnitImmobilized) -> BattleState:
    return _change(state, event.unit, immobilized=True)


def _gun_occupied(state: BattleState, event: ev.GunOccupied) -> BattleState:
    index = state.roster.unit_index[event.unit]
    number = state.roster.gun_index[event.gun]
    gun = replace(state.guns[number], crew=index)
    place = placed(state.roster, state.roster.guns[number].body, gun.footprint)
    row = replace(state.units[index], **place, serves=number, moved=True, dug_in=False)
    return _with_unit(_with_gun(state, number, gun), index, row)


def _leave_gun(state: BattleState, index: int, *, dug_in: bool = False) -> BattleState:
    """The team stands at the gun's centre as infantry; what becomes of the gun is another's."""
    row = state.units[index]
    if row.serves == NOBODY:
        return state
    body = state.spec(index).body
    base = base_of(body, row.footprint.x, row.footprint.y, row.footprint.facing)
    left = replace(row, **placed(state.roster, body, base), serves=NOBODY, dug_in=dug_in)
    gun = replace(state.guns[row.serves], crew=NOBODY)
    return _with_unit(_with_gun(state, row.serves, gun), index, left)


def _gun_abandoned(state: BattleState, event: ev.GunAbandoned) -> BattleState:
    return _leave_gun(state, state.roster.unit_index[event.unit])


def _unit_exited(state: BattleState, event: ev.UnitExited) -> BattleState:
    index = state.roster.unit_index[event.unit]
    serves = state.units[index].serves
    if serves != NOBODY:
        state = _with_gun(state, serves, replace(state.guns[serves], fate="exited", crew=NOBODY))
    row = replace(
        state.units[index],
        fate="exited",
        fate_round=state.round,
        serves=NOBODY,
        exit=event.edge,
    )
    return _with_unit(state, index, row)


def _weapon_fired(state: BattleState, event: ev.WeaponFired) -> BattleState:
    if state.phase != "firefight":
        return state
    return replace(state, fired=state.fired | 1 << state.roster.unit_index[event.unit])


def _hit_resolved(state: BattleState, event: ev.HitResolved) -> BattleState:
    if not event.wound:
        return state
    return replace(state, wounded=state.wounded | 1 << state.roster.unit_index[event.target])


def _unit_broken(state: BattleState, event: ev.UnitBroken) -> BattleState:
    return _change(state, event.unit, broken=True)


def _vehicle_stunned(state: BattleState, event: ev.VehicleStunned) -> BattleState:
    return _change(state, event.unit, stunned=True)


def _lost(state: BattleState, unit: str, fate: Any) -> BattleState:
    index = state.roster.unit_index[unit]
    state = _leave_gun(state, index)
    row = replace(state.units[index], fate=fate, fate_round=state.round)
    return _with_unit(state, index, row)


def _unit_destroyed(state: BattleState, event: ev.UnitDestroyed) -> BattleState:
    fallen = state.fallen | 1 << state.roster.unit_index[event.unit]
    return replace(_lost(state, event.unit, "destroyed"), fallen=fallen)


def _unit_routed(state: BattleState, event: ev.UnitRouted) -> BattleState:
    return _lost(state, event.unit, "routed")


def _gun_destroyed(state: BattleState, event: ev.GunDestroyed) -> BattleState:
    number = state.roster.gun_index[event.gun]
    spec: GunSpec = state.roster.guns[number]
    crew = state.guns[number].crew
    if crew != NOBODY:
        state = _leave_gun(state, crew, dug_in=spec.emplacement != NOBODY)
    return _with_gun(state, number, replace(state.guns[number], fate="destroyed"))


def _unit_suppressed(state: BattleState, event: ev.UnitSuppressed) -> BattleState:
    return _change(state, event.unit, suppressed=True)


def _held(state: BattleState, condition: int, rounds: int) -> BattleState:
    held = state.held[:condition] + (rounds,) + state.held[condition + 1 :]
    return replace(state, held=held)


def _objective_held(state: BattleState, event: ev.ObjectiveHeld) -> BattleState:
    return _held(state, event.condition, event.rounds)


def _objective_lost(state: BattleState, event: ev.ObjectiveLost) -> BattleState:
    return _held(state, event.condition, 0)


def _turn_ended(state: BattleState, event: ev.TurnEnded) -> BattleState:  # noqa: ARG001
    units = tuple(replace(u, moved=False) if u.moved else u for u in state.units)
    return replace(state, units=units)


def _battle_ended(state: BattleState, event: ev.BattleEnded) -> BattleState:
    winner = next((i for i, side in enumerate(state.roster.sides) if side.id == event.winner), None)
    return replace(
        state,
        outcome=Outcome(event.termination, winner, state.round, event.condition, event.score),
    )


_HANDLERS: Mapping[type, Handler] = {
    ev.TurnStarted: _turn_started,
    ev.PhaseStarted: _phase_started,
    ev.OrderGiven: _order_given,
    ev.OrderRefused: _unchanged,
    ev.LeadershipTested: _unchanged,
    ev.SuppressionEnded: _suppression_ended,
    ev.UnitRallied: _unit_rallied,
    ev.StunEnded: _stun_ended,
    ev.HatchChanged: _hatch_changed,
    ev.UnitCowered: _unit_cowered,
    ev.UnitMoved: _unit_moved,
    ev.TerrainTested: _unchanged,
    ev.UnitImmobilized: _unit_immobilized,
    ev.GunOccupied: _gun_occupied,
    ev.GunAbandoned: _gun_abandoned,
    ev.UnitExited: _unit_exited,
    ev.WeaponFired: _weapon_fired,
    ev.MeleeFought: _unchanged,
    ev.HitResolved: _hit_resolved,
    ev.UnitBroken: _unit_broken,
    ev.VehicleStunned: _vehicle_stunned,
    ev.UnitDestroyed: _unit_destroyed,
    ev.GunDestroyed: _gun_destroyed,
    ev.UnitSuppressed: _unit_suppressed,
    ev.FirefightFormed: _unchanged,
    ev.MeleeFormed: _unchanged,
    ev.MeleeDecided: _unchanged,
    ev.FormationRouted: _unchanged,
    ev.UnitRouted: _unit_routed,
    ev.ObjectiveHeld: _objective_held,
    ev.ObjectiveLost: _objective_lost,
    ev.PlayerForfeited: _unchanged,
    ev.TurnEnded: _turn_ended,
    ev.BattleEnded: _battle_ended,
}

EVENT_TYPES: tuple[type, ...] = get_args(ev.Event)
