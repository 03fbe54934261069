"""The battles that are measured: seeded tables, pinned by their digests."""

from typing import NamedTuple

from sim.scenario.load import Scenario, load_document
from tools.tables import Plan, random_table


class Setup(NamedTuple):
    """A table to fight on, and the digest that its scenario has."""

    name: str
    plan: Plan
    digest: str


SMALL = Setup("small", Plan(1, units=6, pieces=30), "a88612af96b143618526cc14c47e8f91")
LARGE = Setup("large", Plan(1, units=30, pieces=60), "0bbc868befc0ef868afd14f328a80731")

BY_UNITS = tuple(
    Setup(f"{plan.units} a side", plan, digest)
    for plan, digest in (
        (Plan(2, units=6, pieces=15), "2f0473a599ed7a052b3f201f79db6535"),
        (Plan(2, units=12, pieces=30), "cea07a40fdb7ba7853e58363209879f1"),
        (Plan(2, units=24, pieces=60), "b6a059fb95e9e846205cf6060deb777f"),
        (Plan(2, units=48, pieces=120), "8b177152b919e46b2d1b9b7a7251c57e"),
    )
)
"""Units and pieces grow with the table, so that both stay as dense as they were."""

BY_PIECES = tuple(
    Setup(f"12 a side, {plan.pieces} pieces", plan, digest)
    for plan, digest in (
        (Plan(3, units=12, pieces=15), "9bdd09d72cf056cf5cfd9c1e0ed022b4"),
        (Plan(3, units=12, pieces=30), "c898b54688015c15dc67da4ca710cdc4"),
        (Plan(3, units=12, pieces=60), "a1e896f2458ee41bed4866410276bcb2"),
        (Plan(3, units=12, pieces=120), "7dd23745ea727468a49a63a567a307fb"),
    )
)
"""The same table, ever denser."""

MANY = BY_UNITS[-1]
"""Ninety-six units."""

ALL = (SMALL, LARGE, *BY_UNITS, *BY_PIECES)


def load(setup: Setup) -> Scenario:
    """The scenario of a set-up, in a world of its own, fought for the centre to the last round.

    Raises ValueError if it is not the one that was pinned.
    """
    document = random_table(setup.plan)
    document["victory"] = [goal for goal in document["victory"] if goal["kind"] == "hold"]
    scenario = load_document(document)
    if scenario.digest != setup.digest:
        raise ValueError(f"{setup.name}: the scenario is {scenario.digest}, not {setup.digest}")
    return scenario
