"""What a narrator says of events, as rows of text."""

from collections.abc import Iterable
from typing import Any

from sim.report.lines import fold
from sim.report.narrate import Narrator
from sim.state.events import HitResolved, WeaponFired
from sim.state.rolls import Modifier, Roll
from tests.support.logs import header

CONDITIONS = [
    {"kind": "destroy", "side": "red", "share": 0.5},
    {"kind": "hold", "side": "blue", "objective": "hill", "rounds": 2},
]
SCENE: dict[str, Any] = {
    "victory": CONDITIONS,
    "objectives": [{"id": "hill", "position": [20, 20], "radius": 3}],
}


def told(*events: Any, verbose: bool = False) -> list[str]:
    """The rows of some events, without the introduction."""
    narrator = Narrator(header(**SCENE), verbose=verbose)
    lines = [line for event in events for line in narrator.tell(event)]
    return [row for line in [*lines, *narrator.finish()] for row in fold(line)]


def die(face: int, need: int, result: str = "pass", modifiers: Iterable[Modifier] = ()) -> Roll:
    """A to-hit die."""
    return Roll(
        purpose="to_hit", faces=(face,), result=result, need=need, modifiers=tuple(modifiers)
    )


def shot(**more: Any) -> WeaponFired:
    """A shot of r1 at the gun that hits with one of two dice."""
    fields: dict[str, Any] = {
        "unit": "r1",
        "weapon": "rifles",
        "target": "gun",
        "distance": 9.5,
        "dice": 2,
        "hits": 1,
        "rolls": (die(3, 6, "fail"), die(6, 6)),
        "obscured": (0, 16, 16),
        "concealed": True,
        "angle_off_facing": 61.2,
        "front_arc": True,
        "front_quarter": False,
    }
    return WeaponFired(**fields | more)


def hit(result: str, clause: str, *rolls: Roll, **more: Any) -> HitResolved:
    """A hit of r1 on the gun."""
    fields: dict[str, Any] = {"unit": "r1", "weapon": "rifles", "target": "gun", "hit": 0}
    return HitResolved(**fields | more, wound=True, result=result, clause=clause, rolls=rolls)


def save(*faces: int, **more: Any) -> Roll:
    """A team save."""
    return Roll(purpose="team_save", faces=faces, result="saved", **more)
