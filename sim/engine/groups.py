"""Who is asked in which order: units one by one, groups one by one, both sides at once."""

from collections.abc import Callable, Generator, Sequence

from sim.engine.course import Course, Questions
from sim.engine.options import Request, RequestKind
from sim.state.orders import NameTargets, Order, Pass, Resolve, UnitAims

Group = tuple[int, ...]


def one_by_one(
    course: Course, kind: RequestKind, side: int, may_act: Callable[[int], bool]
) -> Questions:
    """Ask a side for orders, a unit at a time, until it passes or nobody is left to order."""
    while True:
        state = course.state
        units = [u for u in state.living(side) if not state.acted >> u & 1 and may_act(u)]
        if not units:
            return
        order = yield from course.ask(course.request(kind, side, units))
        if isinstance(order, Pass):
            return


def next_group(
    course: Course, kind: RequestKind, waiting: Sequence[Group]
) -> Generator[Request, Order, Group]:
    """The firefight or melee that the active side wants resolved next; the first if it passes."""
    if len(waiting) == 1:
        return waiting[0]
    active = course.state.active
    units = sorted(u for group in waiting for u in group if course.state.side_of(u) == active)
    order = yield from course.ask(course.request(kind, active, units, waiting))
    if not isinstance(order, Resolve):
        return waiting[0]
    chosen = course.state.roster.unit_index[order.unit]
    return next(group for group in waiting if chosen in group)


def name_targets(
    course: Course, kind: RequestKind, group: Group, may_act: Callable[[int], bool]
) -> Generator[Request, Order, tuple[tuple[UnitAims, ...], tuple[UnitAims, ...]]]:
    """What each side (by index) attacks in one group; neither knows of the other (HR-37)."""
    named: list[tuple[UnitAims, ...]] = [(), ()]
    active = course.state.active
    for side in (active, 1 - active):
        units = [u for u in group if course.state.side_of(u) == side and may_act(u)]
        if units:
            order = yield from course.ask(course.request(kind, side, units, [group]))
            if isinstance(order, NameTargets):
                named[side] = order.units
    return named[0], named[1]
