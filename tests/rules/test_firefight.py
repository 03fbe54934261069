"""Firefight: who fires in which one, and that all of it happens at once."""

from typing import Any

import pytest

from sim.dice import KeyedDice, RecordingDice
from sim.rules.firefight import (
    check_targets,
    firefights,
    may_fire_in,
    resolve_firefight,
    targets,
)
from sim.state.battle import BattleState
from sim.state.events import HitResolved, WeaponFired
from sim.state.orders import NameTargets, UnitAims
from tests.support.builders import battle, changed, row, unit
from tests.support.shots import after, aims, firefight, kinds, mount, team_with, values, weapon

WOOD = {"id": "w", "kind": "wood", "rect": {"center": [25, 20], "size": [2, 20]}}


def facing(*more: Any, terrain: Any = (), **options: Any) -> BattleState:
    """Rifle teams r at (20, 20) and t at (30, 20), in Firefight."""
    return battle(
        [unit("r", "rifle-team", 20, 20)],
        [unit("t", "rifle-team", 30, 20), *more],
        phase="firefight",
        terrain=list(terrain),
        **options,
    )


def named(state: BattleState) -> list[list[str]]:
    return [[state.spec(unit).id for unit in group] for group in firefights(state)]


@pytest.mark.clause("BB-18")
@pytest.mark.parametrize(("gap", "count"), [(12.0, 1), (12.01, 0)])
def test_a_firefight_is_fought_within_twelve_inches(gap, count):
    state = battle([unit("r", "rifle-team", 20, 20)], [unit("t", "rifle-team", 21.5 + gap, 20)])
    assert len(firefights(state)) == count


@pytest.mark.clause("BB-18")
def test_a_firefight_needs_sight():
    assert named(facing()) == [["r", "t"]]
    assert firefights(facing(terrain=[WOOD])) == ()


@pytest.mark.clause("BB-18")
def test_chains_of_pairs_form_separate_firefights():
    state = battle(
        [unit("a", "rifle-team", 10, 10), unit("b", "rifle-team", 50, 10)],
        [
            unit("c", "rifle-team", 50, 20),
            unit("d", "rifle-team", 10, 20),
            unit("e", "rifle-team", 60, 10),
            unit("f", "rifle-team", 30, 40),
        ],
    )
    assert named(state) == [["a", "d"], ["b", "c", "e"]]


@pytest.mark.clause("BB-18", "HR-32")
def test_the_dead_take_no_part():
    assert firefights(changed(facing(), "t", fate="destroyed")) == ()


@pytest.mark.clause("BB-19")
def test_who_may_fire_and_at_whom():
    state = facing(unit("u", "rifle-team", 30, 24), unit("v", "rifle-team", 20, 36))
    assert may_fire_in(state, 0)
    assert not may_fire_in(changed(state, "r", broken=True), 0)
    assert targets(state, 0, mount(state, "r")) == (1, 2)


def refused(state: BattleState, *units: UnitAims, side: int = 0) -> str | None:
    group = firefights(state)[0]
    refusal = check_targets(state, side, group, NameTargets(units))
    return None if refusal is None else refusal.code


@pytest.mark.clause("BB-19", "BB-18")
@pytest.mark.parametrize(
    ("code", "units"),
    [
        (None, []),
        (None, [aims("r", rifles="t")]),
        (None, [aims("r")]),
        ("unknown_unit", [aims("x", rifles="t")]),
        ("not_in_firefight", [aims("t", rifles="r")]),
        ("not_in_firefight", [aims("far", rifles="t")]),
        ("unit_twice", [aims("r", rifles="t"), aims("r", rifles="t")]),
        ("beyond_12", [aims("r", rifles="u")]),
        ("weapon_twice", [UnitAims("r", aims("r", rifles="t").aims * 2)]),
    ],
)
def test_what_a_side_may_name(code, units):
    state = battle(
        [unit("r", "rifle-team", 20, 20), unit("far", "rifle-team", 60, 20)],
        [unit("t", "rifle-team", 30, 20), unit("u", "rifle-team", 36, 20)],
        phase="firefight",
    )
    assert refused(state, *units) == code


def both(state: BattleState, dice: Any) -> list[Any]:
    """Rifles of r at t and of t at r."""
    return firefight(state, [aims("r", rifles="t")], [aims("t", rifles="r")], dice)


@pytest.mark.clause("BB-19", "HR-37")
def test_both_may_die_in_one_firefight():
    events = both(facing(), {"to_hit": [4, 4], "team_save": [1, 1, 1, 1]})
    assert kinds(events) == [
        "WeaponFired",
        "WeaponFired",
        "HitResolved",
        "UnitDestroyed",
        "HitResolved",
        "UnitDestroyed",
    ]
    state = after(facing(), events)
    assert not row(state, "r").alive
    assert not row(state, "t").alive


