"""What one unit can do to another, by the class of the place: tables made once for each pairing."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from sim.ai.tactician.chart import CLASSES, CONCEALED, HARD, SOFT, UNSEEN, VIEWS
from sim.ai.tactician.grid import BANDS
from sim.ai.tactician.muster import Attacker, Target
from sim.ai.tactician.shares import HARMLESS, Blow, hit_chance, team_blow, vehicle_blow
from sim.rules.attack import TO_HIT_BASE
from sim.rules.vehicle_damage import FIREFIGHT_SAVE_BASE, SHOOTING_SAVE_BASE, TO_WOUND_BASE
from sim.state.profiles import Mount, Weapon

Manner = Literal["stationary", "moved", "firefight"]

_HALF_BASES = 1.5
_MODIFIER = {CONCEALED: 0, SOFT: 1, HARD: 2}
_FLIGHT = 0.5


class Menace(NamedTuple):
    """Shares of a target by class, for each manner of fire; of a charge, whatever the class.

    Against a vehicle `front` is what counts of fire at its Front; the rest meets Other.
    """

    stationary: tuple[float, ...]
    moved: tuple[float, ...]
    firefight: tuple[float, ...]
    charge: float


@lru_cache(maxsize=4096)
def menace(attacker: Attacker, target: Target, front: float) -> Menace:
    """What an attacker can be expected to take from a target."""
    return Menace(
        _by_class(attacker, target, "stationary", front),
        _by_class(attacker, target, "moved", front),
        _by_class(attacker, target, "firefight", 0.0),
        charge_share(attacker, target) if attacker.can_charge else 0.0,
    )


def _by_class(
    attacker: Attacker, target: Target, manner: Manner, front: float
) -> tuple[float, ...]:
    table = [0.0] * CLASSES
    for view in range(VIEWS):
        if view == UNSEEN:
            continue
        volleys = list(_volleys(attacker, target, manner, view, front))
        for band, far in enumerate(BANDS):
            shares = sorted((s for reach, s in volleys if reach >= far), reverse=True)
            table[band * VIEWS + view] = min(sum(shares[: attacker.allowed]), 1.0)
    return tuple(table)


def _volleys(
    attacker: Attacker, target: Target, manner: Manner, view: int, front: float
) -> Iterator[tuple[float, float]]:
    """How far each weapon reaches, centre to centre, and the share it takes."""
    for mount in attacker.mounts:
        share = 0.0
        if front > 0.0:
            share += front * volley(attacker, target, mount, manner, view, front=True).share
        if front < 1.0:
            share += (1.0 - front) * volley(attacker, target, mount, manner, view).share
        if share > 0.0:
            reach = mount.weapon.range
            yield (min(reach, 12.0) if manner == "firefight" else reach) + _HALF_BASES, share


def volley(
    attacker: Attacker,
    target: Target,
    mount: Mount,
    manner: Manner,
    view: int,
    *,
    front: bool = False,
) -> Blow:
    """One weapon at a target that shows itself so (BB-12, BB-13)."""
    weapon = mount.weapon
    rates = weapon.rate_of_fire
    dice = getattr(rates, manner)
    if manner == "firefight" and (weapon.indirect or weapon.template != "none"):
        return HARMLESS
    if dice == 0 or (mount.unbuttoned_only and attacker.is_vehicle and attacker.worse % 2):
        return HARMLESS
    need = TO_HIT_BASE + target.ranged_skill - attacker.ranged_skill + attacker.worse
    need += (view >= CONCEALED) + target.cowering
    if manner == "moved":
        need += 2 if weapon.heavy else 1
    if target.vehicle is None:
        return team_blow(need, dice, _save(target, weapon, view), broken=target.broken)
    armour = target.vehicle.armour.front if front else target.vehicle.armour.other
    wound = TO_WOUND_BASE + max(0, armour - weapon.anti_tank)
    return vehicle_blow(
        need, dice, wound, _cover_save(target, weapon, manner, view), open_top=target.open_top
    )


def _save(target: Target, weapon: Weapon, view: int) -> int:
    """What is added to a team's saves (FR-12 to FR-31)."""
    cover = 0
    if not weapon.negates_cover:
        cover = max(_MODIFIER.get(view, 0), 2 * target.shield, 3 * target.emplaced)
    return target.save + cover - weapon.firepower


def _cover_save(target: Target, weapon: Weapon, manner: Manner, view: int) -> int:
    """The number of a Cover Save (BW-18 to BW-24)."""
    if weapon.negates_cover or target.vehicle is None:
        return 7
    base = FIREFIGHT_SAVE_BASE if manner == "firefight" else SHOOTING_SAVE_BASE
    number = base + target.vehicle.awkward + weapon.high_explosive + 2 * target.sprinted
    return number - _MODIFIER.get(view, 0)


def charge_share(attacker: Attacker, target: Target) -> float:
    """What the best melee weapon can be expected to take (chapter 8)."""
    shares = [0.0]
    for weapon in attacker.melee:
        dice = weapon.rate_of_attacks
        if target.vehicle is None:
            need = TO_HIT_BASE + target.melee_skill - attacker.melee_skill
            blow = team_blow(need, dice, target.save - weapon.firepower, broken=target.broken)
            shares.append(blow.destroyed + _FLIGHT * blow.shaken)
        elif target.helpless:
            shares.append(1.0)
        else:
            wound = TO_WOUND_BASE + max(0, target.vehicle.armour.other - weapon.anti_tank)
            missed = (1.0 - hit_chance(wound)) ** dice
            shares.append(1.0 - missed)
    return max(shares)
