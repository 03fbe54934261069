"""What the shipped catalogue and the ruleset hold, entry by entry, with clauses and sources."""

from collections.abc import Callable, Iterator, Mapping
from functools import lru_cache
from typing import Any, Literal, get_args, get_origin, get_type_hints

import msgspec

from sim.errors import UsageError
from sim.ids import Clause
from sim.rules.clauses import load_clauses
from sim.scenario import catalogue as shipped
from sim.scenario.catalogue_models import (
    GunModel,
    InfantryModel,
    MeleeModel,
    MountModel,
    ProfileModel,
    RangedModel,
    TerrainModel,
    VehicleModel,
)
from sim.scenario.faults import nearest
from sim.state.ruleset import Ruleset

Group = Literal["weapons", "profiles", "terrain", "rules", "clauses"]
GROUPS: tuple[Group, ...] = get_args(Group)

GEOMETRY = "geometry"
"""Stands for a clause where a number belongs to the exact definitions of sight."""

RULE_CLAUSES: Mapping[str, tuple[str, ...]] = {
    "RU-6": ("emplaced_swivel",),
    "RU-10": ("second_break_heavy",),
    "RU-16": ("awkward",),
    "RU-17": ("save_beyond_six",),
    "RU-18": ("firefight_cover",),
    "HR-26": ("break_away_failed",),
    "HR-1": (
        "conscript_skill",
        "regular_skill",
        "elite_skill",
        "conscript_leadership",
        "regular_leadership",
        "elite_leadership",
    ),
    "HR-3": ("leader_bonus", "leader_range"),
    "HR-4": ("infantry_diameter", "infantry_height", "infantry_eye", "crew_height", "crew_eye"),
    "HR-32": ("engaged_range",),
    GEOMETRY: ("own_wall",),
    "HR-10": ("team_concealed_share",),
    "HR-11": ("team_cover_share",),
    "HR-12": ("infantry_move", "infantry_difficult_move"),
    "HR-13": ("light_gun_move", "medium_gun_move", "heavy_gun_move", "gun_difficult_share"),
    "HR-14": ("standoff",),
    "HR-35": ("road_cost", "line_crossing_cost"),
    "HR-18": ("gun_field_of_fire",),
    "HR-21": ("pile_in_move",),
    "HR-22": ("melee_range",),
    "HR-23": ("melee_to_hit",),
    "HR-24": ("vehicle_melee_firepower",),
}
"""The fields of the ruleset by the clauses that they are numbers or switches of."""

PROPERTY_CLAUSES: Mapping[str, str] = {
    "range": "HR-17",
    "rate_of_fire": "BB-12",
    "firepower": "FR-19",
    "gun_class": "FR-34",
    "anti_tank": "BW-10",
    "high_explosive": "BW-18",
    "indirect": "HR-19",
    "negates_cover": "FR-25",
    "heavy": "BB-13",
    "template": "BB-15",
    "field_of_fire": "HR-18",
    "unbuttoned_only": "HR-17",
    "rate_of_attacks": "BW-27",
    "quality": "HR-1",
    "ranged_skill": "HR-1",
    "melee_skill": "HR-1",
    "leadership": "BB-5",
    "footprint": "HR-4",
    "height": "HR-4",
    "eye_height": "HR-4",
    "weapons": "HR-17",
    "gunshield": "FR-20",
    "crew_weapons": "HR-33",
    "armour": "BW-9",
    "top": "BW-a",
    "sealed": "BW-a",
    "awkward": "BW-19",
    "weapons_per_phase": "HR-17",
    "melee_save": "BW-40",
    "sight": "GE-2",
    "cover": "RU-4",
    "area": "RU-3",
    "movement": "HR-35",
}
"""The clause that says what a property of a weapon, a profile or a kind of terrain does."""

_OWN_CLAUSES: Mapping[type, Mapping[str, str]] = {
    RangedModel: {},
    MeleeModel: {"firepower": "HR-23", "anti_tank": "BW-32"},
    InfantryModel: {"move": "HR-12"},
    GunModel: {"move": "HR-13", "gun_class": "HR-13"},
    VehicleModel: {"move": "BB-8"},
    TerrainModel: {"height": "GE-2"},
}


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """One thing of the catalogue: its properties as plain data, the clause of each, its source."""

    group: Group
    name: str
    properties: Mapping[str, Any]
    clauses: Mapping[str, str] = {}
    source: str


