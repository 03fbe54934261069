"""Nerve: tests of Leadership, recovery at the start of a turn, suppression, and break tests.

PR-20: a Leadership test is plain. The face, one higher with a leader near, is compared with the
Leadership; no face is special and none is thrown again.
"""

from collections.abc import Iterator
from functools import lru_cache

from sim.dice import Dice, Table
from sim.rules.activation import leader_near
from sim.state.apply import apply
from sim.state.battle import BattleState
from sim.state.events import (
    Event,
    FormationRouted,
    LeadershipTested,
    StunEnded,
    SuppressionEnded,
    TestReason,
    UnitRallied,
    UnitRouted,
    UnitSuppressed,
)
from sim.state.rolls import Modifier, Roll, total
from sim.state.roster import Formation

_PURPOSES: dict[TestReason, str] = {
    "suppressed": "rally_suppressed",
    "broken": "rally_broken",
    "stunned": "recover_stunned",
    "break_away": "break_away",
    "formation": "formation_break",
}


@lru_cache(maxsize=32)
def leadership_table(need: int) -> Table:
    """One die that passes on `need` or more, whatever the need (BB-5, PR-20)."""
    return Table(lambda faces: "pass" if faces[0] >= need else "fail")


def leadership_modifiers(state: BattleState, unit: int) -> tuple[Modifier, ...]:
    """What is added to the die of a unit's Leadership test (HR-3)."""
    if not leader_near(state, unit):
        return ()
    return (Modifier("leader", state.rules.leader_bonus, "HR-3"),)


def test_leadership(
    state: BattleState, unit: int, reason: TestReason, dice: Dice
) -> tuple[bool, LeadershipTested]:
    """Throw a unit's Leadership test; whether it passed, and the event (BB-5, HR-3)."""
    spec = state.spec(unit)
    modifiers = leadership_modifiers(state, unit)
    need = spec.leadership - total(modifiers)
    purpose = _PURPOSES[reason]
    (throw,) = dice.throw(leadership_table(need), 1, purpose, spec.id)
    roll = Roll(
        purpose=purpose, faces=throw.faces, result=throw.result, need=need, modifiers=modifiers
    )
    passed = throw.result == "pass"
    return passed, LeadershipTested(unit=spec.id, reason=reason, passed=passed, rolls=(roll,))


def start_of_turn(state: BattleState, dice: Dice) -> list[Event]:
    """The active side's tests to recover, unit by unit in file order (BB-7, HR-6).

    PR-21: a unit makes all its tests before the next unit's turn, each against the state left by
    the one before, so that a leader that rallies helps those behind it in the file.
    """
    events: list[Event] = []
    for unit in state.living(state.active):
        for event in _recovery(state, unit, dice):
            state = apply(state, event)
            events.append(event)
    return events


def _recovery(state: BattleState, unit: int, dice: Dice) -> Iterator[Event]:
    row, name = state.units[unit], state.spec(unit).id
    states: tuple[tuple[bool, TestReason, Event], ...] = (
        (row.suppressed, "suppressed", SuppressionEnded(unit=name)),
        (row.broken, "broken", UnitRallied(unit=name)),
        (row.stunned, "stunned", StunEnded(unit=name)),
    )
    for is_so, reason, end in states:
        if is_so:
            passed, tested = test_leadership(state, unit, reason, dice)
            yield tested
            if passed:
                yield end


def end_of_phase(state: BattleState, dice: Dice) -> list[Event]:
    """Suppression of the wounded, then the break tests of formations (HR-34, BB-16, BB-22)."""
    events: list[Event] = list(_suppressions(state)) if state.wounded else []
    if state.fallen:
        for formation in state.roster.formations:
            events.extend(_break_test(state, formation, dice))
    return events


def _suppressions(state: BattleState) -> Iterator[Event]:
    for unit, row in enumerate(state.units):
        if state.wounded >> unit & 1 and row.alive and not row.suppressed:
            yield UnitSuppressed(unit=state.spec(unit).id, clause="BB-16")


def left_of(state: BattleState, formation: Formation) -> int:
    """How many of a formation are no losses: those that live, and those that left the table.

    PR-22: units that left the table are no losses; they count among those that are left.
    """
    return sum(state.units[unit].fate in ("alive", "exited") for unit in formation.members)


def must_test_to_break(state: BattleState, formation: Formation) -> bool:
    """Whether a formation lost a unit in this phase and is below half by its losses (BB-22)."""
    if formation.strength <= 1 or not any(state.fallen >> unit & 1 for unit in formation.members):
        return False
    return 2 * left_of(state, formation) < formation.strength


def _break_test(state: BattleState, formation: Formation, dice: Dice) -> Iterator[Event]:
    survivors = [unit for unit in formation.members if state.units[unit].alive]
    if not survivors or not must_test_to_break(state, formation):
        return
    tester = formation.leader if formation.leader in survivors else survivors[0]
    passed, tested = test_leadership(state, tester, "formation", dice)
    yield tested
    if not passed:
        yield FormationRouted(formation=formation.id)
        for unit in survivors:
            yield UnitRouted(unit=state.spec(unit).id)
