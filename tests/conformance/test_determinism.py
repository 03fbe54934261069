"""The same scenario, players, seed and version give the same bytes, whatever the process."""

import os
import subprocess
import sys
from pathlib import Path

import pytest
from numpy._core._multiarray_umath import __cpu_dispatch__, __cpu_features__

from tests.support.shipped import SHIPPED

WIDE = ("X86_V4", "AVX512_ICL", "AVX512_SPR")


def events(name: str, folder: Path, **environment: str) -> bytes:
    """The event lines of a battle fought in a process of its own."""
    log = folder / "battle.jsonl"
    command = [sys.executable, "-m", "sim", "run", name, "--seed", "11", "--quiet", "--force"]
    subprocess.run(
        [*command, "--log", str(log)],
        env={**os.environ, **environment},
        check=True,
        stdout=subprocess.DEVNULL,
        timeout=120,
    )
    return b"\n".join(log.read_bytes().splitlines()[1:])


@pytest.fixture(scope="module", params=SHIPPED)
def battle(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> object:
    folder = tmp_path_factory.mktemp("logs")
    return request.param, folder, events(request.param, folder, PYTHONHASHSEED="0")


@pytest.mark.parametrize("hash_seed", ["1", "2", "6640"])
def test_the_hash_seed_changes_nothing(battle: tuple[str, Path, bytes], hash_seed: str) -> None:
    name, folder, expected = battle
    assert events(name, folder, PYTHONHASHSEED=hash_seed) == expected


def test_the_vector_units_of_the_processor_change_nothing(
    battle: tuple[str, Path, bytes],
) -> None:
    present = [name for name in WIDE if name in __cpu_dispatch__ and __cpu_features__.get(name)]
    name, folder, expected = battle
    without = events(name, folder, NPY_DISABLE_CPU_FEATURES=" ".join(present))
    assert without == expected
