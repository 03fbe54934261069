"""The team save: what becomes of a team that is hit, and of the gun it serves (FR-7 to FR-34)."""

from functools import lru_cache

import msgspec
from msgspec.structs import replace

from sim.battlefield.terrain import Cover
from sim.dice import Dice, Table
from sim.rules.hits import Condition, GunState, Hit, HitEffect
from sim.rules.modifiers import ModifierRule, gather, suppress
from sim.rules.sight import Exposure
from sim.state.battle import BattleState
from sim.state.profiles import GunClass, Quality
from sim.state.rolls import Modifier, Roll, SuppressedModifier, total
from sim.state.roster import NOBODY

DESTROYED_AT_MOST = 5
BROKEN_AT_MOST = 8
GUN_WRECKERS: tuple[GunClass, ...] = ("medium", "heavy")
"""The gun classes whose *broken* costs the gun (FR-34)."""


class TeamSave(msgspec.Struct, frozen=True, gc=False, cache_hash=True, kw_only=True):
    """Everything the saves of one attack on a team depend on.

    `gunshield` only where it faces the attacker (FR-23); `soft_alone` as in `Exposure`.
    """

    quality: Quality = "regular"
    cover: Cover = "none"
    soft_alone: bool = False
    higher_ground: bool = False
    sprinted: bool = False
    gunshield: bool = False
    emplaced: bool = False
    firepower: int = 0
    gun_class: GunClass = "none"
    negates_cover: bool = False
    second_break_loses_gun: bool = True


class SaveBreakdown(msgspec.Struct, frozen=True, gc=False):
    """The modifiers of one save, those that do not count, and the sum of those that do."""

    modifiers: tuple[Modifier, ...]
    suppressed_modifiers: tuple[SuppressedModifier, ...]
    modifier: int


def assess_save(
    state: BattleState,
    target: int,
    exposure: Exposure,
    *,
    firepower: int,
    gun_class: GunClass = "none",
    negates_cover: bool = False,
) -> TeamSave:
    """What a team's saves against one attack depend on (FR-7, FR-12 to FR-31, HR-24)."""
    row, gun = state.units[target], state.gun_of(target)
    return TeamSave(
        quality=state.spec(target).quality,
        cover=exposure.cover,
        soft_alone=exposure.soft_alone,
        higher_ground=exposure.higher_ground,
        sprinted=row.sprinted,
        gunshield=gun is not None and gun.shield and exposure.front_arc,
        emplaced=gun is not None and gun.emplacement != NOBODY,
        firepower=firepower,
        gun_class=gun_class,
        negates_cover=negates_cover,
        second_break_loses_gun=state.rules.second_break_heavy == "gun_lost",
    )


def elite(save: TeamSave) -> Modifier:
    """An elite team."""
    return Modifier("elite", int(save.quality == "elite"), "FR-12")


def conscript(save: TeamSave) -> Modifier:
    """A conscript team."""
    return Modifier("conscript", -int(save.quality == "conscript"), "FR-13")


def soft_cover(save: TeamSave) -> Modifier:
    """Soft cover; beside hard cover where it would be there without it (RU-4)."""
    return Modifier("soft_cover", int(save.cover == "soft" or save.soft_alone), "FR-14")


def hard_cover(save: TeamSave) -> Modifier:
    """Hard cover."""
    return Modifier("hard_cover", 2 * (save.cover == "hard"), "FR-15")


def higher_ground(save: TeamSave) -> Modifier:
    """A target on higher ground, whatever its cover (RU-5)."""
    return Modifier("higher_ground", int(save.higher_ground), "FR-16")


def sprinted(save: TeamSave) -> Modifier:
    """A target that sprinted (FR-18 included)."""
    return Modifier("sprinted", -int(save.sprinted), "FR-17")


def firepower(save: TeamSave) -> Modifier:
    """The Firepower of the weapon."""
    return Modifier("firepower", -save.firepower, "FR-19")


def gunshield(save: TeamSave) -> Modifier:
    """A gunshield between the attacker and the crew."""
    return Modifier("gunshield", 2 * save.gunshield, "FR-20")


def emplaced(save: TeamSave) -> Modifier:
    """An emplaced gun, from all sides (FR-29)."""
    return Modifier("emplaced", 3 * save.emplaced, "FR-21")


TEAM_SAVE_MODIFIERS: tuple[ModifierRule[TeamSave], ...] = (
    elite,
    conscript,
    soft_cover,
    hard_cover,
    higher_ground,
    sprinted,
    firepower,
    gunshield,
    emplaced,
)
_COVERS = ("soft_cover", "hard_cover", "gunshield", "emplaced")


