"""The player that does nothing."""

from sim.ai.null import NullPlayer
from sim.state.orders import Pass
from tests.support.asking import answer
from tests.support.builders import battle, unit


def test_it_passes_whatever_it_is_asked() -> None:
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("b", "rifle-team", 26, 20)])
    assert answer(state, "shooting", "r", player=NullPlayer()) == Pass()
