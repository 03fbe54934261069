"""The result of a battle, as `run --json` prints it."""

import io
from typing import Any

import msgspec
import pytest

from sim.replay.codec import Footer
from sim.replay.log import LogReader
from sim.runner.fight import fight
from sim.runner.match import header_of
from sim.runner.result import Result, result_of
from sim.state.apply import apply
from sim.state.events import BattleEnded, GunDestroyed, TurnStarted, UnitDestroyed, UnitExited
from tests.support.logs import header, log_file, skirmish

FOOTER = Footer(events=9, digest="c0ffee")
ENDED = BattleEnded(termination="rounds", winner="blue", condition=None, score=(0.0, 2.0))


def result_after(*events: Any) -> Result:
    state = skirmish().start
    for event in [TurnStarted(round_number=3, by="red"), *events, ENDED]:
        state = apply(state, event)
    return result_of(header(), state, FOOTER)


def test_it_has_exactly_the_fields_of_the_format() -> None:
    document = msgspec.to_builtins(result_after())
    assert list(document) == [
        "format",
        "format_version",
        "scenario",
        "scenario_digest",
        "seed",
        "players",
        "outcome",
        "score",
        "units",
        "guns_destroyed",
        "events",
        "digest",
    ]
    assert document["format"] == "skirmish-sim/result"
    assert document["outcome"] == {
        "termination": "rounds",
        "winner": "blue",
        "round": 3,
        "condition": None,
    }
    assert document["score"] == {"red": 0.0, "blue": 2.0}


def test_every_unit_has_a_fate_and_its_round() -> None:
    result = result_after(
        UnitDestroyed(unit="r1", clause="FR-9"), UnitExited(unit="b1", edge="right")
    )
    fates = {name: (unit.side, unit.fate, unit.round) for name, unit in result.units.items()}
    assert fates == {
        "r1": ("red", "destroyed", 3),
        "r2": ("red", "alive", None),
        "b1": ("blue", "exited", 3),
        "gun": ("blue", "alive", None),
    }


def test_lost_guns_are_listed() -> None:
    assert result_after().guns_destroyed == ()
    lost = GunDestroyed(gun="gun", clause="FR-32", by="r1")
    assert result_after(lost).guns_destroyed == ("gun",)


def test_a_draw_has_no_winner() -> None:
    state = apply(skirmish().start, msgspec.structs.replace(ENDED, winner=None))
    assert result_of(header(), state, FOOTER).outcome.winner is None


def test_a_battle_under_way_has_no_result() -> None:
    with pytest.raises(ValueError, match="not over"):
        result_of(header(), skirmish().start, FOOTER)


def test_a_fight_leaves_a_whole_log(tmp_path: Any) -> None:
    scenario = skirmish(rounds=1)
    out, seen = io.BytesIO(), []
    battle = header_of(scenario, {"red": "null", "blue": "null"}, 7)
    result = fight(scenario, battle, out, lambda event, _: seen.append(event))
    reader = LogReader(log_file(tmp_path, out.getvalue()))
    assert [line.event for line in reader.events()] == seen
    assert reader.footer == Footer(events=result.events, digest=result.digest)
    assert result.seed == 7
