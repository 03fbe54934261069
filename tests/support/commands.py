"""Command lines run in this process."""

import sys
from collections.abc import Callable
from typing import Any, NamedTuple

import pytest

from sim.cli import main


class Ending(NamedTuple):
    """How a command ended."""

    code: int
    out: str
    err: str


Cli = Callable[..., Ending]


@pytest.fixture
def cli(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Cli:
    """Runs a command line in this process."""

    def run(*words: Any) -> Ending:
        monkeypatch.setattr(sys, "path", [*sys.path])
        monkeypatch.setattr(sys, "argv", ["skirmish-sim", *map(str, words)])
        with pytest.raises(SystemExit) as ending:
            main()
        return Ending(int(ending.value.code or 0), *capsys.readouterr())

    return run
