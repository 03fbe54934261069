"""Players by name."""

from importlib.metadata import EntryPoint

import pytest

from sim.ai import registry
from sim.ai.greedy import GreedyPlayer
from sim.ai.null import NullPlayer
from sim.ai.random import RandomPlayer
from sim.ai.registry import list_players, make_player
from sim.ai.tactician import TacticianPlayer
from sim.errors import UsageError


class Unmakeable:
    """A player that cannot be made without a word."""

    def __init__(self, word: str):
        self.word = word


@pytest.fixture
def plugins(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two players of other distributions, one of them broken."""
    points = [
        EntryPoint("sleepy", "sim.ai.null:NullPlayer", registry.ENTRY_POINTS),
        EntryPoint("crooked", "sim.ai.nowhere:Nobody", registry.ENTRY_POINTS),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: points)


@pytest.mark.parametrize(
    ("name", "kind"),
    [
        ("null", NullPlayer),
        ("random", RandomPlayer),
        ("greedy", GreedyPlayer),
        ("tactician", TacticianPlayer),
    ],
)
def test_the_bundled_players_go_by_their_names(name: str, kind: type) -> None:
    assert isinstance(make_player(name), kind)


def test_a_player_can_be_named_by_its_module() -> None:
    assert isinstance(make_player("sim.ai.null:NullPlayer"), NullPlayer)


def test_a_slip_of_the_pen_gets_a_hint() -> None:
    with pytest.raises(UsageError, match="did you mean 'greedy'"):
        make_player("greeedy")


def test_an_unknown_player_gets_the_list() -> None:
    with pytest.raises(UsageError, match="known are null, random, greedy"):
        make_player("xyzzy")


def test_a_module_that_is_not_there_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="cannot be loaded"):
        make_player("sim.ai.nowhere:Nobody")


def test_a_slip_in_the_name_of_a_class_gets_a_hint() -> None:
    with pytest.raises(UsageError, match=r"did you mean 'sim[.]ai[.]greedy:GreedyPlayer"):
        make_player("sim.ai.greedy:GreedPlayer")


def test_a_player_that_cannot_be_made_is_a_usage_error() -> None:
    with pytest.raises(UsageError, match="cannot be made"):
        make_player("tests.ai.test_registry:Unmakeable")


def test_what_cannot_decide_is_no_player() -> None:
    with pytest.raises(UsageError, match="'builtins:object' is no player"):
        make_player("builtins:object")


@pytest.mark.usefixtures("plugins")
def test_players_of_other_distributions_are_found() -> None:
    assert isinstance(make_player("sleepy"), NullPlayer)


@pytest.mark.usefixtures("plugins")
def test_the_list_shows_the_broken_ones_with_their_problem() -> None:
    listed = {listing.name: listing for listing in list_players()}
    assert listed["greedy"].problem == listed["sleepy"].problem == ""
    assert listed["sleepy"].summary == "Passes, whatever it is asked."
    assert "cannot be loaded" in listed["crooked"].problem
