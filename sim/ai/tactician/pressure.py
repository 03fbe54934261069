"""Who presses whom: how far each enemy will be able, and care, to turn on one unit more."""

from collections.abc import Sequence

from sim.ai.tactician.atlas import Stand
from sim.ai.tactician.fields import Fields

FULL = 8
"""The weight of an enemy that has nobody else to fire at and is itself left alone."""

_LANES = 262
_DILUTION = 0.7
_NEUTRALISED, _MOST_NEUTRALISED = 0.8, 0.8
PERCENT = 100


class Pressure:
    """What every two opposed units can do to each other where they stand, in percent."""

    def __init__(self, fields: Fields, sides: Sequence[Sequence[int]], worths: Sequence[int]):
        self._fields = fields
        self._atlas = fields.atlas
        self._sides = sides
        self._worths = worths
        self._pairs: dict[tuple[int, int], tuple[Stand, Stand, int, int]] = {}

    def weights(self, side: int, unit: int) -> dict[int, int]:
        """How much each living enemy's fire counts for a unit of a side, up to `FULL`."""
        foes = self._fields.living(1 - side)
        burdens = dict.fromkeys((foe for foe, _ in foes), 0.0)
        pressed = dict.fromkeys(burdens, 0)
        for mate, stand in self._fields.living(side):
            if mate == unit:
                continue
            best, chosen = 0, -1
            for foe, other in foes:
                given, taken = self._pair(mate, stand, foe, other)
                burdens[foe] += taken * self._worths[mate]
                if given * self._worths[foe] > best:
                    best, chosen = given * self._worths[foe], foe
            if chosen >= 0:
                pressed[chosen] += best // self._worths[chosen]
        full = min(FULL, _LANES // max(len(foes), 1))
        own = self._worths[unit] * PERCENT / 2
        return {
            foe: int(
                full
                * own
                / (own + _DILUTION * burdens[foe])
                * (1.0 - min(_NEUTRALISED * pressed[foe] / PERCENT, _MOST_NEUTRALISED))
                + 0.5
            )
            for foe, _ in foes
        }

    def _pair(self, unit: int, stand: Stand, foe: int, other: Stand) -> tuple[int, int]:
        """What a unit would take from an enemy, and the enemy from it."""
        known = self._pairs.get((unit, foe))
        if known is not None and known[0] is stand and known[1] is other:
            return known[2], known[3]
        look = self._atlas.chart.lookout(other.cell)
        given = self._atlas.table("fired", stand.attacker, other.target)[
            look.showing[2 * stand.cell]
        ]
        taken = self._atlas.table("feared", other.attacker, stand.target)[
            look.shown[2 * stand.cell]
        ]
        self._pairs[unit, foe] = stand, other, given, taken
        return given, taken