def find_entries(name: str | None = None) -> tuple[Entry, ...]:
    """The entries of a group, or of that name; without one all but the clauses.

    Raises UsageError for a name that is none.
    """
    groups = all_entries()
    if name is None:
        return tuple(entry for entry in groups if entry.group != "clauses")
    found = tuple(entry for entry in groups if name in (entry.group, entry.name))
    if not found:
        known = [*GROUPS, *(entry.name for entry in groups)]
        hint = nearest(name, known) or f"there are the groups {', '.join(GROUPS)}"
        raise UsageError(f"the catalogue has no {name!r} ({hint})")
    return found


@lru_cache(maxsize=1)
def all_entries() -> tuple[Entry, ...]:
    """Everything that can be shown, group by group, in the order of the files."""
    held = shipped.shipped()
    return (
        *_entries("weapons", held.weapons, _stated),
        *_entries("profiles", held.profiles, _profile),
        *_entries("terrain", held.terrain, _stated),
        *_rules(),
        *_clauses(),
    )


def _entries(
    group: Group, models: Mapping[str, Any], properties: Callable[[Any], dict[str, Any]]
) -> Iterator[Entry]:
    for name, model in models.items():
        held, known = properties(model), {**PROPERTY_CLAUSES, **_OWN_CLAUSES[type(model)]}
        yield Entry(
            group=group,
            name=name,
            properties=held,
            clauses={key: known[key] for key in held if key in known},
            source=f"shipped catalogue, {group}.yaml",
        )


def _stated(model: RangedModel | MeleeModel | TerrainModel) -> dict[str, Any]:
    """What an entry states, with the defaults of its model."""
    return model.model_dump(mode="json")


def _profile(model: ProfileModel) -> dict[str, Any]:
    """A profile with the defaults of the rules filled in (HR-1, HR-4, HR-12, HR-13, BB-8)."""
    rules = Ruleset()
    body, movement = shipped.body(model, rules), shipped.movement(model, rules)
    skill = shipped.skill(rules, model.quality)
    held = model.model_dump(mode="json")
    usual = {
        "ranged_skill": skill,
        "melee_skill": skill,
        "leadership": shipped.leadership(rules, model.quality),
        "footprint": {"disc": body.diameter},
        "height": body.height,
        "eye_height": body.eye,
        "move": {"open": movement.open, "difficult": movement.difficult},
    }
    held |= {key: value for key, value in usual.items() if held[key] is None}
    held["weapons"] = [_carried(mount) for mount in model.weapons]
    if isinstance(model, GunModel):
        held["crew_weapons"] = [_carried(mount) for mount in model.crew_weapons]
    return {key: held[key] for key in dict.fromkeys(["kind", "quality", *usual, *held])}


def _carried(mount: MountModel) -> dict[str, Any]:
    """A weapon as it is carried, with what the profile overrides."""
    return mount.model_dump(mode="json", exclude_none=True)


def _rules() -> Iterator[Entry]:
    """The switches and numbers of the ruleset with their defaults."""
    rules, hints = Ruleset(), get_type_hints(Ruleset)
    clauses = {field: clause for clause, fields in RULE_CLAUSES.items() for field in fields}
    for field in Ruleset.__struct_fields__:
        hint, clause = hints[field], clauses[field]
        choices = list(get_args(hint)) if get_origin(hint) is Literal else None
        yield Entry(
            group="rules",
            name=field,
            properties={"value": getattr(rules, field), "choices": choices},
            clauses={"value": clause},
            source=source_of(clause),
        )


def source_of(clause: str) -> str:
    """Where a clause comes from."""
    return clause if clause == GEOMETRY else load_clauses()[Clause(clause)].origin


def _clauses() -> Iterator[Entry]:
    for clause in load_clauses().values():
        yield Entry(
            group="clauses",
            name=clause.id,
            properties={
                "title": clause.title,
                "module": clause.module,
                "ruling": clause.ruling,
                "built": clause.built,
            },
            source=clause.origin,
        )


def catalogue_document(entries: tuple[Entry, ...]) -> dict[str, Any]:
    """Entries as plain data for `catalogue --json`, by group and name."""
    document: dict[str, Any] = {"format": "skirmish-sim/catalogue", "format_version": 1}
    for entry in entries:
        row = {**entry.properties, "clauses": dict(entry.clauses), "source": entry.source}
        document.setdefault(entry.group, {})[entry.name] = row
    return document
