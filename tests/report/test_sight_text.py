"""The answer of `sight` in words."""

from typing import Any

import pytest

from sim.report.lines import PAGE_WIDTH, fold
from sim.report.sight import assess_mutual_sight
from sim.report.sight_text import exact_inches, sight_lines
from sim.state.battle import BattleState
from tests.support.builders import battle, unit


def scene(*terrain: dict[str, Any], facing: float = 270, x: float = 30) -> BattleState:
    """Two rifle teams on one line."""
    red, blue = unit("r", "rifle-team", 10, 20, 90), unit("b", "rifle-team", x, 20, facing)
    return battle([red], [blue], terrain=list(terrain))


def told(state: BattleState) -> list[str]:
    """The lines about both looks."""
    return [line.text for line in sight_lines(assess_mutual_sight(state, "r", "b"))]


def wall(kind: str, x: float, high: float = 25) -> dict[str, Any]:
    """A line piece across the way."""
    return {"id": "w", "kind": kind, "line": [[x, 15], [x, high]]}


def block(kind: str, left: float, right: float, **more: Any) -> dict[str, Any]:
    """A polygon across the way."""
    ring = [[left, 15], [right, 15], [right, 25], [left, 25]]
    return {"id": "p", "kind": kind, "polygon": ring, **more}


def test_it_begins_with_what_is_mutual() -> None:
    assert told(scene())[0] == 'r and b see each other, 18.5" apart'
    assert told(scene(block("wood", 18, 22)))[0].startswith("r and b do not see each other")


def test_each_look_has_its_reasons() -> None:
    lines = told(scene(wall("hedge", 25, 20)))
    look = lines[lines.index("b as r sees it") :]
    assert look[1] == "concealed (HR-10), soft cover (HR-11)"
    assert look[2] == "in its front quarter and front arc, 0° off its facing (GE-1)"
    assert look[3].startswith('eye at 0.9", its middle at 0.5", its top at 1"; both on ground')
    assert look[4] == (
        "obscured 0 % by hard, 50 % by soft, 50 % by hard or soft, 50 % by anything (GE-2)"
    )
    assert look[5] == "w: 32 rays of 64 (soft cover)"


@pytest.mark.parametrize(
    ("facing", "words"),
    [(0, "in its front arc, not in its front quarter, 90°"), (80, "behind its front arc, 170°")],
)
def test_the_bearing_is_seen_from_the_target(facing: float, words: str) -> None:
    assert any(line.startswith(words) for line in told(scene(facing=facing)))


def test_ground_is_compared() -> None:
    lines = told(scene(block("hill", 5, 14, elevation=2)))
    assert any('it is on lower ground, 0" to 2" (GE-3)' in line for line in lines)
    assert any('it is on higher ground, 2" to 0" (GE-3)' in line for line in lines)


def test_what_hides_nothing_is_said_with_its_reason() -> None:
    assert "w hides nothing: the firer stands at it" in told(scene(wall("stone-wall", 11)))
    lines = told(scene(block("wood", 8, 14)))
    assert "p hides nothing: the firer is in it" in lines
    assert "p hides nothing: the target is in it" in lines
    assert "concealed (HR-10), soft cover (HR-11); in p (RU-3)" in lines


def test_nothing_hides_who_touches() -> None:
    assert "obscured nowhere (GE-2)" in told(scene())
    assert "obscured nowhere: they touch (GE-2)" in told(scene(x=11.5))


def test_it_fits_the_page() -> None:
    state = scene(wall("hedge", 25, 20), block("rubble", 18, 22))
    for line in sight_lines(assess_mutual_sight(state, "r", "b")):
        assert all(len(row) <= PAGE_WIDTH for row in fold(line))


@pytest.mark.parametrize(("value", "text"), [(12.0, '12"'), (12.004, '12"'), (0.125, '0.12"')])
def test_lengths_have_two_decimals(value: float, text: str) -> None:
    assert exact_inches(value) == text
