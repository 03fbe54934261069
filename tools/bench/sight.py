"""Sight queries a second: remembered, single, and in bulk beside the floor of brute force."""

from itertools import pairwise
from typing import NamedTuple

from sim.battlefield.sight import Stance, masks, stance_of
from sim.battlefield.world import World
from sim.dice import Stream
from sim.geometry.footprints import disc, rectangle
from tools.bench.figures import Figures, best_of
from tools.bench.floor import Sights, Terrain, bulk_masks
from tools.bench.setups import SMALL, load

PAIRS, REPEATS = 500, 3


class Gallery(NamedTuple):
    """A world, and pairs of units at random places on it."""

    world: World
    pairs: list[tuple[Stance, Stance]]


def gallery() -> Gallery:
    """The table of the small battle with teams and tanks all over it."""
    world = load(SMALL).roster.world
    stream = Stream(b"gallery")
    stances = [_stance(world, stream, tank=number % 4 == 0) for number in range(PAIRS + 1)]
    return Gallery(world, list(pairwise(stances)))


def _stance(world: World, stream: Stream, *, tank: bool) -> Stance:
    x = 3 + stream.below(int(world.width - 6) * 100) / 100
    y = 3 + stream.below(int(world.height - 6) * 100) / 100
    if tank:
        base = rectangle(x, y, stream.below(36000) / 100, 4.0, 2.0)
        return stance_of(world, base, 1.8, 1.8)
    return stance_of(world, disc(x, y, 1.5), 0.9, 1.0)


class SightTrial:
    """The queries of one gallery, answered in every way."""

    def __init__(self) -> None:
        self._world, self._pairs = gallery()
        self._terrain = Terrain(self._world)

    def measure(self, figures: Figures) -> None:
        """One round of every way."""
        ways = {
            "cold": best_of(REPEATS, self._forget_and_look),
            "single": best_of(REPEATS, self._look_afresh),
            "remembered": best_of(REPEATS, self._look),
            "numpy floor, in bulk": best_of(REPEATS, self._look_in_bulk),
            "numpy floor, single": best_of(1, self._look_one_by_one),
        }
        for name, seconds in ways.items():
            figures.add(f"sight, {name}", PAIRS / seconds, "queries/s")
        faster = ways["numpy floor, in bulk"] / ways["single"]
        figures.add("sight, single beside the floor in bulk", faster, "times")

    def rays_that_differ(self) -> int:
        """Rays that the floor does not answer as single queries do; 0 unless something is wrong."""
        sights = Sights(self._pairs)
        bulk = bulk_masks(self._terrain, sights)
        self._world.memo.clear()
        single = [masks(self._world, *pair) for pair in sights.pairs]
        return sum(
            (getattr(a, cause) ^ getattr(b, cause)).bit_count()
            for a, b in zip(bulk, single, strict=True)
            for cause in a.__struct_fields__
        )

    def _look(self) -> None:
        for firer, target in self._pairs:
            masks(self._world, firer, target)

    def _look_afresh(self) -> None:
        """Without what was seen before, but knowing the screens between any two cells."""
        for pair in self._pairs:
            self._world.memo.pop(pair, None)
        self._look()

    def _forget_and_look(self) -> None:
        self._world.memo.clear()
        self._look()

    def _look_in_bulk(self) -> None:
        bulk_masks(self._terrain, Sights(self._pairs))

    def _look_one_by_one(self) -> None:
        for pair in self._pairs:
            bulk_masks(self._terrain, Sights([pair]))
