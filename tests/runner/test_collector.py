"""The collector of cycles rests while a battle is fought, and is afterwards as it was."""

import gc
from collections.abc import Iterator

import pytest

from sim.ai.greedy import GreedyPlayer
from sim.dice import KeyedDice
from sim.engine.battle import Battle
from sim.runner.collector import collector_at_rest
from sim.runner.match import fight, play
from sim.scenario.load import load_scenario, shipped_scenarios


@pytest.fixture(autouse=True)
def collector() -> Iterator[None]:
    yield
    gc.set_debug(0)
    gc.garbage.clear()
    gc.enable()


def fail_at_rest() -> None:
    with collector_at_rest():
        raise ZeroDivisionError(gc.isenabled())


@pytest.mark.parametrize("switch", [gc.enable, gc.disable])
def test_it_is_as_it_was_also_after_a_fault(switch) -> None:
    switch()
    before = gc.isenabled()
    with pytest.raises(ZeroDivisionError, match="False"):
        fail_at_rest()
    assert gc.isenabled() == before


class Hoarder(GreedyPlayer):
    """A player of somebody's own."""


def test_it_works_on_where_players_of_others_fight() -> None:
    scenario = load_scenario(shipped_scenarios()["causeway-gun"], ["rounds=1"])
    working: list[bool] = []
    battle = Battle(
        scenario.start, KeyedDice(1), lambda event, state: working.append(gc.isenabled())
    )
    fight(battle, [Hoarder(), GreedyPlayer()], 1)
    assert all(working)


def test_a_battle_leaves_no_cycles() -> None:
    """Else what nobody needs any more would pile up as long as it rests."""
    scenario = load_scenario(shipped_scenarios()["causeway-gun"])
    players = {"attacker": "tactician", "defender": "greedy"}
    rested = []
    gc.collect()
    gc.disable()
    gc.set_debug(gc.DEBUG_SAVEALL)
    play(scenario, players, 2, lambda event, state: rested.append(not gc.isenabled()))
    gc.collect()
    left = [type(thing) for thing in gc.garbage if type(thing).__module__.startswith("sim.")]
    assert all(rested)
    assert left == []
