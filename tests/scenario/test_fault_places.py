"""Every kind of fault is found, and its place is where the author has to look."""

from pathlib import Path

import pytest

from tests.scenario.files import faults_of_text, marked, text

TOP = [
    ("unknown_key", "§weather: rain"),
    ("wrong_type", "description: §12"),
    ("unknown_value", "length_unit: §miles"),
    ("unknown_side", "first_side: §green"),
    ("duplicate_key", "§rounds: 9"),
    ("bad_id", "objectives: [{id: §söder, position: [1, 1], radius: 1}]"),
    ("wrong_type", "objectives: §12"),
    ("wrong_type", "objectives: [§12]"),
    ("missing_key", "objectives: [§{id: hut, position: [1, 1]}]"),
    ("wrong_length", "objectives: [{id: hut, position: §[1], radius: 1}]"),
    ("wrong_length", "objectives: [{id: hut, position: §[1, 2, 3], radius: 1}]"),
    ("out_of_range", "objectives: [{id: hut, position: [1, 1], radius: §0}]"),
    ("off_table", "objectives: [{id: hut, position: §[1, 37], radius: 1}]"),
    ("unused_emplacement", "emplacements: [§{id: pit, position: [1, 1]}]"),
    ("not_finite", "emplacements: [{id: pit, position: [1, 1], facing: §.inf}]"),
    ("unknown_key", "rules: {§awkwrd: stacked}"),
    ("unknown_value", "rules: {awkward: §twice}"),
    ("wrong_type", "rules: {leader_bonus: §1.5}"),
    ("out_of_range", "rules: {leader_range: §-1}"),
    ("out_of_range", "rules: {road_cost: §0}"),
    ("missing_key", "catalogue: {weapons: {bow: §{range: 12}}}"),
    ("wrong_type", "catalogue: {weapons: {bow: §12}}"),
    ("missing_key", "catalogue: {profiles: {wagon: §{height: 2}}}"),
    ("bad_id", "catalogue: {weapons: {§a b: {melee: true, rate_of_attacks: 1}}}"),
    ("unknown_value", "catalogue: {profiles: {wagon: {kind: §cart}}}"),
    ("unknown_weapon", "catalogue: {profiles: {bowmen: {kind: infantry, weapons: [§bow]}}}"),
    (
        "open_and_sealed",
        (
            "catalogue: {profiles: {wagon: §{kind: vehicle, top: open, sealed: true, height: 1,"
            " footprint: {rect: [3, 2]}, armour: {front: 1, other: 1}}}}"
        ),
    ),
    (
        "melee_weapon",
        (
            "catalogue: {profiles: {catapult: {kind: gun, footprint: {rect: [2, 2]},"
            " weapons: [§assault]}}}"
        ),
    ),
    (
        "out_of_range",
        "catalogue: {profiles: {bowmen: {kind: infantry, move: §{open: 6, difficult: 8}}}}",
    ),
    (
        "unknown_key",
        (
            "catalogue: {terrain: {bog: {§depth: 1, sight: clear,"
            " movement: {infantry: open, gun: open, vehicle: open}}}}"
        ),
    ),
    ("unknown_value", "victory: [{kind: §conquer, side: red}]"),
    ("unknown_side", "victory: [{kind: survive, side: §green, round: 8}]"),
    ("unreachable", "victory: [{kind: survive, side: red, round: §9}]"),
    ("unreachable", "victory: [{kind: exit, side: red, edge: top, units: §9}]"),
    ("unknown_objective", "victory: [{kind: hold, side: red, objective: §hut, at_round: 8}]"),
    ("condition", "victory: [§{kind: hold, side: red, objective: hut}]"),
    ("condition", "victory: [§{kind: destroy, side: red}]"),
    ("unknown_unit", "victory: [{kind: destroy, side: red, unit: §b-2}]"),
    ("own_unit", "victory: [{kind: destroy, side: red, unit: §r-1}]"),
    ("not_a_gun", "victory: [{kind: destroy, side: red, gun: §b-1}]"),
    ("crewless", "victory: [{kind: destroy, side: blue, unit: §r-gun}]"),
    ("alias", "description: &a text\nsource: §*a"),
    ("tag", "description: §!secret text"),
    ("syntax", "description: text§: more"),
    ("syntax", "§[1]: 2"),
]

TERRAIN = [
    ("unknown_kind", "{id: p, kind: §woods, circle: {center: [5, 25], radius: 2}}"),
    ("shape", "§{id: p, kind: wood}"),
    ("shape", "§{id: p, kind: wood, circle: {center: [5, 25], radius: 2}, line: [[1, 1], [2, 2]]}"),
    ("invalid_ring", "{id: p, kind: wood, polygon: §[[0, 0], [1, 1], [0, 1], [1, 0]]}"),
    ("invalid_ring", "{id: p, kind: wood, polygon: §[[0, 0], [1, 1]]}"),
    ("not_finite", "{id: p, kind: wood, polygon: [[0, 0], [1, §.nan], [0, 1]]}"),
    ("out_of_range", "{id: p, kind: wood, polygon: [[0, 0], [1, §1e308], [0, 1]]}"),
    ("bad_wkt", "{id: p, kind: wood, wkt: §'POLYGON (('}"),
    ("bad_geojson", "{id: p, kind: wood, geojson: §{type: Polygon, coordinates: [1]}}"),
    ("unknown_value", "{id: p, kind: wood, geojson: {type: §Point, coordinates: [1, 2]}}"),
    ("clipped", "{id: p, kind: wood, circle: §{center: [0, 25], radius: 2}}"),
    ("off_table", "{id: p, kind: wood, circle: §{center: [0, 90], radius: 2}}"),
    ("missing_key", "§{id: p, kind: hill, circle: {center: [5, 25], radius: 2}}"),
    ("hill_line", "§{id: p, kind: wood, line: [[1, 1], [2, 2]], elevation: 2}"),
    (
        "out_of_range",
        "{id: p, kind: wood, elevation: §-1, circle: {center: [5, 25], radius: 2}}",
    ),
    ("duplicate_id", "{id: §Copse, kind: wood, circle: {center: [5, 25], radius: 2}}"),
]

