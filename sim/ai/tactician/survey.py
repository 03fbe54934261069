"""What the player keeps of a battle between requests; all of it may be lost at any moment."""

from sim.ai.tactician.aims import Aim, Draw, draw_of, standing_aims
from sim.ai.tactician.atlas import Atlas, Stand
from sim.ai.tactician.fields import Fields
from sim.ai.tactician.muster import Attacker, Target
from sim.ai.tactician.pressure import Pressure
from sim.ai.tactician.sighting import Sightings
from sim.ai.tactician.travel import Travel
from sim.ai.worth import view_of
from sim.battlefield.world import World
from sim.state.battle import BattleState
from sim.state.roster import Roster

TENTHS = 10
_GREATEST_WORTH = 120


class _Ground:
    """What is known of a world, whoever fights on it."""

    def __init__(self, world: World):
        self.atlas = Atlas(world)
        self.travel = Travel(world, self.atlas.chart.grid)


class Survey:
    """A battle as the player sees it: its fields, its aims, the worth of everybody in tenths."""

    def __init__(self, state: BattleState):
        roster = state.roster
        ground = _ground_of(roster.world)
        self.roster: Roster = roster
        self.state = state
        self.atlas = ground.atlas
        self.travel = ground.travel
        self.grid = ground.atlas.chart.grid
        worths = view_of(state)
        self.worths = [_tenths(worth) for worth in worths.units]
        self.gun_worths = [_tenths(worth) for worth in worths.guns]
        self.sightings = Sightings()
        self.fields = Fields(ground.atlas, roster, self.worths)
        self.pressure = Pressure(self.fields, self.fields.sides, self.worths)
        self.masks = tuple(
            sum(1 << spec.index for spec in roster.units if spec.side == side) for side in (0, 1)
        )
        self.aims: tuple[tuple[Aim, ...], ...] = tuple(
            standing_aims(roster, self.grid, side) for side in (0, 1)
        )

    def look(self, state: BattleState) -> None:
        """Take note of the state now."""
        self.state = state
        self.fields.look(state)

    def stand(self, state: BattleState, unit: int) -> Stand:
        """Where and as what a unit stands in a state that may come of the one looked at."""
        known = self.fields.stands[unit]
        if known is not None and state.units[unit] is self.state.units[unit]:
            return known
        return self.atlas.stand(state, unit)

    def attacker(self, unit: int) -> Attacker:
        """A unit as an attacker now."""
        return self.atlas.attackers[self.stand(self.state, unit).attacker]

    def target(self, unit: int) -> Target:
        """A unit as a target now."""
        return self.atlas.targets[self.stand(self.state, unit).target]

    def draw(self, unit: int) -> Draw | None:
        """What draws a unit, if anything does."""
        aims = self.aims[self.state.side_of(unit)]
        return draw_of(self.state, self.travel, self.grid, aims, unit)


def _tenths(worth: float) -> int:
    return min(int(worth * TENTHS + 0.5), _GREATEST_WORTH)


def _ground_of(world: World) -> _Ground:
    """The ground of a world, kept with the world's own memo."""
    found: _Ground | None = world.memo.get("tactician")
    return world.memo.keep("tactician", _Ground(world)) if found is None else found
