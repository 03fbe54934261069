"""The command line: parse, call, print. Each command imports what it needs when it runs."""

from sim.cli import battles, questions, scenarios
from sim.cli.base import app, main, replay

__all__ = ["app", "battles", "main", "questions", "replay", "scenarios"]
