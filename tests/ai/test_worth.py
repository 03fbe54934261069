"""What units are worth, and what attacks take of it."""

from fractions import Fraction

from sim.ai.view import view_of
from sim.ai.worth import VICTORY, added, loss_of
from sim.rules.attack import assess_attack
from sim.rules.hits import condition_of
from sim.rules.odds import attack_odds
from sim.state.events import UnitBroken
from tests.support.builders import battle, changed, index, unit
from tests.support.shots import mount, team_with, weapon

RED = [unit("r", "rifle-team", 12, 20)]


def test_a_tank_is_worth_more_than_a_team_and_a_truck_less() -> None:
    blue = [unit("hq", "rifle-team", 40, 30), unit("team", "rifle-team", 40, 20)]
    blue += [unit("tank", "medium-tank", 50, 20), unit("truck", "truck", 50, 30)]
    _, leader, team, tank, truck = view_of(battle(RED, blue)).units
    assert truck < team < leader < tank


def test_a_share_to_destroy_is_spread_over_those_that_count() -> None:
    blue = [unit("hq", "rifle-team", 40, 30), unit("team", "rifle-team", 40, 20)]
    state = battle(RED, blue, victory=[{"kind": "destroy", "side": "red", "share": 1.0}])
    assert view_of(state).units[2] == view_of(battle(RED, blue)).units[2] + VICTORY / 2


def test_other_conditions_change_no_worth() -> None:
    held = {"kind": "survive", "side": "red", "round": 8}
    blue = [unit("b", "rifle-team", 40, 20)]
    assert view_of(battle(RED, blue, victory=[held])).units == view_of(battle(RED, blue)).units


def test_the_loss_follows_the_exact_odds() -> None:
    state = battle(RED, [unit("b", "rifle-team", 30, 20, state={"suppressed": True})])
    attack = assess_attack(state, "shooting", 0, mount(state, "r"), 1)
    odds = attack_odds(attack, condition_of(state, 1)).attack
    expected = float(odds["destroyed"] + odds["broken"] * Fraction(1, 2))
    assert abs(loss_of(state, attack, 1).share - expected) < 1e-12


def test_suppressing_a_team_counts_a_little() -> None:
    state = battle(RED, [unit("b", "rifle-team", 30, 20)])
    attack = assess_attack(state, "shooting", 0, mount(state, "r"), 1)
    pinned = changed(state, "b", suppressed=True)
    losses = [loss_of(s, attack, 1).share for s in (state, pinned)]
    assert losses[0] > losses[1] > 0.0


def test_stunning_a_tank_counts() -> None:
    tank = [unit("t", "medium-tank", 30, 20, 270)]
    state = battle([unit("g", "at-gun-medium", 12, 20, 90)], tank)
    attack = assess_attack(state, "shooting", 0, mount(state, "g"), 1)
    loss = loss_of(state, attack, 1)
    assert loss.share > loss.destroyed > 0.0


def test_a_view_after_an_event_has_the_new_state() -> None:
    state = battle(RED, [unit("b", "rifle-team", 30, 20)])
    after = view_of(state).after(UnitBroken(unit="b", clause="FR-10"))
    assert after.state.units[index(state, "b")].broken
    assert not state.units[index(state, "b")].broken


def test_sums_are_taken_from_left_to_right() -> None:
    assert added([1e16, 1.0, -1e16]) == 0.0


def test_no_attack_takes_more_than_there_is() -> None:
    """Twenty dice, of which each kills a conscript in the open."""
    guns = {"big": weapon(24, dice=20, firepower=9, negates_cover=True)}
    catalogue = {"weapons": guns, "profiles": {"battery": team_with("big")}}
    blue = [unit("b", "rifle-team", 14, 20, quality="conscript")]
    state = battle([unit("r", "battery", 10, 20)], blue, catalogue=catalogue)
    loss = loss_of(state, assess_attack(state, "shooting", 0, mount(state, "r"), 1), 1)
    assert 0.99 < loss.destroyed < loss.share <= 1.0
