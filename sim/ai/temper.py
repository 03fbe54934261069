"""Temper: by which numbers a player weighs what it hopes, what it fears, and what draws it."""

import msgspec


class Temper(msgspec.Struct, frozen=True, gc=False, kw_only=True, cache_hash=True):
    """Weights beside the worth that fire in this turn's Shooting can be expected to take.

    `later` is of the next turn's fire, `firefight` of Firefights, for there are two in a round;
    `caution` is of what the enemy's fire takes, which can fall on others as well, `charge` of
    charges that may come. `company` is the worth of a leader near by, `shelter` that of cover
    whoever may fire. `calm` is what one turn nearer to a goal counts of its weight with time to
    spare, `pressed` what is added when there is none. `stuck` is the share of a vehicle's worth
    that is lost when terrain holds it fast. `stake` is how much of a victory is weighed where it is
    decided by who stands on an objective. `menace` is how much of what an enemy threatens to
    take adds to its own worth; so do, first of the own units and then of enemies, `nerve` of the
    rest of a formation that may rout with it, and `end` of the victory that its loss brings nearer.
    `glances` says whether every place gets a glance before some get an exact look, and those that
    others stand on or bar the way to get none; `looks` are how many do: those that promise most by
    all that is known of them, by shelter alone, by draw alone, and for sprints.
    """

    later: float = 0.6
    firefight: float = 1.3
    caution: float = 0.6
    charge: float = 0.5
    company: float = 0.12
    shelter: float = 0.0
    calm: float = 0.06
    pressed: float = 0.22
    stuck: float = 0.75
    menace: float = 0.0
    nerve: tuple[float, float] = (0.0, 0.0)
    end: tuple[float, float] = (0.0, 0.0)
    stake: float = 0.0
    glances: bool = False
    looks: tuple[int, int, int, int] = (4, 3, 2, 3)


GREEDY = Temper()
