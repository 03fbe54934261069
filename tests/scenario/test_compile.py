"""What becomes of a scenario: the roster and the starting state."""

from typing import Any

import pytest

from sim.scenario.load import load_document
from sim.state.profiles import Movement
from sim.state.roster import NOBODY, Condition, Score
from tests.support.builders import document, index, row, scenario, unit

RED = [unit("r-1", "rifle-team", 10, 10), unit("r-2", "rifle-team", 14, 10)]
BLUE = [unit("b-1", "rifle-team", 10, 40), unit("b-2", "rifle-team", 14, 40)]
PIT = {"id": "pit", "position": [30, 30], "facing": -90}


def test_units_count_in_file_order() -> None:
    roster = scenario(RED, BLUE).roster
    assert [spec.id for spec in roster.units] == ["r-1", "r-2", "b-1", "b-2"]
    assert roster.unit_index == {"r-1": 0, "r-2": 1, "b-1": 2, "b-2": 3}
    assert [spec.side for spec in roster.units] == [0, 0, 1, 1]
    assert [formation.members for formation in roster.formations] == [(0, 1), (2, 3)]


def test_the_battle_begins_before_the_first_round() -> None:
    start = scenario(RED, BLUE, first_side="blue").start
    assert (start.round, start.phase, start.active, start.outcome) == (0, "setup", 1, None)
    assert start.roster.first_side == 1
    assert all(unit.alive for unit in start.units)


def test_the_first_side_of_the_file_is_first_unless_another_is_named() -> None:
    assert scenario(RED, BLUE).roster.first_side == 0


@pytest.mark.clause("HR-1")
@pytest.mark.parametrize(
    ("quality", "skill", "leadership"), [("conscript", 1, 5), ("regular", 2, 4), ("elite", 3, 3)]
)
def test_quality_gives_skill_and_leadership(quality: str, skill: int, leadership: int) -> None:
    spec = scenario([unit("r", "rifle-team", 10, 10, quality=quality)], BLUE).roster.units[0]
    assert (spec.ranged_skill, spec.melee_skill, spec.leadership) == (skill, skill, leadership)


@pytest.mark.clause("HR-1")
def test_a_profile_may_state_its_skills() -> None:
    guards = {
        "kind": "infantry",
        "quality": "elite",
        "ranged_skill": 0,
        "melee_skill": 5,
        "leadership": 2,
    }
    red = [unit("r", "guards", 10, 10, quality="conscript")]
    spec = scenario(red, BLUE, catalogue={"profiles": {"guards": guards}}).roster.units[0]
    assert (spec.quality, spec.ranged_skill, spec.melee_skill) == ("conscript", 0, 5)
    assert spec.leadership == 2


def test_the_ruleset_gives_the_defaults() -> None:
    rules = {"regular_skill": 4, "infantry_diameter": 1, "infantry_move": 9}
    spec = scenario(RED, BLUE, rules=rules).roster.units[0]
    assert (spec.ranged_skill, spec.body.diameter) == (4, 1.0)
    assert spec.movement == Movement(9, 6)


def test_a_profile_may_state_its_base_heights_and_rates() -> None:
    scouts = {
        "kind": "infantry",
        "footprint": {"disc": 1},
        "height": 0.5,
        "eye_height": 0.4,
        "move": {"open": 10, "difficult": 9},
    }
    red = [unit("r", "scouts", 10, 10)]
    spec = scenario(red, BLUE, catalogue={"profiles": {"scouts": scouts}}).roster.units[0]
    assert (spec.body.diameter, spec.body.height, spec.body.eye) == (1.0, 0.5, 0.4)
    assert spec.movement == Movement(10, 9)


@pytest.mark.clause("HR-4")
@pytest.mark.parametrize(
    ("more", "heights"),
    [
        ({}, [(0.8, 0.7), (1.8, 1.8)]),
        ({"eye_height": 0.5}, [(0.8, 0.5), (1.8, 0.5)]),
        ({"height": 2, "eye_height": 1.5}, [(2, 1.5), (2, 1.5)]),
    ],
)
def test_the_heights_of_guns_and_vehicles(more: dict[str, Any], heights: Any) -> None:
    base = {"footprint": {"rect": [3, 2]}}
    gun = {"kind": "gun", "weapons": ["light-gun"], **base, **more}
    armour = {"front": 1, "other": 1}
    box = {"kind": "vehicle", "height": 1.8, "armour": armour, **base, **more}
    red = [unit("g", "gun", 10, 10), unit("v", "box", 20, 10)]
    start = scenario(red, BLUE, catalogue={"profiles": {"gun": gun, "box": box}}).start
    stances = [row(start, name).stance for name in ("g", "v")]
    assert [(stance.height, stance.eye) for stance in stances] == heights


