from tests.scenario.files import faults_of
from tests.support.builders import document, scenario, unit

RED, BLUE = [unit("r", "rifle-team", 2, 2)], [unit("b", "rifle-team", 70, 46)]
WOOD = {"id": "wood", "kind": "wood", "circle": {"center": [20, 20], "radius": 4}}


def test_pieces_stay_in_file_order() -> None:
    pieces = [{**WOOD, "id": name, "kind": kind} for name, kind in (("q", "wood"), ("p", "road"))]
    world = scenario(RED, BLUE, terrain=pieces).roster.world
    assert [(piece.id, piece.kind.name) for piece in world.pieces] == [("q", "wood"), ("p", "road")]


def test_an_own_kind_of_terrain_can_be_named() -> None:
    bog = {"sight": "clear", "movement": dict.fromkeys(("infantry", "gun", "vehicle"), "open")}
    pieces = [{**WOOD, "kind": "bog"}]
    world = scenario(RED, BLUE, terrain=pieces, catalogue={"terrain": {"bog": bog}}).roster.world
    assert (world.pieces[0].kind.cover, world.pieces[0].kind.height) == ("none", 0.0)


def test_a_kind_with_faults_of_its_own_is_no_unknown_one() -> None:
    catalogue = {"terrain": {"bog": {"sight": "clear"}}}
    found = faults_of(document(RED, BLUE, terrain=[{**WOOD, "kind": "bog"}], catalogue=catalogue))
    assert [fault.path for fault in found] == ["catalogue.terrain.bog.movement"]


def test_a_piece_may_state_the_level_it_stands_on() -> None:
    world = scenario(RED, BLUE, terrain=[{**WOOD, "base": 1.5}]).roster.world
    assert (world.pieces[0].base, world.pieces[0].top) == (1.5, 5.5)


def test_a_hill_needs_an_elevation() -> None:
    (fault,) = faults_of(document(RED, BLUE, terrain=[{**WOOD, "kind": "hill"}]))
    assert fault.message == "the hill 'wood' needs an elevation"
    assert fault.suggestion == "the inches that it rises, as elevation: 1.5"


def test_an_elevation_that_is_wrong_is_not_missing_too() -> None:
    hill = {**WOOD, "kind": "hill", "elevation": "high"}
    (fault,) = faults_of(document(RED, BLUE, terrain=[hill]))
    assert (fault.path, fault.code) == ("terrain[0].elevation", "wrong_type")


def test_an_elevation_makes_any_piece_a_hill() -> None:
    world = scenario(RED, BLUE, terrain=[{**WOOD, "elevation": 3}]).roster.world
    assert world.pieces[0].is_hill
    assert world.ground(20, 20) == 3.0


def test_a_clipped_piece_is_a_warning() -> None:
    over = {"id": "field", "kind": "crops", "circle": {"center": [0, 20], "radius": 4}}
    loaded = scenario(RED, BLUE, terrain=[over], score={"unit": 1})
    assert [fault.code for fault in loaded.warnings] == ["clipped"]
    assert loaded.roster.world.pieces[0].bounds[0] == 0.0


def test_a_strip_along_a_line_on_the_table_is_clipped_without_a_word() -> None:
    """Its corners go over the edge wherever it does not meet it squarely."""
    road = {"id": "road", "kind": "road", "line": [[0, 20], [30, 18]], "width": 3}
    assert scenario(RED, BLUE, terrain=[road], score={"unit": 1}).warnings == ()
    over = {**road, "line": [[-2, 20], [30, 18]]}
    (fault,) = scenario(RED, BLUE, terrain=[over], score={"unit": 1}).warnings
    assert fault.code == "clipped"


def test_a_line_is_no_hill_but_a_strip_may_be() -> None:
    ridge = {"id": "ridge", "kind": "hill", "line": [[10, 10], [20, 10]], "elevation": 2}
    (fault,) = faults_of(document(RED, BLUE, terrain=[ridge]))
    assert (fault.code, fault.suggestion) == ("hill_line", "give it a width")
    world = scenario(RED, BLUE, terrain=[{**ridge, "width": 2}]).roster.world
    assert world.ground(15, 10.5) == 2.0


def test_a_line_of_an_area_kind_is_no_area_terrain() -> None:
    row = {"id": "row", "kind": "wood", "line": [[10, 10], [20, 10]]}
    world = scenario(RED, BLUE, terrain=[row]).roster.world
    assert not world.pieces[0].kind.area
    assert world.area_pieces_at(15, 10) == ()
