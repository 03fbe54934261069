"""Moves in Movement: who may move, how far, past whom, and where they may end (chapter 5)."""

import pytest
from msgspec.structs import replace

from sim.rules.movement.move import nearest_visible_enemy
from sim.rules.movement.way import LONGEST_PATH
from sim.state.roster import NOBODY
from tests.support.builders import battle, changed, index, row, unit
from tests.support.moves import move, moved, place, refusal, way
from tests.support.shots import after

FAR = [unit("foe", "rifle-team", 60, 40)]
WOOD = {"id": "wood", "kind": "wood", "rect": {"center": [20, 20], "size": [8, 8]}}
PIT = {"emplacements": [{"id": "pit", "position": [20, 20], "facing": 90}]}


def field(profile, x=20.0, y=10.0, foes=FAR, **more):
    """A battle in Movement with one unit "a" of that profile to move."""
    return battle([unit("a", profile, x, y)], foes, phase="movement", **more)


def emplaced(profile="at-gun-light", **more):
    gun = {"id": "a", "profile": profile, "emplacement": "pit"}
    return battle([gun], FAR, phase="movement", **PIT, **more)


@pytest.mark.clause("BB-8", "HR-12", "HR-13")
@pytest.mark.parametrize(
    ("profile", "rate"),
    [("rifle-team", 8), ("at-gun-light", 3), ("at-gun-medium", 2), ("light-tank", 12)],
)
def test_how_far_a_unit_moves(profile, rate):
    state = field(profile)
    assert refusal(state, move("a", (20 + rate, 10))) is None
    assert refusal(state, move("a", (20.01 + rate, 10))) == "too_far"


@pytest.mark.clause("BB-8", "HR-12", "HR-13")
@pytest.mark.parametrize(
    ("profile", "rate"),
    [("rifle-team", 6), ("at-gun-light", 1.5), ("at-gun-medium", 1), ("light-tank", 6)],
)
def test_how_far_a_unit_moves_in_difficult_terrain(profile, rate):
    state = field(profile, 17, 20, terrain=[WOOD])
    assert refusal(state, move("a", (17 + rate, 20))) is None
    assert refusal(state, move("a", (17.01 + rate, 20))) == "too_far"


@pytest.mark.clause("BB-10")
def test_a_sprint_has_double_rates():
    state = field("rifle-team")
    assert refusal(state, move("a", (36, 10), sprint=True)) is None
    assert refusal(state, move("a", (36.01, 10), sprint=True)) == "too_far"
    assert way(state, move("a", (30, 10), sprint=True)).manner == "sprint"


@pytest.mark.clause("HR-13")
def test_a_heavy_gun_is_not_manhandled_but_may_swivel():
    state = field("at-gun-heavy")
    assert refusal(state, move("a", (20.1, 10))) == "heavy_gun"
    assert refusal(state, move("a", facing=90)) is None


@pytest.mark.clause("HR-13", "HR-2")
@pytest.mark.parametrize(
    ("profile", "counts"), [("at-gun-heavy", True), ("truck", True), ("rifle-team", False)]
)
def test_turning_on_the_spot_is_moving_for_guns_and_vehicles(profile, counts):
    state = field(profile)
    events = moved(state, move("a", facing=90))
    assert place(state, "a", events) == (20, 10, 90)
    assert row(after(state, events), "a").moved is counts


@pytest.mark.clause("HR-2", "HR-13", "HR-33")
def test_a_team_that_swivels_another_crews_gun_has_moved():
    gun = unit("g", "at-gun-light", 20, 10, state={"crewed": False})
    crew = unit("a", "rifle-team", 30, 10, state={"serves": "g"})
    state = battle([gun, crew], FAR, phase="movement")
    assert row(after(state, moved(state, move("a", facing=90))), "a").moved


@pytest.mark.clause("FR-28")
def test_an_emplaced_gun_never_moves():
    assert refusal(emplaced(), move("a", (21, 20))) == "emplaced"


@pytest.mark.clause("RU-6")
@pytest.mark.parametrize(("switch", "code"), [("allow", None), ("forbid", "swivel_forbidden")])
def test_an_emplaced_gun_may_swivel_by_switch(switch, code):
    state = emplaced(rules={"emplaced_swivel": switch})
    assert refusal(state, move("a", facing=180)) == code
    assert refusal(state, move("a", facing=90)) is None


@pytest.mark.clause("RU-6")
def test_the_switch_is_for_emplaced_guns_only():
    state = field("at-gun-light", rules={"emplaced_swivel": "forbid"})
    assert refusal(state, move("a", facing=180)) is None


