"""Battles fought on from the middle of a log: other orders or players, the dice or new ones."""

from collections.abc import Mapping
from pathlib import Path
from typing import BinaryIO, Literal, get_args

import msgspec
from msgspec.structs import replace

import sim
from sim.ai.protocol import Player
from sim.ai.registry import make_player
from sim.dice import GREATEST_SEED
from sim.engine.battle import Battle
from sim.engine.check import check
from sim.engine.options import Request
from sim.errors import LogError, UsageError
from sim.replay.codec import Header, rules_digest, versions
from sim.replay.fold import scenario_of
from sim.replay.follow import Follower
from sim.replay.log import LogReader, LogWriter
from sim.replay.resimulate import Answer, numbered_answers
from sim.replay.seeds import child_of, seeds_of
from sim.runner.match import fight, players_by_side
from sim.runner.result import Result, result_of
from sim.scenario.load import Scenario
from sim.state.orders import Order

_ORDERS = msgspec.json.Decoder(Order)

DiceChoice = Literal["same", "new"]
DICE_CHOICES: tuple[DiceChoice, ...] = get_args(DiceChoice)


class ForkPoint(msgspec.Struct, frozen=True):
    """Where a log is forked: the event that answers the request, its answer, the log's digest."""

    path: Path
    header: Header
    event: int
    answer: Answer
    digest: str


class Change(msgspec.Struct, frozen=True, kw_only=True):
    """What a continuation does otherwise: the first order, players by side, the seed."""

    order: Order | None = None
    players: Mapping[str, str] = {}
    seed: int


class Continuation(msgspec.Struct, frozen=True, kw_only=True):
    """A battle fought on: the request it begins with, its header, the result of the whole."""

    request: Request
    header: Header
    result: Result


def find_point(path: Path, at: int) -> ForkPoint:
    """The request whose answer is event `at`, or else the next event after it that is an answer.

    Raises `LogError` for damage, `UsageError` when no answer follows.
    """
    log = LogReader(path)
    found, last = None, 0
    for number, answer in numbered_answers((line.stamp.n, line.event) for line in log.events()):
        last = number
        if found is None and number >= at:
            found = number, answer
    if found is None:
        raise UsageError(f"{path}: event {at} is behind the last order of the log, event {last}")
    return ForkPoint(path, log.header, *found, log.seal.digest)


def same_seed(point: ForkPoint) -> int:
    """The seed of the dice of a log from where it is forked.

    Raises `UsageError` when the log, a child itself, changes its dice behind that.
    """
    (*_, last) = seeds_of(point.header)
    if last.event > point.event:
        raise UsageError(
            f"{point.path} changes its dice at event {last.event}, where it was forked itself; "
            f"fork it there or later to keep them"
        )
    return last.seed


def read_order_file(path: Path) -> Order:
    """The order in a file of JSON, as logs have orders; raises `UsageError` for anything else."""
    try:
        order: Order = _ORDERS.decode(path.read_bytes())
    except OSError as problem:
        raise UsageError(f"{path} cannot be read: {problem.strerror}") from problem
    except (msgspec.DecodeError, RecursionError) as problem:
        raise UsageError(f"{path} holds no order as logs have them: {problem}") from problem
    return order


def read_dice(name: str) -> DiceChoice:
    """Which dice a continuation throws; raises `UsageError` for another word."""
    for choice in DICE_CHOICES:
        if choice == name:
            return choice
    raise UsageError(f"--dice is same or new, not {name!r}")


def several(change: Change, number: int) -> tuple[Change, ...]:
    """The same change so many times, with seeds that go on from the first."""
    seeds = ((change.seed + one) % (GREATEST_SEED + 1) for one in range(number))
    return tuple(replace(change, seed=seed) for seed in seeds)


def check_change(point: ForkPoint, change: Change) -> None:
    """Raise what `continue_from` would raise before it begins to fight."""
    log = LogReader(point.path)
    scenario = scenario_of(log)
    _seats(scenario, _header(point, scenario, change))
    battle = _battle_at(point, Follower(log, scenario.start), change.seed)
    if change.order is not None:
        assert battle.request is not None
        refusal = check(battle.state, battle.request, change.order)
        if refusal is not None:
            raise UsageError(f"the rules forbid that order: {refusal.text} ({refusal.clause})")


def continue_from(point: ForkPoint, change: Change, out: BinaryIO | None = None) -> Continuation:
    """Fight a battle on from where its log is forked, and log the whole of it.

    An order that the rules forbid is refused, and the player asked. Raises `LogError` when the log
    is not true up to there, `UsageError` for a player or side that does not exist.
    """
    log = LogReader(point.path)
    scenario = scenario_of(log)
    header = _header(point, scenario, change)
    seats = _seats(scenario, header)
    writer = LogWriter(header, out)
    try:
        battle = _battle_at(point, Follower(log, scenario.start, writer), change.seed)
        request = battle.request
        assert request is not None
        if change.order is not None:
            battle.submit(change.order)
        fight(battle, seats, change.seed)
    finally:
        writer.catch_up()
    result = result_of(header, battle.state, writer.close())
    return Continuation(request=request, header=header, result=result)


def _seats(scenario: Scenario, header: Header) -> list[Player]:
    return [make_player(header.players[side.id]) for side in scenario.roster.sides]


def _header(point: ForkPoint, scenario: Scenario, change: Change) -> Header:
    return replace(
        child_of(point.header, point.digest, point.event, change.seed),
        program_version=sim.__version__,
        rules_digest=rules_digest(),
        versions=versions(),
        players=players_by_side(scenario, {**point.header.players, **change.players}),
    )


def _battle_at(point: ForkPoint, follower: Follower, seed: int) -> Battle:
    """The battle before the request, fought again from the log."""
    follower.follow(until=point.event)
    if follower.difference is not None:
        number = follower.difference.number
        raise LogError(f"{point.path}: not true from event {number} on; `verify` says more")
    return follower.hand_over(seed)
