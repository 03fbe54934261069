"""Rows and patches: what a page holds of a state, and how events lead from one to the next."""

from sim.report.page.patches import changes, patched, rows_of
from sim.state.apply import apply
from sim.state.events import GunAbandoned, PhaseStarted, UnitBroken, UnitMoved
from tests.support.builders import battle, unit
from tests.support.pages import battle_bytes, document_in, log_of, rows_along

START = battle(
    [unit("r", "rifle-team", 10, 10)], [unit("gun", "at-gun-light", 30, 10, 270)], phase="movement"
)


def test_a_patch_names_only_what_changes() -> None:
    patch, inverse = changes(START, apply(START, UnitBroken(unit="r", clause="FR-10")))
    assert patch == {"u0": {"broken": True}}
    assert inverse == {"u0": {"broken": False}}


def test_an_event_that_changes_nothing_has_no_patch() -> None:
    assert changes(START, START) == ({}, {})


def test_a_move_changes_the_place_and_the_ground() -> None:
    moved = UnitMoved(unit="r", manner="move", path=((10, 10), (12, 10)), facing=90, cost=2)
    patch, _ = changes(START, apply(START, moved))
    assert patch == {"u0": {"x": 12.0, "facing": 90.0, "moved": True}}


def test_a_crew_without_its_gun_has_another_base() -> None:
    patch, inverse = changes(START, apply(START, GunAbandoned(unit="gun", gun="gun")))
    assert patch["g0"] == {"crew": -1}
    assert patch["u1"]["radius"] == 0.75
    assert inverse["u1"]["half_length"] == 1.0


def test_crowds_are_lists_of_units() -> None:
    fired = apply(START, PhaseStarted(name="shooting"))
    assert rows_of(fired)["battle"]["acted"] == []
    assert changes(START, fired)[0] == {"battle": {"phase": "shooting"}}


def test_patches_lead_through_a_battle_and_inverses_back(tmp_path) -> None:
    log = log_of(tmp_path, battle_bytes("walled-manor", "rounds=3"))
    states, document = rows_along(log), document_in(log)
    rows = document.start
    for event, state in zip(document.events, states[1:], strict=True):
        rows = patched(rows, [event.patch])
        assert rows == state
    back = patched(rows, [event.inverse for event in reversed(document.events)])
    assert back == states[0]


def test_rows_say_who_holds_an_objective() -> None:
    places = [
        {"id": "near", "position": [12, 10], "radius": 3},
        {"id": "far", "position": [60, 40], "radius": 3},
    ]
    state = battle(
        [unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 30, 10)], objectives=places
    )
    assert rows_of(state)["battle"]["holders"] == [0, -1]
