"""What would change it: every change that is told flips its step, and just short of it does not."""

from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import pytest

from sim.geometry.vectors import quantise_facing
from sim.report.adjudication.answers import ask
from sim.report.adjudication.changes import changes_of, with_settings
from sim.report.adjudication.document import Change
from sim.report.adjudication.questions import FightPhase
from sim.report.adjudication.switches import result_of
from sim.rules.sight import assess_exposure
from sim.scenario.load import Scenario, find_scenario, load_document, load_scenario
from tests.support.adjudging import answer, duel, named, one_question
from tests.support.builders import document, scenario, unit

GRID = 0.01


def told(fought: Scenario, step: str, **question: Any) -> list[Change]:
    """The changes of one step that are told of a question."""
    return named(changes_of(fought, one_question(fought, **question)), step)


def changed(fought: Scenario, settings: Sequence[str], **question: Any) -> dict[str, Any]:
    """The answer with settings."""
    return answer(load_document(fought.document, settings=settings), **question)


def short_of(fought: Scenario, change: Change) -> str:
    """The setting of a change that is one step of the grid smaller."""
    (setting,) = change.settings
    route, _, value = setting.partition("=")
    sort, name, key = route.split(".")
    if key == "facing":
        back = GRID if " anticlockwise" in change.text else -GRID
        return f"{route}={quantise_facing(float(value) + back):g}"
    start = fought.start.units[fought.roster.unit_index[name]].footprint
    units = 2.54 if fought.document.get("length_unit") == "cm" else 1.0
    x, y = (float(part) for part in value.strip("[]").split(","))
    share = (change.by - GRID) / change.by
    at = [units * a + share * (b - units * a) for a, b in ((start.x, x), (start.y, y))]
    return f"{sort}.{name}.{key}={at}"


@pytest.mark.clause("GE-1", "BW-6", "BW-7")
@pytest.mark.parametrize("facing", [270, 260.13, 280, 225.01, 300, 350, 90, 100, 226, 314.99])
def test_a_turn_flips_the_front_quarter(facing):
    fought = duel("at-gun-medium", {"profile": "medium-tank", "facing": facing})
    before = answer(fought)
    (change,) = told(fought, "front_quarter")
    after = changed(fought, change.settings)
    assert after["front_quarter"] != before["front_quarter"]
    assert after["to_wound"]["facing"] != before["to_wound"]["facing"]
    assert changed(fought, [short_of(fought, change)])["front_quarter"] == before["front_quarter"]


def test_the_degrees_to_leave_the_front_quarter():
    fought = duel("at-gun-medium", {"profile": "medium-tank", "facing": 258})
    (change,) = told(fought, "front_quarter")
    assert (change.by, change.measure) == (33.01, "degrees")
    assert change.text == "t turned 33.01° anticlockwise: out of the front quarter"
    assert change.settings == ("unit.t.facing=224.99",)
    assert change.effect == "to wound 2+; destroyed 47.84 %; stunned 9.55 %"


@pytest.mark.clause("GE-1", "FR-23")
@pytest.mark.parametrize("facing", [270, 300, 45, 90, 180.5, 181, 0])
def test_a_turn_flips_the_front_arc_of_a_shield(facing):
    fought = duel("rifle-team", {"profile": "at-gun-light", "facing": facing})
    before = answer(fought)
    (change,) = told(fought, "front_arc")
    after = changed(fought, change.settings)
    assert after["front_arc"] != before["front_arc"]
    assert abs(after["save"]["modifier"] - before["save"]["modifier"]) == 2
    assert changed(fought, [short_of(fought, change)])["front_arc"] == before["front_arc"]


@pytest.mark.clause("HR-18")
@pytest.mark.parametrize("facing", [90, 134.9, 45.1, 0, 200, 270])
def test_a_turn_flips_the_field_of_fire(facing):
    fought = duel({"profile": "at-gun-light", "facing": facing}, "rifle-team")
    before = answer(fought)["refusal"] is None
    (change,) = told(fought, "field_of_fire")
    assert (changed(fought, change.settings)["refusal"] is None) != before
    assert (changed(fought, [short_of(fought, change)])["refusal"] is None) == before


