"""The measures behind an adjudication: levels, and which piece hides how many rays (GE-2)."""

from collections.abc import Iterable, Sequence

from sim.geometry.masks import RAYS
from sim.report.adjudication import document as doc
from sim.report.adjudication.questions import Question
from sim.rules.sight import piece_masks
from sim.state.battle import BattleState

_PLACES = 6
"""Decimals of printed measures; the rules compare to within one millionth of an inch."""


def rounded(measure: float) -> float:
    """A measure as it is printed."""
    return round(measure, _PLACES) + 0.0


def geometry_of(question: Question) -> doc.Geometry:
    """Where the two stand, at which levels, and what is in between."""
    state, attacker, target = question.state, question.attacker, question.target
    eye, shown = state.units[attacker].stance, state.units[target].stance
    hidden = piece_masks(state, attacker, target) if attacker != target else ()
    return doc.Geometry(
        attacker=_level(state, attacker, eye.ground + eye.eye),
        target=_level(state, target, shown.ground + shown.height / 2),
        hidden_by=tuple(doc.Screening(row.id, row.cause, row.mask.bit_count()) for row in hidden),
    )


def _level(state: BattleState, unit: int, level: float) -> doc.Level:
    row = state.units[unit]
    footprint = row.footprint
    return doc.Level(
        x=rounded(footprint.x),
        y=rounded(footprint.y),
        facing=footprint.facing,
        ground=rounded(row.stance.ground),
        level=rounded(level),
    )


def rays_words(rays: int, causes: Sequence[str], hidden_by: Iterable[doc.Screening]) -> str:
    """Hidden rays with what hides them: `16 of 64 rays hidden: wall 12, tank-2 8`."""
    pieces = ", ".join(f"{row.id} {row.rays}" for row in hidden_by if row.cause in causes)
    return f"{rays} of {RAYS} rays hidden" + (f": {pieces}" if pieces else "")
