"""Seeded random tables on which both sides have the same: `python -m tools.tables --seed 1`.

A table is the same when it is turned by 180 degrees about its centre, one force for the other.
It grows with the forces, so that a unit always has as much room; all lengths are inches.
"""

import argparse
import json
from collections.abc import Iterator, Sequence
from math import sqrt
from pathlib import Path
from typing import Any, Literal, NamedTuple, TypeVar, get_args

from sim.dice import Stream
from sim.geometry.vectors import facing_vector

Mix = Literal["infantry", "guns", "vehicles", "mixed"]
Shape = Literal["blob", "block", "line", "strip", "hill"]
Point = tuple[float, float]
Document = dict[str, Any]
_Choice = TypeVar("_Choice")

ROOM = 288
"""The square inches of table for each unit of one side."""

NO_MANS_LAND = 12
"""How far from the line through the centre a force stays at the start."""

_SQUADS: dict[Mix, tuple[str, ...]] = {
    "infantry": ("leader", "team", "team", "team", "team", "team"),
    "guns": ("leader", "team", "team", "gun", "team", "gun"),
    "vehicles": ("leader", "team", "vehicle", "team", "vehicle", "vehicle"),
    "mixed": ("leader", "team", "team", "gun", "vehicle", "team"),
}
_PROFILES: dict[str, tuple[str, ...]] = {
    "leader": ("command-team",),
    "team": (
        *("rifle-team",) * 3,
        "assault-team",
        "mg-team",
        "at-team",
        "mortar-team",
        "flamethrower-team",
    ),
    "gun": ("at-gun-light", "at-gun-medium", "at-gun-heavy", "infantry-gun"),
    "vehicle": (
        "half-track",
        "armoured-car",
        "light-tank",
        *("medium-tank",) * 2,
        "heavy-tank",
        "assault-gun",
    ),
}
_QUALITIES = ("conscript", "regular", "regular", "regular", "elite")
_RADII = {"leader": 0.75, "team": 0.75, "gun": 1.25, "vehicle": 2.55}
"""The circles about the largest bases of each role."""

_TERRAIN: tuple[tuple[str, Shape, int], ...] = (
    ("wood", "blob", 4),
    ("orchard", "blob", 2),
    ("crops", "blob", 2),
    ("scrub", "blob", 2),
    ("rubble", "block", 2),
    ("building", "block", 4),
    ("crater", "blob", 1),
    ("marsh", "blob", 1),
    ("river", "blob", 1),
    ("hill", "hill", 2),
    ("stone-wall", "line", 4),
    ("hedge", "line", 4),
    ("bocage", "line", 1),
    ("fence", "line", 1),
    ("sandbags", "line", 1),
    ("road", "strip", 1),
)
_DRAWN_TERRAIN = tuple((kind, shape) for kind, shape, weight in _TERRAIN for _ in range(weight))
_BARRED = {
    "gun": ("building", "river", "marsh", "bocage"),
    "vehicle": ("building", "river"),
}
"""What a role must not stand in at the start."""


class Plan(NamedTuple):
    """What a table is to be: units a side, pieces of terrain, and what the forces are made of."""

    seed: int
    units: int = 6
    pieces: int = 30
    mix: Mix = "mixed"
    rounds: int = 8


class Piece(NamedTuple):
    """A piece of terrain: its shape as a scenario has it, within `reach` of its centre."""

    kind: str
    centre: Point
    reach: float
    shape: Document


class Spot(NamedTuple):
    """Where a unit of some role stands."""

    role: str
    place: Point


def varied_plan(seed: int) -> Plan:
    """A plan of the size of an evening's battle, its density and forces drawn from the seed."""
    stream = Stream(f"plan/{seed}".encode())
    return Plan(
        seed,
        units=_pick(stream, (6, 8, 10, 12)),
        pieces=_pick(stream, (15, 20, 30, 45, 60)),
        mix=_pick(stream, get_args(Mix)),
    )


def random_table(plan: Plan) -> Document:
    """The scenario document of a plan: the same plan, the same document."""
    stream = Stream("/".join(["table", *map(str, plan)]).encode())
    width, height = _size(plan)
    turn = _HalfTurn(width, height)
    terrain = list(_terrain(stream, plan, turn))
    squads = list(_squads(stream, plan, terrain, turn))
    emplacements = [unit for squad in squads for unit in squad if "emplacement" in unit]
    return {
        "format": "skirmish-sim/scenario",
        "format_version": 1,
        "name": f"Table {plan.seed}: {plan.units} a side, {plan.pieces} pieces, {plan.mix}",
        "table": {"width": width, "height": height},
        "rounds": plan.rounds,
        "terrain": [
            {"id": f"{piece.kind}-{number}", "kind": piece.kind, **piece.shape}
            for number, piece in enumerate(terrain, 1)
        ],
        "emplacements": [
            {"id": f"{side}-pit-{number}", "position": pose[0], "facing": pose[1]}
            for number, unit in enumerate(emplacements, 1)
            for side, pose in _poses(unit, turn)
        ],
        "objectives": [{"id": "centre", "position": turn.centre, "radius": 6}],
        "sides": [_side("red", squads, turn), _side("blue", squads, turn)],
        **_goals(stream, plan),
    }


