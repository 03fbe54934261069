"""An adjudication for people: the numbers with their reasons, the odds, what would change them."""

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby

from msgspec import UNSET

from sim.geometry.masks import RAYS
from sim.report.adjudication import document as doc
from sim.report.adjudication.phrases import chance_words, need_words, save_words, wound_words
from sim.report.adjudication.questions import Question
from sim.report.adjudication.tables import table
from sim.report.lines import Line
from sim.report.words import PHASES, count, listed, number
from sim.rules.sight import assess_exposure
from sim.state.rolls import Modifier, SuppressedModifier

_PURPOSES = {
    "to_hit": "to hit",
    "to_wound": "to wound",
    "team_save": "save",
    "cover_save": "Cover Save",
    "melee_save": "melee save",
}
_OUTCOMES = {
    "destroyed": "is destroyed",
    "broken": "breaks",
    "stunned": "is stunned",
    "unharmed": "is unharmed",
}


def situation(question: Question, found: doc.Adjudication) -> Iterator[Line]:
    """Who attacks whom, and how the target stands to the attacker."""
    specs = question.state.roster.units
    names = [f"{specs[u].id} ({specs[u].profile})" for u in (question.attacker, question.target)]
    yield Line(f"{names[0]} at {names[1]}, {PHASES[found.phase]}", "title")
    sight = "in sight" if found.target_seen else "out of sight"
    quarter = "in its front quarter" if found.front_quarter else "outside its front quarter"
    arc = "in its front arc" if found.front_arc else "outside its front arc"
    off = f"{found.attacker} is {number(found.angle_off_facing)}° off the facing of {found.target}"
    yield Line(f'{found.distance:.2f}" away, {sight}; {off}: {arc}, {quarter} (GE-1)', indent=2)
    yield Line("; ".join(_screen_words(question, found)), indent=2)


def _screen_words(question: Question, found: doc.Adjudication) -> Iterator[str]:
    """What hides the target, and what comes of it (GE-2, RU-3)."""
    shelter = assess_exposure(question.state, question.attacker, question.target)
    for row in found.geometry.hidden_by:
        yield f"{row.id} {_CAUSES[row.cause]} {row.rays} of {RAYS} rays"
    if found.in_area_terrain is not None:
        yield f"in {found.in_area_terrain} (RU-3)"
    concealed = "concealed" if shelter.concealed else "not concealed"
    cover = "no cover" if shelter.cover == "none" else f"{shelter.cover} cover"
    yield f"{concealed} ({shelter.concealed_clause}), {cover} ({shelter.cover_clause})"
    if found.higher_ground:
        yield "on higher ground (GE-3)"


_CAUSES = {
    "hard": "hides as hard cover",
    "soft": "hides as soft cover",
    "bare": "hides without cover",
    "opaque": "bars the sight of",
}


def one_weapon(found: doc.Adjudication) -> Iterator[Line]:
    """One weapon in full: each need with its reasons, the odds, the dice, the changes."""
    name = found.weapon or found.attacker
    yield Line("")
    if found.refusal is not None:
        yield Line(f"{name}: refused, {found.refusal.text} ({_refused(found)})", "refusal")
    else:
        amount = count(found.dice or 0, "template" if found.also_attacked is not UNSET else "die", "templates" if found.also_attacked is not UNSET else "dice")
        yield Line(f"{name}, {amount}", "phase")
        yield from _needs(found)
        yield Line("")
        yield from odds_table(found)
        yield from _also(found)
    yield from _rolled(found)
    yield from _changes(found)
