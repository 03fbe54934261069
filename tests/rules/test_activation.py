"""Who is whose enemy, who is engaged, who leads, and who moves as what."""

import pytest
from msgspec.structs import replace

from sim.rules import activation
from sim.rules.activation import leader_near, movement_rates, mover_class
from sim.state.apply import apply
from sim.state.events import GunAbandoned, GunDestroyed, UnitDestroyed
from sim.state.profiles import Movement
from tests.support.builders import battle, changed, index, unit

FAR = [unit("foe", "rifle-team", 60, 40)]


def pit(unit_id):
    return {"id": unit_id, "profile": "at-gun-light", "emplacement": "pit"}


PIT = {"emplacements": [{"id": "pit", "position": [20, 20], "facing": 90}]}


def names(state, units):
    return [state.spec(unit).id for unit in units]


@pytest.mark.clause("HR-32")
def test_enemies_are_the_living_of_the_other_side_in_file_order():
    state = battle(
        [unit("a", "rifle-team", 5, 5)],
        [unit("b", "rifle-team", 50, 5), unit("c", "truck", 60, 5), unit("d", "truck", 60, 15)],
    )
    state = apply(state, UnitDestroyed(unit="c", clause="FR-9"))
    assert names(state, activation.enemies(state, 0)) == ["b", "d"]


@pytest.mark.clause("HR-32")
def test_a_gun_without_crew_is_nobodys_enemy():
    state = battle(
        [unit("a", "rifle-team", 5, 5)],
        [unit("g", "at-gun-light", 6, 8, state={"crewed": False}), *FAR],
    )
    assert names(state, activation.enemies(state, 0)) == ["foe"]
    assert not activation.is_engaged(state, 0)


def test_friends_are_the_others_of_the_own_side():
    state = battle([unit("a", "rifle-team", 5, 5), unit("b", "rifle-team", 9, 5)], FAR)
    assert names(state, activation.friends(state, 0)) == ["b"]
    lost = apply(state, UnitDestroyed(unit="b", clause="FR-9"))
    assert names(lost, activation.friends(lost, 0)) == []
    assert activation.distance_between(state, 0, 1) == pytest.approx(2.5)


@pytest.mark.clause("HR-32")
@pytest.mark.parametrize(("gap", "engaged"), [(0, True), (2, True), (2.1, False)])
def test_engaged_within_two_inches_edge_to_edge(gap, engaged):
    state = battle([unit("a", "rifle-team", 20, 20)], [unit("b", "rifle-team", 21.5 + gap, 20)])
    assert activation.is_engaged(state, 0) is engaged
    assert activation.is_engaged(state, 1) is engaged


@pytest.mark.clause("HR-32")
def test_engaged_has_a_number_of_the_ruleset():
    state = battle(
        [unit("a", "rifle-team", 20, 20)],
        [unit("b", "rifle-team", 23.6, 20)],
        rules={"engaged_range": 3},
    )
    assert names(state, activation.engaging(state, 0)) == ["b"]


@pytest.mark.clause("HR-3")
@pytest.mark.parametrize(("x", "near"), [(13.5, True), (13.6, False)])
def test_a_leader_helps_within_twelve_inches(x, near):
    state = battle([unit("hq", "command-team", 5, 5), unit("a", "rifle-team", 5 + x, 5)], FAR)
    assert leader_near(state, index(state, "a")) is near


@pytest.mark.clause("HR-3")
def test_a_leader_does_not_help_itself():
    state = battle([unit("hq", "command-team", 5, 5), unit("a", "rifle-team", 8, 5)], FAR)
    assert not leader_near(state, index(state, "hq"))


@pytest.mark.clause("HR-3")
def test_a_broken_leader_helps_nobody():
    state = battle([unit("hq", "command-team", 5, 5), unit("a", "rifle-team", 8, 5)], FAR)
    assert not leader_near(changed(state, "hq", broken=True), index(state, "a"))


@pytest.mark.clause("HR-31")
def test_nobody_succeeds_a_lost_leader():
    state = battle(
        [unit(name, "rifle-team", 5 + 3 * n, 5) for n, name in enumerate(("hq", "a", "b"))], FAR
    )
    state = apply(state, UnitDestroyed(unit="hq", clause="FR-9"))
    assert not leader_near(state, index(state, "b"))


@pytest.mark.clause("HR-12", "HR-13", "BB-8", "HR-33")
@pytest.mark.parametrize(
    ("profile", "kind", "rates"),
    [
        ("rifle-team", "infantry", Movement(8, 6)),
        ("at-gun-light", "gun", Movement(3, 1.5)),
        ("at-gun-medium", "gun", Movement(2, 1)),
        ("at-gun-heavy", "gun", Movement(0, 0)),
        ("light-tank", "vehicle", Movement(12, 6)),
    ],
)
def test_what_a_unit_moves_as(profile, kind, rates):
    state = battle([unit("a", profile, 10, 10)], FAR)
    assert mover_class(state, 0) == kind
    assert movement_rates(state, 0) == rates


@pytest.mark.clause("HR-33")
def test_a_crew_without_its_gun_is_infantry():
    state = battle([unit("g", "at-gun-medium", 10, 10)], FAR)
    assert activation.is_serving(state, 0)
    state = apply(state, GunAbandoned(unit="g", gun="g"))
    assert activation.is_infantry_now(state, 0)
    assert movement_rates(state, 0) == Movement(8, 6)


@pytest.mark.clause("HR-33", "HR-16")
def test_a_team_that_serves_a_gun_moves_as_the_gun_does():
    gun = unit("g", "at-gun-medium", 10, 10, state={"crewed": False})
    state = battle([gun, unit("a", "rifle-team", 14, 10, state={"serves": "g"})], FAR)
    crew = index(state, "a")
    assert mover_class(state, crew) == "gun"
    assert not activation.is_infantry_now(state, crew)
    assert movement_rates(state, crew) == Movement(2, 1)


def test_vehicles_are_no_teams():
    state = battle([unit("a", "truck", 10, 10)], FAR)
    assert not activation.is_team(state, 0)
    assert not activation.is_infantry_now(state, 0)
    assert activation.is_team(state, 1)


@pytest.mark.clause("FR-27")
def test_only_who_serves_an_emplaced_gun_is_emplaced():
    state = battle([pit("g"), unit("h", "at-gun-light", 5, 5)], FAR, **PIT)
    assert [activation.is_emplaced(state, n) for n in range(3)] == [True, False, False]


@pytest.mark.clause("HR-14", "HR-30", "HR-33")
def test_what_takes_room_on_the_table():
    state = battle(
        [
            unit("a", "rifle-team", 5, 5),
            unit("t", "truck", 10, 10),
            unit("g", "at-gun-light", 20, 20),
        ],
        [unit("u", "at-gun-light", 30, 30, state={"crewed": False}), *FAR],
    )
    assert [base.id for base in activation.bases(state)] == ["a", "t", "g", "foe", "u"]
    for event in (
        UnitDestroyed(unit="a", clause="FR-9"),
        UnitDestroyed(unit="t", clause="BW-17"),
        GunDestroyed(gun="u", clause="FR-32"),
    ):
        state = apply(state, event)
    assert [base.id for base in activation.bases(state)] == ["t", "g", "foe"]


def test_who_left_the_table_takes_no_room():
    state = battle([unit("t", "truck", 10, 10)], FAR)
    state = replace(state, units=(replace(state.units[0], fate="exited"), state.units[1]))
    assert [base.id for base in activation.bases(state)] == ["foe"]
