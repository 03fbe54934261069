"""The exact chance of everything that a roll in a log could have come to, from its own numbers."""

from collections.abc import Mapping
from fractions import Fraction
from types import MappingProxyType

from sim.dice import Table, need_table
from sim.report.adjudication.phrases import chance_words
from sim.rules.nerve import leadership_table
from sim.rules.team_save import save_table
from sim.rules.vehicle_damage import wound_table
from sim.state.rolls import Roll, total

NEED_PURPOSES = ("to_hit", "cover_save", "melee_save", "terrain")
LEADERSHIP_PURPOSES = (
    "rally_suppressed",
    "rally_broken",
    "recover_stunned",
    "break_away",
    "formation_break",
)
_SUCCESSES = ("pass", "equal", "above", "double_six", "saved")
_WORDS = {"pass": "success", "fail": "failure", "double_six": "double six"}


def table_of(roll: Roll) -> Table | None:
    """What a roll was thrown on; None for one whose purpose is not known here."""
    if roll.purpose == "team_save":
        return save_table(total(roll.modifiers))
    if roll.need is None:
        return None
    if roll.purpose == "to_wound":
        return wound_table(roll.need)
    if roll.purpose in LEADERSHIP_PURPOSES:
        return leadership_table(roll.need)
    return need_table(roll.need) if roll.purpose in NEED_PURPOSES else None


def chances_of(roll: Roll) -> Mapping[str, Fraction]:
    """The chance of each result that a roll could have had, in the order of the faces."""
    table = table_of(roll)
    return MappingProxyType({} if table is None else dict(table.weights))


def success_chance(roll: Roll) -> Fraction | None:
    """The chance that a roll serves whoever throws it: a hit, a wound, a team unharmed."""
    chances = chances_of(roll)
    if not chances:
        return None
    return sum((chances.get(name, Fraction(0)) for name in _SUCCESSES), Fraction(0))


def is_success(roll: Roll) -> bool:
    """Whether a roll served whoever threw it."""
    return roll.result in _SUCCESSES


def roll_chance_words(roll: Roll) -> str:
    """The chances of a roll: `destroyed 5/18 (27.78 %), broken ...`."""
    return ", ".join(
        f"{_WORDS.get(name, name)} {chance_words(str(chance))}"
        for name, chance in chances_of(roll).items()
    )
