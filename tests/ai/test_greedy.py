"""The greedy player: legal, without memory, and bent on what pays."""

from typing import NamedTuple

import pytest
from msgspec.structs import replace

from sim.ai.greedy import GreedyPlayer
from sim.ai.null import NullPlayer
from sim.ai.protocol import Player
from sim.ai.random import RandomPlayer
from sim.ai.tactician import TacticianPlayer
from sim.state.events import BattleEnded, Event, OrderRefused, PlayerForfeited
from sim.state.orders import Fire, Move, Pass, Resolve
from tests.support.asking import Fresh, answer, every_scenario, fought, reloaded
from tests.support.builders import battle, unit
from tests.support.shots import team_with, weapon


class Fought(NamedTuple):
    """A battle of greedy from one seat."""

    seat: str
    events: list[Event]


@pytest.fixture(scope="module")
def battles() -> list[Fought]:
    """Twenty battles over the shipped scenarios, from both seats, against random and null."""
    found = []
    for scenario, seed in every_scenario(20):
        rival = (RandomPlayer, NullPlayer)[seed % 2]()
        seat = seed // 2 % 2
        players = [rival, GreedyPlayer()] if seat else [GreedyPlayer(), rival]
        own = scenario.roster.sides[seat].id
        found.append(Fought(own, fought(scenario, players, seed)))
    return found


def test_no_order_is_refused(battles: list[Fought]) -> None:
    for battle_fought in battles:
        assert not any(isinstance(e, OrderRefused | PlayerForfeited) for e in battle_fought.events)


def test_it_beats_random_and_null_from_either_seat(battles: list[Fought]) -> None:
    score = 0.0
    for seat, events in battles:
        ended = events[-1]
        assert isinstance(ended, BattleEnded)
        score += 0.5 if ended.winner is None else float(ended.winner == seat)
    assert score >= 16


@pytest.mark.parametrize("player", [GreedyPlayer, TacticianPlayer])
def test_a_fresh_player_at_each_request_gives_the_same_events(player: type[Player]) -> None:
    kept = fought(reloaded("walled-manor"), [player(), RandomPlayer()], 3)
    fresh = fought(reloaded("walled-manor"), [Fresh(player), Fresh(RandomPlayer)], 3)
    assert kept == fresh


def test_it_fires_with_the_most_telling_unit_first() -> None:
    red = [unit("r", "rifle-team", 10, 20), unit("m", "mg-team", 10, 26)]
    state = battle(red, [unit("b", "rifle-team", 30, 22)])
    order = answer(state, "shooting", "r", "m")
    assert isinstance(order, Fire)
    assert order.unit == "m"


def test_it_passes_when_nobody_can_be_hit() -> None:
    state = battle([unit("r", "rifle-team", 5, 20)], [unit("b", "rifle-team", 60, 20)])
    assert answer(state, "shooting", "r") == Pass()


def test_units_that_declined_are_not_asked_again() -> None:
    red = [unit("g", "at-gun-heavy", 5, 10, 90), unit("r", "rifle-team", 5, 30)]
    state = battle(red, [unit("b", "rifle-team", 60, 12)], phase="movement")
    order = answer(state, "movement", "g", "r")
    assert isinstance(order, Move)
    assert order.unit == "r"
    assert answer(replace(state, acted=0b10), "movement", "g") == Pass()


def test_no_two_units_waste_a_firefight_on_one_enemy() -> None:
    red = [unit("r", "shooters", 20, 20), unit("s", "shooters", 20, 24)]
    blue = [unit("b", "rifle-team", 28, 21), unit("c", "rifle-team", 28, 24)]
    catalogue = {
        "weapons": {"deadly": weapon(12, dice=9, firepower=9)},
        "profiles": {"shooters": team_with("deadly")},
    }
    state = battle(red, blue, phase="firefight", catalogue=catalogue)
    order = answer(state, "firefight", "r", "s", groups=[("r", "s", "b", "c")])
    assert {named.aims[0].target for named in order.units} == {"b", "c"}


def test_who_would_rather_charge_holds_its_fire() -> None:
    red = [unit("r", "rifle-team", 20, 20), unit("s", "assault-team", 20, 23, quality="elite")]
    blue = [unit("b", "mortar-team", 26, 22, quality="conscript")]
    house = {"id": "house", "kind": "building", "rect": {"center": [26, 22], "size": [4, 4]}}
    state = battle(red, blue, phase="firefight", terrain=[house])
    order = answer(state, "firefight", "r", "s", groups=[("r", "s", "b")])
    assert [named.unit for named in order.units] == ["s"]


def test_nobody_fires_when_no_fire_pays() -> None:
    state = battle(
        [unit("r", "truck", 20, 20)], [unit("b", "rifle-team", 26, 20)], phase="firefight"
    )
    assert answer(state, "firefight", "r", groups=[("r", "b")]) == Pass()


def test_groups_are_taken_as_they_come() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 26, 20)])
    order = answer(state, "firefight_order", "r", groups=[("r", "b")])
    assert order == Resolve("r")


def test_who_is_out_of_reach_names_no_blow() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 26, 20)])
    assert answer(state, "melee", "r", groups=[("r", "b")]) == Pass()
