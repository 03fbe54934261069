"""Who takes part in a battle and for what, read from the scenario in the header of its log."""

from typing import Annotated, Any

import msgspec

from sim.errors import LogError


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
    """What a report needs of a scenario."""

    name: str
    rounds: int
    sides: Annotated[tuple[SideEntry, ...], msgspec.Meta(min_length=2, max_length=2)]
    description: str | None = None
    first_side: str | None = None
    victory: tuple[ConditionEntry, ...] | None = None

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


def read_cast(scenario: dict[str, Any]) -> Cast:
    """The cast of a scenario document; raises `LogError` when it is none."""
    try:
        return msgspec.convert(scenario, Cast)
    except msgspec.ValidationError as problem:
        raise LogError(f"the header holds no scenario: {problem}") from problem