def test_a_gun_in_a_pit_is_turned_with_its_pit():
    fought = scenario(
        [{"id": "r", "profile": "at-gun-light", "emplacement": "pit"}],
        [unit("t", "rifle-team", 30, 20)],
        emplacements=[{"id": "pit", "position": [20, 20], "facing": 90}],
    )
    (change,) = told(fought, "field_of_fire")
    assert change.settings == ("emplacement.pit.facing=135.01",)


def test_who_serves_a_gun_is_turned_with_it():
    gun = unit("g", "at-gun-light", 20, 20, 90, state={"crewed": False})
    crew = {"id": "r", "profile": "rifle-team", "state": {"serves": "g"}}
    fought = scenario([crew, gun], [unit("t", "rifle-team", 30, 20)])
    assert told(fought, "field_of_fire")[0].settings == ("unit.g.facing=135.01",)


def test_a_field_that_no_turn_leaves_is_not_told():
    vehicle = {
        "kind": "vehicle",
        "armour": {"front": 5, "other": 4},
        "footprint": {"rect": [4, 2]},
        "height": 1.5,
        "weapons": [{"weapon": "lmg", "field_of_fire": 179.9999}],
    }
    catalogue = {"profiles": {"wide": vehicle}}
    fought = duel("wide", {"profile": "rifle-team", "position": [31, 27]}, catalogue=catalogue)
    assert told(fought, "field_of_fire") == []


MOVES: list[tuple[Any, Any, str, FightPhase, str]] = [
    ("rifle-team", [40, 20], "range", "shooting", "rifles"),
    ("rifle-team", [46, 26], "range", "shooting", "rifles"),
    ("at-gun-light", [50, 24], "range", "shooting", "light-gun"),
    ("rifle-team", [31, 24], "within_12", "firefight", "rifles"),
    ("rifle-team", [36, 20], "within_12", "firefight", "rifles"),
    ("rifle-team", [23, 20], "within_2", "melee", "rifle-butts"),
    ("rifle-team", [24, 21], "within_2", "melee", "rifle-butts"),
]


@pytest.mark.clause("HR-17", "BB-18", "RU-23")
@pytest.mark.parametrize(("firer", "position", "step", "phase", "weapon"), MOVES)
@pytest.mark.parametrize("length_unit", ["inch", "cm"])
def test_a_move_flips_a_distance(firer, position, step, phase, weapon, length_unit):
    units = 2.54 if length_unit == "cm" else 1.0
    fought = load_document(
        document(
            [unit("r", firer, 20 * units, 20 * units, 90)],
            [unit("t", "rifle-team", position[0] * units, position[1] * units)],
            size=(72 * units, 48 * units),
            length_unit=length_unit,
        )
    )
    question: dict[str, Any] = {"weapon": weapon, "phase": phase}
    before = answer(fought, **question)["refusal"] is None
    (change,) = told(fought, step, **question)
    assert (changed(fought, change.settings, **question)["refusal"] is None) != before
    nearly = changed(fought, [short_of(fought, change)], **question)
    assert (nearly["refusal"] is None) == before


def test_the_inches_to_come_into_range():
    fought = duel("rifle-team", {"profile": "rifle-team", "position": [47, 20]})
    (change,) = told(fought, "range")
    assert (change.by, change.measure) == (1.5, "inches")
    assert change.text == "r 1.5 inches nearer: within the range of rifles"
    assert change.settings == ("unit.r.position=[21.5, 20.0]",)
    assert change.effect.startswith("allowed: 2 dice; to hit 4+; save 2D6")


def test_what_stays_refused_is_told_as_such():
    wood = {"id": "wood", "kind": "wood", "rect": {"center": [25, 20], "size": [2, 20]}}
    (change,) = told(duel("rifle-team", "rifle-team", terrain=[wood]), "range")
    assert change.effect == "still refused: r does not see t (HR-17)"


