"""The one door: what each event changes, and that nothing else does."""

from typing import Any

import pytest
from msgspec.structs import replace

from sim.geometry.footprints import disc
from sim.state import apply as door
from sim.state import events as ev
from sim.state.apply import EVENT_TYPES, apply
from sim.state.battle import BattleState
from sim.state.digest import state_digest
from sim.state.roster import NOBODY
from tests.support.builders import battle, row, unit

PIT = {"emplacements": [{"id": "pit", "position": [40, 20], "facing": 270}]}


def guns(**more: Any) -> BattleState:
    """A team and a tank against an emplaced gun and a team."""
    red = [unit("r1", "rifle-team", 10, 10), unit("tank", "medium-tank", 10, 20)]
    gun = {"id": "gun", "profile": "at-gun-medium", "emplacement": "pit"}
    return battle(red, [gun, unit("b1", "rifle-team", 60, 40)], **PIT, **more)


def test_every_event_has_a_handler_and_no_handler_lacks_an_event() -> None:
    assert set(door._HANDLERS) == set(EVENT_TYPES)


def moved(state: BattleState, name: str, x: float, y: float, **more: Any) -> BattleState:
    before = row(state, name).footprint
    start = (before.x, before.y)
    path = (start,) if start == (x, y) else (start, (x, y))
    event = ev.UnitMoved(
        unit=name,
        **{"manner": "move", "path": path, "facing": before.facing, "cost": 1.0, **more},
    )
    return apply(state, event)


@pytest.mark.clause("HR-2")
def test_a_change_of_place_is_moved_for_everybody() -> None:
    assert row(moved(guns(), "r1", 11, 10), "r1").moved
    assert row(moved(guns(), "tank", 11, 20), "tank").moved


@pytest.mark.clause("HR-2", "HR-13")
def test_a_change_of_facing_is_moved_for_guns_and_vehicles_only() -> None:
    assert not row(moved(guns(), "r1", 10, 10, facing=90), "r1").moved
    assert row(moved(guns(), "tank", 10, 20, facing=90), "tank").moved
    assert row(moved(guns(), "gun", 40, 20, facing=90), "gun").moved
    assert not row(moved(guns(), "tank", 10, 20), "tank").moved


@pytest.mark.clause("HR-2", "RU-13")
def test_who_goes_out_and_comes_back_has_moved_and_left_the_pit() -> None:
    state = apply(guns(), ev.GunDestroyed(gun="gun", clause="FR-34"))
    assert row(moved(state, "gun", 40, 20, path=((40, 20),), facing=90), "gun").dug_in
    back = row(moved(state, "gun", 40, 20, path=((40, 20), (40, 23), (40, 20))), "gun")
    assert (back.moved, back.dug_in) == (True, False)


@pytest.mark.clause("HR-2")
@pytest.mark.parametrize("manner", ["charge", "pile_in", "break_away"])
def test_charges_pile_ins_and_breaking_away_set_neither(manner: str) -> None:
    state = moved(guns(), "r1", 12, 10, manner=manner)
    assert (row(state, "r1").moved, row(state, "r1").sprinted) == (False, False)
    state = moved(moved(guns(), "r1", 11, 10, manner="sprint"), "r1", 12, 10, manner=manner)
    assert (row(state, "r1").moved, row(state, "r1").sprinted) == (True, True)


@pytest.mark.clause("HR-2", "HR-7", "BB-10")
def test_a_turn_ends_the_sprints_and_the_cowering_of_its_own_side_only() -> None:
    state = guns()
    for name in ("r1", "b1"):
        state = apply(moved(state, name, 20, 10, manner="sprint"), ev.UnitCowered(unit=name))
    state = apply(state, ev.TurnStarted(round_number=1, by="blue"))
    assert (row(state, "r1").sprinted, row(state, "r1").cowering) == (True, True)
    assert (row(state, "b1").sprinted, row(state, "b1").cowering) == (False, False)


@pytest.mark.clause("BB-6", "BB-20")
def test_a_turn_has_its_round_and_side_and_nobody_has_fired_in_it() -> None:
    state = replace(guns(), round=1, turn=1, active=0, fired=0b101)
    state = apply(state, ev.TurnStarted(round_number=2, by="blue"))
    assert (state.round, state.turn, state.active, state.fired) == (2, 2, 1, 0)


