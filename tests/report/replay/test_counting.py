"""What is counted over battles."""

import json
from pathlib import Path
from typing import Any

import pytest

from sim.errors import LogError
from sim.report.lines import PAGE_WIDTH, fold
from sim.report.replay.counting import Counting, ReplayStats
from sim.report.replay.counting_text import stats_lines
from sim.scenario.load import load_document
from tests.support.crowd import crowd
from tests.support.logs import skirmish
from tests.support.replays import (
    crowded,
    edited,
    first_of,
    fought,
    joined,
    lines_of,
    moments,
    resealed,
    written,
)

EVENTS: list[Any] = [json.loads(line) for line in lines_of(crowded())[1:-1]]


def counted(*paths: Path) -> ReplayStats:
    counting = Counting()
    for path in paths:
        counting.read(path)
    return counting.stats()


def of_kind(kind: str) -> list[Any]:
    return [event for event in EVENTS if event["kind"] == kind]


def rows(stats: ReplayStats) -> list[str]:
    return [row for line in stats_lines(stats) for row in fold(line)]


def test_the_fate_of_every_unit_is_counted(tmp_path: Path) -> None:
    path = written(tmp_path)
    last = moments(path)[-1].after
    for name, side in counted(path).sides.items():
        fates = [
            row.fate
            for spec, row in zip(last.roster.units, last.units, strict=True)
            if last.roster.sides[spec.side].id == name and spec.id != "b-free"
        ]
        assert side.units == len(fates)
        assert side.destroyed == fates.count("destroyed")
        assert side.routed == fates.count("routed")


def test_fire_is_counted_by_weapon(tmp_path: Path) -> None:
    stats = counted(written(tmp_path))
    attacks = of_kind("weapon_fired") + of_kind("melee_fought")
    weapons = [weapon for side in stats.sides.values() for weapon in side.weapons]
    assert sum(weapon.attacks for weapon in weapons) == len(attacks)
    assert sum(weapon.dice for weapon in weapons) == sum(event["dice"] for event in attacks)
    assert sum(weapon.hits for weapon in weapons) == sum(event["hits"] for event in attacks)
    results = [event["result"] for event in of_kind("hit_resolved")]
    assert sum(weapon.broken for weapon in weapons) == results.count("broken")


def test_units_and_weapons_share_their_dice(tmp_path: Path) -> None:
    stats = counted(written(tmp_path))
    for name, side in stats.sides.items():
        own = [unit for unit in stats.units.values() if unit.side == name]
        assert sum(unit.dice for unit in own) == sum(weapon.dice for weapon in side.weapons)
        assert sum(unit.inches for unit in own) == pytest.approx(side.inches, abs=0.01)


def test_every_roll_is_somebodys_luck(tmp_path: Path) -> None:
    stats = counted(written(tmp_path))
    rolls = sum(len(event.get("rolls", ())) for event in EVENTS)
    assert sum(side.luck["all"].rolls for side in stats.sides.values()) == rolls
    assert stats.comparisons == sum(len(side.luck) for side in stats.sides.values())


def test_saves_are_the_luck_of_whoever_is_hit(tmp_path: Path) -> None:
    saves = [
        event["target"]
        for event in of_kind("hit_resolved")
        for roll in event["rolls"]
        if roll["purpose"].endswith("_save")
    ]
    luck = counted(written(tmp_path)).sides["red"].luck["save"]
    assert luck.rolls == sum(target.startswith("r-") for target in saves)


def test_time_suppressed_is_counted_in_player_turns(tmp_path: Path) -> None:
    path = written(tmp_path)
    ends = [m.after for m in moments(path) if m.line.event.__class__.__name__ == "TurnEnded"]
    unit = ends[0].roster.unit_index["b-1"]
    alive = [state.units[unit] for state in ends if state.units[unit].alive]
    found = counted(path).units["b-1"]
    assert (found.turns, found.suppressed) == (len(alive), sum(row.suppressed for row in alive))


def test_a_roll_of_an_unknown_purpose_is_nobodys_luck(tmp_path: Path) -> None:
    def dance(event: Any) -> None:
        event["rolls"][0]["purpose"] = "to_dance"

    data = edited(crowded(), first_of(crowded(), "leadership_tested"), dance)
    whole, less = (counted(written(tmp_path, log)).sides for log in (crowded(), resealed(data)))
    rolls = [sum(side.luck["all"].rolls for side in sides.values()) for sides in (whole, less)]
    assert rolls[0] - rolls[1] == 1


def test_two_battles_are_counted_together(tmp_path: Path) -> None:
    first = written(tmp_path)
    second = written(tmp_path, fought(load_document(crowd()), seed=6), "second.jsonl")
    both, alone = counted(first, second), [counted(first), counted(second)]
    assert both.events == sum(one.events for one in alone)
    for name, side in both.sides.items():
        assert side.battles == 2
        assert side.won == sum(one.sides[name].won for one in alone)
        rolls = [one.sides[name].luck["all"].rolls for one in alone]
        assert side.luck["all"].rolls == sum(rolls)


def test_a_log_that_is_cut_off_is_counted_as_far_as_it_goes(tmp_path: Path) -> None:
    stats = counted(written(tmp_path, joined(lines_of(crowded())[:60])))
    assert stats.events == 59
    assert stats.sides["red"].won == stats.sides["blue"].won == 0
    assert "no footer" in stats.warnings[0]


def test_a_log_without_events_counts_nothing(tmp_path: Path) -> None:
    stats = counted(written(tmp_path, joined(lines_of(crowded())[:1])))
    assert (stats.events, stats.sides, stats.units) == (0, {}, {})
    assert rows(stats)[0] == "1 battle, no events"


def test_damage_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(LogError, match="3: damaged line"):
        counted(written(tmp_path, joined([*lines_of(crowded())[:2], b"#"])))


def test_the_report_fits_its_page(tmp_path: Path) -> None:
    told = rows(counted(written(tmp_path)))
    assert max(map(len, told)) <= PAGE_WIDTH
    for name in ("red to hit", "blue saves", "red Leadership", "corrected for their number"):
        assert any(name in row for row in told), name


def test_a_battle_in_which_nothing_happens_is_told(tmp_path: Path) -> None:
    told = rows(counted(written(tmp_path, fought(skirmish(rounds=1), "null"))))
    assert "  2 units: none lost" in told
    assert not any("corrected" in row for row in told)


def test_losses_are_told_by_their_kind(tmp_path: Path) -> None:
    told = "\n".join(rows(counted(written(tmp_path))))
    assert "destroyed and" in told
    assert "1 gun lost" in told
