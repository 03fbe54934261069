"""States at the start: each kind of unit can have only its own (HR-2, BW-2)."""

from collections.abc import Mapping, Sequence

from sim.scenario.catalogue_models import VehicleModel
from sim.scenario.draft import Draft
from sim.scenario.faults import Path
from sim.scenario.fielding import Fielded

A_KIND = {"infantry": "infantry", "gun": "a gun", "vehicle": "a vehicle"}
"""The kinds of units as sentences have them."""

_FOREIGN: Mapping[str, Sequence[str]] = {
    "infantry": ("stunned", "immobilized", "hatch", "crewed"),
    "gun": ("stunned", "immobilized", "hatch", "serves"),
    "vehicle": ("broken", "cowering", "crewed", "serves"),
}
_OF_CREWS = ("broken", "suppressed", "cowering", "moved", "sprinted")
_CLAUSES = {"cowering": " (BW-2)", "stunned": " (HR-2)", "serves": " (HR-16)"}
_ABSENT = (None, False)


def check_states(draft: Draft) -> None:
    """Note states that a unit cannot have, and sides on which nobody would fight."""
    for fielded in draft.units:
        if fielded.profile is not None:
            _check_kind(draft, fielded, fielded.profile.kind)
        if isinstance(fielded.profile, VehicleModel):
            _check_hatch(draft, fielded, fielded.profile)
        if fielded.is_crewless:
            _check_crewless(draft, fielded)
    for i, side in enumerate(draft.model.sides):
        own = [fielded for fielded in draft.units if fielded.side == i]
        if own and all(fielded.is_crewless for fielded in own):
            message = f"all that {side.id!r} has is guns without crews"
            draft.log.warning(("sides", i), "nobody_to_fight", message)


def _path(fielded: Fielded, name: str) -> Path:
    return (*fielded.path, "state", name)


def _check_kind(draft: Draft, fielded: Fielded, kind: str) -> None:
    state = fielded.unit.state
    for name in _FOREIGN[kind]:
        value = getattr(state, name)
        if value not in _ABSENT or (name == "crewed" and value is False):
            clause = _CLAUSES.get(name, "")
            message = f"{A_KIND[kind]} has no {name!r} state{clause}"
            draft.log.error(_path(fielded, name), "foreign_state", message)


def _check_hatch(draft: Draft, fielded: Fielded, profile: VehicleModel) -> None:
    if fielded.unit.state.hatch is None:
        return
    if profile.top == "open" or profile.sealed:
        reason = "open-topped" if profile.top == "open" else "sealed"
        message = f"{fielded.unit.id!r} is {reason}, it has no hatch to open or close (BW-a)"
        draft.log.error(_path(fielded, "hatch"), "foreign_state", message)


def _check_crewless(draft: Draft, fielded: Fielded) -> None:
    for name in _OF_CREWS:
        if getattr(fielded.unit.state, name):
            message = f"{fielded.unit.id!r} has no crew that could be {name}"
            draft.log.error(_path(fielded, name), "foreign_state", message)