def table_text(document: Document) -> str:
    """The text of a document, the same bytes for the same document."""
    return json.dumps(document, indent=1) + "\n"


class _HalfTurn(NamedTuple):
    """The turn by 180 degrees about the centre of a table."""

    width: int
    height: int

    @property
    def centre(self) -> Point:
        """What it turns about."""
        return self.width / 2, self.height / 2

    def point(self, point: Point) -> Point:
        """Where a point comes to."""
        return round(self.width - point[0], 2), round(self.height - point[1], 2)

    def piece(self, piece: Piece) -> Piece:
        """The image of a piece of terrain."""
        shape: Document = {}
        for key, value in piece.shape.items():
            if key in ("polygon", "line"):
                shape[key] = [self.point(point) for point in value]
            elif key == "rect":
                shape[key] = value | {"center": self.point(value["center"])}
            else:
                shape[key] = value
        return Piece(piece.kind, self.point(piece.centre), piece.reach, shape)


def _size(plan: Plan) -> tuple[int, int]:
    """Three feet deep for every four feet wide."""
    width = round(sqrt(plan.units * ROOM * 4 / 3))
    return width, round(width * 3 / 4)


def _pick(stream: Stream, choices: Sequence[_Choice]) -> _Choice:
    return choices[stream.below(len(choices))]


def _between(stream: Stream, low: float, high: float) -> float:
    """A number on the grid of 0.01 between two."""
    steps = max(0, round((high - low) * 100))
    return round(low + stream.below(steps + 1) / 100, 2)


