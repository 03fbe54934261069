"""What does not change while a battle is fought, whoever tries."""

import pickle
from collections.abc import Callable

import pytest

from sim.state.roster import Index


@pytest.mark.parametrize(
    "change",
    [
        lambda index: index.__setitem__("x", 1),
        lambda index: index.__delitem__("a"),
        lambda index: index.__ior__({"x": 1}),
        lambda index: index.update(x=1),
        lambda index: index.setdefault("x", 1),
        lambda index: index.pop("a"),
        lambda index: index.popitem(),
        lambda index: index.clear(),
    ],
)
def test_an_index_is_never_changed(change: Callable[[Index], object]) -> None:
    index = Index(a=0, b=1)
    with pytest.raises(TypeError, match="never changed"):
        change(index)
    assert index == {"a": 0, "b": 1}


def test_an_index_travels_to_another_process() -> None:
    copy = pickle.loads(pickle.dumps(Index(a=0)))
    assert (type(copy), copy) == (Index, {"a": 0})
