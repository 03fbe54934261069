"""Guns, crews and shields that other programs got wrong, each a scenario in tests/data/cases."""

import pytest

from sim.dice import KeyedDice, RecordingDice
from sim.rules.fire import resolve_fire
from sim.scenario.load import Scenario, examine_scenario
from sim.state.events import (
    OrderRefused,
    TurnEnded,
    UnitMoved,
    WeaponFired,
)
from sim.state.orders import Aim, Fire, Move
from tests.support.adjudging import answer
from tests.support.cases import CASES, case, clauses, ready, turned, values
from tests.support.play import Played, play
from tests.support.shots import found


@pytest.mark.clause("FR-20", "FR-23", "FR-24", "GE-1")
@pytest.mark.parametrize("degrees", [0.0, 37.0, 123.4])
def test_c01_the_line_of_the_front_arc_belongs_to_it(degrees):
    fought = turned(case("c01"), degrees)
    shielded = {}
    for firer in ("left", "right", "inside", "outside"):
        found_save = answer(fought, firer, "gun")["save"]
        shielded[firer] = "gunshield" in values(found_save["modifiers"])
    assert shielded == {"left": True, "right": True, "inside": True, "outside": False}


@pytest.mark.clause("FR-23", "FR-24")
def test_c01_the_shot_shows_the_angle_and_the_decision():
    state = ready(case("c01"))
    for firer, angle, is_in_arc in (("left", 90.0, True), ("outside", 90.1, False)):
        order = Fire(firer, (Aim("rifles", "gun"),))
        shot = found(resolve_fire(state, order, KeyedDice(1))[:1], WeaponFired)
        assert round(shot.angle_off_facing, 6) == angle
        assert shot.front_arc is is_in_arc


@pytest.mark.clause("FR-21", "FR-29", "FR-30")
def test_c02_an_emplaced_shielded_gun_in_a_wood_saves_at_three():
    found_answer = answer(case("c02"), "front", "gun")
    assert found_answer["save"]["modifier"] == 3
    assert clauses(found_answer) == {"soft_cover": "FR-30", "gunshield": "FR-30"}


def unearthed(*settings: str) -> Scenario:
    """The gun of the case without its pit."""
    place = ("unit.gun.emplacement=null", "unit.gun.position=[24, 24]", "unit.gun.facing=0")
    return case("c02", *place, *settings)


@pytest.mark.clause("FR-20", "FR-26")
def test_c02_a_shielded_gun_in_a_wood_saves_at_two():
    found_answer = answer(unearthed(), "front", "gun")
    assert values(found_answer["save"]["modifiers"]) == {"gunshield": 2}
    assert clauses(found_answer) == {"soft_cover": "FR-26"}


@pytest.mark.clause("FR-15", "FR-23")
def test_c02_a_shield_does_not_help_from_behind():
    found_answer = answer(unearthed("piece.wood.kind=rubble"), "rear", "gun")
    assert values(found_answer["save"]["modifiers"]) == {"hard_cover": 2}
    assert clauses(found_answer) == {}


@pytest.mark.clause("FR-26")
def test_c02_of_two_that_give_two_hard_cover_counts():
    found_answer = answer(unearthed("piece.wood.kind=rubble"), "front", "gun")
    assert values(found_answer["save"]["modifiers"]) == {"hard_cover": 2}
    assert clauses(found_answer) == {"gunshield": "FR-26"}


OUTCOMES = [
    ("carbine-1", (4, 1, 2), {"target": "destroyed", "gun_destroyed": False}),
    ("bazooka-1", (4, 1, 3), {"target": "destroyed", "gun_destroyed": True}),
    ("bazooka-1", (4, 2, 6), {"target": "broken", "gun_destroyed": False}),
]


@pytest.mark.clause("FR-9", "FR-10", "FR-32", "FR-33")
@pytest.mark.parametrize(("firer", "faces", "outcome"), OUTCOMES)
def test_c05_whether_the_gun_goes_with_its_crew(firer, faces, outcome):
    rolled = answer(case("c05"), firer, "gun", faces=faces)["rolled"]
    assert rolled["outcome"] == {"hits": 1, **outcome}


