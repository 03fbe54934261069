"""Choices at the start of the own turn: hatches and cowering (HR-5, HR-7, BW-2)."""

from sim.errors import Refusal
from sim.state.battle import BattleState


def check_hatch(state: BattleState, unit: int) -> Refusal | None:
    """Why a unit may not choose its hatch, or None (HR-5, BW-a)."""
    spec = state.spec(unit)
    if spec.vehicle is None:
        return Refusal("no_hatch", "BW-a", f"{spec.id} is no vehicle and has no hatch")
    if spec.vehicle.open_topped:
        return Refusal("open_topped", "BW-a", f"{spec.id} is open-topped for good")
    if spec.vehicle.sealed:
        return Refusal("sealed", "BW-a", f"{spec.id} is sealed and always buttoned")
    if state.units[unit].stunned:
        return Refusal("stunned", "HR-5", f"{spec.id} is stunned and keeps its hatch as it is")
    return None


def check_cower(state: BattleState, unit: int) -> Refusal | None:
    """Why a unit may not start to cower, or None (HR-7, BW-2)."""
    spec = state.spec(unit)
    if spec.is_vehicle:
        return Refusal("vehicle_cowers", "BW-2", f"{spec.id} is a vehicle; vehicles never cower")
    return None