@pytest.mark.clause("HR-8", "BB-16", "BB-22")
def test_a_phase_begins_with_nobody_ordered_wounded_or_lost() -> None:
    state = replace(guns(), acted=0b101, wounded=0b101, fallen=0b101)
    state = apply(state, ev.PhaseStarted(name="melee"))
    assert (state.phase, state.acted, state.wounded, state.fallen) == ("melee", 0, 0, 0)


@pytest.mark.clause("GE-2", "GE-3")
def test_sight_goes_with_the_unit() -> None:
    knoll = {"id": "k", "kind": "hill", "circle": {"center": [20, 10], "radius": 3}, "elevation": 2}
    stance = row(moved(guns(terrain=[knoll]), "r1", 20, 10), "r1").stance
    assert (stance.footprint.x, stance.ground) == (20, 2)


@pytest.mark.clause("HR-33")
def test_the_gun_goes_with_its_crew() -> None:
    state = moved(guns(), "gun", 39, 20)
    assert state.guns[0].footprint == row(state, "gun").footprint


@pytest.mark.clause("RU-14", "FR-33")
def test_a_crew_lost_without_its_gun_leaves_it_on_the_table() -> None:
    state = apply(guns(), ev.UnitDestroyed(unit="gun", clause="FR-9"))
    assert (state.guns[0].fate, state.guns[0].crew) == ("intact", NOBODY)
    assert row(state, "gun").fate == "destroyed"


@pytest.mark.clause("RU-13", "HR-33")
def test_a_crew_whose_gun_is_destroyed_stays_as_infantry_in_the_pit() -> None:
    state = apply(guns(), ev.GunDestroyed(gun="gun", clause="FR-34"))
    crew = row(state, "gun")
    assert (crew.serves, crew.dug_in, crew.footprint) == (NOBODY, True, disc(40, 20, 1.5, 270))
    assert (crew.stance.height, crew.stance.eye) == (1.0, 0.9)
    assert state.guns[0].fate == "destroyed"
    assert not row(moved(state, "gun", 41, 20), "gun").dug_in
    assert not row(moved(state, "b1", 60, 40, facing=90), "b1").dug_in


def test_a_destroyed_gun_without_crew_is_just_gone() -> None:
    state = apply(guns(), ev.UnitDestroyed(unit="gun", clause="FR-9"))
    state = apply(state, ev.GunDestroyed(gun="gun", clause="FR-32"))
    assert (state.guns[0].fate, state.guns[0].crew) == ("destroyed", NOBODY)


@pytest.mark.clause("FR-32", "RU-14")
def test_the_loss_of_an_uncrewed_gun_touches_no_other_crew() -> None:
    red = [unit("r1", "rifle-team", 10, 10)]
    blue = [unit("g", "at-gun-light", 40, 20), unit("h", "at-gun-light", 40, 30)]
    state = apply(battle(red, blue), ev.UnitDestroyed(unit="g", clause="FR-9"))
    state = apply(state, ev.GunDestroyed(gun="g", clause="FR-32"))
    assert (row(state, "h").serves, state.guns[1].crew) == (1, 2)


@pytest.mark.clause("HR-16", "HR-33")
def test_who_occupies_a_gun_stands_in_its_place() -> None:
    state = apply(guns(), ev.UnitDestroyed(unit="gun", clause="FR-9"))
    state = apply(state, ev.GunOccupied(unit="b1", gun="gun"))
    crew = row(state, "b1")
    assert (crew.serves, crew.footprint, crew.moved) == (0, state.guns[0].footprint, True)
    assert (crew.stance.height, crew.stance.eye) == (0.8, 0.7)
    assert state.guns[0].crew == 3


@pytest.mark.clause("RU-13", "HR-16")
def test_a_crew_that_takes_another_gun_leaves_its_pit_behind() -> None:
    red = [unit("g", "at-gun-light", 10, 10, state={"crewed": False})]
    gun = {"id": "gun", "profile": "at-gun-medium", "emplacement": "pit"}
    state = apply(battle(red, [gun], **PIT), ev.GunDestroyed(gun="gun", clause="FR-34"))
    assert row(state, "gun").dug_in
    assert not row(apply(state, ev.GunOccupied(unit="gun", gun="g")), "gun").dug_in


