"""The player turn: Start, Movement, Shooting, Firefight, Melee, and its end (BB-6)."""

from collections.abc import Callable, Sequence

from sim.engine.course import Course, Questions
from sim.engine.groups import name_targets, next_group, one_by_one
from sim.engine.melee import melee_phase
from sim.rules import fire, firefight, nerve, start, victory
from sim.state.digest import state_digest
from sim.state.events import Event, FirefightFormed, Phase, TurnEnded


def player_turn(course: Course, round_number: int, side: int) -> Questions:
    """One player turn; it ends early when a side has no unit left (HR-29)."""
    course.begin_turn(round_number, side)
    for phase, body in _PHASES:
        course.begin_phase(phase)
        yield from body(course)
        course.emit(nerve.end_of_phase(course.state, course.dice))
        ending = victory.end_of_phase(course.state)
        if ending:
            _finish(course, ending)
            return
    course.begin_phase("end")
    course.emit(victory.count_held(course.state))
    _finish(course, victory.end_of_turn(course.state))


def _finish(course: Course, ending: Sequence[Event]) -> None:
    course.emit([TurnEnded(digest=state_digest(course.state))])
    course.emit(ending)


def start_phase(course: Course) -> Questions:
    """Tests to recover, then hatches and cowering (BB-7, HR-6, HR-7)."""
    course.emit(nerve.start_of_turn(course.state, course.dice))

    def may_choose(unit: int) -> bool:
        """Whether a unit has a hatch to set, or may cower."""
        state = course.state
        return start.check_hatch(state, unit) is None or start.check_cower(state, unit) is None

    yield from one_by_one(course, "start", course.state.active, may_choose)


def movement_phase(course: Course) -> Questions:
    """The active side moves its units one after the other (HR-8)."""
    yield from one_by_one(course, "movement", course.state.active, lambda _: True)


def shooting_phase(course: Course) -> Questions:
    """The active side fires with its units one after the other (HR-8, HR-17)."""
    yield from one_by_one(
        course,
        "shooting",
        course.state.active,
        lambda unit: fire.may_fire(course.state, unit),
    )


def firefight_phase(course: Course) -> Questions:
    """Separate firefights, in the order the active side chooses (BB-18, BB-19)."""
    waiting = list(firefight.firefights(course.state))
    while waiting:
        group = yield from next_group(course, "firefight_order", waiting)
        waiting.remove(group)
        course.emit([FirefightFormed(units=course.names(group))])
        named = yield from name_targets(
            course,
            "firefight",
            group,
            lambda unit: firefight.may_fire_in(course.state, unit),
        )
        course.emit(firefight.resolve_firefight(course.state, named, course.dice))


_PHASES: tuple[tuple[Phase, Callable[[Course], Questions]], ...] = (
    ("start", start_phase),
    ("movement", movement_phase),
    ("shooting", shooting_phase),
    ("firefight", firefight_phase),
    ("melee", melee_phase),
)
