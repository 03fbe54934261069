"""Fields over the cells: what a side can do to a unit wherever it stands, and the unit to it.

A field is one whole number with two bytes for each cell, summed of rows of single units. A row is
told from the one summed before by identity, so that only what changed is taken out and put in.
"""

from collections.abc import Mapping, Sequence

from sim.ai.tactician.atlas import Atlas, Stand
from sim.ai.tactician.outlook import Hope
from sim.state.battle import BattleState, Unit
from sim.state.roster import Roster

Values = tuple[int, ...]
"""The values of a field, by cell."""


class Fields:
    """The fields of one battle as last looked at; all of it may be lost at any moment.

    `worths` are those of the units, in tenths.
    """

    def __init__(self, atlas: Atlas, roster: Roster, worths: Sequence[int]):
        self.atlas = atlas
        self.stands: list[Stand | None] = [None] * len(roster.units)
        self._worths = worths
        self.sides = [
            tuple(spec.index for spec in roster.units if spec.side == side) for side in (0, 1)
        ]
        self._seen: list[Unit | None] = [None] * len(roster.units)
        self._versions = [0, 0]
        self._peaks: dict[tuple[Hope, int, int], tuple[int, Values]] = {}

    def look(self, state: BattleState) -> None:
        """Take note of what has changed since the last look."""
        for unit, (row, seen) in enumerate(zip(state.units, self._seen, strict=True)):
            if row is not seen:
                self._seen[unit] = row
                stand = self.atlas.stand(state, unit) if row.fate == "alive" else None
                if stand != self.stands[unit]:
                    self.stands[unit] = stand
                    self._versions[state.roster.units[unit].side] += 1

    def living(self, side: int) -> list[tuple[int, Stand]]:
        """The living units of a side with their stands, in file order."""
        stands = ((unit, self.stands[unit]) for unit in self.sides[side])
        return [(unit, stand) for unit, stand in stands if stand is not None]

    def danger(self, target: int, weights: Mapping[int, int]) -> Values:
        """What enemies threaten to take from a target, in percent times their weights."""
        total = 0
        for unit, weight in weights.items():
            stand = self.stands[unit]
            if stand is not None and weight:
                total += self.atlas.danger(stand, target) * weight
        return self.atlas.chart.grid.values(total)

    def promise(self, hope: Hope, attacker: int, side: int) -> Values:
        """The most that an attacker can hope to take from one unit of a side, in thousandths."""
        version, values = self._peaks.get((hope, attacker, side), (-1, ()))
        if version != self._versions[side]:
            values = self.atlas.chart.grid.values(self._peak(hope, attacker, side))
            self._peaks[hope, attacker, side] = self._versions[side], values
        return values

    def _peak(self, hope: Hope, attacker: int, side: int) -> int:
        peak, grid = 0, self.atlas.chart.grid
        for unit in self.sides[side]:
            stand = self.stands[unit]
            if stand is not None:
                row = self.atlas.promise(hope, attacker, stand) * self._worths[unit]
                peak = grid.greater(peak, row)
        return peak