@pytest.mark.clause("HR-15")
@pytest.mark.parametrize(
    ("profile", "mark"),
    [("truck", "stunned"), ("truck", "immobilized"), ("rifle-team", "cowering")],
)
def test_who_can_neither_move_nor_turn(profile, mark):
    state = changed(field(profile), "a", **{mark: True})
    assert refusal(state, move("a", (21, 10))) == mark
    assert refusal(state, move("a", facing=90)) == mark


@pytest.mark.clause("HR-15")
def test_the_suppressed_move_but_do_not_sprint():
    state = changed(field("rifle-team"), "a", suppressed=True)
    assert refusal(state, move("a", (21, 10))) is None
    assert refusal(state, move("a", (21, 10), sprint=True)) == "suppressed_sprint"


@pytest.mark.clause("HR-15", "HR-32")
@pytest.mark.parametrize("profile", ["rifle-team", "at-gun-light"])
def test_an_engaged_team_neither_moves_nor_turns(profile):
    state = field(profile, foes=[unit("foe", "rifle-team", 22.9, 10)])
    assert refusal(state, move("a", (18, 10))) == "engaged"
    assert refusal(state, move("a", facing=90)) == "engaged"


@pytest.mark.clause("HR-15", "PR-32")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ((), "engaged"),
        (((19.3, 10),), "engaged"),
        (((17.9, 10),), None),
        (((15, 10),), None),
    ],
)
def test_an_engaged_vehicle_may_leave(path, code):
    foes = [unit("foe", "rifle-team", 22.75, 10), unit("other", "rifle-team", 15, 14)]
    assert refusal(field("truck", foes=foes), move("a", *path)) == code


@pytest.mark.clause("HR-15")
def test_the_broken_end_no_nearer_to_the_nearest_visible_enemy():
    state = changed(field("rifle-team", foes=[unit("foe", "rifle-team", 40, 10)]), "a", broken=True)
    assert refusal(state, move("a", (21, 10))) == "broken_nearer"
    assert refusal(state, move("a", (19, 10))) is None
    assert refusal(state, move("a", (24, 10), (20, 10))) is None


@pytest.mark.clause("HR-15")
def test_the_broken_may_end_nearer_to_any_other_enemy():
    foes = [unit("other", "rifle-team", 5, 10), unit("foe", "rifle-team", 32, 10)]
    state = changed(field("rifle-team", foes=foes), "a", broken=True)
    assert refusal(state, move("a", (14, 10))) is None
    assert refusal(state, move("a", (21, 10))) == "broken_nearer"


@pytest.mark.clause("HR-15")
def test_the_broken_do_not_mind_enemies_out_of_sight():
    house = {"id": "h", "kind": "building", "rect": {"center": [30, 10], "size": [4, 12]}}
    foes = [unit("foe", "rifle-team", 40, 10)]
    state = changed(field("rifle-team", foes=foes, terrain=[house]), "a", broken=True)
    assert nearest_visible_enemy(state, 0) == NOBODY
    assert refusal(state, move("a", (21, 10))) is None


@pytest.mark.clause("HR-15")
def test_of_enemies_equally_near_the_first_counts():
    foes = [unit("b", "rifle-team", 30, 10), unit("c", "rifle-team", 10, 10)]
    assert nearest_visible_enemy(field("rifle-team", foes=foes), 0) == 1


@pytest.mark.clause("BB-10")
@pytest.mark.parametrize(
    ("foe", "code"),
    [
        ((20, 23.6), None),
        ((20, 23.5), "sprint_near_enemy"),
        ((44, 10), None),
        ((43.4, 10), "sprint_near_enemy"),
        ((25, 23.5), "sprint_near_enemy"),
    ],
    ids=["start", "near start", "end", "near end", "on the way"],
)
def test_a_sprint_stays_away_from_enemies(foe, code):
    state = field("rifle-team", foes=[unit("foe", "rifle-team", *foe)])
    assert refusal(state, move("a", (30, 10), sprint=True)) == code


@pytest.mark.clause("BB-10")
def test_the_end_of_a_sprint_counts_with_the_true_base():
    state = field("medium-tank", foes=[unit("foe", "rifle-team", 42.9, 10)])
    assert refusal(state, move("a", (28.9, 10), sprint=True, facing=0)) is None
    assert refusal(state, move("a", (28.9, 10), sprint=True, facing=90)) == "sprint_near_enemy"


