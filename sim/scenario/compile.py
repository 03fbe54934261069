"""From a checked scenario to what the battle needs: the roster and the starting state."""

from collections.abc import Mapping, Sequence
from typing import Any

from sim.battlefield.world import World
from sim.geometry.vectors import quantise_facing
from sim.ids import FormationId, GunId, SideId, UnitId
from sim.scenario import catalogue as cat
from sim.scenario.catalogue import Catalogue
from sim.scenario.catalogue_models import GunModel, ProfileModel, VehicleModel
from sim.scenario.fielding import Fielded
from sim.scenario.models import (
    ConditionModel,
    DestroyModel,
    ExitModel,
    HoldModel,
    ScenarioModel,
)
from sim.state.apply import base_of, obstacles_of, placed
from sim.state.battle import BattleState, Gun, Unit
from sim.state.roster import (
    NOBODY,
    Condition,
    Emplacement,
    Formation,
    GunSpec,
    Index,
    Objective,
    Roster,
    Score,
    Side,
    UnitSpec,
)
from sim.state.ruleset import Ruleset


def build_roster(
    model: ScenarioModel,
    catalogue: Catalogue,
    units: Sequence[Fielded],
    world: World,
    rules: Ruleset,
) -> Roster:
    """The roster of a scenario without faults."""
    guns = [fielded for fielded in units if fielded.is_gun]
    gun_index = Index((fielded.unit.id, number) for number, fielded in enumerate(guns))
    pits = [pit.id for pit in model.emplacements]
    unit_index = Index((fielded.unit.id, fielded.index) for fielded in units)
    objectives = tuple(Objective(o.id, *o.position, o.radius) for o in model.objectives)
    sides = [side.id for side in model.sides]
    return Roster(
        name=model.name,
        world=world,
        rules=rules,
        rounds=model.rounds,
        first_side=sides.index(model.first_side) if model.first_side else 0,
        sides=tuple(Side(SideId(side.id), side.name or side.id) for side in model.sides),
        formations=_formations(model, units),
        units=tuple(_unit_spec(fielded, catalogue, rules, gun_index) for fielded in units),
        forces=(_force(units, 0), _force(units, 1)),
        guns=tuple(
            _gun_spec(number, fielded, catalogue, rules, pits)
            for number, fielded in enumerate(guns)
        ),
        emplacements=tuple(
            Emplacement(pit.id, *pit.position, quantise_facing(pit.facing))
            for pit in model.emplacements
        ),
        objectives=objectives,
        conditions=tuple(
            _condition(c, sides, [o.id for o in objectives], unit_index, gun_index)
            for c in model.victory
        ),
        score=Score(model.score.unit, model.score.gun, model.score.objective),
        unit_index=unit_index,
        gun_index=gun_index,
    )


def start_state(roster: Roster, units: Sequence[Fielded]) -> BattleState:
    """The state in which the battle begins."""
    crews = {fielded.unit.state.serves: fielded.index for fielded in units}
    guns = []
    for spec in roster.guns:
        crewless = units[spec.crew].is_crewless
        crew = crews.get(spec.id, NOBODY) if crewless else spec.crew
        footprint = units[spec.crew].footprint
        assert footprint is not None
        guns.append(Gun(footprint=footprint, crew=crew))
    rows = tuple(_unit(roster, fielded, guns) for fielded in units)
    return BattleState(
        roster=roster,
        units=rows,
        guns=tuple(guns),
        obstacles=obstacles_of(roster, rows),
        active=roster.first_side,
        held=(0,) * len(roster.conditions),
    )


def _unit(roster: Roster, fielded: Fielded, guns: Sequence[Gun]) -> Unit:
    spec, state = roster.units[fielded.index], fielded.unit.state
    served = state.serves or (fielded.unit.id if fielded.is_gun else None)
    number = NOBODY if served is None else roster.gun_index[served]
    if fielded.is_crewless:
        gun = guns[number].footprint
        place = base_of(spec.body, gun.x, gun.y, gun.facing)
        return Unit(**placed(roster, spec.body, place), fate="destroyed")
    body = spec.body if number == NOBODY else roster.guns[number].body
    footprint = fielded.footprint if number == NOBODY else guns[number].footprint
    assert footprint is not None
    return Unit(
        **placed(roster, body, footprint),
        broken=state.broken,
        suppressed=state.suppressed,
        cowering=state.cowering,
        moved=state.moved,
        sprinted=state.sprinted,
        stunned=state.stunned,
        immobilized=state.immobilized,
        buttoned=_is_buttoned(spec, state.hatch),
        serves=number,
    )


