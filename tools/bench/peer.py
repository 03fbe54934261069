"""One set-up played through, and one JSON line about it, to be put beside other simulators."""

from collections.abc import Sequence
from time import perf_counter
from typing import Any

from msgspec.structs import replace

from sim.replay.resimulate import answers_in
from tools.bench.battles import Arena, Course, outcomes_digest
from tools.bench.setups import Setup

KINDS = ("battles", "log", "resimulate", "copies")
_NOTE = "action = accepted order that is not a pass; event = line of the log"


def peer_line(kind: str, setup: Setup, player: str, games: int, seed: int) -> dict[str, Any]:
    """Play so many games of a kind after one that warms up; start-up is left out of `play_s`."""
    arena = Arena(setup, player)
    arena.fight(0)
    seeds = range(seed * 100_003, seed * 100_003 + games)
    name = f"skirmish-sim/{setup.name}/{player}" + ("" if kind == "battles" else f"/{kind}")
    if kind == "copies":
        return {"peer": name} | _copies(arena, games)
    courses: list[Course] = []
    if kind == "resimulate":
        courses = [arena.record(seed) for seed in seeds]
        seconds = _resimulate(arena, courses)
    else:
        start = perf_counter()
        if kind == "log":
            arena.fight_logged(seeds, written=True)
        else:
            arena.fight_all(seeds)
        seconds = perf_counter() - start
        courses = [arena.record(seed) for seed in seeds]
    return {
        "peer": name,
        "games": games,
        "actions": sum(course.actions for course in courses),
        "events": sum(len(course.events) for course in courses),
        "play_s": round(seconds, 4),
        "digest": outcomes_digest(courses)[:12],
        "note": _NOTE,
    }


def _resimulate(arena: Arena, courses: Sequence[Course]) -> float:
    answered = [(course.seed, tuple(answers_in(course.events))) for course in courses]
    start = perf_counter()
    for seed, answers in answered:
        arena.fight_again(seed, answers, lambda _event, _state: None)
    return perf_counter() - start


def _copies(arena: Arena, games: int) -> dict[str, Any]:
    """Copies of a state with one unit changed."""
    state = arena.fight(1)
    start = perf_counter()
    for number in range(games):
        index = number % len(state.units)
        row = replace(state.units[index], moved=not state.units[index].moved)
        state = replace(state, units=(*state.units[:index], row, *state.units[index + 1 :]))
    seconds = perf_counter() - start
    digest = f"{sum(unit.moved for unit in state.units):012d}"
    note = "action = one copy of the state with one unit changed"
    return {
        "games": games,
        "actions": games,
        "events": None,
        "play_s": round(seconds, 4),
        "digest": digest,
        "note": note,
    }
