"""Logs of any length, of a battle that goes back and forth and never ends."""

from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from sim.scenario.load import Scenario
from sim.state.events import Event, PhaseStarted, TurnEnded, TurnStarted, UnitMoved, WeaponFired
from sim.state.rolls import Roll
from tests.support.builders import scenario, unit
from tests.support.pages import written

_TEAMS = 10


def endless() -> Scenario:
    """Ten rifle teams a side on an open table with a house and a hedge."""
    return scenario(
        [unit(f"r{n}", "rifle-team", 4, 3 + 4 * n, 90) for n in range(_TEAMS)],
        [unit(f"b{n}", "rifle-team", 24, 3 + 4 * n, 270) for n in range(_TEAMS)],
        rounds=1000,
        terrain=[
            {"id": "house", "kind": "building", "rect": {"center": [14, 20], "size": [4, 6]}},
            {"id": "hedge", "kind": "hedge", "line": [[16, 2], [16, 12]]},
        ],
    )


def back_and_forth() -> Iterator[Event]:
    """Turns without end: every team moves to and fro, and every second one misses."""
    round_number = 0
    while True:
        round_number += 1
        for side, enemy, home in (("r", "b", 4.0), ("b", "r", 24.0)):
            yield TurnStarted(round_number=round_number, by={"r": "red", "b": "blue"}[side])
            yield PhaseStarted(name="movement")
            for team in range(_TEAMS):
                yield _move(f"{side}{team}", home, 3.0 + 4 * team, round_number)
            yield PhaseStarted(name="shooting")
            for team in range(0, _TEAMS, 2):
                yield _miss(f"{side}{team}", f"{enemy}{(team + round_number) % _TEAMS}")
            yield TurnEnded(digest="00")


def _move(team: str, home: float, y: float, round_number: int) -> UnitMoved:
    ends = ((home, y), (home + 2.0, y))
    path = ends if round_number % 2 else ends[::-1]
    return UnitMoved(unit=team, manner="move", path=path, facing=0.0, cost=2.0)


def _miss(firer: str, target: str) -> WeaponFired:
    return WeaponFired(
        unit=firer,
        weapon="rifles",
        target=target,
        distance=20.0,
        dice=1,
        hits=0,
        rolls=(Roll(purpose="to_hit", faces=(1,), result="fail", need=4),),
        obscured=(0, 0, 0),
        concealed=False,
        angle_off_facing=0.0,
        front_arc=True,
        front_quarter=True,
    )


def long_log(folder: Path, length: int) -> Path:
    """A log of so many events, with its footer."""
    return written(folder, endless(), islice(back_and_forth(), length))