@lru_cache(maxsize=4096)
def breakdown(save: TeamSave, gun: GunState) -> SaveBreakdown:
    """The modifiers of a save while the target's gun is in that state (RU-13)."""
    gathered = gather(TEAM_SAVE_MODIFIERS, _with_gun(save, gun))
    covers = [modifier for modifier in gathered if modifier.name in _COVERS]
    if save.negates_cover:
        best, suppressed = None, tuple(_negated(cover) for cover in covers)
    else:
        # Of two +2 the first counts: hard cover, not the shield.
        best = max(covers, key=lambda cover: cover.value, default=None)
        suppressed = tuple(_outdone(cover, best) for cover in covers if cover is not best)
    standing = tuple(
        modifier for modifier in gathered if modifier.name not in _COVERS or modifier is best
    )
    return SaveBreakdown(standing, suppressed, total(standing))


def _with_gun(save: TeamSave, gun: GunState) -> TeamSave:
    """The save without what a lost gun took with it (RU-13)."""
    if gun == "lost":
        return replace(save, gunshield=False)
    if gun == "lost_before":
        cover: Cover = "hard" if save.emplaced else save.cover
        return replace(save, gunshield=False, emplaced=False, cover=cover)
    return save


def _negated(cover: Modifier) -> SuppressedModifier:
    if cover.name == "emplaced":
        return suppress(cover, "FR-31", "the attack negates the emplacement")
    return suppress(cover, "FR-25", "the attack negates cover")


def _outdone(cover: Modifier, best: Modifier | None) -> SuppressedModifier:
    """Cover that another takes precedence over (PR-45)."""
    if best is not None and best.name == "emplaced":
        return suppress(cover, "FR-30", "the emplacement counts instead")
    if best is not None and best.name == "hard_cover" and cover.name == "soft_cover":
        return suppress(cover, "RU-4", "hard cover counts instead")
    if cover.name == "gunshield":
        return suppress(cover, "FR-26", "other cover counts instead")
    return suppress(cover, "FR-26", "the gunshield counts instead")


@lru_cache(maxsize=64)
def save_table(modifier: int) -> Table:
    """2D6 plus a modifier: destroyed, broken or saved (FR-8 to FR-11, RU-8)."""

    def classify(faces: tuple[int, ...]) -> str:
        """What the total of both dice comes to."""
        score = sum(faces) + modifier
        if score <= DESTROYED_AT_MOST:
            return "destroyed"
        return "broken" if score <= BROKEN_AT_MOST else "saved"

    return Table(classify, dice=2)


def resolve_save(
    save: TeamSave, condition: Condition, hit: Hit, dice: Dice
) -> tuple[Condition, HitEffect]:
    """One save of a living team, and what is left of the team and its gun (FR-8 to FR-34)."""
    reasons = breakdown(save, condition.gun)
    throw = hit.throw(dice, save_table(reasons.modifier), "team_save")
    roll = Roll(
        purpose="team_save",
        faces=throw.faces,
        result=throw.result,
        modifiers=reasons.modifiers,
        suppressed_modifiers=reasons.suppressed_modifiers,
    )
    result, clause = _team_result(throw.result, broken=condition.broken)
    gun_clause = ""
    if condition.gun == "intact":
        gun_clause = _gun_clause(save, throw.result, broken=condition.broken)
    after = replace(
        condition,
        alive=result != "destroyed",
        broken=condition.broken or result == "broken",
        gun="lost" if gun_clause else condition.gun,
    )
    return after, HitEffect(
        wound=True, result=result, clause=clause, rolls=(roll,), gun_clause=gun_clause
    )


def _team_result(outcome: str, *, broken: bool) -> tuple[str, str]:
    """What happens to the team, and by which clause."""
    match outcome:
        case "destroyed":
            return "destroyed", "RU-11" if broken else "FR-9"
        case "broken":
            return ("destroyed", "RU-9") if broken else ("broken", "FR-10")
        case _:
            return "saved", "FR-11"


def _gun_clause(save: TeamSave, outcome: str, *, broken: bool) -> str:
    """The clause by which the gun is destroyed, or nothing (FR-32 to FR-34, RU-10 to RU-12)."""
    if outcome == "destroyed" and save.firepower >= 1:
        return "FR-32"
    if save.gun_class not in GUN_WRECKERS or outcome == "saved":
        return ""
    if outcome == "broken" and broken:
        return "RU-10" if save.second_break_loses_gun else ""
    return "FR-34"
