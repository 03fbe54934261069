"""Processes of their own: the first battle of a process, and the memory that many take."""

import json
import re
import subprocess
import sys
from pathlib import Path
from time import perf_counter
from typing import NamedTuple

from tools.bench.battles import Arena
from tools.bench.figures import Figures
from tools.bench.setups import LARGE, SMALL

_BY_NAME = {setup.name: setup for setup in (SMALL, LARGE)}
_PEAK = re.compile(r"VmHWM:\s+(\d+) kB")


class Child(NamedTuple):
    """What a process has to tell of itself: seconds, and MiB at its peak."""

    loaded: float
    first: float
    peak: float


def live(name: str, player: str, battles: int) -> Child:
    """Load the scenario and fight; everything is imported, nothing was used before."""
    start = perf_counter()
    arena = Arena(_BY_NAME[name], player)
    loaded = perf_counter()
    arena.fight(1)
    first = perf_counter()
    arena.fight_all(range(2, 1 + battles))
    return Child(loaded - start, first - loaded, peak_memory())


def peak_memory() -> float:
    """The most memory this process ever had, in MiB (Linux).

    The kernel's `ru_maxrss` would count the process that started this one.
    """
    found = _PEAK.search(Path("/proc/self/status").read_text())
    assert found is not None
    return int(found[1]) / 1024


def start(name: str, player: str, battles: int) -> Child:
    """The same in a new process."""
    command = [sys.executable, "-m", "tools.bench.child", name, player, str(battles)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return Child(*json.loads(done.stdout))


def measure_children(figures: Figures, player: str, battles: dict[str, int]) -> None:
    """One process for each set-up with so many battles."""
    for name, count in battles.items():
        child = start(name, player, count)
        figures.add(f"loading the {name} scenario", child.loaded, "s")
        figures.add(f"first {name} battle", child.loaded + child.first, "s")
        figures.add(f"peak memory, {name}", child.peak, "MiB")


if __name__ == "__main__":
    _, setup_name, player_name, battle_count = sys.argv
    print(json.dumps(live(setup_name, player_name, int(battle_count))))
