"""Where the time of battles goes: by layer of the program, then function by function."""

import cProfile
import pstats
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import sim
from tools.bench.battles import Arena

_HOME = Path(sim.__file__).parent
_ELSEWHERE = "built-in functions and libraries"


def profile(arena: Arena, battles: int) -> Iterator[str]:
    """Fight as many battles again as came before, on new seeds; the shares of the layers."""
    arena.fight_all(range(1, 1 + battles))
    profiler = cProfile.Profile()
    profiler.runcall(arena.fight_all, range(1 + battles, 1 + 2 * battles))
    stats = pstats.Stats(profiler)
    shares = layers(stats)
    for layer, share in shares.most_common():
        yield f"{share:6.1%}  {layer}"
    stats.sort_stats("tottime").print_stats(30)


def layers(stats: pstats.Stats) -> "Counter[str]":
    """The share of each layer in the time spent in functions themselves."""
    times: Counter[str] = Counter()
    for (file, _, _), (_, _, own, _, _) in stats.stats.items():  # type: ignore[attr-defined]
        times[_layer(Path(file))] += own
    whole = sum(times.values())
    return Counter({layer: own / whole for layer, own in times.items()})


def _layer(file: Path) -> str:
    if not file.is_relative_to(_HOME):
        return _ELSEWHERE
    folders = file.relative_to(_HOME).parts[:-1]
    return "/".join(("sim", *folders[:2])) if folders else f"sim/{file.name}"
