"""Paths over the table: what they cost, what they lead into, and what is in their way.

No battle is known here, only the terrain; all lengths are inches. Exact costs and clearances
decide what is allowed; the reach over the 1-inch lattice is for players, and rounds up.
"""

from array import array
from collections.abc import Sequence
from itertools import pairwise
from math import ceil

import msgspec

from sim.battlefield.going import Going, MoverClass, Obstruction
from sim.battlefield.terrain import Piece
from sim.battlefield.world import Memo, World
from sim.geometry.boxes import Bounds, apart, box_about
from sim.geometry.crossings import Leg, crossings, cuts, leg_between
from sim.geometry.footprints import Footprint, circumradius, segment_distance
from sim.geometry.lattice import Node, Reached, reachable, straighten
from sim.geometry.segments import Point, point_segment_distance, segments_distance
from sim.geometry.vectors import EPSILON

STEPS_PER_INCH = 140
"""The whole-number costs of the lattice; at 140 a diagonal and a road both fit it closely."""

NO_NODE = -1
_KEPT_REACHES = 512
_NEIGHBOURS = tuple((dx, dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy)


class Mover(msgspec.Struct, frozen=True, gc=False, cache_hash=True):
    """Who moves: its class, the radius kept clear along a leg, and what terrain costs it.

    `difficult` and `road` are the costs of an inch there, `crossing` that of a difficult line
    (HR-12, HR-35).
    """

    kind: MoverClass
    radius: float
    difficult: float
    road: float
    crossing: float


class Entry(msgspec.Struct, frozen=True, gc=False):
    """Where a path first comes into or across difficult terrain, in inches along it (BB-9)."""

    along: float
    piece: Piece
    very: bool


class Course(msgspec.Struct, frozen=True, gc=False):
    """What a path costs, and the difficult pieces it leads into, in order."""

    cost: float
    entries: tuple[Entry, ...]


def assess_course(going: Going, mover: Mover, path: Sequence[Point]) -> Course:
    """The exact cost and the entries of a path, its start included (HR-35, BB-9).

    Of pieces entered at one place the first in the file comes first.
    """
    entered: dict[int, Entry] = {}
    cost = before = 0.0
    for a, b in pairwise(path):
        leg = leg_between(a, b)
        for start, end, inch, pieces in _stretches(going, mover, leg):
            cost += (end - start) * inch
            for area in pieces:
                index = area.piece.index
                if index not in entered:
                    entered[index] = Entry(before + start, area.piece, area.very)
        before += leg.length
    for line, places in _crossed(going, path):
        cost += len(places) * mover.crossing
        entered[line.piece.index] = Entry(places[0], line.piece, line.very)
    return Course(cost, tuple(sorted(entered.values(), key=_order)))


def course_of(world: World, mover: Mover, path: tuple[Point, ...]) -> Course:
    """The course of a path over a world; memoised."""
    key = ("course", mover, path)
    known: Course | None = world.memo.get(key)
    if known is None:
        known = world.memo.keep(key, assess_course(world.goings.of(mover.kind), mover, path))
    return known


def point_along(path: Sequence[Point], along: float) -> tuple[Point, int]:
    """The point so many inches along a path, and the number of the leg it is on."""
    for number, (a, b) in enumerate(pairwise(path)):
        leg = leg_between(a, b)
        if along <= leg.length:
            return leg.at(along), number
        along -= leg.length
    return path[-1], max(len(path) - 2, 0)


def barrier_across(going: Going, radius: float, a: Point, b: Point) -> Piece | None:
    """The first impassable piece that a disc swept along the leg a-b would enter (HR-14)."""
    if not going.barriers:
        return None
    reach = radius - EPSILON
    box = box_about((a, b), reach)
    for barrier in going.barriers:
        if apart(barrier.bounds, box):
            continue
        if barrier.contains(*a) or any(
            segments_distance(a, b, edge[:2], edge[2:]) < reach for edge in barrier.edges
        ):
            return barrier
    return None


def barrier_under(going: Going, footprint: Footprint) -> Piece | None:
    """The first impassable piece that a footprint would be in or across (HR-14)."""
    x, y = footprint.x, footprint.y
    box = box_about(((x, y),), circumradius(footprint))
    shrunk = Footprint(
        x,
        y,
        footprint.facing,
        max(0.0, footprint.radius - EPSILON),
        max(0.0, footprint.half_length - EPSILON),
        max(0.0, footprint.half_width - EPSILON),
    )
    for barrier in going.barriers:
        if apart(barrier.bounds, box):
            continue
        if barrier.contains(x, y) or any(
            segment_distance(shrunk, *edge) <= 0.0 for edge in barrier.edges
        ):
            return barrier
    return None


class Reach(msgspec.Struct, frozen=True, gc=False):
    """The nodes of the 1-inch lattice that a mover can come to from its start, by number.

    The nearer ones come first as costs go; `before` has the number of the node before each on the
    way there, or NO_NODE. Costs are in steps of an inch.
    """

    start: Point
    columns: int
    nodes: "array[int]"
    costs: "array[int]"
    before: "array[int]"

    @property
    def numbers(self) -> range:
        """The numbers of all nodes."""
        return range(len(self.nodes))

    def point(self, number: int) -> Point:
        """Where a node is."""
        row, column = divmod(self.nodes[number], self.columns)
        return float(column), float(row)

    def cost(self, number: int) -> float:
        """Inches of movement to a node, at least what the path costs exactly."""
        return self.costs[number] / STEPS_PER_INCH

    def path(self, number: int) -> tuple[Point, ...]:
        """The path from the start, which is left out, to a node; straight legs are one."""
        way = [number]
        while self.before[way[-1]] != NO_NODE:
            way.append(self.before[way[-1]])
        turns = straighten([self.nodes[step] for step in reversed(way)])
        points = tuple((float(turn % self.columns), float(turn // self.columns)) for turn in turns)
        return points[1:] if points[0] == self.start else points


def reach(world: World, mover: Mover, start: Point, allowance: float) -> Reach:
    """Where a mover can come with so many inches, over the terrain alone; memoised."""
    lattice = _lattice_of(world, mover)
    key = start, allowance
    known: Reach | None = lattice.reaches.get(key)
    if known is None:
        steps = int(allowance * STEPS_PER_INCH + EPSILON)
        reached = reachable(lattice.links, lattice.seeds(start), steps)
        known = lattice.reaches.keep(key, _packed(start, lattice.columns, reached))
    return known


def _packed(start: Point, columns: int, reached: Reached) -> Reach:
    """What was reached, in little memory."""
    number = {node: place for place, node in enumerate(reached.costs)}
    before = (number.get(reached.before.get(node, NO_NODE), NO_NODE) for node in number)
    costs = array("i", reached.costs.values())
    return Reach(start, columns, array("i", number), costs, array("i", before))


class _Lattice:
    """The nodes at whole inches and the legs between neighbours, worked out when asked for.

    The numbers of nodes are kept once, for there are eight links to each.
    """

    def __init__(self, world: World, mover: Mover):
        self.columns = int(world.width) + 1
        self._rows = int(world.height) + 1
        self._world = world
        self._mover = mover
        self._going = world.goings.of(mover.kind)
        self._nodes: Sequence[Node] = list(range(self.columns * self._rows))
        self._links: dict[Node, tuple[tuple[Node, int], ...]] = {}
        self.reaches = Memo(_KEPT_REACHES)

    def links(self, node: Node) -> tuple[tuple[Node, int], ...]:
        """The neighbours of a node that can be reached from it, and what that costs."""
        found = self._links.get(node)
        if found is None:
            found = self._links[node] = tuple(sorted(self._find_links(node)))
        return found

    def _find_links(self, node: Node) -> list[tuple[Node, int]]:
        """The links of a node; those with nodes already looked at are the same from either end.

        Not so with nodes too near the edge of the table, which only a start can be at.
        """
        row, column = divmod(node, self.columns)
        here = float(column), float(row)
        is_on_table = self._is_on_table(here)
        found, around = [], []
        for dx, dy in _NEIGHBOURS:
            other, there = node + dy * self.columns + dx, (here[0] + dx, here[1] + dy)
            links = self._links.get(other)
            if links is None or not is_on_table or not self._is_on_table(there):
                around.append((column + dx, row + dy))
            else:
                found += [(self._nodes[other], steps) for back, steps in links if back == node]
        return [*found, *self._legs(here, around)] if around else found

    def seeds(self, start: Point) -> tuple[tuple[Node, int], ...]:
        """The nodes to begin from: the start itself, or those around it."""
        column, row = int(start[0]), int(start[1])
        if start == (float(column), float(row)):
            return ((row * self.columns + column, 0),)
        around = [(column + dx, row + dy) for dy in (-1, 0, 1, 2) for dx in (-1, 0, 1, 2)]
        return self._legs(start, around)

    def _legs(self, start: Point, ends: Sequence[tuple[int, int]]) -> tuple[tuple[Node, int], ...]:
        going = going_near(self._going, box_about((start, *ends), self._mover.radius))
        found = []
        for column, row in ends:
            end = float(column), float(row)
            if self._is_on_table(end) and not barrier_across(going, self._mover.radius, start, end):
                cost = _leg_cost(going, self._mover, start, end)
                steps = ceil(cost * STEPS_PER_INCH - EPSILON)
                found.append((self._nodes[row * self.columns + column], steps))
        return tuple(found)

    def _is_on_table(self, point: Point) -> bool:
        margin = self._mover.radius - EPSILON
        return (
            margin <= point[0] <= self._world.width - margin
            and margin <= point[1] <= self._world.height - margin
        )


def _lattice_of(world: World, mover: Mover) -> _Lattice:
    key = ("lattice", mover)
    known: _Lattice | None = world.memo.lasting.get(key)
    if known is None:
        known = world.memo.lasting[key] = _Lattice(world, mover)
    return known


def _leg_cost(going: Going, mover: Mover, a: Point, b: Point) -> float:
    """The cost of a leg of the lattice: half a crossing at each end that lies on a line.

    So two legs that meet on a line never cost less than the path that crosses it there.
    """
    cost = assess_course(going, mover, (a, b)).cost
    ends_on_lines = sum(_is_on(line, point) for line in going.lines for point in (a, b))
    return cost + ends_on_lines * mover.crossing / 2


def _is_on(line: Obstruction, point: Point) -> bool:
    return any(point_segment_distance(*point, *edge) <= EPSILON for edge in line.piece.edges)


def _stretches(
    going: Going, mover: Mover, leg: Leg
) -> list[tuple[float, float, float, list[Obstruction]]]:
    """The parts of a leg over one going each: from, to, cost of an inch, the pieces moved in."""
    roads, areas = going.roads, going.areas
    if roads or areas:
        box = box_about((leg.at(0.0), leg.at(leg.length)), 0.0)
        roads = tuple(road for road in roads if not apart(road.bounds, box))
        areas = tuple(area for area in areas if not apart(area.piece.bounds, box))
    if not roads and not areas:
        return [(0.0, leg.length, 1.0, [])]
    stretches: list[tuple[float, float, float, list[Obstruction]]] = []
    start = 0.0
    for end in _marks(leg, [*roads, *(area.piece for area in areas)]):
        middle = leg.at((start + end) / 2)
        if any(road.contains(*middle) for road in roads):
            stretches.append((start, end, mover.road, []))
        else:
            inside = [area for area in areas if area.piece.contains(*middle)]
            stretches.append((start, end, mover.difficult if inside else 1.0, inside))
        start = end
    return stretches


def _marks(leg: Leg, pieces: Sequence[Piece]) -> list[float]:
    """Where the parts of a leg end, in order; parts shorter than the tolerance are none."""
    marks: list[float] = []
    last = 0.0
    for cut in sorted(cut for piece in pieces for cut in cuts(leg, piece.edges)):
        if cut > last + EPSILON and cut < leg.length - EPSILON:
            marks.append(cut)
            last = cut
    return [*marks, leg.length]


def _crossed(going: Going, path: Sequence[Point]) -> list[tuple[Obstruction, list[float]]]:
    """The difficult lines a path crosses, and where it does.

    PR-30: the path is looked at as a whole, so that legs that meet on a line still cross it.
    PR-31: a road does not lead through a line; only a gap does.
    """
    if not going.lines:
        return []
    box = box_about(path, 0.0)
    found = []
    for line in going.lines:
        if not apart(line.piece.bounds, box):
            places = sorted(place for chain in line.chains for place in crossings(path, chain))
            if places:
                found.append((line, places))
    return found


def going_near(going: Going, box: Bounds) -> Going:
    """The part of the going that meets a box."""
    return Going(
        tuple(road for road in going.roads if not apart(road.bounds, box)),
        tuple(area for area in going.areas if not apart(area.piece.bounds, box)),
        tuple(line for line in going.lines if not apart(line.piece.bounds, box)),
        tuple(barrier for barrier in going.barriers if not apart(barrier.bounds, box)),
    )


def _order(entry: Entry) -> tuple[float, int]:
    return entry.along, entry.piece.index
