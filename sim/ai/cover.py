"""What the terrain promises in cover before anybody is known to fire."""

from sim.battlefield.sight import Stance
from sim.battlefield.terrain import Cover
from sim.battlefield.world import World

_SHELTER: dict[Cover, float] = {"none": 0.0, "soft": 0.25, "hard": 0.4}
"""What cover is worth before anybody is known to fire at it."""


def shelter_of(world: World, stance: Stance) -> float:
    """What the terrain promises in cover to who stands so."""
    bits, best = stance.inside | stance.beside, 0.0
    while bits:
        piece = world.pieces[(bits & -bits).bit_length() - 1]
        if not piece.is_hill:
            best = max(best, _SHELTER[piece.kind.cover])
        bits &= bits - 1
    return best
