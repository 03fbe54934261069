"""What a player knows of a battle, and when it is looked at anew."""

import pytest
from msgspec.structs import replace

from sim.ai.pairings import AHEAD, HIDDEN
from sim.ai.survey import CASES, NO_ARMS, Survey
from sim.state.battle import BattleState
from tests.support.builders import battle, changed, row, unit
from tests.support.shots import mount

HOUSE = {"id": "house", "kind": "building", "rect": {"center": [20, 20], "size": [4, 4]}}


def duel(mine: str = "rifle-team", yours: str = "rifle-team", **more: object) -> BattleState:
    return battle([unit("r", mine, 12, 20, 90)], [unit("b", yours, 30, 20, 270)], **more)


def case_between(state: BattleState, firer: int = 0, target: int = 1) -> int:
    survey = Survey(state.roster)
    return survey.pair(state, survey.standing(state, firer), survey.standing(state, target)) % CASES


def test_a_unit_is_looked_at_anew_when_its_row_changes() -> None:
    state = duel()
    survey = Survey(state.roster)
    first = survey.standing(state, 0)
    assert survey.standing(replace(state, round=2), 0) is first
    broken = survey.standing(changed(state, "r", broken=True), 0)
    assert broken.arms.mounts == ()
    assert first.arms.mounts != ()


def test_units_that_fight_alike_are_of_one_kind() -> None:
    red = [unit("r", "rifle-team", 12, 20), unit("s", "rifle-team", 12, 30)]
    state = battle(red, [unit("b", "mg-team", 30, 20)])
    survey = Survey(state.roster)
    first, second, other = (survey.standing(state, number) for number in range(3))
    assert (first.attacker, first.target) == (second.attacker, second.target)
    assert first.attacker != other.attacker


def test_a_house_between_two_hides_them() -> None:
    assert not case_between(duel()) & HIDDEN
    assert case_between(duel(terrain=[HOUSE])) & HIDDEN


@pytest.mark.parametrize(("facing", "ahead"), [(270, True), (220, False), (90, False)])
def test_the_front_of_a_tank(facing: float, ahead: bool) -> None:
    state = battle([unit("r", "rifle-team", 12, 20)], [unit("t", "light-tank", 30, 20, facing)])
    assert bool(case_between(state) & AHEAD) is ahead


@pytest.mark.parametrize(("facing", "ahead"), [(270, True), (190, True), (90, False)])
def test_the_front_of_a_gunshield(facing: float, ahead: bool) -> None:
    state = battle([unit("r", "rifle-team", 12, 20)], [unit("g", "at-gun-light", 30, 20, facing)])
    assert bool(case_between(state) & AHEAD) is ahead


def test_a_gun_has_nothing_to_fire_at_what_is_beside_it() -> None:
    survey_of = {
        facing: battle(
            [unit("g", "at-gun-light", 12, 20, facing)], [unit("b", "rifle-team", 30, 20)]
        )
        for facing in (90, 0)
    }
    found = []
    for state in survey_of.values():
        survey = Survey(state.roster)
        gun, foe = survey.standing(state, 0), survey.standing(state, 1)
        found.append(survey.bearing(gun, foe) == NO_ARMS)
    assert found == [False, True]


def test_of_a_tank_seen_from_the_side_only_the_turret_bears() -> None:
    state = battle([unit("t", "medium-tank", 12, 20, 0)], [unit("b", "rifle-team", 30, 20)])
    survey = Survey(state.roster)
    number = survey.bearing(survey.standing(state, 0), survey.standing(state, 1))
    mounts = survey.known.attackers.things[number].mounts
    assert [m.key for m in mounts] == ["medium-tank-gun", "coaxial-mg"]


def test_a_wreck_between_two_counts_where_fire_is_ordered() -> None:
    red = [unit("r", "rifle-team", 12, 20), unit("t", "medium-tank", 60, 40)]
    state = battle(red, [unit("b", "rifle-team", 30, 20)])
    moved = row(state, "t").footprint.moved(20, 20, 0)
    between = changed(state, "t", footprint=moved)
    hidden = replace(between, obstacles=(replace(state.obstacles[0], footprint=moved),))
    survey, rifles = Survey(state.roster), mount(state, "r")
    open_loss = survey.loss(state, 0, 0, rifles, 2)
    assert survey.loss(hidden, 0, 0, rifles, 2).share < open_loss.share
    assert survey.loss(state, 0, 0, rifles, 2) == open_loss


def test_what_is_known_of_a_world_serves_every_battle_on_it() -> None:
    state = duel()
    assert Survey(state.roster).known is Survey(state.roster).known
    assert Survey(state.roster).known is not Survey(duel().roster).known
