"""Battles whose work is counted, or whose bytes are compared."""

import io
from collections.abc import Callable, Hashable
from typing import Any

from msgspec.structs import replace

from sim.ai.registry import BUNDLED
from sim.battlefield.sight import Stance
from sim.battlefield.world import Memo
from sim.dice import KeyedDice
from sim.engine.battle import Battle
from sim.replay.log import LogWriter
from sim.runner.match import fight, header_of
from sim.scenario.load import Scenario, load_document
from tools.tables import Plan, random_table

PLAYERS = [name for name in BUNDLED if name != "null"]
SMALL = Plan(1)
CROWDED = Plan(5, units=4, pieces=16, mix="vehicles", rounds=2)


class CountingMemo(Memo):
    """A memo that counts the questions about sight: all of them, and those it could not answer."""

    def __init__(self, limit: int = 1 << 15) -> None:
        super().__init__(limit)
        self.queries = self.misses = self.most = 0

    def get(self, key: Any, default: Any = None) -> Any:
        found = super().get(key, default)
        if _is_of_sight(key):
            self.queries += 1
            self.misses += found is None
        return found

    def keep(self, key: Hashable, value: Any) -> Any:
        kept = super().keep(key, value)
        self.most = max(self.most, len(self))
        return kept


def _is_of_sight(key: Any) -> bool:
    return isinstance(key, tuple) and len(key) == 2 and isinstance(key[0], Stance)


def table(plan: Plan, memo: Memo | None = None) -> Scenario:
    """A scenario in a world of its own, with a memo of one's own choice."""
    scenario = load_document(random_table(plan))
    if memo is None:
        return scenario
    roster = replace(scenario.roster, world=replace(scenario.roster.world, memo=memo))
    return replace(scenario, roster=roster, start=replace(scenario.start, roster=roster))


def log_of(
    scenario: Scenario,
    player: str,
    seed: int = 1,
    *,
    before_each: Callable[[], None] = lambda: None,
) -> bytes:
    """The log of a battle of a player against itself; `before_each` request something is done."""
    out = io.BytesIO()
    players = dict.fromkeys((side.id for side in scenario.roster.sides), player)
    writer = LogWriter(header_of(scenario, players, seed), out)
    battle = Battle(scenario.start, KeyedDice(seed), writer)
    seats = [_Prepared(BUNDLED[player](), before_each) for _ in players]
    fight(battle, seats, seed)
    writer.close()
    return out.getvalue()


def log_in_a_process(job: tuple[Plan, str, int]) -> bytes:
    """The log of a battle, for a pool of processes."""
    plan, player, seed = job
    return log_of(table(plan), player, seed)


class _Prepared:
    """A player before each of whose decisions something is done."""

    def __init__(self, player: Any, prepare: Callable[[], None]):
        self._player = player
        self._prepare = prepare

    def decide(self, *request: Any) -> Any:
        self._prepare()
        return self._player.decide(*request)
