"""Ways by cells: how far it is to a goal, and where a unit can come to."""

import pytest

from sim.ai.travel import FAR, Travel, travel_of
from sim.battlefield.world import World
from sim.rules.movement.way import mover_of
from sim.state.battle import BattleState
from sim.state.roster import Edge
from tests.support.builders import battle, unit

RIVER = {"id": "river", "kind": "river", "rect": {"center": [36, 24], "size": [4, 48]}}


def field(**more: object) -> BattleState:
    return battle([unit("r", "rifle-team", 12, 20)], [unit("b", "rifle-team", 60, 20)], **more)


def world_of(**more: object) -> World:
    return field(**more).roster.world


@pytest.mark.parametrize(("point", "cell"), [((0, 0), 0), ((3.5, 2), 37), ((99, 99), 863)])
def test_cells_of_two_inches(point: tuple[float, float], cell: int) -> None:
    assert Travel(world_of()).cell_at(*point) == cell


def test_a_cell_has_its_middle() -> None:
    assert Travel(world_of()).centre(37) == (3.0, 3.0)


@pytest.mark.parametrize(
    ("edge", "first", "last"),
    [("bottom", 0, 35), ("top", 828, 863), ("left", 0, 828), ("right", 35, 863)],
)
def test_the_cells_along_an_edge(edge: Edge, first: int, last: int) -> None:
    cells = Travel(world_of()).cells_along(edge)
    assert (cells[0], cells[-1]) == (first, last)


def test_inches_to_a_goal() -> None:
    state = field()
    travel = travel_of(state.roster.world)
    inches = travel.inches(mover_of(state, 0), (travel.cell_at(12, 20),))
    assert inches[travel.cell_at(12, 20)] == 0
    assert inches[travel.cell_at(22, 20)] == 10
    assert travel.inches(mover_of(state, 0), (travel.cell_at(12, 20),)) is inches


def test_no_way_leads_over_a_river() -> None:
    tank = [unit("t", "medium-tank", 12, 20)]
    state = battle(tank, [unit("b", "rifle-team", 60, 20)], terrain=[RIVER])
    travel = travel_of(state.roster.world)
    inches = travel.inches(mover_of(state, 0), (travel.cell_at(12, 20),))
    assert inches[travel.cell_at(60, 20)] == FAR


def test_places_are_nodes_in_reach_one_in_each_cell() -> None:
    state = field()
    travel = travel_of(state.roster.world)
    places = travel.places(mover_of(state, 0), (12.0, 20.0), 8.0)
    assert len(set(places.cells)) == len(places.cells) > 40
    assert all(places.found.cost(number) <= 8.0 for number in places.numbers)
    assert all(
        travel.cell_at(*places.found.point(number)) == cell
        for cell, number in zip(places.cells, places.numbers, strict=True)
    )


def test_what_is_kept_is_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sim.ai.travel._KEPT_WAYS", 1)
    state = field()
    travel, mover = Travel(state.roster.world), mover_of(state, 0)
    first = travel.inches(mover, (0,))
    travel.inches(mover, (1,))
    again = travel.inches(mover, (0,))
    assert again == first
    assert again is not first
