"""The answer of `sight`: mutual sight, two looks, and the pieces behind every fraction."""

import json
from importlib.resources import files
from typing import Any

import pytest

from sim.errors import UsageError
from sim.report.schemas import schema_text, sight_schema
from sim.report.sight import MutualSight, assess_mutual_sight, sight_document
from sim.scenario.load import load_scenario
from sim.state.battle import BattleState
from tests.support.builders import battle, unit
from tests.support.shipped import SHIPPED


def scene(*terrain: dict[str, Any], **facing: float) -> BattleState:
    """A rifle team at (10, 20) and a medium gun at (30, 20)."""
    red = [unit("r", "rifle-team", 10, 20, facing.get("r", 90))]
    blue = [unit("g", "at-gun-medium", 30, 20, facing.get("g", 270))]
    return battle(red, blue, terrain=list(terrain))


def line(name: str, kind: str, x: float, low: float = 15, high: float = 25) -> dict[str, Any]:
    """A line piece across the way."""
    return {"id": name, "kind": kind, "line": [[x, low], [x, high]]}


def block(name: str, kind: str, left: float, right: float, **more: Any) -> dict[str, Any]:
    """A polygon across the way."""
    ring = [[left, 15], [right, 15], [right, 25], [left, 25]]
    return {"id": name, "kind": kind, "polygon": ring, **more}


def sight(state: BattleState, a: str = "r", b: str = "g") -> MutualSight:
    """What two units have of each other."""
    return assess_mutual_sight(state, a, b)


def answer(state: BattleState, way: str = "a_to_b") -> dict[str, Any]:
    """One look of the document."""
    found: dict[str, Any] = sight_document(sight(state))[way]
    return found


def geometry(state: BattleState, way: str = "a_to_b") -> dict[str, Any]:
    """The reasons of one look."""
    found: dict[str, Any] = json.loads(json.dumps(sight_document(sight(state))))["geometry"][way]
    return found


def test_the_document_has_the_keys_of_the_format() -> None:
    document = sight_document(sight(scene()))
    assert list(document) == [
        "format",
        "format_version",
        "a",
        "b",
        "distance",
        "sight",
        "a_to_b",
        "b_to_a",
        "geometry",
    ]
    assert (document["format"], document["format_version"]) == ("skirmish-sim/sight", 1)
    assert (document["a"], document["b"]) == ("r", "g")
    looks = [
        "higher_ground",
        "front_arc",
        "front_quarter",
        "angle_off_facing",
        "obscured",
        "in_area_terrain",
        "concealed",
        "cover",
    ]
    assert list(document["a_to_b"]) == list(document["b_to_a"]) == looks
    assert list(document["a_to_b"]["obscured"]) == ["hard", "soft", "any"]


def test_the_distance_is_from_edge_to_edge() -> None:
    assert sight_document(sight(scene()))["distance"] == 18.25


@pytest.mark.clause("GE-1")
@pytest.mark.parametrize(
    ("facing", "angle", "arc", "quarter"),
    [(270, 0, True, True), (315, 45, True, True), (0, 90, True, False), (1, 91, False, False)],
)
def test_arcs_are_seen_from_the_target(
    facing: float, angle: float, arc: bool, quarter: bool
) -> None:
    found = answer(scene(g=facing))
    assert found["angle_off_facing"] == pytest.approx(angle)
    assert (found["front_arc"], found["front_quarter"]) == (arc, quarter)


@pytest.mark.clause("GE-2", "HR-10", "HR-11")
def test_a_wall_hides_half_of_the_target_as_hard_cover() -> None:
    found = answer(scene(line("w", "stone-wall", 25, 15, 20)))
    assert found["obscured"] == {"hard": 0.5, "soft": 0.0, "any": 0.5}
    assert (found["concealed"], found["cover"]) == (True, "hard")


@pytest.mark.clause("GE-2")
def test_every_hidden_ray_has_its_piece() -> None:
    state = scene(line("w", "stone-wall", 25, 15, 20), line("h", "hedge", 22, 20, 25))
    found = geometry(state)
    assert found["hidden_by"] == [
        {"id": "w", "cause": "hard", "rays": 32},
        {"id": "h", "cause": "soft", "rays": 32},
    ]
    assert found["rays"] == {"hard": 32, "soft": 32, "together": 64, "any": 64, "opaque": 0}


@pytest.mark.clause("GE-2")
def test_a_wood_between_blocks_sight_both_ways() -> None:
    found = sight(scene(block("wood", "wood", 18, 22)))
    assert sight_document(found)["sight"] is False
    assert found.there.masks.opaque == found.back.masks.opaque == 2**64 - 1


@pytest.mark.clause("GE-2")
def test_the_own_wall_hides_nothing_and_says_so() -> None:
    state = scene(line("w", "stone-wall", 11))
    assert geometry(state)["exempt"] == [{"id": "w", "reason": "own_wall"}]
    assert answer(state)["cover"] == "none"
    assert answer(state, "b_to_a")["cover"] == "hard"
    assert geometry(state, "b_to_a")["exempt"] == []


