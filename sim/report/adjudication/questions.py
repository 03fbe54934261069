"""What an adjudication is about: one weapon of one unit at another, in one phase."""

from collections.abc import Iterable, Sequence
from typing import Literal, get_args

import msgspec
from msgspec.structs import replace

from sim.errors import Refusal, UsageError
from sim.report.adjudication.blows import check_blow
from sim.rules.aim import AIM_RULES, AimedShot, is_bare_gun, mounts_of
from sim.rules.attack import Attack, assess_attack
from sim.rules.fire import assess_shots
from sim.rules.melee import assess_blow, assess_vehicle
from sim.scenario.faults import nearest
from sim.state.apply import placed
from sim.state.battle import BattleState
from sim.state.profiles import MeleeWeapon, Mount

FightPhase = Literal["shooting", "firefight", "melee"]
FIGHT_PHASES: tuple[FightPhase, ...] = get_args(FightPhase)

Arm = Mount | MeleeWeapon | None
"""What a unit attacks with; None is a vehicle in Melee (BB-21)."""


class Question(msgspec.Struct, frozen=True, gc=False):
    """One weapon of one unit at another unit, in a phase of the attacker's own turn."""

    state: BattleState
    phase: FightPhase
    attacker: int
    target: int
    arm: Arm

    @property
    def names(self) -> tuple[str, str]:
        """The ids of attacker and target."""
        return self.state.spec(self.attacker).id, self.state.spec(self.target).id

    @property
    def weapon(self) -> str | None:
        """The name of the weapon, if there is one."""
        return arm_name(self.arm)

    @property
    def is_template(self) -> bool:
        """Whether it attacks every unit that a template touches (BB-15)."""
        return isinstance(self.arm, Mount) and self.arm.weapon.template != "none"


def arm_name(arm: Arm) -> str | None:
    """The name by which a unit's weapon is asked for."""
    return arm.key if isinstance(arm, Mount) else None if arm is None else arm.name


def read_phase(name: str) -> FightPhase:
    """The phase of that name; raises UsageError for one in which nobody attacks."""
    for phase in FIGHT_PHASES:
        if phase == name:
            return phase
    raise UsageError(f"there is no phase {name!r} to attack in; there are {_listed(FIGHT_PHASES)}")


def find_unit(state: BattleState, name: str) -> int:
    """The index of a unit; raises UsageError for an id that is none."""
    index = state.roster.unit_index
    if name not in index:
        hint = nearest(name, index) or f"there are {_listed(index)}"
        raise UsageError(f"there is no unit {name!r} ({hint})")
    return index[name]


def question_state(start: BattleState, phase: FightPhase, attacker: int) -> BattleState:
    """The starting positions in a phase of the attacker's first turn.

    A gun that has lost its own crew stands where it is as if it had one, so that it can be
    measured (PR-44).
    """
    units = list(start.units)
    for number, row in enumerate(units):
        if is_bare_gun(start, number):
            gun = start.spec(number).gun
            body, footprint = start.roster.guns[gun].body, start.guns[gun].footprint
            units[number] = replace(row, **placed(start.roster, body, footprint))
    return replace(
        start, units=tuple(units), round=1, turn=1, active=start.side_of(attacker), phase=phase
    )


def find_arms(state: BattleState, phase: FightPhase, unit: int, name: str | None) -> Sequence[Arm]:
    """The weapon of that name, or without one all that a unit may use in that phase, in order.

    Raises UsageError for a weapon that the unit does not have.
    """
    spec = state.spec(unit)
    ranged, melee = mounts_of(state, unit), spec.arms.melee
    if name is not None:
        carried: dict[str, Arm] = {mount.key: mount for mount in ranged}
        carried |= {weapon.name: weapon for weapon in melee}
        if name in carried:
            return (carried[name],)
        hint = nearest(name, carried) or f"it has {_listed(carried) or 'none'}"
        raise UsageError(f"{spec.id} has no weapon {name!r} ({hint})")
    if phase != "melee":
        return ranged
    return (None,) if spec.is_vehicle else melee


def find_refusal(question: Question) -> Refusal | None:
    """The first reason that the rules forbid the attack in its phase, if there is one."""
    if question.phase == "melee":
        return check_blow(question.state, question.attacker, question.arm, question.target)
    mount = question.arm if isinstance(question.arm, Mount) else None
    shot = AimedShot(question.state, question.phase, question.attacker, mount, question.target)
    refusals = (rule(shot) for rule in AIM_RULES)
    return next((refusal for refusal in refusals if refusal is not None), None)


def assess(question: Question) -> tuple[Attack, ...]:
    """The attack that the rules allow; behind it those on whom a template touches too (BB-15)."""
    state, arm = question.state, question.arm
    attacker, target = question.attacker, question.target
    if arm is None:
        return (assess_vehicle(state, attacker, target),)
    if isinstance(arm, MeleeWeapon):
        return (assess_blow(state, attacker, arm, target),)
    if question.phase == "shooting":
        return assess_shots(state, attacker, arm, target)
    return (assess_attack(state, question.phase, attacker, arm, target),)


def _listed(names: Iterable[str]) -> str:
    return ", ".join(names)
