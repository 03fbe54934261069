"""What is in the way of a unit: terrain, bases, wrecks and guns (HR-14)."""

import pytest

from sim.state.apply import apply
from sim.state.events import UnitDestroyed
from tests.support.builders import battle, unit
from tests.support.moves import move, refusal

FAR = unit("foe", "rifle-team", 60, 40)
LAKE = {"id": "lake", "kind": "river", "rect": {"center": [25, 10], "size": [2, 8]}}
BRIDGE = {"id": "bridge", "kind": "road", "rect": {"center": [25, 10], "size": [6, 2]}}
BOCAGE = {"id": "bocage", "kind": "bocage", "line": [[25, 4], [25, 16]]}


def field(profile, *others, foes=(FAR,), **more):
    red = [unit("a", profile, 20, 10), *others]
    return battle(red, foes, phase="movement", **more)


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(
    ("profile", "code"), [("rifle-team", None), ("at-gun-light", "blocked"), ("truck", "blocked")]
)
def test_only_infantry_passes_through_friends(profile, code):
    state = field(profile, unit("friend", "rifle-team", 23, 10))
    assert refusal(state, move("a", (26, 10), sprint=True)) == code
    assert refusal(state, move("a", (20, 12), sprint=True)) is None


@pytest.mark.clause("HR-14")
def test_infantry_may_not_end_on_friends():
    state = field("rifle-team", unit("friend", "truck", 24, 10))
    assert refusal(state, move("a", (24, 10))) == "overlap"
    assert refusal(state, move("a", (22.5, 10))) is None
    assert refusal(state, move("a", (27, 10))) is None


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize("profile", ["rifle-team", "light-tank"])
def test_nobody_passes_through_enemies(profile):
    state = field(profile, foes=[unit("foe", "rifle-team", 24, 10)])
    assert refusal(state, move("a", (28, 10), facing=90)) == "blocked"


@pytest.mark.clause("HR-14", "HR-30")
@pytest.mark.parametrize("profile", ["rifle-team", "light-tank"])
def test_wrecks_are_in_everybodys_way(profile):
    state = apply(
        field(profile, unit("friend", "truck", 24, 10)),
        UnitDestroyed(unit="friend", clause="BW-17"),
    )
    assert refusal(state, move("a", (27.9, 10), facing=90)) == "blocked"


@pytest.mark.clause("HR-14")
def test_a_gun_without_crew_is_in_the_way():
    state = field("rifle-team", unit("g", "at-gun-light", 24, 10, state={"crewed": False}))
    assert refusal(state, move("a", (27, 10))) == "blocked"
    assert refusal(state, move("a", (24, 12.5))) is None


@pytest.mark.clause("HR-14")
def test_the_dead_are_in_nobodys_way():
    state = apply(
        field("truck", unit("friend", "rifle-team", 24, 10)),
        UnitDestroyed(unit="friend", clause="FR-9"),
    )
    assert refusal(state, move("a", (24, 10))) is None


@pytest.mark.clause("HR-14")
def test_a_vehicle_keeps_half_its_width_clear_on_the_way():
    state = field("light-tank", unit("friend", "rifle-team", 25, 11.625))
    assert refusal(state, move("a", (29, 10), facing=90)) is None
    state = field("light-tank", unit("friend", "rifle-team", 25, 11.6))
    assert refusal(state, move("a", (29, 10), facing=90)) == "blocked"


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("facing", "code"), [(0, None), (90, "overlap")])
def test_a_vehicle_ends_with_its_true_base(facing, code):
    state = field("medium-tank", unit("friend", "rifle-team", 31.8, 10))
    assert refusal(state, move("a", (30, 10), facing=facing)) == code


@pytest.mark.clause("HR-14")
@pytest.mark.parametrize(("facing", "code"), [(0, None), (90, "off_table")])
def test_the_true_base_stays_on_the_table(facing, code):
    state = battle([unit("a", "medium-tank", 5, 10)], [FAR], phase="movement")
    assert refusal(state, move("a", (1, 10), facing=facing)) == code


@pytest.mark.clause("HR-14", "HR-35")
@pytest.mark.parametrize(
    ("terrain", "path", "code"),
    [
        ([LAKE], (30, 10), "impassable"),
        ([LAKE, BRIDGE], (30, 10), None),
        ([LAKE, BRIDGE], (23.2, 10), None),
        ([LAKE], (23.2, 10), "impassable"),
        ([LAKE], (22, 10), None),
    ],
)
def test_impassable_terrain_and_the_bridge_over_it(terrain, path, code):
    assert refusal(field("light-tank", terrain=terrain), move("a", path, facing=90)) == code


@pytest.mark.clause("HR-35")
@pytest.mark.parametrize(("x", "code"), [(24, None), (24.1, "impassable"), (27, "impassable")])
def test_a_gun_does_not_cross_an_impassable_line(x, code):
    state = battle(
        [unit("a", "at-gun-light", 23, 10)],
        [FAR],
        phase="movement",
        terrain=[BOCAGE],
        catalogue={"profiles": {"at-gun-light": GUN}},
    )
    assert refusal(state, move("a", (x, 10), facing=90)) == code


GUN = {
    "kind": "gun",
    "footprint": {"rect": [2, 1.5]},
    "weapons": ["light-gun"],
    "move": {"open": 6, "difficult": 3},
}
