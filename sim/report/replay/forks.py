"""`replay fork`: what became of the continuations of a battle, as document and as lines."""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Literal

import msgspec

from sim.engine.options import RequestKind
from sim.report.lines import Line
from sim.report.tables import table
from sim.report.words import count, number, order_words, plain
from sim.runner.batch.intervals import wilson
from sim.runner.fork import Continuation, DiceChoice, ForkPoint
from sim.state.events import PlayerForfeited
from sim.state.orders import Order


class Share(msgspec.Struct, frozen=True):
    """How often something came about, with the 95 % interval of its chance (Wilson)."""

    count: int
    share: float
    low: float
    high: float


class Ending(msgspec.Struct, frozen=True):
    """How one continuation ended; `winner` null for a draw."""

    seed: int
    winner: str | None
    termination: str
    round: int
    score: dict[str, float]
    digest: str


class Fork(msgspec.Struct, frozen=True, kw_only=True):
    """The document of `replay fork --json`.

    `event` is the first that can differ: the answer to a request of that kind to that side.
    `order` is the new one, or null where a player was asked; `was` how the log answers.
    """

    format: Literal["skirmish-sim/fork"] = "skirmish-sim/fork"
    format_version: Literal[1] = 1
    log: str
    event: int
    request: RequestKind
    side: str
    was: dict[str, Any]
    order: dict[str, Any] | None
    players: dict[str, str]
    dice: DiceChoice
    continuations: int
    wins: dict[str, Share]
    draws: Share
    points: dict[str, float]
    endings: tuple[Ending, ...]


def fork_document(
    point: ForkPoint,
    order: Order | None,
    dice: DiceChoice,
    made: Sequence[Continuation],
) -> Fork:
    """The document of at least one continuation."""
    first = made[0]
    sides = list(first.result.score)
    winners = [one.result.outcome.winner for one in made]
    return Fork(
        log=str(point.path),
        event=point.event,
        request=first.request.kind,
        side=sides[first.request.side],
        was=msgspec.to_builtins(point.answer),
        order=None if order is None else msgspec.to_builtins(order),
        players=first.header.players,
        dice=dice,
        continuations=len(made),
        wins={side: _share(winners.count(side), len(made)) for side in sides},
        draws=_share(winners.count(None), len(made)),
        points={
            side: round(sum(one.result.score[side] for one in made) / len(made), 3)
            for side in sides
        },
        endings=tuple(_ending(one) for one in made),
    )


def _share(times: int, of: int) -> Share:
    interval = wilson(times, of)
    assert interval is not None
    low, high = interval
    return Share(times, round(times / of, 4), round(low, 4), round(high, 4))


def _ending(made: Continuation) -> Ending:
    result = made.result
    return Ending(
        seed=made.header.seed,
        winner=result.outcome.winner,
        termination=result.outcome.termination,
        round=result.outcome.round,
        score=result.score,
        digest=result.digest,
    )


def fork_lines(fork: Fork, point: ForkPoint, order: Order | None) -> Iterator[Line]:
    """Where the battle was forked, what was changed, and how it then ends how often."""
    yield Line(
        f"forked at event {fork.event}, where {fork.side} answers for {plain(fork.request)}",
        "title",
    )
    yield Line(f"the log: {_answer_words(point)}", indent=2)
    if order is not None:
        yield Line(f"instead: {order_words(order)}", indent=2)
    players = ", ".join(f"{side} by {name}" for side, name in fork.players.items())
    dice = "the dice of the log" if fork.dice == "same" else "new dice"
    yield Line(f"then {players}, with {dice}", indent=2)
    yield Line("")
    shares = {f"{side} wins": share for side, share in fork.wins.items()} | {"draw": fork.draws}
    yield from table(
        (count(fork.continuations, "continuation"), "times", "share", "95 % interval"),
        [(name, *_cells(share)) for name, share in shares.items()],
    )
    yield Line(f"points: {_points_words(fork.points)}", "detail", 2)


def _answer_words(point: ForkPoint) -> str:
    if isinstance(point.answer, PlayerForfeited):
        return f"{point.answer.by} forfeits"
    return order_words(point.answer)


def _cells(share: Share) -> tuple[str, str, str]:
    percents = f"{number(100 * share.low)} to {number(100 * share.high)} %"
    return str(share.count), f"{number(100 * share.share)} %", percents


def _points_words(points: Mapping[str, float]) -> str:
    return ", ".join(f"{side} {number(value)} on average" for side, value in points.items())
