"""What would change a result: the nearest changes that flip a step, each tried before it is told.

A change is tried as anybody could try it: the scenario is loaded again with its settings.
"""

from itertools import chain

from sim.errors import ScenarioError
from sim.report.adjudication.answers import adjudicate, ask
from sim.report.adjudication.document import Change
from sim.report.adjudication.effects import effect_of
from sim.report.adjudication.moves import moves
from sim.report.adjudication.proposals import Alternatives
from sim.report.adjudication.questions import Question
from sim.report.adjudication.rays import ray_changes
from sim.report.adjudication.switches import switches
from sim.report.adjudication.turns import turns
from sim.scenario.load import Scenario, load_document


def changes_of(scenario: Scenario, question: Question) -> tuple[Change, ...]:
    """The changes that flip a step of an attack: turns, moves, rays, states and rulings.

    A move to where the unit cannot stand is not told, nor is anything of the own side.
    """
    if question.state.side_of(question.attacker) == question.state.side_of(question.target):
        return ()
    single = ((proposal,) for proposal in chain(turns(question), switches(question)))
    tried = [
        _first_allowed(scenario, question, ways)
        for ways in chain(moves(question, scenario.document), single)
    ]
    made = [change for change in tried if change is not None]
    return tuple(sorted((*made, *ray_changes(question)), key=_rank))


_ORDER = ("degrees", "inches", "rays", "steps", "setting")


def _rank(change: Change) -> int:
    return _ORDER.index(change.measure)


def _first_allowed(scenario: Scenario, question: Question, ways: Alternatives) -> Change | None:
    before = adjudicate(question)
    for way in ways:
        changed = with_settings(scenario, question, way.settings)
        if changed is not None and way.reading(changed) != way.reading(question):
            return Change(
                step=way.step,
                by=way.by,
                measure=way.measure,
                text=way.text,
                effect=effect_of(before, adjudicate(changed)),
                settings=way.settings,
            )
    return None


def with_settings(
    scenario: Scenario, question: Question, settings: tuple[str, ...]
) -> Question | None:
    """The same question about the scenario with settings, or None where they are faulty."""
    try:
        again = load_document(scenario.document, settings=settings)
    except ScenarioError:
        return None
    attacker, target = question.names
    (changed,) = ask(again.start, question.phase, attacker, target, question.weapon)
    return changed
