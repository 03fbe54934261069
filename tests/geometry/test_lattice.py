"""Least costs over a lattice, held against networkx."""

import random

import networkx as nx
import pytest

from sim.geometry.lattice import reachable, straighten

COLUMNS, ROWS = 12, 9


def random_lattice(seed):
    """A lattice with legs of random cost between neighbours, some missing."""
    stream = random.Random(seed)
    graph = nx.DiGraph()
    graph.add_nodes_from(range(COLUMNS * ROWS))
    for node in list(graph):
        row, column = divmod(node, COLUMNS)
        for dy in (-1, 0, 1):
            for dx in (-1, 0, 1):
                inside = 0 <= row + dy < ROWS and 0 <= column + dx < COLUMNS
                if (dx or dy) and inside and stream.random() < 0.8:
                    other = node + dy * COLUMNS + dx
                    graph.add_edge(node, other, weight=stream.randint(0, 30))
    return graph


def links_of(graph):
    return lambda node: [(other, data["weight"]) for other, data in graph[node].items()]


@pytest.mark.parametrize("seed", range(12))
def test_costs_are_those_of_dijkstra(seed):
    graph = random_lattice(seed)
    reached = reachable(links_of(graph), [(50, 0)], 60)
    expected = nx.single_source_dijkstra_path_length(graph, 50, cutoff=60)
    assert reached.costs == expected


@pytest.mark.parametrize("seed", range(12))
def test_a_way_costs_what_its_end_costs(seed):
    graph = random_lattice(seed)
    reached = reachable(links_of(graph), [(50, 0)], 60)
    for node, cost in reached.costs.items():
        way = [node]
        while way[0] in reached.before:
            way.insert(0, reached.before[way[0]])
        assert way[0] == 50
        assert nx.path_weight(graph, way, "weight") == cost


def test_the_cheapest_seed_counts():
    reached = reachable(lambda node: [(node + 1, 2)], [(0, 9), (3, 1), (3, 4), (0, 1), (9, 99)], 5)
    assert reached.costs == {3: 1, 0: 1, 4: 3, 1: 3, 5: 5, 2: 5}


def test_an_allowance_without_bounds_takes_no_room():
    assert reachable(lambda node: [(7, 10**12)], [(0, 0)], 10**15).costs == {0: 0, 7: 10**12}


def test_a_way_is_straightened_to_its_turns():
    assert straighten([0, 11, 22, 23, 24, 34]) == [0, 22, 24, 34]


@pytest.mark.parametrize("way", [[], [7], [7, 8]])
def test_a_short_way_stays(way):
    assert straighten(way) == way
