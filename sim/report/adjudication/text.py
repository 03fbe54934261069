"""An adjudication for people: the numbers with their reasons, the odds, what would change them."""

from collections.abc import Iterator, Sequence
from itertools import groupby

from msgspec import UNSET

from sim.battlefield.terrain import Cause
from sim.geometry.masks import RAYS
from sim.report.adjudication import document as doc
from sim.report.adjudication.phrases import (
    chance_words,
    need_words,
    percent,
    save_words,
    wound_words,
)
from sim.report.adjudication.questions import Question
from sim.report.lines import Line
from sim.report.tables import table
from sim.report.words import PHASES, count, number
from sim.rules.sight import assess_exposure

HEADS = {"gun_destroyed": "gun lost"}
"""The heads of columns that are not called as the odds are."""

OUTCOMES = {
    "destroyed": "is destroyed",
    "broken": "breaks",
    "stunned": "is stunned",
    "unharmed": "is unharmed",
}
_CAUSES: dict[Cause, str] = {
    "hard": "hidden by hard cover",
    "soft": "hidden by soft cover",
    "bare": "hidden without cover",
    "opaque": "not to be seen through",
}
_PURPOSES = {
    "to_hit": "to hit",
    "to_wound": "to wound",
    "team_save": "save",
    "cover_save": "Cover Save",
    "melee_save": "melee save",
}


def adjudication_lines(
    questions: Sequence[Question], answers: Sequence[doc.Adjudication]
) -> Iterator[Line]:
    """The situation; then one weapon, or each whose changes were asked for, in full, or a table."""
    yield Line(_title(questions[0], answers[0]), "title")
    yield from situation_lines(questions[0], answers[0])
    if len(answers) > 1 and answers[0].changes is UNSET:
        yield Line("")
        yield from _in_short(answers)
    else:
        for answer in answers:
            yield Line("")
            yield from _in_full(answer)


def _title(question: Question, answer: doc.Adjudication) -> str:
    """Who attacks whom, in which phase."""
    specs = question.state.roster.units
    attacker, target = (
        f"{specs[unit].id} ({specs[unit].profile})" for unit in (question.attacker, question.target)
    )
    return f"{attacker} at {target}, {PHASES[answer.phase]}"


def situation_lines(question: Question, answer: doc.Adjudication) -> Iterator[Line]:
    """How the target stands to the attacker, what hides it, and what it makes of that."""
    sight = "in sight" if answer.target_seen else "out of sight"
    quarter = "in" if answer.front_quarter else "outside"
    arc = "in" if answer.front_arc else "outside"
    yield Line(
        f'{answer.distance:.2f}" away, {sight}; {answer.attacker} is '
        f"{number(answer.angle_off_facing)}° off the facing of {answer.target}: "
        f"{quarter} its front quarter, {arc} its front arc (GE-1)",
        indent=2,
    )
    for row in answer.geometry.hidden_by:
        yield Line(f"{row.rays} of {RAYS} rays {_CAUSES[row.cause]}: {row.id}", "detail", 4)
    yield Line("; ".join(_shelter_words(question, answer)), indent=2)


def _shelter_words(question: Question, answer: doc.Adjudication) -> Iterator[str]:
    """Concealment and cover of the target with their clauses, and where it stands."""
    found = assess_exposure(question.state, question.attacker, question.target)
    concealed = "concealed" if found.concealed else "not concealed"
    cover = "no cover" if found.cover == "none" else f"{found.cover} cover"
    yield f"{concealed} ({found.concealed_clause}), {cover} ({found.cover_clause})"
    if answer.in_area_terrain is not None:
        yield f"in {answer.in_area_terrain} (RU-3)"
    if answer.higher_ground:
        yield "on higher ground (GE-3)"


def _in_full(answer: doc.Adjudication) -> Iterator[Line]:
    """Each need with its reasons, the odds, the dice that fell, what would change it."""
    name = answer.weapon or answer.attacker
    if answer.refusal is not None:
        yield _refusal(name, answer)
    else:
        yield Line(f"{name}, {_amount(answer)}", "phase")
        yield from need_lines(answer)
        yield Line("")
        yield from odds_lines(answer)
        yield from _also(answer)
    if answer.rolled is not None:
        yield Line("")
        yield from _rolled(answer, answer.rolled)
    if answer.changes is not UNSET and answer.changes:
        yield Line("")
        yield Line("what would change it", "phase")
        for change in answer.changes:
            yield Line(f"{change.text}: {change.effect}{_how(change)}", indent=2)


def _how(change: doc.Change) -> str:
    return "".join(f" (--set '{setting}')" for setting in change.settings)


def _amount(answer: doc.Adjudication) -> str:
    noun = ("die", "dice") if answer.also_attacked is UNSET else ("template", "templates")
    return count(answer.dice or 0, *noun)


def _refusal(name: str, answer: doc.Adjudication) -> Line:
    assert answer.refusal is not None
    refusal = answer.refusal
    return Line(f"{name}: refused, {refusal.text} ({refusal.code}, {refusal.clause})", "refusal")


def need_lines(answer: doc.Adjudication) -> Iterator[Line]:
    """To hit, to wound and the save, each with the reasons of its modifiers."""
    assert answer.odds is not None
    if answer.to_hit is None:
        yield Line("every die hits by itself (BW-26)", indent=2)
    else:
        base, need = answer.to_hit.base, need_words(answer.to_hit.need)
        yield Line(f"to hit {need} (from {base}+): {chance_words(answer.odds.hit)}", indent=2)
        yield from _reasons(answer, "to_hit")
    if answer.to_wound is not None:
        words = wound_words(answer.to_wound)
        yield Line(f"to wound {words} (from {answer.to_wound.base}+)", indent=2)
        yield from _reasons(answer, "to_wound")
    elif not isinstance(answer.save, doc.TeamSave):
        yield Line("any hit destroys it, without a die to wound (BW-36 to BW-38)", indent=2)
    base_words = f" (from {answer.save.base}+)" if isinstance(answer.save, doc.CoverSave) else ""
    yield Line(save_words(answer.save) + base_words, indent=2)
    yield from _reasons(answer, "save")