def test_where_the_attacker_cannot_stand_the_target_moves():
    fought = duel(
        {"profile": "rifle-team", "position": [1, 20]},
        {"profile": "rifle-team", "position": [20, 20]},
    )
    (change,) = told(fought, "range")
    assert change.text.startswith("t 6.51 inches farther off")


def test_a_move_that_nobody_can_make_is_not_told():
    fought = duel(
        {"profile": "rifle-team", "position": [1, 20]},
        {"profile": "rifle-team", "position": [19, 20]},
        size=(20, 40),
    )
    assert told(fought, "range") == []


def rays(fought: Scenario) -> Any:
    """What r has of t."""
    question = one_question(fought)
    return assess_exposure(question.state, question.attacker, question.target)


@lru_cache
def behind(kind: str, hidden: int, target: str = "rifle-team") -> Scenario:
    """A target of which a line hides just so many rays, from one side."""
    low, high = 17.0, 23.0
    while True:
        end = (low + high) / 2
        line = {"id": "line", "kind": kind, "line": [[27, 10], [27, end]], "base": 1}
        fought = duel("rifle-team", {"profile": target, "facing": 0}, terrain=[line])
        found = rays(fought).rays.any
        if found == hidden:
            return fought
        low, high = (end, high) if found < hidden else (low, end)


def hedge(hidden: int) -> Scenario:
    return behind("hedge", hidden)


def wall(hidden: int) -> Scenario:
    return behind("stone-wall", hidden, "medium-tank")


def holds(fought: Scenario, step: str) -> bool:
    exposure = rays(fought)
    return {
        "concealed": exposure.concealed,
        "cover": exposure.cover != "none",
        "hard_cover": exposure.cover == "hard",
    }[step]


@pytest.mark.clause("HR-10", "HR-11", "GE-2")
@pytest.mark.parametrize("hidden", [0, 5, 15, 16, 30, 64])
@pytest.mark.parametrize("step", ["concealed", "cover"])
def test_so_many_rays_behind_a_hedge_flip_a_team_s_step(hidden, step):
    fought = hedge(hidden)
    (change,) = told(fought, step)
    sign = 1 if "more" in change.text else -1
    assert holds(hedge(hidden + sign * int(change.by)), step) != holds(fought, step)
    assert holds(hedge(hidden + sign * (int(change.by) - 1)), step) == holds(fought, step)


@pytest.mark.clause("BW-3", "BW-22", "BW-23", "GE-2")
@pytest.mark.parametrize("hidden", [0, 15, 16, 31, 32, 64])
@pytest.mark.parametrize("step", ["concealed", "cover", "hard_cover"])
def test_so_many_rays_behind_a_wall_flip_a_vehicle_s_step(hidden, step):
    fought = wall(hidden)
    change = next(row for row in told(fought, step) if "soft cover" not in row.text)
    sign = 1 if "more" in change.text else -1
    assert holds(wall(hidden + sign * int(change.by)), step) != holds(fought, step)
    assert holds(wall(hidden + sign * (int(change.by) - 1)), step) == holds(fought, step)


def test_the_rays_to_the_half_of_a_vehicle():
    changes = told(wall(20), "concealed") + told(wall(20), "hard_cover")
    assert [(change.by, change.text, change.effect) for change in changes] == [
        (12, "12 more of the 64 rays hidden by anything", "now concealed"),
        (12, "12 more of the 64 rays hidden by hard cover", "now in hard cover"),
    ]


@pytest.mark.clause("RU-3")
def test_no_rays_take_the_concealment_of_a_wood_away():
    wood = {"id": "wood", "kind": "wood", "rect": {"center": [30, 20], "size": [6, 6]}}
    fought = duel("rifle-team", "rifle-team", terrain=[wood])
    assert told(fought, "concealed") == told(fought, "cover") == []
    assert told(fought, "hard_cover")[0].by == 16


