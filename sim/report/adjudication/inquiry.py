"""An inquiry as the command line makes it: words in, documents and lines out."""

from collections.abc import Sequence

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from sim.errors import UsageError
from sim.report.adjudication.answers import Throw, adjudicate, ask
from sim.report.adjudication.changes import changes_of
from sim.report.adjudication.document import Adjudication
from sim.report.adjudication.exchange_text import exchange_lines
from sim.report.adjudication.exchanges import Exchange, assess_exchange, read_exchange_phase
from sim.report.adjudication.questions import Question, read_phase
from sim.report.adjudication.rolling import read_faces
from sim.report.adjudication.text import adjudication_lines
from sim.report.lines import Line
from sim.scenario.load import Scenario


class Inquiry(msgspec.Struct, frozen=True, kw_only=True):
    """What is asked: one unit's weapons at another, or the exchange that a unit is in.

    `phase` None is Shooting, for an exchange Firefight; `faces` and `aims` as they were written;
    `in_words` that lines are wanted, which for one weapon tell what would change it.
    """

    attacker: str | None = None
    target: str | None = None
    weapon: str | None = None
    phase: str | None = None
    faces: str | None = None
    seed: int | None = None
    what_if: bool = False
    exchange: str | None = None
    aims: tuple[str, ...] = ()
    settings: tuple[str, ...] = ()
    in_words: bool = True


class Findings(msgspec.Struct, frozen=True):
    """What an inquiry came to: its documents, the same in lines, a remark where there is none."""

    documents: tuple[Adjudication | Exchange, ...]
    lines: tuple[Line, ...]
    remark: str = ""


def inquire(scenario: Scenario, inquiry: Inquiry) -> Findings:
    """What a scenario, loaded with the settings of the inquiry, answers.

    Raises UsageError for what does not exist or does not fit together.
    """
    if inquiry.exchange is not None:
        return _exchange(scenario, inquiry, inquiry.exchange)
    if inquiry.attacker is None or inquiry.target is None:
        raise UsageError("adjudicate wants ATTACKER and TARGET, or --exchange UNIT")
    if inquiry.aims:
        raise UsageError("--aim is for an --exchange")
    phase = read_phase(inquiry.phase or "shooting")
    questions = ask(scenario.start, phase, inquiry.attacker, inquiry.target, inquiry.weapon)
    if not questions:
        return Findings((), (), f"{inquiry.attacker} has no weapon for {phase}")
    throw = _throw(questions, inquiry)
    tells_changes = inquiry.what_if or (inquiry.in_words and len(questions) == 1)
    answers = tuple(
        replace(
            adjudicate(question, throw),
            changes=changes_of(scenario, question) if tells_changes else UNSET,
            settings=inquiry.settings or UNSET,
        )
        for question in questions
    )
    return Findings(answers, tuple(adjudication_lines(questions, answers)))


def _throw(questions: Sequence[Question], inquiry: Inquiry) -> Throw:
    """How the dice fall; given faces are those of one weapon."""
    if inquiry.faces is None:
        return Throw(seed=inquiry.seed)
    if len(questions) > 1:
        names = ", ".join(str(question.weapon) for question in questions)
        raise UsageError(f"--dice are those of one weapon; name it by --weapon ({names})")
    return Throw(faces=read_faces(inquiry.faces))


def _exchange(scenario: Scenario, inquiry: Inquiry, unit: str) -> Findings:
    thrown = inquiry.faces is not None or inquiry.seed is not None
    if inquiry.attacker or inquiry.weapon or thrown or inquiry.what_if:
        others = "ATTACKER, TARGET, --weapon, --dice, --seed and --what-if"
        raise UsageError(f"--exchange goes without {others}")
    phase = read_exchange_phase(inquiry.phase or "firefight")
    found = assess_exchange(scenario.start, phase, unit, inquiry.aims)
    found = replace(found, settings=inquiry.settings or UNSET)
    return Findings((found,), tuple(exchange_lines(found)))
