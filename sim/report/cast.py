"""Who takes part in a battle and for what, read from the scenario in the header of its log."""

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
from msgspec.structs import replace

from sim.errors import LogError
from sim.scenario.catalogue import shipped_data


class UnitEntry(msgspec.Struct, frozen=True):
    """A unit of the scenario."""

    id: str
    profile: str


class FormationEntry(msgspec.Struct, frozen=True):
    """A formation of the scenario."""

    id: str
    units: tuple[UnitEntry, ...]


class SideEntry(msgspec.Struct, frozen=True):
    """A side of the scenario."""

    id: str
    formations: tuple[FormationEntry, ...]
    name: str | None = None


class ConditionEntry(msgspec.Struct, frozen=True):
    """A victory condition of the scenario (HR-27)."""

    kind: str
    side: str
    objective: str | None = None
    at_round: int | None = None
    rounds: int | None = None
    share: float | None = None
    unit: str | None = None
    gun: str | None = None
    edge: str | None = None
    units: int = 1
    round: int | None = None


class Cast(msgspec.Struct, frozen=True):
    """What a report needs of a scenario; `guns` are the ids of guns, and of their own crews."""

    name: str
    rounds: int
    sides: Annotated[tuple[SideEntry, ...], msgspec.Meta(min_length=2, max_length=2)]
    description: str | None = None
    first_side: str | None = None
    victory: tuple[ConditionEntry, ...] | None = None
    guns: frozenset[str] = frozenset()

    @property
    def profiles(self) -> dict[str, str]:
        """The profile of each unit."""
        return {
            unit.id: unit.profile
            for side in self.sides
            for formation in side.formations
            for unit in formation.units
        }

    @property
    def side_of(self) -> dict[str, str]:
        """The side of each unit."""
        return {
            unit.id: side.id
            for side in self.sides
            for formation in side.formations
            for unit in formation.units
        }


class _OwnCatalogue(msgspec.Struct, frozen=True):
    """What a scenario adds to the catalogue, as far as reports need it."""

    profiles: dict[str, dict[str, Any]] = {}


def read_cast(scenario: dict[str, Any]) -> Cast:
    """The cast of a scenario document; raises `LogError` when it is none."""
    try:
        cast = msgspec.convert(scenario, Cast)
        own = msgspec.convert(scenario.get("catalogue") or {}, _OwnCatalogue)
    except msgspec.ValidationError as problem:
        raise LogError(f"the header holds no scenario: {problem}") from problem
    profiles = {**shipped_data()["profiles"], **own.profiles}
    return replace(cast, guns=frozenset(_guns(cast, profiles)))


def _guns(cast: Cast, profiles: Mapping[str, Any]) -> Iterator[str]:
    """The units whose profile is that of a gun (HR-33)."""
    for unit, profile in cast.profiles.items():
        if profiles.get(profile, {}).get("kind") == "gun":
            yield unit