def _terrain(stream: Stream, plan: Plan, turn: _HalfTurn) -> Iterator[Piece]:
    """Pieces in pairs, one the other's image; an odd one out lies on the centre."""
    largest = min(4.5, max(1.5, 0.45 * sqrt(turn.width * turn.height / plan.pieces)))
    if plan.pieces % 2:
        circle = {"center": turn.centre, "radius": largest}
        kind = _pick(stream, ("wood", "crops", "crater", "rubble"))
        yield Piece(kind, turn.centre, largest, {"circle": circle})
    taken = [turn.centre]
    for _ in range(plan.pieces // 2):
        reach = _between(stream, 0.6 * largest, largest)
        centre = _open_place(stream, turn, reach, taken)
        kind, shape = _pick(stream, _DRAWN_TERRAIN)
        piece = Piece(kind, centre, reach, _shape(stream, shape, centre, reach))
        image = turn.piece(piece)
        taken += [piece.centre, image.centre]
        yield piece
        yield image


def _open_place(stream: Stream, turn: _HalfTurn, reach: float, taken: Sequence[Point]) -> Point:
    """Of some places drawn the one farthest from all that are taken."""
    margin = reach + 1.0
    places = [
        (
            _between(stream, margin, turn.width - margin),
            _between(stream, margin, turn.height - margin),
        )
        for _ in range(8)
    ]
    return max(places, key=lambda place: (min(_square(place, other) for other in taken), place))


def _square(a: Point, b: Point) -> float:
    return (a[0] - b[0]) * (a[0] - b[0]) + (a[1] - b[1]) * (a[1] - b[1])


def _shape(stream: Stream, shape: Shape, centre: Point, reach: float) -> Document:
    """A shape that nowhere lies farther from its centre than its reach."""
    if shape == "blob":
        return {"polygon": _blob(stream, centre, reach)}
    if shape == "hill":
        elevation = _pick(stream, (1.0, 1.5, 2.0))
        return {"polygon": _blob(stream, centre, reach), "elevation": elevation}
    if shape == "block":
        sides = [round(reach * 1.4 * _pick(stream, (0.7, 0.85, 1.0)), 2) for _ in range(2)]
        return {"rect": {"center": centre, "size": sides, "angle": stream.below(180)}}
    if shape == "strip":
        return {"line": _line(stream, centre, reach), "width": 2}
    return {"line": _line(stream, centre, reach)}


def _blob(stream: Stream, centre: Point, reach: float) -> list[Point]:
    """A ring of corners about a centre, in the order of their headings."""
    corners = 6 + stream.below(4)
    first = stream.below(360)
    return [
        _ahead(centre, first + n * 360 / corners, _between(stream, 0.6 * reach, reach))
        for n in range(corners)
    ]


def _line(stream: Stream, centre: Point, reach: float) -> list[Point]:
    """Two legs that bend a little at the centre."""
    heading, bend = stream.below(360), stream.below(61) - 30
    return [
        _ahead(centre, heading, reach),
        centre,
        _ahead(centre, heading + 180 + bend, reach),
    ]


def _ahead(point: Point, heading: float, inches: float) -> Point:
    sine, cosine = facing_vector(heading)
    return round(point[0] + inches * sine, 2), round(point[1] + inches * cosine, 2)


def _squads(
    stream: Stream, plan: Plan, terrain: Sequence[Piece], turn: _HalfTurn
) -> Iterator[list[Document]]:
    """The formations of the force at the bottom edge, side by side."""
    squad = _SQUADS[plan.mix]
    spots: list[Spot] = []
    count = -(-plan.units // len(squad))
    deepest = max(5, turn.height // 2 - NO_MANS_LAND)
    for number in range(count):
        quality = _pick(stream, _QUALITIES)
        middle = (turn.width * (2 * number + 1) // (2 * count), 3 + stream.below(deepest - 2))
        roles = squad[: plan.units - number * len(squad)]
        units = []
        for role in roles:
            place = _free_spot(stream, role, middle, (turn.width - 3, deepest), spots, terrain)
            spots.append(Spot(role, place))
            facing = _pick(stream, (330, 345, 0, 0, 0, 15, 30))
            unit = {"profile": _pick(stream, _PROFILES[role]), "quality": quality}
            units.append(unit | _posed(stream, role, place, facing))
        yield units


def _posed(stream: Stream, role: str, place: Point, facing: int) -> Document:
    pose: Document = {"position": place, "facing": facing}
    if role == "gun" and stream.below(3) == 0:
        pose["emplacement"] = True
    return pose


def _free_spot(
    stream: Stream,
    role: str,
    middle: Point,
    farthest: tuple[int, int],
    spots: Sequence[Spot],
    terrain: Sequence[Piece],
) -> Point:
    """A whole-inch place near the middle of a squad, clear of bases and of what bars the role."""
    spread = 3
    while True:
        x = middle[0] + stream.below(2 * spread + 1) - spread
        y = middle[1] + stream.below(2 * spread + 1) - spread
        place = min(max(x, 3), farthest[0]), min(max(y, 3), farthest[1])
        if _is_free(role, place, spots, terrain):
            return place
        spread += 1


def _is_free(role: str, place: Point, spots: Sequence[Spot], terrain: Sequence[Piece]) -> bool:
    radius = _RADII[role]
    rooms = [(spot.place, radius + _RADII[spot.role] + 0.5) for spot in spots]
    barred = _BARRED.get(role, ())
    rooms += [(piece.centre, radius + piece.reach) for piece in terrain if piece.kind in barred]
    return all(_square(place, centre) >= room * room for centre, room in rooms)


def _poses(unit: Document, turn: _HalfTurn) -> Iterator[tuple[str, tuple[Point, int]]]:
    """Where a unit and its image stand, and which way they face, by side."""
    place, facing = unit["position"], unit["facing"]
    yield "red", (place, facing)
    yield "blue", (turn.point(place), (facing + 180) % 360)


def _side(side: str, squads: Sequence[Sequence[Document]], turn: _HalfTurn) -> Document:
    pits = 0
    formations = []
    for number, squad in enumerate(squads, 1):
        units = []
        for place, unit in enumerate(squad, 1):
            fielded = unit | {"id": f"{side}-{number}-{place}"}
            if "emplacement" in unit:
                pits += 1
                fielded |= {"emplacement": f"{side}-pit-{pits}"}
                del fielded["position"], fielded["facing"]
            else:
                fielded["position"], fielded["facing"] = dict(_poses(unit, turn))[side]
            units.append(fielded)
        formations.append({"id": f"{side}-{number}", "units": units})
    return {"id": side, "formations": formations}


def _goals(stream: Stream, plan: Plan) -> Document:
    """The same for both sides: the centre at the end, most of the enemy, or a way past him."""
    shared: list[Document] = [
        {"kind": "hold", "objective": "centre", "at_round": plan.rounds},
        {"kind": "destroy", "share": 0.75},
    ]
    victory = [goal | {"side": side} for goal in shared for side in ("red", "blue")]
    if stream.below(3) == 0:
        exits = {"kind": "exit", "units": max(2, plan.units // 3)}
        victory += [exits | {"side": "red", "edge": "top"}]
        victory += [exits | {"side": "blue", "edge": "bottom"}]
    return {"victory": victory, "score": {"unit": 1, "gun": 1, "objective": 3}}


def main() -> None:
    """Print the document of one table, or write it to a new file."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--units", type=int, default=6, help="units a side")
    parser.add_argument("--pieces", type=int, default=30, help="pieces of terrain")
    parser.add_argument("--mix", choices=get_args(Mix), default="mixed")
    parser.add_argument("--rounds", type=int, default=8)
    parser.add_argument("--out", type=Path, help="a new .json file")
    options = parser.parse_args()
    plan = Plan(options.seed, options.units, options.pieces, options.mix, options.rounds)
    text = table_text(random_table(plan))
    if options.out is None:
        print(text, end="")
    else:
        with options.out.open("x", encoding="utf-8") as file:
            file.write(text)


if __name__ == "__main__":
    main()