def _reasons(answer: doc.Adjudication, roll: doc.RollName) -> Iterator[Line]:
    counted, left_out = _values(answer, roll), _left_out(answer) if roll == "save" else {}
    for reason in (reason for reason in answer.because if reason.roll == roll):
        name = reason.name.replace("_", " ")
        if reason.name in counted:
            text = f"{counted[reason.name]:+d} {name} ({reason.clause}): {reason.because}"
        else:
            text = f"not {name}, {left_out[reason.name]} ({reason.clause}): {reason.because}"
        yield Line(text, "detail", 4)


def _values(answer: doc.Adjudication, roll: doc.RollName) -> dict[str, int]:
    """The modifiers of a roll that count, by name."""
    found = {"to_hit": answer.to_hit, "to_wound": answer.to_wound, "save": answer.save}[roll]
    if found is None or isinstance(found, doc.MeleeSave):
        return {}
    return {modifier.name: modifier.value for modifier in found.modifiers}


def _left_out(answer: doc.Adjudication) -> dict[str, str]:
    """The modifiers of the save that do not count: their values and why."""
    if not isinstance(answer.save, doc.TeamSave | doc.CoverSave):
        return {}
    return {m.name: f"{m.value:+d}, {m.reason}" for m in answer.save.suppressed_modifiers}


def odds_lines(answer: doc.Adjudication) -> Iterator[Line]:
    """The chances of one hit and of the whole attack, as fractions and as percentages."""
    assert answer.odds is not None
    per_hit, attack = answer.odds.per_hit, answer.odds.attack
    rows = [
        (HEADS.get(name, name), chance_words(one), chance_words(whole))
        for (name, one), whole in zip(per_hit.items(), attack.values(), strict=True)
        if name != "gun_destroyed" or attack[name] != "0"
    ]
    yield from table(("odds", "one hit", "the attack"), rows)


def _also(answer: doc.Adjudication) -> Iterator[Line]:
    """The other units that a template touches, with their odds (BB-15)."""
    for name, numbers in (answer.also or {}).items():
        need = "" if numbers.to_hit is None else f"to hit {need_words(numbers.to_hit.need)}, "
        chances = ", ".join(
            f"{outcome} {percent(chance)}"
            for outcome, chance in numbers.odds.attack.items()
            if outcome in OUTCOMES
        )
        yield Line(f"also {name}: {need}{save_words(numbers.save)}; {chances}", indent=2)


def _rolled(answer: doc.Adjudication, rolled: doc.Rolled) -> Iterator[Line]:
    """The dice as they fell, and what they did."""
    throws = [
        f"{_PURPOSES[purpose]} {' '.join(_faces(die) for die in dice)}"
        for purpose, dice in groupby(rolled.dice, key=lambda die: die.purpose)
    ]
    outcome = rolled.outcome
    ends = {answer.target: outcome.target, **(outcome.also or {})}
    verdicts = [f"{unit} {OUTCOMES[end]}" for unit, end in ends.items()]
    if outcome.gun_destroyed:
        verdicts.append("the gun is destroyed")
    yield Line(f"rolled {'; '.join(throws) or 'no dice'}", "phase")
    yield Line(f"{count(outcome.hits, 'hit')}: {', '.join(verdicts)}", indent=2)


def _faces(die: doc.RolledDie) -> str:
    """The faces of one throw: `2+4` of a save, `6→2` with a re-roll behind its die."""
    return ("+" if die.purpose == "team_save" else "→").join(str(face) for face in die.faces)


def _in_short(answers: Sequence[doc.Adjudication]) -> Iterator[Line]:
    """A table of the weapons that may attack, and why the others may not."""
    allowed = [answer for answer in answers if answer.refusal is None]
    if allowed:
        rows = [_row(answer) for answer in allowed]
        heads = list(dict.fromkeys(head for row in rows for head in row))
        yield from table(heads, [[row.get(head, "0 %") for head in heads] for row in rows])
    for answer in answers:
        if answer.refusal is not None:
            yield _refusal(answer.weapon or answer.attacker, answer)._replace(indent=2)
    for answer in answers:
        if answer.rolled is not None:
            yield Line(answer.weapon or "", "phase")
            yield from _rolled(answer, answer.rolled)
    yield Line("name one by --weapon for the reasons", "detail", 2)


def _row(answer: doc.Adjudication) -> dict[str, str]:
    """A row of the table: each column with its cell."""
    row = {"weapon": answer.weapon or answer.attacker, "dice": str(answer.dice)}
    row["to hit"] = f"{answer.to_hit.need}+" if answer.to_hit is not None else "by itself"
    if isinstance(answer.save, doc.TeamSave):
        row["save"] = f"2D6{answer.save.modifier:+d}"
    else:
        row["wound"] = _wound_cell(answer)
        row["save"] = f"{answer.save.need}+" if answer.save and answer.save.need else "none"
    assert answer.odds is not None
    for name, chance in answer.odds.attack.items():
        if name != "gun_destroyed" or chance != "0":
            row[HEADS.get(name, name)] = percent(chance)
    return row


def _wound_cell(answer: doc.Adjudication) -> str:
    if answer.to_wound is None:
        return "by itself"
    return f"{answer.to_wound.need}+" if answer.to_wound.can_wound else "never"
