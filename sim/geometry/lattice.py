"""Least costs over a lattice of nodes: whole-number costs, a queue of buckets."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from heapq import heappop, heappush
from typing import NamedTuple

Node = int
Links = Callable[[Node], Iterable[tuple[Node, int]]]
"""The neighbours of a node, and the cost of going there."""


class Reached(NamedTuple):
    """The least cost of each node reached, cheapest first, and the node before it if any."""

    costs: Mapping[Node, int]
    before: Mapping[Node, Node]


def reachable(links: Links, seeds: Iterable[tuple[Node, int]], allowance: int) -> Reached:
    """Every node whose least cost from the seeds is at most the allowance.

    Seeds come with the cost already paid at them. Of equal ways the first found is kept.
    """
    costs: dict[Node, int] = {}
    settled: dict[Node, int] = {}
    before: dict[Node, Node] = {}
    buckets: dict[int, list[Node]] = {}
    queue: list[int] = []

    def wait(node: Node, cost: int) -> None:
        """Let a node wait in the bucket of its cost."""
        costs[node] = cost
        if cost not in buckets:
            buckets[cost] = []
            heappush(queue, cost)
        buckets[cost].append(node)

    for node, cost in seeds:
        if cost <= allowance and cost < costs.get(node, cost + 1):
            wait(node, cost)
    while queue:
        cost = heappop(queue)
        for node in buckets[cost]:
            if costs[node] < cost:
                continue
            settled[node] = cost
            for other, step in links(node):
                total = cost + step
                if total <= allowance and total < costs.get(other, total + 1):
                    before[other] = node
                    wait(other, total)
    return Reached(settled, before)


def straighten(way: Sequence[Node]) -> list[Node]:
    """The nodes at which a way from neighbour to neighbour turns, and its two ends.

    Nodes are numbered row by row, so that equal steps are equal differences.
    """
    kept = list(way[:1])
    for before, node, after in zip(way, way[1:], way[2:], strict=False):
        if node - before != after - node:
            kept.append(node)
    return kept + list(way[1:][-1:])