def _is_buttoned(spec: UnitSpec, hatch: str | None) -> bool:
    """Closed-topped vehicles begin buttoned, unless the file says otherwise (HR-5)."""
    return spec.vehicle is not None and not spec.vehicle.open_topped and hatch != "unbuttoned"


def _force(units: Sequence[Fielded], side: int) -> tuple[int, ...]:
    return tuple(fielded.index for fielded in units if fielded.side == side)


def _formations(model: ScenarioModel, units: Sequence[Fielded]) -> tuple[Formation, ...]:
    groups = [(i, group) for i, side in enumerate(model.sides) for group in side.formations]
    formations = []
    for number, (side_index, group) in enumerate(groups):
        members = [fielded for fielded in units if fielded.formation == number]
        starting = [fielded for fielded in members if not fielded.is_crewless]
        named = [fielded for fielded in members if fielded.unit.id == group.leader]
        leader = (named or starting or members)[0]
        formations.append(
            Formation(
                id=FormationId(group.id),
                side=side_index,
                leader=leader.index,
                members=tuple(fielded.index for fielded in members),
                strength=len(starting),
            )
        )
    return tuple(formations)


def _unit_spec(
    fielded: Fielded, catalogue: Catalogue, rules: Ruleset, guns: Mapping[str, int]
) -> UnitSpec:
    profile, unit = fielded.profile, fielded.unit
    assert profile is not None
    quality = unit.quality or profile.quality
    skill, leadership = cat.skill(rules, quality), cat.leadership(rules, quality)
    return UnitSpec(
        index=fielded.index,
        id=UnitId(unit.id),
        side=fielded.side,
        formation=fielded.formation,
        kind=profile.kind,
        profile=unit.profile,
        quality=quality,
        ranged_skill=skill if profile.ranged_skill is None else profile.ranged_skill,
        melee_skill=skill if profile.melee_skill is None else profile.melee_skill,
        leadership=leadership if profile.leadership is None else profile.leadership,
        **_own(profile, catalogue, rules),
        vehicle=cat.vehicle(profile) if isinstance(profile, VehicleModel) else None,
        gun=guns.get(unit.id, NOBODY),
    )


def _own(profile: ProfileModel, catalogue: Catalogue, rules: Ruleset) -> dict[str, Any]:
    """Body, arms and movement of a unit; of a crew, what it has without its gun (HR-33)."""
    if isinstance(profile, GunModel):
        return {
            "body": cat.team_body(rules),
            "arms": cat.crew_arms(catalogue, profile),
            "movement": cat.team_movement(rules),
        }
    return {
        "body": cat.body(profile, rules),
        "arms": cat.arms(catalogue, profile, rules),
        "movement": cat.movement(profile, rules),
    }


def _gun_spec(
    number: int, fielded: Fielded, catalogue: Catalogue, rules: Ruleset, pits: Sequence[str]
) -> GunSpec:
    profile, unit = fielded.profile, fielded.unit
    assert isinstance(profile, GunModel)
    return GunSpec(
        index=number,
        id=GunId(unit.id),
        crew=fielded.index,
        side=fielded.side,
        gun_class=profile.gun_class,
        shield=profile.gunshield,
        body=cat.body(profile, rules),
        mounts=cat.arms(catalogue, profile, rules).mounts,
        movement=cat.movement(profile, rules),
        emplacement=pits.index(unit.emplacement) if unit.emplacement else NOBODY,
    )


def _condition(
    model: ConditionModel,
    sides: Sequence[str],
    objectives: Sequence[str],
    units: Mapping[str, int],
    guns: Mapping[str, int],
) -> Condition:
    shared: dict[str, Any] = {
        "kind": model.kind,
        "side": sides.index(model.side),
        "rank": model.rank,
    }
    if isinstance(model, HoldModel):
        return Condition(
            **shared,
            objective=objectives.index(model.objective),
            at_round=model.at_round or 0,
            rounds_running=model.rounds or 0,
        )
    if isinstance(model, DestroyModel):
        return Condition(
            **shared,
            share=model.share or 0.0,
            unit=units[model.unit] if model.unit else NOBODY,
            gun=guns[model.gun] if model.gun else NOBODY,
        )
    if isinstance(model, ExitModel):
        return Condition(**shared, edge=model.edge, units=model.units)
    return Condition(**shared, at_round=model.round)