@pytest.mark.clause("BB-10")
@pytest.mark.parametrize(("facing", "code"), [(90, None), (0, "sprint_near_enemy")])
def test_the_start_of_a_sprint_counts_with_the_true_base(facing, code):
    foes = [unit("foe", "rifle-team", 20, 24.7)]
    state = battle([unit("a", "medium-tank", 20, 10, facing)], foes, phase="movement")
    assert refusal(state, move("a", (28, 10), sprint=True, facing=90)) == code


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("profile", "code"), [("rifle-team", "standoff"), ("light-tank", None)])
def test_teams_may_not_end_within_two_inches_of_an_enemy(profile, code):
    state = field(profile, foes=[unit("foe", "rifle-team", 28, 10)])
    assert refusal(state, move("a", (24.6, 10), facing=0)) == code
    assert refusal(state, move("a", (24.4, 10), facing=0)) is None


@pytest.mark.clause("HR-14")
def test_teams_may_pass_within_two_inches_of_an_enemy():
    state = field("rifle-team", foes=[unit("foe", "rifle-team", 23, 13.5)])
    assert refusal(state, move("a", (27, 10))) is None


@pytest.mark.clause("HR-14")
def test_a_gun_may_not_swivel_towards_an_enemy_too_near():
    state = field("at-gun-light", foes=[unit("foe", "rifle-team", 23.6, 10)])
    assert refusal(state, move("a", facing=90)) == "standoff"
    assert refusal(state, move("a", facing=180)) is None


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(
    ("path", "facing"),
    [([(float("nan"), 10)], 0), ([(20, float("inf"))], 0), ([(21, 10)], float("nan"))],
)
def test_a_path_needs_finite_numbers(path, facing):
    assert refusal(field("rifle-team"), move("a", *path, facing=facing)) == "not_finite"


@pytest.mark.clause("PR-23")
def test_a_path_has_a_bounded_number_of_legs():
    steps = [(20 + n % 2 * 0.01, 10) for n in range(1, LONGEST_PATH + 2)]
    assert refusal(field("rifle-team"), move("a", *steps)) == "path_too_long"
    assert refusal(field("rifle-team"), move("a", *steps[1:])) is None


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(
    ("path", "code"),
    [
        ([(0.75, 10)], None),
        ([(0.7, 10)], "off_table"),
        ([(1e308, 10)], "off_table"),
        ([(-3, 10), (3, 10)], "off_table"),
    ],
)
def test_no_base_leaves_the_table(path, code):
    assert refusal(field("rifle-team", 3, 10), move("a", *path)) == code


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(
    ("home", "corner"),
    [((1, 10), (0.7, 11)), ((71, 10), (71.3, 11)), ((9, 1), (10, 0.7)), ((9, 47), (10, 47.3))],
)
def test_no_base_leaves_the_table_on_its_way(home, corner):
    state = field("rifle-team", *home)
    assert refusal(state, move("a", corner, home)) == "off_table"


def test_points_that_are_no_step_are_dropped():
    path = way(field("rifle-team"), move("a", (20, 10), (22, 10), (22, 10))).path
    assert path == ((20, 10), (22, 10))


def test_a_move_that_is_refused_is_not_resolved():
    with pytest.raises(ValueError, match="of 8"):
        moved(field("rifle-team"), move("a", (40, 10)))


def test_an_assessment_tells_cost_and_allowance():
    assessed = way(field("rifle-team", 15, 20, terrain=[WOOD]), move("a", (19, 20), facing=45))
    assert assessed.cost == pytest.approx(1 + 3 * 8 / 6)
    assert (assessed.allowance, assessed.end.facing) == (8, 45)


@pytest.mark.clause("HR-2")
def test_a_move_marks_a_unit_moved_and_a_sprint_sprinted():
    state = field("rifle-team")
    walked = row(after(state, moved(state, move("a", (22, 10)))), "a")
    ran = row(after(state, moved(state, move("a", (22, 10), sprint=True))), "a")
    assert (walked.moved, walked.sprinted) == (True, False)
    assert (ran.moved, ran.sprinted) == (True, True)


def test_a_formation_mate_in_sight_is_no_enemy_to_the_broken():
    state = battle(
        [unit("a", "rifle-team", 20, 10), unit("b", "rifle-team", 24, 10)], FAR, phase="movement"
    )
    state = changed(state, "a", broken=True)
    state = replace(state, active=0)
    assert nearest_visible_enemy(state, 0) == index(state, "foe")
