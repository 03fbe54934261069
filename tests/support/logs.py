"""Small battles and their logs."""

import io
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from sim.replay.codec import Header, rules_digest, versions
from sim.replay.log import LogWriter
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import BattleEnded, PhaseStarted, TurnEnded, TurnStarted
from tests.support.builders import scenario, unit


def skirmish(**more: Any) -> Any:
    """A scenario of two rifle teams a side and an emplaced gun."""
    return scenario(
        [unit("r1", "rifle-team", 10, 10), unit("r2", "rifle-team", 10, 14)],
        [unit("b1", "rifle-team", 30, 10), unit("gun", "at-gun-medium", 30, 20, 270)],
        **more,
    )


def header(**more: Any) -> Header:
    """A header of that scenario."""
    made = skirmish(**more)
    return Header(
        rules_digest=rules_digest(),
        scenario=dict(made.document),
        scenario_digest=made.digest,
        seed=7,
        players={"red": "null", "blue": "null"},
        versions=versions(),
    )


def few_events() -> list[Any]:
    """The events of a battle that ends before it begins."""
    return [
        TurnStarted(round_number=1, by="red"),
        PhaseStarted(name="start"),
        TurnEnded(digest="00"),
        BattleEnded(termination="rounds", winner=None, condition=None, score=(0.0, 0.0)),
    ]


def log_bytes(events: list[Any] | None = None) -> bytes:
    """A whole log, as it is written."""
    out = io.BytesIO()
    writer = LogWriter(header(), out)
    state: BattleState = skirmish().start
    for event in few_events() if events is None else events:
        state = apply(state, event)
        writer(event, state)
    writer.close()
    return out.getvalue()


def log_file(folder: Path, data: bytes, name: str = "battle.jsonl") -> Path:
    """A file of those bytes."""
    path = folder / name
    path.write_bytes(data)
    return path


def active(state: BattleState, side: int, phase: Any) -> BattleState:
    """The state in a side's phase."""
    return replace(state, active=side, phase=phase)
