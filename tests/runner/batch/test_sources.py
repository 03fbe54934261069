"""Players are their code: where that has changed, they are others."""

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from msgspec.structs import replace

from sim.errors import UsageError
from sim.runner.batch.plan import refuse_other_version
from sim.runner.batch.sources import sources_of
from tests.support.batches import experiment

PLAYER = "guards:Guard"
SOURCE = "from sim.ai.null import NullPlayer\n\n\nclass Guard(NullPlayer):\n    pass\n"

Write = Callable[[str], None]


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Writes the module of a player, to be imported anew."""
    monkeypatch.syspath_prepend(tmp_path)

    def written(text: str) -> None:
        (tmp_path / "guards.py").write_bytes(text.encode())
        sys.modules.pop("guards", None)

    yield written
    sys.modules.pop("guards", None)


def test_a_player_is_its_code(write: Write) -> None:
    write(SOURCE)
    before = sources_of([PLAYER])
    assert sources_of([PLAYER, PLAYER]) == before
    write(SOURCE + "    calm = True\n")
    assert sources_of([PLAYER]) != before


def test_line_ends_make_no_other_player(write: Write) -> None:
    write(SOURCE)
    before = sources_of([PLAYER])
    write(SOURCE.replace("\n", "\r\n"))
    assert sources_of([PLAYER]) == before


def test_what_is_made_elsewhere_depends_on_both_places(write: Write) -> None:
    write("from sim.ai.null import NullPlayer as Guard\n")
    assert sources_of([PLAYER])[PLAYER] != sources_of(["null"])["null"]


def test_an_experiment_with_a_player_of_other_code_is_refused() -> None:
    wanted = experiment()
    assert list(wanted.sources) == ["random", "null"]
    refuse_other_version(replace(wanted, sources={}))
    with pytest.raises(UsageError, match="the code of player 'null' is not what"):
        refuse_other_version(replace(wanted, sources=wanted.sources | {"null": "other"}))


def test_a_player_that_is_gone_is_refused() -> None:
    with pytest.raises(UsageError, match="there is no player"):
        refuse_other_version(replace(experiment(), sources={"nobody": "other"}))
