"""What each unit has of each other now, by the exact rules; kept while neither row changes."""

from sim.rules.sight import Exposure, assess_exposure
from sim.state.battle import BattleState, Unit


class Sightings:
    """Exposures of the state as last asked, told stale by the identity of rows and obstacles."""

    def __init__(self) -> None:
        self._known: dict[tuple[int, int], tuple[Unit, Unit, object, Exposure]] = {}

    def of(self, state: BattleState, firer: int, target: int) -> Exposure:
        """What a firer has of a target."""
        rows = state.units
        known = self._known.get((firer, target))
        if known is not None:
            was_firer, was_target, obstacles, exposure = known
            if (
                was_firer.stance is rows[firer].stance
                and was_target.stance is rows[target].stance
                and was_target.footprint is rows[target].footprint
                and obstacles is state.obstacles
            ):
                return exposure
        exposure = assess_exposure(state, firer, target)
        self._known[firer, target] = rows[firer], rows[target], state.obstacles, exposure
        return exposure
