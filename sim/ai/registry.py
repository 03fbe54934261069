"""Players by name: the bundled ones, those of other distributions, and `module:Class`."""

from collections.abc import Callable
from difflib import get_close_matches
from importlib import import_module
from importlib.metadata import EntryPoint, entry_points
from typing import NamedTuple

from sim.ai.greedy import GreedyPlayer
from sim.ai.null import NullPlayer
from sim.ai.protocol import Player
from sim.ai.random import RandomPlayer
from sim.ai.tactician import TacticianPlayer
from sim.errors import UsageError

ENTRY_POINTS = "sim.players"

BUNDLED: dict[str, Callable[[], Player]] = {
    "null": NullPlayer,
    "random": RandomPlayer,
    "greedy": GreedyPlayer,
    "tactician": TacticianPlayer,
}


class Listing(NamedTuple):
    """One line of the list of players; `problem` says why one cannot be loaded."""

    name: str
    origin: str
    summary: str
    problem: str = ""


def make_player(name: str) -> Player:
    """A new player by its name; raises `UsageError` for one that cannot be had."""
    if name in BUNDLED:
        return BUNDLED[name]()
    if ":" in name:
        return _import(name, name)
    for point in _plugins():
        if point.name == name:
            return _import(point.value, name)
    known = [*BUNDLED, *(point.name for point in _plugins())]
    close = get_close_matches(name, known, n=1)
    hint = f"did you mean {close[0]!r}?" if close else f"known are {', '.join(known)}"
    raise UsageError(f"there is no player {name!r}; {hint} (or module:Class)")


def list_players() -> list[Listing]:
    """Every player that can be named, the broken ones with their problem."""
    listed = [Listing(name, "skirmish-sim", _summary(player)) for name, player in BUNDLED.items()]
    for point in _plugins():
        origin = point.dist.name if point.dist else "?"
        try:
            listed.append(Listing(point.name, origin, _summary(_load(point.value, point.name))))
        except UsageError as problem:
            listed.append(Listing(point.name, origin, "", str(problem)))
    return listed


def _summary(player: Callable[[], Player]) -> str:
    """The first line of the docstring, which `python -OO` leaves out."""
    return next(iter((player.__doc__ or "").strip().splitlines()), "")


def _plugins() -> list[EntryPoint]:
    return sorted(entry_points(group=ENTRY_POINTS), key=lambda point: point.name)


def _load(target: str, name: str) -> Callable[[], Player]:
    module, _, attribute = target.partition(":")
    try:
        home = import_module(module)
        loaded: Callable[[], Player] | None = getattr(home, attribute, None)
    except (Exception, SystemExit) as problem:
        raise UsageError(f"player {name!r} cannot be loaded: {_said(problem)}") from problem
    if loaded is None:
        close = get_close_matches(attribute, list(vars(home)), n=1)
        hint = f"; did you mean '{module}:{close[0]}'?" if close else ""
        raise UsageError(f"player {name!r} cannot be loaded: {module} has no {attribute!r}{hint}")
    return loaded


def _import(target: str, name: str) -> Player:
    factory = _load(target, name)
    try:
        player = factory()
    except (Exception, SystemExit) as problem:
        raise UsageError(f"player {name!r} cannot be made: {_said(problem)}") from problem
    if not callable(getattr(player, "decide", None)):
        raise UsageError(f"{name!r} is no player: it cannot decide")
    return player


def _said(problem: BaseException) -> str:
    """What an exception is and says, in one line."""
    return " ".join(f"{type(problem).__name__}: {problem}".split())