@pytest.mark.clause("HR-33")
def test_a_crew_is_infantry_with_the_base_of_its_gun() -> None:
    loaded = scenario([unit("gun", "at-gun-medium", 10, 10)], BLUE)
    spec, gun = loaded.roster.units[0], loaded.roster.guns[0]
    assert (spec.kind, spec.gun, gun.crew) == ("gun", 0, 0)
    assert (spec.body.diameter, spec.body.height) == (1.5, 1.0)
    assert spec.movement == Movement(8, 6)
    assert (gun.body.length, gun.body.width, gun.body.height) == (2.0, 1.5, 0.8)
    assert (gun.movement, gun.gun_class, gun.shield) == (Movement(2, 1), "medium", True)
    crew = row(loaded.start, "gun")
    assert (crew.serves, crew.footprint) == (0, loaded.start.guns[0].footprint)


@pytest.mark.clause("FR-27")
def test_an_emplaced_gun_has_the_pose_of_its_pit() -> None:
    gun = {"id": "gun", "profile": "at-gun-medium", "emplacement": "pit"}
    loaded = scenario([gun], BLUE, emplacements=[{**PIT, "id": "other"}, PIT])
    footprint = loaded.start.guns[0].footprint
    assert (footprint.x, footprint.y, footprint.facing) == (30.0, 30.0, 270.0)
    assert loaded.roster.guns[0].emplacement == 1
    assert loaded.roster.emplacements[1].facing == 270.0


def test_a_facing_beside_an_emplacement_is_a_warning() -> None:
    gun = {"id": "gun", "profile": "at-gun-medium", "emplacement": "pit", "facing": 10}
    loaded = scenario([gun], BLUE, emplacements=[PIT], score={"unit": 1})
    assert [fault.code for fault in loaded.warnings] == ["facing_ignored"]
    assert row(loaded.start, "gun").footprint.facing == 270.0


@pytest.mark.clause("BB-22", "HR-32")
def test_a_gun_without_a_crew_is_nobody_but_stays_on_the_table() -> None:
    gun = unit("gun", "at-gun-medium", 20, 10, state={"crewed": False})
    loaded = scenario([gun, *RED], BLUE)
    assert (row(loaded.start, "gun").fate, row(loaded.start, "gun").fate_round) == ("destroyed", 0)
    assert (loaded.start.guns[0].fate, loaded.start.guns[0].crew) == ("intact", NOBODY)
    assert loaded.roster.formations[0].strength == 2
    assert loaded.roster.formations[0].leader == 1


@pytest.mark.clause("HR-16")
@pytest.mark.parametrize("place", [{}, {"position": [50, 10]}])
def test_infantry_may_serve_a_gun_from_the_start(place: dict[str, Any]) -> None:
    gun = unit("gun", "at-gun-medium", 20, 10, 90, state={"crewed": False})
    crew = {"id": "crew", "profile": "rifle-team", "state": {"serves": "gun"}, **place}
    start = scenario([gun, *RED], [*BLUE, crew]).start
    serving = row(start, "crew")
    assert start.guns[0].crew == index(start, "crew")
    assert (serving.serves, serving.footprint) == (0, start.guns[0].footprint)
    assert serving.stance.height == 0.8


def test_vehicles_are_obstacles() -> None:
    start = scenario([*RED, unit("tank", "medium-tank", 30, 10)], BLUE).start
    assert [(o.id, o.height) for o in start.obstacles] == [("tank", 1.8)]


def test_the_leader_is_the_first_unit_unless_another_is_named() -> None:
    data = document(RED, BLUE)
    assert load_document(data).roster.formations[1].leader == 2
    data["sides"][1]["formations"][0]["leader"] = "b-2"
    assert load_document(data).roster.formations[1].leader == 3


