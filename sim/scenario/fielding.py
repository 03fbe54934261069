"""The units of a scenario in file order, with their profiles and their bases on the table."""

from collections.abc import Mapping

import msgspec

from sim.geometry.footprints import Footprint
from sim.scenario.catalogue import Catalogue, body
from sim.scenario.catalogue_models import GunModel, ProfileModel
from sim.scenario.faults import Path
from sim.scenario.models import EmplacementModel, ScenarioModel, UnitModel
from sim.state.apply import base_of
from sim.state.ruleset import Ruleset


class Fielded(msgspec.Struct, frozen=True):
    """A unit of the file: its place in file order and in the file, and what it is.

    `side` and `formation` are indices; `profile` is None where the file names one that is not
    there, `footprint` where the unit has no base of its own or none that is known.
    """

    index: int
    side: int
    formation: int
    path: Path
    unit: UnitModel
    profile: ProfileModel | None
    footprint: Footprint | None

    @property
    def is_gun(self) -> bool:
        """Whether it is a gun and its crew."""
        return isinstance(self.profile, GunModel)

    @property
    def is_crewless(self) -> bool:
        """Whether it is a gun that starts without its own crew."""
        return self.is_gun and self.unit.state.crewed is False


def field_units(model: ScenarioModel, catalogue: Catalogue, rules: Ruleset) -> tuple[Fielded, ...]:
    """Every unit in file order."""
    pits = {pit.id: pit for pit in model.emplacements}
    units: list[Fielded] = []
    formation = -1
    for i, side in enumerate(model.sides):
        for j, group in enumerate(side.formations):
            formation += 1
            for k, unit in enumerate(group.units):
                path: Path = ("sides", i, "formations", j, "units", k)
                profile = catalogue.profiles.get(unit.profile)
                base = _base(unit, profile, pits, rules)
                units.append(Fielded(len(units), i, formation, path, unit, profile, base))
    return tuple(units)


def _base(
    unit: UnitModel,
    profile: ProfileModel | None,
    pits: Mapping[str, EmplacementModel],
    rules: Ruleset,
) -> Footprint | None:
    if profile is None or unit.state.serves is not None:
        return None
    if unit.position is not None:
        return base_of(body(profile, rules), *unit.position, unit.facing or 0.0)
    pit = pits.get(unit.emplacement or "")
    return base_of(body(profile, rules), *pit.position, pit.facing) if pit else None
