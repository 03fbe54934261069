"""The benchmark: its marks, its pinned set-ups, and that every section measures what it says."""

import json
import sys
from pathlib import Path
from typing import Any

import pytest

from sim.replay.resimulate import answers_in
from sim.state.events import Event
from tools.bench import __main__ as command
from tools.bench import events
from tools.bench.battles import Arena, Campaign
from tools.bench.child import live, start
from tools.bench.events import EventTrial
from tools.bench.figures import MARKS, Figures, Mark, calibrate, measured
from tools.bench.growth import exponent
from tools.bench.peer import KINDS, peer_line
from tools.bench.setups import ALL, SMALL, Setup, load
from tools.bench.sight import SightTrial


@pytest.mark.parametrize("setup", ALL, ids=lambda setup: setup.name)
def test_a_set_up_is_the_one_that_was_pinned(setup: Setup) -> None:
    roster = load(setup).roster
    assert len(roster.units) == 2 * setup.plan.units
    assert len(roster.world.pieces) == setup.plan.pieces
    assert roster.rounds == 8


def test_another_table_is_refused() -> None:
    with pytest.raises(ValueError, match="small: the scenario is"):
        load(SMALL._replace(plan=SMALL.plan._replace(seed=77)))


@pytest.mark.parametrize(
    ("value", "verdict"), [(39, "MISSED"), (40, "must"), (99, "must"), (100, "aim")]
)
def test_more_is_better(value: float, verdict: str) -> None:
    assert Mark(40, 100).verdict(value) == verdict


@pytest.mark.parametrize(("value", "verdict"), [(3.1, "MISSED"), (3, "must"), (1, "aim")])
def test_less_is_better_where_the_mark_says_so(value: float, verdict: str) -> None:
    assert Mark(3, 1, at_most=True).verdict(value) == verdict


def test_figures_are_medians_with_their_spread() -> None:
    figures = Figures()
    for value in (90.0, 100.0, 120.0):
        figures.add("small, new seeds", value, "battles/s")
    (figure,) = figures
    assert (figure.value, figure.spread) == (100.0, pytest.approx(0.3))
    assert "aim" in list(figures.lines())[-1]
    assert figures.document()["small, new seeds"]["rounds"] == [90.0, 100.0, 120.0]


def test_the_exponent_of_a_power_is_found() -> None:
    assert exponent([6, 12, 24, 48], [2 * n**1.5 for n in (6, 12, 24, 48)]) == pytest.approx(1.5)


def test_processor_time_passes_while_it_is_measured() -> None:
    with measured() as span:
        loop = calibrate()
    assert 0 < loop <= span.seconds


def test_a_campaign_counts_its_battles() -> None:
    figures = Figures()
    campaign = Campaign(SMALL, "null", before=1, a_round=2)
    campaign.measure(figures)
    campaign.measure(figures)
    document = campaign.document()
    assert (document["battles"], document["actions"]) == (4, 0)
    assert document["rounds"] == [8, 8, 8, 8]
    assert all(figure.value == 0 for figure in figures if "actions" in figure.name)
    assert "0% ended before round 4" in next(campaign.lines())


def test_a_battle_fought_again_has_the_same_events() -> None:
    arena, again = Arena(SMALL, "random"), list[Event]()
    course = arena.record(3)
    arena.fight_again(3, tuple(answers_in(course.events)), lambda event, _: again.append(event))
    assert tuple(again) == course.events
    assert course.actions > 20


def test_the_floor_hides_the_rays_that_sight_hides() -> None:
    assert SightTrial().rays_that_differ() == 0


def test_events_are_timed(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(events, "MANY", SMALL)
    figures = Figures()
    EventTrial().measure(figures)
    found = {figure.name: figure.value for figure in figures}
    assert found["an event made, encoded and digested"] > found["an event made"] > 0


def test_a_process_tells_of_itself() -> None:
    here, child = live("small", "null", 2), start("small", "null", 2)
    assert min(here) > 0
    assert 20 < child.peak < here.peak


@pytest.mark.parametrize("kind", KINDS)
def test_the_line_for_peers_is_whole_and_the_same_for_the_same_seed(kind: str) -> None:
    lines = [peer_line(kind, SMALL, "random", 2, 1) for _ in range(2)]
    wanted = ["peer", "games", "actions", "events", "play_s", "digest", "note"]
    assert list(lines[0]) == wanted
    assert lines[0]["digest"] == lines[1]["digest"]
    assert lines[0]["games"] == 2


def test_the_command_ends_with_the_line(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "--peer", "copies", "--games", "50"])
    command.main()
    assert json.loads(capsys.readouterr().out)["games"] == 50


def test_sections_are_chosen_and_written(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "figures.json"
    monkeypatch.setattr(
        sys, "argv", ["bench", "small", "--quick", "--player", "null", "--json", str(out)]
    )
    command.main()
    document: dict[str, Any] = json.loads(out.read_text())
    assert document["campaigns"]["small"]["battles"] == 5
    assert set(document["figures"]) & set(MARKS)
    assert "small: 5 battles" in capsys.readouterr().out


def test_an_unknown_section_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "smal"])
    with pytest.raises(SystemExit):
        command.main()


def test_battles_are_profiled(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["bench", "--profile", "--player", "null", "--games", "1"])
    command.main()
    shown = capsys.readouterr().out
    assert "tottime" in shown
    assert "sim/engine" in shown
