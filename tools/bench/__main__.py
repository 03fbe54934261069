"""The benchmark: `python -m tools.bench [--quick] [--json FILE] [SECTION ...]`.

Everything is measured in rounds, one section after the other, so that a slow spell of the machine
meets them all; a loop of plain Python before each round tells how fast the machine was. Seconds
are those of the processor, but for processes of their own.
"""

import argparse
import json
import platform
from collections.abc import Callable
from pathlib import Path
from typing import Any

from tools.bench.battles import Arena, Campaign
from tools.bench.child import measure_children
from tools.bench.events import EventTrial
from tools.bench.figures import Figures, calibrate
from tools.bench.growth import GrowthTrial
from tools.bench.peer import KINDS, peer_line
from tools.bench.profile import profile
from tools.bench.setups import LARGE, SMALL
from tools.bench.sight import SightTrial

SECTIONS = ("small", "large", "sight", "events", "growth", "processes")
_SETUPS = {"small": SMALL, "large": LARGE}
_PEER_GAMES = {"battles": 100, "log": 100, "resimulate": 100, "copies": 200_000}


class Sizes:
    """How much is done: battles before the measurement, battles a round, rounds."""

    def __init__(self, *, quick: bool):
        self.rounds = 1 if quick else 5
        self.before = {"small": 10, "large": 2} if quick else {"small": 250, "large": 50}
        self.a_round = {"small": 5, "large": 1} if quick else {"small": 30, "large": 6}
        self.processes = {"small": 10, "large": 2} if quick else {"small": 250, "large": 30}
        self.growth_before = 0 if quick else 5


def main() -> None:
    """Measure what the arguments ask for, and print it."""
    parser = _parser()
    options = parser.parse_args()
    unknown = [section for section in options.sections if section not in SECTIONS]
    if unknown:
        parser.error(f"there is no section {unknown[0]!r}; there are {', '.join(SECTIONS)}")
    if options.peer:
        games = options.games or _PEER_GAMES[options.peer]
        setup = _SETUPS[options.setup]
        print(json.dumps(peer_line(options.peer, setup, options.player, games, options.seed)))
    elif options.profile:
        arena = Arena(_SETUPS[options.setup], options.player)
        print("\n".join(profile(arena, options.games or 20)))
    else:
        _run(options)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m tools.bench", description=__doc__)
    parser.add_argument("sections", nargs="*", metavar="section", help=", ".join(SECTIONS))
    parser.add_argument("--player", default="greedy", help="of both sides")
    parser.add_argument("--quick", action="store_true", help="one short round")
    parser.add_argument("--json", type=Path, help="where to write the figures")
    parser.add_argument("--profile", action="store_true", help="battles of --setup under cProfile")
    parser.add_argument("--peer", choices=KINDS, help="play --setup, and end with one JSON line")
    parser.add_argument("--setup", choices=_SETUPS, default="small")
    parser.add_argument("--games", type=int, help="battles of --peer or --profile")
    parser.add_argument("--seed", type=int, default=1, help="of --peer")
    return parser


def _run(options: argparse.Namespace) -> None:
    sections = options.sections or SECTIONS
    sizes, figures = Sizes(quick=options.quick), Figures()
    campaigns = {
        name: Campaign(
            setup, options.player, before=sizes.before[name], a_round=sizes.a_round[name]
        )
        for name, setup in _SETUPS.items()
        if name in sections
    }
    measures: list[Callable[[Figures], None]] = [one.measure for one in campaigns.values()]
    if "sight" in sections:
        measures.append(SightTrial().measure)
    if "events" in sections:
        measures.append(EventTrial().measure)
    if "growth" in sections:
        measures.append(GrowthTrial(options.player, before=sizes.growth_before).measure)
    if "processes" in sections:
        measures.append(lambda found: measure_children(found, options.player, sizes.processes))
    for _ in range(sizes.rounds):
        figures.add("calibration loop", calibrate(), "s")
        for measure in measures:
            measure(figures)
    print(f"{options.player} against itself; Python {platform.python_version()}")
    print("\n".join(figures.lines()))
    for campaign in campaigns.values():
        print("\n".join(campaign.lines()))
    if options.json is not None:
        options.json.write_text(json.dumps(_document(options, figures, campaigns), indent=1))


def _document(
    options: argparse.Namespace, figures: Figures, campaigns: dict[str, Campaign]
) -> dict[str, Any]:
    return {
        "player": options.player,
        "quick": options.quick,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "figures": figures.document(),
        "campaigns": {name: campaign.document() for name, campaign in campaigns.items()},
    }


if __name__ == "__main__":
    main()