@pytest.mark.clause("FR-25")
def test_cover_is_not_told_of_an_attack_that_negates_it():
    fought = duel({"profile": "flamethrower-team", "position": [24, 20]}, "rifle-team")
    assert told(fought, "cover") == told(fought, "hard_cover") == []
    assert told(fought, "concealed")[0].by == 16


@pytest.mark.clause("RU-18")
def test_cover_is_not_told_where_it_counts_nothing():
    fought = duel(
        "rifle-team",
        {"profile": "medium-tank", "state": {"hatch": "unbuttoned"}},
        rules={"firefight_cover": "none"},
    )
    assert told(fought, "hard_cover", phase="firefight") == []
    assert told(fought, "hard_cover")[0].by == 32


SWITCHES = {
    "a step of quality": (duel("rifle-team", "rifle-team"), "quality"),
    "a firer that had not moved": (
        duel({"profile": "rifle-team", "state": {"moved": True}}, "rifle-team"),
        "moved",
    ),
    "a firer that were not broken": (
        duel({"profile": "rifle-team", "state": {"broken": True}}, "rifle-team"),
        "broken",
    ),
    "a target that did not cower": (
        duel("rifle-team", {"profile": "rifle-team", "state": {"cowering": True}}),
        "cowering",
    ),
    "the hatch of the target": (duel("rifle-team", "medium-tank"), "hatch"),
    "the ruling on awkward targets": (duel("at-gun-medium", "medium-tank"), "awkward"),
    "the ruling on saves beyond six": (
        duel("at-gun-heavy", "medium-tank"),
        "save_beyond_six",
    ),
}


@pytest.mark.parametrize("name", SWITCHES)
def test_a_setting_flips_the_result(name):
    fought, step = SWITCHES[name]
    question = one_question(fought)
    changes = told(fought, step)
    assert changes
    for change in changes:
        after = with_settings(fought, question, change.settings)
        assert after is not None
        assert result_of(after) != result_of(question)


def test_a_setting_that_changes_nothing_is_not_told():
    fought = duel("rifle-team", "rifle-team")
    steps = {change.step for change in changes_of(fought, one_question(fought))}
    assert steps == {"range", "concealed", "cover", "hard_cover", "quality"}


def test_the_hatch_of_a_vehicle_may_be_open_or_shut():
    fought = duel("rifle-team", {"profile": "medium-tank", "state": {"hatch": "unbuttoned"}})
    assert [change.text for change in told(fought, "hatch")] == ["t buttoned"]


def test_nothing_is_told_of_the_own_side():
    fought = scenario(
        [unit("r", "rifle-team", 20, 20), unit("t", "rifle-team", 20, 22)],
        [unit("u", "rifle-team", 30, 20)],
    )
    assert changes_of(fought, one_question(fought)) == ()


@pytest.mark.parametrize("name", ["causeway-gun", "market-town", "walled-manor"])
def test_every_change_of_a_shipped_scenario_can_be_made(name):
    fought = load_scenario(find_scenario(name))
    specs = fought.roster.units
    firer = next(spec.id for spec in specs if spec.side == 0)
    for spec in [spec for spec in specs if spec.side == 1][:4]:
        question = ask(fought.start, "shooting", firer, spec.id)[0]
        for change in changes_of(fought, question):
            after = with_settings(fought, question, change.settings)
            assert after is not None
            assert after != question or change.measure == "rays"


def test_units_on_one_point_are_told_of_a_move_as_well():
    crew = unit("r", "rifle-team", 20, 20, state={"serves": "t"})
    gun = unit("t", "at-gun-light", 20, 20, state={"crewed": False})
    fought = scenario([crew], [gun, unit("b", "rifle-team", 60, 40)])
    assert answer(fought)["refusal"]["code"] == "gun_not_a_target"
    assert isinstance(list(changes_of(fought, one_question(fought))), list)
