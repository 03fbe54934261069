"""Random tables: sound, the same for both sides, and the same for the same plan."""

import sys
from pathlib import Path
from typing import get_args

import pytest

from sim.geometry.footprints import Footprint
from sim.scenario.load import Scenario, load_document, load_scenario
from tools import tables
from tools.tables import Mix, Plan, random_table, table_text, varied_plan

SIZES = (6, 7, 12, 30, 96)
DENSITIES = (15, 30, 61, 120)
PLANS = [
    Plan(seed, units, pieces, mix)
    for mix in get_args(Mix)
    for seed, (units, pieces) in enumerate(zip(SIZES, (*DENSITIES, 15), strict=True))
] + [varied_plan(seed) for seed in range(30)]


def table(plan: Plan) -> Scenario:
    return load_document(random_table(plan))


def turned(scenario: Scenario, footprint: Footprint) -> Footprint:
    """The footprint after half a turn of the table."""
    world = scenario.roster.world
    x, y = round(world.width - footprint.x, 6), round(world.height - footprint.y, 6)
    return footprint.moved(x, y, footprint.facing + 180)


@pytest.mark.parametrize("plan", PLANS, ids=str)
def test_a_table_is_valid_without_warning(plan: Plan) -> None:
    scenario = table(plan)
    assert scenario.warnings == ()
    assert len(scenario.roster.world.pieces) == plan.pieces


@pytest.mark.parametrize("plan", PLANS[::5], ids=str)
def test_a_force_is_the_image_of_the_other(plan: Plan) -> None:
    scenario = table(plan)
    red = [u.index for u in scenario.roster.units if u.side == 0]
    blue = [u.index for u in scenario.roster.units if u.side == 1]
    assert len(red) == plan.units
    for mine, image in zip(red, blue, strict=True):
        a, b = scenario.start.units[mine], scenario.start.units[image]
        assert scenario.roster.units[mine].profile == scenario.roster.units[image].profile
        assert turned(scenario, a.footprint) == b.footprint


@pytest.mark.parametrize("plan", PLANS[::5], ids=str)
def test_the_ground_is_its_own_image(plan: Plan) -> None:
    world = table(plan).roster.world
    points = [(x + 0.5, y + 0.5) for x in range(int(world.width)) for y in range(0, 36, 4)]
    for x, y in points:
        image = world.width - x, world.height - y
        assert world.ground(x, y) == world.ground(*image)
        assert len(world.area_pieces_at(x, y)) == len(world.area_pieces_at(*image))


def test_emplaced_guns_keep_their_images() -> None:
    scenario = table(Plan(4, units=30, mix="guns"))
    pits = scenario.roster.emplacements
    assert pits
    for mine, image in zip(pits[::2], pits[1::2], strict=True):
        assert mine.x + image.x == pytest.approx(scenario.roster.world.width)
        assert (mine.facing + 180) % 360 == image.facing


def test_a_force_is_made_of_what_its_mix_says() -> None:
    def kinds(mix: Mix) -> set[str]:
        return {unit.kind for unit in table(Plan(1, mix=mix)).roster.units}

    assert kinds("infantry") == {"infantry"}
    assert kinds("guns") == {"infantry", "gun"}
    assert kinds("vehicles") == {"infantry", "vehicle"}
    assert kinds("mixed") == {"infantry", "gun", "vehicle"}


def test_a_unit_has_the_same_room_on_every_table() -> None:
    for units in SIZES:
        world = table(Plan(1, units)).roster.world
        assert world.width * world.height / units == pytest.approx(tables.ROOM, rel=0.05)


def test_the_same_plan_gives_the_same_bytes_and_another_seed_others() -> None:
    texts = [table_text(random_table(Plan(seed))) for seed in (5, 5, 6)]
    assert texts[0] == texts[1] != texts[2]


def test_plans_vary_in_size_density_and_forces() -> None:
    plans = [varied_plan(seed) for seed in range(60)]
    assert plans[:10] == [varied_plan(seed) for seed in range(10)]
    assert {plan.mix for plan in plans} == set(get_args(Mix))
    assert len({plan.pieces for plan in plans}) == len({plan.units for plan in plans}) + 1 == 5


def test_the_command_writes_a_file_that_loads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    out = tmp_path / "table.json"
    monkeypatch.setattr(sys, "argv", ["tables", "--seed", "3", "--pieces", "15", "--out", str(out)])
    tables.main()
    assert load_scenario(out).name == "Table 3: 6 a side, 15 pieces, mixed"


def test_the_command_prints_the_document(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "argv", ["tables", "--seed", "3"])
    tables.main()
    assert capsys.readouterr().out == table_text(random_table(Plan(3)))
