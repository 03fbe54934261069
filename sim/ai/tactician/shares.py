"""What one attack can be expected to take from a unit, as a share of it: the exact tables of dice.

The chances are those of `sim.rules.odds`, as floats and by the numbers needed alone.
"""

from functools import lru_cache
from typing import NamedTuple

from sim.dice import FACES, need_table
from sim.rules.team_save import save_table
from sim.rules.vehicle_damage import wound_table

BROKEN, STUNNED, SUPPRESSED = 0.5, 0.4, 0.15
"""What these states count of a unit's loss."""


class Blow(NamedTuple):
    """The chances that an attack destroys its target, and that it breaks or stuns it.

    `suppressed` is what suppression counts in the share (BB-16).
    """

    destroyed: float
    shaken: float
    suppressed: float
    share: float


HARMLESS = Blow(0.0, 0.0, 0.0, 0.0)


@lru_cache(maxsize=256)
def hit_chance(need: int) -> float:
    """The chance of one to-hit die (BB-1 to BB-3)."""
    return float(dict(need_table(need).weights)["pass"])


@lru_cache(maxsize=4096)
def team_blow(need: int, dice: int, modifier: int, *, broken: bool) -> Blow:
    """An attack on a team whose saves have that modifier (FR-8 to FR-11, RU-9)."""
    hit, saves = hit_chance(need), dict(save_table(modifier).weights)
    kills = hit * float(saves.get("destroyed", 0))
    breaks = hit * float(saves.get("broken", 0))
    fresh, shaken, spared = (0.0, 1.0, 1.0) if broken else (1.0, 0.0, 1.0)
    for _ in range(dice):
        fresh, shaken = (
            fresh * (1.0 - kills - breaks),
            shaken * (1.0 - kills - breaks) + fresh * breaks,
        )
        spared *= 1.0 - hit
    destroyed = 1.0 - fresh - shaken
    newly = 0.0 if broken else shaken
    wounded = SUPPRESSED * (1.0 - spared)
    return Blow(destroyed, newly, wounded, destroyed + BROKEN * newly + wounded)


@lru_cache(maxsize=4096)
def vehicle_blow(need: int, dice: int, wound: int, save: int, *, open_top: bool) -> Blow:
    """An attack by fire on a vehicle; a save of 7 or more is none (BW-11 to BW-18, RU-17)."""
    if wound > FACES and not open_top:
        return HARMLESS
    scores = dict(wound_table(wound).weights)
    through = 1.0 - (hit_chance(save) if save <= FACES else 0.0)
    hit = hit_chance(need) * through
    kills = hit * float(scores.get("above", 0))
    stuns = hit * float(scores.get("equal", 0) + scores.get("double_six", 0))
    fresh, stunned = 1.0, 0.0
    for _ in range(dice):
        fresh, stunned = fresh * (1.0 - kills - stuns), stunned * (1.0 - kills) + fresh * stuns
    destroyed = 1.0 - fresh - stunned
    return Blow(destroyed, stunned, 0.0, destroyed + STUNNED * stunned)
