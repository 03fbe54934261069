"""Least costs over a lattice of nodes: whole-number costs, a queue of buckets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import NamedTuple

Node = int
Links = Callable[[Node], Iterable[tuple[Node, int]]]
"""The neighbours of a node, and the cost of going there."""


class Reached(NamedTuple):
    """The least cost of each node reached, cheapest first, and the node before it if any."""

    costs: Mapping[Node, int]
    before: Mapping[Node, Node]

    def way_to(self, node: Node) -> list[Node]:
        """The nodes from a seed to a node reached, both included."""
        way = [node]
        while way[-1] in self.before:
            way.append(self.before[way[-1]])
        return way[::-1]


def reachable(links: Links, seeds: Iterable[tuple[Node, int]], allowance: int) -> Reached:
    """Every node whose least cost from the seeds is at most the allowance.

    Seeds come with the cost already paid at them. Of equal ways the first found is kept.
    """
    costs: dict[Node, int] = {}
    settled: dict[Node, int] = {}
    before: dict[Node, Node] = {}
    buckets: list[list[Node]] = [[] for _ in range(allowance + 1)]
    for node, cost in seeds:
        if cost <= allowance and cost < costs.get(node, cost + 1):
            costs[node] = cost
            buckets[cost].append(node)
    for cost, bucket in enumerate(buckets):
        for node in bucket:
            if costs[node] < cost:
                continue
            settled[node] = cost
            for other, step in links(node):
                total = cost + step
                if total <= allowance and total < costs.get(other, total + 1):
                    costs[other] = total
                    before[other] = node
                    buckets[total].append(other)
    return Reached(settled, before)


def straighten(columns: int, way: Sequence[Node]) -> list[Node]:
    """The nodes of a way at which it turns, and its two ends; rows have so many columns."""
    kept = list(way[:1])
    for before, node, after in zip(way, way[1:], way[2:], strict=False):
        if _step(columns, before, node) != _step(columns, node, after):
            kept.append(node)
    return kept + list(way[1:][-1:])


def _step(columns: int, a: Node, b: Node) -> tuple[int, int]:
    return b // columns - a // columns, b % columns - a % columns
