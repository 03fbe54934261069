"""Victory conditions: what they name must be there, and they should be able to come true."""

from sim.scenario.draft import Draft
from sim.scenario.faults import Path
from sim.scenario.models import (
    ConditionModel,
    DestroyModel,
    ExitModel,
    HoldModel,
)


def check_conditions(draft: Draft) -> None:
    """Note the faults of the victory conditions, and that there are none (HR-27, HR-28)."""
    for i, condition in enumerate(draft.model.victory):
        path: Path = ("victory", i)
        draft.is_known("side", condition.side, (*path, "side"))
        _check_condition(draft, condition, path)
    if not draft.model.victory and not draft.log.has_fault_in("victory"):
        _check_score(draft)


def _check_score(draft: Draft) -> None:
    """Note what decides a battle without victory conditions where the file does not say so."""
    score = draft.model.score
    if not (score.unit or score.gun or score.objective):
        message = "there is no victory condition, and the score counts nothing"
        draft.log.warning((), "no_victory", message)
    elif not score.model_fields_set:
        message = (
            "there is no victory condition and no score: "
            "after the last round each enemy unit lost counts a point"
        )
        draft.log.warning((), "no_victory", message)


def _check_condition(draft: Draft, condition: ConditionModel, path: Path) -> None:
    if isinstance(condition, HoldModel):
        draft.is_known("objective", condition.objective, (*path, "objective"))
        for key in ("at_round", "rounds"):
            _check_round(draft, getattr(condition, key) or 0, (*path, key))
    elif isinstance(condition, DestroyModel):
        _check_victim(draft, condition, path)
    elif isinstance(condition, ExitModel):
        _check_exit(draft, condition, path)
    else:
        _check_round(draft, condition.round, (*path, "round"))


def _check_exit(draft: Draft, condition: ExitModel, path: Path) -> None:
    own = [f for f in draft.units if draft.model.sides[f.side].id == condition.side]
    if own and condition.units > len(own) and not draft.log.is_partial:
        message = f"{condition.side!r} has only {len(own)} units"
        draft.log.warning((*path, "units"), "unreachable", message)


def _check_round(draft: Draft, number: int, path: Path) -> None:
    if number > draft.model.rounds:
        message = f"the battle ends after round {draft.model.rounds}"
        draft.log.warning(path, "unreachable", message)


def _check_victim(draft: Draft, condition: DestroyModel, path: Path) -> None:
    key = "unit" if condition.unit is not None else "gun"
    name = condition.unit or condition.gun
    path = (*path, key)
    if name is None or not draft.is_known("unit", name, path):
        return
    victim = draft.unit(name)
    if victim is None or victim.profile is None:
        return
    if draft.model.sides[victim.side].id == condition.side:
        draft.log.error(path, "own_unit", f"{name!r} is a unit of {condition.side!r} itself")
    elif key == "gun" and not victim.is_gun:
        draft.log.error(path, "not_a_gun", f"{name!r} is no gun")
    elif key == "unit" and victim.is_crewless:
        message = f"{name!r} has no crew to be destroyed"
        draft.log.error(path, "crewless", message, "name it as gun")
