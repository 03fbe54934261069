"""What a scenario refers to must be there, and be what the reference needs."""

from collections.abc import Sequence

from sim.scenario.catalogue_models import GunModel, MeleeModel, MountModel
from sim.scenario.draft import Draft
from sim.scenario.faults import Path, nearest
from sim.scenario.fielding import Fielded


def check_references(draft: Draft) -> None:
    """Note every reference that leads nowhere, or to the wrong thing (FR-27, HR-16, HR-33)."""
    _check_profiles(draft)
    if draft.model.first_side is not None:
        draft.is_known("side", draft.model.first_side, ("first_side",))
    _check_leaders(draft)
    _check_emplacements(draft)
    _check_crews(draft)


def _check_profiles(draft: Draft) -> None:
    for name, profile in draft.model.catalogue.profiles.items():
        path: Path = ("catalogue", "profiles", name)
        _check_weapons(draft, profile.weapons, (*path, "weapons"))
        if isinstance(profile, GunModel):
            _check_weapons(draft, profile.crew_weapons, (*path, "crew_weapons"))
            _refuse_melee(draft, profile.weapons, (*path, "weapons"))
    for fielded in draft.units:
        draft.is_known("profile", fielded.unit.profile, (*fielded.path, "profile"))


def _check_weapons(draft: Draft, carried: Sequence[MountModel], path: Path) -> None:
    for i, mount in enumerate(carried):
        draft.is_known("weapon", mount.weapon, (*path, i, "weapon"))


def _refuse_melee(draft: Draft, carried: Sequence[MountModel], path: Path) -> None:
    for i, mount in enumerate(carried):
        if isinstance(draft.catalogue.weapons.get(mount.weapon), MeleeModel):
            message = f"{mount.weapon!r} is a melee weapon, which no gun has (HR-33)"
            draft.log.error((*path, i), "melee_weapon", message, "name it in crew_weapons")


def _check_leaders(draft: Draft) -> None:
    groups = [
        (("sides", i, "formations", j, "leader"), group.leader)
        for i, side in enumerate(draft.model.sides)
        for j, group in enumerate(side.formations)
    ]
    for number, (path, leader) in enumerate(groups):
        if leader is not None and draft.is_known("unit", leader, path):
            _check_leader(draft, leader, number, path)


def _check_leader(draft: Draft, name: str, formation: int, path: Path) -> None:
    leader = draft.unit(name)
    if leader is None:
        return
    if leader.formation != formation:
        own = [fielded.unit.id for fielded in draft.units if fielded.formation == formation]
        message = f"the leader {name!r} is a unit of another formation"
        draft.log.error(path, "foreign_leader", message, nearest(name, own))
    elif leader.is_crewless:
        draft.log.error(path, "crewless_leader", f"{name!r} has no crew that could lead")


def _check_emplacements(draft: Draft) -> None:
    guns: dict[str, str] = {}
    for fielded in draft.units:
        pit, path = fielded.unit.emplacement, (*fielded.path, "emplacement")
        if pit is None or not draft.is_known("emplacement", pit, path):
            continue
        if fielded.profile is not None and not fielded.is_gun:
            message = f"{fielded.unit.id!r} is no gun, and only guns are emplaced (FR-27)"
            draft.log.error(path, "not_a_gun", message, "give it a position")
        elif guns.setdefault(pit, fielded.unit.id) != fielded.unit.id:
            message = f"{guns[pit]!r} is in the emplacement {pit!r} already"
            draft.log.error(path, "emplacement_taken", message)
        if fielded.unit.facing is not None:
            message = "an emplaced gun has the facing of its emplacement"
            draft.log.warning((*fielded.path, "facing"), "facing_ignored", message)
    used = [fielded.unit.emplacement for fielded in draft.units]
    for i, emplacement in enumerate(draft.model.emplacements):
        if emplacement.id not in used and not draft.log.is_partial:
            message = f"no gun is in the emplacement {emplacement.id!r}"
            draft.log.warning(("emplacements", i), "unused_emplacement", message)


def _check_crews(draft: Draft) -> None:
    crews: dict[str, str] = {}
    for fielded in draft.units:
        served, path = fielded.unit.state.serves, (*fielded.path, "state", "serves")
        if served is None or not draft.is_known("unit", served, path):
            continue
        if _has_own_crew(draft.unit(served)):
            message = f"{served!r} is no gun that starts without its crew (HR-16)"
            draft.log.error(path, "cannot_serve", message)
        elif crews.setdefault(served, fielded.unit.id) != fielded.unit.id:
            message = f"{crews[served]!r} serves {served!r} already"
            draft.log.error(path, "cannot_serve", message)


def _has_own_crew(gun: Fielded | None) -> bool:
    return gun is not None and gun.profile is not None and not gun.is_crewless
