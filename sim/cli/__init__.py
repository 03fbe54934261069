"""The command line: parse, call, print. Each command imports what it needs when it runs."""

from sim.cli import batches, battles, comparison, pages, questions, replays, results, scenarios
from sim.cli.base import app, main, replay

__all__ = [
    "app",
    "batches",
    "battles",
    "comparison",
    "main",
    "pages",
    "questions",
    "replay",
    "replays",
    "results",
    "scenarios",
]
