"""The player itself: for each kind of request the answer that its fields and odds speak for."""

from collections.abc import Callable, Iterable, Iterator, Sequence

from sim.ai.greedy import _ANSWERS as G
from sim.ai.tactician.fire import Gunnery, Shots, aims_of, total_gain
from sim.ai.tactician.movement import best_move
from sim.ai.tactician.posture import best_posture
from sim.ai.tactician.survey import Survey
from sim.ai.worth import view_of
from sim.dice import Stream
from sim.engine.options import Request, RequestKind
from sim.state.battle import BattleState
from sim.state.events import Phase
from sim.state.orders import Fire, NameTargets, Order, Pass, Resolve, UnitAims


class TacticianPlayer:
    """Weighs exchanged threat, cover and aims over every place in reach, and the best exactly."""

    def __init__(self) -> None:
        self._survey: Survey | None = None

    def decide(self, state: BattleState, request: Request, stream: Stream) -> Order:  # noqa: ARG002
        """The order that pays best, `Pass` when none does; nothing is drawn."""
        survey = self._survey
        if survey is None or survey.roster is not state.roster:
            survey = self._survey = Survey(state)
            survey.gunnery = Gunnery(survey)
        survey.look(state)
        if request.kind in _ANSWERS:
            return _ANSWERS[request.kind](survey, request) or Pass()
        return G[request.kind](view_of(state), request) or Pass()


def _not_passed_over(survey: Survey, request: Request) -> Iterator[int]:
    """The units still to be asked; those before the last one ordered have declined."""
    state = survey.state
    last = state.acted & survey.masks[request.side]
    for unit in _units(survey, request):
        if 1 << unit > last:
            yield unit


def _start(survey: Survey, request: Request) -> Order | None:
    orders = (best_posture(survey, unit) for unit in _not_passed_over(survey, request))
    return next((order for order in orders if order is not None), None)


def _movement(survey: Survey, request: Request) -> Order | None:
    orders = (best_move(survey, request, unit) for unit in _not_passed_over(survey, request))
    return next((order for order in orders if order is not None), None)


def _units(survey: Survey, request: Request) -> list[int]:
    return [survey.state.roster.unit_index[name] for name in request.units]


def _most_telling(
    survey: Survey, phase: Phase, units: Iterable[int], shares: Sequence[float]
) -> tuple[int, Shots] | None:
    """The unit whose fire can be expected to take most, and its shots; of equals the first."""
    best: tuple[float, int, Shots] | None = None
    for unit in units:
        shots = survey.gunnery.best(phase, unit, shares)
        if shots:
            gain = total_gain(shots)
            if best is None or gain > best[0]:
                best = gain, unit, shots
    return None if best is None else best[1:]


def _shooting(survey: Survey, request: Request) -> Order | None:
    whole = [1.0] * len(survey.state.units)
    telling = _most_telling(survey, "shooting", _units(survey, request), whole)
    if telling is None:
        return None
    unit, shots = telling
    return Fire(survey.state.spec(unit).id, aims_of(survey.state, unit, shots))


def _firefight(survey: Survey, request: Request) -> Order | None:
    state = survey.state
    waiting = _units(survey, request)
    shares, named = [1.0] * len(state.units), []
    while waiting:
        telling = _most_telling(survey, "firefight", waiting, shares)
        if telling is None:
            break
        unit, shots = telling
        waiting.remove(unit)
        for shot in shots:
            shares[shot.target] *= 1.0 - shot.destroyed
        named.append(UnitAims(state.spec(unit).id, aims_of(state, unit, shots)))
    return NameTargets(tuple(named)) if named else None


def _group(survey: Survey, request: Request) -> Order:  # noqa: ARG001
    return Resolve(request.units[0])


_ANSWERS: dict[RequestKind, Callable[[Survey, Request], Order | None]] = {
    "start": _start,
    "movement": _movement,
    "shooting": _shooting,
    "firefight": _firefight,
    "firefight_order": _group,
    "melee_order": _group,
}