@pytest.mark.clause("HR-36")
def test_who_leaves_the_table_takes_its_gun_along() -> None:
    state = apply(replace(guns(), round=3), ev.UnitExited(unit="gun", edge="right"))
    gone = row(state, "gun")
    assert (gone.fate, gone.fate_round, gone.exit, gone.serves) == ("exited", 3, "right", NOBODY)
    assert (state.guns[0].fate, state.guns[0].crew) == ("exited", NOBODY)
    state = apply(state, ev.UnitExited(unit="r1", edge="left"))
    assert row(state, "r1").fate == "exited"


@pytest.mark.clause("HR-30")
def test_a_destroyed_vehicle_stays_as_an_obstacle_and_a_routed_one_does_not() -> None:
    state = guns()
    assert [obstacle.id for obstacle in state.obstacles] == ["tank"]
    wreck = apply(state, ev.UnitDestroyed(unit="tank", clause="BW-17"))
    assert [obstacle.id for obstacle in wreck.obstacles] == ["tank"]
    assert apply(state, ev.UnitRouted(unit="tank")).obstacles == ()
    assert moved(state, "tank", 12, 20).obstacles[0].footprint.x == 12


@pytest.mark.clause("BB-22")
def test_a_loss_is_kept_for_the_break_tests_of_the_phase_with_its_round() -> None:
    state = apply(replace(guns(), round=3), ev.UnitDestroyed(unit="b1", clause="FR-9"))
    assert (state.fallen, row(state, "b1").fate, row(state, "b1").fate_round) == (
        0b1000,
        "destroyed",
        3,
    )


@pytest.mark.clause("HR-27", "HR-28")
@pytest.mark.parametrize(("winner", "side"), [("red", 0), ("blue", 1), (None, None)])
def test_the_outcome_names_the_side_that_won(winner: str | None, side: int | None) -> None:
    ending = ev.BattleEnded(termination="rounds", winner=winner, condition=None, score=(1.0, 2.0))
    outcome = apply(replace(guns(), round=8), ending).outcome
    assert outcome is not None
    assert (outcome.winner, outcome.round, outcome.score) == (side, 8, (1.0, 2.0))


@pytest.mark.clause("BB-22")
def test_a_routed_crew_leaves_its_gun() -> None:
    state = apply(guns(), ev.UnitRouted(unit="gun"))
    assert (row(state, "gun").fate, state.guns[0].fate, state.guns[0].crew) == (
        "routed",
        "intact",
        NOBODY,
    )


@pytest.mark.parametrize(
    ("event", "field", "value"),
    [
        (ev.UnitBroken(unit="r1", clause="FR-10"), "broken", True),
        (ev.UnitSuppressed(unit="r1", clause="BB-16"), "suppressed", True),
        (ev.VehicleStunned(unit="tank", clause="BW-16"), "stunned", True),
        (ev.UnitImmobilized(unit="tank", piece="marsh"), "immobilized", True),
        (ev.UnitCowered(unit="r1"), "cowering", True),
        (ev.HatchChanged(unit="tank", buttoned=False), "buttoned", False),
    ],
)
def test_events_set_what_they_say(event: Any, field: str, value: bool) -> None:
    assert getattr(row(guns(), event.unit), field) is not value
    assert getattr(row(apply(guns(), event), event.unit), field) is value


@pytest.mark.parametrize(
    ("event", "field"),
    [
        (ev.UnitRallied(unit="r1"), "broken"),
        (ev.SuppressionEnded(unit="r1"), "suppressed"),
        (ev.StunEnded(unit="tank"), "stunned"),
    ],
)
def test_events_end_what_they_say(event: Any, field: str) -> None:
    state = guns()
    number = state.roster.unit_index[event.unit]
    rows = list(state.units)
    rows[number] = replace(rows[number], **{field: True})
    assert getattr(row(apply(replace(state, units=tuple(rows)), event), event.unit), field) is False


def test_two_states_that_differ_in_anything_have_different_digests() -> None:
    state = guns()
    others = [
        moved(state, "r1", 10, 10, facing=1),
        apply(state, ev.UnitBroken(unit="b1", clause="FR-10")),
        apply(state, ev.GunDestroyed(gun="gun", clause="FR-34")),
        replace(state, wounded=1),
        replace(state, acted=1),
        replace(state, round=2),
    ]
    digests = [state_digest(other) for other in (state, *others)]
    assert len(set(digests)) == len(digests)
    assert state_digest(guns()) == digests[0]
