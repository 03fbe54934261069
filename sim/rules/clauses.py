"""The clauses and rulings of the rules, as `clauses.toml` beside this module lists them."""

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib.resources import files
from types import MappingProxyType

import msgspec

from sim.ids import Clause as ClauseId

ORIGINS: Mapping[str, str] = MappingProxyType(
    {
        "FR": "Final Round",
        "BW": "Building a Better Wargame, vehicles",
        "BB": "Building a Better Wargame",
        "HR": "house rule",
        "RU": "ruling",
        "GE": "geometry",
        "PR": "ruling of this project",
    }
)
"""Where clauses come from, by the letters of their ids."""


class Clause(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A clause: its title, the module that carries it out, whether a ruling, whether built.

    The module is named from its package on, as in `movement.move`.
    """

    id: ClauseId
    title: str
    module: str = ""
    ruling: bool = False
    built: bool = True

    @property
    def origin(self) -> str:
        """Where it comes from, in words."""
        return ORIGINS[self.id.partition("-")[0]]


@lru_cache(maxsize=1)
def load_clauses() -> Mapping[ClauseId, Clause]:
    """Every clause by its id, in the order of the index."""
    text = (files("sim.rules") / "clauses.toml").read_text(encoding="utf-8")
    rows = tomllib.loads(text)
    listed = msgspec.convert([{"id": name, **row} for name, row in rows.items()], list[Clause])
    return MappingProxyType({clause.id: clause for clause in listed})
