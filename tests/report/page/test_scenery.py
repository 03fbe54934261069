"""What never changes: kinds and pieces, names on the table, sides and units with their numbers."""

from sim.report.page.scenery import Scenery, scenery_of
from tests.support.builders import scenario, unit

TERRAIN = [
    {"id": "wall", "kind": "stone-wall", "line": [[20, 10], [30, 10]]},
    {"id": "wood", "kind": "wood", "rect": {"center": [40, 20], "size": [6, 6]}},
    {"id": "copse", "kind": "wood", "rect": {"center": [60, 20], "size": [6, 6]}},
    {"id": "knoll", "kind": "hill", "circle": {"center": [12, 30], "radius": 4}, "elevation": 2},
]


def staged(*red: object, **more: object) -> Scenery:
    fought = scenario(
        red or [unit("r", "rifle-team", 10, 10)], [unit("b", "rifle-team", 60, 40)], **more
    )
    return scenery_of(fought.start, {"red": "greedy"})


def test_kinds_are_told_once_and_pieces_refer_to_them() -> None:
    found = staged(terrain=TERRAIN)
    assert sorted(kind.name for kind in found.kinds) == ["hill", "stone-wall", "wood"]
    named = {piece.id: found.kinds[piece.kind] for piece in found.pieces}
    assert named["copse"] is named["wood"]
    assert named["wood"].note == 'sight: blocks, soft cover, 4" high'


def test_hills_lie_below_and_tell_their_top_and_lines_are_lines() -> None:
    pieces = staged(terrain=TERRAIN).pieces
    assert (pieces[0].id, pieces[0].elevation) == ("knoll", 2.0)
    assert (pieces[-1].id, pieces[-1].is_line) == ("wall", True)
    assert pieces[1].elevation is None


def test_names_stand_on_or_beside_their_pieces() -> None:
    at = {label.text: label.at for label in staged(terrain=TERRAIN).labels}
    assert abs(at["wood"][0] - 40) < 3
    assert abs(at["wall"][1] - 10) < 3
    assert 'knoll 2"' in at


def test_sides_have_looks_and_players() -> None:
    red, blue = staged().sides
    assert (red.look, red.player) == (1, "greedy")
    assert (blue.look, blue.player) == (0, "nobody")


def test_a_team_tells_its_skills_its_move_and_its_weapons() -> None:
    entry = staged(unit("r", "rifle-team", 10, 10, quality="elite")).units[0]
    assert entry.facts == (
        "elite: skill 3 ranged, 3 melee; Leadership 3+",
        'moves 8", 6" in difficult terrain',
        'rifles: 24", 2/1/1 dice, firepower 0, anti-tank 0',
        "rifle-butts: melee, 1 dice, firepower 0, anti-tank 0",
        "grenade-bundle: melee, 1 dice, firepower 1, anti-tank 3",
    )
    assert entry.is_leader


def test_a_vehicle_tells_its_armour_and_whether_it_has_a_hatch() -> None:
    tank, truck = staged(unit("t", "medium-tank", 10, 10), unit("l", "truck", 10, 20)).units[:2]
    assert "armour 8 front, 6 other; closed" in tank.facts
    assert 'hull-mg: 24", 4/1/3 dice, firepower 0, anti-tank 0, 45° to each side' in tank.facts
    assert (tank.has_hatch, truck.has_hatch) == (True, False)
    assert "armour 2 front, 2 other; open-topped" in truck.facts


def test_a_crew_tells_of_its_gun() -> None:
    entry = staged(unit("g", "at-gun-medium", 10, 10)).units[0]
    assert "serves a medium gun with a gunshield" in entry.facts
    assert entry.facts[2].startswith('medium-gun: 48", 2/0/1 dice')


def test_places_are_where_the_scenario_has_them() -> None:
    found = staged(
        {"id": "g", "profile": "at-gun-medium", "emplacement": "pit"},
        emplacements=[{"id": "pit", "position": [12, 14], "facing": 45}],
        objectives=[{"id": "hill", "position": [30, 20], "radius": 4}],
    )
    assert found.emplacements == ((12.0, 14.0, 45.0),)
    assert found.objectives == ((30.0, 20.0, 4.0),)
    assert {label.text: label.role for label in found.labels} == {"pit": "place", "hill": "place"}