@pytest.mark.clause("FR-33", "RU-14", "HR-29")
def test_c05_an_uncrewed_gun_stays_on_the_table_and_is_no_combatant():
    fought = case("c05")
    order = Fire("carbine-1", (Aim("carbine", "gun"),))
    killed = play(fought.start, [("shooting", order)], KeyedDice(seed_that_kills(fought)))
    assert killed.state.guns[0].fate == "intact"
    assert killed.state.guns[0].crew == -1
    assert killed.state.outcome is not None
    assert (killed.state.outcome.termination, killed.state.outcome.winner) == ("no_units", 0)


def seed_that_kills(fought: Scenario) -> int:
    """The first seed with which the carbine destroys the crew in the first turn."""
    for seed in range(1000):
        outcome = answer(fought, "carbine-1", "gun", seed=seed)["rolled"]["outcome"]
        if outcome["target"] == "destroyed":
            return seed
    raise AssertionError("the carbine never destroys the crew")


@pytest.mark.clause("HR-17", "RU-7")
def test_c06_a_gun_without_a_crew_does_not_fire():
    assert answer(case("c06"), "empty", "rifles-1")["refusal"]["code"] == "uncrewed"


def shooting(fought: Scenario, *targets: str) -> Played:
    """A first turn in which rifles-1 fires at targets in turn until it is allowed to."""
    orders = [("shooting", Fire("rifles-1", (Aim("rifles", target),))) for target in targets]
    return play(fought.start, orders)


@pytest.mark.clause("FR-6", "RU-7", "PR-44")
@pytest.mark.parametrize("gun", ["empty", "taken"])
def test_c06_an_order_to_fire_at_a_gun_is_refused_and_the_turn_goes_on(gun):
    played = shooting(case("c06"), gun, "gunners")
    (refused,) = played.of(OrderRefused)
    assert (refused.code, bool(refused.text)) == ("gun_not_a_target", True)
    (shot,) = played.of(WeaponFired)
    assert shot.target == "gunners"
    assert len(played.of(TurnEnded)) == 2


@pytest.mark.clause("FR-2", "FR-6", "HR-33")
def test_c06_a_refused_order_throws_no_dice():
    dice = RecordingDice(KeyedDice(1))
    play(case("c06").start, [("shooting", Fire("rifles-1", (Aim("rifles", "empty"),)))], dice)
    assert dice.record == []


@pytest.mark.clause("FR-28")
def test_c08_an_emplaced_gun_is_not_moved():
    move = Move("gun", path=((24, 26),), facing=0)
    played = play(case("c08").start, [("movement", move)])
    (refused,) = played.of(OrderRefused)
    assert refused.clause == "FR-28"
    assert played.of(UnitMoved) == []


@pytest.mark.clause("RU-6", "HR-13")
@pytest.mark.parametrize(("switch", "moves"), [("allow", 1), ("forbid", 0)])
def test_c08_whether_it_turns_is_a_switch(switch, moves):
    swivel = Move("gun", path=(), facing=90)
    played = play(case("c08", f"rules.emplaced_swivel={switch}").start, [("movement", swivel)])
    assert len(played.of(UnitMoved)) == moves
    assert len(played.of(OrderRefused)) == 1 - moves


@pytest.mark.clause("RU-6", "BB-13")
def test_c08_a_gun_that_turned_has_moved():
    swivel = Move("gun", path=(), facing=10)
    shot = Fire("gun", (Aim("light-gun", "rifles"),))
    played = play(case("c08").start, [("movement", swivel), ("shooting", shot)])
    (fired,) = played.of(WeaponFired)
    assert "moved" in [modifier.name for modifier in fired.rolls[0].modifiers]


def test_c08_a_scenario_gives_no_gun_a_route(tmp_path):
    text = (CASES / "c08-emplaced-guns-stay.yaml").read_text(encoding="utf-8")
    path = tmp_path / "route.yaml"
    path.write_text(text.replace("emplacement: pit}", "emplacement: pit, route: [[24, 30]]}"))
    (fault,) = (f for f in examine_scenario(path)[1] if f.severity == "error")
    assert (fault.code, fault.path.rpartition(".")[2]) == ("unknown_key", "route")


def test_every_case_is_a_scenario_without_a_fault():
    paths = sorted(CASES.glob("*.yaml"))
    assert len(paths) == 13
    for path in paths:
        assert examine_scenario(path)[1] == ()