@pytest.mark.clause("GE-2", "RU-3")
def test_area_terrain_that_one_stands_in_hides_nothing_and_says_so() -> None:
    state = scene(block("wood", "wood", 8, 14))
    assert geometry(state)["exempt"] == [{"id": "wood", "reason": "firer_inside"}]
    assert geometry(state, "b_to_a")["exempt"] == [{"id": "wood", "reason": "target_inside"}]
    found = answer(state, "b_to_a")
    assert (found["in_area_terrain"], found["cover"]) == ("wood", "soft")
    assert answer(state)["in_area_terrain"] is None


def test_what_is_not_on_the_way_is_not_mentioned() -> None:
    state = scene(line("w", "stone-wall", 8), block("crater", "crater", 8, 14))
    assert geometry(state)["exempt"] == []


@pytest.mark.clause("GE-3")
def test_levels_add_the_ground_to_eye_middle_and_top() -> None:
    found = geometry(scene(block("knoll", "hill", 5, 14, elevation=2)))
    assert (found["firer_ground"], found["target_ground"]) == (2.0, 0.0)
    assert (found["eye"], found["middle"], found["top"]) == (2.9, 0.4, 0.8)
    assert answer(scene(block("knoll", "hill", 26, 34, elevation=2)))["higher_ground"]


def test_reasons_carry_their_clauses() -> None:
    found = geometry(scene())
    assert (found["concealed_clause"], found["cover_clause"]) == ("HR-10", "HR-11")


@pytest.mark.clause("GE-2")
def test_a_tank_in_the_way_is_named() -> None:
    red = [unit("r", "rifle-team", 10, 20), unit("tank", "medium-tank", 20, 20)]
    state = battle(red, [unit("g", "rifle-team", 30, 20)])
    assert geometry(state)["hidden_by"] == [{"id": "tank", "cause": "hard", "rays": 64}]


@pytest.mark.clause("GE-2")
def test_units_that_touch_see_each_other_over_anything() -> None:
    blue = [unit("g", "rifle-team", 11.5, 20)]
    found = sight(
        battle([unit("r", "rifle-team", 10, 20)], blue, terrain=[line("b", "bocage", 10.7)])
    )
    assert sight_document(found)["sight"]
    assert (found.there.view, found.there.hidden_by, found.there.exempt) == (None, (), ())


@pytest.mark.clause("PR-44")
def test_a_gun_without_its_crew_is_measured_where_it_stands() -> None:
    red = [unit("r", "rifle-team", 10, 20)]
    state = battle(
        red,
        [
            unit("g", "at-gun-medium", 30, 20, 270, state={"crewed": False}),
            unit("b", "rifle-team", 60, 40),
        ],
    )
    assert sight_document(sight(state))["distance"] == 18.25


@pytest.mark.parametrize(
    ("a", "b", "said"),
    [("rr", "g", "no unit 'rr'"), ("r", "x1", "no unit 'x1'"), ("r", "r", "itself")],
)
def test_ids_that_will_not_do_are_usage_errors(a: str, b: str, said: str) -> None:
    with pytest.raises(UsageError, match=said):
        sight(scene(), a, b)


@pytest.mark.clause("GE-2")
@pytest.mark.parametrize("name", SHIPPED)
def test_there_and_back_agree_on_every_shipped_table(name: str) -> None:
    start = load_scenario(SHIPPED[name]).start
    first, *others = start.roster.unit_index
    for other in others:
        there, back = (
            sight_document(sight(start, *ids)) for ids in ((first, other), (other, first))
        )
        assert there["a_to_b"] == back["b_to_a"]
        assert there["sight"] == back["sight"]
        assert json.loads(json.dumps(there, allow_nan=False)) == json.loads(json.dumps(there))


@pytest.mark.parametrize("name", SHIPPED)
def test_the_pieces_add_up_to_the_fractions(name: str) -> None:
    start = load_scenario(SHIPPED[name]).start
    first, *others = start.roster.unit_index
    for other in others:
        one = sight(start, first, other).there
        rays, masks = one.exposure.rays, one.masks
        assert (rays.hard, rays.soft) == (masks.hard.bit_count(), masks.soft.bit_count())
        assert rays.any == (masks.hard | masks.soft | masks.bare).bit_count()


def test_the_shipped_schema_is_current_and_of_one_piece() -> None:
    shipped = files("sim") / "data" / "schemas" / "sight.schema.json"
    assert shipped.read_text(encoding="utf-8") == schema_text("sight")
    schema = sight_schema()
    references = {part.split('"')[0] for part in json.dumps(schema).split('"#/$defs/')[1:]}
    assert references == set(schema["$defs"])
    assert schema["$defs"]["SightDocument"]["required"][:2] == ["format", "format_version"]