def test_side_names_default_to_their_ids() -> None:
    data = document(RED, BLUE)
    data["sides"][0]["name"] = "Zweite Kompanie"
    assert [s.name for s in load_document(data).roster.sides] == ["Zweite Kompanie", "blue"]


def test_victory_conditions_point_at_what_they_name() -> None:
    gun = unit("gun", "at-gun-light", 20, 40)
    conditions = [
        {"kind": "hold", "side": "blue", "objective": "hut", "at_round": 8, "rank": 2},
        {"kind": "hold", "side": "red", "objective": "hut", "rounds": 2},
        {"kind": "destroy", "side": "red", "share": 0.5},
        {"kind": "destroy", "side": "red", "unit": "b-2"},
        {"kind": "destroy", "side": "red", "gun": "gun"},
        {"kind": "exit", "side": "red", "edge": "top"},
        {"kind": "survive", "side": "blue", "round": 6},
    ]
    hut = {"id": "hut", "position": [30, 20], "radius": 6}
    loaded = scenario(RED, [*BLUE, gun], objectives=[hut], victory=conditions)
    assert loaded.roster.conditions == (
        Condition(kind="hold", side=1, rank=2, objective=0, at_round=8),
        Condition(kind="hold", side=0, objective=0, rounds_running=2),
        Condition(kind="destroy", side=0, share=0.5),
        Condition(kind="destroy", side=0, unit=3),
        Condition(kind="destroy", side=0, gun=0),
        Condition(kind="exit", side=0, edge="top", units=1),
        Condition(kind="survive", side=1, at_round=6),
    )
    assert loaded.start.held == (0,) * 7


def test_the_score_has_defaults() -> None:
    assert scenario(RED, BLUE).roster.score == Score(1, 0, 0)
    assert scenario(RED, BLUE, score={"gun": 2}).roster.score == Score(1, 2, 0)


def test_the_facing_is_kept_within_a_turn() -> None:
    facings = [
        row(scenario([unit("r", "medium-tank", 10, 10, facing)], BLUE).start, "r").footprint.facing
        for facing in (359, -1, 719)
    ]
    assert facings == [359.0] * 3


def test_a_hill_lifts_the_units_on_it() -> None:
    knoll = {
        "id": "knoll",
        "kind": "hill",
        "circle": {"center": [10, 10], "radius": 3},
        "elevation": 2,
    }
    start = scenario(RED, BLUE, terrain=[knoll]).start
    assert [unit.stance.ground for unit in start.units] == [2.0, 0.0, 0.0, 0.0]


def test_a_file_in_centimetres_is_the_same_battle_in_inches() -> None:
    def battle(factor: float) -> dict[str, Any]:
        bow = {"range": 10 * factor, "rate_of_fire": {"stationary": 1, "moved": 1, "firefight": 1}}
        archer = {
            "kind": "infantry",
            "weapons": ["bow"],
            "footprint": {"disc": 1 * factor},
            "height": 1.2 * factor,
            "move": {"open": 6 * factor, "difficult": 4 * factor},
        }
        wood = {
            "id": "wood",
            "kind": "thicket",
            "rect": {"center": [30 * factor, 20 * factor], "size": [6 * factor, 4 * factor]},
        }
        thicket = {
            "sight": "obscures",
            "height": 2 * factor,
            "movement": {"infantry": "difficult", "gun": "difficult", "vehicle": "difficult"},
        }
        return document(
            [unit("r", "archer", 10 * factor, 10 * factor)],
            [unit("b", "medium-tank", 40 * factor, 40 * factor, 33)],
            size=(72 * factor, 48 * factor),
            terrain=[wood],
            rules={"leader_range": 10 * factor},
            objectives=[{"id": "hut", "position": [5 * factor, 6 * factor], "radius": 3 * factor}],
            catalogue={
                "weapons": {"bow": bow},
                "profiles": {"archer": archer},
                "terrain": {"thicket": thicket},
            },
        )

    inches = load_document(battle(1.0))
    centimetres = load_document({**battle(2.54), "length_unit": "cm"})
    assert centimetres.roster == inches.roster
    assert centimetres.start.units == inches.start.units
    assert centimetres.document["table"]["width"] == 182.88
