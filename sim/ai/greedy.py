"""The player that does what pays best at once, by the exact odds and without look-ahead."""

from collections.abc import Callable, Iterable

from sim.ai.assault import best_blow
from sim.ai.gunnery import Shares, Shot, best_shots, total_gain, whole
from sim.ai.manoeuvre import best_move
from sim.ai.positions import position_of, positions_of
from sim.ai.posture import best_posture
from sim.ai.retreat import best_retreat
from sim.ai.rush import best_rush, hoped_rush
from sim.ai.temper import GREEDY, Temper
from sim.ai.view import View, view_of
from sim.dice import Stream
from sim.engine.options import Request, RequestKind
from sim.state.battle import BattleState
from sim.state.events import Phase
from sim.state.orders import Fire, NameTargets, Order, Pass, Resolve, UnitAims

_RUSH_LATER = 0.7
"""What a charge counts that the enemy's fire may yet stop."""


class GreedyPlayer:
    """Weighs every order by the exact odds, and gives the one that pays best."""

    attributes = frozenset({"_temper", "_known"})
    """All that players of this very class have: they differ by their temper alone, and share what
    they decided. It is not inherited, for an heir may have more to it."""

    def __init__(self, temper: Temper = GREEDY) -> None:
        self._temper = temper
        self._known: View | None = None

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:  # noqa: ARG002
        """The order that pays best, `Pass` when none does; nothing is drawn."""
        if vars(self).keys() != vars(type(self)).get("attributes"):
            return self._decide_anew(state, request)
        position = type(self), self._temper, position_of(state, request)
        return positions_of(state.roster).order(position, lambda: self._decide_anew(state, request))

    def _decide_anew(self, state: BattleState, request: Request) -> Order:
        return _ANSWERS[request.kind](self.view(state, request.side), request) or Pass()

    def view(self, state: BattleState, side: int) -> View:  # noqa: ARG002
        """How a side sees a state; what is known of the battle is kept between requests."""
        known = self._known
        if known is None or known.state.roster is not state.roster:
            known = view_of(state, self._temper)
        self._known = known.of(state)
        return self._known


def _units(view: View, request: Request) -> list[int]:
    return [view.state.roster.unit_index[name] for name in request.units]


def _not_passed_over(view: View, request: Request) -> list[int]:
    """The units still to be asked; those before the last one ordered have declined."""
    last = view.state.acted & _own(view.state, request.side)
    return [unit for unit in _units(view, request) if 1 << unit > last]


def _own(state: BattleState, side: int) -> int:
    return sum(1 << spec.index for spec in state.roster.units if spec.side == side)


def _first(view: View, request: Request, choose: Callable[[int], Order | None]) -> Order | None:
    orders = (choose(unit) for unit in _not_passed_over(view, request))
    return next((order for order in orders if order is not None), None)


def _start(view: View, request: Request) -> Order | None:
    return _first(view, request, lambda unit: best_posture(view, unit))


def _movement(view: View, request: Request) -> Order | None:
    return _first(view, request, lambda unit: best_move(view, request, unit))


def _shooting(view: View, request: Request) -> Order | None:
    """The fire of the unit whose fire tells most."""
    telling = _most_telling(view, "shooting", _units(view, request), whole(view))
    if telling is None:
        return None
    unit, shots = telling
    return Fire(view.state.spec(unit).id, tuple(shot.aim for shot in shots))


def _most_telling(
    view: View, phase: Phase, units: Iterable[int], shares: Shares
) -> tuple[int, tuple[Shot, ...]] | None:
    """The unit whose fire can be expected to take most, and its shots; of equals the first."""
    volleys = ((unit, best_shots(view, phase, unit, shares)) for unit in units)
    telling = [(-total_gain(shots), unit, shots) for unit, shots in volleys if shots]
    if not telling:
        return None
    _, unit, shots = min(telling)
    return unit, shots


def _firefight(view: View, request: Request) -> Order | None:
    """Targets for all that fire, none wasted; who would rather charge holds its fire (BB-20)."""
    waiting = [unit for unit in _units(view, request) if not _holds_fire(view, request, unit)]
    shares, named = whole(view), []
    while waiting:
        telling = _most_telling(view, "firefight", waiting, shares)
        if telling is None:
            break
        unit, shots = telling
        waiting.remove(unit)
        for shot in shots:
            shares[shot.target] *= 1.0 - shot.destroyed
        named.append(UnitAims(view.state.spec(unit).id, tuple(shot.aim for shot in shots)))
    return NameTargets(tuple(named)) if named else None


def _holds_fire(view: View, request: Request, unit: int) -> bool:
    if request.side != view.state.active:
        return False
    hoped = _RUSH_LATER * hoped_rush(view, unit)
    return hoped > total_gain(best_shots(view, "firefight", unit, whole(view)))


def _rush(view: View, request: Request) -> Order | None:
    """The charge or pile-in that pays best."""
    found = ((unit, best_rush(view, request, unit)) for unit in _units(view, request))
    paying = [(-rush.gain, unit, rush.order) for unit, rush in found if rush is not None]
    return min(paying)[2] if paying else None


def _melee(view: View, request: Request) -> Order | None:
    """The best blow of each team, none wasted."""
    shares, named = whole(view), []
    for unit in _units(view, request):
        blow = best_blow(view, unit, shares)
        if blow is not None:
            shares[blow.target] *= 1.0 - blow.destroyed
            named.append(UnitAims(view.state.spec(unit).id, (blow.aim,)))
    return NameTargets(tuple(named)) if named else None


def _break_away(view: View, request: Request) -> Order | None:
    (unit,) = _units(view, request)
    return best_retreat(view, request, unit)


def _group(view: View, request: Request) -> Order | None:  # noqa: ARG001
    """The groups are taken as they come."""
    return Resolve(request.units[0])


_ANSWERS: dict[RequestKind, Callable[[View, Request], Order | None]] = {
    "start": _start,
    "movement": _movement,
    "shooting": _shooting,
    "firefight_order": _group,
    "firefight": _firefight,
    "charge": _rush,
    "pile_in": _rush,
    "melee_order": _group,
    "melee": _melee,
    "break_away": _break_away,
}
