"""A mirrored table, mirrored orders and the same dice give mirrored events."""

from typing import Any

import msgspec
import pytest

from sim.dice import KeyedDice, Stream
from sim.engine.battle import Battle
from sim.engine.check import check
from sim.engine.options import Request
from sim.scenario.load import load_document
from sim.state.battle import BattleState
from sim.state.events import Event, OrderGiven
from sim.state.orders import Charge, Fire, Move, NameTargets, Order, Pass
from tests.support.builders import document, unit
from tests.support.grid import GridPlayer

WIDTH = 72.0
EDGES = {"left": "right", "right": "left"}


def table() -> dict[str, Any]:
    """Teams, guns and vehicles among terrain, every coordinate a multiple of 1/8."""
    red = [
        unit("r-hq", "command-team", 20, 20, 90),
        unit("r-1", "rifle-team", 20, 24, 90),
        unit("r-2", "mg-team", 18, 28, 45),
        unit("r-gun", "at-gun-light", 16, 14, 90),
        unit("r-tank", "medium-tank", 14, 34, 90),
        unit("r-mortar", "mortar-team", 6, 20, 90),
        unit("r-3", "assault-team", 29, 31, 90),
    ]
    blue = [
        unit("b-hq", "command-team", 36, 20, 270),
        unit("b-1", "assault-team", 34, 23, 270),
        unit("b-2", "rifle-team", 38, 28, 270),
        unit("b-gun", "at-gun-medium", 44, 16, 270),
        unit("b-tank", "light-tank", 42, 34, 270),
        unit("b-half", "half-track", 46, 24, 225),
        unit("b-3", "rifle-team", 34, 31, 270),
    ]
    terrain = [
        {"id": "wood", "kind": "wood", "polygon": [[24, 8], [30, 9], [29, 15], [25, 14]]},
        {"id": "wall", "kind": "stone-wall", "line": [[26, 19], [26, 26]]},
        {"id": "hedge", "kind": "hedge", "line": [[31, 26], [38, 32]]},
        {"id": "knoll", "kind": "hill", "polygon": [[40, 12], [48, 12], [46, 20], [41, 19]],
         "elevation": 2},
        {"id": "marsh", "kind": "marsh", "polygon": [[20, 36], [28, 36], [27, 42], [21, 41]]},
        {"id": "house", "kind": "building", "rect": {"center": [32, 38], "size": [6, 4]}},
    ]  # fmt: skip
    return document(red, blue, terrain=terrain)


def mirrored(value: Any) -> Any:
    """Plain data with x turned round: places, paths, facings, edges."""
    if isinstance(value, dict):
        return {key: _mirrored_field(key, item) for key, item in value.items()}
    if isinstance(value, list | tuple):
        return [mirrored(item) for item in value]
    return value


def _mirrored_field(key: str, value: Any) -> Any:
    if key in ("position", "center"):
        return [WIDTH - value[0], value[1]]
    if key in ("path", "polygon", "line"):
        return [[WIDTH - x, y] for x, y in value]
    if key == "facing":
        return (360 - value) % 360
    if key in ("edge", "exit") and value is not None:
        return EDGES.get(value, value)
    return mirrored(value)


class Recorder:
    """Fights with players that keep to a grid, and keeps the accepted orders."""

    def __init__(self, seed: int):
        self.events: list[Any] = []
        self.orders: list[Order] = []
        battle = Battle(load_document(table()).start, KeyedDice(seed), self._note)
        player = GridPlayer()
        while battle.request is not None:
            request = battle.request
            stream = Stream.of(seed, str(request.side), f"{battle.state.turn}/{request.number}")
            battle.submit(player.decide(battle.state, request, stream))

    def _note(self, event: Event, state: BattleState) -> None:
        self.events.append(event)
        if isinstance(event, OrderGiven):
            self.orders.append(event.order)


def replayed(orders: list[Order], seed: int) -> list[Event]:
    """The events of the mirrored table under mirrored orders."""
    events: list[Event] = []
    start = load_document(mirrored(table())).start
    battle = Battle(start, KeyedDice(seed), lambda event, _state: events.append(event))
    answers = iter(orders)
    while battle.request is not None:
        plain = mirrored(msgspec.to_builtins(next(answers)))
        battle.submit(msgspec.convert(plain, Order))  # type: ignore[arg-type]
    return events


def plain(events: list[Event]) -> list[Any]:
    """Events as data, without the digests of states; measured numbers but for their last bits."""
    return [
        {key: _measured(value) for key, value in data.items() if key != "digest"}
        for data in (msgspec.json.decode(msgspec.json.encode(event)) for event in events)
    ]


def _measured(value: Any) -> Any:
    return round(value, 9) if isinstance(value, float) else value


@pytest.mark.parametrize("seed", range(6))
def test_a_mirrored_battle_is_the_mirror_of_the_battle(seed: int) -> None:
    recorded = Recorder(seed)
    kinds = {type(order) for order in recorded.orders}
    assert {Move, Fire, Pass} <= kinds
    assert plain(replayed(recorded.orders, seed)) == mirrored(plain(recorded.events))


def test_the_recorded_battles_have_charges_and_exchanges() -> None:
    kinds = {type(order) for seed in range(6) for order in Recorder(seed).orders}
    assert {Charge, NameTargets} <= kinds


def test_the_players_of_the_grid_are_never_refused() -> None:
    start = load_document(table()).start
    request = Request(kind="movement", side=0, units=("r-1",), number=1)
    order = GridPlayer().decide(start, request, Stream(b"grid"))
    assert check(start, request, order) is None
