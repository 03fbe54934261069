"""Chains of pairs: the units of one firefight or melee hang together by them (BB-18, HR-22)."""

from collections.abc import Iterable

import networkx as nx


def chains(pairs: Iterable[tuple[int, int]]) -> tuple[tuple[int, ...], ...]:
    """The groups that pairs of units form, members sorted, by their least member."""
    graph: nx.Graph[int] = nx.Graph()
    graph.add_edges_from(pairs)
    groups = (tuple(sorted(group)) for group in nx.connected_components(graph))
    return tuple(sorted(groups))
