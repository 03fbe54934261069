"""A scenario while it is checked: its model, its units, the names it knows, its faults."""

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from sim.scenario.catalogue import Catalogue, merged, shipped
from sim.scenario.faults import FaultLog, Path, nearest
from sim.scenario.fielding import Fielded, field_units
from sim.scenario.models import ScenarioModel
from sim.scenario.naming import SORTS, Declared, names
from sim.state.ruleset import Ruleset

_CATALOGUE_SORTS = {"weapons": "weapon", "profiles": "profile", "terrain": "kind"}

_MOST_LISTED = 12


class Draft(msgspec.Struct, frozen=True):
    """What the checks read; `known` has the names of each sort, those of faulty entries too."""

    model: ScenarioModel
    catalogue: Catalogue
    rules: Ruleset
    units: tuple[Fielded, ...]
    known: Mapping[str, Sequence[str]]
    log: FaultLog

    def unit(self, name: str) -> Fielded | None:
        """The unit of an id, if the file has one without faults."""
        return next((fielded for fielded in self.units if fielded.unit.id == name), None)

    def is_known(self, sort: str, name: str, path: Path) -> bool:
        """Whether there is a name of that sort; else it is a fault."""
        if name in self.known[sort]:
            return True
        hint = nearest(name, self.known[sort]) or _where_to_look(sort, self.known[sort])
        self.log.error(path, f"unknown_{sort}", f"there is no {sort} {name!r}", hint)
        return False


def _where_to_look(sort: str, known: Sequence[str]) -> str | None:
    """Where the names of a sort are, for whoever gave one that is like none of them."""
    group = next((group for group, other in _CATALOGUE_SORTS.items() if other == sort), None)
    if group is not None:
        return f"`skirmish-sim catalogue {group}` lists them"
    return f"there are {', '.join(known[:_MOST_LISTED])}" if known else None


def draft_of(
    model: ScenarioModel, data: Mapping[str, Any], ids: Sequence[Declared], log: FaultLog
) -> Draft:
    """The draft of a model that came from `data`, which declares those ids."""
    catalogue = merged(model.catalogue)
    rules = model.ruleset
    known: dict[str, Sequence[str]] = {sort: names(ids, sort) for sort in SORTS.values()}
    additions = data.get("catalogue")
    for group, sort in _CATALOGUE_SORTS.items():
        own = additions.get(group) if isinstance(additions, Mapping) else None
        known[sort] = [*getattr(shipped(), group), *(own if isinstance(own, Mapping) else ())]
    return Draft(model, catalogue, rules, field_units(model, catalogue, rules), known, log)
