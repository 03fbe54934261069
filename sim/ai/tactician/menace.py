"""What one unit can do to another, by the class of the place: tables made once for each pairing."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Literal, NamedTuple

from sim.ai.tactician.chart import CLASSES, CONCEALED, HARD, OPEN, SOFT, VIEWS
from sim.ai.tactician.grid import BANDS, HALF_BASES
from sim.ai.tactician.muster import Attacker, Target
from sim.ai.tactician.shares import HARMLESS, Blow, hit_chance, team_blow, vehicle_blow
from sim.dice import FACES
from sim.rules.attack import TO_HIT_BASE
from sim.rules.vehicle_damage import FIREFIGHT_SAVE_BASE, SHOOTING_SAVE_BASE, TO_WOUND_BASE
from sim.state.profiles import Vehicle, Weapon

Manner = Literal["stationary", "moved", "firefight"]

_FLIGHT = 0.5


class Shown(NamedTuple):
    """How a target shows itself: `cover` is 0, 1 or 2, `shield` whether a gunshield faces the fire,
    `front` whether it meets the Front of a vehicle.
    """

    concealed: bool = False
    cover: int = 0
    higher: bool = False
    shield: bool = True
    front: bool = False


_SHOWN = {
    OPEN: Shown(),
    CONCEALED: Shown(concealed=True),
    SOFT: Shown(concealed=True, cover=1),
    HARD: Shown(concealed=True, cover=2),
}
"""How targets are taken to show themselves by the view that a chart has of them."""


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
    for view, shown in _SHOWN.items():
        volleys = list(_volleys(attacker, target, manner, shown, front))
        for band, far in enumerate(BANDS):
            shares = sorted((s for reach, s in volleys if reach >= far), reverse=True)
            table[band * VIEWS + view] = min(sum(shares[: attacker.allowed]), 1.0)
    return tuple(table)


def _volleys(
    attacker: Attacker, target: Target, manner: Manner, shown: Shown, front: float
) -> Iterator[tuple[float, float]]:
    """How far each weapon reaches, centre to centre, and the share it takes."""
    for mount in attacker.mounts:
        share = 0.0
        if front > 0.0:
            frontal = shown._replace(front=True)
            share += front * volley(attacker, target, mount.weapon, manner, frontal).share
        if front < 1.0:
            share += (1.0 - front) * volley(attacker, target, mount.weapon, manner, shown).share
        if share > 0.0:
            reach = mount.weapon.range
            yield (min(reach, 12.0) if manner == "firefight" else reach) + HALF_BASES, share


def volley(
    attacker: Attacker,
    target: Target,
    weapon: Weapon,
    manner: Manner,
    shown: Shown,
    worse: int = 0,
) -> Blow:
    """One weapon at a target that shows itself so, `worse` for other reasons (BB-12, BB-13)."""
    rates = weapon.rate_of_fire
    if manner == "firefight":
        dice = 0 if weapon.indirect or weapon.template != "none" else rates.firefight
    else:
        dice = rates.moved if manner == "moved" else rates.stationary
    if dice == 0:
        return HARMLESS
    need = TO_HIT_BASE + target.ranged_skill - attacker.ranged_skill + attacker.worse
    need += shown.concealed + target.cowering + worse
    if manner == "moved":
        need += 2 if weapon.heavy else 1
    if target.vehicle is None:
        return team_blow(need, dice, _save(target, weapon, shown), broken=target.broken)
    front = shown.front and not weapon.indirect
    armour = target.vehicle.armour.front if front else target.vehicle.armour.other
    wound = TO_WOUND_BASE + max(0, armour - weapon.anti_tank)
    save = _cover_save(target, target.vehicle, weapon, manner, shown)
    return vehicle_blow(need, dice, wound, save, open_top=target.open_top)


def _save(target: Target, weapon: Weapon, shown: Shown) -> int:
    """What is added to a team's saves (FR-12 to FR-31)."""
    cover = 0
    if not weapon.negates_cover:
        cover = max(shown.cover, 2 * (target.shield and shown.shield), 3 * target.emplaced)
    return target.save + cover + shown.higher - weapon.firepower


def _cover_save(
    target: Target, vehicle: Vehicle, weapon: Weapon, manner: Manner, shown: Shown
) -> int:
    """The number of a Cover Save, 7 for none (BW-18 to BW-24)."""
    if weapon.negates_cover:
        return FACES + 1
    base = FIREFIGHT_SAVE_BASE if manner == "firefight" else SHOOTING_SAVE_BASE
    number = base + vehicle.awkward + weapon.high_explosive + 2 * target.sprinted
    return number - shown.cover


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
