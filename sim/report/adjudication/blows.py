"""Who may attack whom in Melee, as an adjudication asks it: the refusals in their fixed order."""

from collections.abc import Callable

import msgspec

from sim.errors import Refusal
from sim.rules.activation import are_within, distance_between, is_team
from sim.rules.aim import is_bare_gun
from sim.state.battle import BattleState
from sim.state.profiles import MeleeWeapon, Mount


class Blow(msgspec.Struct, frozen=True, gc=False):
    """What one unit would attack another with in Melee; a vehicle has no weapon (BB-21)."""

    state: BattleState
    attacker: int
    arm: Mount | MeleeWeapon | None
    target: int

    @property
    def names(self) -> tuple[str, str]:
        """The ids of attacker and target."""
        return self.state.spec(self.attacker).id, self.state.spec(self.target).id


BlowRule = Callable[[Blow], Refusal | None]


def check_blow(
    state: BattleState, attacker: int, arm: Mount | MeleeWeapon | None, target: int
) -> Refusal | None:
    """The first reason that the rules forbid an attack in Melee, if there is one (RU-22, RU-23)."""
    blow = Blow(state, attacker, arm, target)
    refusals = (rule(blow) for rule in BLOW_RULES)
    return next((refusal for refusal in refusals if refusal is not None), None)


def own_side(blow: Blow) -> Refusal | None:
    """Nobody attacks the own side."""
    if blow.state.side_of(blow.attacker) != blow.state.side_of(blow.target):
        return None
    attacker, target = blow.names
    return Refusal("own_side", "RU-23", f"{target} is of the same side as {attacker}")


def wrong_phase(blow: Blow) -> Refusal | None:
    """Ranged weapons do not fight in Melee, nor vehicles with each other (BW-35, HR-22)."""
    if isinstance(blow.arm, Mount):
        return Refusal("wrong_phase", "BW-35", f"{blow.arm.key} is not fired in Melee")
    if is_team(blow.state, blow.attacker) or is_team(blow.state, blow.target):
        return None
    return Refusal("wrong_phase", "HR-22", "vehicles do not fight each other in Melee")


def gun_not_a_target(blow: Blow) -> Refusal | None:
    """A gun is nobody's unit; only its crew is attacked."""
    if not is_bare_gun(blow.state, blow.target):
        return None
    return Refusal("gun_not_a_target", "HR-32", f"{blow.names[1]} is a gun without its crew")


def stunned(blow: Blow) -> Refusal | None:
    """A stunned vehicle does not attack."""
    if not blow.state.units[blow.attacker].stunned:
        return None
    return Refusal("stunned", "BB-21", f"{blow.names[0]} is stunned")


def uncrewed(blow: Blow) -> Refusal | None:
    """A gun without its crew does not attack."""
    if not is_bare_gun(blow.state, blow.attacker):
        return None
    return Refusal("uncrewed", "HR-32", f"{blow.names[0]} is a gun without its crew")


def beyond_2(blow: Blow) -> Refusal | None:
    """Melee reaches no farther than 2 inches."""
    reach = blow.state.rules.melee_range
    if are_within(blow.state, blow.attacker, blow.target, reach):
        return None
    away = distance_between(blow.state, blow.attacker, blow.target)
    clause = "RU-23" if is_team(blow.state, blow.attacker) else "BB-21"
    text = f"{blow.names[1]} is {away:.2f} inches away; Melee reaches {reach:g}"
    return Refusal("beyond_2", clause, text)


BLOW_RULES: tuple[BlowRule, ...] = (
    own_side,
    wrong_phase,
    gun_not_a_target,
    stunned,
    uncrewed,
    beyond_2,
)