UNITS = [
    ("unknown_profile", "{id: u, profile: §rifle-teem, position: [20, 10]}"),
    ("unknown_key", "{id: u, profile: rifle-team, §positon: [20, 10], position: [20, 10]}"),
    ("unknown_key", "{id: u, profile: rifle-team, position: [20, 10], §route: [[1, 1]]}"),
    ("missing_key", "§{id: u, position: [20, 10]}"),
    ("not_finite", "{id: u, profile: rifle-team, position: [§.nan, 10]}"),
    ("not_finite", "{id: u, profile: rifle-team, position: [§-.inf, 10]}"),
    ("not_finite", "{id: u, profile: rifle-team, position: [20, 10], facing: §.nan}"),
    ("out_of_range", "{id: u, profile: rifle-team, position: [§1e308, 10]}"),
    ("wrong_type", "{id: u, profile: rifle-team, position: [§yes, 10]}"),
    ("wrong_type", "{id: u, profile: rifle-team, position: [§true, 10]}"),
    ("place", "§{id: u, profile: rifle-team}"),
    ("place", "§{id: u, profile: at-gun-light, position: [20, 10], emplacement: pit}"),
    ("off_table", "{id: u, profile: rifle-team, position: §[0.5, 10]}"),
    ("overlap", "{id: u, profile: rifle-team, position: §[11, 10]}"),
    ("unknown_emplacement", "{id: u, profile: at-gun-light, emplacement: §pit}"),
    ("duplicate_id", "{id: §r-1, profile: rifle-team, position: [20, 10]}"),
    ("duplicate_id", "{id: §Red, profile: rifle-team, position: [20, 10]}"),
    ("unknown_value", "{id: u, profile: rifle-team, position: [20, 10], quality: §veteran}"),
    ("wrong_type", "{id: u, profile: rifle-team, position: [20, 10], state: {broken: §1}}"),
    ("foreign_state", "{id: u, profile: truck, position: [20, 10], state: {cowering: §true}}"),
    ("foreign_state", "{id: u, profile: truck, position: [20, 10], state: {hatch: §buttoned}}"),
    ("unknown_unit", "{id: u, profile: rifle-team, state: {serves: §x-gun}}"),
    ("cannot_serve", "{id: u, profile: rifle-team, state: {serves: §b-gun}}"),
]


@pytest.mark.parametrize(("code", "top"), TOP)
def test_a_fault_of_a_key_stands_at_its_place(tmp_path: Path, code: str, top: str) -> None:
    content, line, column = marked(text(top=top))
    found = [(f.code, f.line, f.column) for f in faults_of_text(tmp_path, content)]
    assert found == [(code, line, column)]


@pytest.mark.parametrize(("code", "piece"), TERRAIN)
def test_a_fault_of_a_piece_stands_at_its_place(tmp_path: Path, code: str, piece: str) -> None:
    content, line, column = marked(text(terrain=piece))
    found = [(f.code, f.line, f.column) for f in faults_of_text(tmp_path, content)]
    assert found == [(code, line, column)]


@pytest.mark.parametrize(("code", "unit"), UNITS)
def test_a_fault_of_a_unit_stands_at_its_place(tmp_path: Path, code: str, unit: str) -> None:
    content, line, column = marked(text(units=unit))
    found = [(f.code, f.line, f.column) for f in faults_of_text(tmp_path, content)]
    assert found == [(code, line, column)]


def test_the_text_without_faults_has_none(tmp_path: Path) -> None:
    assert faults_of_text(tmp_path, text()) == []


def test_twins_are_reported_with_the_line_of_the_first(tmp_path: Path) -> None:
    content = text(top="objectives: [{id: R-1, position: [1, 1], radius: 1}]")
    (fault,) = faults_of_text(tmp_path, content)
    assert fault.code == "duplicate_id"
    assert content.splitlines()[fault.line - 1].strip().startswith("- {id: r-1,")
    assert fault.message.endswith("the objective 'R-1' on line 7")


def test_a_twin_on_the_same_line_is_reported_with_its_path(tmp_path: Path) -> None:
    content = text(top="objectives: [{id: a, position: [1, 1], radius: 1}, {id: a}]")
    fault = next(f for f in faults_of_text(tmp_path, content) if f.code == "duplicate_id")
    assert fault.message == "the id 'a' is that of the objective at objectives[0]"


def test_a_repeated_key_is_reported_with_the_line_of_the_first(tmp_path: Path) -> None:
    (fault,) = faults_of_text(tmp_path, text(top="rounds: 9"))
    assert (fault.line, fault.message) == (7, "the key 'rounds' is on line 5 already")