@pytest.mark.clause("HR-37")
@pytest.mark.parametrize(("active", "order"), [(0, ["r", "t"]), (1, ["t", "r"])])
def test_the_active_side_comes_first(active, order):
    shots = both(facing(active=active), [1, 1])
    assert [shot.unit for shot in shots] == order


@pytest.mark.clause("HR-37")
def test_then_file_order_and_the_order_of_the_profile():
    state = battle(
        [unit("a", "rifle-team", 20, 24), unit("b", "medium-tank", 18, 20, 90)],
        [unit("t", "rifle-team", 28, 20)],
        phase="firefight",
    )
    red = [aims("b", coaxial_mg="t", medium_tank_gun="t"), aims("a", rifles="t")]
    shots = firefight(state, red, [], [1] * 5)
    assert [(shot.unit, shot.weapon) for shot in shots] == [
        ("a", "rifles"),
        ("b", "medium-tank-gun"),
        ("b", "coaxial-mg"),
    ]


@pytest.mark.clause("HR-37", "RU-13")
def test_hits_on_a_target_already_destroyed_are_lost():
    state = battle(
        [unit("a", "rifle-team", 20, 20), unit("b", "rifle-team", 20, 24)],
        [unit("t", "rifle-team", 28, 20)],
        phase="firefight",
    )
    red = [aims("a", rifles="t"), aims("b", rifles="t")]
    events = firefight(state, red, [], [4, 4, 1, 1])
    hits = [event for event in events if isinstance(event, HitResolved)]
    assert [(hit.unit, hit.result) for hit in hits] == [("a", "destroyed"), ("b", "lost")]


def against_a_pit(second_switch: str = "gun_lost") -> list[Any]:
    """Two attackers of heavy gun class with two dice each at an emplaced gun: all four hit."""
    catalogue = {
        "weapons": {"big": weapon(dice=2, gun_class="heavy")},
        "profiles": {"gunner": team_with("big")},
    }
    state = battle(
        [unit("a", "gunner", 20, 20), unit("b", "gunner", 20, 23)],
        [{"id": "t", "profile": "at-gun-light", "emplacement": "pit"}],
        phase="firefight",
        emplacements=[{"id": "pit", "position": [30, 20], "facing": 270}],
        catalogue=catalogue,
        rules={"second_break_heavy": second_switch},
    )
    saves = [1, 2, 5, 5, 5, 5, 1, 1]
    dice = {"to_hit": [4] * 4, "team_save": saves}
    return firefight(state, [aims("a", big="t"), aims("b", big="t")], [], dice)


@pytest.mark.clause("RU-13", "HR-37", "FR-34")
def test_the_loss_of_the_gun_runs_through_the_hits_of_all_attackers():
    hits = [event for event in against_a_pit() if isinstance(event, HitResolved)]
    reasons = [values(hit.rolls[0].modifiers) for hit in hits]
    assert reasons == [{"emplaced": 3}, {"emplaced": 3}, {"hard_cover": 2}, {"hard_cover": 2}]
    shields = ["gunshield" in values(hit.rolls[0].suppressed_modifiers) for hit in hits]
    assert shields == [True, False, False, False]
    assert [hit.result for hit in hits] == ["broken", "saved", "saved", "destroyed"]


@pytest.mark.clause("RU-13")
def test_a_gun_is_lost_once():
    assert kinds(against_a_pit()).count("GunDestroyed") == 1


@pytest.mark.clause("BB-18")
def test_who_fired_is_remembered_for_the_melee():
    state = facing()
    events = firefight(state, [aims("r", rifles="t")], [], [1])
    assert after(state, events).fired == 1
    assert after(changed(state, "r"), []).fired == 0


@pytest.mark.clause("BB-12")
def test_the_rate_is_that_of_firefight():
    (shot,) = firefight(facing(), [aims("r", rifles="t")], [], [1])
    assert isinstance(shot, WeaponFired)
    assert shot.dice == 1


def test_no_two_throws_of_a_firefight_have_the_same_name():
    dice = RecordingDice(KeyedDice(11))
    state = battle(
        [unit("a", "assault-team", 20, 20), unit("b", "medium-tank", 18, 24, 90)],
        [unit("t", "assault-team", 28, 20), unit("u", "half-track", 28, 25)],
        phase="firefight",
    )
    red = (aims("a", smgs="u"), aims("b", medium_tank_gun="t", coaxial_mg="u"))
    resolve_firefight(state, (red, (aims("t", smgs="a"), aims("u", lmg="a"))), dice)
    names = [throw[:5] for throw in dice.record]
    assert len(names) == len(set(names)) > 5
