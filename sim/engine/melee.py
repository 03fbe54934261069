"""The Melee phase: charges, pile-ins, melees, and breaking away (chapter 8)."""

from sim.engine.course import Course, Questions
from sim.engine.groups import Group, name_targets, next_group, one_by_one
from sim.rules import charge, melee, nerve
from sim.rules.activation import is_anyone_engaged
from sim.state.events import GunAbandoned, MeleeFormed
from sim.state.orders import BreakAway
from sim.state.roster import NOBODY


def melee_phase(course: Course) -> Questions:
    """Charges of the active side, pile-ins of the other, then each melee in turn (BB-20, HR-21)."""
    active = course.state.active
    yield from one_by_one(
        course, "charge", active, lambda unit: charge.check_charger(course.state, unit) is None
    )
    if is_anyone_engaged(course.state):
        yield from one_by_one(
            course,
            "pile_in",
            1 - active,
            lambda unit: charge.check_reserve(course.state, unit) is None,
        )
    waiting = list(melee.melees(course.state))
    while waiting:
        group = yield from next_group(course, "melee_order", waiting)
        waiting.remove(group)
        yield from fight(course, group)


def fight(course: Course, group: Group) -> Questions:
    """One melee: named targets, all blows at once, then who must break away (HR-22, HR-37)."""
    course.emit([MeleeFormed(units=course.names(group))])
    named = yield from name_targets(
        course, "melee", group, lambda unit: melee.check_fighter(course.state, unit) is None
    )
    before = course.state
    course.emit(melee.resolve_melee(before, group, named, course.dice))
    decided = melee.decide(before, course.state, group)
    course.emit([decided])
    for unit in melee.must_break_away(course.state, group, decided.loser):
        yield from break_away(course, unit)


def break_away(course: Course, unit: int) -> Questions:
    """A test, then a place of the owner's choice; no place, or a pass, is failure (HR-26, PR-2)."""
    if not melee.still_must_break_away(course.state, unit):
        return
    passed, tested = nerve.test_leadership(course.state, unit, "break_away", course.dice)
    course.emit([tested])
    if passed:
        serves = course.state.units[unit].serves
        if serves != NOBODY:
            gun = course.state.roster.guns[serves].id
            course.emit([GunAbandoned(unit=course.state.spec(unit).id, gun=gun)])
        request = course.request("break_away", course.state.side_of(unit), [unit])
        order = yield from course.ask(request)
        if isinstance(order, BreakAway):
            return
    course.emit(melee.fail_to_break_away(course.state, unit))
